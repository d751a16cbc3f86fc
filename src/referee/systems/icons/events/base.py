"""The test that most events of icons start from."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from referee.systems.graded import happenings
from referee.systems.icons.book import OUTCOMES
from referee.systems.icons.state import Fight, Try


class Tested(happenings.Tested, frozen=True, kw_only=True):
    """A test was rolled; a failed or weak one is what a later determined effort may mend."""

    QUIET: ClassVar[tuple[str, ...]] = ("attack", "evade", "dodge", "resist")

    def on(self, fight: Fight) -> Fight:
        """Keep the worst outcome of each try (icons.context.determined-effort.condition)."""
        if self.seen_by is not None:
            return fight  # a secret test leaves no trace that a player could find
        rank = OUTCOMES.rank(self.outcome)
        mine = (self.actor, self.test, self.target)
        for known in fight.tries:
            if (known.actor, known.test, known.target) == mine:
                rank = min(rank, known.rank)
        rest = tuple(one for one in fight.tries if (one.actor, one.test, one.target) != mine)
        return replace(fight, tries=(*rest, Try(*mine, rank)))
