"""Wrestling, bonds, escapes, and wresting things away."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import Hold
from referee.systems.graded.tests import Graded, total
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.attack import use_attack
from referee.systems.icons.blows import carried
from referee.systems.icons.book import step_of
from referee.systems.icons.damage import lose_stamina, strike, toughness_of
from referee.systems.icons.levels import (
    active,
    active_level,
    armor,
    base,
    best_defence,
    circumstances,
    defence_level,
    free_level,
    microscopic,
    specialty,
)  # fmt: skip
from referee.systems.icons.manoeuvres import interpose
from referee.systems.icons.rolling import Story, attack_mode, capped, contest, test
from referee.systems.icons.sheet import RANGES, Ability
from referee.systems.icons.state import Fight, Fighter


def _immobile(fight: Fight, target: Fighter, otherwise: list[Part]) -> list[Part]:
    """Against somebody who cannot move the difficulty is 0 (icons.immobile.difficulty)."""
    if not fight.helpless(target):
        return otherwise
    return [Part("immobile", 0, "icons.immobile.difficulty"), Part("helpless", 0, "icons.immobile.includes")]


def _within_reach(fight: Fight, actor: Fighter, target: Fighter, clause: str) -> Refusal | None:
    if target.name == actor.name:
        return Refusal(clause, "that takes somebody else")
    if target.dead:
        return Refusal("icons.killing.death", f"{target.name} is dead")
    if microscopic(actor) != microscopic(target):
        return Refusal("icons.context.shrinking-table", "one of them is too small to touch the other")
    step = fight.step(actor.name, target.name)
    if step > 1:
        why = f"{target.name} is at {RANGES[step]} range; move to Close first"
        return Refusal("icons.distance.close-attack-reach", why)
    return None


# ----------------------------------------------------------------- wrestling


def _refuse_wrestle(fight: Fight, seat: str, actor: Fighter, intent: i.Wrestle) -> Refusal | None:
    target = fight[intent.target]
    mine = next((hold for hold in fight.holding(actor.name) if hold.held == target.name), None)
    if mine is not None and mine.complete:
        return Refusal("icons.wrestling.complete-hold", f"{target.name} is in {actor.name}'s complete hold already")
    return _within_reach(fight, actor, target, "icons.wrestling.test")


def _begin(story: Story, actor: str, aimed_at: str, what: str, ask: Ask) -> tuple[Fighter, Fighter]:
    """Somebody may jump in front. Returns the actor and the target."""
    onto = interpose(story, actor, aimed_at, what, ask)
    return story.state[actor], story.state[onto]


def _take_bait(story: Story, actor: Fighter, target: Fighter) -> None:
    if target.lures == actor.name:
        story.emit(e.TookBait(actor=target.name, foe=actor.name, clause="icons.luring.bonus"))


def _wrestle(story: Story, intent: i.Wrestle, ask: Ask) -> None:
    actor, target = _begin(story, intent.actor, intent.target, "wrestle", ask)
    fight = story.state
    level = [*base(actor, "strength", "prowess"), *specialty(actor, "Wrestling")]
    level += circumstances(fight, actor, target, "wrestle", close=True) + active(fight, actor, "strength", target)
    against = _immobile(fight, target, best_defence(fight, target, ("prowess", "coordination", "strength")))
    text = f"{actor.name} wrestles {target.name}"
    graded = contest(story, ask, actor, target, "wrestle", "icons.wrestling.test", level, against, text)
    if intent.pull and graded.outcome in ("major", "massive"):
        graded = capped(graded, intent.pull)
    _take_bait(story, actor, target)
    _hold(story, actor, target, graded, 0, "icons.wrestling.test")
    use_attack(story, story.state[actor.name])


def _hold(story: Story, actor: Fighter, target: Fighter, graded: Graded, bond: int, clause: str) -> None:
    """Read a test as wrestling: moderate partial, major and better complete."""
    before = next(
        (h for h in story.state.holds if (h.holder, h.held, bool(h.bond)) == (actor.name, target.name, bool(bond))),
        None,
    )
    also = (graded.clause, clause)
    if graded.outcome == "failure":
        story.emit(e.Missed(actor=actor.name, target=target.name, clause=clause, also=(graded.clause,)))
    elif graded.outcome == "moderate" and before is not None:
        story.emit(e.Kept(holder=actor.name, target=target.name, clause="icons.wrestling.partial-hold", also=also))
    else:
        complete = graded.outcome != "moderate"
        by = "icons.wrestling.complete-hold" if complete else "icons.wrestling.partial-hold"
        story.emit(e.Held(holder=actor.name, target=target.name, complete=complete, bond=bond, clause=by, also=also))


def _refuse_bind(fight: Fight, seat: str, actor: Fighter, intent: i.Bind) -> Refusal | None:
    target = fight[intent.target]
    if not actor.sheet.power("Binding"):
        return Refusal("icons.context.binding", f"{actor.name} has no Binding power")
    if target.name == actor.name or target.dead:
        return Refusal("icons.context.binding", f"{intent.target} cannot be bound")
    if any(hold.complete and hold.bond for hold in fight.held_by(target.name)):
        return Refusal("icons.wrestling.complete-hold", f"{target.name} is completely bound already")
    if fight.step(actor.name, target.name) > step_of("Visual" if fight.rule("max_ranged") == "visual" else "Extended"):
        return Refusal("icons.distance.ranged-attack-reach", f"{target.name} is out of reach")
    return None


def _bind(story: Story, intent: i.Bind, ask: Ask) -> None:
    actor, target = _begin(story, intent.actor, intent.target, "bind", ask)
    fight = story.state
    level = active_level(fight, actor, "coordination", "Power", target=target)
    level += circumstances(fight, actor, target, "bind", close=False)
    against = _immobile(fight, target, defence_level(fight, target, "coordination", as_test=False))
    text = f"{actor.name} binds {target.name}"
    graded = contest(story, ask, actor, target, "bind", "icons.context.binding", level, against, text, counter="dodge")
    _take_bait(story, actor, target)
    _hold(story, actor, target, graded, actor.sheet.power("Binding"), "icons.context.binding")
    use_attack(story, story.state[actor.name])


# ------------------------------------------------------------------- escaping


def _refuse_escape(fight: Fight, seat: str, actor: Fighter, intent: i.Escape) -> Refusal | None:
    clause = "icons.escaping.test"
    if fight.marked(actor.name, "paralyzed"):
        return Refusal("icons.immobile.includes", f"{actor.name} is paralyzed")
    if fight.hold(intent.target, actor.name) is None:
        return Refusal(clause, f"{intent.target} does not hold {actor.name}")
    if intent.target in actor.escaped:
        return Refusal(clause, f"{actor.name} has tried to escape from {intent.target} on this page")
    if fight.rule("escape_cost") == "panel" and actor.deeds:
        return Refusal(clause, f"an escape takes the whole panel, and {actor.name} has done something else in it")
    return None


def _escape(story: Story, intent: i.Escape, ask: Ask) -> None:
    fight = story.state
    actor, holder = fight[intent.actor], fight[intent.target]
    hold = fight.hold(holder.name, actor.name)
    assert hold is not None  # refused otherwise
    both: tuple[Ability, ...] = (intent.ability,) if intent.ability else ("prowess", "strength")
    level = max((free_level(fight, actor, ability, "Wrestling") for ability in both), key=total)
    against = [Part("Strength", holder.strength, "icons.escaping.test")]
    if hold.bond:
        against = [Part("bonds", hold.bond, "icons.context.binding")]
    marks = ("icons.reactions.marked.escaping",) if fight.rule("escape_cost") == "reaction" else ()
    text = f"{actor.name} breaks free of {holder.name}"
    graded = _escape_test(story, ask, actor, holder, hold, level, against, text, marks)
    story.emit(e.Strained(actor=actor.name, holder=holder.name, clause="icons.escaping.test"))
    free = graded.outcome in ("major", "massive") or (graded.outcome == "moderate" and not hold.complete)
    if free:
        clause = {
            "moderate": "icons.escaping.moderate", "major": "icons.escaping.major", "massive": "icons.escaping.massive",
        }[graded.outcome]  # fmt: skip
        story.emit(
            e.HoldEnded(
                holder=holder.name,
                target=actor.name,
                how="escaped",
                bond=hold.bond,
                clause=clause,
                also=(graded.clause,),
            )
        )
        if graded.outcome == "massive" and not hold.bond and holder.able:
            story.emit(
                e.Held(
                    holder=actor.name, target=holder.name, complete=False, clause="icons.escaping.massive",
                    also=("icons.wrestling.partial-hold",),
                )
            )  # fmt: skip
    else:
        by = "icons.escaping.moderate" if graded.outcome == "moderate" else "icons.escaping.test"
        story.emit(e.Kept(holder=holder.name, target=actor.name, clause=by, also=(graded.clause,)))
    if fight.rule("escape_cost") == "panel":
        story.emit(e.PanelEnded(actor=actor.name, clause="icons.escaping.test"))


def _escape_test(
    story: Story, ask: Ask, actor: Fighter, holder: Fighter, hold: Hold, level: list[Part], against: list[Part],
    text: str, marks: tuple[str, ...],
) -> Graded:  # fmt: skip
    """Bonds do not resist; a holder does, by whose hand the table rolls."""
    if hold.bond:
        clause = "icons.escaping.test"
        return test(story, ask, actor, "escape", clause, level, against, text, marks, target=holder.name)
    return contest(
        story, ask, actor, holder, "escape", "icons.escaping.test", level, against, text, marks, counter="hold"
    )


def _refuse_own_hold(fight: Fight, seat: str, actor: Fighter, intent: i.Squeeze | i.Release) -> Refusal | None:
    hold = fight.hold(actor.name, intent.target)
    if hold is None or (hold.bond and isinstance(intent, i.Squeeze)):
        return Refusal("icons.wrestling.squeeze", f"{actor.name} has no hold on {intent.target}")
    if isinstance(intent, i.Squeeze) and fight.step(actor.name, intent.target) > 1:
        return Refusal("icons.distance.close-attack-reach", f"{intent.target} is out of reach")
    if isinstance(intent, i.Squeeze) and not hold.complete:
        return Refusal("icons.wrestling.squeeze", f"{actor.name} has only a partial hold on {intent.target}")
    return None


def _squeeze(story: Story, intent: i.Squeeze, ask: Ask) -> None:
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    parts = [Part("Strength", actor.strength, "icons.wrestling.squeeze"), *armor(fight, target)]
    lose_stamina(story, target, parts, "icons.wrestling.squeeze")
    story.emit(e.PanelEnded(actor=actor.name, clause="icons.wrestling.squeeze"))


def _release(story: Story, intent: i.Release, ask: Ask) -> None:
    clause = "icons.wrestling.complete-hold"
    for hold in story.state.holds:
        if (hold.holder, hold.held) == (intent.actor, intent.target):
            story.emit(e.HoldEnded(holder=hold.holder, target=hold.held, how="released", bond=hold.bond, clause=clause))


def loosen(story: Story) -> None:
    """A hold ends when its holder is out, stunned, or one of the two was slammed away (icons.wrestling.complete-hold)."""
    flung = {event.target for event in story.events if isinstance(event, e.Flung)}
    for hold in story.state.holds:
        holder, held = story.state[hold.holder], story.state[hold.held]
        lost = not holder.able or "stun" in holder.owed or hold.holder in flung or hold.held in flung
        if held.dead or (lost and not hold.bond):
            clause = "icons.wrestling.complete-hold"
            story.emit(e.HoldEnded(holder=hold.holder, target=hold.held, how="lost", bond=hold.bond, clause=clause))


# ------------------------------------------------------------------- grabbing


def _refuse_grab(fight: Fight, seat: str, actor: Fighter, intent: i.Grab) -> Refusal | None:
    target = fight[intent.target]
    if carried(target, intent.item) is None:
        has = ", ".join(one.name for one in target.belongings) or "nothing"
        return Refusal("icons.grabbing.test", f"{target.name} has no {intent.item!r} (has: {has})")
    return _within_reach(fight, actor, target, "icons.grabbing.test")


def _grab(story: Story, intent: i.Grab, ask: Ask) -> None:
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    level = [*base(actor, "strength", "prowess"), *circumstances(fight, actor, target, "grab", close=True)]
    level += active(fight, actor, "strength", target)
    against = _immobile(fight, target, base(target, "strength"))
    text = f"{actor.name} grabs the {intent.item}"
    way = "keep"
    if not attack_mode(fight, actor, target):
        # The holder may pull back as well as out of the way.
        question = f"{text}: how does {target.name} keep it?"
        way = ask.choose(target.seat, ("keep", "evade", "dodge"), "icons.grabbing.test", question)
        if way != "keep":
            ability: Ability = "prowess" if way == "evade" else "coordination"
            against = defence_level(fight, target, ability, as_test=True)
    graded = contest(story, ask, actor, target, "grab", "icons.grabbing.test", level, against, text, counter=way)
    if intent.pull:
        graded = capped(graded, intent.pull)
    if graded.outcome in ("failure", "moderate"):
        clause = "icons.grabbing.less-than-major"
        story.emit(e.Missed(actor=actor.name, target=target.name, clause=clause, also=(graded.clause,)))
    else:
        thing = carried(target, intent.item)
        assert thing is not None  # refused otherwise
        massive = graded.outcome == "massive"
        clause = "icons.grabbing.massive" if massive else "icons.grabbing.major"
        story.emit(
            e.Grabbed(actor=actor.name, target=target.name, item=thing.name, clause=clause, also=(graded.clause,))
        )
        if massive:
            strength = toughness_of(ask, thing, clause)
            both = actor.strength + target.strength
            strike(story, thing.name, both, strength, ask, owner=actor.name, clause="icons.grabbing.massive")
    use_attack(story, story.state[actor.name])


DEEDS: Deeds = {
    i.Wrestle: Deed(_wrestle, "attack", _refuse_wrestle),
    i.Bind: Deed(_bind, "attack", _refuse_bind),
    i.Grab: Deed(_grab, "attack", _refuse_grab),
    i.Escape: Deed(_escape, "panel", _refuse_escape, mental=True),
    i.Squeeze: Deed(_squeeze, "panel", _refuse_own_hold),
    i.Release: Deed(_release, "panel", _refuse_own_hold),
}
