"""Attacks, damage, and panels and pages."""

from __future__ import annotations

from msgspec.structs import replace

from referee.systems.graded.happenings import Happening, handed_over
from referee.systems.icons.sheet import RANGES
from referee.systems.icons.state import Fight, Fighter, Mark

SPENT = ("block", "interpose")
"""Panels that a character has given away by choice, whatever else befalls it."""


def lingering(fight: Fight, fighter: Fighter) -> bool:
    """Whether a character still has a panel on this page before a result binds it (icons.conflict.simultaneous)."""
    return fighter.lingers or (
        fight.rule("page_results") == "end_of_page" and fighter.panel == "waiting" and fighter.able
    )


class Missed(Happening, frozen=True, kw_only=True):
    actor: str
    target: str

    def say(self) -> str:
        return f"{self.actor} misses {self.target}"

    def headline(self) -> str:
        return "miss"


class Scored(Happening, frozen=True, kw_only=True):
    """An attack hit with this outcome (after pulling punches)."""

    actor: str
    target: str
    outcome: str

    def say(self) -> str:
        return f"{self.actor} hits {self.target}: {self.outcome} success"

    def headline(self) -> str:
        return f"{self.outcome} hit"


class Blocked(Happening, frozen=True, kw_only=True):
    """A block took this much off the damage, and costs a panel unless `free`."""

    actor: str
    amount: int
    free: bool = False

    def on(self, fight: Fight) -> Fight:
        return fight if self.free else fight.with_fighter(self.actor, owed=(*fight[self.actor].owed, "block"))

    def say(self) -> str:
        return f"{self.actor} blocks {self.amount} of the damage"


class Spared(Happening, frozen=True, kw_only=True):
    """A possible slam, stun or kill does not come about, and no dice are rolled."""

    target: str
    harm: str

    def say(self) -> str:
        return f"No {self.harm} test: less than 0 damage got through to {self.target}"


class Shrugged(Happening, frozen=True, kw_only=True):
    """The test against a slam, stun or kill went well: nothing happens."""

    target: str
    harm: str

    def say(self) -> str:
        return f"{self.target} shrugs the {self.harm} off"


class KnockedOut(Happening, frozen=True, kw_only=True):
    """Stamina 0: unconscious. A dying character loses Strength from the next page on."""

    target: str
    dying_from: int | None = None

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        # Whoever is dying already goes on from the first wound.
        dying = self.dying_from if fighter.dying_from is None else fighter.dying_from
        wake = None if dying is not None else fighter.wake
        lingers = lingering(fight, fighter)
        panel = fighter.panel if lingers else "done"
        return fight.with_fighter(
            self.target, stamina=0, unconscious=True, dying_from=dying, wake=wake, panel=panel,
            owed=tuple(one for one in fighter.owed if lingers and one in SPENT), field=None,
            lingers=lingers, aimed=None, lures="", resolve=None, guards=(),
        )  # fmt: skip

    def say(self) -> str:
        return f"{self.target} is unconscious" + (" and dying" if self.dying_from is not None else "")


class Flung(Happening, frozen=True, kw_only=True):
    """A slam sent the target to this range from the attacker; its next panel goes into getting up."""

    target: str
    away_from: str
    step: int

    def on(self, fight: Fight) -> Fight:
        fight = fight.with_step(self.target, self.away_from, self.step)
        fighter = fight[self.target]
        if not fighter.able:
            return fight
        return fight.with_fighter(
            self.target, owed=(*fighter.owed, "slam"), down=True, lingers=lingering(fight, fighter)
        )

    def say(self) -> str:
        return f"{self.target} is slammed and lies at {RANGES[self.step]} range from {self.away_from}; getting up takes a panel"


class Aimed(Happening, frozen=True, kw_only=True):
    actor: str
    page: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, aimed=self.page, panel="done", lures="")

    def say(self) -> str:
        return f"{self.actor} aims: +1 on a ranged attack on the next page"


