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


class Pass(Intent, frozen=True, tag="pass"):
    """End the own panel."""


AnyIntent: TypeAlias = Bash | Slash | Blast | Shoot | Throw | Rush | Move | Stand | Aid | Cling | Pass
