"""Who is how far from whom: one band of the ladder of ranges for every pair."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Apart(Struct, frozen=True):
    """Two characters (in the order of the scene) and the step of the range between them."""

    one: str
    other: str
    step: int


def step_between(apart: tuple[Apart, ...], one: str, other: str) -> int:
    """The range between two characters, as a step. Raises `KeyError`."""
    for pair in apart:
        if pair.one in (one, other) and pair.other in (one, other):
            return pair.step
    raise KeyError((one, other))


def with_step(apart: tuple[Apart, ...], one: str, other: str, step: int) -> tuple[Apart, ...]:
    """The ranges after one of them has changed."""
    pair = (one, other)
    return tuple(replace(each, step=step) if each.one in pair and each.other in pair else each for each in apart)
