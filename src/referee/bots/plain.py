"""Two simple bots: one that draws lots, and one that looks exactly one act ahead."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from referee.bots.deciding import Decision
from referee.core.asking import Need, Tape
from referee.odds import decided

RUNS = 400
"""How often `Greedy` runs an act to know it exactly; beyond that it samples."""
SAMPLES = 200


class Random:
    """Takes every legal option with the same chance."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.draw = random.Random(seed)

    def decide(self, decision: Decision) -> int:
        return self.draw.randrange(decision.size)


class _TooMany(Exception):
    """An act has more ways to go than are worth running."""


class Greedy:
    """Takes the option whose results are worth most to its seat on average: every way that the act can go is reckoned
    exactly, with later choices made as is best for whoever makes them. Of equals it draws one. Acts with too many ways are sampled."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.draw = random.Random(seed)

    def decide(self, decision: Decision) -> int:
        if decision.size == 1:
            return 0
        values = [self.value(decision, option) for option in range(decision.size)]
        best = max(values)
        return self.draw.choice([option for option, value in enumerate(values) if value == best])

    def value(self, decision: Decision, option: int) -> Fraction:
        """What an option is worth to the seat that decides: of the states where its act ends, on average."""
        system, seat = decision.system, decision.seat
        if decision.need is None:
            by, intent = seat, decision.intents[option]
            known: tuple[int, ...] = ()
        else:
            by, intent, known = decision.by, decision.intent, (*decision.answers, option)
        runs = 0

        def step(tape: Tape) -> Any:
            nonlocal runs
            runs += 1
            if runs > RUNS:
                raise _TooMany
            return system.step(decision.state, by, intent, tape)[0]

        def worth(need: Need, state: Any) -> Fraction:
            return Fraction(system.worth(state, need.who))

        try:
            leaves = decided(step, worth, known)
        except _TooMany:
            return self.sampled(decision, by, intent, known)
        return sum((chance * system.worth(state, seat) for state, chance in leaves), start=Fraction(0))

    def sampled(self, decision: Decision, by: str, intent: Any, known: tuple[int, ...]) -> Fraction:
        """The average over so many runs with dice and choices drawn at random."""
        total = Fraction(0)
        for _ in range(SAMPLES):
            tape = Tape(known, lambda need: self.draw.randrange(need.size))
            state, _ = decision.system.step(decision.state, by, intent, tape)
            total += decision.system.worth(state, decision.seat)
        return total / SAMPLES
