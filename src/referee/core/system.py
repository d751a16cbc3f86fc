"""The contract of a rule system. Odds, bots, tables and pages speak only this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.codec import BadInput, nearest
from referee.core.events import Event

S = TypeVar("S", bound=Struct)
I = TypeVar("I", bound=Struct)
E = TypeVar("E", bound=Event)


class Refusal(Struct, frozen=True):
    """Why an intent is not allowed: the clause, a sentence for people, and further clauses that took part."""

    clause: str
    why: str
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class Illegal(ValueError):
    """An intent that the rules refuse was played."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Switch(Struct, frozen=True):
    """A house rule. `values` are its words, the default first; none for a whole number.

    clause   id of the clause whose ruling names the switch
    least    the smallest number, where it is one
    """

    name: str
    values: tuple[str, ...]
    default: str | int
    clause: str
    least: int = 0

    def check(self, value: str | int) -> None:
        """Raises `BadInput` for a value that this rule does not have."""
        where = f"rules.{self.name}"
        if self.values and str(value) not in self.values:
            raise BadInput(f"{value!r} is none of: {', '.join(self.values)}", where)
        if not self.values and (not isinstance(value, int) or not self.least <= value <= MOST_RULED):
            raise BadInput(f"{value!r} is no whole number from {self.least} to {MOST_RULED}", where)


MOST_RULED = 1_000_000
"""The largest number that a house rule may be."""


def check_rules(switches: Mapping[str, Switch], rules: Mapping[str, str | int]) -> None:
    """Raises `BadInput` for a house rule that does not exist, or a value that it does not have."""
    for name, value in rules.items():
        if name not in switches:
            raise BadInput(f"no house rule is called {name!r}{nearest(name, switches)}", f"rules.{name}")
        switches[name].check(value)


class Result(Struct, frozen=True):
    """How a match ended: the winning sides (none for a draw) and the clause that says so."""

    winners: tuple[str, ...]
    clause: str


