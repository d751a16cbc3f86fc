"""What several commands print and read alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec

from referee.core.asking import Need, read_answer
from referee.core.codec import BadInput, from_tree, to_tree
from referee.core.match import Entry, Match
from referee.core.system import may_see
from referee.formats.figures import Figure, as_csv, draw
from referee.formats.words import read_intent, write_intent
from referee.odds import Sample

LONGEST = 14
"""Characters of a fraction that is still printed."""

FILE = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="print JSON instead of words")
SEAT = click.option("--as", "seat", metavar="SEAT", help="the seat that acts or looks; the actor's, or the game master")
DICE = click.option("--dice", metavar="5,2", help="faces of real dice, all throws of the act in a row")
ANSWERS = click.option("--answer", "answers", multiple=True, metavar="WORD", help="answer to a choice; may be repeated")
AT = click.option("--at", "revision", type=int, metavar="N", help="refuse if the match does not have N entries now")


def FIGURES(command: Any) -> Any:
    """The options that put the figures of a command into files."""
    for form, what in (("csv", "as CSV (- for the screen)"), ("png", "drawn"), ("svg", "drawn")):
        kind = click.Path(path_type=Path, dir_okay=False, allow_dash=form == "csv")
        command = click.option(f"--{form}", type=kind, metavar="FILE", help=f"the figures {what}")(command)
    return command


def BUDGET(command: Any) -> Any:
    """The options that bound the work of an exact answer."""
    for option in (
        click.option("--seed", default="0", show_default=True, metavar="TEXT", help="the seed of a sample"),
        click.option("--seconds", type=click.FloatRange(min=0, min_open=True), metavar="N",
                     help="answer within so much time, from a sample where it has to be"),
        click.option("--budget", "branches", default=100_000, show_default=True, type=click.IntRange(min=1),
                     metavar="BRANCHES", help="branches to look at before the answer is sampled, with as many again"),
    ):  # fmt: skip
        command = option(command)
    return command


def sampled(sample: Sample | None) -> list[str]:
    """That an answer is no exact one, if it is none."""
    if sample is None:
        return []
    runs = f"{sample.runs} run{'s' if sample.runs != 1 else ''}"
    return [f"Not exact: a sample of {runs} with seed {sample.seed}, with intervals of 95 %"]


def beside(chance: Fraction, sample: Sample | None, width: int = 9) -> str:
    """What stands beside a percentage: the exact fraction where it can be read, or the interval of a sample."""
    if sample is None:
        exact = str(chance)
        return (exact if len(exact) <= LONGEST else "").rjust(width)
    low, high = sample.interval(chance)
    return f"({100 * low:.1f} to {100 * high:.1f} %)".rjust(17)


def write_figure(figure: Figure, svg: Path | None, png: Path | None, csv: Path | None) -> bool:
    """Write a figure wherever it is wanted, and say whether it was anywhere. Raises `BadInput`."""
    for path, ending in ((svg, ".svg"), (png, ".png")):
        if path is not None:
            if path.suffix != ending:
                raise BadInput(f"{path.name!r} does not end in {ending}", f"--{ending[1:]}")
            draw(figure, path)
    if csv is not None and str(csv) == "-":
        click.echo(as_csv(figure), nl=False)
    elif csv is not None:
        csv.write_text(as_csv(figure), encoding="utf-8")
    return bool(svg or png or csv)


def print_json(value: object) -> None:
    """A record as JSON on standard output; fractions as text such as 5/12."""
    click.echo(msgspec.json.format(msgspec.json.encode(value, enc_hook=_encoded), indent=2).decode())


def _encoded(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def percent(chance: Fraction) -> str:
    """`41.7 %`; exact fractions are printed beside it. What is nearly impossible or certain does not look it."""
    words = f"{float(chance) * 100:.1f}"
    if words == "0.0" and chance:
        words = "<0.1"
    elif words == "100.0" and chance < 1:
        words = ">99.9"
    return f"{words:>5} %"


def intent_from(match: Match[Any, Any, Any], words: Sequence[str]) -> Any:
    """An intent from the words of a command line, or from JSON."""
    text = " ".join(words) if len(words) > 1 else words[0]
    if text.lstrip().startswith("{"):
        try:
            return from_tree(msgspec.json.decode(text), match.system.intent_type)
        except msgspec.DecodeError as error:
            raise BadInput(f"the intent is not whole JSON: {error}") from None
    return read_intent(match.system, text, match.system.names(match.state))


class Script:
    """Typed dice and answers, taken in the order in which they are asked for."""

    def __init__(self, dice: str | None, answers: Sequence[str]) -> None:
        self.real = dice is not None
        try:
            self.faces = [int(word) for word in (dice or "").replace(",", " ").split()]
        except ValueError:
            raise BadInput(f"{dice!r} is no list of faces; write --dice 5,2", "--dice") from None
        self.answers = list(answers)

    def takes(self, need: Need) -> int | None:
        """The answer of a need, or None if the script has nothing for it. Raises `BadFaces`, `BadAnswer`."""
        if not need.is_chance:
            return read_answer(need, self.answers.pop(0)) if self.answers else None
        if not self.faces:
            return None
        pool = need.dice()
        count = len(pool.faces(need.cases[0][0]))
        taken, self.faces = self.faces[:count], self.faces[count:]
        return pool.answer(taken)

    def used_up(self) -> None:
        """Raises `BadInput` if more was given than asked for."""
        if self.faces:
            raise BadInput(f"left over: {', '.join(map(str, self.faces))}; the act rolls fewer dice", "--dice")
        if self.answers:
            raise BadInput(f"left over: {', '.join(self.answers)}; the act asks for less", "--answer")


def played(match: Match[Any, Any, Any], seat: str, intent: Any, script: Script) -> tuple[Any, ...]:
    """Play an act with typed dice and answers first, the dealer for the rest (no dealer with real dice)."""
    events = match.do(seat, intent, dealt=False)
    events = go_on(match, script) or events
    return events


def go_on(match: Match[Any, Any, Any], script: Script) -> tuple[Any, ...]:
    """Answer the waiting act as far as the script and the dealer can."""
    events: tuple[Any, ...] = ()
    while match.waiting is not None:
        need = match.waiting.need
        answer = script.takes(need)
        if answer is None and need.is_chance and not script.real:
            answer = match.deal_for_waiting()
        if answer is None:
            break
        events = match.answer(answer, dealt=False)
    script.used_up()
    return events


def told(match: Match[Any, Any, Any], events: Iterable[Any], seat: str | None) -> list[str]:
    """Events as lines with their clauses, as far as a seat may know them."""
    lines = []
    for event in events:
        if may_see(event.seen_by, seat):
            lines.append(f"  {match.system.say(event)}  [{event.clause}]")
    return lines


def known_intent(match: Match[Any, Any, Any], number: int, entry: Entry, seat: str | None) -> dict[str, Any] | None:
    """The intent of an entry as plain values, or None where a seat may not know it."""
    intent = match.intent_of(entry.act)
    return entry.act.intent if match.system.may_know(match.state_at(number - 1), intent, seat) else None


def shown_entry(match: Match[Any, Any, Any], number: int, entry: Entry, seat: str | None) -> list[str]:
    """An entry with its events."""
    intent = match.intent_of(entry.act)
    known = match.system.may_know(match.state_at(number - 1), intent, seat)
    words = write_intent(intent) if known else "something in secret"
    note = f"  ({entry.act.note})" if entry.act.note else ""
    deal = f"  (deal {entry.act.deal + 1})" if entry.act.deal else ""
    return [f"{number}. {entry.act.by}: {words}{note}{deal}", *told(match, match.events_of(entry), seat)]


def question(need: Need) -> str:
    """What a person is asked."""
    if need.is_chance:
        return f"? {need.roller or 'somebody'} rolls {need.pool}: {need.text}  [{need.clause}]"
    lines = [f"? {need.who}: {need.text} ({' / '.join(need.options)})  [{need.clause}]"]
    lines += [f"    not {label}: {why}" for label, why in need.refused]
    return "\n".join(lines)


def standing(match: Match[Any, Any, Any], seat: str | None) -> list[str]:
    """The table as it stands, who may act, and what is being asked."""
    lines = list(match.system.show(match.state, seat))
    result = match.system.result(match.state)
    if result is not None:
        lines.append(match.system.ending(result) + f"  [{result.clause}]")
    if match.waiting is not None and may_see(match.waiting.need.seen_by, seat):
        lines.append(question(match.waiting.need))
    elif match.waiting is not None:
        lines.append("Somebody is being asked something")
    else:
        lines.append(f"To act: {', '.join(match.system.to_act(match.state)) or 'nobody'}")
    return lines


def tree_of(events: Iterable[Any], seat: str | None) -> list[Any]:
    """Events as plain values, as far as a seat may know them."""
    return [to_tree(event) for event in events if may_see(event.seen_by, seat)]
