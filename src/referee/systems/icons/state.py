"""A fight as it stands: everybody's condition, the page, and how far apart they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from referee.core.system import Switch
from referee.systems.graded.field import Apart, Field, Hold
from referee.systems.icons.book import SWITCHES
from referee.systems.icons.sheet import RANGES, Attack, Barrier, Sheet, Thing


class Resolve(Struct, frozen=True, omit_defaults=True):
    """What a character has declared for a test to come.

    test, target  the test (`attack`, `evade`, `search` …) and whom it concerns
    want          the outcome of a determined effort, or none
    focus         the ability that stands in for the usual one, or none
    """

    test: str
    target: str = ""
    want: str = ""
    focus: str = ""


class Fighter(Struct, frozen=True, omit_defaults=True):
    """A character in the fight.

    owed        panels to come that are already lost, by reason: `slam`, `stun`, `block` or `interpose`
    panel       `waiting` for the own panel, `open` (something was done in it), or `done`
    deeds       supplemental actions that weigh on the active test of this page, by name
    attacks     attack tests made in this panel
    lost        levels of Strength lost
    dying_from  the page of the wound while dying, else None
    clings      a point of Determination holds off this page's loss
    aimed       the page that was spent aiming
    field       what a stun has left of a Force Field, until the stun is over
    wake        the page on which an unconscious character comes to; known to the game master alone
    arms        weapons and objects at hand; things: what else is carried
    size        `grown` or `shrunk` while such a power is in use
    lingers     knocked out or held on this page, but still to act on it (house rule `page_results`)
    guards      whom the character is ready to jump in front of
    lures       the foe whose next attack gets +2
    escaped     holders from whom an escape was tried on this page
    cowed_by    intimidators against whom active tests have -2 on this page
    awed_by     intimidators who may not be attacked
    defied      intimidators who have failed, until circumstances change
    unseen      effort of the last test to stay unnoticed
    resolve     what is declared for a test to come; decree: the outcome that the game master has announced for one
    recovered   a point of Determination was spent on Stamina in this conflict
    start_lost  points of starting Determination lost for good
    moved       the character has moved on this page
    paces       pages of moving since the last rest; idle: pages without moving since then
    rests_until the last page of a rest after a collapse
    dive        pages spent under water; regrown: Stamina that Regeneration has given in this conflict
    healed      uses of Healing on this character today; cured: hours of plain recovery towards the next Strength level
    injuries    lasting injuries, each a temporary challenge
    died_in     the issue of the death
    """

    sheet: Sheet
    stamina: int
    determination: int
    panel: str = "waiting"
    deeds: tuple[str, ...] = ()
    attacks: int = 0
    owed: tuple[str, ...] = ()
    down: bool = False
    unconscious: bool = False
    dead: bool = False
    lost: int = 0
    dying_from: int | None = None
    clings: bool = False
    wake: int | None = None
    field: int | None = None
    aimed: int | None = None
    arms: tuple[Attack, ...] = ()
    things: tuple[Thing, ...] = ()
    size: str = ""
    lingers: bool = False
    guards: tuple[str, ...] = ()
    lures: str = ""
    escaped: tuple[str, ...] = ()
    cowed_by: tuple[str, ...] = ()
    awed_by: tuple[str, ...] = ()
    defied: tuple[str, ...] = ()
    unseen: int | None = None
    resolve: Resolve | None = None
    decree: Resolve | None = None
    recovered: bool = False
    start_lost: int = 0
    moved: bool = False
    paces: int = 0
    idle: int = 0
    rests_until: int | None = None
    dive: int = 0
    regrown: int = 0
    healed: int = 0
    cured: int = 0
    injuries: tuple[str, ...] = ()
    died_in: int | None = None

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def seat(self) -> str:
        return self.sheet.player

    @property
    def strength(self) -> int:
        """Strength as it is now; below 0 is death. Growth raises it (icons.context.growth-table)."""
        growth = self.sheet.power("Growth") if self.size == "grown" else 0
        full = max(growth, self.sheet.strength + 1) if growth else self.sheet.strength
        return full - self.lost

    @property
    def able(self) -> bool:
        """Conscious and alive, or to act once more although not."""
        return self.lingers or not (self.unconscious or self.dead)

    @property
    def prone(self) -> bool:
        """On the ground, and bound by it."""
        return self.down and not self.lingers

    @property
    def belongings(self) -> tuple[Attack | Thing, ...]:
        """Weapons, objects and things at hand: what can be grabbed, shot at and broken."""
        return tuple[Attack | Thing, ...]((*self.arms, *self.things))

    @property
    def aspects(self) -> tuple[str, ...]:
        """Qualities, challenges and injuries: what can be compelled."""
        return self.sheet.qualities + self.sheet.challenges + self.injuries

    @property
    def dying(self) -> bool:
        return self.dying_from is not None

    def conditions(self) -> tuple[str, ...]:
        """What ails the character, in words."""
        words = []
        if self.dead:
            return ("dead",)
        if self.unconscious:
            words.append("unconscious")
        if self.dying:
            words.append("dying")
        if self.down:
            words.append("knocked down")
        if self.owed.count("stun"):
            words.append("stunned")
        if self.owed.count("slam"):
            words.append("getting up")
        if self.owed.count("block"):
            words.append("panel spent on a block")
        if self.owed.count("interpose"):
            words.append("panel spent on interposing")
        if self.rests_until is not None:
            words.append(f"collapsed until page {self.rests_until}")
        if self.size:
            words.append(self.size)
        if self.aimed is not None and self.panel == "done":
            words.append("aiming")
        if self.lures:
            words.append(f"luring {self.lures}")
        words += [f"surrendering to {name}" for name in self.awed_by]
        words += [f"shaken by {name}" for name in self.cowed_by]
        words += [injury for injury in self.injuries]
        if self.lost:
            words.append(f"Strength down by {self.lost}")
        return tuple(words)


class Mark(Struct, frozen=True):
    """Something the game master says of a character, for as long as it holds.

    flag  `airborne`, `underwater`, `startled`, `once` (the next tests are the only chance), `paralyzed`,
          `unaware` (of another), `dim` (poor sight between the two)
    of    the other character, for `unaware` and `dim`
    """

    who: str
    flag: str
    of: str = ""


PAIRED = ("unaware", "dim")
"""Flags that are about two characters."""
SECRET = ("unaware", "startled")
"""Flags that the one they are about must not learn of."""


class Try(Struct, frozen=True):
    """The worst outcome that a character has had on a test in this chapter, for determined effort."""

    actor: str
    test: str
    target: str
    rank: int


class Pool(Struct, frozen=True):
    """Determination that a side shares."""

    side: str
    points: int


class Fight(Field[Fighter], Struct, frozen=True):
    """The whole state. `sides` act in this order on every page; `side` is whose panels it is.

    since    the first page of this conflict
    marks    how things stand, by the game master's word
    tries    what has been tried in this chapter
    hours    that have gone by beyond pages
    """

    RANGES: ClassVar[tuple[str, ...]] = RANGES
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES

    fighters: tuple[Fighter, ...]
    apart: tuple[Apart, ...]
    sides: tuple[str, ...]
    side: str
    page: int = 1
    obstacles: tuple[Barrier, ...] = ()
    marks: tuple[Mark, ...] = ()
    rules: tuple[tuple[str, str | int], ...] = ()
    holds: tuple[Hold, ...] = ()
    tries: tuple[Try, ...] = ()
    pools: tuple[Pool, ...] = ()
    since: int = 1
    chapter: int = 1
    issue: int = 1
    hours: int = 0

    def marked(self, who: str, flag: str, of: str = "") -> bool:
        """Whether the game master has said so."""
        return Mark(who, flag, of) in self.marks

    def holding(self, name: str) -> tuple[Hold, ...]:
        """Every hold that a character keeps with the own hands."""
        return tuple(hold for hold in self.holds if hold.holder == name and not hold.bond)

    def pinned(self, fighter: Fighter) -> bool:
        """Whether a character is completely held."""
        return not fighter.lingers and any(hold.complete for hold in self.held_by(fighter.name))

    def helpless(self, fighter: Fighter) -> bool:
        """Whether a character counts as immobile (icons.immobile.includes)."""
        return not fighter.able or self.pinned(fighter) or self.marked(fighter.name, "paralyzed")
