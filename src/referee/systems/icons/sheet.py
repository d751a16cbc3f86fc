"""What people write about a character and a fight, and the checked record the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from referee.core.codec import BadInput, nearest
from referee.core.system import Switch

Level: TypeAlias = Annotated[int, Meta(ge=1, le=10, description="1 to 10; 3 is average, 6 the human limit")]
Ability: TypeAlias = Literal["prowess", "coordination", "strength", "intellect", "awareness", "willpower"]
AttackKind: TypeAlias = Literal["bashing", "slashing", "blasting", "shooting", "thrown"]
Range: TypeAlias = Literal["Personal", "Close", "Extended", "Visual", "Beyond"]

ABILITIES: tuple[Ability, ...] = ("prowess", "coordination", "strength", "intellect", "awareness", "willpower")
RANGES: tuple[Range, ...] = ("Personal", "Close", "Extended", "Visual", "Beyond")
GAME_MASTER = "gm"
"""The seat that runs every character without a player."""


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon, power or object that a character attacks with.

    kind     bashing and slashing are close attacks, blasting and shooting ranged; a thrown object flies
    damage   level of the damage; a thrown object leaves it out and has `strength` and `lift` instead
    reach    how far a ranged attack carries, where it is not the usual range
    group    weapon group of a Weapons specialty: Blades, Bludgeons, Bows, Guns or Throwing
    sharp    a thrown point or edge
    strength of a thrown object's material
    lift     the Strength it takes to lift a thrown object
    """

    name: str
    kind: AttackKind
    damage: Annotated[int, Meta(ge=0, le=20)] | None = None
    reach: Range | None = None
    group: str = ""
    sharp: bool = False
    strength: Level | None = None
    lift: Annotated[int, Meta(ge=0, le=10)] = 1


