"""`referee odds`: what an act may lead to, exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from referee.cli.common import (
    BUDGET,
    FIGURES,
    FILE,
    JSON,
    LONGEST,
    SEAT,
    beside,
    intent_from,
    percent,
    print_json,
    sampled,
    write_figure,
)  # fmt: skip
from referee.core.asking import Need
from referee.core.codec import BadInput, nearest
from referee.core.match import Match
from referee.formats.figures import Bars
from referee.formats.files import load_question
from referee.formats.moves import question as shared
from referee.formats.moves import write_moves
from referee.formats.words import write_intent
from referee.odds import (
    Budget,
    Difference,
    Goal,
    Report,
    Sample,
    ahead,
    best_for,
    best_for_each,
    difference,
    report,
    under_rule,
    worst_for,
)  # fmt: skip
from referee.odds.tree import lines as tree_lines
from referee.odds.tree import program, tree


def policy(choices: tuple[str, ...]) -> Any:
    """People answer with the first of the given words that a question knows, else with its plain option."""

    def players(need: Need) -> int:
        for word in choices:
            if word in need.options:
                return need.options.index(word)
        return 0

    return players


def goal_of(match: Match[Any, Any, Any], people: str, best: str | None, worst: str | None) -> Goal | None:
    """By what people choose, or None for a policy. Raises `BadInput`."""
    if (people == "best") + (best is not None) + (worst is not None) > 1:
        raise BadInput("choose one of --people best, --best and --worst")
    named = best or worst
    seats = match.system.seats(match.state)
    if named is not None and named not in seats:
        raise BadInput(f"nobody here is called {named!r}{nearest(named, seats)}", "--best" if best else "--worst")
    if best is not None:
        return best_for(best)
    if worst is not None:
        return worst_for(worst)
    return best_for_each if people == "best" else None


def lines_of(found: Report, title: str) -> list[str]:
    """A report in words: grades, then each branch with its follow-up tests and what changes."""
    lines = [f"Odds of {title}: {found.summary}", *sampled(found.sample)]
    width = max(len(name) for name, _ in found.grades)
    for name, chance in found.grades:
        bar = "█" * round(float(chance) * 30)
        lines.append(f"  {name:<{width}}  {percent(chance)}  {beside(chance, found.sample)}  {bar}")
    lines.append("Every way it can go:")
    for branch in found.branches:
        lines.append(f"  {percent(branch.chance)}  {beside(branch.chance, found.sample)}  {' > '.join(branch.tests)}")
        lines.append(
            f"{'':>{14 + len(beside(branch.chance, found.sample))}}  {'; '.join(branch.changes) or 'nothing changes'}"
        )
    if len(found.states) < len(found.branches):
        lines.append("What comes of it:")
        for changes, chance in found.states:
            lines.append(came(changes, chance, found.sample))
    for now, spread in found.measures:
        likely = ", ".join(f"{number}: {percent(chance).strip()}" for number, chance in spread.chances)
        mean = str(spread.mean) if found.exact and len(str(spread.mean)) <= LONGEST else f"{float(spread.mean):.3f}"
        lines.append(f"{spread.who} {spread.what}, {now} now: {mean} expected ({likely})")
    return lines + assuming(found)


def came(changes: tuple[str, ...], chance: Fraction, sample: Sample | None) -> str:
    """A result in words."""
    return f"  {percent(chance)}  {beside(chance, sample)}  {'; '.join(changes) or 'nothing changes'}"


def of_sample(sample: Sample | None, **lists: Sequence[tuple[Any, Fraction]]) -> dict[str, Any]:
    """What JSON tells of a sample: seed, runs, and by name of a list the interval of each of its chances."""
    if sample is None:
        return {}
    intervals = {name: [sample.interval(chance) for _, chance in pairs] for name, pairs in lists.items()}
    return {"sample": sample, "intervals": intervals}


def assuming(found: Report) -> list[str]:
    """What people were taken to answer; questions that differ only in figures are one line."""
    alike: dict[tuple[str, str], list[str]] = {}
    for question, answer in found.assumed:
        alike.setdefault((re.sub(r"\d+", "…", question), answer), []).append(question)
    return [
        f"Assuming {each[0] if len(each) == 1 else common} {answer}" for (common, answer), each in sorted(alike.items())
    ]


def _beside(
    match: Match[Any, Any, Any], by: str, wanted: Any, instead: str | None, rule: str | None, players: Any,
    goal: Goal | None, budget: Budget,
) -> tuple[Difference, tuple[str, str]]:  # fmt: skip
    """Two acts, or one under two rules, with what each is called. Raises `BadInput`, `Illegal`."""
    system, state = match.system, match.state
    if instead is not None:
        other = intent_from(match, (instead,))
        one, two = (report(system, state, by, intent, players, goal, budget) for intent in (wanted, other))
        return difference(one, two), (write_intent(wanted), write_intent(other))
    name, sign, text = (rule or "").partition("=")
    if not sign:
        raise BadInput(f"{rule!r} is no NAME=VALUE", "--rule")
    value = int(text) if text.isdecimal() else text
    return under_rule(system, state, by, wanted, name, value, players, goal, budget), ("as it is", f"{name}={text}")


def difference_lines(apart: Difference, one: str, other: str) -> list[str]:
    """Two reports beside each other, what differs most first."""

    def row(words: str, before: Fraction, after: Fraction) -> str:
        change = f"{100 * float(after - before):+6.1f}" if after != before else "     ="
        return f"  {percent(before)}  {percent(after)}  {change}  {words}"

    lines = [f"First column: {one}; second: {other}; then what the second has more or less."]
    lines += sampled(apart.one.sample or apart.other.sample)
    lines += [row(*grade) for grade in apart.grades]
    lines.append("What comes of it:")
    lines += [row("; ".join(changes) or "nothing changes", *chances) for changes, *chances in apart.states]
    lines.append(f"In {percent(apart.apart).strip()} of all cases it comes out otherwise ({apart.apart}).")
    for words, clauses in ((one, apart.gone), (other, apart.new)):
        if clauses:
            lines.append(f"Only with {words}: {', '.join(clauses)}")
    return lines


def bars(title: str, *cases: tuple[str, Report]) -> Bars:
    """The grades of one or several reports as bars, in the order in which they come up."""
    labels = tuple(dict.fromkeys(name for _, found in cases for name, _ in found.grades))
    series = tuple(
        (case, tuple(dict(found.grades).get(label, Fraction(0)) for label in labels)) for case, found in cases
    )
    return Bars(title, labels, series)


@click.command("odds")
@FILE
@click.argument("intent", nargs=-1)
@SEAT
@click.option("--answer", "answers", multiple=True, metavar="WORD",
              help="what people would answer to choices (evade, yes …); the plain option if left out")  # fmt: skip
@click.option("--people", type=click.Choice(["plain", "best"]), default="plain", show_default=True,
              help="best: everybody chooses what is best for themselves")  # fmt: skip
@click.option("--best", metavar="SEAT", help="people choose what is best for SEAT")
@click.option("--worst", metavar="SEAT", help="people choose what is worst for SEAT")
@click.option("--times", default=1, show_default=True, type=click.IntRange(1, 6),
              help="the same act so many times in a row: what has changed in the end")  # fmt: skip
@click.option("--or", "instead", metavar="INTENT", help="another act of the same seat, beside it")
@click.option("--rule", metavar="NAME=VALUE", help="the same act under another house rule, beside it")
@click.option("--tree", "as_tree", is_flag=True, help="every roll and choice in the order in which it comes")
@click.option("--depth", type=click.IntRange(1), help="so many rolls and choices deep, with --tree")
@click.option(
    "--program", "language", type=click.Choice(["icepool"]), help="a program that finds the same, to check us by"
)
@click.option("--share", is_flag=True, help="the question as text, for others: `referee odds QUESTION.txt` answers it")
@BUDGET
@FIGURES
@JSON
def command(
    path: Path, intent: tuple[str, ...], seat: str | None, answers: tuple[str, ...], people: str, best: str | None,
    worst: str | None, times: int, instead: str | None, rule: str | None, as_tree: bool, depth: int | None,
    language: str | None, share: bool, branches: int, seconds: float | None, seed: str, as_json: bool, **files: Any,
) -> None:  # fmt: skip
    """The exact chance of every grade, follow-up result and resulting state of INTENT, before anybody commits."""
    match, question = load_question(path)
    if match.waiting is not None:
        raise BadInput("an act waits for an answer; answer it first", str(path))
    if not intent and not question:
        raise BadInput("name an act, such as Dart bash Thug", "INTENT")
    wanted = intent_from(match, intent or (question,))
    if share:
        click.echo(write_moves(shared(match, wanted)), nl=False)
        return
    by = seat or match.system.seat_of(match.state, wanted)
    goal = goal_of(match, people, best, worst)
    if goal is not None and (answers or times > 1):
        raise BadInput("goes neither with --answer nor with --times", "--people, --best, --worst")
    ways = {"--times": times > 1, "--or": instead, "--rule": rule, "--tree": as_tree, "--program": language}
    if sum(map(bool, ways.values())) > 1:
        raise BadInput(f"choose one of {', '.join(ways)}")
    if goal is not None and (as_tree or language):
        raise BadInput("a tree goes by what people answer; give --answer", "--people, --best, --worst")
    budget = Budget(branches, seconds, seed)
    if times > 1:
        states, sample = ahead(match.system, match.state, by, wanted, times, policy(answers), budget)
        if as_json:
            print_json({"intent": write_intent(wanted), "times": times, "exact": sample is None, "states": states,
                        **of_sample(sample, states=states)})  # fmt: skip
            return
        lines = [f"After {write_intent(wanted)}, {times} times in a row:", *sampled(sample)]
        click.echo("\n".join([*lines, *(came(changes, chance, sample) for changes, chance in states)]))
        return
    if instead is not None or rule is not None:
        apart, cases = _beside(match, by, wanted, instead, rule, policy(answers), goal, budget)
        title = "two acts" if instead else write_intent(wanted)
        if write_figure(bars(title, *zip(cases, (apart.one, apart.other))), **files):
            return
        if as_json:
            print_json({"one": cases[0], "other": cases[1], "exact": apart.one.exact and apart.other.exact,
                        "grades": apart.grades, "states": apart.states, "apart": apart.apart, "gone": apart.gone,
                        "new": apart.new})  # fmt: skip
            return
        click.echo("\n".join(difference_lines(apart, *cases)))
        return
    if as_tree or language:
        node = tree(match.system, match.state, by, wanted, policy(answers))
        if as_json:
            print_json({"intent": write_intent(wanted), "exact": True, "tree": node})
            return
        click.echo(program(node) if language else "\n".join(tree_lines(node, depth)), nl=not language)
        return
    found = report(match.system, match.state, by, wanted, policy(answers), goal, budget)
    if write_figure(bars(write_intent(wanted), ("", found)), **files):
        return
    if as_json:
        print_json({"intent": write_intent(wanted), "exact": found.exact, "grades": found.grades,
                    "branches": found.branches, "states": found.states, "assumed": found.assumed,
                    "summary": found.summary, "measures": [{"now": now, "mean": spread.mean, "spread": spread}
                                                           for now, spread in found.measures],
                    **of_sample(found.sample, grades=found.grades, states=found.states,
                                branches=[(branch, branch.chance) for branch in found.branches])})  # fmt: skip
        return
    click.echo("\n".join(lines_of(found, write_intent(wanted))))
