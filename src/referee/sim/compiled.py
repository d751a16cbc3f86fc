"""The rules compiled by numba, from the very functions that plain play runs.

Every function of the rules is rebuilt over one table of names in which the others are compiled too, so nothing is
written twice. Its types come from its annotations, all whole numbers as 64 bits: left to itself numba would compile a
version for every mixture of widths. A function that takes a log is compiled for the kind of log at hand, or without.

Machine code is kept on disk in a folder named by a digest of *all* rule sources: numba itself looks only at the file
of the function that it loads, and would go on using old rules after a change in another.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import os
import shutil
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.types import Array, boolean, int16, int64, none

from referee.sim import checking, counting, doors, kernels
from referee.sim.layout import ASKED, BOOK, DEED, FOUND, GAME, LOG, TAPE
from referee.systems.iconica.rules import cites, draft, effects, layout, looks, marks, tape, turns

RULES = (tape, looks, marks, effects, turns, draft)
KERNELS = (kernels, doors, counting, checking)
SOURCES = (*RULES, *KERNELS, cites, layout)

INLINED = frozenset((
    "play_out", "play_on", "begin_turn", "turn_began", "end_auras", "delayed_actions", "opening_final_acts", "go_on",
    "usable", "take_action", "act", "may_go_on", "run_row", "find", "guarded", "amount_for", "damage", "strengths",
    "close_turn", "closing_final_acts", "settle", "ask",
))  # fmt: skip
"""What every turn runs through, and LLVM would rather call: a tenth of the time. More than these takes minutes to compile."""

KEPT = 4
"""Folders of compiled rules that stay on disk, the newest ones."""

RECORDS = {"Game": GAME, "Book": BOOK, "Deed": DEED, "Tape": TAPE, "Log": LOG}
ARRAYS = {"Games": GAME, "Books": BOOK, "Deeds": DEED, "Tapes": TAPE, "Logs": LOG, "Found": FOUND, "Asked": ASKED}

NUMBERS = {"Rows": (int16, 2), "Masks": (boolean, 2), "Longs": (int64, 1)}
"""Arrays of plain numbers: their width and how many dimensions they have."""


def rules_digest() -> str:
    """A digest of every source that the compiled rules come from, and of what compiles them."""
    total = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for module in SOURCES:
        total.update(Path(str(module.__file__)).read_bytes())
    return total.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled rules are kept; the environment variable `REFEREE_CACHE` may name another place."""
    home = os.environ.get("REFEREE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "referee" / f"iconica-{rules_digest()}"


@cache
def compiled(kernel: str, waiting: Callable[[], None] | None = None) -> Callable[..., Any]:
    """A function of the rules or of `KERNELS`, compiled: loaded from disk, or else compiled with all that it calls and kept.

    `waiting` is called where it has to be compiled, which takes a minute.
    """
    names = names_of_rules()
    function = names[kernel]
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        # What numba finds on disk, it takes without a look at the functions that are called. Whether it finds it
        # depends on more than the sources (kind of processor, date of the file), so it is asked by trying: where it
        # does not, it stops at the first function that is still plain Python.
        return _outermost(function, names, keep=True)
    except numba.TypingError:
        if waiting is not None:
            waiting()
        _tidy(folder)
        return build(function, names, keep=True)
    finally:
        settings.CACHE_DIR = before


def build(function: Callable[..., Any], names: dict[str, Any], *, keep: bool) -> Callable[..., Any]:
    """Compile a function and all that it calls, which stand under their `names`; `keep` it on disk."""
    logged = "logs" in inspect.signature(function).parameters
    for inner in _inner_first(function, names):
        names[inner] = _built(names[inner], names, logged, no_cpython_wrapper=True)
    return _outermost(function, names, keep=keep)


def _outermost(function: Callable[..., Any], names: dict[str, Any], *, keep: bool) -> Callable[..., Any]:
    return _built(function, names, False, cache=keep)


def names_of_rules() -> dict[str, Any]:
    """Everything that the modules of the rules know by name, functions and constants."""
    names: dict[str, Any] = {"__name__": __name__, "__builtins__": __builtins__}
    for module in (*RULES, *KERNELS):
        names.update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    return names


def _is_rule(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value.__module__ in {
        module.__name__ for module in (*RULES, *KERNELS)
    }


def _inner_first(function: Callable[..., Any], names: dict[str, Any]) -> list[str]:
    """Everything that a function calls, each after all that it calls itself."""
    found: list[str] = []

    def visit(code: types.CodeType) -> None:
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_GLOBAL" and step.argval not in found and _is_rule(names.get(step.argval)):
                visit(names[step.argval].__code__)
                found.append(step.argval)

    visit(function.__code__)
    return found


def _built(function: Any, names: dict[str, Any], logged: bool, **options: bool) -> Callable[..., Any]:
    rebuilt = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    hints = [hint.annotation for hint in inspect.signature(function).parameters.values()]
    signature = tuple(_type(str(hint), logged) for hint in hints)
    compiling: Any = numba.njit  # its stub leaves some options out
    ready: Callable[..., Any] = compiling(
        [signature], nogil=True, error_model="numpy", no_cfunc_wrapper=True,
        forceinline=function.__name__ in INLINED, **options,
    )(rebuilt)  # fmt: skip
    return ready


def _type(hint: str, logged: bool) -> Any:
    """The numba type of an annotation as it is written."""
    if hint == "Log | None" and not logged:
        return none
    word = hint.removesuffix(" | None")
    if word in RECORDS:
        return numba.from_dtype(RECORDS[word])
    if word in ARRAYS:
        return Array(numba.from_dtype(ARRAYS[word]), 1, "C")
    if word in NUMBERS:
        return Array(*NUMBERS[word], "C")
    return {"int": int64, "bool": boolean}[word]


def _tidy(folder: Path) -> None:
    """Remove old compiled rules, all but the newest few."""
    old = sorted(folder.parent.glob("iconica-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in old[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