class Power(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named power with its level. Blast and Strike say which kind of attack they are."""

    name: str
    level: Level
    kind: AttackKind | None = None


class Specialty(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A specialty: +1, or +2 as Expert, +3 as Master."""

    name: str
    rank: Literal["Skilled", "Expert", "Master"] = "Skilled"

    @property
    def bonus(self) -> int:
        return ("Skilled", "Expert", "Master").index(self.rank) + 1


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character as people write it.

    side          whose side of the conflict
    player        the seat that plays the character; without one the game master does
    stamina       full Stamina; Strength plus Willpower if left out
    determination points at the start
    minion        a henchman, for the house rule `minions`
    """

    name: str
    side: str
    prowess: Level
    coordination: Level
    strength: Level
    intellect: Level
    awareness: Level
    willpower: Level
    player: str = GAME_MASTER
    stamina: Annotated[int, Meta(ge=1, le=40)] | None = None
    armor: Annotated[int, Meta(ge=0, le=20)] = 0
    determination: Annotated[int, Meta(ge=0, le=20)] = 1
    minion: bool = False
    attacks: tuple[Attack, ...] = ()
    powers: tuple[Power, ...] = ()
    specialties: tuple[Specialty, ...] = ()

    @property
    def full_stamina(self) -> int:
        """icons.context.stamina"""
        return self.stamina if self.stamina is not None else self.strength + self.willpower

    def power(self, name: str) -> int:
        """The level of a power, 0 without it."""
        return next((power.level for power in self.powers if power.name == name), 0)

    def specialty(self, *names: str) -> Specialty | None:
        """The best of the named specialties that the character has."""
        known = [one for one in self.specialties if one.name in names]
        return max(known, key=lambda one: one.bonus, default=None)


class Gap(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart two characters are at the start."""

    between: tuple[str, str]
    range: Range


class Barrier(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something behind a character that a slam may send it into or through; several stand in order.

    material  of the table that `referee clause icons.bending.materials` prints
    inches    thickness, where it matters: under 2 is weaker, over 12 and over 24 stronger
    range     where it stands, seen from the attacker; where the character stands if left out
    """

    behind: str
    name: str
    material: str
    inches: Annotated[int, Meta(ge=1)] | None = None
    range: Range | None = None


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight as people write it.

    characters  everybody, at least two
    first       the side that starts the conflict; the first character's if left out
    range       how far apart everybody is if `distances` does not say
    obstacles   what stands behind whom
    rules       house rules, by the names that `referee show` lists
    """

    characters: tuple[Sheet, ...]
    title: str = ""
    first: str | None = None
    range: Range = "Close"
    distances: tuple[Gap, ...] = ()
    obstacles: tuple[Barrier, ...] = ()
    rules: dict[str, str | int] = field(default_factory=dict)


KNOWN_POWERS = ("Aquatic", "Blast", "Danger Sense", "Fast Attack", "Force Field", "Invulnerability", "Strike")
"""Powers that the rules apply. Another name is refused, because nothing would come of it."""

KNOWN_SPECIALTIES = (
    "Acrobatics", "Martial Arts", "Power", "Weapons: Blades", "Weapons: Bludgeons", "Weapons: Bows",
    "Weapons: Guns", "Weapons: Throwing", "Underwater Combat",
)  # fmt: skip


def check(setup: Setup, switches: dict[str, Switch], working: frozenset[str], materials: Mapping[str, int]) -> None:
    """Refuse a set-up that no fight can start from. Raises `BadInput` with the field."""
    if len(setup.characters) < 2:
        raise BadInput("a fight needs at least two characters", "characters")
    names: dict[str, int] = {}
    for at, sheet in enumerate(setup.characters):
        where = f"characters[{at}]"
        if not sheet.name.strip() or sheet.name != sheet.name.strip():
            raise BadInput("a character needs a name without spaces around it", f"{where}.name")
        if sheet.name.casefold() in names:
            raise BadInput(f"{sheet.name!r} is also characters[{names[sheet.name.casefold()]}]", f"{where}.name")
        names[sheet.name.casefold()] = at
        _check_sheet(sheet, where)
    sides = {sheet.side for sheet in setup.characters}
    if len(sides) < 2:
        raise BadInput("all characters are on one side; give at least two sides", "characters[0].side")
    if setup.first is not None and setup.first not in sides:
        raise BadInput(f"no character is on side {setup.first!r}{nearest(setup.first, sides)}", "first")
    for at, gap in enumerate(setup.distances):
        for name in gap.between:
            if all(name != sheet.name for sheet in setup.characters):
                known = [sheet.name for sheet in setup.characters]
                raise BadInput(f"no character is called {name!r}{nearest(name, known)}", f"distances[{at}].between")
        if gap.between[0] == gap.between[1]:
            raise BadInput("a distance is between two characters", f"distances[{at}].between")
    for at, barrier in enumerate(setup.obstacles):
        if all(barrier.behind != sheet.name for sheet in setup.characters):
            known = [sheet.name for sheet in setup.characters]
            raise BadInput(
                f"no character is called {barrier.behind!r}{nearest(barrier.behind, known)}", f"obstacles[{at}].behind"
            )
        if barrier.material not in materials:
            raise BadInput(
                f"{barrier.material!r} is no known material{nearest(barrier.material, materials)} "
                f"(known: {', '.join(materials)})",
                f"obstacles[{at}].material",
            )
    for name, value in setup.rules.items():
        where = f"rules.{name}"
        switch = switches.get(name)
        if switch is None:
            raise BadInput(f"no house rule is called {name!r}{nearest(name, switches)}", where)
        if name not in working:
            raise BadInput(f"the house rule {name!r} does not work yet; leave it out", where)
        if switch.values and value not in switch.values:
            raise BadInput(f"{value!r} is none of: {', '.join(switch.values)}", where)


def _check_sheet(sheet: Sheet, where: str) -> None:
    for at, power in enumerate(sheet.powers):
        here = f"{where}.powers[{at}]"
        if power.name not in KNOWN_POWERS:
            raise BadInput(
                f"the power {power.name!r} is not known{nearest(power.name, KNOWN_POWERS)} "
                f"(known: {', '.join(KNOWN_POWERS)})",
                f"{here}.name",
            )
        kinds = {"Blast": ("blasting", "shooting"), "Strike": ("bashing", "slashing")}.get(power.name)
        if kinds and power.kind not in kinds:
            raise BadInput(f"{power.name} is either {kinds[0]} or {kinds[1]}", f"{here}.kind")
    for at, specialty in enumerate(sheet.specialties):
        if specialty.name not in KNOWN_SPECIALTIES:
            raise BadInput(
                f"the specialty {specialty.name!r} is not known{nearest(specialty.name, KNOWN_SPECIALTIES)} "
                f"(known: {', '.join(KNOWN_SPECIALTIES)})",
                f"{where}.specialties[{at}].name",
            )
    seen = {"fists"} | {power.name.casefold() for power in sheet.powers}
    for at, attack in enumerate(sheet.attacks):
        here = f"{where}.attacks[{at}]"
        if attack.name.casefold() in seen:
            raise BadInput(f"{attack.name!r} is the name of another attack", f"{here}.name")
        seen.add(attack.name.casefold())
        if attack.kind == "thrown" and attack.strength is None:
            raise BadInput("a thrown object needs the Strength of its material", f"{here}.strength")
        if attack.kind != "thrown" and attack.damage is None:
            raise BadInput(f"a {attack.kind} attack needs a damage level", f"{here}.damage")
