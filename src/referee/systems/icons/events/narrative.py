"""Time beyond pages: conflicts, chapters, issues, and what time heals."""

from __future__ import annotations

from msgspec.structs import replace

from referee.systems.graded.happenings import Happening
from referee.systems.icons.state import Fight, Fighter, Pool


class ConflictBegan(Happening, frozen=True, kw_only=True):
    """A new conflict: this side's panels come first on every page."""

    side: str
    page: int

    def on(self, fight: Fight) -> Fight:
        sides = (self.side, *(side for side in fight.sides if side != self.side))
        fighters = tuple(
            replace(one, recovered=False, regrown=0, awed_by=(), cowed_by=(), lures="", aimed=None)
            for one in fight.fighters
        )
        return replace(fight, sides=sides, side=self.side, since=self.page, fighters=fighters)

    def say(self) -> str:
        return f"A conflict begins with the panels of the {self.side}"


class ChapterBegan(Happening, frozen=True, kw_only=True):
    number: int

    def on(self, fight: Fight) -> Fight:
        fighters = tuple(
            replace(one, recovered=False, awed_by=(), cowed_by=(), lures="", aimed=None, resolve=None, unseen=None)
            for one in fight.fighters
        )
        return replace(fight, chapter=self.number, fighters=fighters, tries=())

    def say(self) -> str:
        return f"Chapter {self.number} begins"


class IssueBegan(Happening, frozen=True, kw_only=True):
    number: int

    def on(self, fight: Fight) -> Fight:
        return replace(fight, issue=self.number, chapter=1, tries=())

    def say(self) -> str:
        return f"Issue {self.number} begins"


class Renewed(Happening, frozen=True, kw_only=True):
    """Determination at the start of an issue."""

    actor: str
    determination: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, determination=self.determination)

    def say(self) -> str:
        return f"{self.actor}'s Determination is {self.determination} again"


class PoolSet(Happening, frozen=True, kw_only=True):
    """The team's Determination."""

    side: str
    points: int

    def on(self, fight: Fight) -> Fight:
        rest = tuple(one for one in fight.pools if one.side != self.side)
        return replace(fight, pools=(*rest, Pool(self.side, self.points)))

    def say(self) -> str:
        return f"The {self.side} share {self.points} points of Determination"


class Healed(Happening, frozen=True, kw_only=True):
    """An injury is over."""

    target: str
    injury: str

    def on(self, fight: Fight) -> Fight:
        left = tuple(one for one in fight[self.target].injuries if one != self.injury)
        return fight.with_fighter(self.target, injuries=left)

    def say(self) -> str:
        return f"{self.target} is over the {self.injury}"


class TimePassed(Happening, frozen=True, kw_only=True):
    """`amount` of `unit` went by without a conflict."""

    amount: int
    unit: str
    hours: int = 0
    hospital: bool = False

    def on(self, fight: Fight) -> Fight:
        now = fight.hours + self.hours
        new_day = now // 24 > fight.hours // 24
        fighters = tuple(_later(one, self.hours, new_day, self.hospital) for one in fight.fighters)
        return replace(fight, fighters=fighters, hours=now)

    def say(self) -> str:
        return f"{self.amount} {self.unit.rstrip('s') if self.amount == 1 else self.unit} pass"


def _later(fighter: Fighter, hours: int, new_day: bool, hospital: bool) -> Fighter:
    healed = 0 if new_day else fighter.healed
    power = fighter.sheet.power("Regeneration")
    # A level a week is the measure: a day in hospital, or Regeneration from level 7 on, is worth seven.
    pace = max(1, 7 if hospital or power >= 7 else power)
    return replace(fighter, healed=healed, cured=fighter.cured + hours * pace if fighter.lost else 0)


class GrewStronger(Happening, frozen=True, kw_only=True):
    """Lost levels of Strength came back; `cured` of the recovery so far is used up."""

    target: str
    levels: int
    cured: int

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        lost = fighter.lost - self.levels
        return fight.with_fighter(self.target, lost=lost, cured=fighter.cured - self.cured if lost else 0)

    def say(self) -> str:
        return f"{self.target} regains {self.levels} level{'s' if self.levels > 1 else ''} of Strength"


class CameBack(Happening, frozen=True, kw_only=True):
    """A dead character is back, at full Strength and Stamina, for these prices."""

    target: str
    prices: tuple[str, ...]
    determination: int
    start_lost: int

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        return fight.with_fighter(
            self.target,
            dead=False,
            unconscious=False,
            died_in=None,
            lost=0,
            stamina=fighter.sheet.full_stamina,
            determination=self.determination,
            start_lost=self.start_lost,
            down=False,
            injuries=(),
        )

    def say(self) -> str:
        price = {
            "determination": "a point of starting Determination is lost for good",
            "adventure": "a special adventure had to win the character back",
            "reroll": "traits are rolled anew",
            "someone-else": "it is somebody else with the same traits",
        }
        told = "; ".join(price[one] for one in self.prices)
        return f"{self.target} is back from the dead" + (f": {told}" if told else "")
