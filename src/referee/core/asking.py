"""The one door for chance and choice.

A rule never rolls a die and never talks to a person. It asks::

    rolled = ask.roll(D6_MINUS_D6, "icons.context.dice", "Dart bashes Thug", roller="ann")
    answer = ask.choose("ben", ("take it", "block"), "icons.blocking.scope", "Block the blow?")

The answers stand on a `Tape`. Where the tape ends, whoever holds it decides what happens: a dealer
rolls, a person is asked (`Pending`), a script answers (and must be used up), or every answer is tried
in turn with its weight (`referee.odds`). A step is re-run from the same state with one more answer, so
nothing has to be kept alive between two answers but the answers themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from referee.core.dice import Pool, parse
from referee.core.events import Event

CHANCE: Final = "chance"
"""The `who` of a need that dice answer; every other `who` is a seat."""


class Need(Struct, frozen=True, gc=False):
    """One question: what is asked, of whom, and which answers are possible.

    who     `CHANCE`, or the seat that decides
    clause  id of the clause that asks
    size    answers are the whole numbers 0..size-1; for dice they are equally likely
    cases   (representative answer, how many answers it stands for), one per distinct result
    text    the question for people
    options one label per answer of a choice; empty for dice
    pool    dice notation; empty for a choice
    roller  the seat whose hand rolls the dice; empty for a choice
    seen_by seats that may know of the question; None: everybody
    refused options that somebody might look for and that are not there, each with the reason
    """

    who: str
    clause: str
    size: int
    cases: tuple[tuple[int, int], ...]
    text: str = ""
    options: tuple[str, ...] = ()
    pool: str = ""
    reads: str = "total"
    roller: str = ""
    seen_by: tuple[str, ...] | None = None
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def is_chance(self) -> bool:
        return self.who == CHANCE

    def dice(self) -> Pool:
        """The pool of a chance need."""
        return parse(self.pool, "faces" if self.reads == "faces" else "total")

    def say(self, answer: int) -> str:
        """An answer in words: the faces rolled, or the label chosen."""
        return self.dice().shown(answer) if self.is_chance else self.options[answer]


class Pending(Exception):
    """The tape ended and nobody here may answer: `need` is what the step waits for.

    so_far  the events up to the question, filled in by the system's step, so that whoever must decide
            can be shown what they decide upon
    """

    def __init__(self, need: Need) -> None:
        super().__init__(f"{need.who} must answer: {need.text} [{need.clause}]")
        self.need = need
        self.so_far: tuple[Event, ...] = ()


class BadAnswer(ValueError):
    """An answer that the question does not allow."""

    def __init__(self, need: Need, answer: object) -> None:
        if need.is_chance:
            allowed = f"the faces of {need.pool}"
        else:
            allowed = "one of: " + ", ".join(need.options)
        super().__init__(f"{answer!r} does not answer {need.text!r}; give {allowed}")
        self.need = need
        self.answer = answer


class UnusedAnswers(ValueError):
    """The step ended before the script did."""

    def __init__(self, left: int) -> None:
        super().__init__(f"{left} answer{'s' if left != 1 else ''} left over: the step asked for fewer")
        self.left = left


class ImpureRule(RuntimeError):
    """Two runs with the same answers asked different questions: a rule looked at something outside."""

    def __init__(self, before: Need, now: Need | None) -> None:
        super().__init__(f"the same answers first led to {before!r}, now to {now!r}")


class Rolled(Struct, frozen=True, gc=False):
    """A roll as a rule sees it: the total. `shown` is for the log only and may not decide anything."""

    total: int
    answer: int
    pool: Pool

    @property
    def shown(self) -> tuple[int, ...]:
        """The faces, for people to read."""
        return self.pool.faces(self.answer)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces, for rules that read single dice. Only pools with `reads="faces"` have them,
        because the odds engine visits one representative per total of any other pool."""
        if self.pool.reads != "faces":
            raise LookupError(f"{self.pool} is read as a total; parse it with reads='faces' to use its faces")
        return self.pool.faces(self.answer)


Answerer = Callable[[Need], int]
"""What answers when the tape has ended; raises `Pending` if it cannot."""


