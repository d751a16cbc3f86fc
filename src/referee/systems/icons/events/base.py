"""What every event of icons has, and the test that most of them start from."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.events import Part
from referee.systems.graded.happenings import Happening, summed
from referee.systems.icons.book import OUTCOMES
from referee.systems.icons.state import Fight, Try

QUIET = ("attack", "evade", "dodge", "resist")
"""Tests that show in the hit or miss they lead to."""


class Tested(Happening, frozen=True, kw_only=True):
    """A test was rolled. `parts` add up to the level, `against` to the difficulty.

    test     attack, evade, dodge, block, slam, stun, kill or the name of another use of an ability
    target   whom it concerns
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
    target: str = ""

    def on(self, fight: Fight) -> Fight:
        """A failed or weak try is what a later determined effort may mend (icons.context.determined-effort.condition)."""
        if self.seen_by is not None:
            return fight  # a secret test leaves no trace that a player could find
        rank = OUTCOMES.rank(self.outcome)
        mine = (self.actor, self.test, self.target)
        for known in fight.tries:
            if (known.actor, known.test, known.target) == mine:
                rank = min(rank, known.rank)
        rest = tuple(one for one in fight.tries if (one.actor, one.test, one.target) != mine)
        return replace(fight, tries=(*rest, Try(*mine, rank)))

    def cites(self) -> tuple[str, ...]:
        lines = (part.clause for part in self.parts + self.against)
        return tuple(dict.fromkeys((self.clause, *self.also, *lines)))

    def say(self) -> str:
        dice = " ".join(map(str, self.dice))
        return (
            f"{self.actor}: {self.test} test, dice {dice} = {self.roll:+d}. Effort {self.effort} ({summed(self.parts)}) "
            f"against {self.difficulty} ({summed(self.against)}): effect {self.effect:+d}, {self.outcome}"
        )

    def headline(self) -> str | None:
        """Follow-up tests; the test that settles an attack shows in the hit or miss it leads to."""
        return None if self.test in QUIET else f"{self.actor} {self.test}: {self.outcome}"
