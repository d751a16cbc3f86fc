"""The generator behind random games: known answers, and draws that are even and independent. Seeds are fixed, so a test
that holds once holds always; the bounds are those that chance oversteps once in a thousand."""

from collections import Counter

import numpy as np
import pytest

pytest.importorskip("numba")

from referee.sim.compiled import compiled
from referee.sim.kernels import open_tape
from referee.sim.layout import TAPE
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Tape
from referee.systems.iconica.rules.tape import ask, below, philox, pick_random

ONES = 0xFFFFFFFF
KNOWN = (
    # Counter, key, result: the vectors of Random123 (kat_vectors, philox4x32 with 10 rounds).
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES, ONES, ONES, ONES), (ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
     (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
)  # fmt: skip


def long(low, high):
    """Two words as one whole number of 64 bits with its sign."""
    whole = high << 32 | low
    return whole - (1 << 64) if high >> 31 else whole


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_known_answers(counter, key, words):
    tape, tapes = Tape(), np.zeros(1, TAPE)
    tape.game, tape.key = tapes["game"][0], tapes["key"][0] = long(*counter[2:]), long(*key)
    philox(tape, long(*counter[:2]))
    compiled("philox")(tapes[0], long(*counter[:2]))
    assert tuple(tape.block) == words
    assert tuple(tapes["block"][0]) == words


@pytest.mark.parametrize("size", [2, 3, 6, 7, 36])
def test_plain_and_compiled_draw_the_same(size):
    tape, tapes = Tape(), np.zeros(1, TAPE)
    open_tape(tape, 2**62 + 11, 2**40 + 5)
    tapes["key"], tapes["game"], tapes["block_at"] = tape.key, tape.game, -1
    draw = compiled("below")
    assert [below(tape, size) for _ in range(200)] == [draw(tapes[0], size) for _ in range(200)]


def drawn(draw, count, key=20, game=0):
    """So many results of `draw` from one tape."""
    tape = Tape()
    open_tape(tape, key, game)
    return [draw(tape) for _ in range(count)]


def die(tape):
    return ask(tape, L.DIE, 0, 63, 0, -1)


def even(counts, cells):
    """Whether counts over cells of like chance are such as chance brings: chi-squared, once in a thousand beyond.
    Its quantile by Wilson and Hilferty (1931)."""
    expected = counts.total() / cells
    square = sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (cells - len(counts))
    free = cells - 1
    bound = free * (1 - 2 / (9 * free) + 3.0902 * (2 / (9 * free)) ** 0.5) ** 3
    assert len(counts) <= cells
    return square < bound


def test_a_million_dice_are_even_and_do_not_know_each_other():
    faces = drawn(die, 1_000_000)
    assert even(Counter(faces), 6)
    for apart in (1, 2, 3, 4, 5):
        # Disjoint pairs; four draws come from one block of the generator.
        pairs = Counter(zip(faces[:: 2 * apart], faces[apart :: 2 * apart]))
        assert even(pairs, 36)
    assert even(Counter(zip(faces[::3], faces[1::3], faces[2::3])), 216)


@pytest.mark.parametrize("options", [0b11, 0b1011, 0b110100100101, 0b1111111, (1 << 11) - 1])
def test_choices_are_even(options):
    """A million draws in all, over masks with gaps."""
    taken = Counter(drawn(lambda tape: ask(tape, L.PICK, 0, options, 0, -1), 200_000))
    assert all(options >> place & 1 for place in taken)
    assert even(taken, options.bit_count())


@pytest.mark.parametrize("mask", [0b11, 0b10101, 0b11011, 0b1111100000, 0b1111111])
def test_random_foes_are_even(mask):
    """By a die, what lies above the largest multiple rolled again."""
    assert even(Counter(drawn(lambda tape: pick_random(tape, 0, mask), 60_000)), mask.bit_count())


def test_neighbouring_games_and_keys_do_not_know_each_other():
    """The first two dice of one game, of the next, and of the same game under the next key."""
    heads = {(key, game): tuple(drawn(die, 2, key, game)) for key in (1, 2) for game in range(60_000)}
    for at in (0, 1):
        ones = [heads[1, game][at] for game in range(60_000)]
        assert even(Counter(ones), 6)
        assert even(Counter(zip(ones[::2], ones[1::2])), 36)
        assert even(Counter(zip(ones, (heads[2, game][at] for game in range(60_000)))), 36)
    assert even(Counter(heads[1, game] for game in range(60_000)), 36)


def test_the_chi_squared_test_notices_a_loaded_die():
    faces = drawn(die, 100_000)
    loaded = [0 if face == 5 and at % 20 == 0 else face for at, face in enumerate(faces)]
    assert even(Counter(faces), 6)
    assert not even(Counter(loaded), 6)
