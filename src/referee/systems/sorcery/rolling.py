"""What a level and a difficulty come to, line by line, and how a test is rolled."""

from __future__ import annotations

from typing import TypeAlias

from referee.core.asking import Ask, Rolled
from referee.core.codec import nearest
from referee.core.events import Draft, Part
from referee.core.system import Refusal
from referee.systems.graded.happenings import Happening
from referee.systems.graded.tests import Graded, grade
from referee.systems.sorcery import events as e
from referee.systems.sorcery.book import DIFFERENCE, ONE_DIE, OUTCOMES, Option
from referee.systems.sorcery.sheet import Ability, Attack
from referee.systems.sorcery.state import Fighter, Quality, Scene

Story: TypeAlias = Draft[Scene, Happening]

FISTS = "fists"


def ability_part(actor: Fighter, ability: Ability, lower: Ability | None = None) -> Part:
    """The line of an ability, or of a lower one that limits it."""
    if lower is not None and actor.level(lower) < actor.level(ability):
        return Part(f"{lower.title()} (lower)", actor.level(lower), "sorcery.grabbing.test")
    return Part(ability.title(), actor.level(ability), "sorcery.context.test_roll")


def own_level(actor: Fighter, first: Part, boost: str) -> list[Part]:
    """The level of a test of one's own: the ability, a boost, and the bonus of defending."""
    parts = [first]
    if boost:
        parts.append(Part(f"advantage {boost}", 2, "sorcery.context.advantage"))
    if actor.defends:
        parts.append(Part("defending", 2, "sorcery.defending.bonus"))
    return parts


def stands_at(actor: Fighter, part: Part) -> list[Part]:
    """A level that stands as somebody else's difficulty; defending raises it (sorcery.defending.bonus)."""
    return [part, Part("defending", 2, "sorcery.defending.bonus")] if actor.defends else [part]


def hampered(scene: Scene, actor: Fighter) -> list[Part]:
    """A partial hold makes every action harder (sorcery.wrestling.partial_difficulty)."""
    if any(not hold.complete for hold in scene.held_by(actor.name)):
        return [Part("in a partial hold", 2, "sorcery.wrestling.partial_difficulty")]
    return []


def could_block(target: Fighter, option: Option) -> bool:
    """Whether a block helps against an option at all (sorcery.blocking.covers)."""
    if option.covers in ("bashing", "blasting", "charging"):
        return True
    return option.covers in ("slashing", "shooting") and target.sheet.resistance > 0


def covered(target: Fighter, option: Option) -> bool:
    """Whether a stance of the target covers an option."""
    return bool(target.blocks or target.braced) and could_block(target, option)


def shifted(actor: Fighter, mutation: bool, graded: Graded) -> Graded:
    """A Master Mutant's marginal success with a mutation is a moderate one (sorcery.context.origin_shift)."""
    if not (actor.sheet.master and mutation and graded.outcome == "marginal success"):
        return graded
    return Graded(graded.effort, graded.difficulty, graded.effect, "moderate success", "sorcery.context.origin_shift")


def defence(scene: Scene, target: Fighter, option: Option) -> list[Part]:
    """The difficulty that a target sets: 0 if it cannot act, its block, or the better of its abilities."""
    if scene.helpless(target):
        return [Part("immobile", 0, "sorcery.immobile.difficulty"), Part("unable to act", 0, "sorcery.immobile.who")]
    best = max(option.against, key=target.level)
    if option.picks and target.favours:
        best = target.favours  # type: ignore[assignment]
    normal = Part(best.title(), target.level(best), option.test)
    if target.blocks or target.braced:
        if option.covers in ("bashing", "blasting", "charging"):
            block = Part("block, Strength", target.strength, "sorcery.blocking.substitution")
            cover = Part("covered", 0, "sorcery.blocking.covers")
            return [*stands_at(target, block), cover]
        resisting = target.sheet.resistance > normal.amount
        if option.covers in ("slashing", "shooting") and resisting:
            block = Part("block, Damage Resistance", target.sheet.resistance, "sorcery.blocking.resistance")
            return stands_at(target, block)
    return stands_at(target, normal)


# ------------------------------------------------------------------------ tests


