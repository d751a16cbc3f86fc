"""What the book says in figures: ladders, ranges, and each attack with what its outcomes bring."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.clauses import index, ladder, table
from referee.core.codec import BadInput, from_tree, nearest
from referee.core.dice import D6_MINUS_D6, parse
from referee.core.events import Part
from referee.core.ladders import Rung
from referee.core.system import Switch
from referee.systems.icons.sheet import ABILITIES, Ability, Attack, AttackKind, Setup, Sheet

OUTCOMES = ladder("icons.context.outcomes")
"""failure, moderate, major, massive."""

MOVING = ladder("icons.moving.distance", "coordination", "range")
THROWING = ladder("icons.throwing.range", "excess", "range")

POOLS = {"difference": D6_MINUS_D6, "sum_minus_7": parse("2d6 - 7")}
WAKING = parse("2d6")

SWITCHES = {
    one.name: Switch(one.name, tuple(one.values), one.default, one.clause, 1) for one in index().switches("icons")
}
Harm = Literal["slam", "stun", "kill"]


class Row(Struct, frozen=True):
    """What one outcome of an attack brings: the clause, and the test it may force."""

    clause: str
    may: Harm | None = None


class Option(Struct, frozen=True):
    """A way to attack.

    ability  tested; `limit` may lower it
    against  abilities of the target, the best of which is the difficulty in attack mode
    dodges   whether evading works too (close attacks), or dodging alone
    block    `strength` for blunt attacks; `invulnerable` where only that power opens the block; `never` for a mind
    """

    name: str
    test: str
    ability: Ability
    against: tuple[Ability, ...]
    close: bool
    block: Literal["strength", "invulnerable", "never"]
    failure: str
    moderate: Row
    major: Row
    massive: Row
    limit: Ability | None = None

    @property
    def can_kill(self) -> bool:
        return self.massive.may == "kill"

    def row(self, outcome: str) -> Row:
        """The row of a success."""
        return {"moderate": self.moderate, "major": self.major, "massive": self.massive}[outcome]


BASH = Option(
    "bash", "icons.bashing.test", "prowess", ("prowess",), True, "strength", "icons.bashing.failure",
    Row("icons.bashing.moderate"), Row("icons.bashing.major", "slam"), Row("icons.bashing.massive", "stun"),
)  # fmt: skip
SLASH = Option(
    "slash", "icons.slashing.test", "prowess", ("prowess",), True, "invulnerable", "icons.slashing.failure",
    Row("icons.slashing.moderate"), Row("icons.slashing.major", "stun"), Row("icons.slashing.massive", "kill"),
)  # fmt: skip
BLAST = Option(
    "blast", "icons.blasting.test", "coordination", ("coordination",), False, "strength",
    "icons.blasting.failure",
    Row("icons.blasting.moderate"), Row("icons.blasting.major", "slam"), Row("icons.blasting.massive", "stun"),
)  # fmt: skip
SHOOT = Option(
    "shoot", "icons.shooting.test", "coordination", ("coordination",), False, "invulnerable",
    "icons.shooting.failure",
    Row("icons.shooting.moderate"), Row("icons.shooting.major"), Row("icons.shooting.massive", "kill"),
)  # fmt: skip
THROW = Option(
    "throw", "icons.throwing.test", "coordination", ("coordination",), False, "strength",
    "icons.throwing.test",
    Row("icons.throwing.success"), Row("icons.throwing.success"), Row("icons.throwing.massive-stun", "stun"),
)  # fmt: skip
THROW_SHARP = Option(
    "throw", "icons.throwing.test", "coordination", ("coordination",), False, "invulnerable",
    "icons.throwing.test",
    Row("icons.throwing.success"), Row("icons.throwing.sharp-major", "stun"),
    Row("icons.throwing.sharp-massive", "kill"),
)  # fmt: skip
THROW_AS_BLAST = Option(
    "throw", "icons.throwing.test", "coordination", ("coordination",), False, "strength",
    "icons.throwing.test",
    Row("icons.throwing.success"), Row("icons.blasting.major", "slam"), Row("icons.throwing.massive-stun", "stun"),
)  # fmt: skip
RUSH = Option(
    "rush", "icons.rushing.test", "strength", ("prowess", "coordination"), True, "strength",
    "icons.rushing.failure",
    Row("icons.rushing.moderate"), Row("icons.rushing.major", "slam"), Row("icons.rushing.massive", "stun"),
    limit="prowess",
)  # fmt: skip

SHOOT_TO_STUN = Option(
    "shoot", "icons.shooting.test", "coordination", ("coordination",), False, "invulnerable",
    "icons.shooting.failure",
    Row("icons.shooting.moderate"), Row("icons.shoot-to-stun.requirement", "stun"),
    Row("icons.shoot-to-stun.massive", "kill"),
)  # fmt: skip

MENTAL = Option(
    "mental blast", "icons.context.mental-blast", "willpower", ("willpower",), False, "never", "icons.blasting.failure",
    Row("icons.blasting.moderate"), Row("icons.context.mental-blast"), Row("icons.blasting.massive", "stun"),
)  # fmt: skip

KIND_OF: dict[str, AttackKind | None] = {
    "bash": "bashing", "slash": "slashing", "blast": "blasting", "shoot": "shooting", "stun": "shooting", "throw": "thrown", "rush": None,
    "mental": None,
}  # fmt: skip
PLAIN = {
    "bash": BASH, "slash": SLASH, "blast": BLAST, "shoot": SHOOT, "stun": SHOOT_TO_STUN, "rush": RUSH,
    "mental": MENTAL,
}  # fmt: skip

FAST_ATTACK = tuple(
    (int(row["level_from"]), int(row["level_to"]), int(row["attacks"])) for row in table("icons.context.fast-attack")
)


def attacks_allowed(fast_attack: int) -> int:
    """How many attack tests a panel holds (icons.context.fast-attack)."""
    return next((attacks for low, high, attacks in FAST_ATTACK if low <= fast_attack <= high), 1)


STEPS = {str(row["name"]): int(row["step"]) for row in table("icons.distance.ranges")}
"""Each range as a step of the ladder: Personal 0, Close 1, Extended 2, Visual 3, Beyond 4."""
RANGE_ROWS = tuple(str(row["id"]) for row in table("icons.distance.ranges"))


def step_of(name: str) -> int:
    """A range as a step of the ladder (icons.distance.ranges)."""
    return STEPS[name]


MATERIALS = {str(row["material"]): int(row["strength"]) for row in table("icons.bending.materials")}
"""Strength of each material."""
MATERIAL_ROWS = {str(row["material"]): str(row["id"]) for row in table("icons.bending.materials")}


def toughness(material: str, inches: int | None) -> list[Part]:
    """The effective Strength of a thing: its material and what its thickness does to it, never below 0."""
    parts = [Part(material, MATERIALS[material], MATERIAL_ROWS[material])]
    if inches is not None and inches < 2:
        parts.append(Part("thin", -1, "icons.bending.thin"))
    elif inches is not None and inches > 24:
        parts.append(Part("very thick", 2, "icons.bending.very-thick"))
    elif inches is not None and inches > 12:
        parts.append(Part("thick", 1, "icons.bending.thick"))
    return parts


def throw_row(strength: int, lift: int) -> Rung:
    """How far an object can be thrown: a range, or `none` (icons.throwing.range)."""
    return THROWING.row(strength - lift)


JUMPING = ladder("icons.jumping.distance", "strength", "range")
LEAPING = tuple((int(row["level_from"]), step_of(str(row["range"]))) for row in table("icons.context.leaping"))
FLYING = tuple((int(row["level_from"]), step_of(str(row["range"]))) for row in table("icons.context.flight"))
SWIMMING = ((1, 1), (3, 2), (5, 3), (7, 4))
"""How far Aquatic carries a swimmer, by level (icons.context.aquatic)."""


def reach_of(level: int, table: tuple[tuple[int, int], ...]) -> int:
    """The step that a power's level reaches; -1 without the power."""
    return max((step for least, step in table if least <= level), default=-1)


