"""What an intent may lead to, before anybody commits to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core.asking import Answerer, Need, Tape
from referee.core.codec import BadInput
from referee.core.system import Illegal, System
from referee.odds.best import decided
from referee.odds.budget import Budget, Meter, Sample, Spent, dealt, within
from referee.odds.chain import Spread
from referee.odds.outcomes import after, first_option, outcomes

Goal: TypeAlias = Callable[[System[Any, Any, Any], Need, Any], Fraction]
"""What a state is worth to whoever answers a question."""


def best_for_each(system: System[Any, Any, Any], need: Need, state: Any) -> Fraction:
    """choose what is best for themselves"""
    return system.worth(state, need.who)


def best_for(seat: str) -> Goal:
    """Everybody chooses what is best for one seat."""

    def goal(system: System[Any, Any, Any], need: Need, state: Any) -> Fraction:
        return system.worth(state, seat)

    goal.__doc__ = f"choose what is best for {seat}"
    return goal


def worst_for(seat: str) -> Goal:
    """Everybody chooses what is worst for one seat."""

    def goal(system: System[Any, Any, Any], need: Need, state: Any) -> Fraction:
        return -system.worth(state, seat)

    goal.__doc__ = f"choose what is worst for {seat}"
    return goal


class Branch(Struct, frozen=True):
    """One way it can go: the tests and their outcomes, what changes, the clauses, and the exact chance."""

    tests: tuple[str, ...]
    changes: tuple[str, ...]
    clauses: tuple[str, ...]
    chance: Fraction


class Report(Struct, frozen=True):
    """The odds of an intent.

    branches  every distinct run of tests with every distinct result; the chances add up to 1
    grades    chance of each first headline (the grade of the act itself)
    states    chance of each resulting change, whatever led to it
    assumed   what people were taken to answer: the question and the answer
    sample    what the chances rest on; None where they are exact
    measures  how likely each number of what may change is (Stamina, strain, health), with what it is now
    """

    branches: tuple[Branch, ...]
    grades: tuple[tuple[str, Fraction], ...]
    states: tuple[tuple[tuple[str, ...], Fraction], ...]
    assumed: tuple[tuple[str, str], ...] = ()
    sample: Sample | None = None
    measures: tuple[tuple[int, Spread], ...] = ()

    @property
    def exact(self) -> bool:
        return self.sample is None

    @property
    def summary(self) -> str:
        """The whole in one line: each grade, and what is left of whatever may change, on average."""
        grades = ", ".join(f"{name} {_percent(chance)}" for name, chance in self.grades)
        rest = "; ".join(
            f"{spread.who} {spread.what} {now} to {float(spread.mean):.2f} on average" for now, spread in self.measures
        )
        quiet = sum((chance for changes, chance in self.states if not changes), Fraction(0))
        idle = f"nothing changes {_percent(quiet)}" if quiet else ""
        return "; ".join(filter(None, (grades, rest, idle))) + ("" if self.exact else " (a sample)")


def report(
    system: System[Any, Any, Any], state: Any, seat: str, intent: Any, players: Answerer = first_option,
    goal: Goal | None = None, budget: Budget | None = None,
) -> Report:  # fmt: skip
    """The odds of a legal intent. What only some seats may see is left out of the branches.

    People answer by the policy `players`, or, where there is a `goal`, what is worth most by it (`best_for`, `worst_for`
    a seat, or `best_for_each`). Past the budget the chances are those of a sample; what is best is reckoned exactly or not at all.

    Raises `Illegal` with the refusal, `BadInput` where the budget does not reach for what is best.
    """
    refusal = system.refusal(state, seat, intent)
    if refusal is not None:
        raise Illegal(refusal)

    budget = budget or Budget()
    state = system.masked(state, seat)
    assumed: dict[tuple[str, str], None] = {}

    def answered(need: Need) -> int:
        choice = players(need)
        if need.seen_by is None:
            assumed[f"{need.who}: {need.text}", need.options[choice]] = None
        return choice

    def step(tape: Tape) -> tuple[Any, tuple[Any, ...]]:
        then, events = system.step(state, seat, intent, tape)
        return then, events

    merged: dict[tuple[tuple[str, ...], tuple[str, ...]], Fraction] = {}
    clauses: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[str, ...]] = {}
    before = {(who, what): number for who, what, number in system.measures(state)}
    numbers: dict[tuple[str, str], dict[int, Fraction]] = {one: {} for one in before}
    sample = None
    if goal is None:

        def exactly(meter: Meter) -> Iterator[tuple[Any, Fraction]]:
            return outcomes(meter.paid(step), answered)

        def run(number: int, meter: Meter) -> tuple[Any, tuple[Any, ...]]:
            return meter.paid(step)(Tape((), dealt(budget.seed, number, 0, answered)))

        leaves, sample = within(budget, exactly, run)
    else:
        try:
            leaves = decided(budget.meter().paid(step), lambda need, result: goal(system, need, result[0]))
        except Spent:
            raise BadInput("what is best would need more branches than that; say what people answer, or allow more",
                           "budget") from None  # fmt: skip
        assumed["people", goal.__doc__ or ""] = None
    for (then, events), chance in leaves:
        open_events = [event for event in events if event.seen_by is None]
        tests = tuple(words for event in open_events if (words := system.headline(event)))
        key = (tests, system.changes(state, then))
        merged[key] = merged.get(key, Fraction(0)) + chance
        for who, what, number in system.measures(then):
            spread = numbers.get((who, what))
            if spread is not None:
                spread[number] = spread.get(number, Fraction(0)) + chance
        if key not in clauses:
            clauses[key] = tuple(dict.fromkeys(event.clause for event in open_events))
    branches = tuple(
        Branch(tests, changes, clauses[tests, changes], chance)
        for (tests, changes), chance in sorted(merged.items(), key=lambda item: (item[0][0][:1], -item[1]))
    )
    return Report(
        branches,
        _summed((branch.tests[0] if branch.tests else "no test", branch.chance) for branch in branches),
        _summed((branch.changes, branch.chance) for branch in branches),
        tuple(assumed),
        sample,
        tuple(
            (before[who, what], Spread(who, what, tuple(sorted(spread.items()))))
            for (who, what), spread in numbers.items()
            if spread.keys() - {before[who, what]}
        ),
    )


def ahead(
    system: System[Any, Any, Any], state: Any, seat: str, intent: Any, times: int, players: Answerer = first_option,
    budget: Budget | None = None,
) -> tuple[tuple[tuple[tuple[str, ...], Fraction], ...], Sample | None]:  # fmt: skip
    """What has changed after the same intent several times in a row, with the chance of each, and what the chances rest on
    (None: they are exact). Equal states are merged on the way. Where the intent is no longer legal, things stay as they are.

    Raises `Illegal` if it is not legal now.
    """
    refusal = system.refusal(state, seat, intent)
    if refusal is not None:
        raise Illegal(refusal)
    budget = budget or Budget()
    first = system.masked(state, seat)

    def step(now: Any, tape: Tape) -> Any:
        return now if system.refusal(now, seat, intent) is not None else system.step(now, seat, intent, tape)[0]

    def exactly(meter: Meter) -> Iterable[tuple[Any, Fraction]]:
        def paid(now: Any, tape: Tape) -> Any:
            meter.spend()
            return step(now, tape)

        states = {first: Fraction(1)}
        for _ in range(times):
            states = after(states, paid, players)
        return states.items()

    def run(number: int, meter: Meter) -> Any:
        now = first
        for act in range(times):
            meter.spend()
            now = step(now, Tape((), dealt(budget.seed, number, act, players)))
        return now

    states, sample = within(budget, exactly, run)
    return _summed((system.changes(first, now), chance) for now, chance in states), sample


def _percent(chance: Fraction) -> str:
    words = f"{100 * float(chance):.0f}"
    return ("<1" if words == "0" and chance else ">99" if words == "100" and chance < 1 else words) + " %"


def _summed(pairs: Any) -> tuple[tuple[Any, Fraction], ...]:
    sums: dict[Any, Fraction] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, Fraction(0)) + chance
    return tuple(sorted(sums.items(), key=lambda item: -item[1]))
