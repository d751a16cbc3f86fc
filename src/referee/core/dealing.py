"""Dice from a seed: the same seed, entry and question always give the same faces.

The dealer of entry n depends on the match seed and n alone, so taking an act back and doing it again
rolls the same dice. `deal` counts how often a table asked for fresh ones.
"""

from __future__ import annotations

from hashlib import sha256

from referee.core.asking import Need, Pending
from referee.core.codec import digest


def commitment(seed: str) -> str:
    """What may be published before play: it fixes the seed without telling it."""
    return digest(b"referee seed", seed.encode())


class Dealer:
    """Answers chance needs from a seed; leaves choices to people (`Pending`)."""

    def __init__(self, seed: str, entry: int, deal: int = 0) -> None:
        self._stem = f"{seed}\n{entry}\n{deal}\n".encode()

    def __call__(self, need: Need, at: int) -> int:
        """The answer of the need at place `at` of the tape."""
        if not need.is_chance:
            raise Pending(need)
        return self.below(need.size, at)

    def below(self, size: int, at: int) -> int:
        """A whole number 0..size-1, each exactly as likely: blocks that would favour some are skipped."""
        width = (size.bit_length() + 7) // 8 + 8
        limit = (1 << (8 * width)) // size * size
        block = 0
        while True:
            stream = b""
            while len(stream) < width:
                stream += sha256(self._stem + f"{at}\n{block}".encode()).digest()
                block += 1
            drawn = int.from_bytes(stream[:width], "big")
            if drawn < limit:
                return drawn % size
