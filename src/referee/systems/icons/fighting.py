"""Blows of every kind: what may be attacked with what, and how it is played."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.asking import set_by_master
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.graded.tests import total
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.attack import play_attack, play_sweep, surrounding, sweep_blow
from referee.systems.icons.blows import damage_of, option_of, verb, weapon
from referee.systems.icons.book import KIND_OF, OUTCOMES, Option, attacks_allowed, step_of, throw_row
from referee.systems.icons.damage import strike
from referee.systems.icons.feats import immune
from referee.systems.icons.levels import FISTS, active_level, armor, attacks_of, lacks, microscopic
from referee.systems.icons.manoeuvres import allies_of, ally_blow, interpose_refusal
from referee.systems.icons.moving import reach
from referee.systems.icons.rolling import Story, test
from referee.systems.icons.sheet import RANGES, Attack
from referee.systems.icons.state import Fight, Fighter


def _refuse_attack(fight: Fight, seat: str, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    target = fight[intent.target]
    if target.name == actor.name:
        return Refusal("icons.bashing.scope", f"{actor.name} cannot attack {actor.name}")
    if target.dead:
        return Refusal("icons.killing.death", f"{target.name} is dead")
    if microscopic(actor) != microscopic(target) and not isinstance(intent, i.MentalBlast):
        small = actor if microscopic(actor) else target
        return Refusal("icons.context.shrinking-table", f"{small.name} is too small to touch the large world")
    if isinstance(intent, i.MentalBlast):
        return _refuse_mental(fight, actor, target, intent)
    if actor.attacks >= attacks_allowed(actor.sheet.power("Fast Attack")):
        return Refusal("icons.supplemental.one-active-test", f"{actor.name} has made the attack of this panel")
    named = [attack.name for attack in attacks_of(actor)]
    if intent.using and intent.using != FISTS and intent.using not in named:
        known = [*named, FISTS]
        return Refusal("icons.context.equipment", f"{actor.name} has no {intent.using!r}{nearest(intent.using, known)}")
    try:
        attack = weapon(actor, intent)
    except LookupError as missing:
        return Refusal("icons.context.equipment", f"{actor.name} has no {missing.args[0]} attack")
    kind = KIND_OF[verb(intent)]
    wrong = (attack is None and kind not in ("bashing", None)) or (attack is not None and attack.kind != kind)
    if wrong or (kind is None and intent.using not in ("", FISTS)):
        return Refusal("icons.context.equipment", f"{intent.using or FISTS} cannot be used to {verb(intent)}")
    option = option_of(fight, intent, attack)
    if intent.pull and option.can_kill:
        return Refusal("icons.pulling.refused", "an attack that can kill cannot be pulled")
    extras = _refuse_spot(intent, option) or _refuse_allies(fight, actor, intent)
    if extras is not None:
        return extras
    if option.name == "rush":
        return _rush(fight, actor, intent)
    step = fight.step(actor.name, target.name)
    if option.close:
        if step > 1:
            return Refusal(
                "icons.distance.close-attack-reach",
                f"{target.name} is at {RANGES[step]} range, out of reach of a close attack; move to Close first",
            )
        return None
    return _ranged(fight, actor, intent, attack, step)


def _refuse_mental(fight: Fight, actor: Fighter, target: Fighter, intent: i.MentalBlast) -> Refusal | None:
    clause = "icons.context.mental-blast"
    level = actor.sheet.power("Mental Blast")
    if not level or lacks(actor, "willpower"):
        return Refusal(clause, f"{actor.name} has no Mental Blast" if not level else f"{actor.name} has no Willpower")
    if actor.attacks >= attacks_allowed(actor.sheet.power("Fast Attack")):
        return Refusal("icons.supplemental.one-active-test", f"{actor.name} has made the attack of this panel")
    if intent.using or intent.at or intent.allies:
        return Refusal(clause, "a Mental Blast has no weapon, no spot and no helpers; leave them out")
    if level <= target.sheet.power("Mind Shield"):
        return Refusal("icons.context.mind-shield", f"{target.name}'s Mind Shield keeps it out")
    if fight.step(actor.name, target.name) > step_of("Visual" if fight.rule("max_ranged") == "visual" else "Extended"):
        return Refusal("icons.distance.ranged-attack-reach", f"{target.name} is out of reach")
    return immune(fight, actor, target, clause)


def _refuse_spot(intent: i.Attacking, option: Option) -> Refusal | None:
    if intent.at and option.close:
        return Refusal("icons.called-shots.requirement", "only a ranged attack can be a called shot")
    return None


def _refuse_allies(fight: Fight, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    """Whether attacks combine: nobody could hurt alone, and the damage levels are near (icons.combined.eligibility)."""
    clause = "icons.combined.eligibility"
    if not intent.allies:
        return None
    target = fight[intent.target]
    stops = -total(armor(fight, target))
    levels = [(actor.name, total(damage_of(fight, intent)))]
    helpers = allies_of(intent)
    if len({name for name, _ in helpers} | {actor.name}) != len(helpers) + 1:
        return Refusal(clause, "each helper is named once, and not the attacker")
    if actor.panel != "waiting":
        return Refusal(clause, f"{actor.name} has done something else in this panel")
    for name, using in helpers:
        if not fight.has(name):
            return Refusal(clause, f"nobody here is called {name!r}{nearest(name, fight.names())}")
        helper = fight[name]
        if (
            helper.sheet.side != actor.sheet.side
            or helper.panel != "waiting"
            or fight.helpless(helper)
            or helper.rests_until
        ):
            return Refusal(clause, f"{name} has no unused panel on this side's turn")
        if using and using != FISTS and all(one.name != using for one in attacks_of(helper)):
            return Refusal(clause, f"{name} has no {using!r}{nearest(using, [one.name for one in attacks_of(helper)])}")
        if target.name in helper.awed_by:
            return Refusal("icons.intimidating.massive", f"{name} has given up before {target.name}")
        blow = ally_blow(fight, intent, name, using)
        refused = _refuse_attack(fight, helper.seat, helper, blow)
        if refused is not None:
            return refused
        levels.append((name, total(damage_of(fight, blow))))
    most = max(level for _, level in levels)
    if most - min(level for _, level in levels) > 1:
        return Refusal(clause, "their damage levels are more than 1 apart: " + _listed(levels))
    if most > stops:
        return Refusal(clause, f"one of them can hurt {target.name} alone (armor {stops}): " + _listed(levels))
    if levels[0][1] != most:
        return Refusal("icons.combined.bonus", "the attack with the highest damage leads: " + _listed(levels))
    return None


def _listed(levels: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {level}" for name, level in levels)


def _refuse_sweep(fight: Fight, seat: str, actor: Fighter, intent: i.Sweep) -> Refusal | None:
    crowd = surrounding(fight, actor)
    if len(crowd) < 2:
        return Refusal(
            "icons.multiple.condition", f"{actor.name} has {len(crowd)} opponents at Close range; two are needed"
        )
    return _refuse_attack(fight, seat, actor, replace(sweep_blow(actor, intent), target=crowd[0].name))


def _refuse_aim(fight: Fight, seat: str, actor: Fighter, intent: i.Aim) -> Refusal | None:
    if all(attack.kind not in ("blasting", "shooting", "thrown") for attack in attacks_of(actor)):
        return Refusal("icons.aiming.bonus", f"{actor.name} has no ranged attack to aim")
    if actor.deeds:
        return Refusal(
            "icons.aiming.bonus", f"aiming takes the whole panel, and {actor.name} has done something else in it"
        )
    return None


def _rush(fight: Fight, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    step = fight.step(actor.name, intent.target)
    if fight.held_by(actor.name) or fight.holding(actor.name):
        return Refusal("icons.wrestling.partial-penalty", f"{actor.name} cannot move away in a hold")
    if step < 1:
        return Refusal("icons.rushing.distance", f"{intent.target} is too near: a rush needs at least Close range")
    if actor.prone:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if step > reach(fight, actor):
        return Refusal(
            "icons.rushing.distance",
            f"{intent.target} is at {RANGES[step]} range, farther than {actor.name} can run in a page",
        )
    return None


def _ranged(fight: Fight, actor: Fighter, intent: i.Attacking, attack: Attack | None, step: int) -> Refusal | None:
    assert attack is not None  # bare hands have no range
    if attack.kind == "thrown":
        far = throw_row(actor.strength, attack.lift)
        if far.name == "none":
            return Refusal(
                "icons.throwing.minimum",
                f"{actor.name} is not strong enough to throw the {attack.name}: two levels above its lift level {attack.lift} are needed",
                (far.clause,),
            )
        if step > step_of(far.name):
            return Refusal(
                "icons.throwing.range",
                f"{actor.name} can throw the {attack.name} out to {far.name} range, and {intent.target} is at {RANGES[step]}",
            )
        return None
    usual = "Visual" if fight.rule("max_ranged") == "visual" else "Extended"
    limit = step_of(attack.reach or usual)
    if step > limit:
        return Refusal(
            "icons.distance.ranged-attack-reach",
            f"{intent.target} is at {RANGES[step]} range, and the {attack.name} reaches {RANGES[limit]}",
        )
    return None


# ------------------------------------------------------------------ preparations


def _play_aim(story: Story, intent: i.Aim, ask: Ask) -> None:
    story.emit(e.Aimed(actor=intent.actor, page=story.state.page, clause="icons.aiming.bonus"))


def _refuse_guard(fight: Fight, seat: str, actor: Fighter, intent: i.Guard) -> Refusal | None:
    clause = "icons.interposing.cost"
    if intent.target == actor.name or intent.target in actor.guards:
        return Refusal(clause, f"{actor.name} is ready to do that already")
    if interpose_refusal(fight, actor, fight[intent.target]) is not None:
        return Refusal(
            clause, f"{actor.name} cannot jump in front of {intent.target}: able, free, and within Close range"
        )
    return None


def _guard(story: Story, intent: i.Guard, ask: Ask) -> None:
    story.emit(e.Watched(actor=intent.actor, target=intent.target, ready=True, clause="icons.interposing.cost"))


def _refuse_unguard(fight: Fight, seat: str, actor: Fighter, intent: i.Unguard) -> Refusal | None:
    if intent.target not in actor.guards:
        return Refusal("icons.interposing.cost", f"{actor.name} does not watch over {intent.target}")
    return None


def _unguard(story: Story, intent: i.Unguard, ask: Ask) -> None:
    story.emit(e.Watched(actor=intent.actor, target=intent.target, ready=False, clause="icons.interposing.cost"))


def _refuse_lure(fight: Fight, seat: str, actor: Fighter, intent: i.Lure) -> Refusal | None:
    target = fight[intent.target]
    if target.sheet.side == actor.sheet.side or not target.able:
        return Refusal("icons.luring.bonus", f"{target.name} is no foe who could take the bait")
    if actor.deeds:
        why = f"luring takes the whole panel, and {actor.name} has done something else in it"
        return Refusal("icons.luring.bonus", why)
    return None


def _lure(story: Story, intent: i.Lure, ask: Ask) -> None:
    story.emit(e.Lured(actor=intent.actor, foe=intent.target, clause="icons.luring.bonus"))


def _refuse_snipe(fight: Fight, seat: str, actor: Fighter, intent: i.Snipe) -> Refusal | None:
    clause = "icons.called-shots.requirement"
    if (intent.difficulty is not None or intent.strength is not None) and seat != GAME_MASTER:
        return Refusal(clause, "the game master sets difficulty and Strength; leave them out to be asked")
    ranged = [one for one in attacks_of(actor) if one.kind in ("blasting", "shooting")]
    if not ranged or (intent.using and all(one.name != intent.using for one in ranged)):
        return Refusal(
            clause, f"{actor.name} needs a ranged attack (has: {', '.join(one.name for one in ranged) or 'none'})"
        )
    return None


def _snipe(story: Story, intent: i.Snipe, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    clause = "icons.called-shots.requirement"
    attack = next(
        one for one in attacks_of(actor) if one.kind in ("blasting", "shooting") and intent.using in ("", one.name)
    )
    hard = set_by_master(ask, intent.difficulty, clause, f"{actor.name} aims at the {intent.at}. How hard is it?")
    groups = [f"Weapons: {attack.group}"] if attack.group else []
    powers = ["Power"] if any(power.name == attack.name for power in actor.sheet.powers) else []
    level = active_level(fight, actor, "coordination", *groups, *powers)
    if actor.aimed == fight.page - 1:
        level.append(Part("aimed", 1, "icons.aiming.bonus"))
    against = [Part("difficulty", hard, clause)]
    graded = test(story, ask, actor, "snipe", clause, level, against, f"{actor.name} shoots at the {intent.at}")
    hit = OUTCOMES.rank(graded.outcome) >= OUTCOMES.rank("major")
    note = f"{'hits' if hit else 'misses'} the {intent.at}"
    story.emit(
        e.Tried(actor=actor.name, deed="snipe", outcome=graded.outcome, note=note, clause=clause, also=(graded.clause,))
    )
    if hit and intent.strength is not None:
        strike(story, intent.at, attack.damage or 0, intent.strength, ask, clause="icons.called-shots.requirement")
    story.emit(e.Used(actor=actor.name, last=True, clause="icons.supplemental.one-active-test"))


DEEDS: Deeds = {
    **{
        one: Deed(play_attack, "attack", _refuse_attack)
        for one in (i.Bash, i.Slash, i.Blast, i.Shoot, i.ShootToStun, i.Throw, i.Rush)
    },
    i.MentalBlast: Deed(play_attack, "attack", _refuse_attack, mental=True),
    i.Sweep: Deed(play_sweep, "panel", _refuse_sweep),
    i.Snipe: Deed(_snipe, "panel", _refuse_snipe),
    i.Aim: Deed(_play_aim, "panel", _refuse_aim),
    i.Guard: Deed(_guard, "reaction", _refuse_guard),
    i.Unguard: Deed(_unguard, "reaction", _refuse_unguard),
    i.Lure: Deed(_lure, "panel", _refuse_lure),
}
