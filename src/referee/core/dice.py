"""Dice pools with exact weights, and the notation that people write them in.

A roll is **one answer**: an integer from 0 to ``pool.size - 1``, all equally likely. Read in mixed radix it
gives the faces of every die, so a table can show real dice. A pool also lists its **cases**: one
representative answer for each distinct total, with the number of answers that it stands for. Odds of
``d6 - d6`` visit 11 cases, not 36 faces.

Notation (spaces are free between words, capitals are accepted)::

    pool    = ["-"] term (("+" | "-") term)*        d6 - d6      2d6 + 3      -d4 + 10
    term    = number | [number] "d" (sides | "%" | "F") [reroll] [explode] [keep]
              d% has the sides 1 to 100, dF the faces -1, 0 and 1
    reroll  = ("r" | "ro") match ["x" limit]        r1   r<=2   r>5x3   ro1 (takes no limit)
    explode = "!" [match] ["x" limit]               !    !>=5   !=6     !x3
    keep    = ("kh" | "k" | "kl" | "dh" | "dl") number
    match   = ["=" | "<" | "<=" | ">" | ">="] number      "!" needs the sign, a reroll may leave out "="

The order of writing is the order of doing: **reroll, then explode, then keep or drop**, each at most once.

- ``r`` rolls a die again while it matches, ``ro`` at most once. The last roll counts, whatever it shows.
- ``!`` rolls one more die while the newest face matches (the highest face, if nothing is said) and adds it.
  These further dice are not rerolled.
- keep and drop look at each die with its explosions as one value; of equal dice the later ones are dropped.
- ``r`` and ``!`` stop after a limit of further rolls for each die: 10, or what follows ``x``. How often a
  limit cuts a roll short is known exactly: `Pool.cut`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, prod
from operator import add, mul
from types import MappingProxyType
from typing import Literal, NamedTuple

__all__ = ["D6_MINUS_D6", "BadDice", "BadFaces", "Dice", "Pool", "Reads", "parse"]

Reads = Literal["total", "faces"]

MOST_DICE = 100
"""Dice in one term."""
MOST_SIDES = 1_000
MOST_TERMS = 20
MOST_EXTRA_ROLLS = 50
"""Largest limit that ``x`` may set for one die."""
USUAL_EXTRA_ROLLS = 10
LARGEST_NUMBER = 1_000_000
"""Largest number that may be added to a roll."""
MOST_FACES_ANSWERS = 50_000
"""Largest `Pool.size` of a pool that is read by its faces: all its answers are listed."""
MOST_WORK = 60_000_000
"""Estimated steps to count a pool, a few seconds' worth. Texts come from strangers: more is refused."""

_TABLE_ANSWERS = 10_000  # pools up to this size keep faces and total of every answer in a table


class BadDice(ValueError):
    """The text is no dice pool: ``text`` as given, ``at`` the 0-based index of the character that is wrong
    (``len(text)`` if something is missing at the end), ``sentence`` what is wrong or was expected there.

    ``str()`` gives three lines: the sentence, the text, and a caret under the character.
    """

    def __init__(self, text: str, at: int, sentence: str) -> None:
        super().__init__(text, at, sentence)
        self.text = text
        self.at = at
        self.sentence = sentence

    def __str__(self) -> str:
        one_line = "".join(letter if letter.isprintable() else " " for letter in self.text)
        return f"{self.sentence}\n{one_line}\n{' ' * self.at}^"


class BadFaces(ValueError):
    """The faces that somebody typed cannot be a roll of this pool; the message is one sentence."""


# ---- Spreads: how many answers give each total, and one answer for each ------------------------------------


@dataclass(frozen=True, slots=True)
class _Spread:
    """Totals ``low``, ``low + 1`` ...: ``ways[i]`` of ``size`` answers give the total ``low + i``, and
    ``answers[i]`` is one of them (-1 where there is none). The first and the last total are possible."""

    low: int
    ways: list[int]
    answers: list[int]
    size: int

    def mirrored(self) -> _Spread:
        return _Spread(1 - self.low - len(self.ways), self.ways[::-1], self.answers[::-1], self.size)

    def above(self, place: int) -> _Spread | None:
        """The totals beyond ``place`` only, out of the same ``size``; None if there are none."""
        for first in range(place + 1, len(self.ways)):
            if self.ways[first]:
                return _Spread(self.low + first, self.ways[first:], self.answers[first:], self.size)
        return None