LIFTS = {int(row["strength"]): str(row["id"]) for row in table("icons.lifting.table")}
LIFTED = {int(row["strength"]): str(row["lifts"]) for row in table("icons.lifting.table")}
GROWTH = {int(row["level"]): int(row["defence"]) for row in table("icons.context.growth-table")}
"""What size does to defence, by level of Growth."""
SHRINKING = {0: 0, 9: 0, 10: 0} | {
    int(row["level"]): int(row["modifier"]) for row in table("icons.context.shrinking-table")
}
"""What size does to defence and attack, by level of Shrinking."""
WEAPONS = {str(row["name"]): row for row in table("icons.context.weapon-damage")}
STOCK = {str(row["name"]): row for row in table("icons.context.stock-characters")}
PRICES = {str(row["id"]).rsplit(".", 1)[1]: str(row["id"]) for row in table("icons.dead.requirements")}
"""What the game master may ask for a return from the dead, with the clause."""


def full_cast(setup: Setup) -> Setup:
    """A set-up with its extras as characters and everybody's common weapons as attacks. Raises `BadInput`."""
    cast = list(setup.characters)
    for at, extra in enumerate(setup.extras):
        row = STOCK.get(extra.stock)
        if row is None:
            raise BadInput(
                f"{extra.stock!r} is no stock character{nearest(extra.stock, STOCK)} (known: {', '.join(STOCK)})",
                f"extras[{at}].stock",
            )
        name = extra.name or extra.stock
        for number in range(1, extra.count + 1):
            called = name if extra.count == 1 else f"{name} {number}"
            levels: dict[str, object] = {ability: row[ability] for ability in ABILITIES if ability in row}
            told: dict[str, object] = {
                "name": called,
                "side": extra.side,
                "player": extra.player,
                "minion": extra.minion,
            }
            cast.append(from_tree({**told, **levels, "stamina": row["stamina"], "weapons": extra.weapons}, Sheet))
    return replace(setup, characters=tuple(_armed(sheet, f"characters[{at}]") for at, sheet in enumerate(cast)))


def _armed(sheet: Sheet, where: str) -> Sheet:
    attacks = list(sheet.attacks)
    for at, name in enumerate(sheet.weapons):
        row = WEAPONS.get(name)
        if row is None:
            raise BadInput(
                f"{name!r} is no common weapon{nearest(name, WEAPONS)} (known: {', '.join(WEAPONS)})",
                f"{where}.weapons[{at}]",
            )
        kind = str(row["kind"]).split(" or ")[0]
        attacks.append(Attack(name, kind, int(row["damage"])))  # type: ignore[arg-type]
    return replace(sheet, attacks=tuple(attacks), weapons=())