class Marked(Happening, frozen=True, kw_only=True):
    """The game master said how things stand (`holds`), or that it is so no longer."""

    who: str
    flag: str
    of: str
    holds: bool

    def on(self, fight: Fight) -> Fight:
        mark = Mark(self.who, self.flag, self.of)
        rest = tuple(one for one in fight.marks if one != mark)
        if self.flag == "underwater" and not self.holds:
            fight = fight.with_fighter(self.who, dive=0)
        return replace(fight, marks=(*rest, mark) if self.holds else rest)

    def say(self) -> str:
        what = {
            "unaware": "unaware of", "dim": "in poor sight of", "startled": "taken by surprise", "once": "on the only chance",
        }.get(self.flag, self.flag)  # fmt: skip
        return f"{self.who} is {'' if self.holds else 'no longer '}{what} {self.of}".rstrip()


class Crossed(Happening, frozen=True, kw_only=True):
    """A slam met an obstacle: `through` it, and it is broken, or stopped by it."""

    target: str
    obstacle: str
    damage: int
    strength: int
    through: bool

    def on(self, fight: Fight) -> Fight:
        if not self.through:
            return fight
        left = tuple(one for one in fight.obstacles if (one.behind, one.name) != (self.target, self.obstacle))
        return replace(fight, obstacles=left)

    def say(self) -> str:
        if self.through:
            return f"{self.target} is knocked through the {self.obstacle}: damage {self.damage} exceeds its {self.strength}"
        return f"The {self.obstacle} stops {self.target}: damage {self.damage} does not exceed its {self.strength}"

    def headline(self) -> str:
        return f"{'through' if self.through else 'stopped by'} the {self.obstacle}"


class FieldWeakened(Happening, frozen=True, kw_only=True):
    """What a stunned owner's Willpower keeps of a Force Field until the stun is over."""

    target: str
    level: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, field=self.level)

    def say(self) -> str:
        return f"{self.target}'s Force Field " + (f"holds at {self.level}" if self.level else "drops")


class KnockedDown(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, down=True, lingers=lingering(fight, fight[self.target]))

    def say(self) -> str:
        return f"{self.target} is knocked down"


class Stunned(Happening, frozen=True, kw_only=True):
    """The target loses one panel."""

    target: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        return fight.with_fighter(self.target, owed=(*fighter.owed, "stun"), lingers=lingering(fight, fighter))

    def say(self) -> str:
        return f"{self.target} is stunned for one panel"


class Moved(Happening, frozen=True, kw_only=True):
    actor: str
    target: str
    step: int
    note: str = ""

    def on(self, fight: Fight) -> Fight:
        return fight.with_step(self.actor, self.target, self.step).with_fighter(self.actor, moved=True)

    def say(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.actor} is now at {RANGES[self.step]} range from {self.target}{note}"


DEEDS = {
    "stand": "gets up", "move": "moves", "swim": "swims", "jump": "jumps", "lift": "lifts", "catch": "catches",
}  # fmt: skip
"""Supplemental actions in words."""


class Did(Happening, frozen=True, kw_only=True):
    """A supplemental action: -1 on the active test of this page, unless that is over."""

    actor: str
    deed: str

    def on(self, fight: Fight) -> Fight:
        if fight[self.actor].aimed == fight.page:
            fight = fight.with_fighter(self.actor, aimed=None)  # a page of aiming holds nothing else
        fighter = fight[self.actor]
        down = fighter.down and self.deed != "stand"
        if fighter.panel == "done":
            # Too late for this page's test; by house rule it falls on the next one.
            carried = (
                (*fighter.deeds, f"{LATE}{self.deed}") if fight.rule("late_supplemental") == "carry" else fighter.deeds
            )
            return fight.with_fighter(self.actor, deeds=carried, down=down)
        mine = fight.side == fighter.sheet.side and fighter.panel == "waiting"
        panel = "open" if mine else fighter.panel
        return fight.with_fighter(self.actor, deeds=(*fighter.deeds, self.deed), panel=panel, down=down)

    def say(self) -> str:
        return f"{self.actor} {DEEDS[self.deed]}: a supplemental action, -1 on this page's test"


