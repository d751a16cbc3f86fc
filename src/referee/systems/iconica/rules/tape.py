"""Dice and choices, read from a tape of answers; beyond its end a generator draws.

The generator is Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2,
3", 2011). Its counter is the game and the number of the draw, so a draw never depends on what was drawn before, and
splitting games among workers changes no result.
"""

from __future__ import annotations

from typing import Final

from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Tape

WORD: Final = 0xFFFFFFFF


def philox(tape: Tape, block: int) -> None:
    """Four words for a block of draws. Products may wrap around 64 bits: the words taken from them do not change."""
    c0 = block & WORD
    c1 = block >> 32 & WORD
    c2 = tape.game & WORD
    c3 = tape.game >> 32 & WORD
    k0 = tape.key & WORD
    k1 = tape.key >> 32 & WORD
    for _ in range(10):
        one = 0xD2511F53 * c0
        two = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (two >> 32 & WORD) ^ c1 ^ k0, two & WORD, (one >> 32 & WORD) ^ c3 ^ k1, one & WORD
        k0 = k0 + 0x9E3779B9 & WORD
        k1 = k1 + 0xBB67AE85 & WORD
    tape.block[0] = c0
    tape.block[1] = c1
    tape.block[2] = c2
    tape.block[3] = c3
    tape.block_at = block


def below(tape: Tape, size: int) -> int:
    """The next draw as a whole number 0..size-1. With 32 bits the chances differ by less than size in 2 ** 32."""
    k = tape.drawn
    tape.drawn = k + 1
    block = k >> 2
    if block != tape.block_at or k == 0:
        philox(tape, block)
    return tape.block[k & 3] * size >> 32


def ask(tape: Tape, asks: int, who: int, options: int, clause: int, about: int) -> int:
    """Put a question and read its answer, one bit of `options`: those of a die are its faces, from 0 on."""
    if tape.pending:
        return lowest(options)
    tape.asks = asks
    tape.who = who
    tape.options = options
    tape.clause = clause
    tape.about = about
    at = tape.at
    tape.at = at + 1
    if at < tape.known:
        return tape.answers[at]
    if asks == L.DIE and tape.stops < 2:
        answer = below(tape, ones(options))
    elif tape.stops:
        tape.pending = 1
        return lowest(options)
    else:
        answer = nth(options, below(tape, ones(options)))
    if tape.keeps and at < L.ANSWERS:
        tape.answers[at] = answer
        tape.known = at + 1
    return answer


def roll_die(tape: Tape, who: int, clause: int, about: int) -> int:
    """One ordinary die: 1 to 6, in the hand of a seat."""
    return 1 + ask(tape, L.DIE, who, 63, clause, about)


def choose(tape: Tape, asks: int, who: int, options: int, clause: int, about: int) -> int:
    """Let a seat choose one of `options`; where there is but one, nobody is asked."""
    if options & (options - 1) == 0:
        return lowest(options)
    return ask(tape, asks, who, options, clause, about)


def lowest(mask: int) -> int:
    """The place of the lowest bit of a mask that is not 0."""
    return ones((mask & -mask) - 1)


def nth(mask: int, n: int) -> int:
    """The place of bit number n (0 is the lowest) of a mask."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def ones(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def pick_random(tape: Tape, who: int, mask: int) -> int:
    """One of a set by a die, counted from the lowest. The die shows 1 to the largest multiple of the set's size that is
    at most 6 (36 for two dice, where there are more than six): at a table what lies above is rolled again, which comes
    to the same and keeps odds finite."""
    k = ones(mask)
    if k == 1:
        return lowest(mask)
    sides = 6 if k <= 6 else 36
    faces = (1 << sides // k * k) - 1
    return nth(mask, ask(tape, L.DIE, who, faces, cites.CONTEXT_DETERMINISM, -1) % k)
