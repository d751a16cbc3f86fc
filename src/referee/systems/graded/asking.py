"""Questions that the rules of graded games put to people."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.systems.graded.field import GAME_MASTER

HARDEST = 20
"""The highest figure that the game master is offered."""


def set_by_master(
    ask: Ask, given: int | None, clause: str, question: str, least: int = 0, *, seen_by: tuple[str, ...] | None = None
) -> int:
    """A figure that is the game master's to set: given with the intent, or asked for."""
    if given is not None:
        return given
    return int(ask.choose(GAME_MASTER, tuple(map(str, range(least, HARDEST + 1))), clause, question, seen_by=seen_by))


def agrees(ask: Ask, seat: str, clause: str, question: str) -> bool:
    """A yes or no of a seat."""
    return ask.choose(seat, ("yes", "no"), clause, question) == "yes"
