"""How much work a question is worth: past its budget it is answered from a sample."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from referee.core.asking import Answerer, Need
from referee.core.dealing import Dealer
from referee.odds.intervals import wilson

R = TypeVar("R")
T = TypeVar("T")


class Budget(Struct, frozen=True):
    """What an exact answer may cost before it is given up for a sample, which may cost as much again.

    branches  runs of a step; the same number and seed give the same sample
    seconds   of both together: half for the exact answer, half for the sample
    seed      of the sample
    """

    branches: int | None = None
    seconds: float | None = None
    seed: str = "0"

    def meter(self) -> Meter:
        """A meter for one of the two parts."""
        return Meter(self.branches, None if self.seconds is None else self.seconds / 2)


class Spent(Exception):
    """The budget is used up."""


class Meter:
    """Counts runs of a step, and the time, against a budget. A `lenient` one counts and does not stop."""

    def __init__(self, branches: int | None, seconds: float | None) -> None:
        self.lenient = False
        self._used = 0
        self._most = branches
        self._until = None if seconds is None else time.monotonic() + seconds

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._until is not None and time.monotonic() >= self._until

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.late or (self._most is not None and self._used >= self._most)

    def watch(self) -> None:
        """Look at the clock. Raises `Spent` where the time is up."""
        if self.late and not self.lenient:
            raise Spent

    def spend(self) -> None:
        """Pay for one run of a step. Raises `Spent` where nothing is left."""
        if self.over and not self.lenient:
            raise Spent
        self._used += 1

    def paid(self, step: Callable[[T], R]) -> Callable[[T], R]:
        """A step that pays for each of its runs."""

        def paying(argument: T) -> R:
            self.spend()
            return step(argument)

        return paying


class Sample(Struct, frozen=True):
    """What a sampled answer rests on."""

    seed: str
    runs: int

    def interval(self, share: Fraction) -> tuple[float, float]:
        """The interval of 95 % for a chance, from its share of the runs."""
        return wilson(int(share * self.runs), self.runs)


def within(
    budget: Budget, exactly: Callable[[Meter], Iterable[tuple[R, Fraction]]], run: Callable[[int, Meter], R]
) -> tuple[list[tuple[R, Fraction]], Sample | None]:
    """Every result with its chance, or, where the budget does not reach, those of a sample of at least one run.

    exactly  pays a meter as it goes; run: one run of the sample, by its number, likewise
    """
    try:
        return list(exactly(budget.meter())), None
    except Spent:
        pass
    meter = budget.meter()
    found: list[R] = []
    while not found or not meter.over:
        meter.lenient = not found
        try:
            found.append(run(len(found), meter))
        except Spent:
            break
    return [(result, Fraction(1, len(found))) for result in found], Sample(budget.seed, len(found))


def dealt(seed: str, run: int, act: int, players: Answerer) -> Answerer:
    """Dice of an act in a run of a sample: the same seed and numbers give the same faces. People answer by `players`."""
    dealer = Dealer(seed, run, act)
    at = 0

    def answerer(need: Need) -> int:
        nonlocal at
        at += 1
        return dealer(need, at) if need.is_chance else players(need)

    return answerer
