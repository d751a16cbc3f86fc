"""Tests over whole grids of levels at once, exact and vectorised (extra `sim`: NumPy)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from referee.odds.graded import Reading

Whole: TypeAlias = npt.NDArray[np.int64]
Many: TypeAlias = tuple[Reading, npt.ArrayLike, npt.ArrayLike]
"""Tests of one kind: the reading, levels, difficulties; arrays of any shapes that fit each other."""


def grid(
    reading: Reading, levels: npt.ArrayLike, difficulties: npt.ArrayLike, then: Mapping[str, Many] | None = None
) -> tuple[int, dict[tuple[str, ...], Whole]]:
    """The ways to each path of outcomes for every level against every difficulty, out of equally likely runs.

    levels, difficulties  whole numbers; their shapes are broadcast, so a column of levels and a row of difficulties give
                          a table
    then                  by outcome, the test that follows it, with levels and difficulties of its own

    Returns the number of runs, and for each path an array of the broadcast shape. Divide to get chances.
    """
    further = {
        name: (other.size, other.names, _rows(other, above, below))
        for name, (other, above, below) in (then or {}).items()
    }
    most = 1
    for runs, _, _ in further.values():
        most *= runs
    own = _rows(reading, levels, difficulties)
    paths: dict[tuple[str, ...], Whole] = {}
    for at, name in enumerate(reading.names):
        if name in further:
            runs, outcomes, rows = further[name]
            for place, outcome in enumerate(outcomes):
                paths[name, outcome] = own[..., at] * (most // runs) * rows[..., place]
        else:
            paths[name,] = own[..., at] * most
    return reading.size * most, paths


def _rows(reading: Reading, levels: npt.ArrayLike, difficulties: npt.ArrayLike) -> Whole:
    table: Any = np.array(reading.rows, np.int64)
    margins = np.asarray(levels, np.int64) - np.asarray(difficulties, np.int64)
    return table[np.clip(margins - reading.low, 0, len(reading.rows) - 1)]  # type: ignore[no-any-return]
