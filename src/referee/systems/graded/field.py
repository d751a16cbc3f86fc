"""Who takes part, who is how far from whom, and who holds whom: what the scenes of graded games have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.system import Switch

GAME_MASTER = "gm"
"""The seat that runs every character without a player."""


class Apart(Struct, frozen=True):
    """Two characters (in the order of the scene) and the step of the range between them."""

    one: str
    other: str
    step: int


class Hold(Struct, frozen=True, omit_defaults=True):
    """Who holds whom. A bond of a power has a Strength of its own and needs no holder any more.

    complete  no physical action is left to the held; a partial hold hampers
    bond      Strength of the bonds; 0 where a character holds
    """

    holder: str
    held: str
    complete: bool
    bond: int = 0


class Person(Protocol):
    """A character in a scene, as far as every graded game knows one."""

    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def sheet(self) -> Any: ...
    @property
    def able(self) -> bool: ...
    @property
    def stamina(self) -> int: ...
    @property
    def determination(self) -> int: ...
    @property
    def strength(self) -> int: ...
    @property
    def belongings(self) -> tuple[Any, ...]: ...
    def conditions(self) -> tuple[str, ...]: ...


P = TypeVar("P", bound=Person)


class Field(Generic[P]):
    """Methods for the state of a graded game, which has these four fields; the game names its ranges and switches."""

    __slots__ = ()

    RANGES: ClassVar[tuple[str, ...]]
    SWITCHES: ClassVar[Mapping[str, Switch]]

    fighters: tuple[P, ...]
    apart: tuple[Apart, ...]
    holds: tuple[Hold, ...]
    rules: tuple[tuple[str, str | int], ...]

    def __getitem__(self, name: str) -> P:
        """A character by name. Raises `KeyError`."""
        for fighter in self.fighters:
            if fighter.sheet.name == name:
                return fighter
        raise KeyError(name)

    def has(self, name: str) -> bool:
        return any(fighter.sheet.name == name for fighter in self.fighters)

    def names(self) -> tuple[str, ...]:
        return tuple(fighter.sheet.name for fighter in self.fighters)

    def others(self, name: str) -> Iterator[P]:
        return (fighter for fighter in self.fighters if fighter.sheet.name != name)

    def worth(self, seat: str) -> Fraction:
        """How well the scene stands for a seat: its side's share of the Stamina that everybody conscious has left, each
        counted one higher. The game master is worth what no player's side has."""
        sides = {fighter.sheet.side for fighter in self.fighters if fighter.seat == seat}
        if seat == GAME_MASTER:
            sides -= {fighter.sheet.side for fighter in self.fighters if fighter.seat != GAME_MASTER}
        own = other = 0
        for fighter in self.fighters:
            points = 1 + max(0, fighter.stamina) if fighter.able else 0
            if fighter.sheet.side in sides:
                own += points
            else:
                other += points
        return Fraction(own, own + other) if own + other else Fraction(1, 2)

    def measures(self) -> tuple[tuple[str, str, int], ...]:
        """Everybody's Stamina, Strength and Determination as they are now."""
        return tuple(
            (one.name, what, number)
            for one in self.fighters
            for what, number in (
                ("Stamina", one.stamina), ("Strength", one.strength), ("Determination", one.determination),
            )
        )  # fmt: skip

    def able(self) -> tuple[str, ...]:
        """Everybody able to act."""
        return tuple(one.name for one in self.fighters if one.able)

    def is_player(self, fighter: P) -> bool:
        return bool(fighter.sheet.player != GAME_MASTER)

    def rule(self, name: str) -> str | int:
        """The value of a house rule."""
        for known, value in self.rules:
            if known == name:
                return value
        return self.SWITCHES[name].default

    def with_fighter(self, name: str, **changes: object) -> Self:
        """The scene with one character changed."""
        fighters = tuple(
            replace(fighter, **changes) if fighter.sheet.name == name else fighter  # type: ignore[type-var]
            for fighter in self.fighters
        )
        return replace(self, fighters=fighters)  # type: ignore[type-var]

    def step(self, one: str, other: str) -> int:
        """The range between two characters, as a step; 0 to oneself. Raises `KeyError`."""
        for pair in self.apart:
            if pair.one in (one, other) and pair.other in (one, other):
                return pair.step
        if one == other and self.has(one):
            return 0
        raise KeyError((one, other))

    def range(self, one: str, other: str) -> str:
        return self.RANGES[self.step(one, other)]

    def with_step(self, one: str, other: str, step: int) -> Self:
        """The scene after a range has changed."""
        pair = (one, other)
        apart = tuple(
            replace(each, step=step) if each.one in pair and each.other in pair else each for each in self.apart
        )
        return replace(self, apart=apart)  # type: ignore[type-var]

    def held_by(self, name: str) -> tuple[Hold, ...]:
        """Every hold on a character."""
        return tuple(hold for hold in self.holds if hold.held == name)

    def hold(self, holder: str, held: str) -> Hold | None:
        """The firmest hold of one character on another, or None."""
        found = [one for one in self.holds if (one.holder, one.held) == (holder, held)]
        return max(found, key=lambda one: (one.complete, not one.bond), default=None)

    def standing(self) -> tuple[str, ...]:
        """Sides that still have somebody able to act."""
        return tuple(dict.fromkeys(fighter.sheet.side for fighter in self.fighters if fighter.able))


def apart_at_first(names: list[str], gaps: Mapping[frozenset[str], int], usual: int) -> tuple[Apart, ...]:
    """Everybody's distances at the start: what is said of a pair, else the usual step."""
    pairs = ((one, other) for at, one in enumerate(names) for other in names[at + 1 :])
    return tuple(Apart(one, other, gaps.get(frozenset((one, other)), usual)) for one, other in pairs)
