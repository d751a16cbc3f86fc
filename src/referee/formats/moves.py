"""Move lists: a match as text that people read, annotate and send, and that is played again from. docs/moves.md shows one.

A list holds what a match file holds of the game that was played (what was undone is left out): tags, then numbered moves
as words, each with the answers of dice and people in brackets, a mark, and comments in braces.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.core.asking import BadAnswer, Need, Pending, Tape, UnusedAnswers, read_answer
from referee.core.codec import BadInput, from_tree, nearest, to_tree
from referee.core.dice import BadFaces
from referee.core.match import Match
from referee.core.system import Illegal
from referee.formats.words import read_intent, write_intent
from referee.systems import system_named

MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
WIDTH: Final = 120


class Move(Struct, frozen=True):
    """A move. `words` are the intent, `answers` the faces of dice (`5,2`) and the labels chosen, in order.

    by             the seat, where it is not the actor's
    deal, note     as in the match file (`Act`)
    mark           one of MARKS, or nothing
    comments       what people say to it
    heading        what stands above it: the turn that it begins
    line           where it was read, 0 if it was not
    """

    words: str
    answers: tuple[str, ...] = ()
    by: str = ""
    deal: int = 0
    note: str = ""
    mark: str = ""
    comments: tuple[str, ...] = ()
    heading: str = ""
    line: int = 0


class MoveList(Struct, frozen=True):
    """A match as moves. `comments` stand before the first; `link` is the last of the hash chain and `result` how it
    ended in words, both empty where nobody vouches for them; `odds` an act whose odds are in question after the last."""

    system: str
    version: int
    seed: str
    setup: dict[str, Any]
    link: str = ""
    result: str = ""
    odds: str = ""
    comments: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


# --- Matches and lists -------------------------------------------------------------------------------------------------


def moves_of(match: Match[Any, Any, Any]) -> MoveList:
    """The list of a match, without marks and comments; an act that waits is left out. Raises `BadInput` where an entry
    does not play as it was recorded."""
    system, state = match.system, match.state_at(0)
    moves = []
    heading = ""
    for number, entry in enumerate(match.entries, 1):
        act, intent = entry.act, match.intent_of(entry.act)
        tape = Tape(act.answers)
        try:
            after, _ = system.step(state, act.by, intent, tape)
        except (Pending, BadAnswer) as error:
            raise BadInput(f"does not play as recorded ({error}); see `referee verify`", f"entry {number}") from None
        above, heading = heading, system.heading(state)
        moves.append(
            Move(
                _plain(write_intent(intent)),
                tuple(word_of(need, answer) for need, answer in zip(tape.needs, act.answers, strict=True)),
                "" if act.by == system.seat_of(state, intent) else act.by,
                act.deal,
                act.note,
                heading="" if heading == above else heading,
            )
        )
        state = after
    result = system.result(state)
    return MoveList(
        system.name, system.version, match.seed, to_tree(match.setup), match.head,
        "" if result is None else system.ending(result), moves=tuple(moves),
    )  # fmt: skip


def question(match: Match[Any, Any, Any], intent: Any) -> MoveList:
    """The odds of an act as a question that may be sent to others: the match up to here, and the act, but not the seed,
    which would tell what dice are to come. What the game master alone knows is in it."""
    return replace(moves_of(match), seed="", link="", odds=write_intent(intent))


def replayed(moves: MoveList, upto: int | None = None) -> Match[Any, Any, Any]:
    """The match of a list, or of its first `upto` moves, played again. Raises `BadInput` naming the first move that does
    not fit, or the tag that the match as played does not bear out."""
    system = system_named(moves.system)
    if moves.version > system.version:
        raise BadInput(f"{system.name} rules {moves.version} wrote this; these are {system.version}", "Version")
    if upto is not None and not 0 <= upto <= len(moves.moves):
        raise BadInput(f"there is no move {upto}; the list has {len(moves.moves)}")
    try:
        match: Match[Any, Any, Any] = Match(system, from_tree(moves.setup, system.setup_type), moves.seed)
    except BadInput as error:
        raise BadInput(str(error), "Setup") from None
    for number, move in enumerate(moves.moves[:upto], 1):
        try:
            _play(match, move)
        except (BadInput, BadAnswer, BadFaces, UnusedAnswers, Illegal) as error:
            raise BadInput(str(error), f"line {move.line}, move {number}" if move.line else f"move {number}") from None
    if match.revision == len(moves.moves):
        _vouch(match, moves)
    return match


def _play(match: Match[Any, Any, Any], move: Move) -> None:
    intent = read_intent(match.system, move.words, match.system.names(match.state))
    match.deal = move.deal
    match.do(move.by or match.system.seat_of(match.state, intent), intent, dealt=False, note=move.note)
    for at, word in enumerate(move.answers):
        if match.waiting is None:
            raise BadInput(f"left over: {shlex.join(move.answers[at:])}; the move asks for less")
        match.answer(answer_of(match.waiting.need, word), dealt=False)
    if match.waiting is not None:
        need = match.waiting.need
        wanted = need.pool if need.is_chance else " / ".join(need.options)
        raise BadInput(f"an answer is missing: {need.text} ({wanted})")


def _vouch(match: Match[Any, Any, Any], moves: MoveList) -> None:
    result = match.system.result(match.state)
    ending = "nobody has won yet" if result is None else match.system.ending(result)
    if moves.result and moves.result != ending:
        raise BadInput(f"the list says {moves.result!r}, but as played: {ending}; correct it or take it out", "Result")
    if moves.link and moves.link != match.head:
        raise BadInput("this is not the match as it was played: a move, its answers or a tag was changed (take the tag "
                       "out if that is meant)", "Link")  # fmt: skip


def word_of(need: Need, answer: int) -> str:
    """An answer as a word: faces, or the label; where labels do not tell options apart, `#` and the answer's number."""
    if need.is_chance:
        return ",".join(map(str, need.dice().faces(answer)))
    label = need.options[answer]
    return label if need.options.count(label) == 1 else f"#{answer + 1}"


