"""What each module says about its intents: when they may be done, why not, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from referee.core.asking import Ask
from referee.core.system import Refusal
from referee.systems.icons.rolling import Story
from referee.systems.icons.state import Fight, Fighter

When: TypeAlias = Literal["attack", "panel", "reaction", "always", "gm", "table"]


def nothing(fight: Fight, seat: str, actor: Fighter, intent: Any) -> None:
    """No reason to refuse."""


class Deed(Struct, frozen=True):
    """One kind of intent.

    play     plays it, once it is legal
    when     `attack` and `panel`: in the own panel (after an attack only further attacks); `reaction`: at any time
             while conscious; `always`: even unconscious; `gm`: by the game master about a character; `table`: by the
             game master about the table
    refuse   why it is not allowed beyond that, or None
    mental   possible in a complete hold and during a rest
    """

    play: Callable[[Story, Any, Ask], None]
    when: When
    refuse: Callable[[Fight, str, Fighter, Any], Refusal | None] = nothing
    mental: bool = False


Deeds: TypeAlias = dict[Any, Deed]
"""A module's intents by their record type."""
