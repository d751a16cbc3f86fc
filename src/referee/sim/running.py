"""Many games of Iconica by random play, in chunks that may be shared out in any way: a game depends on the seed and
its own number alone, so the result is the same however the work is split."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from msgspec import Struct

from referee.core.codec import BadInput
from referee.core.dealing import commitment
from referee.sim.checking import FLAWS
from referee.sim.compiled import compiled
from referee.sim.layout import BOOK, DEED, FOUND, GAME, TAPE, packed
from referee.systems.iconica.cards.compile import Roster
from referee.systems.iconica.rules.layout import Game

CHUNK = 2000
"""Games that are run in one go."""
MOST = 100_000
"""Turns after which a game is given up as unfinished; none has come near."""


class Tally(Struct, frozen=True):
    """What came of a run, as whole numbers, so that tallies of parts add up.

    wins         of side 0, of side 1, draws, unfinished games
    first_wins   won by the side that began
    turns, longest   of all games
    cards        per card: games in which a side led it, and of those the ones that side won
    """

    games: int
    wins: tuple[int, int, int, int]
    first_wins: int
    turns: int
    longest: int
    cards: tuple[tuple[int, int], ...]

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),  # type: ignore[arg-type]
            self.first_wins + other.first_wins,
            self.turns + other.turns,
            max(self.longest, other.longest),
            tuple((a + c, b + d) for (a, b), (c, d) in zip(self.cards, other.cards, strict=True)),
        )


class UnsoundGame(Exception):
    """A game came to a position that the rules do not allow."""

    def __init__(self, game: int, turn: int, flaw: int) -> None:
        self.game = game
        self.turn = turn
        self.flaw = flaw
        super().__init__(f"game {game}, turn {turn}: {FLAWS[flaw]}")


def key_of(seed: str) -> int:
    """The key of the generator for a seed in words: 63 bits of its commitment."""
    return int(commitment(seed)[:16], 16) >> 1


def run(
    game: Game, roster: Roster, games: int, seed: str, *, first: int = 0, threads: int = 1, check: bool = False,
    told: Callable[[int], None] | None = None, waiting: Callable[[], None] | None = None,
) -> Tally:  # fmt: skip
    """Play `games` games from one start, number `first` and following, choices drawn evenly from what is legal.

    Where the start has no parties yet, every game drafts its own at random. `told` hears how many games are done,
    after each chunk; `waiting` is called where the rules have to be compiled first. With `check` every position is looked at.
    Raises `BadInput` for a number below 1, `UnsoundGame` for the first game with a flaw.
    """
    if games < 1:
        raise BadInput("play at least one game", "games")
    kernel = compiled("run_checked" if check else "run_games", waiting)
    start, book, key = packed(game, GAME), packed(roster.book, BOOK), key_of(seed)
    parts = [(at, min(CHUNK, first + games - at)) for at in range(first, first + games, CHUNK)]

    def play(part: tuple[int, int]) -> Tally:
        # Arrays of its own for every part: threads that write neighbouring records would wait for each other.
        at, count = part
        work, deeds, tapes = np.zeros(1, GAME), np.zeros(1, DEED), np.zeros(1, TAPE)
        found = np.zeros(count, FOUND)
        kernel(start, work, book, deeds, tapes, key, at, found, MOST)
        for flawed in found["flaw"].nonzero()[0]:
            raise UnsoundGame(at + int(flawed), int(found["turns"][flawed]), int(found["flaw"][flawed]))
        return _counted(found, game, roster)

    total: Tally | None = None
    with ThreadPoolExecutor(threads) as pool:
        for tally in pool.map(play, parts):
            total = tally if total is None else total + tally
            if told is not None:
                told(total.games)
    assert total is not None
    return total


def _counted(found: Any, game: Game, roster: Roster) -> Tally:
    winner, began = found["winner"], found["first"]
    wins = tuple(int((winner == side).sum()) for side in (0, 1, 2, -1))
    cards = np.zeros((len(roster.cards), 2), np.int64)
    for slot in range(game.count):
        led = found["card"][:, slot]
        here = led >= 0
        np.add.at(cards[:, 0], led[here], 1)
        np.add.at(cards[:, 1], led[here & (winner == game.seat[slot] & 1)], 1)
    return Tally(
        len(found), wins, int((winner == began).sum()), int(found["turns"].sum()), int(found["turns"].max()),  # type: ignore[arg-type]
        tuple((int(games), int(won)) for games, won in cards),
    )  # fmt: skip
