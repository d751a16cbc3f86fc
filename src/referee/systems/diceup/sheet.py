"""What people write about a hero and a session of Dice Up, and the checked record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from referee.core.codec import BadInput, nearest
from referee.core.system import Switch, check_rules

Aptitude: TypeAlias = Literal["Mind", "Body", "Will"]
Kind: TypeAlias = Literal["mental", "physical", "emotional"]

APTITUDES: tuple[Aptitude, ...] = ("Mind", "Body", "Will")
KINDS: dict[Aptitude, Kind] = {"Mind": "mental", "Body": "physical", "Will": "emotional"}
"""The kind of strain that goes with an aptitude, unless the player says otherwise."""
FACILITATOR = "gm"
"""The seat of the Facilitator."""


class Approach(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to act, and the aptitude that governs it."""

    name: str
    aptitude: Aptitude


STOCK = (
    Approach("Force", "Body"), Approach("Finesse", "Body"), Approach("Reason", "Mind"), Approach("Notice", "Mind"),
    Approach("Charm", "Will"), Approach("Resolve", "Will"),
)  # fmt: skip
"""Placeholders (diceup.context.approaches); a setting writes its own."""


class Item(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something with a number of uses.

    soaks   armor, a shield, a spell, technology: a use takes a point of strain away before it is taken
    heals   medicine, a potion, magic: a use removes this much strain outside a roll, 1 in a roll
    """

    name: str
    uses: Annotated[int, Meta(ge=0, le=20)]
    soaks: bool = False
    heals: Annotated[int, Meta(ge=0, le=6)] = 0


class Hero(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hero as people write it.

    approaches  levels by name; 0 where left out
    strengths, struggles
                story elements that make a challenge easier or harder
    surges      at the start
    """

    name: str
    player: str
    approaches: dict[str, Annotated[int, Meta(ge=-5, le=10)]] = field(default_factory=dict)
    role: str = ""
    strengths: tuple[str, ...] = ()
    struggles: tuple[str, ...] = ()
    surges: Annotated[int, Meta(ge=0, le=20)] = 2
    items: tuple[Item, ...] = ()


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A session as people write it.

    heroes      everybody, at least one
    approaches  of the setting; placeholders if left out
    band        how many totals a challenge level holds; 1 makes it a plain target number
    rules       house rules, by the names that `referee show` lists
    """

    heroes: tuple[Hero, ...]
    title: str = ""
    approaches: tuple[Approach, ...] = STOCK
    band: Annotated[int, Meta(ge=1, le=10)] = 3
    rules: dict[str, str | int] = field(default_factory=dict)


RESERVED = ("no", "yes", "surges", "changers")
"""Words that stand for something else where an item is named."""


def check(setup: Setup, switches: Mapping[str, Switch]) -> None:
    """Refuse a set-up that no session can start from. Raises `BadInput` with the field."""
    if not setup.heroes:
        raise BadInput("a session needs at least one hero", "heroes")
    names: list[str] = []
    known = [one.name for one in setup.approaches]
    if len(set(known)) < len(known) or not known:
        raise BadInput("approaches need names, each once", "approaches")
    for at, hero in enumerate(setup.heroes):
        where = f"heroes[{at}]"
        if not hero.name.strip() or hero.name != hero.name.strip():
            raise BadInput("a hero needs a name without spaces around it", f"{where}.name")
        if hero.name.casefold() == FACILITATOR:
            raise BadInput(f"{FACILITATOR!r} means the Facilitator; choose another name", f"{where}.name")
        if hero.name.casefold() in names:
            raise BadInput(f"{hero.name!r} is the name of two heroes", f"{where}.name")
        names.append(hero.name.casefold())
        if not hero.player.strip():
            raise BadInput("a hero needs a player", f"{where}.player")
        if not all(one.strip() for one in (*hero.strengths, *hero.struggles)):
            raise BadInput("a strength or struggle without words", f"{where}.struggles")
        for name in hero.approaches:
            if name not in known:
                raise BadInput(f"no approach is called {name!r}{nearest(name, known)}", f"{where}.approaches")
        items = [item.name for item in hero.items]
        for item in items:
            if item.casefold() in RESERVED or not item.strip():
                raise BadInput(f"{item!r} cannot be the name of an item", f"{where}.items")
            if items.count(item) > 1:
                raise BadInput(f"{item!r} is the name of two items", f"{where}.items")
    check_rules(switches, setup.rules)
