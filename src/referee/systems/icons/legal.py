"""What a seat may do now, and why not: one function answers both."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.codec import nearest
from referee.core.system import Refusal
from referee.systems.icons import intents as i
from referee.systems.icons.attack import option_of, surrounding, sweep_blow, verb, weapon
from referee.systems.icons.book import KIND_OF, MOVING, attacks_allowed, step_of, throw_row
from referee.systems.icons.levels import FISTS, attacks_of
from referee.systems.icons.sheet import GAME_MASTER, RANGES, Attack
from referee.systems.icons.state import Fight, Fighter


def refusal(fight: Fight, seat: str, intent: i.AnyIntent) -> Refusal | None:
    """Why the rules forbid this, or None."""
    for name in (intent.actor, getattr(intent, "target", intent.actor)):
        if not fight.has(name):
            return Refusal("icons.doing.anything", f"nobody here is called {name!r}{nearest(name, fight.names())}")
    actor = fight[intent.actor]
    if isinstance(intent, i.Mark | i.Unmark):
        return _mark(fight, seat, actor, intent)
    if seat not in (actor.seat, GAME_MASTER):
        return Refusal("icons.doing.anything", f"{actor.name} is played by {actor.seat}, not by {seat}")
    if isinstance(intent, i.Cling):
        return _cling(fight, actor)
    return _turn(fight, actor) or _deed(fight, actor, intent)


def _turn(fight: Fight, actor: Fighter) -> Refusal | None:
    if actor.dead:
        return Refusal("icons.killing.death", f"{actor.name} is dead")
    if actor.unconscious:
        return Refusal("icons.damage.zero-stamina", f"{actor.name} is unconscious")
    if actor.sheet.side != fight.side:
        return Refusal(
            "icons.conflict.alternate",
            f"it is the turn of the {fight.side}, and {actor.name} is of the {actor.sheet.side}",
        )
    if actor.panel == "done":
        return Refusal("icons.supplemental.one-active-test", f"{actor.name}'s panel of page {fight.page} is over")
    return None


def _deed(fight: Fight, actor: Fighter, intent: i.AnyIntent) -> Refusal | None:
    if isinstance(intent, i.Attacking):
        return _attack(fight, actor, intent)
    if isinstance(intent, i.Pass):
        return None
    if actor.attacks and not isinstance(intent, i.Attacking):
        return Refusal("icons.supplemental.fast-attack", f"{actor.name}'s further tests of this panel must be attacks")
    if isinstance(intent, i.Sweep):
        return _sweep(fight, actor, intent)
    if isinstance(intent, i.Aim):
        return _aim(actor)
    if isinstance(intent, i.Stand):
        if not actor.down:
            return Refusal("icons.slamming.get-up", f"{actor.name} is not down")
        return None
    if isinstance(intent, i.Move):
        return _move(fight, actor, intent)
    if isinstance(intent, i.Aid):
        return _aid(fight, actor, fight[intent.target])
    return None


def reach(fighter: Fighter) -> int:
    """How far a character gets in a page, as a step (icons.moving.distance)."""
    return step_of(MOVING.row(fighter.sheet.coordination).name)


def is_whole_panel(fight: Fight, intent: i.Move) -> bool:
    """Whether a move goes beyond the usual distance and so takes the whole panel."""
    actor = fight[intent.actor]
    return max(step_of(intent.to), fight.step(intent.actor, intent.target)) > reach(actor)


def _move(fight: Fight, actor: Fighter, intent: i.Move) -> Refusal | None:
    if intent.target == actor.name:
        return Refusal("icons.distance.abstract", "a range lies between two characters; name another one")
    now, to = fight.step(actor.name, intent.target), step_of(intent.to)
    if now == to:
        return Refusal("icons.distance.abstract", f"{actor.name} is already at {intent.to} range from {intent.target}")
    if actor.down:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if "move" in actor.deeds:
        return Refusal("icons.supplemental.penalty", f"{actor.name} has moved on this page")
    if is_whole_panel(fight, intent):
        if abs(now - to) > 1:
            return Refusal(
                "icons.moving.distance", f"that is too far for one page; {actor.name} can go one step as a whole panel"
            )
        if actor.deeds:
            return Refusal(
                "icons.moving.distance",
                f"so far a move takes the whole panel, and {actor.name} has done something else in it",
            )
    return None


def _aid(fight: Fight, actor: Fighter, target: Fighter) -> Refusal | None:
    if target.name == actor.name:
        return Refusal("icons.killing.assistance", "somebody else must help")
    if not target.dying:
        return Refusal("icons.killing.assistance", f"{target.name} is not dying")
    if fight.step(actor.name, target.name) > 1:
        return Refusal("icons.killing.assistance", f"{target.name} is too far away: help needs Personal or Close range")
    if actor.deeds:
        return Refusal(
            "icons.killing.assistance", f"help takes the whole panel, and {actor.name} has done something else in it"
        )
    return None


def _cling(fight: Fight, actor: Fighter) -> Refusal | None:
    if not actor.dying:
        return Refusal("icons.killing.determination", f"{actor.name} is not dying")
    if actor.clings:
        return Refusal("icons.killing.determination", f"{actor.name} has spent a point on this page already")
    if actor.determination < 1:
        return Refusal("icons.killing.determination", f"{actor.name} has no Determination left")
    return None


def _attack(fight: Fight, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    target = fight[intent.target]
    if target.name == actor.name:
        return Refusal("icons.bashing.scope", f"{actor.name} cannot attack {actor.name}")
    if target.dead:
        return Refusal("icons.killing.death", f"{target.name} is dead")
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


def _sweep(fight: Fight, actor: Fighter, intent: i.Sweep) -> Refusal | None:
    crowd = surrounding(fight, actor)
    if len(crowd) < 2:
        return Refusal(
            "icons.multiple.condition", f"{actor.name} has {len(crowd)} opponents at Close range; two are needed"
        )
    return _attack(fight, actor, replace(sweep_blow(actor, intent), target=crowd[0].name))


def _aim(actor: Fighter) -> Refusal | None:
    if all(attack.kind not in ("blasting", "shooting", "thrown") for attack in attacks_of(actor)):
        return Refusal("icons.aiming.bonus", f"{actor.name} has no ranged attack to aim")
    if actor.deeds:
        return Refusal(
            "icons.aiming.bonus", f"aiming takes the whole panel, and {actor.name} has done something else in it"
        )
    return None


def _mark(fight: Fight, seat: str, actor: Fighter, intent: i.Mark | i.Unmark) -> Refusal | None:
    if seat != GAME_MASTER:
        return Refusal("icons.surprise.bonus", "how things stand is for the game master to say")
    pair = intent.flag in ("unaware", "dim")
    if pair and (not fight.has(intent.of) or intent.of == actor.name):
        return Refusal(
            "icons.surprise.bonus", f"{intent.flag} needs another character: of=NAME{nearest(intent.of, fight.names())}"
        )
    if not pair and intent.of:
        return Refusal("icons.surprise.bonus", f"{intent.flag} is about one character; leave `of` out")
    if fight.marked(actor.name, intent.flag, intent.of) == isinstance(intent, i.Mark):
        return Refusal("icons.surprise.bonus", "that is how things stand already")
    return None


def _rush(fight: Fight, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    step = fight.step(actor.name, intent.target)
    if step < 1:
        return Refusal("icons.rushing.distance", f"{intent.target} is too near: a rush needs at least Close range")
    if actor.down:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if step > reach(actor):
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


def candidates(fight: Fight, seat: str) -> Iterator[i.AnyIntent]:
    """Everything worth offering: each deed of each own character, with each weapon, target and limit."""
    for actor in fight.fighters:
        if seat not in (actor.seat, GAME_MASTER):
            continue
        foes_first = sorted(fight.others(actor.name), key=lambda one, side=actor.sheet.side: one.sheet.side == side)  # type: ignore[misc]
        for target in foes_first:
            yield from _attacks(actor, target)
            for to in RANGES:
                yield i.Move(actor.name, target.name, to)
            yield i.Aid(actor.name, target.name)
            if seat == GAME_MASTER:
                yield from _marks(fight, actor.name, target.name)
        for using in (FISTS, *(one.name for one in attacks_of(actor) if one.kind in ("bashing", "slashing"))):
            yield i.Sweep(actor.name, using)
        yield i.Aim(actor.name)
        yield i.Stand(actor.name)
        yield i.Cling(actor.name)
        yield i.Pass(actor.name)


def _marks(fight: Fight, who: str, of: str) -> Iterator[i.AnyIntent]:
    for flag, other in (("unaware", of), ("dim", of), ("airborne", ""), ("underwater", "")):
        if of == next(name for name in fight.names() if name != who) or other:
            yield i.Mark(who, flag, other)  # type: ignore[arg-type]
            yield i.Unmark(who, flag, other)  # type: ignore[arg-type]


def _attacks(actor: Fighter, target: Fighter) -> Iterator[i.AnyIntent]:
    pulls = ("", "moderate", "major")
    for pull in pulls:
        yield i.Bash(actor.name, target.name, FISTS, pull)  # type: ignore[arg-type]
        yield i.Rush(actor.name, target.name, "", pull)  # type: ignore[arg-type]
        for attack in attacks_of(actor):
            if attack.kind == "shooting":
                yield i.ShootToStun(actor.name, target.name, attack.name, pull)  # type: ignore[arg-type]
            yield VERBS[attack.kind](actor.name, target.name, attack.name, pull)  # type: ignore[arg-type]


VERBS: dict[str, type[i.Bash | i.Slash | i.Blast | i.Shoot | i.Throw]] = {
    "bashing": i.Bash, "slashing": i.Slash, "blasting": i.Blast, "shooting": i.Shoot, "thrown": i.Throw,
}  # fmt: skip
