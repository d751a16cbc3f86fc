"""What the book says in figures: the seven steps, and each option's ladder as the ledger has it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.clauses import index, ladder, table
from referee.core.dice import D6_MINUS_D6, parse
from referee.core.system import Switch
from referee.systems.sorcery.sheet import Ability, AttackKind

OUTCOMES = ladder("sorcery.context.thresholds")
"""massive failure, major failure, failure, marginal, moderate, major and massive success."""

DIFFERENCE = D6_MINUS_D6
ONE_DIE = parse("d6")

SWITCHES = {
    one.name: Switch(one.name, tuple(one.values), one.default, one.clause) for one in index().switches("sorcery")
}

May = Literal["", "slam", "stun", "kill", "push"]


class Row(Struct, frozen=True):
    """What one outcome of an option brings.

    damage    none, half or full
    may       the test that may follow
    answered  a free close attack of the target
    hold      the hold that it gives
    past      the charger ends past the target
    count     free activations that a maneuver gives, or that a counter-maneuver removes
    """

    clause: str
    damage: Literal["none", "half", "full"] = "none"
    may: May = ""
    answered: bool = False
    hold: Literal["", "partial", "complete"] = ""
    past: bool = False
    count: int = 0


def _rows(rows: tuple[object, ...]) -> dict[str, Row]:
    found = {}
    for row in rows:
        values: dict[str, object] = dict(row)  # type: ignore[call-overload]
        found[str(values["outcome"])] = Row(
            str(values["id"]),
            values.get("damage", "none"),  # type: ignore[arg-type]
            values.get("may", ""),  # type: ignore[arg-type]
            bool(values.get("free_attack", False)),
            values.get("hold", ""),  # type: ignore[arg-type]
            values.get("position") == "past",
            int(values.get("activations", values.get("removes", 0))),  # type: ignore[call-overload]
        )
    return found


class Option(Struct, frozen=True):
    """A way to act against a target.

    ability  tested; `lower` may limit it
    against  abilities of the target, the better of which is the difficulty
    ladder   the clause of the rows
    picks    whether the target may choose the ability to defend with
    covers   as which kind of attack a block sees it; empty where a block does not help
    """

    name: str
    test: str
    ability: Ability
    against: tuple[Ability, ...]
    close: bool
    rows: dict[str, Row]
    ladder: str
    covers: Literal["", "bashing", "slashing", "blasting", "shooting", "charging"] = ""
    lower: Ability | None = None
    picks: bool = False

    @property
    def lethal(self) -> bool:
        return any(row.may == "kill" for row in self.rows.values())


CLOSE: tuple[Ability, ...] = ("prowess", "coordination")
BASH = Option(
    "bash",
    "sorcery.bashing.test",
    "prowess",
    CLOSE,
    True,
    _rows(table("sorcery.bashing.ladder")),
    "sorcery.bashing.ladder",
    "bashing",
    picks=True,
)
SLASH = Option(
    "slash",
    "sorcery.slashing.test",
    "prowess",
    CLOSE,
    True,
    _rows(table("sorcery.slashing.ladder")),
    "sorcery.slashing.ladder",
    "slashing",
    picks=True,
)
CHARGE = Option(
    "charge",
    "sorcery.charging.test",
    "prowess",
    CLOSE,
    True,
    _rows(table("sorcery.charging.ladder")),
    "sorcery.charging.ladder",
    "charging",
    picks=True,
)
WRESTLE = Option(
    "wrestle",
    "sorcery.wrestling.test",
    "prowess",
    CLOSE,
    True,
    _rows(table("sorcery.wrestling.ladder")),
    "sorcery.wrestling.ladder",
)
GRAB = Option(
    "grab", "sorcery.grabbing.test", "prowess", ("strength",), True, _rows(table("sorcery.grabbing.ladder")), "sorcery.grabbing.ladder",
    lower="strength",
)  # fmt: skip
BLAST = Option(
    "blast", "sorcery.blasting.test", "coordination", ("coordination",), False, _rows(table("sorcery.blasting.ladder")), "sorcery.blasting.ladder",
    "blasting",
)  # fmt: skip
SHOOT = Option(
    "shoot", "sorcery.shooting.test", "coordination", ("coordination",), False, _rows(table("sorcery.shooting.ladder")), "sorcery.shooting.ladder",
    "shooting",
)  # fmt: skip
THROW = Option(
    "throw",
    "sorcery.throwing.attack_test",
    "coordination",
    ("coordination",),
    False,
    BLAST.rows,
    BLAST.ladder,
    "blasting",
)
THROW_SHARP = Option(
    "throw",
    "sorcery.throwing.attack_test",
    "coordination",
    ("coordination",),
    False,
    SHOOT.rows,
    SHOOT.ladder,
    "shooting",
)

KINDS: dict[str, AttackKind] = {
    "bash": "bashing", "slash": "slashing", "blast": "blasting", "shoot": "shooting", "throw": "thrown",
}  # fmt: skip
PLAIN = {"bash": BASH, "slash": SLASH, "blast": BLAST, "shoot": SHOOT, "charge": CHARGE}

ESCAPES = {str(row["outcome"]): str(row["id"]) for row in table("sorcery.escaping.ladder")}
MANEUVERS = _rows(table("sorcery.maneuver.ladder"))
COUNTERS = _rows(table("sorcery.maneuver.counter_removal"))
SLAMS = {str(row["outcome"]): str(row["id"]) for row in table("sorcery.context.slam")}
STUNS = {str(row["outcome"]): str(row["id"]) for row in table("sorcery.context.stun")}
KILLS = {str(row["outcome"]): str(row["id"]) for row in table("sorcery.context.kill")}

THROWS = tuple(
    (int(str(row["outcome"]).split()[1].split("-")[0]), step, str(row["id"]))
    for step, row in enumerate(table("sorcery.throwing.range_steps"), 1)
)
"""The least margin of Strength over the lift level, the step it reaches, and the clause."""


def throw_step(margin: int) -> tuple[int, str]:
    """How far a margin of Strength throws, as a step (0: it is only dropped; -1: not even lifted), and the clause."""
    if margin < 2:
        return (0 if margin >= 0 else -1), "sorcery.throwing.threshold"
    clause = next(clause for least, _, clause in reversed(THROWS) if margin >= least)
    return min(5, margin // 2), clause


def fails(outcome: str) -> bool:
    return outcome.endswith("failure")


def row_of(rows: dict[str, str], outcome: str) -> str:
    """The row of a small ladder that lumps all failures together."""
    return rows.get(outcome, rows.get("any failure", ""))
