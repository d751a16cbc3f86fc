"""The records of the rules as NumPy records: the same field names, the widths that the rules declare."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.systems.iconica.rules.layout import SEATS, SLOTS, Book, Deed, Game, Record, Tape, fields
from referee.systems.iconica.rules.marks import Log


def dtype_of(kind: type[Record]) -> np.dtype[Any]:
    """The NumPy type of a record, its fields aligned."""
    return np.dtype([(name, width, shape) for name, width, shape in fields(kind)], align=True)


GAME, DEED, TAPE, LOG, BOOK = (dtype_of(kind) for kind in (Game, Deed, Tape, Log, Book))


FOUND = np.dtype(
    [("winner", "i1"), ("first", "i1"), ("flaw", "i1"), ("turns", "i4"), ("card", "i2", (SLOTS,))], align=True
)
"""What a run notes of each game: winner (0, 1, 2 a draw, -1 not over), the side that began, what was found wrong with
it where that was looked at (`checking.FLAWS`), turns, and the cards by slot."""


ASKED = np.dtype(
    [("who", "i1"), ("asks", "i1"), ("about", "i1"), ("winner", "i1"), ("rewards", "i1", (SEATS,)), ("over", "?"),
     ("turns", "i4")],
    align=True,
)  # fmt: skip
"""Where a game stands that is stepped from outside: the open question, and how the game ended if it did."""


def packed(record: Record, into: np.dtype[Any]) -> Any:
    """A plain record as an array of one NumPy record; lists shorter than their field leave the rest 0."""
    array = np.zeros(1, into)
    for name in into.names or ():
        value = getattr(record, name)
        if not isinstance(value, list):
            array[name][0] = value
        elif value and isinstance(value[0], list):
            for at, row in enumerate(value):
                array[name][0][at, : len(row)] = row
        elif value:
            array[name][0][: len(value)] = value
    return array


def unpacked(array: Any, kind: type[Record]) -> Any:
    """An array of one NumPy record as a plain record."""
    record = kind()
    for name in array.dtype.names:
        setattr(record, name, array[name][0].tolist())
    return record
