"""`referee chain`: the odds of a plan over many acts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from referee.cli.common import BUDGET, FIGURES, FILE, JSON, LONGEST, beside, percent, print_json, sampled, write_figure
from referee.core.codec import BadInput
from referee.formats.figures import Bars
from referee.formats.files import load
from referee.formats.plans import load_plan, read_end
from referee.odds import Budget, Chain, Sample, Spread, chain


def lines_of(found: Chain) -> Iterator[str]:
    yield from sampled(found.sample)

    def of(what: str, chance: Fraction) -> str:
        return f"  {percent(chance)}  {beside(chance, found.sample, LONGEST)}  {what}"

    yield "How it ends:"
    yield from (of(end, chance) for end, chance in found.ends)
    yield "Who still stands then:"
    yield from (of(who, chance) for who, chance in found.standing)
    spreads = (found.length, *found.measures)
    for spread in spreads:
        if len(spread.chances) > 1:
            yield f"{titled(spread)}: {mean(spread, found.sample)}"
            yield from (of(str(number), chance) for number, chance in spread.chances)
    same = [f"{titled(spread)} {spread.chances[0][0]}" for spread in spreads if len(spread.chances) == 1]
    if same:
        yield f"Always: {', '.join(same)}"


def titled(spread: Spread) -> str:
    return f"{spread.who} {spread.what}" if spread.who else f"Length in {spread.what}"


def mean(spread: Spread, sample: Sample | None) -> str:
    """The expected value in words."""
    words = f"{float(spread.mean):.3f} expected"
    if sample is not None:
        low, high = spread.interval(sample.runs)
        return f"{words} ({low:.3f} to {high:.3f})"
    exact = str(spread.mean)
    return f"{words} ({exact})" if len(exact) <= LONGEST else words


def tree_of(found: Chain) -> dict[str, Any]:
    """The odds as plain values."""

    def chances(pairs: Any, name: str) -> list[dict[str, Any]]:
        sample = found.sample
        return [
            {name: what, "chance": chance, **({"interval": sample.interval(chance)} if sample else {})}
            for what, chance in pairs
        ]

    def of(spread: Spread) -> dict[str, Any]:
        between = {"interval": spread.interval(found.sample.runs)} if found.sample else {}
        who = {"who": spread.who} if spread.who else {}
        return {
            **who,
            "what": spread.what,
            "expected": spread.mean,
            **between,
            "chances": chances(spread.chances, "number"),
        }

    return {
        "exact": found.exact, "sample": found.sample, "ends": chances(found.ends, "end"),
        "standing": chances(found.standing, "who"), "length": of(found.length),
        "measures": [of(spread) for spread in found.measures],
    }  # fmt: skip


def bars(found: Chain, title: str) -> Bars:
    """Every chance of a chain as a figure."""
    rows = [*found.ends, *((f"{who} stands", chance) for who, chance in found.standing)]
    for spread in (found.length, *found.measures):
        if len(spread.chances) > 1:
            rows += [(f"{titled(spread)}: {number}", chance) for number, chance in spread.chances]
    if found.sample is not None:
        title += f", a sample of {found.sample.runs}"
    return Bars(title, tuple(what for what, _ in rows), (("", tuple(chance for _, chance in rows)),))


@click.command("chain")
@FILE
@click.option("--plan", "plan_path", required=True, type=click.Path(path_type=Path), metavar="PLAN.toml",
              help="what everybody would do; see examples/plans/")  # fmt: skip
@click.option("--pages", type=click.IntRange(1, 1000), metavar="N",
              help="stop after so many pages, rounds or turns; with the match, or after 100, if left out")  # fmt: skip
@click.option("--until", metavar="WORDS", help="stop where this holds: 'Dart out', 'Dart Stamina <= 3'")
@click.option("--as", "seat", metavar="SEAT", help="the seat that looks; a spectator if left out")
@BUDGET
@FIGURES
@JSON
def command(
    path: Path, plan_path: Path, pages: int | None, until: str | None, seat: str | None, branches: int,
    seconds: float | None, seed: str, as_json: bool, **files: Any,
) -> None:  # fmt: skip
    """The odds of a PLAN over many acts: how it ends, who still stands, what is left of everybody."""
    match, _ = load(path)
    if match.waiting is not None:
        raise BadInput("an act waits for an answer; answer it first", str(path))
    system = match.system
    state = system.masked(match.state, seat)
    plan = load_plan(system, state, plan_path)
    goal = read_end(system, state, until) if until is not None else None
    found = chain(system, state, plan, pages=pages, goal=goal, budget=Budget(branches, seconds, seed))
    if write_figure(bars(found, f"{path.stem} by {plan_path.stem}"), **files):
        for line in sampled(found.sample):
            click.echo(line, err=True)
        return
    if as_json:
        print_json(tree_of(found))
        return
    click.echo("\n".join(lines_of(found)))
