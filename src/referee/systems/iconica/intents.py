"""What a seat can intend. The tag is the verb that people type; the actor is the player."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class Intent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that the player `actor` is to do."""

    actor: str


class Roll(Intent, frozen=True, tag="roll"):
    """Roll: for first choice before the draft; afterwards begin the own turn, with all that its Opening Phase brings
    and the Action Roll."""


class Pick(Intent, frozen=True, tag="pick"):
    """Choose a card for the own party."""

    card: str


class Use(Intent, frozen=True, tag="use"):
    """Let a character take its action with the number on the white die (`number` may say which one is meant)."""

    character: str
    number: Face | None = None


class Break(Intent, frozen=True, tag="break"):
    """Let a character take the action that carries its Action Break badge, when the black die shows its number."""

    character: str
    number: Face | None = None


class Pass(Intent, frozen=True, tag="pass"):
    """Take no action with the roll."""


class Plan(Intent, frozen=True, tag="plan"):
    """Tell the team-mate something; the other team does not hear it."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


AnyIntent: TypeAlias = Roll | Pick | Use | Break | Pass | Plan