class Ask(Protocol):
    """What a rule may do with the world outside its arguments: these two things."""

    def roll(
        self,
        pool: Pool,
        clause: str,
        text: str = "",
        *,
        roller: str = "",
        seen_by: tuple[str, ...] | None = None,
    ) -> Rolled: ...

    def choose(
        self,
        who: str,
        options: Sequence[str],
        clause: str,
        text: str = "",
        *,
        seen_by: tuple[str, ...] | None = None,
        refused: tuple[tuple[str, str], ...] = (),
    ) -> str: ...


def nobody(need: Need) -> int:
    """The answerer of a tape that nobody holds: it stops the step."""
    raise Pending(need)


class Tape:
    """Answers read in order; past the end the answerer is asked and its answer recorded.

    >>> tape = Tape([14])
    >>> tape.roll(parse("d6 - d6"), "icons.context.dice").shown
    (3, 3)

    `expected` are needs seen by an earlier run with the same answers; a run that asks anything else
    raises `ImpureRule`.
    """

    __slots__ = ("answerer", "answers", "expected", "needs")

    def __init__(self, answers: Iterable[int] = (), answerer: Answerer = nobody, expected: Sequence[Need] = ()) -> None:
        self.answers = list(answers)
        self.answerer = answerer
        self.expected = expected
        self.needs: list[Need] = []

    def roll(
        self,
        pool: Pool,
        clause: str,
        text: str = "",
        *,
        roller: str = "",
        seen_by: tuple[str, ...] | None = None,
    ) -> Rolled:
        """Roll a pool once."""
        answer = self._next(
            Need(CHANCE, clause, pool.size, pool.cases, text, (), pool.notation, pool.reads, roller, seen_by)
        )
        return Rolled(pool.total(answer), answer, pool)

    def choose(
        self,
        who: str,
        options: Sequence[str],
        clause: str,
        text: str = "",
        *,
        seen_by: tuple[str, ...] | None = None,
        refused: tuple[tuple[str, str], ...] = (),
    ) -> str:
        """Let a seat pick one of `options`; with one option nobody is asked."""
        if len(options) == 1:
            return options[0]
        size = len(options)
        cases = tuple((answer, 1) for answer in range(size))
        need = Need(who, clause, size, cases, text, tuple(options), seen_by=seen_by, refused=refused)
        return options[self._next(need)]

    def _next(self, need: Need) -> int:
        at = len(self.needs)
        if at < len(self.expected) and self.expected[at] != need:
            raise ImpureRule(self.expected[at], need)
        if at == len(self.answers):
            self.answers.append(self.answerer(need))
        answer = self.answers[at]
        if not 0 <= answer < need.size:
            raise BadAnswer(need, answer)
        self.needs.append(need)
        return answer

    def used_up(self) -> None:
        """Refuse a script that is longer than the step.

        Raises `UnusedAnswers`, or `ImpureRule` where an earlier run asked more.
        """
        if len(self.expected) > len(self.needs):
            raise ImpureRule(self.expected[len(self.needs)], None)
        if len(self.answers) > len(self.needs):
            raise UnusedAnswers(len(self.answers) - len(self.needs))


def read_answer(need: Need, given: object) -> int:
    """An answer as people give it: faces for dice (`[5, 2]` or `"5,2"`), a label, or `yes`/`no`.

    Raises `BadAnswer` (or `BadFaces` for dice) with what would be accepted.
    """
    if need.is_chance:
        if isinstance(given, str):
            words = given.replace(",", " ").split()
            try:
                faces = [int(word) for word in words]
            except ValueError:
                raise BadAnswer(need, given) from None
        elif isinstance(given, Sequence) and all(type(face) is int for face in given):
            faces = list(given)
        else:
            raise BadAnswer(need, given)
        return need.dice().answer(faces)
    word = str(given).strip().casefold()
    labels = [option.casefold() for option in need.options]
    if isinstance(given, bool):
        word = "yes" if given else "no"
    if word in labels:
        return labels.index(word)
    begun = [at for at, label in enumerate(labels) if word and label.startswith(word)]
    if len(begun) == 1:
        return begun[0]
    if word.isdecimal() and 1 <= int(word) <= need.size:
        return int(word) - 1
    raise BadAnswer(need, given)