class System(ABC, Generic[S, I, E]):
    """One rule system: pure functions over frozen records.

    A state, an intent and the answers decide the next state and the events, and nothing else does.
    `S` is the state record, `I` the union of intents, `E` the union of events.
    """

    name: str
    version: int
    intent_type: Any
    event_type: Any
    setup_type: Any
    state_type: Any

    @abstractmethod
    def setup(self, setup: Any) -> S:
        """The first state. Raises `BadInput` naming the field."""

    @abstractmethod
    def switches(self) -> Mapping[str, Switch]:
        """Every house rule, by name."""

    def ruled(self, state: S, name: str, value: str | int) -> S:
        """The same state under another value of a house rule. Raises `BadInput`."""
        check_rules(self.switches(), {name: value})
        rules = tuple(sorted({**dict(state.rules), name: value}.items()))  # type: ignore[attr-defined]
        return replace(state, rules=rules)

    @abstractmethod
    def seats(self, state: S) -> tuple[str, ...]:
        """Everybody who sits at the table."""

    @abstractmethod
    def names(self, state: S) -> tuple[str, ...]:
        """Everybody and everything that an intent may name."""

    @abstractmethod
    def seat_of(self, state: S, intent: I) -> str:
        """The seat that an intent belongs to when nobody else is named (its actor's)."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[str, ...]:
        """Seats that have something to do now."""

    @abstractmethod
    def candidates(self, state: S, seat: str) -> Iterator[I]:
        """Every intent worth offering to a seat, legal or not."""

    @abstractmethod
    def refusal(self, state: S, seat: str, intent: I) -> Refusal | None:
        """Why the rules forbid an intent, or None. Lists and checks both come from here."""

    @abstractmethod
    def step(self, state: S, seat: str, intent: I, ask: Ask) -> tuple[S, tuple[E, ...]]:
        """Play a legal intent."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after one event. Folding a step's events over its first state gives its last."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the match ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> Any:
        """The state as plain values, as far as a seat may know it (None: a spectator)."""

    @abstractmethod
    def worth(self, state: S, seat: str) -> Fraction:
        """How well a state stands for a seat, 0 (lost) to 1 (won): a rough measure by which choices are compared.
        It is no chance of winning."""

    def ending(self, result: Result) -> str:
        """How a match ended, in words."""
        return f"Only the {', '.join(result.winners) or 'nobody'} still stand"

    guided = False
    """Whether one seat at a time decides, so that a table can put its options before it."""

    period = ""
    """What time is counted in: `page`, `round` or `turn`; empty where nobody keeps turns."""

    def elapsed(self, state: S) -> int:
        """Pages, rounds or turns that are over; only differences count."""
        return 0

    def rest(self, state: S, name: str) -> I | None:
        """The intent by which somebody does nothing in particular, so that play goes on; it is legal for those alone whose
        turn it is. None where nobody keeps turns."""
        return None

    def essence(self, state: S) -> S:
        """The state without what cannot matter any more, such as the number of the page: equal essences go on alike."""
        return state

    @abstractmethod
    def measures(self, state: S) -> tuple[tuple[str, str, int], ...]:
        """What is counted of everybody: who, what (`Stamina`), how much."""

    @abstractmethod
    def standing(self, state: S) -> tuple[str, ...]:
        """Everybody who can still act, by name."""

    def fresh(self, players: tuple[str, ...], rules: Mapping[str, str | int]) -> Any:
        """A set-up for these players that needs no file. Raises `BadInput` where the system wants one."""
        raise BadInput(f"{self.name} needs a set-up; give the file of one, such as those in examples/")

    def allies(self, state: S, seat: str) -> tuple[str, ...]:
        """The seats that win and lose with a seat, itself among them."""
        return (seat,)

    def about(self, state: S, name: str) -> tuple[str, ...]:
        """What is printed about somebody or something, by name, as lines; none where nothing of that name is known."""
        return ()

    def describe(self, state: S, intent: I) -> str:
        """What an intent would do, for people who do not know it by heart; empty where its words say it."""
        return ""

    def may_know(self, state: S, intent: I, seat: str | None) -> bool:
        """Whether a seat may know that an intent was played, before the match stood at `state`."""
        return True

    def masked(self, state: S, seat: str | None) -> S:
        """The state as far as a seat may reckon with it: the odds that it asks for start here."""
        return state

    @abstractmethod
    def show(self, state: S, seat: str | None) -> tuple[str, ...]:
        """The state as lines to read, as far as a seat may know it."""

    def position(self, state: S) -> str:
        """A state as one line that a set-up can start from; empty where a system has no such lines."""
        return ""

    def heading(self, state: S) -> str:
        """The part of the match that a state stands in, such as its turn, as a heading over moves; empty for none."""
        return ""

    @abstractmethod
    def say(self, event: E) -> str:
        """An event as a sentence."""

    @abstractmethod
    def headline(self, event: E) -> str | None:
        """The few words by which an odds report tells branches apart, or None for a quiet event."""

    @abstractmethod
    def changes(self, before: S, after: S) -> tuple[str, ...]:
        """What differs between two states, in words, for an odds report."""

    def intents(self, state: S, seat: str) -> tuple[I, ...]:
        """Every legal intent of a seat."""
        return tuple(intent for intent, refusal in self.offers(state, seat) if refusal is None)

    def offers(self, state: S, seat: str) -> Iterator[tuple[I, Refusal | None]]:
        """Every candidate with its refusal, or None where it is legal."""
        for intent in self.candidates(state, seat):
            yield intent, self.refusal(state, seat, intent)


def may_see(seen_by: tuple[str, ...] | None, seat: str | None) -> bool:
    """Whether a seat may know of something that only `seen_by` may know (None: everybody)."""
    return seen_by is None or seat in seen_by
