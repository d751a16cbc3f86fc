"""What a seat can intend. The tag is the verb that people type."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]


class Intent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that `actor` is to do; `gm` for what the Facilitator says of the whole table."""

    actor: str


class Act(Intent, frozen=True, tag="act"):
    """Try to overcome a challenge with one approach. The Facilitator sets the challenge level and any indirect strain,
    with its reason (or is asked). `surge` spends one on the level or on strain, `item` heals a point instead;
    `strength` helps, `struggles` (by commas, the player's own choice) hinder; `assist` names another hero; `because`
    says why armor could soak; `challenge` names a complex one; `closed` leaves no way back after the warning."""

    approach: str
    goal: str = ""
    cl: Annotated[int, Meta(ge=1, le=30)] | None = None
    indirect: Annotated[int, Meta(ge=0, le=6)] | None = None
    why: str = ""
    closed: bool = False
    surge: Literal["", "cl", "strain"] = ""
    item: str = ""
    strength: str = ""
    struggles: str = ""
    assist: str = ""
    because: str = ""
    challenge: str = ""


class Suffer(Intent, frozen=True, tag="suffer"):
    """The Facilitator imposes indirect strain outside a roll, announced with its amount and reason."""

    amount: Annotated[int, Meta(ge=1, le=6)]
    why: str


class Heal(Intent, frozen=True, tag="heal"):
    """Use a healing item outside a roll, on oneself or another hero."""

    item: str
    target: str = ""


class Tell(Intent, frozen=True, tag="tell"):
    """Give a text that is owed, by its number: what strain feels like, a condition, a scar, why armor soaked."""

    number: int
    text: str


class Remove(Intent, frozen=True, tag="remove"):
    """In downtime, let one condition go (by its number), and say how."""

    number: int
    text: str


class Retire(Intent, frozen=True, tag="retire"):
    """The player lets the hero's story end here."""

    how: Literal["retired", "dead"] = "retired"


class Spend(Intent, frozen=True, tag="spend"):
    """Spend a Game Changer on something in the story; the Facilitator has to agree."""

    text: str


class Calm(Intent, frozen=True, tag="calm"):
    """`gm calm`: the danger is over and strain with it."""


class Downtime(Intent, frozen=True, tag="downtime"):
    """`gm downtime`: strain is gone, and each hero may let one condition go."""


class Scene(Intent, frozen=True, tag="scene"):
    """`gm scene`: a new scene begins."""


class Face(Intent, frozen=True, tag="face"):
    """`gm face NAME 3`: a complex challenge that takes so many successes."""

    name: str
    needed: Annotated[int, Meta(ge=2, le=20)]


class Repair(Intent, frozen=True, tag="repair"):
    """The Facilitator lets an item be repaired or replaced: all its uses are back."""

    item: str


class Award(Intent, frozen=True, tag="award"):
    """The Facilitator awards Surges or Game Changers."""

    what: Literal["surges", "changers"]
    amount: Count = 1


class Advance(Intent, frozen=True, tag="advance"):
    """The Facilitator awards an advancement; only one that offers it removes a scar."""

    text: str
    remove_scar: str = ""


class Overrule(Intent, frozen=True, tag="overrule"):
    """The Facilitator says how it is: strain, surges or changers of a hero."""

    what: Literal["strain", "surges", "changers"]
    to: Annotated[int, Meta(ge=0, le=20)]
    why: str = ""


TABLE = (Calm, Downtime, Scene, Face)
"""What the Facilitator says of the whole table, as `gm`."""

AnyIntent: TypeAlias = (
    Act | Suffer | Heal | Tell | Remove | Retire | Spend | Calm | Downtime | Scene | Face | Repair | Award | Advance
    | Overrule
)  # fmt: skip
