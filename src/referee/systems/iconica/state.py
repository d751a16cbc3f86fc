"""A match as it stands: who sits where, which cards it is played with, and the game as plain numbers."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from referee.systems.iconica.cards.compile import Roster
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import picker
from referee.systems.iconica.rules.layout import Game, fields
from referee.systems.iconica.rules.looks import life_of

Numbers: TypeAlias = tuple[Any, ...]
"""The fields of a game in order, lists as tuples."""


NAMES = tuple(name for name, _, _ in fields(Game))


def frozen(game: Game) -> Numbers:
    """The numbers of a game; equal games give equal numbers."""
    return tuple(_fixed(getattr(game, name)) for name in NAMES)


def _fixed(value: Any) -> Any:
    return tuple(_fixed(one) for one in value) if isinstance(value, list) else value


def thawed(numbers: Numbers) -> Game:
    """A game that may be written, from its numbers."""
    game = Game.__new__(Game)
    for name, value in zip(NAMES, numbers, strict=True):
        setattr(game, name, _loose(value))
    return game


def _loose(value: Any) -> Any:
    return [_loose(one) for one in value] if isinstance(value, tuple) else value


def chooser(game: Game) -> int:
    """The seat that has something to do now, the first of its side where either may; where the match is over, the one
    that chose last (-1: nobody did in that turn)."""
    if game.phase == L.ROLL_OFF:
        return 0
    if game.phase == L.DRAFT:
        return picker(game)
    return game.active if game.phase == L.READY else game.next


class State(Struct, frozen=True):
    """The whole state. `seats` are the players in seat order; two play against each other, or the first and third
    against the second and fourth. `numbers` is the `Game`, frozen."""

    seats: tuple[str, ...]
    roster: Roster
    numbers: Numbers
    rules: tuple[tuple[str, str | int], ...] = ()

    def game(self) -> Game:
        """The game as a record of its own, to be written freely."""
        return thawed(self.numbers)

    def __getitem__(self, name: str) -> Standing:
        """A character by name, as scenarios look at it. Raises `KeyError`."""
        game = self.game()
        names = Names(self.seats, self.roster, game)
        return standing(names, game, names.slot(name))


class Names:
    """What slots, seats, statuses and auras of a game are called."""

    def __init__(self, seats: tuple[str, ...], roster: Roster, game: Game) -> None:
        self.seats = seats
        self.roster = roster
        dealt = [k for k in game.card if k >= 0]
        self.characters: list[str] = []
        for c in range(game.count):
            k = game.card[c]
            name = "" if k < 0 else roster.cards[k].name
            # With cards of their own two players may lead the same character.
            self.characters.append(f"{name} of {seats[game.seat[c]]}" if dealt.count(k) > 1 and name else name)

    def slot(self, name: str) -> int:
        """The slot of a character by name. Raises `KeyError`."""
        for c, known in enumerate(self.characters):
            if known and known.casefold() == name.casefold():
                return c
        raise KeyError(name)

    def side(self, side: int) -> str:
        """The players of a side: `ann`, or `ann and cay`."""
        return " and ".join(self.seats[side::2])

    def status(self, s: int) -> str:
        """A status, as its card calls it."""
        return self.roster.statuses[s].id

    def aura(self, a: int) -> str:
        """An aura, as its card calls it."""
        return self.roster.auras[a].id

    def action(self, c: int, card: int, number: int) -> str:
        """The name of a character's action."""
        for action in self.roster.cards[card].action:
            if action.number == number:
                return action.name
        return f"action {number}"


class Standing(Struct, frozen=True):
    """A character as it stands, in words and health. `statuses` are `poison`, or `stun 2` with the turns left."""

    name: str
    seat: str
    card: str
    health: int
    left: int
    tile: str
    life: str
    statuses: tuple[str, ...] = ()
    auras: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


LIVES = {L.ABSENT: "not drafted", L.IN_PLAY: "in play", L.WAITING: "on its Skull Tile", L.OUT: "out of the game"}


def standing(names: Names, game: Game, c: int) -> Standing:
    """A character as people see it."""
    roster = names.roster
    k = game.card[c]
    card = roster.cards[k]
    statuses = []
    for s in range(len(roster.statuses)):
        if game.status[c] >> s & 1:
            turns = game.turns[c][s]
            statuses.append(names.status(s) + (f" {turns}" if turns > 1 else ""))
    auras = [names.aura(a) for a in range(len(roster.auras)) if game.aura[c] >> a & 1]
    kept = [names.status(s) for s in range(len(roster.statuses)) if game.held[c] >> s & 1]
    tile = "" if life_of(game, c) != L.IN_PLAY else tile_words(roster, k, roster.book.health[k] - game.left[c])
    return Standing(
        names.characters[c], names.seats[game.seat[c]], card.id, card.health, 10 * game.left[c], tile,
        LIVES[life_of(game, c)], tuple(statuses), tuple(auras), tuple(kept),
    )  # fmt: skip


def tile_words(roster: Roster, card: int, at: int) -> str:
    """What a tile of a card is: `Start`, `Skull`, `R20`, `parry`, or nothing."""
    if at == 0:
        return "Start"
    if at == roster.book.health[card]:
        return "Skull"
    for tile in roster.cards[card].tiles:
        if tile.at == at:
            return f"R{tile.reaction}" if tile.reaction else str(tile.nullifier)
    return ""
