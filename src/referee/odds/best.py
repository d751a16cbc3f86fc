"""Results of a step when people choose what is best, reckoned from the end backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from referee.core.asking import Need, Pending, Tape

R = TypeVar("R")


def decided(
    step: Callable[[Tape], R], worth: Callable[[Need, R], Fraction], known: Sequence[int] = ()
) -> list[tuple[R, Fraction]]:
    """Each result of a step with its exact chance, where every choice of a person goes to the option whose results are
    worth most on average; of equals the first. `worth` says what a result is worth to whoever answers a question.

    `known` are answers that stand already. Later choices are decided first, so an earlier one counts on them. The step is run once per question and leaf.
    """

    def explore(known: Sequence[int], seen: Sequence[Need]) -> list[tuple[R, Fraction]]:
        tape = Tape(known, expected=seen)
        try:
            result = step(tape)
        except Pending as pending:
            need = pending.need
        else:
            tape.used_up()
            return [(result, Fraction(1))]
        asked = [*tape.needs, need]
        if need.is_chance:
            return [
                (result, chance * Fraction(ways, need.size))
                for answer, ways in need.cases
                for result, chance in explore([*known, answer], asked)
            ]
        options = [explore([*known, answer], asked) for answer in range(need.size)]
        return max(options, key=lambda leaves: sum(chance * worth(need, result) for result, chance in leaves))

    return explore(known, ())