def _certain(total: int) -> _Spread:
    return _Spread(total, [1], [0], 1)


def _both(first: _Spread, then: _Spread) -> _Spread:
    """The sum of two independent rolls; the digits of ``then`` follow those of ``first`` in the answer."""
    old, width = len(first.ways), len(first.ways) + len(then.ways) - 1
    # The weights of a die are mostly runs of equal numbers. Multiplying by the few places where they change,
    # and adding up afterwards, costs two or four passes instead of one for every side.
    pairs = enumerate(zip([0, *then.ways], [*then.ways, 0], strict=True))
    changes = [(i, weight - before) for i, (before, weight) in pairs if weight != before]
    plain = [(i, weight) for i, weight in enumerate(then.ways) if weight]
    by_changes = len(changes) < len(plain)
    ways = [0] * (width + 1)
    for offset, factor in changes if by_changes else plain:
        scaled = first.ways if factor == 1 else [factor * weight for weight in first.ways]
        ways[offset : offset + old] = map(add, ways[offset : offset + old], scaled)
    if by_changes:
        ways = list(accumulate(ways))
    ways.pop()

    # Any total of the first with the lowest of the second, then the highest of the first with any of the
    # second: where there are no gaps, that reaches everything.
    scale, lowest, highest = then.size, then.answers[0], first.answers[-1] * then.size
    answers = [answer * scale + lowest if answer >= 0 else -1 for answer in first.answers]
    answers.extend(highest + answer if answer >= 0 else -1 for answer in then.answers[1:])
    for total, weight in enumerate(ways):
        if weight and answers[total] < 0:
            for i, _ in plain:
                if 0 <= total - i < old and first.answers[total - i] >= 0:
                    answers[total] = first.answers[total - i] * scale + then.answers[i]
                    break
    return _Spread(first.low + then.low, ways, answers, first.size * scale)


def _highest(die: _Spread, count: int, keep: int) -> _Spread:
    """The sum of the ``keep`` highest of ``count`` dice.

    Asks for each value in turn: in how many ways is it the lowest that is kept? Then some dice, fewer than
    ``keep``, are better, enough are equal to fill up, the rest are lower. Only the better ones need a sum.
    """
    ways = [0] * (keep * (len(die.ways) - 1) + 1)
    answers = [-1] * len(ways)
    # 0, 1, 11, 111 ... in base die.size: times the answer of one die, this is the answer of many alike.
    ones = list(accumulate(range(count), lambda number, _: number * die.size + 1, initial=0))
    for place, weight in enumerate(die.ways):
        if not weight:
            continue
        equal_powers = list(accumulate([weight] * count, mul, initial=1))
        lower_powers = list(accumulate([sum(die.ways[:place])] * count, mul, initial=1))
        above = die.above(place)
        higher = _certain(0)
        for better in range(keep):
            others = count - better
            factor = comb(count, better) * sum(
                comb(others, equal) * equal_powers[equal] * lower_powers[others - equal]
                for equal in range(keep - better, others + 1)
            )
            fill = die.answers[place] * ones[others]  # all the others equal: as good an example as any
            scale = die.size**others
            start = higher.low - better * die.low + (keep - better) * place
            for total, (many, answer) in enumerate(zip(higher.ways, higher.answers, strict=True), start):
                if many:
                    ways[total] += many * factor
                    answers[total] = answer * scale + fill
            if above is None:
                break
            if better + 1 < keep:
                higher = _both(higher, above)
    return _Spread(keep * die.low, ways, answers, die.size**count)


# ---- Terms -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Match:
    sign: str
    number: int

    def among(self, faces: range) -> frozenset[int]:
        below, equal, above = "<" in self.sign, "=" in self.sign, ">" in self.sign
        number = self.number
        return frozenset(
            face
            for face in faces
            if (below and face < number) or (equal and face == number) or (above and face > number)
        )


