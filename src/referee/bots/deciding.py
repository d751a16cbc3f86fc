"""What a seat has to decide, and how a match goes on from there."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from referee.core.asking import Need, Pending, Tape
from referee.core.match import Match
from referee.core.system import System


class Decision(Struct, frozen=True):
    """A choice that is open: one of the legal `intents`, or an answer to `need` in the middle of an act.

    state    where the act in hand began; the state itself between acts
    seat     who decides
    intents  what the seat may do, between acts
    by, intent, answers, need   the act in hand, the answers so far, and the question; need is None between acts
    """

    system: Any
    state: Any
    seat: str
    intents: tuple[Any, ...] = ()
    by: str = ""
    intent: Any = None
    answers: tuple[int, ...] = ()
    need: Need | None = None

    @property
    def size(self) -> int:
        """How many options there are, numbered from 0."""
        return len(self.intents) if self.need is None else self.need.size


class Chance(Struct, frozen=True):
    """Dice are to fall in the middle of an act."""

    system: Any
    state: Any
    by: str
    intent: Any
    answers: tuple[int, ...]
    need: Need


class End(Struct, frozen=True):
    """The match is over, or nobody has anything to do."""

    system: Any
    state: Any


class Bot(Protocol):
    """A program that decides. `name` is how it is called at the table."""

    name: str

    def decide(self, decision: Decision) -> int:
        """The number of the option to take."""
        ...


def opened(system: System[Any, Any, Any], state: Any) -> Decision | End:
    """What is to be decided between acts: by the first seat that has something to do."""
    if system.result(state) is None:
        for seat in system.to_act(state):
            intents = system.intents(state, seat)
            if intents:
                return Decision(system, state, seat, intents)
    return End(system, state)


def resolved(system: System[Any, Any, Any], state: Any, by: str, intent: Any, answers: tuple[int, ...]) -> Any:
    """How an act goes on with these answers: to dice, to somebody's choice, or to its end."""
    try:
        after, _ = system.step(state, by, intent, Tape(answers))
    except Pending as pending:
        need = pending.need
        if need.is_chance:
            return Chance(system, state, by, intent, answers, need)
        return Decision(system, state, need.who, (), by, intent, answers, need)
    return opened(system, after)


def followed(decision: Decision | Chance, option: int) -> Decision | Chance | End:
    """Where an option, or an answer of the dice, leads."""
    if isinstance(decision, Decision) and decision.need is None:
        return resolved(decision.system, decision.state, decision.seat, decision.intents[option], ())  # type: ignore[no-any-return]
    answers = (*decision.answers, option)
    return resolved(decision.system, decision.state, decision.by, decision.intent, answers)  # type: ignore[no-any-return]


def decision_of(match: Match[Any, Any, Any]) -> Decision | None:
    """What a match waits for a person or bot to decide; None where dice are to fall, or nobody has anything to do."""
    if match.waiting is None:
        found = opened(match.system, match.state)
        return found if isinstance(found, Decision) else None
    need, act = match.waiting.need, match.waiting.act
    if need.is_chance:
        return None
    return Decision(match.system, match.state, need.who, (), act.by, match.intent_of(act), act.answers, need)


def take(match: Match[Any, Any, Any], decision: Decision, option: int, *, dealt: bool = True) -> tuple[Any, ...]:
    """Let a match go on with an option. Returns the events, none yet if it now waits for somebody."""
    if decision.need is None:
        return match.do(decision.seat, decision.intents[option], dealt=dealt)
    return match.answer(option, dealt=dealt)
