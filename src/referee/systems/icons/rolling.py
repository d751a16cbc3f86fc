"""How a test is rolled and read: whose hand, declared efforts, the game master's word."""

from __future__ import annotations

from typing import TypeAlias

from referee.core.asking import Ask, Rolled
from referee.core.events import Draft, Part
from referee.systems.graded.field import GAME_MASTER
from referee.systems.graded.tests import Graded, grade
from referee.systems.icons import events as e
from referee.systems.icons.book import OUTCOMES, POOLS
from referee.systems.icons.levels import ability_level, weakened
from referee.systems.icons.state import Fight, Fighter, Resolve

Story: TypeAlias = Draft[Fight, e.Happening]

CHANCE_CLAUSES = ("icons.context.dice", "icons.context.difficulty")
COSMIC = (15, 10)
"""Effort and difficulty of a cosmic success (icons.context.massive-cosmic)."""


def attack_mode(fight: Fight, actor: Fighter, target: Fighter, *, mental: bool = False) -> bool:
    """Whether the actor's test settles a contest, rather than the target's (icons.context.players-roll).

    Nobody tests who cannot move; in a contest of minds only who is out cannot.
    """
    if fight.helpless(target) and not (mental and target.able):
        return True
    if target.lures == actor.name:
        return False
    rolling = fight.rule("rolling")
    if rolling == "players":
        return fight.is_player(actor) or not fight.is_player(target)
    return rolling == "attacker"


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
    seen_by: tuple[str, ...] | None = None,
) -> Graded:
    """Roll one test for a character and put it on the record. `target` is whom it concerns."""
    if seen_by is None:
        level = focused(story, actor, name, target, level)
    rolled = throw_dice(story, ask, actor, clause, text, seen_by=seen_by)
    return record(story, actor, name, clause, level, against, rolled, also, target=target, seen_by=seen_by)


def throw_dice(
    story: Story, ask: Ask, actor: Fighter, clause: str, text: str, *, seen_by: tuple[str, ...] | None = None
) -> Rolled:
    """The two dice of a test, rolled by whoever plays the character (by the game master, if in secret)."""
    roller = actor.seat if seen_by is None else GAME_MASTER
    return ask.roll(POOLS[str(story.state.rule("dice"))], clause, text, roller=roller, seen_by=seen_by)


def record(
    story: Story,
    actor: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    rolled: Rolled,
    also: tuple[str, ...] = (),
    *,
    target: str = "",
    seen_by: tuple[str, ...] | None = None,
) -> Graded:
    """Read a throw as a test, put it on the record, and use what was declared for it."""
    graded = grade(OUTCOMES, level, rolled.total, against)
    cosmic = graded.effort >= COSMIC[0] and graded.difficulty == COSMIC[1]
    flags = ("icons.context.massive-cosmic",) if cosmic else ()
    story.emit(
        e.Tested(
            actor=actor.name,
            test=name,
            target=target,
            roller=actor.seat if seen_by is None else GAME_MASTER,
            dice=rolled.shown,
            roll=rolled.total,
            effort=graded.effort,
            difficulty=graded.difficulty,
            effect=graded.effect,
            outcome=graded.outcome,
            parts=tuple(level),
            against=tuple(against),
            clause=clause,
            also=(*also, *flags, *CHANCE_CLAUSES, graded.clause),
            seen_by=seen_by,
        )
    )
    if seen_by is None:
        graded = _striven(story, story.state[actor.name], name, target, graded)
    if clause == "icons.noticing.decoys":
        return graded  # a roll for nothing changes nothing
    return _decreed(story, story.state[actor.name], name, target, graded, seen_by)


def fits(resolve: Resolve | None, name: str, target: str) -> bool:
    """Whether a declaration is about this very test."""
    return resolve is not None and (resolve.test, resolve.target) == (name, target)


def _with_effect(graded: Graded, effect: int) -> Graded:
    """A test that counts with another effect than the dice gave; the effort moves along."""
    rung = OUTCOMES.row(effect)
    return Graded(graded.difficulty + effect, graded.difficulty, effect, rung.name, rung.clause)


