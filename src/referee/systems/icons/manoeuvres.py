"""Interposing, luring, called shots and combined attacks."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.events import Part
from referee.systems.graded.asking import agrees
from referee.systems.graded.tests import total
from referee.systems.icons import events as e
from referee.systems.icons.blows import VERBS, carried, damage_of, verb
from referee.systems.icons.book import Option, Row, toughness
from referee.systems.icons.damage import hit, strike, toughness_of
from referee.systems.icons.intents import Attacking, Bash
from referee.systems.icons.levels import FISTS, attacks_of, base, rated_damage, weakened
from referee.systems.icons.rolling import Story, test
from referee.systems.icons.sheet import Attack
from referee.systems.icons.state import Fight, Fighter


def interpose_refusal(fight: Fight, guard: Fighter, target: Fighter) -> str | None:
    """Why a character cannot jump in front of another one, as a clause; None if it can."""
    if fight.helpless(guard) or guard.owed or guard.rests_until is not None:
        return "icons.interposing.cost"
    return "icons.interposing.cost" if fight.step(guard.name, target.name) > 1 else None


def interpose(story: Story, attacker: str, aimed_at: str, what: str, ask: Ask) -> str:
    """Ask those who are ready to protect the target; who succeeds becomes the target. Returns the target's name."""
    for guard in story.state.fighters:
        target = story.state[aimed_at]
        if target.name not in guard.guards or guard.name == attacker:
            continue
        if interpose_refusal(story.state, guard, target) is not None:
            continue
        question = f"{attacker} attacks {target.name} ({what}). Jump in front?"
        if ask.choose(guard.seat, ("no", "yes"), "icons.interposing.cost", question) == "no":
            continue
        story.emit(e.Interposed(actor=guard.name, target=target.name, clause="icons.interposing.cost"))
        level = [*base(guard, "coordination"), *weakened(guard, "coordination")]
        three = [Part("to jump in front", 3, "icons.interposing.test")]
        text = f"{guard.name} jumps in front of {target.name}"
        graded = test(story, ask, guard, "interpose", "icons.interposing.test", level, three, text, target=target.name)
        success = graded.effect >= 0
        clause = "icons.interposing.success" if success else "icons.interposing.test"
        story.emit(e.Shielded(actor=guard.name, target=target.name, success=success, clause=clause))
        if success:
            # Whom the attack misses now, it misses for both (icons.interposing.miss).
            return guard.name
    return aimed_at


def redirect(
    story: Story, intent: Attacking, option: Option, attack: Attack | None, helped: list[Part], ask: Ask
) -> None:
    """An avoided attack on a lurer hits something behind, at the lurer's choice (icons.luring.redirect)."""
    fight = story.state
    lurer = fight[intent.target]
    things = [one for one in fight.obstacles if one.behind == lurer.name]
    others = [
        one.name for one in fight.others(lurer.name)
        if one.name != intent.actor and not one.dead and fight.step(lurer.name, one.name) <= 1
    ]  # fmt: skip
    options = ("nothing", *(one.name for one in things), *others)
    question = f"{lurer.name} has avoided {intent.actor}. What does the blow hit instead?"
    choice = ask.choose(lurer.seat, options, "icons.luring.redirect", question)
    if choice == "nothing":
        return
    clause = "icons.luring.redirect"
    story.emit(e.Redirected(actor=lurer.name, foe=intent.actor, onto=choice, clause=clause))
    if choice in others:
        hit(story, replace(intent, target=choice), option, attack, "moderate", helped, ask)
        return
    barrier = next(one for one in things if one.name == choice)
    rated = total(rated_damage(fight, fight[intent.actor], option, attack)) + total(helped)
    parts = toughness(barrier.material, barrier.inches)
    strike(story, barrier.name, rated, max(0, total(parts)), ask, owner=lurer.name, behind=True, clause=clause)


def called(
    story: Story, intent: Attacking, option: Option, attack: Attack | None, outcome: str, helped: list[Part], ask: Ask
) -> bool:
    """A called shot that scored. Returns False where it is an ordinary hit after all."""
    if outcome == "moderate":
        return False
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    also = ("icons.called-shots.requirement",)
    thing = carried(target, intent.at)
    if thing is not None:
        strength = toughness_of(ask, thing, "icons.called-shots.requirement")
        damage = total(rated_damage(fight, actor, option, attack)) + total(helped)
        strike(story, thing.name, damage, strength, ask, owner=target.name, clause="icons.called-shots.requirement")
        return True
    kills = option.row(outcome).may == "kill"
    stuns = verb(intent) == "stun" and option.row(outcome).may == "stun"
    clause = "icons.called-shots.no-stun-or-slam"
    plain = Row(clause, option.row(outcome).may if kills or stuns else None)
    hit(story, intent, option, attack, outcome, helped, ask, row=plain, also=also)
    return True


def allies_of(intent: Attacking) -> list[tuple[str, str]]:
    """Names and weapons of the helpers of a combined attack: `Anvil/fists, Dart`."""
    told = [word.strip() for word in intent.allies.split(",") if word.strip()]
    return [(name.strip(), using.strip()) for name, _, using in (word.partition("/") for word in told)]


def ally_blow(fight: Fight, intent: Attacking, name: str, using: str) -> Attacking:
    """What a helper attacks with: the named weapon, or the best one that the character has."""
    helper = fight[name]
    for attack in attacks_of(helper):
        if attack.name == using:
            return VERBS[attack.kind](name, intent.target, attack.name)
    if using == FISTS or not attacks_of(helper):
        return Bash(name, intent.target, FISTS)
    blows = [
        Bash(name, intent.target, FISTS),
        *(VERBS[a.kind](name, intent.target, a.name) for a in attacks_of(helper)),
    ]
    return max(blows, key=lambda blow: total(damage_of(fight, blow)))


def combine(story: Story, intent: Attacking, ask: Ask) -> list[Part]:
    """Helpers add their attacks: +1 damage, if all of them agree (icons.combined.bonus)."""
    fight = story.state
    names = []
    for name, using in allies_of(intent):
        helper = fight[name]
        text = f"{intent.actor} attacks {intent.target}. Does {name} combine the own attack{f' ({using})' if using else ''}?"
        if helper.seat != fight[intent.actor].seat and not agrees(ask, helper.seat, "icons.combined.eligibility", text):
            what = "a combined attack"
            story.emit(e.Declined(actor=name, what=what, clause="icons.combined.eligibility"))
            return []
        names.append(name)
    story.emit(
        e.Combined(
            actor=intent.actor,
            helpers=tuple(names),
            clause="icons.combined.bonus",
            also=("icons.combined.eligibility",),
        )
    )
    return [Part("combined attack", 1, "icons.combined.bonus")]
