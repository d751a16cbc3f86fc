"""Every result of one step, and of steps in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from referee.core.asking import Answerer, Need, Tape

R = TypeVar("R")
S = TypeVar("S")


def first_option(need: Need) -> int:
    """The policy that takes the plain option: rules list it first."""
    return 0


def outcomes(step: Callable[[Tape], R], players: Answerer = first_option) -> Iterator[tuple[R, Fraction]]:
    """Each result of a step with its exact chance; `players` answers the choices of people. The chances add up to 1."""
    return ((result, Fraction(ways, size)) for result, ways, size in weighed(step, players))


def weighed(step: Callable[[Tape], R], players: Answerer = first_option) -> Iterator[tuple[R, int, int]]:
    """Each result of a step with the ways to it, out of how many equally likely answers.

    The step is run once per leaf. Every run is held to the questions of the run that it branched off
    from, so a rule that looks at anything but its arguments raises `ImpureRule`.
    """

    def answerer(need: Need) -> int:
        return need.cases[0][0] if need.is_chance else players(need)

    branches: list[tuple[list[int], list[Need], int, int]] = [([], [], 1, 1)]
    while branches:
        known, seen, ways, size = branches.pop()
        tape = Tape(known, answerer, seen)
        result = step(tape)
        tape.used_up()
        for at in range(len(known), len(tape.needs)):
            need = tape.needs[at]
            if need.is_chance:
                size *= need.size
                for answer, count in need.cases[1:]:
                    branches.append(([*tape.answers[:at], answer], tape.needs[: at + 1], ways * count, size))
                ways *= need.cases[0][1]
        yield result, ways, size


def after(
    states: Mapping[S, Fraction], step: Callable[[S, Tape], S], players: Answerer = first_option
) -> dict[S, Fraction]:
    """The states after one more step from each of `states`, equal ones merged. Chances keep their sum."""
    merged: dict[S, Fraction] = {}
    for state, chance in states.items():
        for result, part in outcomes(lambda tape, state=state: step(state, tape), players):  # type: ignore[misc]
            merged[result] = merged.get(result, Fraction(0)) + chance * part
    return merged
