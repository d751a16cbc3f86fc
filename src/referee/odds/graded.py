"""Odds of graded tests alone, without a scene: level and roll against a difficulty, read on a ladder, and the tests that
an outcome may bring. Whole numbers throughout, so that thousands a second are exact too.

    >>> from referee.systems.icons.book import OUTCOMES
    >>> icons = Reading(OUTCOMES)
    >>> bash = Graded(icons, 6, 4, {"major": Graded(icons, 3, 5)})
    >>> bash.chance("major", "failure")
    Fraction(13, 72)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from msgspec import Struct

from referee.core.dice import D6_MINUS_D6, Pool
from referee.core.ladders import Ladder


class Reading:
    """A ladder and the dice that are read on it. Only the margin (level minus difficulty) matters for the odds.

    names  the outcomes, lowest first
    size   equally likely throws
    rows   for each margin from `low` on, the ways to each outcome; beyond either end nothing changes any more
    """

    __slots__ = ("low", "names", "rows", "size")

    def __init__(self, ladder: Ladder, pool: Pool = D6_MINUS_D6) -> None:
        self.names = ladder.names
        self.size = pool.size
        totals = pool.totals
        # With a margin below this even the best throw is on the lowest rung; the same at the top.
        self.low = ladder.rungs[0].high - max(totals)
        high = ladder.rungs[-1].low - min(totals)
        rows = []
        for margin in range(self.low, high + 1):
            ways = dict.fromkeys(self.names, 0)
            for total, count in totals.items():
                ways[ladder.row(margin + total).name] += count
            rows.append(tuple(ways.values()))
        self.rows = tuple(rows)

    def ways(self, margin: int) -> tuple[int, ...]:
        """The ways to each outcome out of `size`, lowest outcome first."""
        return self.rows[min(max(margin - self.low, 0), len(self.rows) - 1)]


class Graded(Struct, frozen=True):
    """A test: `level` plus the roll against `difficulty`, and what an outcome brings `then`."""

    reading: Reading
    level: int
    difficulty: int
    then: Mapping[str, Graded] = MappingProxyType({})

    def ways(self) -> tuple[int, dict[tuple[str, ...], int]]:
        """The number of equally likely runs of all tests, and of those the ones that go through each path of outcomes."""
        size = self.reading.size
        row = self.reading.ways(self.level - self.difficulty)
        if not self.then:
            return size, {(name,): count for name, count in zip(self.reading.names, row, strict=True) if count}
        further = {name: test.ways() for name, test in self.then.items()}
        # Paths of different length are counted in the same runs: a path that ends early stands for all that could follow.
        most = 1
        for runs, _ in further.values():
            most *= runs
        paths: dict[tuple[str, ...], int] = {}
        for name, count in zip(self.reading.names, row, strict=True):
            if not count:
                continue
            if name in further:
                runs, follow = further[name]
                share = count * (most // runs)
                for path, more in follow.items():
                    paths[name, *path] = share * more
            else:
                paths[name,] = count * most
        return size * most, paths

    def chances(self) -> dict[tuple[str, ...], Fraction]:
        """The exact chance of each path of outcomes."""
        size, paths = self.ways()
        return {path: Fraction(count, size) for path, count in paths.items()}

    def chance(self, *path: str) -> Fraction:
        """The exact chance that the tests begin with these outcomes."""
        size, paths = self.ways()
        return Fraction(sum(count for way, count in paths.items() if way[: len(path)] == path), size)
