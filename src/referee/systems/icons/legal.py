"""What a seat may do now, and why not: one function answers both."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.codec import nearest
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deeds, When
from referee.systems.graded.field import GAME_MASTER
from referee.systems.icons import determination, feats, fighting, holds, mastery, moving
from referee.systems.icons import intents as i
from referee.systems.icons.attack import victims
from referee.systems.icons.blows import VERBS
from referee.systems.icons.levels import FISTS, attacks_of
from referee.systems.icons.sheet import RANGES
from referee.systems.icons.state import PAIRED, Fight, Fighter

DEEDS: Deeds = {
    **fighting.DEEDS, **holds.DEEDS, **moving.DEEDS, **feats.DEEDS, **determination.DEEDS, **mastery.DEEDS,
    i.Pass: moving.PASS,
}  # fmt: skip
"""Every kind of intent, with what its module says of it."""


def refusal(fight: Fight, seat: str, intent: i.AnyIntent) -> Refusal | None:
    """Why the rules forbid this, or None."""
    deed = DEEDS[type(intent)]
    if deed.when in ("gm", "table") and seat != GAME_MASTER:
        clause = mastery.MARKS[intent.flag] if isinstance(intent, i.Mark | i.Unmark) else "icons.doing.anything"
        return Refusal(clause, "that is for the game master to say")
    if isinstance(intent, i.TABLE):
        if intent.actor != GAME_MASTER:
            return Refusal("icons.doing.anything", f"that is said of the whole table; write `{GAME_MASTER}` first")
        return deed.refuse(fight, seat, None, intent)
    for name in (intent.actor, getattr(intent, "target", "") or intent.actor):
        if not fight.has(name):
            return Refusal("icons.doing.anything", f"nobody here is called {name!r}{nearest(name, fight.names())}")
    actor = fight[intent.actor]
    if deed.when == "gm":
        return deed.refuse(fight, seat, actor, intent)
    if seat not in (actor.seat, GAME_MASTER):
        return Refusal("icons.doing.anything", f"{actor.name} is played by {actor.seat}, not by {seat}")
    unfit = _moment(fight, actor, when(intent)) or _bound(fight, actor, intent) or _overawed(fight, actor, intent)
    return unfit or deed.refuse(fight, seat, actor, intent)


def _overawed(fight: Fight, actor: Fighter, intent: i.AnyIntent) -> Refusal | None:
    """Whoever has given up before somebody attacks that one no more (icons.intimidating.massive)."""
    for name in victims(fight, intent) if actor.awed_by else ():
        if name in actor.awed_by:
            return Refusal("icons.intimidating.massive", f"{actor.name} has given up before {name}")
    return None


def when(intent: i.AnyIntent) -> When:
    """When such an intent may be done; a free test may be a reaction."""
    return "reaction" if isinstance(intent, i.Try) and intent.reaction else DEEDS[type(intent)].when


def _moment(fight: Fight, actor: Fighter, moment: When) -> Refusal | None:
    """Whether it is the time for it."""
    if moment == "always":
        return Refusal("icons.killing.death", f"{actor.name} is dead") if actor.dead else None
    if actor.dead and not actor.lingers:
        return Refusal("icons.killing.death", f"{actor.name} is dead")
    if not actor.able:
        return Refusal("icons.damage.zero-stamina", f"{actor.name} is unconscious")
    if moment == "reaction":
        return None
    if actor.sheet.side != fight.side:
        return Refusal(
            "icons.conflict.alternate",
            f"it is the turn of the {fight.side}, and {actor.name} is of the {actor.sheet.side}",
        )
    if actor.panel == "done":
        return Refusal("icons.supplemental.one-active-test", f"{actor.name}'s panel of page {fight.page} is over")
    if actor.attacks and moment != "attack":
        return Refusal("icons.supplemental.fast-attack", f"{actor.name}'s further tests of this panel must be attacks")
    return None


def _bound(fight: Fight, actor: Fighter, intent: i.AnyIntent) -> Refusal | None:
    """Holds and exhaustion forbid what takes a body."""
    if DEEDS[type(intent)].mental or when(intent) == "always":
        return None
    if isinstance(intent, i.Try) and intent.ability in ("intellect", "awareness", "willpower"):
        return None
    if fight.pinned(actor) or fight.marked(actor.name, "paralyzed"):
        why = f"{actor.name} is completely held: escape first, or do something that takes no body"
        return Refusal("icons.wrestling.complete-hold", why)
    if actor.rests_until is not None and when(intent) != "reaction":
        why = f"{actor.name} has collapsed and rests until page {actor.rests_until} is over"
        return Refusal("icons.exhaustion.moderate", why)
    return None


# -------------------------------------------------------------------- candidates


def candidates(fight: Fight, seat: str) -> Iterator[i.AnyIntent]:
    """Everything worth offering: each deed of each own character, with each weapon, target and limit.

    Deeds that need words or figures of somebody's own (a stunt, a free test) are offered in one plain form.
    """
    for actor in fight.fighters:
        if seat not in (actor.seat, GAME_MASTER):
            continue
        name = actor.name
        foes_first = sorted(fight.others(name), key=lambda one, side=actor.sheet.side: one.sheet.side == side)  # type: ignore[misc]
        for target in foes_first:
            yield from _attacks(actor, target)
            yield from _contests(fight, actor, target)
            yield from _moves(actor, target)
        for using in (FISTS, *(one.name for one in attacks_of(actor) if one.kind in ("bashing", "slashing"))):
            yield i.Sweep(name, using)
        yield from _alone(actor)
        if seat == GAME_MASTER:
            yield from _by_master(fight, actor)
        yield i.Pass(name)
    if seat == GAME_MASTER:
        for side in fight.sides:
            yield i.Conflict(GAME_MASTER, side)
        yield i.Chapter(GAME_MASTER)
        yield i.Issue(GAME_MASTER)
        yield i.Wait(GAME_MASTER, 1, "minutes")
        yield i.Wait(GAME_MASTER, 1, "hours")
        yield i.Wait(GAME_MASTER, 1, "weeks")


def _attacks(actor: Fighter, target: Fighter) -> Iterator[i.AnyIntent]:
    pulls = ("", "moderate", "major")
    for pull in pulls:
        yield i.Bash(actor.name, target.name, FISTS, pull)  # type: ignore[arg-type]
        yield i.Rush(actor.name, target.name, "", pull)  # type: ignore[arg-type]
        for attack in attacks_of(actor):
            if attack.kind == "shooting":
                yield i.ShootToStun(actor.name, target.name, attack.name, pull)  # type: ignore[arg-type]
            yield VERBS[attack.kind](actor.name, target.name, attack.name, pull)  # type: ignore[arg-type]
    for attack in attacks_of(actor):
        if attack.kind in ("blasting", "shooting"):
            for thing in target.belongings:
                yield VERBS[attack.kind](actor.name, target.name, attack.name, "", thing.name)
    if actor.sheet.power("Mental Blast"):
        yield i.MentalBlast(actor.name, target.name)


def _contests(fight: Fight, actor: Fighter, target: Fighter) -> Iterator[i.AnyIntent]:
    name, other = actor.name, target.name
    yield i.Wrestle(name, other)
    if actor.sheet.power("Binding"):
        yield i.Bind(name, other)
    for thing in target.belongings:
        yield i.Grab(name, other, thing.name)
        yield i.Grab(name, other, thing.name, "major")
    if any(hold.holder == other for hold in fight.held_by(name)):
        yield i.Escape(name, other, "prowess")
        yield i.Escape(name, other, "strength")
    if any(hold.held == other for hold in fight.holds if hold.holder == name):
        yield i.Squeeze(name, other)
        yield i.Release(name, other)
    yield i.Intimidate(name, other)
    yield i.Lure(name, other)
    if actor.sheet.power("Mind Control"):
        yield i.Control(name, other)
    if actor.sheet.side == target.sheet.side:
        yield i.Guard(name, other)
        yield i.Unguard(name, other)
    yield i.Race(name, other)


def _moves(actor: Fighter, target: Fighter) -> Iterator[i.AnyIntent]:
    for to in RANGES:
        yield i.Move(actor.name, target.name, to)
        yield i.Jump(actor.name, target.name, to)
    yield i.Aid(actor.name, target.name)
    if actor.sheet.power("Healing"):
        yield i.Heal(actor.name, target.name)
        yield i.Heal(actor.name, target.name, True)


def _alone(actor: Fighter) -> Iterator[i.AnyIntent]:
    name = actor.name
    yield i.Aim(name)
    yield i.Stand(name)
    yield i.Search(name)
    yield i.Sneak(name)
    yield i.Notice(name)
    yield i.Cling(name)
    yield i.Recover(name)
    yield i.Draw(name)
    yield i.Forgo(name)
    if actor.sheet.power("Healing"):
        yield i.Heal(name, name)
    if actor.sheet.power("Growth") or actor.sheet.power("Shrinking"):
        for to in ("normal", "grown", "shrunk"):
            yield i.Size(name, to)
    for tag in actor.sheet.qualities[:1]:
        yield i.Determine(name, "major", "attack", tag)
        yield i.Stunt(name, "prowess", "something new", tag)


def _by_master(fight: Fight, actor: Fighter) -> Iterator[i.AnyIntent]:
    name = actor.name
    for flag in ("airborne", "underwater", "startled", "once", "paralyzed"):
        yield i.Mark(name, flag)
        yield i.Unmark(name, flag)
    for other in fight.others(name):
        for flag in PAIRED:
            yield i.Mark(name, flag, other.name)  # type: ignore[arg-type]
            yield i.Unmark(name, flag, other.name)  # type: ignore[arg-type]
    yield i.Notice(name, 5, secret=True)
    yield i.Notice(name, decoy=True)
    for aspect in actor.aspects[:1]:
        yield i.Compel(name, aspect)
    yield i.Return(name)
