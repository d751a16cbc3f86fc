"""A scene as it stands: everybody's condition, whose turn it is, holds, qualities and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from referee.core.system import Switch
from referee.systems.graded.field import Apart, Field, Hold
from referee.systems.sorcery.book import SWITCHES
from referee.systems.sorcery.sheet import RANGES, Attack, Sheet, Thing


class Fighter(Struct, frozen=True, omit_defaults=True):
    """A character in the scene.

    acted, moved  the action and the move of this turn are used
    extra         another action is open in this turn (a massive escape)
    blocks        the stance of a block, until the next action
    braced        a block by a stunt, until the turn of this character comes round again
    defends       +2 on all tests until the own turn
    favours       the ability to defend close attacks with, instead of the better one
    stunned       turns to come without an action
    used          qualities that gave an advantage in this round
    squeezed      who was squeezed in this turn; fresh_holds: who came into a complete hold in this turn
    lost          levels of Strength lost; dying_from: the round of the wound while dying
    """

    sheet: Sheet
    stamina: int
    determination: int
    arms: tuple[Attack, ...] = ()
    things: tuple[Thing, ...] = ()
    acted: bool = False
    moved: bool = False
    extra: bool = False
    blocks: bool = False
    braced: str = ""
    defends: bool = False
    favours: str = ""
    prone: bool = False
    stunned: int = 0
    unconscious: bool = False
    dead: bool = False
    lost: int = 0
    dying_from: int | None = None
    used: tuple[str, ...] = ()
    squeezed: tuple[str, ...] = ()
    fresh_holds: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def seat(self) -> str:
        return self.sheet.player

    @property
    def strength(self) -> int:
        return self.sheet.strength - self.lost

    @property
    def able(self) -> bool:
        """Conscious and alive."""
        return not (self.unconscious or self.dead)

    @property
    def belongings(self) -> tuple[Attack | Thing, ...]:
        """Weapons, objects and things at hand: what can be taken away. A mutation cannot."""
        arms = (one for one in self.arms if not one.mutation)
        return tuple[Attack | Thing, ...]((*arms, *self.things))

    def level(self, ability: str) -> int:
        """The level of an ability; Strength as it is now."""
        return self.strength if ability == "strength" else int(getattr(self.sheet, ability))

    def conditions(self) -> tuple[str, ...]:
        """What matters about the character now, in words."""
        if self.dead:
            return ("dead",)
        flags = (
            ("unconscious", self.unconscious),
            ("dying", self.dying_from is not None),
            ("prone", self.prone),
            ("stunned", self.stunned > 0),
            ("blocking", self.blocks or self.braced != ""),
            ("defending", self.defends),
            (f"Strength down by {self.lost}", self.lost > 0),
        )
        return tuple(word for word, holds in flags if holds)


class Quality(Struct, frozen=True):
    """A fact that can be activated for an advantage.

    side         whose advantage it is; owner: who has found or made it
    subject      the character it is about, or empty for the scene
    permanent    revealed, not made: it stays when its activations are gone
    made_with    level of the ability that brought it about
    activations  free ones that are left
    """

    name: str
    side: str
    owner: str
    subject: str
    permanent: bool
    made_with: int
    activations: int


class Scene(Field[Fighter], Struct, frozen=True):
    """The whole state. Everybody acts in `order`; `turn` is whose turn it is."""

    RANGES: ClassVar[tuple[str, ...]] = RANGES
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES

    fighters: tuple[Fighter, ...]
    apart: tuple[Apart, ...]
    order: tuple[str, ...]
    turn: str
    round: int = 1
    holds: tuple[Hold, ...] = ()
    qualities: tuple[Quality, ...] = ()
    rules: tuple[tuple[str, str | int], ...] = ()

    def pinned(self, name: str) -> bool:
        """Whether a character is completely held."""
        return any(one.complete for one in self.held_by(name))

    def helpless(self, actor: Fighter) -> bool:
        """Unable to act: unconscious, stunned or completely held (sorcery.immobile.who)."""
        return not actor.able or actor.stunned > 0 or self.pinned(actor.name)

    def quality(self, name: str, side: str) -> Quality | None:
        """A quality as an advantage of a side."""
        return next((one for one in self.qualities if (one.name, one.side) == (name, side)), None)

    def quality_of_foes(self, name: str, side: str) -> Quality | None:
        """A quality as an advantage of somebody else than a side."""
        return next((one for one in self.qualities if one.name == name and one.side != side), None)
