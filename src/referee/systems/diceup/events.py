"""What can happen in a session. Each event knows what it changes and how to say it."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec.structs import replace

from referee.core.events import Part
from referee.systems.diceup.state import Challenge, Condition, Owed, Session, Struggle
from referee.systems.graded.happenings import Declined, Happening, summed


class Announced(Happening, frozen=True, kw_only=True):
    """The Facilitator warned that this costs strain whatever the roll says."""

    hero: str
    amount: int
    why: str

    def say(self) -> str:
        return f"The Facilitator warns {self.hero}: {self.amount} indirect strain" + (
            f" ({self.why})" if self.why else ""
        )


class Withdrew(Happening, frozen=True, kw_only=True):
    hero: str

    def say(self) -> str:
        return f"{self.hero} thinks better of it; nothing is rolled or spent"

    def headline(self) -> str:
        return "withdrawn"


class Spent(Happening, frozen=True, kw_only=True):
    """Surges, Game Changers or item uses changed. `what`: surges, changers, or the name of an item."""

    hero: str
    what: str
    amount: int
    why: str

    def on(self, session: Session) -> Session:
        hero = session[self.hero]
        if self.what == "surges":
            return session.with_hero(self.hero, surges=hero.surges + self.amount)
        if self.what == "changers":
            return session.with_hero(self.hero, game_changers=hero.game_changers + self.amount)
        holdings = tuple(
            replace(one, uses=one.uses + self.amount) if one.item.name == self.what else one for one in hero.holdings
        )
        return session.with_hero(self.hero, holdings=holdings)

    def say(self) -> str:
        names = {"surges": "Surge", "changers": "Game Changer"}
        what = names.get(self.what, f"use of the {self.what}")
        return f"{self.hero}: {self.amount:+d} {what}{'s' if abs(self.amount) != 1 else ''} ({self.why})"


class Rolled(Happening, frozen=True, kw_only=True):
    """The action roll. `parts` add up to the total, `against` to the challenge level; `margin` is in levels."""

    hero: str
    approach: str
    die: int
    total: int
    level: int
    cl: int
    margin: int
    parts: tuple[Part, ...]
    against: tuple[Part, ...]

    def cites(self) -> tuple[str, ...]:
        lines = (part.clause for part in self.parts + self.against)
        return tuple(dict.fromkeys((self.clause, *self.also, *lines)))

    def say(self) -> str:
        return (
            f"{self.hero} rolls {self.die}: {self.total} ({summed(self.parts)}) is level {self.level}, "
            f"against CL {self.cl} ({summed(self.against)}): {_margin(self.margin)}"
        )

    def headline(self) -> str:
        return _margin(self.margin)


def _margin(margin: int) -> str:
    return "meet" if margin == 0 else f"beat by {margin}" if margin > 0 else f"miss by {-margin}"


class Strained(Happening, frozen=True, kw_only=True):
    """Strain was taken (or removed, below 0): `taken` is what came, `strain` where the track stands."""

    hero: str
    taken: int
    strain: int
    kind: str
    why: str

    def on(self, session: Session) -> Session:
        return session.with_hero(self.hero, strain=self.strain)

    def say(self) -> str:
        kind = f" {self.kind}" if self.kind else ""
        return f"{self.hero}: {self.taken:+d}{kind} strain, now {self.strain} ({self.why})"

    def headline(self) -> str | None:
        return f"{self.taken:+d} strain" if self.taken else None


class Soaked(Happening, frozen=True, kw_only=True):
    hero: str
    item: str
    amount: int

    def say(self) -> str:
        return f"{self.hero}'s {self.item} soaks {self.amount} strain"

    def headline(self) -> str:
        return f"the {self.item} soaks {self.amount}"


class Refused(Happening, frozen=True, kw_only=True):
    """The Facilitator did not agree."""

    hero: str
    what: str

    def say(self) -> str:
        return f"The Facilitator does not agree: {self.what}"

    def headline(self) -> str:
        return f"no {self.what}"


class Owing(Happening, frozen=True, kw_only=True):
    """A player owes the story a text; it may come later."""

    owed: Owed

    def on(self, session: Session) -> Session:
        return replace(session, owed=(*session.owed, self.owed), count=max(session.count, self.owed.number))

    def say(self) -> str:
        return f"{self.owed.hero}'s player owes a text (number {self.owed.number}): {self.owed.about}"


class Told(Happening, frozen=True, kw_only=True):
    """An owed text was given."""

    hero: str
    number: int
    what: str
    text: str

    def on(self, session: Session) -> Session:
        session = replace(session, owed=tuple(one for one in session.owed if one.number != self.number))
        hero = session[self.hero]
        if self.what == "condition":
            named = tuple(replace(one, name=self.text) if one.number == self.number else one for one in hero.conditions)
            return session.with_hero(self.hero, conditions=named)
        if self.what == "scar":
            struggles = list(hero.struggles)
            at = next((n for n, one in enumerate(struggles) if one.scar and one.name == nameless(self.number)), None)
            if at is not None:
                struggles[at] = Struggle(self.text, True)
            return session.with_hero(self.hero, struggles=tuple(struggles))
        return session

    def say(self) -> str:
        return f"{self.hero}, {self.what}: {self.text}"


def nameless(number: int) -> str:
    """What a scar is called until its player names it."""
    return f"scar {number}"


class Conditioned(Happening, frozen=True, kw_only=True):
    """A hero takes a condition on an aptitude."""

    hero: str
    condition: Condition

    def on(self, session: Session) -> Session:
        hero = session[self.hero]
        session = replace(session, count=max(session.count, self.condition.number))
        return session.with_hero(self.hero, conditions=(*hero.conditions, self.condition))

    def say(self) -> str:
        return f"{self.hero} takes a condition on {self.condition.aptitude}"

    def headline(self) -> str:
        return f"condition on {self.condition.aptitude}"


class Overcame(Happening, frozen=True, kw_only=True):
    """Four conditions: the hero is taken out, with a scar. The conditions and the last one are for the narrator."""

    hero: str
    conditions: tuple[str, ...]
    scar: int

    def on(self, session: Session) -> Session:
        hero = session[self.hero]
        scar = Struggle(nameless(self.scar), True)
        session = replace(session, count=max(session.count, self.scar))
        return session.with_hero(self.hero, overcome=True, struggles=(*hero.struggles, scar))

    def say(self) -> str:
        return f"{self.hero} is overcome by {len(self.conditions)} conditions, and gains a scar"

    def headline(self) -> str:
        return "overcome"


class Unburdened(Happening, frozen=True, kw_only=True):
    """A condition was removed in downtime."""

    hero: str
    number: int
    text: str

    def on(self, session: Session) -> Session:
        left = tuple(one for one in session[self.hero].conditions if one.number != self.number)
        owed = tuple(one for one in session.owed if one.number != self.number)
        session = replace(session, owed=owed)
        return session.with_hero(self.hero, conditions=left, removed=True, overcome=False)

    def say(self) -> str:
        return f"{self.hero} is rid of a condition: {self.text}"


class Began(Happening, frozen=True, kw_only=True):
    """Calm, downtime or a new scene."""

    what: str

    def on(self, session: Session) -> Session:
        if self.what == "calm":
            return session
        if self.what == "downtime":
            heroes = tuple(replace(one, removed=False) for one in session.heroes)
            return replace(session, downtime=True, heroes=heroes)
        heroes = tuple(replace(one, overcome=False) for one in session.heroes)
        return replace(session, scene=session.scene + 1, downtime=False, heroes=heroes)

    def say(self) -> str:
        return {"calm": "The danger is over", "downtime": "Downtime", "scene": "A new scene begins"}[self.what]


class Faced(Happening, frozen=True, kw_only=True):
    """A complex challenge stands, or came nearer to its end."""

    challenge: Challenge

    def on(self, session: Session) -> Session:
        rest = tuple(one for one in session.challenges if one.name != self.challenge.name)
        return replace(session, challenges=(*rest, self.challenge))

    def say(self) -> str:
        got = f"{self.challenge.got} of {self.challenge.needed} successes"
        over = ", overcome" if self.challenge.got >= self.challenge.needed else ""
        return f"{self.challenge.name}: {got}{over}"


class Advanced(Happening, frozen=True, kw_only=True):
    """An advancement; `scar` is the struggle that it takes away."""

    hero: str
    text: str
    scar: str = ""

    def on(self, session: Session) -> Session:
        if not self.scar:
            return session
        left = list(session[self.hero].struggles)
        left.remove(Struggle(self.scar, True))
        owed = tuple(one for one in session.owed if nameless(one.number) != self.scar)
        return replace(session, owed=owed).with_hero(self.hero, struggles=tuple(left))

    def say(self) -> str:
        return f"{self.hero} advances: {self.text}" + (f"; the scar {self.scar!r} is gone" if self.scar else "")


class Ended(Happening, frozen=True, kw_only=True):
    """The player lets the hero's story end."""

    hero: str
    how: str

    def on(self, session: Session) -> Session:
        return session.with_hero(self.hero, ended=self.how)

    def say(self) -> str:
        return f"{self.hero} is {self.how}, by the player's own wish"


