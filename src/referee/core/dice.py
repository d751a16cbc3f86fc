"""Dice pools with exact weights, and the notation that people write them in.

A roll is one answer, a whole number 0..size-1, all equally likely; its digits (in the base of each die)
are the faces. A pool also lists its `cases`: one representative answer per distinct total with the
number of answers it stands for. So an odds engine visits the 11 totals of `d6 - d6` where a table
shows one of 36 throws::

    >>> pool = parse("d6 - d6")
    >>> pool.size, len(pool.cases), pool.faces(pool.answer([5, 2])), pool.total(pool.answer([5, 2]))
    (36, 11, (5, 2), 3)
    >>> pool.chance(lambda total: total >= 2)
    Fraction(5, 18)

Notation: terms joined by `+` and `-`. A term is a whole number or dice with modifiers in this order::

    3d6  d20  d%  dF         count and sides (d% has 100, dF the faces -1, 0, 1)
    r1  r<=2  ro1  r>4x3     reroll while the face matches; `ro` once, `xN` at most N times, else 10
    !  !>=5  !x2             explode: roll on and add while the face matches (the highest, if not said)
    k2  kh2  kl1  dh1  dl1   keep the highest or lowest, drop the highest or lowest
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, TypeAlias

MOST_DICE = 100
MOST_SIDES = 1_000
MOST_TERMS = 20
MOST_EXTRA = 50
USUAL_EXTRA = 10
MOST_FACE_ANSWERS = 50_000
_SMALL = 1_296

Reads: TypeAlias = Literal["total", "faces"]
_Ways: TypeAlias = dict[int, tuple[int, tuple[int, ...]]]
"""Total -> (ways, digits of one answer with that total)."""


class BadDice(ValueError):
    """Notation that cannot be read. `at` is the place (0 is the first character)."""

    def __init__(self, text: str, at: int, why: str) -> None:
        super().__init__(f"{why}\n  {text}\n  {' ' * at}^")
        self.text = text
        self.at = at
        self.why = why


class BadFaces(ValueError):
    """Faces that the pool cannot show; the message says what it needs."""


@dataclass(frozen=True, slots=True)
class Match:
    """Which faces a reroll or an explosion is about, and how many extra dice it may roll."""

    sign: str
    face: int
    limit: int
    once: bool = False

    def __call__(self, face: int) -> bool:
        if self.sign == "<=":
            return face <= self.face
        if self.sign == ">=":
            return face >= self.face
        return face == self.face


@dataclass(frozen=True, slots=True)
class Die:
    """One kind of die with its reroll and explosion: reads 1 to `slots` faces."""

    faces: tuple[int, ...]
    reroll: Match | None = None
    explode: Match | None = None

    @property
    def slots(self) -> int:
        return 1 + sum(match.limit for match in (self.reroll, self.explode) if match)

    def read(self, digits: Iterator[int]) -> tuple[list[int], list[int]]:
        """Faces from digits: (those that were rerolled, those that count)."""
        away: list[int] = []
        face = self.faces[next(digits)]
        while self.reroll and self.reroll(face) and len(away) < self.reroll.limit:
            away.append(face)
            face = self.faces[next(digits)]
        counted = [face]
        while self.explode and self.explode(face) and len(counted) <= self.explode.limit:
            face = self.faces[next(digits)]
            counted.append(face)
        return away, counted

    def values(self) -> _Ways:
        """Each value with its ways out of `len(faces) ** slots` and the digits of one of them."""
        sides = len(self.faces)
        start: list[tuple[int, int, tuple[int, ...]]] = []  # digit that stays, ways before it, digits before it
        before, ways = (), 1
        rerolled = [digit for digit, face in enumerate(self.faces) if self.reroll and self.reroll(face)]
        limit = self.reroll.limit if self.reroll else 0
        prefix: tuple[int, ...] = before
        for extra in range(limit + 1):
            for digit in range(sides):
                if extra == limit or digit not in rerolled:
                    start.append((digit, ways, prefix))
            if rerolled:
                prefix = (*prefix, rerolled[0])
            ways *= len(rerolled)
            if not ways:
                break
        found: _Ways = {}
        running: _Ways = {}
        for digit, count, digits in start:
            weight = count * sides ** (self.slots - len(digits) - 1)
            target = running if self.explode and self.explode(self.faces[digit]) else found
            _add(target, self.faces[digit], weight, (*digits, digit))
        for extra in range(1, self.explode.limit + 1 if self.explode else 1):
            further: _Ways = {}
            for value, (weight, digits) in running.items():
                for digit, face in enumerate(self.faces):
                    on = self.explode is not None and self.explode(face) and extra < self.explode.limit
                    _add(further if on else found, value + face, weight // sides, (*digits, digit))
            running = further
        for value, (weight, digits) in running.items():
            _add(found, value, weight, digits)
        return found

    def cut(self) -> Fraction:
        """The chance that a limit stopped a reroll or an explosion."""
        whole = Fraction(1)
        for match in (self.reroll, self.explode):
            if match and not match.once:
                hit = Fraction(sum(map(match, self.faces)), len(self.faces))
                whole *= 1 - hit ** (match.limit + 1)
        return 1 - whole


def _add(ways: _Ways, total: int, weight: int, digits: tuple[int, ...]) -> None:
    known = ways.get(total)
    ways[total] = (known[0] + weight, known[1]) if known else (weight, digits)


@dataclass(frozen=True, slots=True)
class Term:
    """Some dice of one kind, of which the highest or lowest are kept, added or taken off."""

    sign: int
    count: int
    die: Die
    text: str
    keep: int
    highest: bool = True

    @property
    def size(self) -> int:
        return len(self.die.faces) ** (self.die.slots * self.count)

    def ways(self) -> _Ways:
        """Each signed total with its ways and the digits of one answer."""
        values = {
            value: (weight, digits + (0,) * (self.die.slots - len(digits)))
            for value, (weight, digits) in self.die.values().items()
        }
        sums: _Ways = {0: (1, ())}
        if self.keep == self.count:
            for _ in range(self.count):
                longer: _Ways = {}
                for total, (weight, digits) in sums.items():
                    for value, (one, die) in values.items():
                        _add(longer, total + value, weight * one, digits + die)
                sums = longer
        else:
            sums = self._kept(values)
        return {self.sign * total: found for total, found in sums.items()}

    def _kept(self, values: _Ways) -> _Ways:
        """Values from the best down; how many dice show each one decides what is kept."""
        by_used: dict[int, _Ways] = {0: {0: (1, ())}}
        for value in sorted(values, reverse=self.highest):
            one, die = values[value]
            longer: dict[int, _Ways] = {}
            for used, sums in by_used.items():
                choose = 1
                for more in range(self.count - used + 1):
                    counted = max(0, min(self.keep - used, more)) * value
                    target = longer.setdefault(used + more, {})
                    for total, (weight, digits) in sums.items():
                        _add(target, total + counted, weight * choose * one**more, digits + die * more)
                    choose = choose * (self.count - used - more) // (more + 1)
            by_used = longer
        return by_used[self.count]

    def read(self, digits: Iterator[int]) -> list[tuple[list[int], list[int]]]:
        """Every die in order: (faces rerolled, faces that count)."""
        dice = []
        for _ in range(self.count):
            own = [next(digits) for _ in range(self.die.slots)]
            dice.append(self.die.read(iter(own)))
        return dice

    def kept(self, sums: Sequence[int]) -> list[bool]:
        order = sorted(range(len(sums)), key=lambda at: sums[at], reverse=self.highest)
        best = set(order[: self.keep])
        return [at in best for at in range(len(sums))]


class Pool:
    """Dice to be rolled together. Immutable; made by `parse`; equal pools have equal notation and `reads`.

    size   number of equally likely answers
    reads  `total`, or `faces` for rules that look at single dice: then every answer is a case of its own
    """

    def __init__(self, terms: tuple[Term, ...], bonus: int, reads: Reads) -> None:
        self.terms = terms
        self.bonus = bonus
        self.reads = reads
        self.notation = _written(terms, bonus)
        self.size = 1
        for term in terms:
            self.size *= term.size
        if reads == "faces" and self.size > MOST_FACE_ANSWERS:
            raise BadDice(self.notation, 0, f"{self.size} throws are too many to read face by face")
        self._table: tuple[tuple[int, tuple[int, ...]], ...] = ()
        if self.size <= _SMALL:
            self._table = tuple((self._sum(answer), self._faces(answer)) for answer in range(self.size))

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"parse({self.notation!r})" if self.reads == "total" else f"parse({self.notation!r}, 'faces')"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pool) and (self.notation, self.reads) == (other.notation, other.reads)

    def __hash__(self) -> int:
        return hash((self.notation, self.reads))

    def total(self, answer: int) -> int:
        """The total of an answer."""
        return self._table[answer][0] if self._table else self._sum(answer)

    def faces(self, answer: int) -> tuple[int, ...]:
        """The dice really rolled, in order; a rerolled or exploded die shows its further faces after it."""
        return self._table[answer][1] if self._table else self._faces(answer)

    def shown(self, answer: int) -> str:
        """The throw for people: `5 - 2`, `[6, 4, (2)] - 3` (in brackets: dropped or rerolled)."""
        digits = iter(self._digits(answer))
        words = []
        for term in self.terms:
            dice = term.read(digits)
            kept = term.kept([sum(counted) for _, counted in dice])
            told = []
            for (away, counted), stays in zip(dice, kept, strict=True):
                value = "+".join(map(str, counted))
                told += [f"({face})" for face in away]
                told.append(value if stays else f"({value})")
            words.append(("- " if term.sign < 0 else "+ ") + (told[0] if len(told) == 1 else f"[{', '.join(told)}]"))
        if self.bonus or not words:
            words.append(f"{'-' if self.bonus < 0 else '+'} {abs(self.bonus)}")
        text = " ".join(words)
        return text[2:] if text.startswith("+ ") else text

    def answer(self, faces: Sequence[int]) -> int:
        """The answer that real dice with these faces give. Raises `BadFaces`."""
        left = list(faces)
        answer = 0
        for term in self.terms:
            sides = len(term.die.faces)
            for _ in range(term.count):
                digits: list[int] = []

                def next_digit(digits: list[int] = digits, die: Die = term.die) -> Iterator[int]:
                    while True:
                        if not left:
                            raise BadFaces(f"{self.needs()}; {len(faces)} given ({_listed(faces)})")
                        face = left.pop(0)
                        if face not in die.faces:
                            raise BadFaces(f"{face} is no face of {_sides(die)}; {self.needs()}")
                        digits.append(die.faces.index(face))
                        yield digits[-1]

                term.die.read(next_digit())
                for digit in digits + [0] * (term.die.slots - len(digits)):
                    answer = answer * sides + digit
        if left:
            raise BadFaces(f"{self.needs()}; {len(faces)} given ({_listed(faces)})")
        return answer

    def needs(self) -> str:
        """What a person has to type for this pool, in words."""
        count = sum(term.count for term in self.terms)
        more = any(term.die.slots > 1 for term in self.terms)
        at_least = "at least " if more else ""
        order = ", those that count up first" if any(term.sign < 0 for term in self.terms) else ""
        return f"{self.notation} needs {at_least}{count} {'die' if count == 1 else 'dice'}{order}"

    @cached_property
    def cases(self) -> tuple[tuple[int, int], ...]:
        """(representative answer, ways) per distinct total, lowest first; the ways add up to `size`."""
        if self.reads == "faces":
            return tuple((answer, 1) for answer in range(self.size))
        return tuple((self._encoded(digits), ways) for _, (ways, digits) in sorted(self._ways().items()))

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """Total -> ways out of `size`, lowest first."""
        return {total: ways for total, (ways, _) in sorted(self._ways().items())}

    @property
    def cut(self) -> Fraction:
        """The chance that the limit of a reroll or an explosion cuts a roll short."""
        whole = Fraction(1)
        for term in self.terms:
            whole *= (1 - term.die.cut()) ** term.count
        return 1 - whole

    def chance(self, test: Callable[[int], bool]) -> Fraction:
        """The chance that the total passes a test."""
        return Fraction(sum(ways for total, ways in self.totals.items() if test(total)), self.size)

    @property
    def mean(self) -> Fraction:
        """The expected total."""
        return Fraction(sum(total * ways for total, ways in self.totals.items()), self.size)

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        square = Fraction(sum(total * total * ways for total, ways in self.totals.items()), self.size)
        return square - self.mean**2

    def _ways(self) -> _Ways:
        sums: _Ways = {self.bonus: (1, ())}
        for term in self.terms:
            longer: _Ways = {}
            for more, (one, own) in term.ways().items():
                for total, (weight, digits) in sums.items():
                    _add(longer, total + more, weight * one, digits + own)
            sums = longer
        return sums

    def _encoded(self, digits: Sequence[int]) -> int:
        answer = 0
        given = iter(digits)
        for term in self.terms:
            for _ in range(term.count * term.die.slots):
                answer = answer * len(term.die.faces) + next(given)
        return answer

    def _digits(self, answer: int) -> list[int]:
        digits = []
        for term in reversed(self.terms):
            for _ in range(term.count * term.die.slots):
                answer, digit = divmod(answer, len(term.die.faces))
                digits.append(digit)
        return digits[::-1]

    def _sum(self, answer: int) -> int:
        digits = iter(self._digits(answer))
        total = self.bonus
        for term in self.terms:
            sums = [sum(counted) for _, counted in term.read(digits)]
            kept = term.kept(sums)
            total += term.sign * sum(value for value, stays in zip(sums, kept, strict=True) if stays)
        return total

    def _faces(self, answer: int) -> tuple[int, ...]:
        digits = iter(self._digits(answer))
        return tuple(face for term in self.terms for away, counted in term.read(digits) for face in (*away, *counted))


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces)) or "none"


def _sides(die: Die) -> str:
    return "dF" if die.faces == (-1, 0, 1) else f"d{len(die.faces)}"


def _written(terms: tuple[Term, ...], bonus: int) -> str:
    words = [("- " if term.sign < 0 else "+ ") + term.text for term in terms]
    if bonus or not words:
        words.append(f"{'-' if bonus < 0 else '+'} {abs(bonus)}")
    text = " ".join(words)
    return text[2:] if text.startswith("+ ") else "-" + text[2:]


@cache
def parse(text: str, reads: Reads = "total") -> Pool:
    """A pool from its notation (see the module). Raises `BadDice`, which points at the character."""
    return _Reader(text).pool(reads)


class _Reader:
    """Reads notation from left to right; `at` is the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.lower().replace("−", "-")
        self.at = 0

    def refuse(self, why: str, at: int | None = None) -> BadDice:
        return BadDice(self.text, self.at if at is None else at, why)

    def take(self, pattern: str) -> re.Match[str] | None:
        self.at += len(self.plain[self.at :]) - len(self.plain[self.at :].lstrip())
        found = re.compile(pattern).match(self.plain, self.at)
        if found:
            self.at = found.end()
        return found

    def pool(self, reads: Reads) -> Pool:
        terms: list[Term] = []
        bonus = 0
        sign = -1 if self.take("-") else 1
        count = 0
        while True:
            start = self.at
            count += 1
            if count > MOST_TERMS:
                raise self.refuse(f"at most {MOST_TERMS} terms")
            term = self.term(sign)
            if isinstance(term, Term):
                terms.append(term)
            else:
                bonus += sign * term
            self.take("")
            if self.at == len(self.plain):
                break
            joined = self.take("[+-]")
            if not joined:
                raise self.refuse("expected + or -, a modifier, or the end" if start < self.at else "expected dice")
            sign = -1 if joined.group() == "-" else 1
        if not terms:
            raise self.refuse("there are no dice here, such as d6 or 2d20kh1", 0)
        return Pool(tuple(terms), bonus, reads)

    def term(self, sign: int) -> Term | int:
        self.take("")
        start = self.at
        found = self.take(r"(\d*)d(\d+|%|f)")
        if not found:
            number = self.take(r"\d+(?!\d*d)")
            if number:
                return int(number.group())
            if self.take(r"\d*d"):
                raise self.refuse("expected the number of sides, such as d6, d% or dF")
            raise self.refuse("expected dice, such as 3d6, or a whole number")
        count = int(found.group(1) or 1)
        kind = found.group(2)
        if not 1 <= count <= MOST_DICE:
            raise self.refuse(f"1 to {MOST_DICE} dice in a term, not {count}", start)
        faces = (-1, 0, 1) if kind == "f" else tuple(range(1, (100 if kind == "%" else int(kind)) + 1))
        if not 1 <= len(faces) <= MOST_SIDES:
            raise self.refuse(f"1 to {MOST_SIDES} sides, not {kind}", found.start(2))
        reroll = self.match("reroll", r"(ro|r)", faces)
        explode = self.match("explosion", r"(!)", faces)
        keep, highest = self.keep(count)
        again = self.take(r"ro|r|!|k|d[hl]")
        if again:
            raise self.refuse("reroll, explosion and keep come in this order, once each", again.start())
        text = self.plain[start : self.at].replace(" ", "").replace("d100", "d%").replace("df", "dF")
        return Term(sign, count, Die(faces, reroll, explode), text, keep, highest)

    def match(self, what: str, mark: str, faces: tuple[int, ...]) -> Match | None:
        found = self.take(mark)
        if not found:
            return None
        start = found.start()
        sign = self.take("<=|>=|<|>|=")
        face = self.take(r"-?\d+")
        if not face and (sign or what == "reroll"):
            raise self.refuse(f"expected the face of the {what}")
        value = int(face.group()) if face else faces[-1]
        how = sign.group() if sign else "="
        if how == "<":
            how, value = "<=", value - 1
        elif how == ">":
            how, value = ">=", value + 1
        once = found.group() == "ro"
        extra = self.take(r"x(\d+)")
        if extra and once:
            raise self.refuse("ro rerolls once; write r with xN for more", extra.start())
        limit = int(extra.group(1)) if extra else 1 if once else USUAL_EXTRA
        if not 1 <= limit <= MOST_EXTRA:
            raise self.refuse(f"1 to {MOST_EXTRA} extra rolls, not {limit}", extra.start() if extra else start)
        match = Match(how, value, limit, once)
        hits = sum(map(match, faces))
        if hits == len(faces):
            raise self.refuse(f"this {what} matches every face", start)
        if hits == 0:
            raise self.refuse(f"this {what} matches no face", start)
        return match

    def keep(self, count: int) -> tuple[int, bool]:
        found = self.take(r"(kh|kl|k|dh|dl)(?=[^a-z]|$)")
        if not found:
            return count, True
        number = self.take(r"\d+")
        if not number:
            raise self.refuse("expected how many dice to keep or drop")
        some = int(number.group())
        word = found.group(1)
        if word.startswith("k"):
            if not 1 <= some <= count:
                raise self.refuse(f"keep 1 to {count} of {count} dice, not {some}", number.start())
            return some, word != "kl"
        if not 0 <= some < count:
            raise self.refuse(f"drop 0 to {count - 1} of {count} dice, not {some}", number.start())
        return count - some, word == "dl"


D6_MINUS_D6 = parse("d6 - d6")
"""The roll of both graded systems: the first die counts up, the second down."""