def capped(graded: Graded, outcome: str) -> Graded:
    """A test that counts as no better than an outcome."""
    effect = graded.effect
    while OUTCOMES.rank(OUTCOMES.row(effect).name) > OUTCOMES.rank(outcome):
        effect -= 1
    return _with_effect(graded, effect) if effect != graded.effect else graded


def focused(story: Story, actor: Fighter, name: str, target: str, level: list[Part]) -> list[Part]:
    """Another ability in place of the usual one, for a point (icons.context.focused-effort)."""
    resolve = story.state[actor.name].resolve
    if resolve is None or not resolve.focus or not fits(resolve, name, target):
        return level
    if story.state[actor.name].determination < 1:
        return level  # the point went elsewhere in the meantime
    story.emit(e.Spent(actor=actor.name, points=1, what="a focused effort", clause="icons.context.focused-effort"))
    ability = resolve.focus
    own = Part(ability.title(), ability_level(actor, ability), "icons.context.focused-effort")  # type: ignore[arg-type]
    rest = [part for part in level[1:] if part.clause != "icons.lost-strength.penalty"]
    return [own, *rest, *weakened(actor, ability)]  # type: ignore[arg-type]


def _striven(story: Story, actor: Fighter, name: str, target: str, graded: Graded) -> Graded:
    """Determined effort: points for what is short of the declared outcome, which is never exceeded."""
    resolve = actor.resolve
    if resolve is None or not fits(resolve, name, target):
        return graded
    if not resolve.want or actor.determination < 1:
        story.emit(e.Forgone(actor=actor.name, clause="icons.context.focused-effort"))
        return graded
    least = OUTCOMES.lowest(resolve.want)
    short = max(0, least - graded.effect)
    points = max(1, -(-short // 2))
    clause = "icons.context.determined-effort"
    if points > actor.determination:
        points, clause = 1, "icons.context.determined-effort.shortfall"
    elif not short:
        clause = "icons.context.determined-effort.minimum"
    raised = min(least, graded.effect + 2 * points) if short else graded.effect
    also = ["icons.context.determined-effort"]
    if name == "search":
        also.append("icons.searching.determined")
    graded = capped(_with_effect(graded, raised), resolve.want)
    story.emit(
        e.Strove(
            actor=actor.name,
            points=points,
            effect=graded.effect,
            outcome=graded.outcome,
            clause=clause,
            also=(*also, graded.clause),
        )
    )
    return graded


def _decreed(
    story: Story, actor: Fighter, name: str, target: str, graded: Graded, seen_by: tuple[str, ...] | None
) -> Graded:
    """The game master's word on a test stands above the dice."""
    decree = actor.decree
    if decree is None or decree.test != name or decree.target not in ("", target):
        return graded
    clause = "icons.doing.anything"
    story.emit(e.Decreed(actor=actor.name, resolve=decree, used=True, clause=clause, seen_by=seen_by))
    best = {"failure": -1, "moderate": 0, "major": OUTCOMES.lowest("major"), "massive": OUTCOMES.lowest("massive")}
    return graded if graded.outcome == decree.want else _with_effect(graded, best[decree.want])


def contest(
    story: Story,
    ask: Ask,
    actor: Fighter,
    target: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    text: str,
    also: tuple[str, ...] = (),
    *,
    counter: str = "resist",
    mental: bool = False,
) -> Graded:
    """A test of one character against another, rolled by whose hand it is (icons.context.players-roll).

    `counter` names the test where the target rolls. The result is always the actor's: in defence mode the margin of
    failure is the actor's effect, and a tie belongs to the one who rolls.
    """
    if attack_mode(story.state, actor, target, mental=mental):
        return test(story, ask, actor, name, clause, level, against, text, also, target=target.name)
    also = (*also, "icons.context.players-roll")
    answer = f"{target.name} resists: {text}"
    defended = test(story, ask, target, counter, clause, against, level, answer, also, target=actor.name)
    return mirrored(defended)


def mirrored(defended: Graded) -> Graded:
    """A defence as the other side's test: its success is a failure, its margin of failure the other's effect."""
    if defended.effect >= 0:
        rung = OUTCOMES.row(-1)
        return Graded(defended.difficulty, defended.effort, -1 - defended.effect, rung.name, rung.clause)
    rung = OUTCOMES.row(-defended.effect)
    return Graded(defended.difficulty, defended.effort, -defended.effect, rung.name, rung.clause)
