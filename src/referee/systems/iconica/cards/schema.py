"""The records that a card file is made of. docs/cards.md explains them to authors; `check` holds what types cannot.

Words of a file that Python keeps for itself have another name here: `if` is `when`, `else` is `otherwise`, `not` is
`other_than`, `self` is `own`, `class` is `class_`, `from` is `giver`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

Health: TypeAlias = Annotated[int, Meta(ge=10, le=300, multiple_of=10, description="in tens; a tile is 10 health")]
Change: TypeAlias = Annotated[int, Meta(ge=-300, le=300, multiple_of=10, description="in tens; not 0")]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=6, description="a face of a die")]
Turns: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Id: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", description="lower-case words and hyphens")]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^\S.*\S$|^\S$")]
Faces: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=6)]
Fit: TypeAlias = Literal["odd", "even"] | Faces

Class: TypeAlias = Literal["Offensive", "Defensive", "Disruptive", "Supportive", "Adaptive"]
Kind: TypeAlias = Literal["Standard", "Legend", "Special"]
ActionType: TypeAlias = Literal["melee", "ranged", "status"]
StatusNullifier: TypeAlias = Literal["antidote", "courage", "evasion", "focus", "clarity"]
Nullifier: TypeAlias = StatusNullifier | Literal["parry"]
Selector: TypeAlias = Literal[
    "self", "one_foe", "other_foe", "all_foes", "random_foe", "opponent_choice", "one_friend", "one_ally",
    "all_friends", "all_allies", "everyone", "everyone_else", "target", "matched", "bearer",
]  # fmt: skip

CLASSES: tuple[Class, ...] = ("Offensive", "Defensive", "Disruptive", "Supportive", "Adaptive")
KINDS: tuple[Kind, ...] = ("Standard", "Legend", "Special")
TYPES: tuple[ActionType, ...] = ("melee", "ranged", "status")
SELECTORS: tuple[Selector, ...] = (
    "self", "one_foe", "other_foe", "all_foes", "random_foe", "opponent_choice", "one_friend", "one_ally",
    "all_friends", "all_allies", "everyone", "everyone_else", "target", "matched", "bearer",
)  # fmt: skip
"""In the order of their numbers in `rules.layout`."""
AIMS_AT_ONE = ("one_foe", "other_foe", "random_foe", "opponent_choice", "one_friend", "one_ally")
SETS_TARGET = (*AIMS_AT_ONE, "all_foes")
"""After these, `target` means whom they found."""

Words: TypeAlias = Word | Annotated[tuple[Word, ...], Meta(min_length=1)]
Classes: TypeAlias = Class | Annotated[tuple[Class, ...], Meta(min_length=1)]
Kinds: TypeAlias = Kind | Annotated[tuple[Kind, ...], Meta(min_length=1)]
Ids: TypeAlias = Id | Annotated[tuple[Id, ...], Meta(min_length=1)]


class Predicate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a character may be asked to fit. All keys must hold; a list means any of its words.

    status, without         has one of these, has not this one
    min_health, max_health  health left
    negative, positive      has any negative (positive) status
    other_than (`not`)      must not fit this
    """

    faction: Words | None = None
    race: Words | None = None
    class_: Classes | None = field(name="class", default=None)
    archetype: Words | None = None
    card_type: Kinds | None = None
    status: Ids | None = None
    without: Id | None = None
    min_health: Health | None = None
    max_health: Health | None = None
    damaged: bool | None = None
    negative: bool | None = None
    positive: bool | None = None
    other_than: Predicate | None = field(name="not", default=None)


