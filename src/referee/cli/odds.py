"""`referee odds`: what an act may lead to, exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from referee.cli.common import BUDGET, FILE, JSON, SEAT, beside, intent_from, percent, print_json, sampled
from referee.core.asking import Need
from referee.core.codec import BadInput, nearest
from referee.core.match import Match
from referee.formats.files import load
from referee.formats.words import write_intent
from referee.odds import Budget, Goal, Report, Sample, ahead, best_for, best_for_each, report, worst_for


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
    lines = [f"Odds of {title}", *sampled(found.sample)]
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


@click.command("odds")
@FILE
@click.argument("intent", nargs=-1, required=True)
@SEAT
@click.option("--answer", "answers", multiple=True, metavar="WORD",
              help="what people would answer to choices (evade, yes …); the plain option if left out")  # fmt: skip
@click.option("--people", type=click.Choice(["plain", "best"]), default="plain", show_default=True,
              help="best: everybody chooses what is best for themselves")  # fmt: skip
@click.option("--best", metavar="SEAT", help="people choose what is best for SEAT")
@click.option("--worst", metavar="SEAT", help="people choose what is worst for SEAT")
@click.option("--times", default=1, show_default=True, type=click.IntRange(1, 6),
              help="the same act so many times in a row: what has changed in the end")  # fmt: skip
@BUDGET
@JSON
def command(
    path: Path, intent: tuple[str, ...], seat: str | None, answers: tuple[str, ...], people: str, best: str | None,
    worst: str | None, times: int, branches: int, seconds: float | None, seed: str, as_json: bool,
) -> None:  # fmt: skip
    """The exact chance of every grade, follow-up result and resulting state of INTENT, before anybody commits."""
    match, _ = load(path)
    if match.waiting is not None:
        raise BadInput("an act waits for an answer; answer it first", str(path))
    wanted = intent_from(match, intent)
    by = seat or match.system.seat_of(match.state, wanted)
    goal = goal_of(match, people, best, worst)
    if goal is not None and (answers or times > 1):
        raise BadInput("goes neither with --answer nor with --times", "--people, --best, --worst")
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
    found = report(match.system, match.state, by, wanted, policy(answers), goal, budget)
    if as_json:
        print_json({"intent": write_intent(wanted), "exact": found.exact, "grades": found.grades,
                    "branches": found.branches, "states": found.states, "assumed": found.assumed,
                    **of_sample(found.sample, grades=found.grades, states=found.states,
                                branches=[(branch, branch.chance) for branch in found.branches])})  # fmt: skip
        return
    click.echo("\n".join(lines_of(found, write_intent(wanted))))
