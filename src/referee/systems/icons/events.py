"""What can happen in a fight. Each event knows what it changes and how to say it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from referee.core.events import Event, Part
from referee.systems.icons.sheet import RANGES
from referee.systems.icons.state import Fight, Mark


def _sum(parts: tuple[Part, ...]) -> str:
    words = [
        f"{part.what} {part.amount}" if at == 0 else f"{part.what} {part.amount:+d}" for at, part in enumerate(parts)
    ]
    return ", ".join(words)


class Happening(Event, frozen=True, kw_only=True):
    """The base of all events of a fight."""

    def on(self, fight: Fight) -> Fight:
        """The fight after this event."""
        return fight

    def say(self) -> str:
        raise TypeError(f"{type(self).__name__} has no words")

    def headline(self) -> str | None:
        """A few words for an odds report, or None."""
        return None


class Tested(Happening, frozen=True, kw_only=True):
    """A test was rolled. `parts` add up to the level, `against` to the difficulty.

    test     attack, evade, dodge, block, slam, stun or kill
    roller   whose hand rolled
    dice     the faces, the positive die first
    """

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

    def cites(self) -> tuple[str, ...]:
        lines = (part.clause for part in self.parts + self.against)
        return tuple(dict.fromkeys((self.clause, *self.also, *lines)))

    def say(self) -> str:
        dice = " ".join(map(str, self.dice))
        return (
            f"{self.actor}: {self.test} test, dice {dice} = {self.roll:+d}. Effort {self.effort} ({_sum(self.parts)}) "
            f"against {self.difficulty} ({_sum(self.against)}): effect {self.effect:+d}, {self.outcome}"
        )

    def headline(self) -> str | None:
        """Follow-up tests; the test that settles an attack shows in the hit or miss it leads to."""
        return None if self.test in ("attack", "evade", "dodge") else f"{self.actor} {self.test}: {self.outcome}"


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


class Hurt(Happening, frozen=True, kw_only=True):
    """Damage was worked out; `stamina` is what is left. `parts` add up to the net damage."""

    target: str
    net: int
    stamina: int
    parts: tuple[Part, ...]

    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.clause, *self.also, *(part.clause for part in self.parts))))

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, stamina=self.stamina)

    def say(self) -> str:
        lost = f"{self.target} has Stamina {self.stamina} left" if self.net > 0 else f"{self.target} loses no Stamina"
        return f"Damage {self.net} ({_sum(self.parts)}): {lost}"


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
        dying = self.dying_from if self.dying_from is not None else fighter.dying_from
        wake = None if dying is not None else fighter.wake
        return fight.with_fighter(
            self.target, stamina=0, unconscious=True, dying_from=dying, wake=wake, panel="done", owed=(), field=None
        )

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
        owed = (*fighter.owed, "slam") if fighter.able else fighter.owed
        return fight.with_fighter(self.target, owed=owed, down=fighter.able)

    def say(self) -> str:
        return f"{self.target} is slammed and lies at {RANGES[self.step]} range from {self.away_from}; getting up takes a panel"


class Aimed(Happening, frozen=True, kw_only=True):
    actor: str
    page: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, aimed=self.page, panel="done")

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
        return replace(fight, marks=(*rest, mark) if self.holds else rest)

    def say(self) -> str:
        what = {"unaware": "unaware of", "dim": "in poor sight of"}.get(self.flag, self.flag)
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
        return fight.with_fighter(self.target, down=True)

    def say(self) -> str:
        return f"{self.target} is knocked down"


class Stunned(Happening, frozen=True, kw_only=True):
    """The target loses one panel."""

    target: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, owed=(*fight[self.target].owed, "stun"))

    def say(self) -> str:
        return f"{self.target} is stunned for one panel"


class Moved(Happening, frozen=True, kw_only=True):
    actor: str
    target: str
    step: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_step(self.actor, self.target, self.step)

    def say(self) -> str:
        return f"{self.actor} is now at {RANGES[self.step]} range from {self.target}"


class Did(Happening, frozen=True, kw_only=True):
    """A supplemental action: -1 on the active test of this page."""

    actor: str
    deed: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        down = fighter.down and self.deed != "stand"
        return fight.with_fighter(self.actor, deeds=(*fighter.deeds, self.deed), panel="open", down=down)

    def say(self) -> str:
        what = {"stand": "gets up", "move": "moves"}[self.deed]
        return f"{self.actor} {what}: a supplemental action, -1 on this page's test"


class Used(Happening, frozen=True, kw_only=True):
    """An attack test of this panel; `last` ends the panel."""

    actor: str
    last: bool

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        panel = "done" if self.last or fighter.panel == "done" else "open"
        return fight.with_fighter(self.actor, attacks=fighter.attacks + 1, panel=panel)

    def say(self) -> str:
        return f"{self.actor}'s panel is over" if self.last else f"{self.actor} has another attack in this panel"


class PanelEnded(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, panel="done")

    def say(self) -> str:
        return f"{self.actor}'s panel is over"


class PanelLost(Happening, frozen=True, kw_only=True):
    """A panel that was owed: to a slam (getting up), a stun or a block."""

    actor: str
    owed: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        owed = list(fighter.owed)
        owed.remove(self.owed)
        down = fighter.down and self.owed != "slam"
        field = fighter.field if "stun" in owed else None
        return fight.with_fighter(self.actor, owed=tuple(owed), panel="done", down=down, field=field)

    def say(self) -> str:
        why = {"slam": "getting up", "stun": "being stunned", "block": "the block"}[self.owed]
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
        fighters = tuple(
            replace(fighter, panel="waiting" if fighter.able else "done", deeds=(), attacks=0, clings=False)
            for fighter in fight.fighters
        )
        return replace(fight, fighters=fighters, page=self.page, side=self.side)

    def say(self) -> str:
        return f"Page {self.page}: panels of the {self.side}"


class Weakened(Happening, frozen=True, kw_only=True):
    """A dying character lost a level of Strength."""

    target: str
    strength: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, lost=fight[self.target].sheet.strength - self.strength)

    def say(self) -> str:
        return f"{self.target} loses a level of Strength: {self.strength} left"


class Died(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, dead=True, dying_from=None, wake=None, panel="done", owed=())

    def say(self) -> str:
        return f"{self.target} is dead"


class Clung(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, clings=True, determination=fight[self.actor].determination - 1)

    def say(self) -> str:
        return f"{self.actor} spends a point of Determination and loses no Strength on this page"


class Stabilised(Happening, frozen=True, kw_only=True):
    target: str
    by: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, dying_from=None)

    def say(self) -> str:
        return f"{self.by} helps {self.target}, who is stable but still unconscious"


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


AnyEvent: TypeAlias = (
    Tested | Missed | Scored | Blocked | Hurt | Spared | Shrugged | KnockedOut | Aimed | Marked | Crossed | FieldWeakened | Flung | KnockedDown | Stunned | Moved
    | Did | Used | PanelEnded | PanelLost | SideBegan | PageBegan | Weakened | Died | Clung | Stabilised | WakeSet | Woke
)  # fmt: skip
