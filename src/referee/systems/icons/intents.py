"""What a seat can intend. The tag is the verb that people type: `bash`, `shoot`, `move`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from referee.systems.icons.sheet import Range


class Intent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that `actor` is to do."""

    actor: str


class Attacking(Intent, frozen=True):
    """An attack. `using` names a weapon, power or object (the first fitting one if left out);
    `pull` is the highest outcome that the attack may have (icons.pulling.declare)."""

    target: str
    using: str = ""
    pull: Literal["", "moderate", "major"] = ""


class Bash(Attacking, frozen=True, tag="bash"):
    """Strike unarmed or with something blunt."""


class Slash(Attacking, frozen=True, tag="slash"):
    """Strike with a blade or a point."""


class Blast(Attacking, frozen=True, tag="blast"):
    """Blunt force at range."""


class Shoot(Attacking, frozen=True, tag="shoot"):
    """Lethal force at range."""


class ShootToStun(Attacking, frozen=True, tag="stun"):
    """A shot meant to stun: a major success stuns, a massive one may still kill."""


class Throw(Attacking, frozen=True, tag="throw"):
    """Throw an object at somebody."""


class Rush(Attacking, frozen=True, tag="rush"):
    """Charge a target at close range or farther."""


class Move(Intent, frozen=True, tag="move"):
    """Change the range to another character: a supplemental action, or a whole panel beyond one's reach."""

    target: str
    to: Range


class Stand(Intent, frozen=True, tag="stand"):
    """Get up after being knocked down: a supplemental action."""


class Aid(Intent, frozen=True, tag="aid"):
    """Spend the panel on a dying character, who is then stable."""

    target: str


class Cling(Intent, frozen=True, tag="cling"):
    """Spend a point of Determination so that a dying character loses no Strength on this page."""


class Sweep(Intent, frozen=True, tag="sweep"):
    """Attack every opponent at close range at once, with fists or a close weapon, at -4."""

    using: str = ""


class Aim(Intent, frozen=True, tag="aim"):
    """Spend the whole panel aiming: +1 on a ranged attack on the next page."""


class Mark(Intent, frozen=True, tag="mark"):
    """The game master says how things stand: `airborne`, `underwater`, `unaware` (of), `dim` (of)."""

    flag: Literal["airborne", "underwater", "unaware", "dim"]
    of: str = ""


class Unmark(Intent, frozen=True, tag="unmark"):
    """The game master says that it is so no longer."""

    flag: Literal["airborne", "underwater", "unaware", "dim"]
    of: str = ""


class Pass(Intent, frozen=True, tag="pass"):
    """End the own panel."""


AnyIntent: TypeAlias = (
    Bash
    | Slash
    | Blast
    | Shoot
    | ShootToStun
    | Throw
    | Rush
    | Sweep
    | Aim
    | Move
    | Mark
    | Unmark
    | Stand
    | Aid
    | Cling
    | Pass
)
