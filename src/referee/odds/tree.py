"""The tree behind a report: each roll and choice in the order in which it comes, with what each answer leads to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from referee.core.asking import Answerer, Need, Pending, Tape
from referee.core.codec import BadInput
from referee.core.dice import parse
from referee.core.system import Illegal, System
from referee.odds.outcomes import first_option
from referee.odds.programs import pool_words

MOST_RUNS = 20_000
"""Runs of an act that a tree is worth; a larger one would be read by nobody."""


class Branch(Struct, frozen=True):
    """The answers that lead on alike: their words, the chance that one of them comes, and the node."""

    answers: tuple[str, ...]
    chance: Fraction
    node: Node


class Node(Struct, frozen=True):
    """A place in an act: a question with its branches, or the end with what has changed.

    told      headlines since the node before
    question  the pool that is rolled, or what somebody is asked; empty at the end, and where only others may see it
    who       whose hand rolls, or who is asked; clause: by which rule
    rolled    whether dice answer
    """

    told: tuple[str, ...]
    question: str = ""
    who: str = ""
    clause: str = ""
    rolled: bool = False
    branches: tuple[Branch, ...] = ()
    changes: tuple[str, ...] = ()

    def leaves(self, chance: Fraction = Fraction(1), told: tuple[str, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
        """Every end: (all headlines on the way, changes), with its chance."""
        told += self.told
        if not self.branches:
            yield (told, self.changes), chance
        for branch in self.branches:
            yield from branch.node.leaves(chance * branch.chance, told)


def tree(
    system: System[Any, Any, Any], state: Any, seat: str, intent: Any, players: Answerer = first_option
) -> Node:  # fmt: skip
    """The tree of a legal intent; people answer by `players`. What only some seats may see has no words in it.

    Raises `Illegal` with the refusal, `BadInput` for a tree with more than `MOST_RUNS` places.
    """
    refusal = system.refusal(state, seat, intent)
    if refusal is not None:
        raise Illegal(refusal)
    state = system.masked(state, seat)
    runs = 0

    def grown(known: list[int], before: int) -> Node:
        nonlocal runs
        runs += 1
        if runs > MOST_RUNS:
            raise BadInput(f"its tree has more than {MOST_RUNS} places; ask for the odds alone")
        tape = Tape(known)
        try:
            then, events = system.step(state, seat, intent, tape)
        except Pending as pending:
            told, need = _headlines(system, pending.so_far), pending.need
            return _asked(need, told[before:], lambda answer: grown([*known, answer], len(told)), players)
        tape.used_up()
        return Node(_headlines(system, events)[before:], changes=system.changes(state, then))

    return grown([], 0)


def _asked(need: Need, told: tuple[str, ...], after: Any, players: Answerer) -> Node:
    cases = need.cases if need.is_chance else ((players(need), need.size),)
    merged: dict[Node, list[int]] = {}
    ways = {}
    for answer, count in cases:
        ways[answer] = count
        merged.setdefault(after(answer), []).append(answer)
    open_to_all = need.seen_by is None
    branches = tuple(
        Branch(
            tuple(_words(need, answer) for answer in answers) if open_to_all else (),
            Fraction(sum(ways[answer] for answer in answers), need.size),
            node,
        )
        for node, answers in merged.items()
    )
    if not open_to_all:
        return Node(told, branches=branches)
    who = need.roller if need.is_chance else need.who
    return Node(told, need.pool if need.is_chance else need.text, who, need.clause, need.is_chance, branches)


def _words(need: Need, answer: int) -> str:
    if not need.is_chance:
        return need.options[answer]
    dice = need.dice()
    return str(dice.total(answer)) if need.reads == "total" else dice.shown(answer)


def _headlines(system: System[Any, Any, Any], events: tuple[Any, ...]) -> tuple[str, ...]:
    shown = (system.headline(event) for event in events if event.seen_by is None)
    return tuple(words for words in shown if words)


# ------------------------------------------------------------------ for people and for others


def lines(node: Node, depth: int | None = None, chance: Fraction = Fraction(1)) -> Iterator[str]:
    """The tree in words, chances from its root on; `depth` questions deep, if it is given."""
    if not node.branches:
        return
    if node.question:
        asked = f"{node.who} rolls {node.question}" if node.rolled else f"{node.who}: {node.question}"
        yield f"{asked}  [{node.clause}]"
    for at, branch in enumerate(node.branches):
        last = at == len(node.branches) - 1
        here = chance * branch.chance
        words = "; ".join(branch.node.told)
        if not branch.node.branches:
            words = " -> ".join(filter(None, (words, "; ".join(branch.node.changes) or "nothing changes")))
        elif depth == 1:
            words += " …"
        answers = f"{_run(branch.answers)}: " if branch.answers else ""
        yield f"{'└' if last else '├'} {float(100 * here):5.1f} %  {answers}{words}".rstrip(": ")
        if depth != 1:
            below = None if depth is None else depth - 1
            yield from (("  " if last else "│ ") + line for line in lines(branch.node, below, here))


def _run(answers: tuple[str, ...]) -> str:
    """`-5 to -3, 2`: totals in a row as a run."""
    try:
        totals = sorted(map(int, answers))
    except ValueError:
        return ", ".join(answers)
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def program(node: Node) -> str:
    """The same odds as a program for icepool, which knows none of our rules: it is told what each throw leads to.

    Raises `BadInput` where a test looks at single faces, or at something that not everybody may see.
    """
    written: dict[Node, str] = {}
    text = ["import icepool", ""]

    def write(one: Node) -> str:
        if one in written:
            return written[one]
        if not one.branches:
            value = f"icepool.Die([{'; '.join(one.changes) or 'nothing changes'!r}])"
        elif not one.rolled:
            if len(one.branches) > 1:
                raise BadInput("not everybody may see what is rolled, so it cannot be written down", "--program")
            value = write(one.branches[0].node)
        else:
            if any(not _is_total(answer) for branch in one.branches for answer in branch.answers):
                raise BadInput("a test here looks at single dice, and cannot be written as a program", "--program")
            table = ", ".join(
                f"{answer}: {name}"
                for branch in one.branches
                for name in [write(branch.node)]
                for answer in branch.answers
            )
            value = f"({pool_words(parse(one.question), 'icepool')}).map({{{table}}})"
        if one.told:
            value += f".map(lambda end: {' > '.join(one.told) + ' > '!r} + end)"
        name = written[one] = f"n{len(written) + 1}"
        text.append(f"{name} = {value}")
        return name

    root = write(node)
    return "\n".join([*text, f"print({root})", ""])


def _is_total(answer: str) -> bool:
    return answer.lstrip("-").isdecimal()