class Cond(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question about the table. All keys must hold. `{ any_foe = {} }` asks whether there is a foe at all.

    own (`self`)  the character that acts
    target        the character last picked; in a `bonus`, the one whose marker moves
    """

    own: Predicate | None = field(name="self", default=None)
    target: Predicate | None = None
    any_foe: Predicate | None = None
    any_friend: Predicate | None = None
    any_ally: Predicate | None = None
    no_ally: Predicate | None = None


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """More of it for every target for which the condition (`if`) holds."""

    when: Cond = field(name="if")
    amount: Health


class Per(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """More of it for every character that is counted."""

    count: Literal["foes", "friends", "allies"]
    amount: Health
    where: Predicate | None = None


class _Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op", kw_only=True):
    """Any effect may depend on a condition (`if`), and `else` runs where it does not hold."""

    when: Cond | None = field(name="if", default=None)
    otherwise: tuple[Effect, ...] = field(name="else", default=())


class _Aimed(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """`where` narrows whom the selector may find."""

    to: Selector
    where: Predicate | None = None


class _Measured(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """`bonus` and `per` are added to the amount; `max` is the most that it comes to with them."""

    amount: Health
    bonus: tuple[Bonus, ...] = ()
    per: Per | None = None
    max: Health | None = None


class Damage(_Measured, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="damage", kw_only=True):
    """Move markers toward Skull. `type` overrides the action's; `flat` leaves auras out."""

    type: ActionType | None = None
    flat: bool = False


class Heal(_Measured, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="heal", kw_only=True):
    """Move markers toward Start."""


class Give(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="status", kw_only=True):
    """Deal a status; `turns` where it shall not last as long as usual."""

    status: Id
    turns: Turns | None = None


class Dispel(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="dispel", kw_only=True):
    """Remove every negative status and negative laid aura."""


class Strip(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="strip", kw_only=True):
    """Remove every positive status and positive laid aura."""


class Remove(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="remove", kw_only=True):
    """Remove one named status."""

    status: Id


class Transfer(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="transfer", kw_only=True):
    """Move all negative statuses of one character to another. `where` narrows `to`."""

    giver: Selector = field(name="from")


class Lay(_Aimed, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="aura", kw_only=True):
    """Lay an aura."""

    aura: Id


class Delay(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="delay", kw_only=True):
    """Run a list in the acting side's N-th next Opening Phase."""

    turns: Annotated[int, Meta(ge=1, le=3)]
    do: Effects


class LoseTurn(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="lose_turn", kw_only=True):
    """A player loses the next turn."""

    who: Literal["opponent"] = "opponent"


class Revive(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="revive", kw_only=True):
    """Leave the Skull Tile. Final Acts only."""

    health: Health


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens on these faces."""

    on: Fit
    do: Effects


class Roll(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="roll", kw_only=True):
    """Roll a die; the first case that fits runs."""

    cases: Annotated[tuple[Case, ...], Meta(min_length=1, max_length=6)]


class Choose(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="choose", kw_only=True):
    """A player picks one of several lists."""

    by: Literal["owner", "opponent"]
    options: Annotated[tuple[Effects, ...], Meta(min_length=2, max_length=6)]


class Repeat(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="repeat", kw_only=True):
    """Run a list several times, with targets chosen anew."""

    times: Annotated[int, Meta(ge=1, le=6)]
    do: Effects


class Do(_Effect, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="do", kw_only=True):
    """A list under a condition."""

    do: Effects


Effect: TypeAlias = (
    Damage | Heal | Give | Dispel | Strip | Remove | Transfer | Lay | Delay | LoseTurn | Revive | Roll | Choose
    | Repeat | Do
)  # fmt: skip
Effects: TypeAlias = Annotated[tuple[Effect, ...], Meta(min_length=1)]


class Tile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile that does something, `at` steps below Start: a nullifier (or Parry), or a reaction of so much damage."""

    at: Annotated[int, Meta(ge=1)]
    nullifier: Nullifier | None = None
    reaction: Health | None = None


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the numbered actions."""

    number: Number
    name: Word
    type: ActionType
    effects: Effects


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """What follows an action on those of its rivals that fit `vs`; they are `matched` in its effects."""

    vs: Predicate
    effects: Effects


class FinalAct(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a character tries on the Skull Tile.

    attempt      the faces on which it works, or always
    fail         effects where the die fails
    when (`if`)  without it the character has no Final Act at all
    """

    name: Word
    attempt: Literal["always", "odd", "even"] | Faces
    effects: Effects
    fail: tuple[Effect, ...] = ()
    when: Cond | None = field(name="if", default=None)


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A character.

    faction       Legion and Protectorate restrict parties; any other word counts as Independent there
    action_break  the action with the Action Break badge
    passive       an aura that works while the character is in play; such a card prints at most five actions
    affiliation   without effect; `basis` says where the design comes from
    """

    id: Id
    name: Word
    faction: Word
    race: Word
    archetype: Word
    class_: Class = field(name="class")
    card_type: Kind
    health: Health
    action: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=6)]
    affiliation: str = ""
    tiles: tuple[Tile, ...] = ()
    action_break: Number | None = None
    passive: Id | None = None
    strengths: Annotated[tuple[Strength, ...], Meta(max_length=4)] = ()
    final_act: FinalAct | None = None
    basis: str = ""


class Status(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A status effect. The order of a file is the order in which one character's status dice are rolled.

    lasts             "roll": until its die ends it; "turns": `turns` own turns
    roll              "odd_even" or "faces" says how the die is read; "none": the tick works every turn, without a die
    tick              effects in the bearer's Opening Phase, unless the die ends the status
    action_roll       what happens when the bearer tries to act
    broken_by_damage  damage of an action ends it
    blocked_by        the nullifier tile that refuses it
    unique            a status from outside the rulebook
    """

    id: Id
    negative: bool
    lasts: Literal["roll", "turns"]
    turns: Turns | None = None
    roll: Literal["odd_even", "faces", "none"] | None = None
    ends_on: Fit | None = None
    tick: tuple[Effect, ...] = ()
    action_roll: Literal["blind", "confusion"] | None = None
    prevents_action: bool = False
    prevents_action_when_held: bool = False
    blocks_healing: bool = False
    broken_by_damage: bool = False
    blocked_by: StatusNullifier | None = None
    only_race: Word | None = None
    unique: bool = False
    marker: str = ""
    basis: str = ""


class _Mod(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="mod", kw_only=True):
    pass


class DamageTaken(_Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="damage_taken", kw_only=True):
    """More or less damage from rivals, of one type if `type` is given."""

    amount: Change
    type: ActionType | None = None


class DamageDealt(_Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="damage_dealt", kw_only=True):
    """More or less damage to rivals, of one type if `type` is given."""

    amount: Change
    type: ActionType | None = None


class HealingReceived(
    _Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="healing_received", kw_only=True
):
    """More or less of every heal."""

    amount: Change


class Immune(_Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="immune", kw_only=True):
    """A status (or "any_negative") cannot be dealt."""

    status: str


class Taunt(_Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="taunt", kw_only=True):
    """Rivals who pick one foe must pick such a one."""


class FinalActWard(
    _Mod, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="final_act_ward", kw_only=True
):
    """Damage, negative statuses and negative auras of Final Acts do nothing."""


Mod: TypeAlias = DamageTaken | DamageDealt | HealingReceived | Immune | Taunt | FinalActWard


class Aura(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An ongoing condition: a passive one says whom it `affects`, a laid one until when it lies (`until`).

    until  "source_opening": through the rival's turn; "source_closing": and one more turn of its source's side
    """

    id: Id
    mods: Annotated[tuple[Mod, ...], Meta(min_length=1)]
    affects: Literal["self", "allies", "friends", "foes"] | None = None
    until: Literal["source_opening", "source_closing"] | None = None
    negative: bool = False
    basis: str = ""


class CardSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file of several cards with the statuses and auras that they bring."""

    card: tuple[Card, ...] = ()
    status: tuple[Status, ...] = ()
    aura: tuple[Aura, ...] = ()


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """The packaged roster: its cards by id, in the order in which they are numbered."""

    title: str
    basis: str
    order: tuple[Id, ...]


class Shelf(Struct, frozen=True, forbid_unknown_fields=True):
    """statuses.toml: what the packaged cards share."""

    roster: About
    status: tuple[Status, ...]
    aura: tuple[Aura, ...]
