"""Two reports beside each other: the same act under another house rule, or another act instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from referee.core.asking import Answerer
from referee.core.system import System
from referee.odds.budget import Budget
from referee.odds.outcomes import first_option
from referee.odds.report import Goal, Report, report


class Difference(Struct, frozen=True):
    """What differs between two reports.

    grades, states  every grade and every result of either, with its chance in both; what differs most comes first
    gone, new       clauses that only the one, or only the other report rests on
    """

    one: Report
    other: Report
    grades: tuple[tuple[str, Fraction, Fraction], ...]
    states: tuple[tuple[tuple[str, ...], Fraction, Fraction], ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def apart(self) -> Fraction:
        """How far the results lie apart: the share of all cases that come out otherwise (total variation), 0 to 1."""
        return sum((abs(before - after) for _, before, after in self.states), Fraction(0)) / 2


def difference(one: Report, other: Report) -> Difference:
    """Two reports beside each other."""
    before, after = _clauses(one), _clauses(other)
    return Difference(
        one, other, _beside(one.grades, other.grades), _beside(one.states, other.states),
        tuple(clause for clause in before if clause not in after),
        tuple(clause for clause in after if clause not in before),
    )  # fmt: skip


def under_rule(
    system: System[Any, Any, Any], state: Any, seat: str, intent: Any, rule: str, value: str | int,
    players: Answerer = first_option, goal: Goal | None = None, budget: Budget | None = None,
) -> Difference:  # fmt: skip
    """The odds of an intent as the rules are, and as they would be under another value of a house rule.

    Raises `BadInput` for the rule, `Illegal` where the intent is refused under either.
    """
    other = system.ruled(state, rule, value)
    return difference(
        report(system, state, seat, intent, players, goal, budget),
        report(system, other, seat, intent, players, goal, budget),
    )


def _beside(one: tuple[tuple[Any, Fraction], ...], other: tuple[tuple[Any, Fraction], ...]) -> Any:
    before, after = dict(one), dict(other)
    both = [(key, before.get(key, Fraction(0)), after.get(key, Fraction(0))) for key in {**before, **after}]
    return tuple(sorted(both, key=lambda row: -abs(row[1] - row[2])))


def _clauses(found: Report) -> dict[str, None]:
    return {clause: None for branch in found.branches for clause in branch.clauses}
