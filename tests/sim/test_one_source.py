"""The rules run as plain Python and compiled: the same tape must give the same events and the same last states."""

import numpy as np
import pytest
from numpy.lib.recfunctions import repack_fields

pytest.importorskip("numba")

from referee.sim import kernels
from referee.sim.compiled import compiled
from referee.sim.layout import BOOK, DEED, FOUND, GAME, LOG, TAPE, packed
from referee.systems.iconica.cards.compile import shipped
from referee.systems.iconica.rules.layout import OVER, Deed, Tape
from referee.systems.iconica.rules.marks import Log
from referee.systems.iconica.rules.turns import play_on
from referee.systems.iconica.sheet import empty_game

MOST = 100_000
GAMES = ((2, 3, 0, 8000), (2, 5, 0, 1000), (4, 3, 0, 1000), (4, 5, 1, 300))
"""Seats, party size, whether everybody brings a set, how many games: 10,300 in all."""


def plain(seats, size, own, key, first, count):
    """Rows and last states of games played by plain Python."""
    book = shipped().book
    rows, finals = [], []
    tape, deed = Tape(), Deed()
    for number in range(first, first + count):
        game = empty_game(seats, size)
        game.own_sets = own
        kernels.open_tape(tape, key, number)
        log = Log()
        kernels.open_game(game, book, tape, log)
        while True:
            rows += zip(*(column[: log.count] for column in columns(log)), strict=True)
            if game.phase == OVER or game.turn >= MOST:
                break
            tape.at = log.count = 0
            play_on(game, book, deed, tape, log)
        finals.append(packed(game, GAME))
    return np.array(rows, np.int16), np.concatenate(finals)


def columns(log):
    return (log.kind, log.clause, log.also, log.more, log.a, log.b, log.c, log.d)


def in_machine_code(seats, size, own, key, first, count):
    """The same, compiled."""
    start = empty_game(seats, size)
    start.own_sets = own
    work, deeds, tapes, logs = (np.zeros(1, kind) for kind in (GAME, DEED, TAPE, LOG))
    found, finals = np.zeros(count, FOUND), np.zeros(count, GAME)
    rows = np.zeros((count * 8000, 8), np.int16)
    used = compiled("run_logged")(
        packed(start, GAME),
        work,
        packed(shipped().book, BOOK),
        deeds,
        tapes,
        logs,
        key,
        first,
        found,
        finals,
        rows,
        MOST,
    )
    assert used <= len(rows)
    return rows[:used], finals, found


@pytest.mark.parametrize(("seats", "size", "own", "count"), GAMES)
def test_plain_and_compiled_agree_to_the_byte(seats, size, own, count):
    for first in range(0, count, 200):
        rows, finals = plain(seats, size, own, 7, first, min(200, count - first))
        machine, lasts, found = in_machine_code(seats, size, own, 7, first, min(200, count - first))
        assert rows.tobytes() == machine.tobytes()
        # Packed, because what stands between aligned fields means nothing.
        assert repack_fields(finals).tobytes() == repack_fields(lasts).tobytes()
        assert (found["winner"] >= 0).all()


def test_without_a_log_the_games_are_the_same():
    """The log is compiled away: the same winners and lengths come out."""
    start = packed(empty_game(2, 3), GAME)
    work, deeds, tapes = (np.zeros(1, kind) for kind in (GAME, DEED, TAPE))
    found = np.zeros(1000, FOUND)
    compiled("run_games")(start, work, packed(shipped().book, BOOK), deeds, tapes, 7, 0, found, MOST)
    _, _, logged = in_machine_code(2, 3, 0, 7, 0, 1000)
    assert (found["winner"] == logged["winner"]).all()
    assert (found["turns"] == logged["turns"]).all()
