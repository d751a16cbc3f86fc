"""What a seat may do now, and why not: one function answers both."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deed, Deeds, When
from referee.systems.graded.field import GAME_MASTER
from referee.systems.sorcery import close, turns, wits
from referee.systems.sorcery import intents as i
from referee.systems.sorcery.attack import is_burst, option_of, play_attack, reach, targets_of, verb, weapon
from referee.systems.sorcery.book import CHARGE, KINDS
from referee.systems.sorcery.rolling import FISTS, Story, advantage_refusal
from referee.systems.sorcery.sheet import RANGES
from referee.systems.sorcery.state import Fighter, Scene


def _refuse_attack(scene: Scene, seat: str, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    clause = "sorcery.close.single_target"
    named = [attack.name for attack in actor.arms]
    if intent.using and intent.using != FISTS and intent.using not in named:
        why = f"{actor.name} has no {intent.using!r}{nearest(intent.using, [*named, FISTS])}"
        return Refusal("sorcery.context.damage_level", why)
    try:
        attack = weapon(actor, intent)
    except LookupError as missing:
        return Refusal("sorcery.context.damage_level", f"{actor.name} has no {missing.args[0]} attack")
    kind = KINDS.get(verb(intent))
    wrong = (attack is None and kind not in ("bashing", None)) or (attack is not None and attack.kind != kind)
    if wrong or (kind is None and intent.using):
        why = f"{intent.using or FISTS} cannot be used to {verb(intent)}"
        return Refusal("sorcery.context.damage_level", why)
    option = option_of(intent, attack)
    if not option.close:
        clause = "sorcery.ranged.single_target"
    if intent.others and not is_burst(intent, attack):
        return Refusal(clause, "one attack has one target, without the Burst extra")
    if intent.stunt == "burst" and attack is not None and attack.burst:
        need = "sorcery.close.stunt_needs_advantage" if option.close else "sorcery.ranged.stunt_needs_advantage"
        return Refusal(need, f"the {attack.name} is a Burst already")
    refused = _refuse_advantages(scene, actor, intent, option.close)
    if refused is not None:
        return refused
    far, by = reach(actor, intent, option, attack)
    for name in targets_of(scene, intent, attack):
        if not scene.has(name):
            return Refusal(clause, f"nobody here is called {name!r}{nearest(name, scene.names())}")
        if name == actor.name or scene[name].dead:
            return Refusal(clause, f"{name} cannot be attacked: {'dead' if scene[name].dead else 'the attacker'}")
        where = scene.step(actor.name, name) if option.close else scene.step(actor.name, intent.target)
        if where > far:
            why = f"{name} is at {RANGES[where]} range, and this reaches {RANGES[far] if far > 0 else 'nobody'}"
            return Refusal(by, why)
        if not option.close and name != intent.target and scene.step(intent.target, name) > 1:
            return Refusal("sorcery.context.burst_extra", f"{name} is not within Close range of {intent.target}")
    if option is CHARGE:
        return _refuse_charge(scene, actor, intent)
    return None


def _refuse_charge(scene: Scene, actor: Fighter, intent: i.Attacking) -> Refusal | None:
    if scene.step(actor.name, intent.target) < 1:
        return Refusal("sorcery.charging.distance", f"{intent.target} is too near: a charge starts at Close or farther")
    if actor.moved:
        return Refusal("sorcery.charging.move", f"{actor.name} has used the move of this turn")
    if actor.prone:
        return Refusal("sorcery.context.slam", f"{actor.name} is prone; stand first")
    if scene.held_by(actor.name):
        return Refusal("sorcery.wrestling.partial_movement", f"{actor.name} is held and cannot move away")
    return None


def _named(intent: i.Attacking) -> list[str]:
    return [intent.target, *(word.strip() for word in intent.others.split(",") if word.strip())]


def _refuse_advantages(scene: Scene, actor: Fighter, intent: i.Attacking, close_attack: bool) -> Refusal | None:
    clause = "sorcery.close.stunt_needs_advantage" if close_attack else "sorcery.ranged.stunt_needs_advantage"
    if intent.stunt and isinstance(intent, i.Charge):
        return Refusal(clause, "a charge takes no such stunt")
    bare = intent.using in ("", FISTS) and not (isinstance(intent, i.Slash) and intent.using == "")
    if intent.stunt == "ranged" and close_attack and bare:
        return Refusal("sorcery.close.stunt_ranged", "the stunt throws a melee weapon; name it with using=…")
    if intent.stunt == "burst":
        friends = [name for name in _named(intent) if scene.has(name) and scene[name].sheet.side == actor.sheet.side]
        by = "sorcery.close.stunt_burst" if close_attack else "sorcery.ranged.stunt_burst"
        if friends:
            return Refusal(by, f"the stunt is for opponents, and {', '.join(friends)} is none")
    if intent.stunt:
        if not intent.by:
            return Refusal(clause, "a stunt needs an advantage: name its quality with by=…")
        refused = advantage_refusal(scene, actor, intent.by, clause, intent.target)
        if refused is not None:
            return refused
    if intent.boost:
        if intent.boost == intent.by:
            why = f"{intent.by!r} gives one advantage a round, for the stunt or for +2"
            return Refusal("sorcery.context.one_per_quality", why)
        return advantage_refusal(scene, actor, intent.boost, "sorcery.context.advantage", intent.target)
    return None


ATTACKS = (i.Bash, i.Slash, i.Blast, i.Shoot, i.Throw, i.Charge)
DEEDS: Deeds = {
    **{one: Deed(play_attack, "attack", _refuse_attack) for one in ATTACKS}, **close.DEEDS, **wits.DEEDS, **turns.DEEDS,
}  # fmt: skip
"""Every kind of intent, with what its module says of it."""


def play(story: Story, intent: i.AnyIntent, ask: Ask) -> None:
    DEEDS[type(intent)].play(story, intent, ask)


def refusal(scene: Scene, seat: str, intent: i.AnyIntent) -> Refusal | None:
    """Why the rules forbid this, or None."""
    deed = DEEDS[type(intent)]
    for name in (intent.actor, getattr(intent, "target", "") or intent.actor):
        if not scene.has(name):
            return Refusal("sorcery.context.turns", f"nobody here is called {name!r}{nearest(name, scene.names())}")
    actor = scene[intent.actor]
    if deed.when == "gm":
        if seat != GAME_MASTER:
            return Refusal("sorcery.context.turns", "that is for the game master to say")
        return deed.refuse(scene, seat, actor, intent)
    if seat not in (actor.seat, GAME_MASTER):
        return Refusal("sorcery.context.turns", f"{actor.name} is played by {actor.seat}, not by {seat}")
    return (
        _moment(scene, actor, deed.when, intent)
        or _held(scene, actor, intent)
        or deed.refuse(scene, seat, actor, intent)
    )


def _moment(scene: Scene, actor: Fighter, moment: When, intent: i.AnyIntent) -> Refusal | None:
    """Whether it is the time for it."""
    if not actor.able:
        return Refusal("sorcery.context.stamina", f"{actor.name} is {'dead' if actor.dead else 'unconscious'}")
    if moment == "reaction":
        return None
    if scene.turn != actor.name:
        return Refusal("sorcery.context.turns", f"it is {scene.turn}'s turn")
    if moment == "attack":
        if actor.stunned:
            return Refusal("sorcery.context.stun", f"{actor.name} is stunned and takes no action in this turn")
        if actor.acted and not actor.extra:
            if isinstance(intent, i.Block):
                return Refusal("sorcery.blocking.cost", f"{actor.name} has used the action of this turn")
            if isinstance(intent, i.Search):
                return Refusal("sorcery.searching.action", f"{actor.name} has used the action of this turn")
            return Refusal("sorcery.context.turns", f"{actor.name} has used the action of this turn")
    elif actor.stunned and not isinstance(intent, i.End):
        return Refusal("sorcery.context.stun", f"{actor.name} is stunned; end the turn")
    return None


def _held(scene: Scene, actor: Fighter, intent: i.AnyIntent) -> Refusal | None:
    """A complete hold leaves no physical action but the escape (sorcery.wrestling.complete_restraint)."""
    if scene.pinned(actor.name) and not DEEDS[type(intent)].mental:
        why = f"{actor.name} is completely held: only an escape, or what takes no body"
        return Refusal("sorcery.wrestling.complete_restraint", why)
    return None


# -------------------------------------------------------------------- candidates


def candidates(scene: Scene, seat: str) -> Iterator[i.AnyIntent]:
    """Everything worth offering: each deed of each own character, with each weapon and target.

    A seat's own turn comes first; deeds that need words of somebody's own are offered in one plain form.
    """
    for actor in scene.fighters:
        if seat not in (actor.seat, GAME_MASTER):
            continue
        name = actor.name
        mine = [one.name for one in scene.qualities if one.side == actor.sheet.side]
        theirs = [one.name for one in scene.qualities if one.side != actor.sheet.side]
        for target in sorted(scene.others(name), key=lambda one, side=actor.sheet.side: one.sheet.side == side):  # type: ignore[misc]
            yield from _against(scene, actor, target, mine)
        yield i.Block(name)
        yield i.Defend(name)
        for ability in ("better", "prowess", "coordination"):
            yield i.Favour(name, ability)
        yield i.Stand(name)
        yield i.Search(name)
        yield i.Notice(name)
        for quality in mine:
            yield i.Activate(name, quality)
        for quality in theirs:
            yield i.Counter(name, "awareness", quality)
        yield i.Break(name, "door")
        yield i.End(name)


def _against(scene: Scene, actor: Fighter, target: Fighter, mine: list[str]) -> Iterator[i.AnyIntent]:
    name, other = actor.name, target.name
    for boost in ("", *mine):
        yield i.Bash(name, other, FISTS, boost=boost)
        for attack in actor.arms:
            yield VERBS[attack.kind](name, other, attack.name, boost=boost)
    for quality in mine:
        yield i.Bash(name, other, FISTS, stunt="burst", by=quality)
        for attack in actor.arms:
            yield VERBS[attack.kind](name, other, attack.name, stunt="ranged", by=quality)
    yield i.Charge(name, other)
    yield i.Touch(name, other)
    yield i.Wrestle(name, other)
    for thing in target.belongings:
        yield i.Grab(name, other, thing.name)
    if scene.hold(other, name):
        yield i.Escape(name, other, "prowess")
        yield i.Escape(name, other, "strength")
    if scene.hold(name, other):
        yield i.Squeeze(name, other)
        yield i.Release(name, other)
    for to in RANGES:
        yield i.Move(name, other, to)
    yield i.Aid(name, other)
    if actor.sheet.side != target.sheet.side:
        yield i.Maneuver(name, "coordination", f"{name}'s opening on {other}", "awareness", other)
        yield i.Maneuver(name, "willpower", f"{name}'s opening on {other}", "willpower", other)


VERBS: dict[str, type[i.Bash | i.Slash | i.Blast | i.Shoot | i.Throw]] = {
    "bashing": i.Bash, "slashing": i.Slash, "blasting": i.Blast, "shooting": i.Shoot, "thrown": i.Throw,
}  # fmt: skip
