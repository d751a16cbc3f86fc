"""A scene as it stands: everybody's condition, whose turn it is, holds, qualities and ranges."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from referee.systems.graded.field import Apart, step_between, with_step
from referee.systems.sorcery.book import SWITCHES
from referee.systems.sorcery.sheet import GAME_MASTER, RANGES, Attack, Sheet, Thing


class Actor(Struct, frozen=True, omit_defaults=True):
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
        """Weapons, objects and things at hand."""
        return tuple[Attack | Thing, ...]((*self.arms, *self.things))

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


class Hold(Struct, frozen=True):
    """Who holds whom; a complete hold leaves the held no physical action."""

    holder: str
    held: str
    complete: bool


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


class Scene(Struct, frozen=True):
    """The whole state. Everybody acts in `order`; `turn` is whose turn it is."""

    actors: tuple[Actor, ...]
    apart: tuple[Apart, ...]
    order: tuple[str, ...]
    turn: str
    round: int = 1
    holds: tuple[Hold, ...] = ()
    qualities: tuple[Quality, ...] = ()
    rules: tuple[tuple[str, str | int], ...] = ()

    def __getitem__(self, name: str) -> Actor:
        """A character by name. Raises `KeyError`."""
        for actor in self.actors:
            if actor.sheet.name == name:
                return actor
        raise KeyError(name)

    def has(self, name: str) -> bool:
        return any(actor.sheet.name == name for actor in self.actors)

    def names(self) -> tuple[str, ...]:
        return tuple(actor.sheet.name for actor in self.actors)

    def others(self, name: str) -> Iterator[Actor]:
        return (actor for actor in self.actors if actor.sheet.name != name)

    def rule(self, name: str) -> str | int:
        """The value of a house rule."""
        return dict(self.rules).get(name, SWITCHES[name].default)

    def with_actor(self, name: str, **changes: object) -> Scene:
        """The scene with one character changed."""
        actors = tuple(replace(one, **changes) if one.sheet.name == name else one for one in self.actors)
        return replace(self, actors=actors)

    def step(self, one: str, other: str) -> int:
        """The range between two characters, as a step."""
        return 0 if one == other else step_between(self.apart, one, other)

    def range(self, one: str, other: str) -> str:
        return RANGES[self.step(one, other)]

    def with_step(self, one: str, other: str, step: int) -> Scene:
        return replace(self, apart=with_step(self.apart, one, other, step))

    def hold(self, holder: str, held: str) -> Hold | None:
        return next((one for one in self.holds if (one.holder, one.held) == (holder, held)), None)

    def held_by(self, name: str) -> tuple[Hold, ...]:
        """Every hold on a character."""
        return tuple(one for one in self.holds if one.held == name)

    def pinned(self, name: str) -> bool:
        """Whether a character is completely held."""
        return any(one.complete for one in self.held_by(name))

    def helpless(self, actor: Actor) -> bool:
        """Unable to act: unconscious, stunned or completely held (sorcery.immobile.who)."""
        return not actor.able or actor.stunned > 0 or self.pinned(actor.name)

    def quality(self, name: str) -> Quality | None:
        return next((one for one in self.qualities if one.name == name), None)

    def is_player(self, actor: Actor) -> bool:
        return actor.sheet.player != GAME_MASTER
