"""Holds, and what is wrested from somebody's grasp."""

from __future__ import annotations

from msgspec.structs import replace

from referee.systems.graded.happenings import Happening
from referee.systems.icons.events.fighting import lingering, without
from referee.systems.icons.state import Fight, Hold


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


class HoldEnded(Happening, frozen=True, kw_only=True):
    """A hold is over: `escaped`, `released`, or the holder cannot keep it up (`lost`)."""

    holder: str
    target: str
    how: str
    bond: int = 0

    def on(self, fight: Fight) -> Fight:
        gone = (self.holder, self.target, bool(self.bond))
        kept = tuple(one for one in fight.holds if (one.holder, one.held, bool(one.bond)) != gone)
        return replace(fight, holds=kept)

    def say(self) -> str:
        how = {
            "escaped": f"{self.target} breaks free of {self.holder}",
            "released": f"{self.holder} lets {self.target} go",
            "lost": f"{self.holder} can no longer hold {self.target}",
        }
        return how[self.how]

    def headline(self) -> str:
        return f"{self.target} is free"


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
        owner, taker = fight[self.target], fight[self.actor]
        arms = tuple(one for one in owner.arms if one.name == self.item)[:1]
        things = () if arms else tuple(one for one in owner.things if one.name == self.item)[:1]
        fight = without(fight, self.target, self.item)
        return fight.with_fighter(self.actor, arms=(*taker.arms, *arms), things=(*taker.things, *things))

    def say(self) -> str:
        return f"{self.actor} wrests the {self.item} from {self.target}"

    def headline(self) -> str:
        return f"{self.actor} gets the {self.item}"
