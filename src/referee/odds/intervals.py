"""Intervals of 95 % for what is known from a sample only."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

Z95 = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""


def wilson(won: int, games: int) -> tuple[float, float]:
    """The interval for a chance of which `won` of `games` are known (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = won / games, Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def of_mean(chances: Iterable[tuple[int, Fraction]], runs: int) -> tuple[float, float]:
    """The interval for an expected value, from the shares of numbers in a sample: mean ± 1.96 standard errors.
    One run tells nothing of the spread: the interval is without bounds."""
    shares = list(chances)
    mean = sum(number * share for number, share in shares)
    if runs < 2:
        return -math.inf, math.inf
    variance = sum(share * (number - mean) ** 2 for number, share in shares) * Fraction(runs, runs - 1)
    half = Z95 * math.sqrt(variance / runs)
    return float(mean) - half, float(mean) + half
