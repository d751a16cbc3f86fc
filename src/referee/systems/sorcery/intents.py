"""What a seat can intend. The tag is the verb that people type."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from referee.systems.sorcery.sheet import Range

Figure: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class Intent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that `actor` is to do."""

    actor: str


class Attacking(Intent, frozen=True):
    """An attack on a target. `using` names a weapon, mutation or object; `others` are further targets of a Burst, by
    commas; `stunt` adds an extra, and `by` names the quality that is spent on it; `boost` names a quality that gives
    +2; `spot` makes it a called shot."""

    target: str
    using: str = ""
    others: str = ""
    stunt: Literal["", "burst", "ranged"] = ""
    by: str = ""
    boost: str = ""
    spot: str = ""


class Bash(Attacking, frozen=True, tag="bash"):
    """Strike unarmed or with something blunt."""


class Slash(Attacking, frozen=True, tag="slash"):
    """Strike with a blade or a point."""


class Blast(Attacking, frozen=True, tag="blast"):
    """Blunt force at a distance."""


class Shoot(Attacking, frozen=True, tag="shoot"):
    """Something that can kill, at a distance."""


class Throw(Attacking, frozen=True, tag="throw"):
    """Throw an object; `strength` is a lower Strength than one's own."""

    strength: Annotated[int, Meta(ge=1, le=10)] | None = None


class Charge(Attacking, frozen=True, tag="charge"):
    """Run an opponent down, from Close or farther."""


class Touch(Intent, frozen=True, tag="touch"):
    """Touch somebody without a blow, mostly to deliver a mutation."""

    target: str
    boost: str = ""
    spot: str = ""


class Wrestle(Intent, frozen=True, tag="wrestle"):
    """Seize and restrain somebody."""

    target: str
    boost: str = ""
    spot: str = ""


class Grab(Intent, frozen=True, tag="grab"):
    """Take something out of an opponent's grip."""

    target: str
    item: str
    boost: str = ""
    spot: str = ""


class Squeeze(Intent, frozen=True, tag="squeeze"):
    """Strength damage to somebody in the own complete hold, in the own turn, without a test or an action."""

    target: str


class Release(Intent, frozen=True, tag="release"):
    """Let somebody go."""

    target: str


class Escape(Intent, frozen=True, tag="escape"):
    """Break free of a holder by Prowess or Strength (the higher one if left out)."""

    target: str
    ability: Literal["", "prowess", "strength"] = ""
    boost: str = ""


class Block(Intent, frozen=True, tag="block"):
    """Spend the action on a stance: Strength against bashing, blasting and charging, until the next action."""


class Defend(Intent, frozen=True, tag="defend"):
    """Do nothing but defend: +2 on all tests until the own next turn."""


class Favour(Intent, frozen=True, tag="favour"):
    """Defend close attacks with one ability, or with the `better` one."""

    ability: Literal["better", "prowess", "coordination"]


class Move(Intent, frozen=True, tag="move"):
    """The move of the turn: change the range to another character."""

    target: str
    to: Range


class Stand(Intent, frozen=True, tag="stand"):
    """Get up; it takes the move."""


class Aid(Intent, frozen=True, tag="aid"):
    """Spend the action on a dying character, who is then stable."""

    target: str


class Maneuver(Intent, frozen=True, tag="maneuver"):
    """Learn or create a quality. `against` is the ability of the target that the game master names, or a figure where
    nobody opposes; `permanent` reveals something that is so anyway. `ability` may be a mutation."""

    ability: str
    quality: str
    against: str
    target: str = ""
    permanent: bool = False
    boost: str = ""


class Counter(Intent, frozen=True, tag="counter"):
    """Take an opponent's advantage away; the difficulty is the level that made it, unless the game master says."""

    ability: str
    quality: str
    difficulty: Figure | None = None
    boost: str = ""


class Activate(Intent, frozen=True, tag="activate"):
    """Spend a point of Determination on one more activation of a quality."""

    quality: str


class Break(Intent, frozen=True, tag="break"):
    """Damage a lifeless thing of a material, with fists or a weapon; `adjust` makes it thinner or thicker."""

    what: str
    material: Annotated[int, Meta(ge=0, le=12)] | None = None
    adjust: int = 0
    using: str = ""
    boost: str = ""


class Search(Intent, frozen=True, tag="search"):
    """Search an area; the game master sets the difficulty."""

    difficulty: Figure | None = None
    boost: str = ""


class Notice(Intent, frozen=True, tag="notice"):
    """Notice something, at any time and for nothing; the game master sets the difficulty."""

    difficulty: Figure | None = None
    boost: str = ""


class Overrule(Intent, frozen=True, tag="overrule"):
    """The game master overrules how a character stands: a number for `stamina`, `determination` and `strength`, yes or
    no for the rest."""

    what: Literal[
        "stamina", "determination", "strength", "prone", "unconscious", "dead", "dying", "stunned", "acted", "free"
    ]
    to: str
    why: str = ""


class Place(Intent, frozen=True, tag="place"):
    """The game master says how far apart two characters are."""

    target: str
    to: Range


class End(Intent, frozen=True, tag="end"):
    """End the own turn."""


AnyIntent: TypeAlias = (
    Bash | Slash | Blast | Shoot | Throw | Charge | Touch | Wrestle | Grab | Squeeze | Release | Escape | Block | Defend
    | Favour | Move | Stand | Aid | Maneuver | Counter | Activate | Break | Search | Notice | Overrule | Place | End
)  # fmt: skip