def answer_of(need: Need, word: str) -> int:
    """The answer that a word of `word_of` says. Raises `BadAnswer` or `BadFaces`."""
    if need.options.count(word) == 1:
        return need.options.index(word)
    numbers = [f"#{at}" for at in range(1, len(need.options) + 1)]
    return numbers.index(word) if word in numbers else read_answer(need, word)


def annotated(moves: MoveList, number: int, *, mark: str | None = None, comment: str | None = None) -> MoveList:
    """A list with a mark at a move (an empty one takes it away), or one comment more (an empty one takes all away);
    number 0 is the place before the first move. Raises `BadInput`."""
    if not 0 <= number <= len(moves.moves):
        raise BadInput(f"there is no move {number}; the list has {len(moves.moves)}")
    if mark is not None and (number == 0 or mark not in ("", *MARKS)):
        raise BadInput("a mark stands at a move, not before the first" if mark in MARKS else
                       f"{mark!r} is none of: {' '.join(MARKS)}")  # fmt: skip
    place = moves.moves[number - 1] if number else moves
    changes: dict[str, Any] = {} if mark is None else {"mark": mark}
    if comment is not None:
        changes["comments"] = (*place.comments, comment.strip()) if comment.strip() else ()
    changed = replace(place, **changes)
    if isinstance(changed, MoveList):
        return changed
    return replace(moves, moves=(*moves.moves[: number - 1], changed, *moves.moves[number:]))


# --- Writing ---------------------------------------------------------------------------------------------------------


def write_moves(moves: MoveList) -> str:
    """The text of a list, with a line feed at the end."""
    tags = {
        "System": moves.system, "Version": moves.version, "Seed": moves.seed, "Setup": moves.setup, "Link": moves.link,
        "Result": moves.result, "Odds": moves.odds,
    }  # fmt: skip
    lines = [_tag(name, value) for name, value in tags.items() if value or name not in OPTIONAL]
    if moves.comments:
        lines += ["", *_braced(moves.comments)]
    for number, move in enumerate(moves.moves, 1):
        if move.heading or number == 1:
            lines += ["", *(f"# {one}" for one in move.heading.splitlines())]
        words = [f"{number}.", move.words]
        if move.answers:
            words.append(f"({shlex.join(move.answers)})")
        kept = {"By": move.by, "Deal": move.deal, "Note": move.note}
        words += [_tag(name, value) for name, value in kept.items() if value]
        words += [move.mark] if move.mark else []
        lines.append(" ".join([*words, *_braced(move.comments)]))
    return "\n".join(lines) + "\n"


def _tag(name: str, value: Any) -> str:
    data = msgspec.json.encode(value)
    text = f"[{name} {msgspec.json.format(data, indent=0).decode()}]"
    return text if len(text) <= WIDTH else f"[{name} {msgspec.json.format(data, indent=2).decode()}]"


def _braced(comments: Iterable[str]) -> list[str]:
    return ["{ " + re.sub(r"[\\{}]", r"\\\g<0>", comment) + " }" for comment in comments]


def _plain(words: str) -> str:
    """Words of an intent in which nothing looks like the number of a move."""
    return " ".join(f"'{word}'" if NUMBER.fullmatch(word) else word for word in _split(words))


def _split(text: str) -> list[str]:
    return [found[0] for found in WORD.finditer(text)]


# --- Reading ---------------------------------------------------------------------------------------------------------