LATE = "late "
"""How a supplemental action is kept that falls on the next page."""


class Used(Happening, frozen=True, kw_only=True):
    """An attack test of this panel; `last` ends the panel."""

    actor: str
    last: bool

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        panel = "done" if self.last or fighter.panel == "done" else "open"
        return fight.with_fighter(self.actor, attacks=fighter.attacks + 1, panel=panel, lures="")

    def say(self) -> str:
        return f"{self.actor}'s panel is over" if self.last else f"{self.actor} has another attack in this panel"


class PanelEnded(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, panel="done", lures="")

    def say(self) -> str:
        return f"{self.actor}'s panel is over"


class PanelLost(Happening, frozen=True, kw_only=True):
    """A panel that was owed: to a slam (getting up), a stun, a block or an interposition."""

    actor: str
    owed: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        owed = list(fighter.owed)
        owed.remove(self.owed)
        down = fighter.down and self.owed != "slam"
        field = fighter.field if "stun" in owed else None
        return fight.with_fighter(self.actor, owed=tuple(owed), panel="done", down=down, field=field, lures="")

    def say(self) -> str:
        why = {"slam": "getting up", "stun": "being stunned", "block": "the block", "interpose": "interposing"}[
            self.owed
        ]
        return f"{self.actor}'s panel goes into {why}"


class SideBegan(Happening, frozen=True, kw_only=True):
    side: str

    def on(self, fight: Fight) -> Fight:
        return replace(fight, side=self.side)

    def say(self) -> str:
        return f"Panels of the {self.side}"


class PageBegan(Happening, frozen=True, kw_only=True):
    page: int
    side: str

    def on(self, fight: Fight) -> Fight:
        return replace(fight, fighters=tuple(map(_turned, fight.fighters)), page=self.page, side=self.side)

    def say(self) -> str:
        return f"Page {self.page}: panels of the {self.side}"


def _turned(fighter: Fighter) -> Fighter:
    """A character at the start of a page: what held for one page only is over."""
    fighter = replace(fighter, lingers=False)
    late = tuple(deed.removeprefix(LATE) for deed in fighter.deeds if deed.startswith(LATE))
    return replace(
        fighter,
        panel="waiting" if fighter.able else "done",
        deeds=late,
        attacks=0,
        clings=False,
        escaped=(),
        cowed_by=(),
        moved=False,
    )


class Weakened(Happening, frozen=True, kw_only=True):
    """A dying character lost a level of Strength."""

    target: str
    strength: int

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        return fight.with_fighter(self.target, lost=fighter.lost + fighter.strength - self.strength, cured=0)

    def say(self) -> str:
        return f"{self.target} loses a level of Strength: {self.strength} left"


class Died(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(
            self.target,
            dead=True,
            dying_from=None,
            wake=None,
            panel="done",
            owed=(),
            lingers=False,
            died_in=fight.issue,
        )

    def say(self) -> str:
        return f"{self.target} is dead"


class Clung(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, clings=True, determination=fight[self.actor].determination - 1)

    def say(self) -> str:
        return f"{self.actor} spends a point of Determination and loses no Strength on this page"


class WakeSet(Happening, frozen=True, kw_only=True):
    """When an unconscious character comes to. Only the game master knows."""

    target: str
    dice: tuple[int, ...]
    page: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, wake=self.page)

    def say(self) -> str:
        return f"{self.target} comes to on page {self.page} (dice {' '.join(map(str, self.dice))})"


