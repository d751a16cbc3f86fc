"""The base of every event of a graded game: it knows what it changes and how to say it."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from referee.core.events import Event, Part


def summed(parts: tuple[Part, ...]) -> str:
    """A breakdown in words: `Prowess 5, surprise +2`."""
    words = [
        f"{part.what} {part.amount}" if at == 0 else f"{part.what} {part.amount:+d}" for at, part in enumerate(parts)
    ]
    return ", ".join(words)


class Happening(Event, frozen=True, kw_only=True):
    """The base of all events of a scene."""

    def on(self, state: Any) -> Any:
        """The state after this event."""
        return state

    def say(self) -> str:
        raise TypeError(f"{type(self).__name__} has no words")

    def headline(self) -> str | None:
        """A few words for an odds report, or None."""
        return None


class Tested(Happening, frozen=True, kw_only=True):
    """A test was rolled. `parts` add up to the level, `against` to the difficulty; the effect is effort minus difficulty.

    test     attack, evade, block, slam or the name of another use of an ability
    target   whom it concerns
    roller   whose hand rolled
    dice     the faces, the positive die first
    """

    QUIET: ClassVar[tuple[str, ...]] = ()
    """Tests that show in the hit or miss they lead to."""

    actor: str
    test: str
    roller: str
    dice: tuple[int, ...]
    roll: int
    effort: int
    difficulty: int
    effect: int
    outcome: str
    parts: tuple[Part, ...]
    against: tuple[Part, ...]
    target: str = ""

    def cites(self) -> tuple[str, ...]:
        lines = (part.clause for part in self.parts + self.against)
        return tuple(dict.fromkeys((self.clause, *self.also, *lines)))

    def say(self) -> str:
        about = f" on {self.target}" if self.target else ""
        return (
            f"{self.actor}: {self.test} test{about}, dice {' '.join(map(str, self.dice))} = {self.roll:+d}. "
            f"Effort {self.effort} ({summed(self.parts)}) against {self.difficulty} ({summed(self.against)}): "
            f"effect {self.effect:+d}, {self.outcome}"
        )

    def headline(self) -> str | None:
        """Follow-up tests; the test that settles an attack shows in the hit or miss it leads to."""
        return None if self.test in self.QUIET else f"{self.actor} {self.test}: {self.outcome}"


class Hurt(Happening, frozen=True, kw_only=True):
    """Damage was worked out; `stamina` is what is left. `parts` add up to the net damage."""

    target: str
    net: int
    stamina: int
    parts: tuple[Part, ...]

    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.clause, *self.also, *(part.clause for part in self.parts))))

    def on(self, state: Any) -> Any:
        return state.with_fighter(self.target, stamina=self.stamina)

    def say(self) -> str:
        lost = f"{self.target} has Stamina {self.stamina} left" if self.net > 0 else f"{self.target} loses no Stamina"
        return f"Damage {self.net} ({summed(self.parts)}): {lost}"


class HoldEnded(Happening, frozen=True, kw_only=True):
    """A hold is over: `escaped`, `released`, or the holder cannot keep it up (`lost`)."""

    holder: str
    target: str
    how: str
    bond: int = 0

    def on(self, state: Any) -> Any:
        gone = (self.holder, self.target, bool(self.bond))
        kept = tuple(one for one in state.holds if (one.holder, one.held, bool(one.bond)) != gone)
        return replace(state, holds=kept)

    def say(self) -> str:
        how = {
            "escaped": f"{self.target} breaks free of {self.holder}",
            "released": f"{self.holder} lets {self.target} go",
            "lost": f"{self.holder} can no longer hold {self.target}",
        }
        return how[self.how]

    def headline(self) -> str:
        return f"{self.target} is free"


class Stabilised(Happening, frozen=True, kw_only=True):
    target: str
    by: str

    def on(self, state: Any) -> Any:
        return state.with_fighter(self.target, dying_from=None)

    def say(self) -> str:
        return f"{self.by} helps {self.target}, who is stable but still unconscious"


class Declined(Happening, frozen=True, kw_only=True):
    """Somebody was asked and would not."""

    actor: str
    what: str

    def say(self) -> str:
        return f"{self.actor} declines: {self.what}"

    def headline(self) -> str:
        return f"declined: {self.what}"


def handed_over(state: Any, owner: str, item: str, taker: str | None) -> Any:
    """The state after the first thing of a name has left its owner, for somebody else or for good."""
    fighter = state[owner]
    arms = tuple(one for one in fighter.arms if one.name == item)[:1]
    things = () if arms else tuple(one for one in fighter.things if one.name == item)[:1]
    state = state.with_fighter(owner, arms=_less(fighter.arms, arms), things=_less(fighter.things, things))
    if taker is None:
        return state
    other = state[taker]
    return state.with_fighter(taker, arms=(*other.arms, *arms), things=(*other.things, *things))


def _less(kept: tuple[Any, ...], gone: tuple[Any, ...]) -> tuple[Any, ...]:
    """What is left when the first of each gone thing is taken away."""
    left = list(kept)
    for one in gone:
        left.remove(one)
    return tuple(left)