class Result(Happening, frozen=True, kw_only=True):
    """What the roll means for the goal, for the narrator."""

    hero: str
    goal: str
    success: bool
    epic: bool = False

    def say(self) -> str:
        word = "an epic success" if self.epic else "a success" if self.success else "not overcome"
        return f"{self.goal or 'The challenge'}: {word}"


class Overruled(Happening, frozen=True, kw_only=True):
    hero: str
    what: str
    to: int
    why: str = ""

    def on(self, session: Session) -> Session:
        changes: dict[str, Any] = {{"changers": "game_changers"}.get(self.what, self.what): self.to}
        return session.with_hero(self.hero, **changes)

    def say(self) -> str:
        return f"The Facilitator overrules: {self.hero}, {self.what} {self.to}" + (f" ({self.why})" if self.why else "")


AnyEvent: TypeAlias = (
    Announced | Withdrew | Spent | Rolled | Strained | Soaked | Refused | Declined | Owing | Told | Conditioned | Overcame | Unburdened
    | Began | Faced | Advanced | Ended | Result | Overruled
)  # fmt: skip

__all__ = [
    "Advanced",
    "Announced",
    "AnyEvent",
    "Began",
    "Conditioned",
    "Declined",
    "Ended",
    "Faced",
    "Overcame",
    "Overruled",
    "Owing",
    "Refused",
    "Result",
    "Rolled",
    "Soaked",
    "Spent",
    "Strained",
    "Told",
    "Unburdened",
    "Withdrew",
    "nameless",
]
