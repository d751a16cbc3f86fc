"""Holds, and what is wrested from somebody's grasp."""

from __future__ import annotations

from msgspec.structs import replace

from referee.systems.graded.field import Hold
from referee.systems.graded.happenings import Happening, handed_over
from referee.systems.icons.events.fighting import lingering
from referee.systems.icons.state import Fight


class Held(Happening, frozen=True, kw_only=True):
    """Somebody is in a hold, or in a firmer one. `bond` is the Strength of the bonds of a Binding."""

    holder: str
    target: str
    complete: bool
    bond: int = 0

    def on(self, fight: Fight) -> Fight:
        mine = (self.holder, self.target, bool(self.bond))
        rest = tuple(one for one in fight.holds if (one.holder, one.held, bool(one.bond)) != mine)
        fighter = fight[self.target]
        fight = fight.with_fighter(
            self.target, lingers=fighter.lingers or (self.complete and lingering(fight, fighter)), lures=""
        )
        return replace(fight, holds=(*rest, Hold(self.holder, self.target, self.complete, self.bond)))

    def say(self) -> str:
        kind = "complete" if self.complete else "partial"
        what = f"bonds of Strength {self.bond}" if self.bond else f"{self.holder}'s hold"
        return f"{self.target} is in {what}, a {kind} hold"

    def headline(self) -> str:
        return f"{'complete' if self.complete else 'partial'} hold on {self.target}"


class Kept(Happening, frozen=True, kw_only=True):
    """A hold stays as it is."""

    holder: str
    target: str

    def say(self) -> str:
        return f"{self.holder}'s hold on {self.target} stays as it is"

    def headline(self) -> str:
        return "the hold stays as it is"


class Strained(Happening, frozen=True, kw_only=True):
    """The one attempt of this page against a hold has been made."""

    actor: str
    holder: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, escaped=(*fight[self.actor].escaped, self.holder))

    def say(self) -> str:
        return f"{self.actor} has tried to escape from {self.holder} on this page"


class Grabbed(Happening, frozen=True, kw_only=True):
    """A thing changed hands."""

    actor: str
    target: str
    item: str

    def on(self, fight: Fight) -> Fight:
        after: Fight = handed_over(fight, self.target, self.item, self.actor)
        return after

    def say(self) -> str:
        return f"{self.actor} wrests the {self.item} from {self.target}"

    def headline(self) -> str:
        return f"{self.actor} gets the {self.item}"
