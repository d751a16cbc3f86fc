"""What people write about a character and a scene of Sorcery & Super Science!, and the checked record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from referee.core.codec import BadInput, nearest
from referee.core.system import Switch, check_rules
from referee.systems.graded.field import GAME_MASTER

Level: TypeAlias = Annotated[int, Meta(ge=0, le=10, description="1 to 10; 0 for an absent ability")]
Ability: TypeAlias = Literal["prowess", "coordination", "strength", "intellect", "awareness", "willpower"]
AttackKind: TypeAlias = Literal["bashing", "slashing", "blasting", "shooting", "thrown"]
Range: TypeAlias = Literal["Personal", "Close", "Medium", "Long", "Visual", "Beyond"]

ABILITIES: tuple[Ability, ...] = ("prowess", "coordination", "strength", "intellect", "awareness", "willpower")
RANGES: tuple[Range, ...] = ("Personal", "Close", "Medium", "Long", "Visual", "Beyond")


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon, mutation or object that a character attacks with.

    kind      bashing and slashing are close attacks, blasting and shooting ranged; a thrown object flies
    damage    level of the damage; a thrown object has `material` and `lift` instead
    reach     how far a ranged attack carries
    burst     affects an area
    mutation  comes from a mutation, not from a weapon
    sharp     a thrown point or edge; made (for throwing) and easy (of shape) spare it the awkward penalty
    material  level of the material, for a thrown object, a grab or a break
    lift      the Strength it takes to lift a thrown object
    """

    name: str
    kind: AttackKind
    damage: Annotated[int, Meta(ge=0, le=20)] | None = None
    reach: Range = "Long"
    burst: bool = False
    mutation: bool = False
    sharp: bool = False
    made: bool = False
    easy: bool = False
    material: Annotated[int, Meta(ge=0, le=12)] | None = None
    lift: Annotated[int, Meta(ge=0, le=10)] = 1


class Thing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that a character carries."""

    name: str
    material: Annotated[int, Meta(ge=0, le=12)]


class Mutation(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutation by name and level, for maneuvers."""

    name: str
    level: Level


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character as people write it.

    resistance    Damage Resistance, taken off every damage
    stamina       full Stamina; Strength plus Willpower if left out
    move          how far a normal move carries; by Coordination if left out
    movement      level of a movement mutation
    determination points at the start
    master        a Master Mutant: marginal successes with mutations count as moderate ones
    mutations     by name and level, for maneuvers
    qualities     short facts about the character, known from the start
    """

    name: str
    side: str
    prowess: Level
    coordination: Level
    strength: Level
    intellect: Level = 4
    awareness: Level = 4
    willpower: Level = 4
    player: str = GAME_MASTER
    resistance: Annotated[int, Meta(ge=0, le=20)] = 0
    stamina: Annotated[int, Meta(ge=1, le=40)] | None = None
    move: Range | None = None
    movement: Annotated[int, Meta(ge=0, le=10)] = 0
    determination: Annotated[int, Meta(ge=0, le=20)] = 1
    master: bool = False
    attacks: tuple[Attack, ...] = ()
    things: tuple[Thing, ...] = ()
    mutations: tuple[Mutation, ...] = ()
    qualities: tuple[str, ...] = ()

    @property
    def full_stamina(self) -> int:
        """sorcery.context.stamina"""
        return self.stamina if self.stamina is not None else max(1, self.strength + self.willpower)

    @property
    def stride(self) -> int:
        """The normal move as a step (sorcery.context.movement)."""
        if self.move is not None:
            return RANGES.index(self.move)
        return 0 if self.coordination <= 1 else 1 if self.coordination <= 5 else 2


class Gap(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart two characters are at the start."""

    between: tuple[str, str]
    range: Range


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scene as people write it.

    characters  everybody, at least two
    order       in which order they act; as they are listed if left out
    range       how far apart everybody is if `distances` does not say
    rules       house rules, by the names that `referee show` lists
    """

    characters: tuple[Sheet, ...]
    title: str = ""
    order: tuple[str, ...] = ()
    range: Range = "Close"
    distances: tuple[Gap, ...] = ()
    rules: dict[str, str | int] = field(default_factory=dict)


def check(setup: Setup, switches: Mapping[str, Switch]) -> None:
    """Refuse a set-up that no scene can start from. Raises `BadInput` with the field."""
    if len(setup.characters) < 2:
        raise BadInput("a scene needs at least two characters", "characters")
    names: list[str] = []
    known: list[str] = []
    for at, sheet in enumerate(setup.characters):
        where = f"characters[{at}]"
        if not sheet.name.strip() or sheet.name != sheet.name.strip():
            raise BadInput("a character needs a name without spaces around it", f"{where}.name")
        if sheet.name.casefold() == GAME_MASTER:
            raise BadInput(f"{GAME_MASTER!r} means the game master; choose another name", f"{where}.name")
        if sheet.name.casefold() in [name.casefold() for name in names]:
            raise BadInput(f"{sheet.name!r} is the name of two characters", f"{where}.name")
        names.append(sheet.name)
        _check_attacks(sheet, where)
        for quality in sheet.qualities:
            if quality in known:
                raise BadInput(
                    f"{quality!r} is a quality of two characters; word one differently", f"{where}.qualities"
                )
            known.append(quality)
    if len({sheet.side for sheet in setup.characters}) < 2:
        raise BadInput("all characters are on one side; give at least two sides", "characters[0].side")
    if setup.order and sorted(setup.order) != sorted(names):
        odd = next((name for name in setup.order if name not in names), "")
        raise BadInput(f"the order names everybody exactly once{nearest(odd, names) if odd else ''}", "order")
    for at, gap in enumerate(setup.distances):
        for name in gap.between:
            if name not in names:
                raise BadInput(f"no character is called {name!r}{nearest(name, names)}", f"distances[{at}].between")
        if gap.between[0] == gap.between[1]:
            raise BadInput("a distance is between two characters", f"distances[{at}].between")
    check_rules(switches, setup.rules)


def _check_attacks(sheet: Sheet, where: str) -> None:
    seen = {"fists"}
    for at, attack in enumerate(sheet.attacks):
        here = f"{where}.attacks[{at}]"
        if attack.name.casefold() in seen:
            raise BadInput(f"{attack.name!r} is the name of another attack", f"{here}.name")
        seen.add(attack.name.casefold())
        if attack.kind == "thrown" and attack.material is None:
            raise BadInput("a thrown object needs the level of its material", f"{here}.material")
        if attack.kind != "thrown" and attack.damage is None:
            raise BadInput(f"a {attack.kind} attack needs a damage level", f"{here}.damage")
    for at, thing in enumerate(sheet.things):
        if thing.name.casefold() in seen:
            raise BadInput(f"{thing.name!r} is the name of something else", f"{where}.things[{at}].name")
        seen.add(thing.name.casefold())
