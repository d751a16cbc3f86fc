"""Determination, aspects, and what the game master overrules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.systems.graded.happenings import Happening
from referee.systems.icons.sheet import RANGES
from referee.systems.icons.state import Fight, Pool, Resolve


class Declared(Happening, frozen=True, kw_only=True):
    """A determined or focused effort for a test to come, with the quality that was tagged."""

    actor: str
    resolve: Resolve
    tag: str

    def on(self, fight: Fight) -> Fight:
        standing = fight[self.actor].resolve
        resolve = self.resolve
        if standing is not None and (standing.test, standing.target) == (resolve.test, resolve.target):
            # Determined and focused effort may stand side by side for one test.
            resolve = replace(standing, want=resolve.want or standing.want, focus=resolve.focus or standing.focus)
        return fight.with_fighter(self.actor, resolve=resolve)

    def say(self) -> str:
        goal = f"a {self.resolve.want} success" if self.resolve.want else self.resolve.focus.title()
        about = f" ({self.resolve.target})" if self.resolve.target else ""
        kind = "determined" if self.resolve.want else "focused"
        return f"{self.actor} declares a {kind} effort on the next {self.resolve.test} test{about}: {goal}, by {self.tag!r}"


class Forgone(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, resolve=None)

    def say(self) -> str:
        return f"{self.actor} takes the declared effort back"


class Strove(Happening, frozen=True, kw_only=True):
    """A declared effort was used: `points` spent, the effect raised (or kept) to `effect`."""

    actor: str
    points: int
    effect: int
    outcome: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        return fight.with_fighter(self.actor, determination=fighter.determination - self.points, resolve=None)

    def say(self) -> str:
        many = f"{self.points} point{'s' if self.points != 1 else ''} of Determination"
        return f"{self.actor} spends {many}: the effect counts as {self.effect:+d}, {self.outcome}"

    def headline(self) -> str:
        return f"{self.points} Determination spent"


class Decreed(Happening, frozen=True, kw_only=True):
    """The game master announced the outcome of a test to come, or a test was given it (`used`)."""

    actor: str
    resolve: Resolve
    used: bool
    why: str = ""

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, decree=None if self.used else self.resolve)

    def say(self) -> str:
        why = f" ({self.why})" if self.why else ""
        if self.used:
            return f"The game master has ruled: {self.actor}'s {self.resolve.test} is a {self.resolve.want}{why}"
        return f"The game master rules that {self.actor}'s next {self.resolve.test} is a {self.resolve.want}{why}"


class Spent(Happening, frozen=True, kw_only=True):
    """Determination was spent on (or earned by) something that has no other event."""

    actor: str
    points: int
    what: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, determination=fight[self.actor].determination - self.points)

    def say(self) -> str:
        many = f"{abs(self.points)} point{'s' if abs(self.points) != 1 else ''} of Determination"
        return f"{self.actor} {'spends' if self.points > 0 else 'earns'} {many}: {self.what}"


class Recovered(Happening, frozen=True, kw_only=True):
    """A point of Determination turned into Stamina."""

    actor: str
    stamina: int

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        return fight.with_fighter(
            self.actor,
            stamina=self.stamina,
            determination=fighter.determination - 1,
            recovered=True,
            unconscious=False,
            wake=None,
        )

    def say(self) -> str:
        return f"{self.actor} spends a point of Determination and is at Stamina {self.stamina}"


class Drew(Happening, frozen=True, kw_only=True):
    """A point of the team went to one of its members."""

    actor: str
    side: str
    left: int

    def on(self, fight: Fight) -> Fight:
        pools = tuple(Pool(one.side, self.left) if one.side == self.side else one for one in fight.pools)
        fight = replace(fight, pools=pools)
        return fight.with_fighter(self.actor, determination=fight[self.actor].determination + 1)

    def say(self) -> str:
        return f"{self.actor} takes a point of the team's Determination; {self.left} left"


class Compelled(Happening, frozen=True, kw_only=True):
    """An aspect was compelled: accepting earns a point, refusing costs one."""

    actor: str
    aspect: str
    accepted: bool
    text: str = ""

    def on(self, fight: Fight) -> Fight:
        change = 1 if self.accepted else -1
        return fight.with_fighter(self.actor, determination=fight[self.actor].determination + change)

    def say(self) -> str:
        what = f"{self.aspect!r} is compelled" + (f" ({self.text})" if self.text else "")
        return f"{self.actor}: {what}, {'accepted for a point' if self.accepted else 'refused at a point'} of Determination"


class Injured(Happening, frozen=True, kw_only=True):
    target: str
    injury: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, injuries=(*fight[self.target].injuries, self.injury))

    def say(self) -> str:
        return f"{self.target} has a lasting injury, a temporary challenge: {self.injury}"


class Overruled(Happening, frozen=True, kw_only=True):
    """The game master said how it is. `changes` are the fields of the character that this sets."""

    actor: str
    what: str
    to: str
    changes: dict[str, Any]
    why: str = ""

    def on(self, fight: Fight) -> Fight:
        changes = {name: tuple(value) if isinstance(value, list) else value for name, value in self.changes.items()}
        fight = fight.with_fighter(self.actor, **changes)
        if self.what in ("free", "dead", "unconscious") and self.to == "yes":
            kept = tuple(hold for hold in fight.holds if self.actor != hold.held)
            if self.what != "free":
                kept = tuple(hold for hold in fight.holds if self.actor != hold.holder or hold.bond)
            fight = replace(fight, holds=kept)
        return fight

    def say(self) -> str:
        return f"The game master overrules: {self.actor}, {self.what} {self.to}" + (
            f" ({self.why})" if self.why else ""
        )


class Placed(Happening, frozen=True, kw_only=True):
    """The game master said how far apart two characters are."""

    actor: str
    target: str
    step: int
    why: str = ""

    def on(self, fight: Fight) -> Fight:
        return fight.with_step(self.actor, self.target, self.step)

    def say(self) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"The game master places {self.actor} at {RANGES[self.step]} range from {self.target}{why}"
