"""Plans of chains as files, and ends in words."""

from __future__ import annotations

import operator
import re
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.core.codec import BadInput, from_toml, nearest
from referee.core.system import System
from referee.formats.files import read
from referee.formats.words import read_intent
from referee.odds.chain import Goal, Plan


class PlanFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as it is written: `acts` without the name of the actor, `bash Viper`."""

    acts: dict[str, tuple[str, ...]]
    answers: dict[str, tuple[str, ...]] = {}


def load_plan(system: System[Any, Any, Any], state: Any, path: Path) -> Plan:
    """A plan from a file. Raises `BadInput` naming file and field."""
    try:
        return read_plan(system, state, read(path).decode())
    except UnicodeDecodeError:
        raise BadInput("is not UTF-8 text", str(path)) from None
    except BadInput as error:
        raise BadInput(str(error), "" if error.where == str(path) else str(path)) from None


def read_plan(system: System[Any, Any, Any], state: Any, text: str) -> Plan:
    """A plan from TOML. Raises `BadInput` naming the field."""
    file = from_toml(text, PlanFile)
    names, seats = system.names(state), system.seats(state)
    for seat in file.answers:
        if seat not in seats:
            raise BadInput(f"nobody at the table is called {seat!r}{nearest(seat, seats)}", f"answers.{seat}")
    acts = {}
    for actor, lines in file.acts.items():
        if actor not in names:
            raise BadInput(f"nobody here is called {actor!r}{nearest(actor, names)}", f"acts.{actor}")
        acts[actor] = tuple(
            _read_act(system, names, f'"{actor}" {line}', f"acts.{actor}[{at}]") for at, line in enumerate(lines)
        )
    return Plan(acts, file.answers)


def _read_act(system: System[Any, Any, Any], names: tuple[str, ...], words: str, where: str) -> Any:
    """An act of a plan. One that names nobody would never be legal, and nobody would notice. Raises `BadInput`."""
    try:
        intent = read_intent(system, words, names)
    except BadInput as error:
        raise BadInput(str(error), where) from None
    for field in ("target", "of", "character"):
        name = getattr(intent, field, "")
        if name and name.casefold() not in {one.casefold() for one in names}:
            raise BadInput(f"nobody here is called {name!r}{nearest(name, names)}", where)
    return intent


COMPARED = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq}
_END = re.compile(
    r"\s*(?P<who>.+?)\s+(?:(?P<out>out)|(?P<what>[^\s<>=]+)\s*(?P<sign><=|>=|<|>|=)\s*(?P<number>\d+))\s*"
)


def read_end(system: System[Any, Any, Any], state: Any, text: str) -> Goal:
    """An end in words: `Dart out` (can act no longer), `Dart Stamina <= 3`, `Kim conditions >= 1`. Raises `BadInput`."""
    found = _END.fullmatch(text)
    if found is None:
        raise BadInput(f"{text!r} is no end; write NAME out, or NAME MEASURE <= NUMBER", "--until")
    measures = system.measures(state)
    who = _one_of(found["who"], [name for name, _, _ in measures])
    if found["out"]:
        return f"{who} is out", lambda now: who not in system.standing(now)
    what = _one_of(found["what"], [what for name, what, _ in measures if name == who])
    holds, number = COMPARED[found["sign"]], int(found["number"])

    def reached(now: Any) -> bool:
        return any(
            (name, measure) == (who, what) and holds(value, number) for name, measure, value in system.measures(now)
        )

    return f"{who} {what} {found['sign']} {number}", reached


def _one_of(word: str, known: list[str]) -> str:
    for one in known:
        if one.casefold() == word.casefold():
            return one
    raise BadInput(
        f"{word!r} is nothing here{nearest(word, known)} (known: {', '.join(dict.fromkeys(known))})", "--until"
    )