class _Rolled(NamedTuple):
    """One die with its further rolls: the faces in order, how many were rerolled, and what it is worth."""

    faces: tuple[int, ...]
    rerolled: int
    value: int


@dataclass(frozen=True)
class Dice:
    """Dice of one kind, counted up (sign 1) or down (-1). An answer has ``slots`` digits for each die: its
    first roll, its possible rerolls, its possible explosions; digits that are not needed are ignored."""

    sign: int
    count: int
    sides: int | Literal["F"]
    reroll: _Match | None = None
    once: bool = False
    rerolls: int = 0
    explode: _Match | None = None
    explosions: int = 0
    keep: str = ""
    keep_number: int = 0

    @cached_property
    def faces(self) -> range:
        return range(-1, 2) if self.sides == "F" else range(1, self.sides + 1)

    @cached_property
    def again(self) -> frozenset[int]:
        return self.reroll.among(self.faces) if self.reroll else frozenset()

    @cached_property
    def bursts(self) -> frozenset[int]:
        return self.explode.among(self.faces) if self.explode else frozenset()

    @cached_property
    def slots(self) -> int:
        return 1 + self.rerolls + self.explosions

    @cached_property
    def size(self) -> int:
        return int(len(self.faces) ** (self.count * self.slots))

    @cached_property
    def kept(self) -> int:
        """How many dice count."""
        if not self.keep:
            return self.count
        return self.keep_number if self.keep[0] == "k" else self.count - self.keep_number

    @cached_property
    def keeps_low(self) -> bool:
        return self.keep in ("kl", "dh")

    @property
    def kind(self) -> str:
        return f"d{self.sides}"

    def __str__(self) -> str:
        words = [str(self.count) if self.count > 1 else "", self.kind]
        if self.reroll:
            sign = "" if self.reroll.sign == "=" else self.reroll.sign
            words.append(f"{'ro' if self.once else 'r'}{sign}{self.reroll.number}")
            if not self.once and self.rerolls != USUAL_EXTRA_ROLLS:
                words.append(f"x{self.rerolls}")
        if self.explode:
            usual = self.explode == _Match("=", self.faces[-1])
            words.append("!" if usual else f"!{self.explode.sign}{self.explode.number}")
            if self.explosions != USUAL_EXTRA_ROLLS:
                words.append(f"x{self.explosions}")
        if self.keep:
            words.append(f"{self.keep}{self.keep_number}")
        return "".join(words)

    def roll(self, draw: Callable[[int], int]) -> _Rolled:
        """One die by the rules of this term; ``draw(slot)`` gives a face, only for dice that are rolled."""
        faces = [draw(0)]
        while len(faces) <= self.rerolls and faces[-1] in self.again:
            faces.append(draw(len(faces)))
        rerolled, value = len(faces) - 1, faces[-1]
        for slot in range(1 + self.rerolls, self.slots):
            if faces[-1] not in self.bursts:
                break
            faces.append(draw(slot))
            value += faces[-1]
        return _Rolled(tuple(faces), rerolled, value)

    def read(self, answer: int) -> list[_Rolled]:
        """All dice of an answer for this term, in order."""
        sides, low = len(self.faces), self.faces[0]
        faces = []
        for _ in range(self.count * self.slots):
            answer, digit = divmod(answer, sides)
            faces.append(low + digit)
        faces.reverse()
        if self.slots == 1:
            return [_Rolled((face,), 0, face) for face in faces]
        starts = range(0, len(faces), self.slots)
        return [self.roll(faces[start : start + self.slots].__getitem__) for start in starts]

    def total(self, rolled: Sequence[_Rolled]) -> int:
        values = [die.value for die in rolled]
        if self.kept < self.count:
            values = sorted(values, reverse=not self.keeps_low)[: self.kept]
        return self.sign * sum(values)

    def shown(self, rolled: Sequence[_Rolled]) -> str:
        # sorted() is stable also in reverse: of equal dice the later ones are dropped.
        order = sorted(range(self.count), key=lambda i: rolled[i].value, reverse=not self.keeps_low)
        kept = set(order[: self.kept])
        dice: list[str] = []
        for i, die in enumerate(rolled):
            dice.extend(f"{face} rerolled" for face in die.faces[: die.rerolled])
            burst = " + ".join(map(str, die.faces[die.rerolled :]))
            if i not in kept:
                burst = f"({burst}) dropped" if "+" in burst else f"{burst} dropped"
            dice.append(burst)
        text = ", ".join(dice)
        if len(dice) > 1 or "+" in text:
            return f"[{text}]"
        return f"({text})" if text.startswith("-") else text

    @cached_property
    def first(self) -> dict[int, int]:
        """What a die shows after its rerolls: face -> ways out of sides ** (1 + rerolls)."""
        sides, again = len(self.faces), len(self.again)
        # A face that stands comes after 0, 1, 2 ... rerolled ones; one that is rerolled only at the very end.
        stands = sum(again**i * sides ** (self.rerolls - i) for i in range(self.rerolls + 1))
        return {face: int(again**self.rerolls) if face in self.again else stands for face in self.faces}

    @cached_property
    def die(self) -> _Spread:
        """One die with its rerolls and explosions."""
        sides, low = len(self.faces), self.faces[0]
        stays = sides**self.rerolls  # times a digit: it stands at once
        repeats = sum(sides**i for i in range(self.rerolls + 1))  # times a digit: it comes every time
        done: dict[int, tuple[int, int]] = {}  # total -> ways, one answer
        going: dict[int, tuple[int, int]] = {}  # the same where the newest face explodes

        def note(into: dict[int, tuple[int, int]], total: int, ways: int, answer: int) -> None:
            before = into.get(total)
            into[total] = (ways, answer) if before is None else (before[0] + ways, before[1])

        left = sides**self.explosions  # combinations of the digits not looked at yet
        for face, ways in self.first.items():
            answer = (face - low) * (repeats if face in self.again else stays)
            if face in self.bursts:
                note(going, face, ways, answer)
            else:
                note(done, face, ways * left, answer * left)
        for further in range(self.explosions, 0, -1):
            left //= sides
            last, going = going, {}
            for total, (ways, answer) in last.items():
                for digit, face in enumerate(self.faces):
                    if face in self.bursts and further > 1:
                        note(going, total + face, ways, answer * sides + digit)
                    else:
                        note(done, total + face, ways * left, (answer * sides + digit) * left)
        pairs = [done.get(total, (0, -1)) for total in range(min(done), max(done) + 1)]
        size = int(sides**self.slots)
        return _Spread(min(done), [ways for ways, _ in pairs], [answer for _, answer in pairs], size)

    def added_to(self, before: _Spread) -> _Spread:
        """The totals of what came before and these dice."""
        if self.kept < self.count:
            # The lowest dice are the highest of the mirrored ones.
            best = _highest(self.die.mirrored() if self.keeps_low else self.die, self.count, self.kept)
            return _both(before, best if self.keeps_low == (self.sign < 0) else best.mirrored())
        die = self.die if self.sign > 0 else self.die.mirrored()
        for _ in range(self.count):
            before = _both(before, die)
        return before

    @property
    def cut(self) -> Fraction:
        """Chance that a limit cuts any of these dice short, dropped ones included; ``ro`` is no limit."""
        sides = len(self.faces)
        runs_on = Fraction(len(self.bursts), sides) ** self.explosions
        one = Fraction(0)
        for face, ways in self.first.items():
            if face in self.again and not self.once:
                one += ways
            elif face in self.bursts:
                one += ways * runs_on
        stops = one / int(sides ** (1 + self.rerolls))
        return 1 - (1 - stops) ** self.count

    def work(self, width: int) -> tuple[int, int]:
        """Estimated steps to count these dice after ``width`` totals so far, and the width then."""
        reach, runs, work = len(self.faces), 4 if self.reroll else 2, 0
        if self.explode:
            spread = max(self.bursts) - min(self.bursts)
            work = self.explosions * reach * (1 + self.explosions * spread // 2)
            reach = (1 + self.explosions) * max(abs(self.faces[0]), self.faces[-1])
            runs = reach if spread else runs * (1 + self.explosions)
        a_pass = min(runs, reach) + 4
        if self.kept == self.count:
            work += self.count * (width + self.count * reach // 2) * a_pass
            return work, width + self.count * reach
        work += reach * self.kept * (self.count + self.kept * reach * a_pass // 4)
        return work + width * self.kept * reach, width + self.kept * reach


@dataclass(frozen=True, slots=True)
class _Number:
    sign: int
    number: int

    def __str__(self) -> str:
        return str(self.number)


_Term = Dice | _Number


# ---- Pools -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Pool:
    """Dice rolled together, made by `parse`. Immutable, hashable; equal by ``notation`` and ``reads``.

    ``notation`` is the canonical text: ``parse(pool.notation, pool.reads) == pool``. ``reads`` says what the
    rules look at: with ``"faces"`` the `cases` keep distinct rows of faces apart, with ``"total"`` only
    distinct totals.
    """

    notation: str
    reads: Reads
    terms: tuple[_Term, ...]

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        reads = "" if self.reads == "total" else f", {self.reads!r}"
        return f"parse({self.notation!r}{reads})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pool):
            return NotImplemented
        return self.notation == other.notation and self.reads == other.reads

    def __hash__(self) -> int:
        return hash(self.notation)

    def __reduce__(self) -> tuple[Callable[[str, Reads], Pool], tuple[str, Reads]]:
        return parse, (self.notation, self.reads)  # a copy in another process makes its own tables, once

    @cached_property
    def size(self) -> int:
        """Number of equally likely answers: for each term sides ** (dice * (1 + extra rolls)), multiplied."""
        return prod(term.size for term in self._dice)

    @cached_property
    def cases(self) -> tuple[tuple[int, int], ...]:
        """(representative answer, number of answers it stands for), by rising total."""
        if self.reads == "total":
            pairs = zip(self._spread.answers, self._spread.ways, strict=True)
            return tuple((answer, ways) for answer, ways in pairs if ways)
        rows: dict[tuple[int, ...], list[int]] = {}
        for answer in range(self.size):
            rows.setdefault(self.faces(answer), [answer, 0])[1] += 1
        by_total = sorted(rows.values(), key=lambda row: self.total(row[0]))
        return tuple((answer, ways) for answer, ways in by_total)

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """Total -> number of answers out of `size`, by rising total."""
        every = enumerate(self._spread.ways, self._spread.low)
        return MappingProxyType({total: ways for total, ways in every if ways})

    @cached_property
    def cut(self) -> Fraction:
        """Chance that the limit of a reroll or an explosion stopped a die that would have been rolled again,
        dropped dice included; 0 for plain dice."""
        return 1 - prod((1 - term.cut for term in self._dice), start=Fraction(1))

    @cached_property
    def mean(self) -> Fraction:
        return Fraction(sum(total * ways for total, ways in self.totals.items()), self.size)

    @cached_property
    def variance(self) -> Fraction:
        squares = sum(total * total * ways for total, ways in self.totals.items())
        return Fraction(squares, self.size) - self.mean**2

    def chance(self, test: Callable[[int], bool]) -> Fraction:
        """Chance of a total for which ``test`` is true."""
        return Fraction(sum(ways for total, ways in self.totals.items() if test(total)), self.size)

    def faces(self, answer: int) -> tuple[int, ...]:
        """The dice that are rolled, in order of reading: each die, followed by its rerolls and explosions.

        Raises IndexError unless 0 <= answer < size.
        """
        table = self._faces_table
        if 0 <= answer < len(table):
            return table[answer]
        return self._faces(answer)

    def total(self, answer: int) -> int:
        """What the roll comes to. Raises IndexError unless 0 <= answer < size."""
        table = self._totals_table
        if 0 <= answer < len(table):
            return table[answer]
        return self._total(answer)

    def shown(self, answer: int) -> str:
        """The roll for people: ``"5 - 2"``, ``"[6, 4, 2 dropped] - 3"``, ``"[1 rerolled, 6 + 2]"`` (rerolled,
        then exploded). Raises IndexError unless 0 <= answer < size."""
        rolled = iter(self._read(answer))
        return _joined(
            (term.sign, str(term) if isinstance(term, _Number) else term.shown(next(rolled))) for term in self.terms
        )

    def answer(self, faces: Sequence[int]) -> int:
        """The answer for real dice, typed in the order of `faces`: ``pool.faces(pool.answer(row)) == row``.

        Raises BadFaces if there are too few or too many dice, or a face that a die does not have.
        """
        answer, used = 0, 0
        for term in self._dice:
            for _ in range(term.count):
                digits = [0] * term.slots

                def draw(slot: int, term: Dice = term, digits: list[int] = digits) -> int:
                    nonlocal used
                    if used == len(faces):
                        wanted = f": after the {faces[-1]} another {term.kind} is rolled" if slot else ""
                        raise BadFaces(f"{self._needs}; {_given(len(faces))}{wanted}")
                    face = faces[used]
                    used += 1
                    if face not in term.faces:
                        raise BadFaces(
                            f"die {used} of {self.notation} shows {face!r}, "
                            f"but a {term.kind} has the faces {term.faces[0]} to {term.faces[-1]}"
                        )
                    digits[slot] = int(face) - term.faces[0]
                    return int(face)

                term.roll(draw)
                for digit in digits:
                    answer = answer * len(term.faces) + digit
        if used < len(faces):
            raise BadFaces(f"{self._needs}; {_given(len(faces))}")
        return answer

    @cached_property
    def _dice(self) -> tuple[Dice, ...]:
        return tuple(term for term in self.terms if isinstance(term, Dice))

    @cached_property
    def _fixed(self) -> int:
        return sum(term.sign * term.number for term in self.terms if isinstance(term, _Number))

    @cached_property
    def _spread(self) -> _Spread:
        spread = _certain(self._fixed)
        for term in self._dice:
            spread = term.added_to(spread)
        return spread

    @cached_property
    def _faces_table(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(self._faces, range(self.size))) if self.size <= _TABLE_ANSWERS else ()

    @cached_property
    def _totals_table(self) -> tuple[int, ...]:
        return tuple(map(self._total, range(self.size))) if self.size <= _TABLE_ANSWERS else ()

    def _faces(self, answer: int) -> tuple[int, ...]:
        return tuple(face for rolled in self._read(answer) for die in rolled for face in die.faces)

    def _total(self, answer: int) -> int:
        read = zip(self._dice, self._read(answer), strict=True)
        return self._fixed + sum(term.total(rolled) for term, rolled in read)

    def _read(self, answer: int) -> list[list[_Rolled]]:
        """The dice of each dice term."""
        if not 0 <= answer < self.size:
            raise IndexError(f"an answer of {self.notation} lies from 0 to its size less 1")
        read = []
        for term in reversed(self._dice):  # the first die is the most significant digit
            answer, part = divmod(answer, term.size)
            read.append(term.read(part))
        read.reverse()
        return read

    @cached_property
    def _needs(self) -> str:
        """Which dice to type: ``"d6 - d6 needs 2 dice: the first counts up, the second down"``."""
        dice = self._dice
        text = f"{self.notation} needs {_so_many_dice(sum(term.count for term in dice))}"
        if any(term.again or term.bursts for term in dice):
            text += " and one more for each reroll or explosion"
        kinds = len({term.kind for term in dice}) > 1
        if not kinds and all(term.sign > 0 for term in dice):
            return text
        parts, at = [], 0
        for term in dice:
            many = term.count > 1
            name = f"dice {at + 1} to {at + term.count}" if many else _place(at)
            verb = "" if at else "count " if many else "counts "
            kind = f" ({term.kind})" if kinds else ""
            parts.append(f"{name}{kind} {verb}{'up' if term.sign > 0 else 'down'}")
            at += term.count
        return f"{text}: {', '.join(parts)}"


def _so_many_dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count or 'no'} dice"


def _given(count: int) -> str:
    return f"{count} {'was' if count == 1 else 'were'} given"


def _place(at: int) -> str:
    names = ("the first", "the second", "the third", "the fourth")
    return names[at] if at < len(names) else f"die {at + 1}"


def _joined(terms: Iterator[tuple[int, str]]) -> str:
    """Signed texts as one sum; the sign of the first stands close to it."""
    sign, first = next(terms)
    text = f"-{first}" if sign < 0 else first
    return text + "".join(f" {'+' if sign > 0 else '-'} {further}" for sign, further in terms)


# ---- Notation ----------------------------------------------------------------------------------------------


def parse(text: str, reads: Reads = "total") -> Pool:
    """The pool that a text such as ``"d6 - d6"`` or ``"4d6dl1"`` describes (notation: see the module).

    ``reads="faces"`` is for rules that look at single faces and not only at the total. Raises BadDice, which
    points at the character that is wrong. Cached: all spellings of a pool are one object.
    """
    return _parse(text, reads)


@lru_cache(maxsize=512)
def _parse(text: str, reads: Reads) -> Pool:
    terms = _Reader(text, reads).pool()
    return _pool(_joined((term.sign, str(term)) for term in terms), reads, terms)


@lru_cache(maxsize=512)
def _pool(notation: str, reads: Reads, terms: tuple[_Term, ...]) -> Pool:
    """All spellings of a pool share one pool, and so its tables."""
    return Pool(notation, reads, terms)


_MINUS = "-\u2212\u2013"  # the keyboard's, the true minus sign, and the dash that writing programs put in
_DIGITS = frozenset("0123456789")  # not isdigit(): that accepts superscripts and other scripts
_KEEPS = {"kh": "keep", "kl": "keep", "dh": "drop", "dl": "drop"}


class _Reader:
    """Reads a text once from left to right; ``at`` is the index of the next character."""

    def __init__(self, text: str, reads: Reads) -> None:
        self.text = text
        self.reads = reads
        # Letter by letter, because lower() of a whole text may change its length and so every index.
        self.letters = ["-" if letter in _MINUS else letter.lower() for letter in text]
        self.at = 0

    def bad(self, at: int, sentence: str) -> BadDice:
        return BadDice(self.text, at, sentence)

    def next(self) -> str:
        """The next character that is no space, not yet taken; empty at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.letters[self.at] if self.at < len(self.text) else ""

    def take(self, *words: str) -> str:
        """The first of the words that comes next, taken; else empty."""
        self.next()
        for word in words:
            if self.letters[self.at : self.at + len(word)] == list(word):
                self.at += len(word)
                return word
        return ""

    def number(self, what: str, least: int, most: int) -> int:
        self.next()
        at = self.at
        while self.at < len(self.text) and self.text[self.at] in _DIGITS:
            self.at += 1
        digits = self.text[at : self.at].lstrip("0")
        if self.at == at:
            raise self.bad(at, f"Expected {what} here.")
        # Very long numbers are not worth reading, and int() refuses some.
        number = int(digits or "0") if len(digits) < 9 else LARGEST_NUMBER + 1
        if not least <= number <= most:
            raise self.bad(at, f"Expected {what} from {least:,} to {most:,}.")
        return number

    def pool(self) -> tuple[_Term, ...]:
        terms: list[_Term] = []
        size, width, work, bits = 1, 1, 0, 0
        sign = -1 if self.take("-") else 1
        while True:
            self.next()
            at = self.at
            if len(terms) == MOST_TERMS:
                raise self.bad(at, f"A pool has at most {MOST_TERMS} terms.")
            term = self.term(sign)
            terms.append(term)
            if isinstance(term, Dice):
                more, width = term.work(width)
                bits += term.size.bit_length()
                work += more * (1 + bits // 1500)  # longer integers take longer to add
                if work > MOST_WORK:
                    raise self.bad(at, "Too much to count exactly: take fewer dice, sides or further rolls.")
                size *= term.size
                if self.reads == "faces" and size > MOST_FACES_ANSWERS:
                    raise self.bad(
                        at,
                        f"A pool that is read by its faces has at most {MOST_FACES_ANSWERS:,} answers: "
                        "take fewer dice or sides, or a lower limit (x) of further rolls.",
                    )
            if not self.next():
                return tuple(terms)
            found = self.take("+", "-")
            if not found:
                raise self.bad(self.at, self.expected_after(term))
            sign = 1 if found == "+" else -1

    def expected_after(self, term: _Term) -> str:
        letter = self.next()
        if isinstance(term, _Number):
            return "Expected d (for dice), +, - or the end here."
        if letter == "x":
            return "A limit (x) belongs directly after a reroll (r) or an explosion (!)."
        if letter in "r!kd":
            what = {"r": "reroll", "!": "explosion"}.get(letter, "keep or drop")
            if {"r": term.reroll, "!": term.explode}.get(letter, term.keep):
                return f"A term has at most one {what}."
            return f"The {what} comes earlier: the order is reroll, explosion, keep or drop."
        return "Expected a reroll (r), an explosion (!), keep (kh, kl), drop (dh, dl), +, - or the end here."

    def term(self, sign: int) -> _Term:
        start = self.next()
        at = self.at
        if start not in _DIGITS and start != "d":
            raise self.bad(at, "Expected dice such as 2d6, or a number here.")
        number = self.number("a number", 0, LARGEST_NUMBER) if start in _DIGITS else 1
        if not self.take("d"):
            return _Number(sign, number)
        if not 1 <= number <= MOST_DICE:
            raise self.bad(at, f"Expected a number of dice from 1 to {MOST_DICE}.")
        sides: int | Literal["F"] = "F"
        if self.take("%"):
            sides = 100
        elif not self.take("f"):
            if self.next() not in _DIGITS:
                raise self.bad(self.at, "Expected a number of sides, % or F here.")
            sides = self.number("a number of sides", 1, MOST_SIDES)
        faces = Dice(sign, number, sides).faces
        reroll, once, rerolls = self.reroll(faces)
        explode, explosions = self.explode(faces)
        keep, keep_number = self.keep(number)
        return Dice(sign, number, sides, reroll, once, rerolls, explode, explosions, keep, keep_number)

    def reroll(self, faces: range) -> tuple[_Match | None, bool, int]:
        word = self.take("ro", "r")
        if not word:
            return None, False, 0
        match = self.match(faces, "reroll")
        if word == "r":
            return match, False, self.limit()
        if self.next() == "x":
            raise self.bad(self.at, "ro rolls again only once; write r to set a limit with x.")
        return match, True, 1

    def explode(self, faces: range) -> tuple[_Match | None, int]:
        self.next()
        at = self.at
        if not self.take("!"):
            return None, 0
        letter = self.next()
        if letter and letter in "<>=":
            return self.match(faces, "explosion"), self.limit()
        if letter in _DIGITS:
            raise self.bad(self.at, "Expected =, <, <=, > or >= before the number, as in !=6.")
        if len(faces) == 1:
            raise self.bad(at, "Every face matches this explosion, so the die would never stop.")
        return _Match("=", faces[-1]), self.limit()

    def match(self, faces: range, what: str) -> _Match:
        self.next()
        at = self.at
        sign = self.take("<=", ">=", "<", ">", "=") or "="
        minus = -1 if self.take("-") else 1
        match = _Match(sign, minus * self.number(f"the face of the {what}", 0, MOST_SIDES))
        matching = len(match.among(faces))
        if not matching:
            raise self.bad(at, f"No face from {faces[0]} to {faces[-1]} matches this {what}.")
        if matching == len(faces):
            raise self.bad(at, f"Every face matches this {what}, so the die would never stop.")
        return match

    def limit(self) -> int:
        if not self.take("x"):
            return USUAL_EXTRA_ROLLS
        return self.number("a limit of further rolls", 1, MOST_EXTRA_ROLLS)

    def keep(self, count: int) -> tuple[str, int]:
        self.next()
        at = self.at
        word = self.take(*_KEEPS) or ("kh" if self.take("k") else "")
        if not word:
            if self.take("d"):
                raise self.bad(at, "Expected dh or dl (drop) here; another die needs + or - before it.")
            return "", 0
        verb = _KEEPS[word]
        self.next()
        at = self.at
        number = self.number(f"a number of dice to {verb}", 1, MOST_DICE)
        if verb == "keep" and number > count:
            raise self.bad(at, f"There {'is' if count == 1 else 'are'} only {_so_many_dice(count)} to keep.")
        if verb == "drop" and number >= count:
            raise self.bad(at, f"Dropping {number} of {_so_many_dice(count)} would leave none.")
        return word, number


D6_MINUS_D6 = parse("d6 - d6")
"""The roll of both graded systems: the first die counts up, the second down."""
