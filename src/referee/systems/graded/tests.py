"""A test: level and modifiers plus a roll, against a difficulty, read on a ladder of outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.core.events import Part
from referee.core.ladders import Ladder


class Graded(Struct, frozen=True, gc=False):
    """A test that was rolled: effort (level, roll and modifiers), difficulty, effect and outcome."""

    effort: int
    difficulty: int
    effect: int
    outcome: str
    clause: str


def total(parts: Sequence[Part]) -> int:
    """The sum of the lines of a breakdown."""
    return sum(part.amount for part in parts)


def grade(ladder: Ladder, level: Sequence[Part], roll: int, difficulty: Sequence[Part]) -> Graded:
    """Read a roll. Effort is level plus roll, effect is effort minus difficulty; the ladder names the outcome."""
    effort, against = total(level) + roll, total(difficulty)
    rung = ladder.row(effort - against)
    return Graded(effort, against, effort - against, rung.name, rung.clause)
