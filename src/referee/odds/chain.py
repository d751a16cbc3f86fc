"""Odds over many acts: a plan says what everybody would do, and equal states are merged on the way.

Weights are whole numbers over one denominator, and a state that has been met before is not played again. What does not
matter any more, such as the number of the page, is left out of a state (`System.essence`), so a long fight goes round among
few states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core.asking import Need, Tape
from referee.core.codec import BadInput
from referee.core.system import System
from referee.odds.budget import Budget, Meter, Sample, dealt, within
from referee.odds.intervals import of_mean
from referee.odds.outcomes import weighed

MOST_PAGES = 100
"""Pages after which a fight is left as it stands, if nothing else is said."""
MOST_ACTS_A_PAGE = 1000
"""Acts after which a page is taken to go round in circles."""

Goal: TypeAlias = tuple[str, Callable[[Any], bool]]
"""An end of the chain besides that of the match: what it is called, and whether a state has come to it."""


class Plan(Struct, frozen=True):
    """What everybody would do.

    acts     by name of the actor, intents in order of preference; the first that is legal and changes anything is done.
             Where several may act, they act in this order.
    answers  by seat, words that answer choices, in order of preference; else the plain option is taken
    """

    acts: Mapping[str, tuple[Any, ...]]
    answers: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    def answer(self, need: Need) -> int:
        """What a seat answers to a choice."""
        options = [option.casefold() for option in need.options]
        words = (word.casefold() for word in self.answers.get(need.who, ()))
        return next((options.index(word) for word in words if word in options), 0)


class Spread(Struct, frozen=True):
    """How likely each number is: of somebody's Stamina, of pages."""

    who: str
    what: str
    chances: tuple[tuple[int, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return sum((number * chance for number, chance in self.chances), Fraction(0))

    def interval(self, runs: int) -> tuple[float, float]:
        """The interval of 95 % for the expected value, from a sample of so many runs."""
        return of_mean(self.chances, runs)


class Chain(Struct, frozen=True):
    """The odds of a plan.

    ends      the chance of each end; standing: that somebody still stands then
    measures  of everybody, then
    length    in pages, rounds or turns, the last one counted in
    sample    what the figures rest on; None where they are exact
    """

    ends: tuple[tuple[str, Fraction], ...]
    standing: tuple[tuple[str, Fraction], ...]
    measures: tuple[Spread, ...]
    length: Spread
    sample: Sample | None = None

    @property
    def exact(self) -> bool:
        return self.sample is None


class Moment(Struct, frozen=True):
    """Where a chain stands.

    state  without what does not matter
    lap    whose go it is, where no turns are kept
    tried  how many intents of whoever is to act have been tried since anything changed
    """

    state: Any
    lap: int = 0
    tried: int = 0


class Ended(Struct, frozen=True):
    """Where a chain ended: how, in what state, and the pages it took."""

    end: str
    state: Any
    pages: int


class Course:
    """A plan carried out in a system, act by act."""

    def __init__(self, system: System[Any, Any, Any], plan: Plan, pages: int | None, goal: Goal | None) -> None:
        self.system = system
        self.plan = plan
        self.pages = MOST_PAGES if pages is None else pages
        self.goal = goal
        self.going = f"still going after {self.pages} {system.period or 'round'}{'s' if self.pages != 1 else ''}"

    def end(self, state: Any, pages: int) -> str:
        """How the chain ends in a state after so many whole pages, or nothing."""
        if self.goal is not None and self.goal[1](state):
            return self.goal[0]
        result = self.system.result(state)
        if result is not None:
            return self.system.ending(result)
        if self.system.period and not self.actor(Moment(state)):
            return "nobody can act any more"
        return self.going if pages >= self.pages else ""

    def length(self, end: str, pages: int) -> int:
        """Pages that a chain took whose last act came after so many whole ones."""
        return self.pages if end == self.going else pages + 1

    def bound(self, acts: int, pages: int) -> None:
        """Raises `BadInput` where so many acts in so many pages go round in circles."""
        if acts > MOST_ACTS_A_PAGE * (1 + pages):
            raise BadInput("the plan goes round in circles without ending a page", "plan")

    def actor(self, moment: Moment) -> str:
        """Who is to act: the first who could give a turn up; empty where nobody can."""
        if not self.system.period:
            return list(self.plan.acts)[moment.lap]
        state = moment.state
        for name in dict.fromkeys((*self.plan.acts, *self.system.names(state))):
            if self._allows(state, self.system.rest(state, name)):
                return name
        return ""

    def choice(self, moment: Moment) -> tuple[int, Any]:
        """The first legal intent of whoever is to act that is not tried yet, with its place; the last resort (None:
        nothing is done) after all others."""
        actor = self.actor(moment)
        wanted = self.plan.acts.get(actor, ())
        for place in range(moment.tried, len(wanted)):
            if self._allows(moment.state, wanted[place]):
                return place, wanted[place]
        return len(wanted), self.system.rest(moment.state, actor)

    def _allows(self, state: Any, intent: Any) -> bool:
        system = self.system
        return intent is not None and system.refusal(state, system.seat_of(state, intent), intent) is None

    def play(self, moment: Moment, place: int, intent: Any, tape: Tape) -> tuple[Moment, int]:
        """One act: where it leads, and how many pages ended in it."""
        system = self.system
        state = after = moment.state
        if intent is not None:
            after, _ = system.step(state, system.seat_of(state, intent), intent, tape)
        then = system.essence(after)
        if not system.period:
            lap = (moment.lap + 1) % len(self.plan.acts)
            return Moment(then, lap), int(lap == 0)
        passed = system.elapsed(after) - system.elapsed(state)
        return Moment(then, 0, place + 1 if then == state and not passed else 0), passed


class _Step(Struct, frozen=True):
    """Every result of an act: out of `size` equally likely runs, to which moment, how many pages on, in how many ways."""

    size: int
    ways: tuple[tuple[int, int, int], ...]


class _Known:
    """Moments by number, and the steps from those that have been played."""

    def __init__(self, course: Course, meter: Meter) -> None:
        self.course = course
        self.meter = meter
        self.moments: list[Moment] = []
        self._numbers: dict[Moment, int] = {}
        self._steps: dict[int, _Step] = {}
        self._stuck: dict[int, bool] = {}
        self._ends: dict[tuple[int, bool], str] = {}

    def number(self, moment: Moment) -> int:
        known = self._numbers.setdefault(moment, len(self.moments))
        if known == len(self.moments):
            self.moments.append(moment)
        return known

    def end(self, number: int, pages: int) -> str:
        """How the chain ends in a moment after so many pages, or nothing."""
        key = (number, pages >= self.course.pages)
        if key not in self._ends:
            self._ends[key] = self.course.end(self.moments[number].state, pages)
        return self._ends[key]

    def step(self, number: int) -> _Step:
        """What follows a moment. Raises `Spent`."""
        if number not in self._steps:
            self._steps[number] = self._played(self.moments[number])
        return self._steps[number]

    def stuck(self, number: int) -> bool:
        """Whether a page that begins so always ends so: nothing will change any more. Raises `Spent`."""
        if number not in self._stuck:
            at, passed, acts = number, 0, 0
            while not passed and len(self.step(at).ways) == 1 and acts < MOST_ACTS_A_PAGE and not self.end(at, 0):
                at, passed, _ = self.step(at).ways[0]
                acts += 1
            self._stuck[number] = bool(passed) and at == number
        return self._stuck[number]

    def _played(self, moment: Moment) -> _Step:
        place, intent = self.course.choice(moment)

        def run(tape: Tape) -> tuple[Moment, int]:
            self.meter.spend()
            return self.course.play(moment, place, intent, tape)

        leaves = list(weighed(run, self.course.plan.answer))
        total = lcm(*(size for _, _, size in leaves))
        led: dict[tuple[Moment, int], int] = {}
        for after, ways, size in leaves:
            led[after] = led.get(after, 0) + ways * (total // size)
        return _Step(total, tuple((self.number(after), pages, ways) for (after, pages), ways in led.items()))


def chain(
    system: System[Any, Any, Any], state: Any, plan: Plan, *, pages: int | None = None, goal: Goal | None = None,
    budget: Budget | None = None,
) -> Chain:  # fmt: skip
    """The odds of a plan from a state until the match ends, a goal is reached, or so many pages (rounds, turns; rounds of
    everybody in the plan where the system keeps none) are over. Exact, or a sample where the budget does not reach.

    Raises `BadInput` where the plan leads nowhere.
    """
    if not plan.acts:
        raise BadInput("nobody does anything; give at least one actor", "plan")
    course = Course(system, plan, pages, goal)
    first = Moment(system.essence(state))
    at_once = course.end(first.state, 0)
    if at_once:
        return _summed(system, state, [(Ended(at_once, first.state, 0), Fraction(1))])
    budget = budget or Budget()
    ended, sample = within(
        budget,
        lambda meter: _exact(course, first, meter).items(),
        lambda number, meter: _run(course, first, meter, budget.seed, number),
    )
    return _summed(system, state, ended, sample)


def _exact(course: Course, first: Moment, meter: Meter) -> dict[Ended, Fraction]:
    """The chance of everything that the chain may end in. Raises `Spent`."""
    ended: dict[Ended, Fraction] = {}
    known = _Known(course, meter)
    going = {(known.number(first), 0): 1}
    size = 1  # of all weights together
    acts = 0
    while going:
        acts += 1
        course.bound(acts, min(pages for _, pages in going))
        steps = {}
        for number, _ in going:
            meter.watch()
            steps[number] = known.step(number)
        share = lcm(*(step.size for step in steps.values()))
        size *= share
        then: dict[tuple[int, int], int] = {}
        over: dict[tuple[int, str, int], int] = {}
        for (number, pages), weight in going.items():
            step = steps[number]
            weight *= share // step.size
            for to, passed, ways in step.ways:
                now = pages + passed
                end = known.end(to, now)
                if not end and passed and known.stuck(to):
                    end = course.going
                if end:
                    key = (to, end, course.length(end, pages))
                    over[key] = over.get(key, 0) + weight * ways
                else:
                    then[to, now] = then.get((to, now), 0) + weight * ways
        for (to, end, pages), weight in over.items():
            _add(ended, Ended(end, known.moments[to].state, pages), Fraction(weight, size))
        going = then
    return ended


def _run(course: Course, moment: Moment, meter: Meter, seed: str, run: int) -> Ended:
    """One run of the chain. Raises `Spent`."""
    pages = acts = 0
    while True:
        acts += 1
        course.bound(acts, pages)
        meter.spend()
        place, intent = course.choice(moment)
        after, passed = course.play(moment, place, intent, Tape((), dealt(seed, run, acts, course.plan.answer)))
        end = course.end(after.state, pages + passed)
        if end:
            return Ended(end, after.state, course.length(end, pages))
        moment, pages = after, pages + passed


def _summed(
    system: System[Any, Any, Any], state: Any, ended: Iterable[tuple[Ended, Fraction]], sample: Sample | None = None
) -> Chain:
    ends: dict[str, Fraction] = {}
    standing = dict.fromkeys(system.standing(state), Fraction(0))
    measures: dict[tuple[str, str], dict[int, Fraction]] = {}
    length: dict[int, Fraction] = {}
    for one, chance in ended:
        _add(ends, one.end, chance)
        _add(length, one.pages, chance)
        for who in system.standing(one.state):
            _add(standing, who, chance)
        for who, what, number in system.measures(one.state):
            _add(measures.setdefault((who, what), {}), number, chance)
    return Chain(
        tuple(sorted(ends.items(), key=lambda item: -item[1])),
        tuple(standing.items()),
        tuple(Spread(who, what, tuple(sorted(chances.items()))) for (who, what), chances in measures.items()),
        Spread("", f"{system.period or 'round'}s", tuple(sorted(length.items()))),
        sample,
    )


def _add(sums: dict[Any, Fraction], key: Any, chance: Fraction) -> None:
    sums[key] = sums.get(key, Fraction(0)) + chance
