"""A session as it stands: strain, conditions, scars, and what people still owe the story."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee.systems.diceup.book import DOWN, SWITCHES
from referee.systems.diceup.sheet import Approach, Item


class Level(Struct, frozen=True):
    """A hero's level with an approach."""

    approach: str
    level: int


class Condition(Struct, frozen=True):
    """A lasting drawback on an aptitude. Its name is owed until the player gives one."""

    number: int
    aptitude: str
    name: str = ""


class Struggle(Struct, frozen=True):
    """A negative story element; a scar is one that stays."""

    name: str
    scar: bool = False


class Owed(Struct, frozen=True):
    """A text that a player still has to give: `strain`, `soak`, `condition` or `scar`, and about what."""

    number: int
    hero: str
    what: str
    about: str


class Holding(Struct, frozen=True, omit_defaults=True):
    """An item with the uses that are left."""

    item: Item
    uses: int


class Person(Struct, frozen=True, omit_defaults=True):
    """A hero in play.

    removed    a condition was removed in this downtime
    ended      `retired` or `dead`, by the player's own wish
    """

    name: str
    seat: str
    levels: tuple[Level, ...] = ()
    strengths: tuple[str, ...] = ()
    struggles: tuple[Struggle, ...] = ()
    holdings: tuple[Holding, ...] = ()
    surges: int = 2
    game_changers: int = 0
    strain: int = 0
    conditions: tuple[Condition, ...] = ()
    overcome: bool = False
    removed: bool = False
    ended: str = ""

    def level(self, approach: str) -> int:
        return next((one.level for one in self.levels if one.approach == approach), 0)

    def burden(self, aptitude: str) -> int:
        """Conditions on an aptitude."""
        return sum(1 for one in self.conditions if one.aptitude == aptitude)

    @property
    def down(self) -> bool:
        """Taken out: overcome in this scene, or with four conditions still."""
        return self.overcome or len(self.conditions) >= DOWN or bool(self.ended)

    def holding(self, name: str) -> Holding | None:
        return next((one for one in self.holdings if one.item.name == name), None)

    def said(self) -> tuple[str, ...]:
        """What matters about the hero now, in words."""
        words = [f"{one.name or 'a condition without a name'} ({one.aptitude})" for one in self.conditions]
        if self.ended:
            words.append(self.ended)
        elif self.down:
            words.append("overcome")
        return tuple(words)


class Challenge(Struct, frozen=True):
    """A complex challenge: successes so far of those it takes."""

    name: str
    needed: int
    got: int = 0


class Session(Struct, frozen=True):
    """The whole state. `count` numbers conditions and owed texts."""

    heroes: tuple[Person, ...]
    approaches: tuple[Approach, ...]
    band: int
    scene: int = 1
    downtime: bool = False
    challenges: tuple[Challenge, ...] = ()
    owed: tuple[Owed, ...] = ()
    count: int = 0
    rules: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> Person:
        """A hero by name. Raises `KeyError`."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def has(self, name: str) -> bool:
        return any(hero.name == name for hero in self.heroes)

    def rule(self, name: str) -> str | int:
        """The value of a house rule."""
        return dict(self.rules).get(name, SWITCHES[name].default)

    def number(self, name: str) -> int:
        """A house rule that is a figure."""
        return int(self.rule(name))

    def with_hero(self, name: str, **changes: object) -> Session:
        heroes = tuple(replace(one, **changes) if one.name == name else one for one in self.heroes)
        return replace(self, heroes=heroes)

    def aptitude(self, approach: str) -> str:
        """Which aptitude governs an approach. Raises `KeyError`."""
        for one in self.approaches:
            if one.name == approach:
                return one.aptitude
        raise KeyError(approach)

    def open_approaches(self, hero: Person) -> tuple[str, ...]:
        """What a hero may still use against challenges (diceup.conditions.second)."""
        return tuple(one.name for one in self.approaches if hero.burden(one.aptitude) < 2)

    def challenge(self, name: str) -> Challenge | None:
        return next((one for one in self.challenges if one.name == name), None)