class Woke(Happening, frozen=True, kw_only=True):
    target: str
    stamina: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(
            self.target, unconscious=False, wake=None, stamina=self.stamina, panel="waiting", down=False
        )

    def say(self) -> str:
        return f"{self.target} comes to with Stamina {self.stamina}"


class Interposed(Happening, frozen=True, kw_only=True):
    """Somebody jumps in front of a target and gives up the next action for it."""

    actor: str
    target: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        guards = tuple(name for name in fighter.guards if name != self.target)
        return fight.with_fighter(self.actor, owed=(*fighter.owed, "interpose"), guards=guards)

    def say(self) -> str:
        return f"{self.actor} gives up the next action to jump in front of {self.target}"


class Shielded(Happening, frozen=True, kw_only=True):
    """The interposer is the target now, or came too late."""

    actor: str
    target: str
    success: bool

    def say(self) -> str:
        return (
            f"{self.actor} is the target now" if self.success else f"{self.actor} is too late to protect {self.target}"
        )

    def headline(self) -> str:
        return f"{self.actor} {'shields' if self.success else 'fails to shield'} {self.target}"


class Watched(Happening, frozen=True, kw_only=True):
    """Somebody is ready to jump in front of another, or no longer."""

    actor: str
    target: str
    ready: bool

    def on(self, fight: Fight) -> Fight:
        rest = tuple(name for name in fight[self.actor].guards if name != self.target)
        return fight.with_fighter(self.actor, guards=(*rest, self.target) if self.ready else rest)

    def say(self) -> str:
        return f"{self.actor} is {'' if self.ready else 'no longer '}ready to jump in front of {self.target}"


class Lured(Happening, frozen=True, kw_only=True):
    actor: str
    foe: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, lures=self.foe, panel="done")

    def say(self) -> str:
        return f"{self.actor} lures {self.foe}: +2 on the next attack on {self.actor}"


class TookBait(Happening, frozen=True, kw_only=True):
    """The lured foe has made its attack."""

    actor: str
    foe: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, lures="")

    def say(self) -> str:
        return f"{self.foe} took {self.actor}'s bait"


class Redirected(Happening, frozen=True, kw_only=True):
    """An attack that a lurer has avoided hits something behind."""

    actor: str
    foe: str
    onto: str

    def say(self) -> str:
        return f"{self.foe} hits the {self.onto} behind {self.actor}"

    def headline(self) -> str:
        return f"hits the {self.onto} instead"


class Struck(Happening, frozen=True, kw_only=True):
    """Damage reached a lifeless thing: it breaks, or is unharmed. `owner` carries it, or is `behind` it."""

    thing: str
    damage: int
    strength: int
    broken: bool
    owner: str = ""
    behind: bool = False

    def on(self, fight: Fight) -> Fight:
        if not self.broken or not self.owner:
            return fight
        if self.behind:
            left = tuple(one for one in fight.obstacles if (one.behind, one.name) != (self.owner, self.thing))
            return replace(fight, obstacles=left)
        after: Fight = handed_over(fight, self.owner, self.thing, None)
        return after

    def say(self) -> str:
        whose = f"{self.owner}'s {self.thing}" if self.owner and not self.behind else f"The {self.thing}"
        if self.broken:
            return f"{whose} breaks: damage {self.damage} against Strength {self.strength}"
        return f"{whose} is unharmed: damage {self.damage} against Strength {self.strength}"

    def headline(self) -> str:
        return f"the {self.thing} {'breaks' if self.broken else 'holds'}"


class Combined(Happening, frozen=True, kw_only=True):
    """Others added their attacks to one, and have spent their panels on it."""

    actor: str
    helpers: tuple[str, ...]

    def on(self, fight: Fight) -> Fight:
        for name in self.helpers:
            fight = fight.with_fighter(name, panel="done", lures="")
        return fight

    def say(self) -> str:
        return f"{', '.join(self.helpers)} and {self.actor} combine their attacks: +1 damage"
