"""What happened, and why: events carry clauses, and emitting one is the only way to change a state."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Generic, TypeVar

from msgspec import Struct

S = TypeVar("S")


class Part(Struct, frozen=True, gc=False):
    """One line of a sum: what it is, how much, and by which clause."""

    what: str
    amount: int
    clause: str


class Event(Struct, frozen=True, kw_only=True, tag_field="event", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened. Subclasses name the facts; `clause` is the rule that decided them.

    clause   id of the clause; there is no default, so an event without one cannot be written
    also     further clauses that took part
    seen_by  seats that may know; None: everybody
    """

    clause: str
    also: tuple[str, ...] = ()
    seen_by: tuple[str, ...] | None = None

    def cites(self) -> tuple[str, ...]:
        """Every clause that the event stands on, the deciding one first."""
        return (self.clause, *self.also)


E = TypeVar("E", bound=Event)


class UnknownCitation(LookupError):
    """A rule cited a clause that no ledger holds."""


class Draft(Generic[S, E]):
    """A state under construction, and the events that built it.

    `emit` appends the event and applies `evolve(state, event)`, so folding the events over the first
    state always gives the last one.
    """

    __slots__ = ("_evolve", "_known", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S], known: Container[str]) -> None:
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve
        self._known = known

    def emit(self, event: E) -> None:
        """Let something happen. Raises `UnknownCitation` for a clause that does not exist."""
        for clause in event.cites():
            if clause not in self._known:
                raise UnknownCitation(f"{type(event).__name__} cites {clause!r}, which no ledger holds")
        self.state = self._evolve(self.state, event)
        self.events.append(event)
