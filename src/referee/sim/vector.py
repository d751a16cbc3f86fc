"""The door for learners and searches: many games of Iconica stepped at once, choices from outside.

The rules are those that people play by, compiled. Dice depend on the seed, the number of the game and how many dice fell
before in it, so what becomes of a game is the same in any batch, on any number of threads, whatever other games do.
Seats and slots are counted from the asked seat throughout (its own first), in options as in observations.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import prod
from typing import Any, Final, TypeAlias

import numpy as np

from referee.sim.compiled import compiled
from referee.sim.doors import LEAVE, OPEN
from referee.sim.layout import ASKED, BOOK, DEED, GAME, TAPE, packed, unpacked
from referee.sim.running import MOST, key_of
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Game, Tape
from referee.systems.iconica.rules.turns import play_on
from referee.systems.iconica.sheet import Player, Setup, opened
from referee.systems.iconica.state import State

ASKS: Final = (
    "die", "use", "bonus", "pick", "alternative", "healed rival", "own hurt", "parry", "attempt", "option",
    "rival seat", "order", "card", "giver",
)  # fmt: skip
"""What can be asked, by number. Dice fall by themselves."""

OBSERVATION: Final = (
    ("phase", "", "1 draft, 3 an Action Roll lies on the table, 2 before it in the turn, 4 over"),
    ("turn", "", "turns begun so far, both sides counted"),
    ("turns_left", "", "turns until the house rule calls a draw, -1 without that rule"),
    ("asks", "", "kind of the question, -1 where nobody is asked"),
    ("about", "", "slot that the question is about, -1 for none"),
    ("own_turn", "", "1 in a turn of the asked side"),
    ("next", "", "place of the seat whose Action Roll is used now, -1 for none"),
    ("picks", "", "picks of the draft that are done"),
    ("emptied_own", "", "0, or the rank in which the own side came to have nobody in play (lower is earlier)"),
    ("emptied_rivals", "", "the same of the other side"),
    ("deed", "", "what is being resolved: 0 action (or nothing), 1 Strength, 2 delayed, 3 status, 4 Final Act, "
     "5 Confusion, 6 reaction"),
    ("deed_actor", "", "slot of who does it, -1 where nothing is being resolved"),
    ("deed_number", "", "number of the action taken, 0 where it is something else"),
    ("deed_type", "", "type of the action, by its number in the roster"),
    ("deed_die", "", "last die of its effects, less 1, or the option chosen before"),
    ("deed_row", "", "for `option`: number of the card's choice (`roster.choices`), else -1"),
    ("order", "seats", "places in the order of picking; the first begins play"),
    ("lost", "seats", "1 for a seat that loses its next turn"),
    ("out", "seats", "1 for a seat that sits this turn out"),
    ("white", "seats", "white die still to be used, 0 for none"),
    ("black", "seats", "black die still to be used, 0 for none"),
    ("card", "slots", "number of the card in the roster, -1 before it is picked"),
    ("health", "slots", "tiles above the Skull Tile of the whole card"),
    ("left", "slots", "tiles left above the Skull Tile"),
    ("life", "slots", "0 not there yet, 1 in play, 2 on the Skull Tile with its Final Act due, 3 turned over"),
    ("due", "slots", "1 where the Final Act falls in this Opening Phase"),
    ("target", "slots", "1 for whom the last part of the deed found"),
    ("chosen", "slots", "1 for all foes that the deed has picked so far"),
    ("aimed", "slots", "1 for rivals that the action was aimed at"),
    ("matched", "slots", "1 for rivals that the Strength names"),
    ("status", "slots statuses", "0, or 1 + the turns that it still lasts (0 where a die or nothing ends it)"),
    ("status_fresh", "slots statuses", "1 where it came in this very turn of its bearer and does not count down in it"),
    ("status_held", "slots statuses", "1 where its die keeps the bearer from acting in this turn"),
    ("aura", "slots auras", "0, or 1 + the slot of who laid it"),
    ("aura_fresh", "slots auras", "1 where it was laid in this very turn of its source"),
    ("delay_who", "delays", "1 + the slot of whose delayed action waits, in the order in which they were laid; 0 for none"),
    ("delay_turns", "delays", "Opening Phases until it goes off"),
    ("delay_row", "delays", "first row of what it does (`roster.book`)"),
    ("delay_type", "delays", "type of its action"),
)  # fmt: skip
"""The parts of an observation in order: name, one number for each of what, meaning."""

APART: Final = 512
"""Games that a thread is worth: fewer are stepped sooner than it is woken."""

Snapshot: TypeAlias = tuple[Any, ...]
"""What `Vector.snapshot` keeps: copies of arrays."""


class Vector:
    """Games that wait for choices side by side; row number i of every array is game i.

    The arrays are written anew by every step, so copy what is to be kept:

    legal         bool (games, options): what may be chosen now; a row is empty only where the game is over
    who           int8 (games,): the seat that is asked, -1 where the game is over
    asks          int8 (games,): what it is asked, a number of `ASKS`; -1 where the game is over
    about         int8 (games,): the slot that the question is about, -1 for none
    over          bool (games,): whether the game is over
    winner        int8 (games,): 0 or 1 the side that has won, 2 a draw, -1 not over, or given up
    rewards       int8 (games, seats): 1 won, -1 lost; 0 for a draw and in every step but the one that ends the game
    turns         int32 (games,): turns played
    numbers       int64 (games,): the number of the game that is played
    observations  int16 (games, columns): the table as the asked seat sees it; `observation` names the columns

    options      how many options there are: 20, or as many as the roster has cards where that is more
    observation  (name, slice of columns, meaning) of every part
    roster       cards, statuses, auras and words by number
    """

    def __init__(
        self, games: int = 256, start: Setup | State | None = None, *, seats: int = 2, party_size: int = 3,
        seed: str = "1", threads: int = 1, drafts: str = "asked", resets: bool = False, observes: bool = True,
        most: int = MOST, waiting: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """
        start     where every game begins: a set-up or a state; else `seats` (2 or 4) with parties of `party_size` (3
                  or 5) that are drafted
        seed      the dice; row i plays game number i
        drafts    `asked`: picks are choices like others; `random`: drawn evenly from what is allowed
        resets    whether the step after a game's end, whatever is chosen in it, begins the row's next game, which has
                  the number `games` higher
        observes  False leaves `observations` without columns and saves the time that they take
        most      turns after which a game is given up: over, with nobody as its winner. So is one in which a single
                  act takes more than 400 dice and choices, as only cards of your own can make it
        waiting   called where the rules have to be compiled first

        Raises `BadInput` for a start that cannot be, `ValueError` for other arguments.
        """
        if games < 1 or threads < 1 or most < 1:
            raise ValueError(f"games={games}, threads={threads} and most={most} must be 1 or more")
        if drafts not in ("asked", "random"):
            raise ValueError(f"drafts={drafts!r} must be 'asked' or 'random'")
        if start is None:
            players = tuple(Player(f"seat {seat}") for seat in range(seats))
            start = Setup(players, rules={"party_size": str(party_size)})
        state = opened(start) if isinstance(start, Setup) else start
        game = state.game()
        self.roster, self.seats, self.slots = state.roster, game.seats, game.count
        self.options = max(L.SLOTS, len(self.roster.cards))
        self.observation = _columns(game, self.roster) if observes else ()
        self.threads, self._drafts, self._resets, self._most = threads, drafts == "asked", resets, most
        self._start, self._book = packed(game, GAME), packed(self.roster.book, BOOK)
        self._step, self._refused = compiled("step_games", waiting), compiled("first_refused", waiting)
        columns = self.observation[-1][1].stop if observes else 0
        self._hold(
            np.zeros(games, GAME), np.zeros(games, TAPE), np.zeros(games, ASKED),
            np.zeros((games, self.options), bool), np.zeros((games, columns), np.int16),
        )  # fmt: skip
        self.reset(seed=seed)

    def _hold(self, *arrays: Any) -> None:
        """Take these arrays for the games, and share them out to the threads."""
        self._kept = arrays
        # The same as plain bytes: NumPy copies records field by field.
        self._bytes = tuple(array.view(np.uint8).reshape(len(array), -1) for array in arrays)
        _, tapes, asked, self.legal, self.observations = arrays
        self.who, self.asks, self.about = asked["who"], asked["asks"], asked["about"]
        self.over, self.winner, self.turns = asked["over"], asked["winner"], asked["turns"]
        self.rewards, self.numbers = asked["rewards"][:, : self.seats], tapes["game"]
        self.games = len(asked)
        self._choices = np.zeros(self.games, np.int64)
        threads = min(self.threads, max(1, self.games // APART))
        edges = [self.games * part // threads for part in range(threads + 1)]
        further = self.games if self._resets else 0
        self._parts = []
        for begin, end in pairwise(edges):
            bases, tapes, asked, legal, seen = (array[begin:end] for array in arrays)
            # The working records of each thread lie apart.
            work, deeds = np.zeros(2, GAME), np.zeros(1, DEED)
            self._parts.append((
                self._choices[begin:end], self._start, bases, work, self._book, deeds, tapes, asked, legal, seen,
                self._drafts, further, self._most,
            ))  # fmt: skip
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _run(self) -> None:
        if self._pool is None:
            self._step(*self._parts[0])
        else:
            list(self._pool.map(lambda part: self._step(*part), self._parts))

    def step(self, choices: Any) -> None:
        """Answer the open question of every game and go on to the next one, or to the end.

        `choices` are whole numbers (games,): a column of `legal` that is True in the row. Where the game is over any
        number will do. Raises `ValueError` for a choice that is not allowed; then no game has changed.
        """
        given = np.asarray(choices)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"choices must be {self.games} whole numbers in one row, not {given.dtype} of shape {given.shape}"
            )
        self._choices[:] = given
        at = self._refused(self._choices, self._kept[2], self.legal)
        if at >= 0:
            raise ValueError(
                f"game {at}: choice {given[at]} is not allowed; seat {self.who[at]} is asked for "
                f"{ASKS[self.asks[at]]!r} and may choose {', '.join(map(str, np.flatnonzero(self.legal[at])))}"
            )
        self._run()

    def reset(self, where: Any = None, seed: str | None = None) -> None:
        """Begin anew in the rows `where` (a mask or row numbers), all if left out: with the row's next game, whose
        number is `games` higher; or, where a seed is given, with its game of the row's own number."""
        rows = slice(None) if where is None else where
        if seed is None:
            self.numbers[rows] += self.games
        else:
            self._kept[1]["key"][rows] = key_of(seed)
            self.numbers[rows] = np.arange(self.games)[rows]
        self._choices[:] = LEAVE
        self._choices[rows] = OPEN
        self._run()

    def redeal(self, seed: str) -> None:
        """Let other dice come from here on, in row i those of game number i of this seed; what has fallen stays.

        Copies of a game have the same dice to come. A search that must not know them deals its copies new ones.
        """
        tapes = self._kept[1]
        tapes["key"], tapes["game"], tapes["block_at"] = key_of(seed), np.arange(self.games), -1

    def snapshot(self) -> Snapshot:
        """All games as they stand, for `restore`."""
        return tuple(array.copy() for array in self._bytes)

    def restore(self, saved: Snapshot) -> None:
        """Put all games back to where a snapshot was taken, of this object or a copy. Raises `ValueError` where its
        arrays have other shapes."""
        if any(array.shape != old.shape for array, old in zip(self._bytes, saved, strict=True)):
            raise ValueError(f"this snapshot is not of {self.games} games like these")
        for array, old in zip(self._bytes, saved, strict=True):
            array[...] = old

    def take(self, rows: Any) -> Vector:
        """Copies of the games in these rows (numbers, as often as wanted, or a mask), as another `Vector`."""
        taken: Vector = object.__new__(Vector)
        taken.__dict__.update(self.__dict__)
        picked = np.arange(self.games)[rows]
        if picked.ndim != 1 or not len(picked):
            raise ValueError("take at least one game, by a row of numbers or a mask")
        copied = (array[picked] for array in self._bytes)
        taken._hold(*(
            array.view(old.dtype).reshape(len(picked), *old.shape[1:])
            for array, old in zip(copied, self._kept, strict=True)
        ))  # fmt: skip
        return taken

    def copy(self) -> Vector:
        """Copies of all games."""
        return self.take(slice(None))

    def game(self, row: int) -> Game:
        """One game as a plain record of the rules, as it stands at the open question."""
        bases, tapes = (array[row : row + 1] for array in self._kept[:2])
        game: Game = unpacked(bases, Game)
        tape: Tape = unpacked(tapes, Tape)
        if tape.pending and tape.asks != L.CARD:
            tape.pending = tape.at = 0
            play_on(game, self.roster.book, L.Deed(), tape, None)
        return game

    def part(self, name: str) -> Any:
        """A part of the observations by name, with a row for each slot where there are statuses or auras in it: a view
        of shape (games,), (games, seats), (games, slots), (games, delays), or (games, slots, statuses or auras).
        Raises `KeyError`."""
        for known, columns, _ in self.observation:
            if known == name:
                per = next(per for also, per, _ in OBSERVATION if also == name).split()
                found = self.observations[:, columns]
                if not per:
                    return found[:, 0]
                return found.reshape(self.games, self.slots, -1) if len(per) > 1 else found
        raise KeyError(name)


def _columns(game: Game, roster: Any) -> tuple[tuple[str, slice, str], ...]:
    """The parts of an observation of a game of this size."""
    sizes = {
        "seats": game.seats, "slots": game.count, "delays": L.DELAYS,
        "statuses": len(roster.statuses), "auras": len(roster.auras),
    }  # fmt: skip
    found, at = [], 0
    for name, per, meaning in OBSERVATION:
        width = prod(sizes[word] for word in per.split())
        found.append((name, slice(at, at + width), meaning))
        at += width
    return tuple(found)
