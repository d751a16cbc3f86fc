"""What each module of a graded game says about its intents: when, why not, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from referee.core.system import Refusal

When: TypeAlias = Literal["attack", "panel", "reaction", "always", "gm", "table"]


def nothing(state: Any, seat: str, actor: Any, intent: Any) -> Refusal | None:
    """No reason to refuse."""
    return None


class Deed(Struct, frozen=True):
    """One kind of intent.

    play     plays it, once it is legal: `play(story, intent, ask)`
    when     `attack` and `panel`: in the own panel or turn (after an attack only further attacks); `reaction`: at any
             time while conscious; `always`: even unconscious; `gm`: by the game master about a character; `table`: by
             the game master about the table
    refuse   why it is not allowed beyond that, or None: `refuse(state, seat, actor, intent)`
    mental   possible in a complete hold and during a rest
    """

    play: Callable[[Any, Any, Any], None]
    when: When
    refuse: Callable[[Any, str, Any, Any], Refusal | None] = nothing
    mental: bool = False


Deeds: TypeAlias = dict[Any, Deed]
"""A module's intents by their record type."""