def throw_dice(ask: Ask, actor: Fighter, clause: str, text: str) -> Rolled:
    """The dice of a test with one target: one plus die and one minus die, or one die a side; the faces and chances
    are the same (sorcery.context.opposed_dice)."""
    return ask.roll(DIFFERENCE, clause, text, roller=actor.seat)


def test(
    story: Story,
    ask: Ask,
    actor: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    text: str,
    also: tuple[str, ...] = (),
    *,
    target: str = "",
    attack: bool = False,
) -> Graded:
    """Roll one test and put it on the record. An `attack` on somebody who cannot act meets no opposing die."""
    scene = story.state
    if attack and scene.rule("dice") == "opposed" and scene.helpless(scene[target]):
        face = acting_die(ask, actor, clause)
        return record(story, actor, name, clause, level, against, (face,), face, also, target=target)
    rolled = throw_dice(ask, actor, clause, text)
    return record(story, actor, name, clause, level, against, rolled.shown, rolled.total, also, target=target)


def record(
    story: Story,
    actor: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    dice: tuple[int, ...],
    roll: int,
    also: tuple[str, ...] = (),
    *,
    target: str = "",
) -> Graded:
    """Read dice as a test and put it on the record."""
    graded = grade(OUTCOMES, level, roll, against)
    kind = "sorcery.context.opposed_dice" if story.state.rule("dice") == "opposed" else "sorcery.context.test_roll"
    story.emit(
        e.Tested(
            actor=actor.name,
            test=name,
            target=target,
            roller=actor.seat,
            dice=dice,
            roll=roll,
            effort=graded.effort,
            difficulty=graded.difficulty,
            effect=graded.effect,
            outcome=graded.outcome,
            parts=tuple(level),
            against=tuple(against),
            clause=clause,
            also=(*also, kind, graded.clause),
        )
    )
    return graded


def opposing_die(ask: Ask, target: Fighter, clause: str) -> int:
    """The die that one of several targets adds in the variant with opposed dice."""
    return ask.roll(ONE_DIE, clause, f"{target.name}'s opposing die", roller=target.seat).total


def acting_die(ask: Ask, actor: Fighter, clause: str) -> int:
    """The one die of an attack on several targets in that variant."""
    return ask.roll(ONE_DIE, clause, f"{actor.name}'s acting die", roller=actor.seat).total


# ------------------------------------------------------------------- advantages


def advantage_refusal(scene: Scene, actor: Fighter, name: str, clause: str, over: str = "") -> Refusal | None:
    """Why a quality cannot be activated by this character now, against somebody if `over` names one."""
    quality = scene.quality(name, actor.sheet.side)
    if quality is None:
        known = [one.name for one in scene.qualities if one.side == actor.sheet.side]
        return Refusal(
            clause, f"no quality is called {name!r}{nearest(name, known)} (known: {', '.join(known) or 'none'})"
        )
    if over and quality.subject and quality.subject != over:
        return Refusal(clause, f"{name!r} gives an advantage over {quality.subject}, not over {over}")
    if name in actor.used:
        why = f"{actor.name} has had an advantage from {name!r} in this round"
        return Refusal("sorcery.context.one_per_quality", why)
    if quality.activations < 1:
        why = f"{name!r} has no free activation left: spend Determination (activate) or maneuver again"
        return Refusal("sorcery.maneuver.separate_activation", why)
    return None


def spend(story: Story, actor: Fighter, name: str, use: str, clause: str, also: tuple[str, ...] = ()) -> None:
    """Use up one activation."""
    story.emit(e.Advantage(actor=actor.name, quality=name, use=use, clause=clause, also=also))


def boosted(story: Story, actor: Fighter, boost: str) -> None:
    """+2 by an advantage, declared before the dice."""
    if boost:
        also = ("sorcery.context.one_per_quality",)
        spend(story, actor, boost, "+2 on this test", "sorcery.context.advantage", also)


def usable(scene: Scene, actor: Fighter, over: str) -> Quality | None:
    """The first quality that could give this character an advantage over somebody now."""
    for one in scene.qualities:
        if advantage_refusal(scene, actor, one.name, "sorcery.context.advantage", over) is None:
            return one
    return None


def weapons(actor: Fighter, kind: str) -> tuple[Attack, ...]:
    return tuple(one for one in actor.arms if one.kind == kind)