WORD: Final = re.compile(r"""(?:[^\s'"\\(){}\[\]!?]|'[^']*'|"(?:\\.|[^"\\])*"|\\.)+""", re.DOTALL)
NUMBER: Final = re.compile(r"(\d+)\.")
COMMENT: Final = re.compile(r"\{((?:[^{}\\]|\\[{}\\]|\\(?![{}\\]))*)\}")
MARK: Final = re.compile(r"[!?]+")
HEADING: Final = re.compile(r"#(.*)")
SPACE: Final = re.compile(r"\s*")
NAME: Final = re.compile(r"\[\s*(\w*)\s*")
HEAD: Final = {
    "System": str,
    "Version": int,
    "Seed": str,
    "Setup": dict[str, Any],
    "Link": str,
    "Result": str,
    "Odds": str,
}
OPTIONAL: Final = ("Link", "Result", "Odds")
AFTER: Final = {"By": str, "Deal": int, "Note": str}
"""The tags of the head and those after a move, with what their values are."""


def read_moves(text: str) -> MoveList:
    """A list from its text; spaces and line feeds stand as they like. Raises `BadInput` with the line and the fix.

    Nothing is played: `replayed` says whether the moves fit.
    """
    return _Reader(text).whole()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def whole(self) -> MoveList:
        head: dict[str, Any] = {}
        while self.next() == "[":
            name, value = self.tag(HEAD)
            if name in head:
                raise self.bad(f"[{name} …] stands there twice")
            head[name] = value
        missing = [name for name in HEAD if name not in head and name not in OPTIONAL]
        if missing:
            raise self.bad(f"the tag [{missing[0]} …] is missing")
        comments = self.comments()
        moves: list[Move] = []
        while (heading := self.heading()) or self.next():
            if self.next():
                moves.append(self.move(len(moves) + 1, heading))
        return MoveList(**{name.lower(): value for name, value in head.items()}, comments=comments, moves=tuple(moves))

    def next(self) -> str:
        """The sign that comes next, or nothing at the end."""
        self.take(SPACE)
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def bad(self, why: str) -> BadInput:
        return BadInput(why, f"line {self.line()}")

    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def tag(self, known: dict[str, Any]) -> tuple[str, Any]:
        start = self.at
        found = self.take(NAME)
        name = found[1] if found else ""
        self.at, end = start, self.at
        if name not in known:
            raise self.bad(f"no tag here is called {name!r}{nearest(name, known)} (tags: {', '.join(known)})")
        try:
            value, end = JSONDecoder().raw_decode(self.text, end)
            value = from_tree(value, known[name])
        except (JSONDecodeError, BadInput) as error:
            raise self.bad(f"[{name} …] needs another value, in JSON: {error}") from None
        self.at = end
        if self.next() != "]":
            raise self.bad(f"[{name} …] is not closed; write ] after its value")
        self.at += 1
        return name, value

    def comments(self) -> tuple[str, ...]:
        found = []
        while self.next() == "{":
            found.append(self.comment())
        return tuple(found)

    def comment(self) -> str:
        found = self.take(COMMENT)
        if found is None:
            raise self.bad(r"a comment is not closed, or holds a brace; end it with }, and write \{ and \} inside it")
        return re.sub(r"\\([\\{}])", r"\1", found[1]).strip()

    def heading(self) -> str:
        above = []
        while self.next() == "#":
            found = self.take(HEADING)
            above.append(found[1].strip() if found else "")
        return "\n".join(above)

    def move(self, number: int, heading: str) -> Move:
        line = self.line()
        found = self.take(NUMBER)
        if found is None or int(found[1]) != number:
            seen = found[0] if found else self.text[self.at :].split(maxsplit=1)[0]
            self.at -= len(found[0]) if found else 0
            raise self.bad(f"move {number} begins with `{number}.`, not {seen!r}")
        words = self.words()
        if not words:
            raise self.bad(f"move {number} has no words; write them after `{number}.`")
        fields: dict[str, Any] = {}
        comments: list[str] = []
        while (sign := self.next()) and sign in "([{!?":
            if sign == "{":
                comments.append(self.comment())
                continue
            name, value = self.answers() if sign == "(" else self.tag(AFTER) if sign == "[" else self.mark()
            if name.lower() in fields:
                raise self.bad(f"move {number} has two of: {name}")
            fields[name.lower()] = value
        return Move(" ".join(words), comments=tuple(comments), heading=heading, line=line, **fields)

    def words(self) -> list[str]:
        """Words up to a sign, a heading, or the number of the next move."""
        words = []
        while (sign := self.next()) and sign != "#" and not NUMBER.match(self.text, self.at):
            found = self.take(WORD)
            if found is None:
                if sign in "'\"\\":
                    raise self.bad("a quote is not closed")
                break
            words.append(found[0])
        return words

    def answers(self) -> tuple[str, tuple[str, ...]]:
        self.at += 1
        words = []
        while self.next() != ")":
            found = self.take(WORD)
            if found is None:
                raise self.bad("answers end with ), and signs in them stand in quotes: (4 'Quarry Beast' 5,2)")
            words.append(found[0])
        self.at += 1
        return "Answers", tuple(shlex.split(" ".join(words)))

    def mark(self) -> tuple[str, str]:
        found = self.take(MARK)
        mark = found[0] if found else ""
        if mark not in MARKS:
            raise self.bad(f"{mark!r} is none of the marks: {' '.join(MARKS)}")
        return "Mark", mark
