"""Loops over whole games, written like the rules and compiled with them."""

from __future__ import annotations

from typing import Any, TypeAlias

from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import pick_at_random, roll_off
from referee.systems.iconica.rules.layout import Book, Deed, Game, Tape
from referee.systems.iconica.rules.marks import Log
from referee.systems.iconica.rules.turns import play_on

Games: TypeAlias = Any
Books: TypeAlias = Any
Deeds: TypeAlias = Any
Tapes: TypeAlias = Any
Logs: TypeAlias = Any
Found: TypeAlias = Any
"""Arrays of the records of these names (`referee.sim.layout`)."""
Rows: TypeAlias = Any
"""Whole numbers of 16 bits in rows."""
Longs: TypeAlias = Any
"""Whole numbers of 64 bits."""


def open_tape(tape: Tape, key: int, game: int) -> None:
    """A tape on which everything is drawn, for one game of a run."""
    tape.at = 0
    tape.known = 0
    tape.stops = 0
    tape.keeps = 0
    tape.pending = 0
    tape.key = key
    tape.game = game
    tape.drawn = 0
    tape.block_at = -1


def open_game(game: Game, book: Book, tape: Tape, log: Log | None) -> None:
    """Roll off, and draft at random where parties are not given."""
    if game.phase == L.ROLL_OFF:
        roll_off(game, book, tape, log)
        pick_at_random(game, book, tape, log)


def play_out(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, most: int) -> None:
    """Play to the end, or until `most` turns have been played, with choices drawn at random."""
    while game.phase != L.OVER and game.turn < most:
        tape.at = 0
        play_on(game, book, deed, tape, log)


def run_games(
    start: Games, work: Games, book: Books, deeds: Deeds, tapes: Tapes, key: int, first: int, found: Found, most: int
) -> None:
    """Games number `first` and following from one start, a record of `found` for each: winner, first side, turns."""
    game = work[0]
    deed = deeds[0]
    tape = tapes[0]
    for at in range(found.shape[0]):
        work[0] = start[0]
        open_tape(tape, key, first + at)
        open_game(game, book[0], tape, None)
        found[at].first = game.active
        play_out(game, book[0], deed, tape, None, most)
        found[at].winner = game.winner
        found[at].turns = game.turn
        for c in range(game.count):
            found[at].card[c] = game.card[c]


def run_logged(
    start: Games, work: Games, book: Books, deeds: Deeds, tapes: Tapes, logs: Logs, key: int, first: int, found: Found,
    finals: Games, rows: Rows, most: int,
) -> int:  # fmt: skip
    """Like `run_games`, and every event of all games as a row of `rows`, every last state in `finals`.

    Returns how many rows there were; those for which there is no room are counted and not written.
    """
    game = work[0]
    tape = tapes[0]
    log = logs[0]
    count = 0
    for at in range(found.shape[0]):
        work[0] = start[0]
        open_tape(tape, key, first + at)
        log.count = 0
        open_game(game, book[0], tape, log)
        count = copy_log(log, rows, count)
        found[at].first = game.active
        while game.phase != L.OVER and game.turn < most:
            tape.at = 0
            log.count = 0
            play_on(game, book[0], deeds[0], tape, log)
            count = copy_log(log, rows, count)
        found[at].winner = game.winner
        found[at].turns = game.turn
        finals[at] = work[0]
    return count


def copy_log(log: Log, rows: Rows, count: int) -> int:
    """Append a log to rows of eight numbers: kind, three clauses, four facts."""
    for at in range(log.count):
        if count + at < rows.shape[0]:
            row = rows[count + at]
            row[0] = log.kind[at]
            row[1] = log.clause[at]
            row[2] = log.also[at]
            row[3] = log.more[at]
            row[4] = log.a[at]
            row[5] = log.b[at]
            row[6] = log.c[at]
            row[7] = log.d[at]
    return count + log.count
