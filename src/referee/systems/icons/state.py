"""A fight as it stands: everybody's condition, the page, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from referee.systems.icons.book import SWITCHES
from referee.systems.icons.sheet import GAME_MASTER, RANGES, Barrier, Sheet


class Fighter(Struct, frozen=True, omit_defaults=True):
    """A character in the fight.

    owed        panels to come that are already lost, by reason: `slam`, `stun` or `block`
    panel       `waiting` for the own panel, `open` (something was done in it), or `done`
    deeds       supplemental actions on this page, by name
    attacks     attack tests made in this panel
    lost        levels of Strength lost
    dying_from  the page of the wound while dying, else None
    clings      a point of Determination holds off this page's loss
    aimed       the page that was spent aiming
    field       what a stun has left of a Force Field, until the stun is over
    wake        the page on which an unconscious character comes to; known to the game master alone
    """

    sheet: Sheet
    stamina: int
    determination: int
    panel: str = "waiting"
    deeds: tuple[str, ...] = ()
    attacks: int = 0
    owed: tuple[str, ...] = ()
    down: bool = False
    unconscious: bool = False
    dead: bool = False
    lost: int = 0
    dying_from: int | None = None
    clings: bool = False
    wake: int | None = None
    field: int | None = None
    aimed: int | None = None

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def seat(self) -> str:
        return self.sheet.player

    @property
    def strength(self) -> int:
        """Strength as it is now; below 0 is death."""
        return self.sheet.strength - self.lost

    @property
    def able(self) -> bool:
        """Conscious and alive."""
        return not (self.unconscious or self.dead)

    @property
    def dying(self) -> bool:
        return self.dying_from is not None

    def conditions(self) -> tuple[str, ...]:
        """What ails the character, in words."""
        words = []
        if self.dead:
            return ("dead",)
        if self.unconscious:
            words.append("unconscious")
        if self.dying:
            words.append("dying")
        if self.down:
            words.append("knocked down")
        if self.owed.count("stun"):
            words.append("stunned")
        if self.owed.count("slam"):
            words.append("getting up")
        if self.owed.count("block"):
            words.append("panel spent on a block")
        if self.lost:
            words.append(f"Strength down by {self.lost}")
        return tuple(words)


class Apart(Struct, frozen=True):
    """Two characters (in the order of the fight) and the step of the range between them."""

    one: str
    other: str
    step: int


class Mark(Struct, frozen=True):
    """Something the game master says of a character, for as long as it holds.

    flag  `airborne`, `underwater`, `unaware` (of another) or `dim` (poor sight between the two)
    of    the other character, for `unaware` and `dim`
    """

    who: str
    flag: str
    of: str = ""


class Fight(Struct, frozen=True):
    """The whole state. `sides` act in this order on every page; `side` is whose panels it is."""

    fighters: tuple[Fighter, ...]
    apart: tuple[Apart, ...]
    sides: tuple[str, ...]
    side: str
    page: int = 1
    obstacles: tuple[Barrier, ...] = ()
    marks: tuple[Mark, ...] = ()
    rules: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> Fighter:
        """A fighter by name. Raises `KeyError`."""
        for fighter in self.fighters:
            if fighter.sheet.name == name:
                return fighter
        raise KeyError(name)

    def has(self, name: str) -> bool:
        return any(fighter.sheet.name == name for fighter in self.fighters)

    def names(self) -> tuple[str, ...]:
        return tuple(fighter.sheet.name for fighter in self.fighters)

    def rule(self, name: str) -> str | int:
        """The value of a house rule."""
        for known, value in self.rules:
            if known == name:
                return value
        return SWITCHES[name].default

    def with_fighter(self, name: str, **changes: object) -> Fight:
        """The fight with one fighter changed."""
        fighters = tuple(
            replace(fighter, **changes) if fighter.sheet.name == name else fighter for fighter in self.fighters
        )
        return replace(self, fighters=fighters)

    def step(self, one: str, other: str) -> int:
        """The range between two characters, as a step."""
        for apart in self.apart:
            if apart.one in (one, other) and apart.other in (one, other):
                return apart.step
        raise KeyError((one, other))

    def range(self, one: str, other: str) -> str:
        return RANGES[self.step(one, other)]

    def with_step(self, one: str, other: str, step: int) -> Fight:
        pair = (one, other)
        apart = tuple(
            replace(each, step=step) if each.one in pair and each.other in pair else each for each in self.apart
        )
        return replace(self, apart=apart)

    def marked(self, who: str, flag: str, of: str = "") -> bool:
        """Whether the game master has said so."""
        return Mark(who, flag, of) in self.marks

    def others(self, name: str) -> Iterator[Fighter]:
        return (fighter for fighter in self.fighters if fighter.sheet.name != name)

    def is_player(self, fighter: Fighter) -> bool:
        return fighter.sheet.player != GAME_MASTER
