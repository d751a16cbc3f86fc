"""Graded tables: which row does a margin fall into?

A ladder is an ordered set of rungs that covers a run of whole numbers without a gap or an overlap::

    >>> outcomes = Ladder("outcomes", (
    ...     Rung(-99, -1, "failure", "example.failure"),
    ...     Rung(0, 2, "moderate", "example.moderate"),
    ...     Rung(3, 99, "major", "example.major"),
    ... ))
    >>> outcomes.row(4).name, outcomes.row(-250).name
    ('major', 'failure')
    >>> outcomes.rank("moderate"), outcomes.lowest("major")
    (1, 3)
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise

OPEN_BELOW = -99
"""A lowest rung that starts here (or lower) also holds every smaller margin."""

OPEN_ABOVE = 99
"""A highest rung that ends here (or higher) also holds every greater margin."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One row of a ladder: margins `low` to `high`, both included, the row's `name`, the clause to cite.

    Raises `ValueError` if `low` is above `high`.
    """

    low: int
    high: int
    name: str
    clause: str

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f'rung "{self.name}": {self.low} is above {self.high}; give the lower end first')


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs from the lowest to the highest, whatever order they were given in.

    Raises `ValueError` if there is no rung, if two rungs overlap or leave a gap, or if a name occurs twice.
    """

    name: str
    rungs: tuple[Rung, ...]
    # The lower ends of all rungs but the first. Looking a margin up in them cannot fall off either end.
    _steps: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _ranks: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.rungs:
            raise ValueError(f'ladder "{self.name}" has no rungs')
        rungs = tuple(sorted(self.rungs, key=lambda rung: rung.low))
        for below, above in pairwise(rungs):
            if above.low <= below.high:
                raise ValueError(
                    f'ladder "{self.name}": "{below.name}" ({below.low} to {below.high}) and '
                    f'"{above.name}" ({above.low} to {above.high}) overlap'
                )
            if above.low > below.high + 1:
                raise ValueError(
                    f'ladder "{self.name}": nothing covers {below.high + 1} to {above.low - 1}, '
                    f'between "{below.name}" and "{above.name}"'
                )
        ranks = {rung.name: rank for rank, rung in enumerate(rungs)}
        if len(ranks) < len(rungs):
            twice = next(rung.name for rank, rung in enumerate(rungs) if ranks[rung.name] != rank)
            raise ValueError(f'ladder "{self.name}" has two rungs named "{twice}"')
        put = object.__setattr__
        put(self, "rungs", rungs)
        put(self, "_steps", tuple(rung.low for rung in rungs[1:]))
        put(self, "_ranks", ranks)

    def row(self, margin: int) -> Rung:
        """The rung that holds `margin`. Raises `ValueError` beyond an end that is not open."""
        first, last = self.rungs[0], self.rungs[-1]
        if (margin < first.low and first.low > OPEN_BELOW) or (margin > last.high and last.high < OPEN_ABOVE):
            raise ValueError(f'ladder "{self.name}" covers {first.low} to {last.high}, not {margin}')
        return self.rungs[bisect_right(self._steps, margin)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rungs, lowest first."""
        return tuple(self._ranks)

    def rank(self, name: str) -> int:
        """How many rungs lie below the one called `name`: 0 for the lowest. Raises `ValueError`."""
        try:
            return self._ranks[name]
        except KeyError:
            known = ", ".join(self._ranks)
            raise ValueError(f'ladder "{self.name}" has no rung "{name}"; it has {known}') from None

    def lowest(self, name: str) -> int:
        """The least margin on the rung called `name`; -99 where it is open below. Raises as `rank` does."""
        return self.rungs[self.rank(name)].low
