"""`referee sweep`: one deed over all levels, through the whole rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import click

from referee.cli.common import FIGURES, JSON, print_json, write_figure
from referee.cli.compare import ABILITIES, asked, figures
from referee.core.codec import BadInput, nearest
from referee.core.system import Illegal
from referee.formats.figures import Grid

MOST_CELLS = 400


def swept(text: str, option: str) -> tuple[str, range, dict[str, int]]:
    """`prowess=1-10,strength=4`: what is swept and over which levels, and the fixed levels. Raises `BadInput`."""
    found = re.search(r"(\w+)=(\d+)-(\d+)", text)
    if found is None or text.count("-") != 1:
        raise BadInput("give one level as a run, such as prowess=1-10", option)
    name, low, high = found[1], int(found[2]), int(found[3])
    if low > high:
        raise BadInput(f"{low}-{high}: give the lower end first", option)
    if name not in (*ABILITIES, "stamina", "armor"):
        raise BadInput(f"{name!r} is no level{nearest(name, ABILITIES)}", option)
    return name, range(low, high + 1), figures(text.replace(found[0], ""), option)


def shade(chance: Fraction) -> str:
    """A cell: the percentage, beside a ground that grows darker with it. Only what is certain is 100, or 0."""
    shown = f"{float(100 * chance):.0f}"
    if shown == "100" and chance < 1:
        shown = ">99"
    elif shown == "0" and chance:
        shown = "<1"
    return f"{'░▒▓█'[min(3, int(chance * 4))] if chance else ' '}{shown:>4}"


def lines_of(grid: Grid) -> Iterator[str]:
    width = len(grid.down)
    yield grid.title
    yield f"  {grid.down} \\ {grid.across}"
    yield f"  {'':>{width}} " + "".join(f"{column:>6}" for column in grid.columns)
    for level, cells in zip(grid.rows, grid.cells, strict=True):
        yield f"  {level:>{width}} " + "".join(f" {shade(chance)}" for chance in cells)


@click.command("sweep")
@click.argument("system")
@click.argument("action")
@click.option(
    "--own", required=True, metavar="NAME=LOW-HIGH,…", help="the level to sweep of the one who acts, and fixed ones"
)
@click.option("--target", required=True, metavar="NAME=LOW-HIGH,…", help="the same of the target")
@click.option(
    "--outcome", metavar="WORDS", help="the chance of what: an outcome of the act, by its words (success if left out)"
)
@click.option("--damage", default=5, show_default=True, help="damage of the weapon, where the deed needs one")
@FIGURES
@JSON
def command(
    system: str, action: str, own: str, target: str, outcome: str | None, damage: int, as_json: bool, **files: Any
) -> None:
    """The chance of an outcome of ACTION in SYSTEM for every level against every other, by the whole rules."""
    mine, rows, fixed = swept(own, "--own")
    theirs, columns, against = swept(target, "--target")
    if len(rows) * len(columns) > MOST_CELLS:
        raise BadInput(f"{len(rows)} times {len(columns)} cells are too many (at most {MOST_CELLS})", "--own, --target")
    reports = []
    try:
        for level in rows:
            reports.append(
                [
                    asked(system, action, {**fixed, mine: level}, {**against, theirs: other}, damage)[1]
                    for other in columns
                ]
            )
    except Illegal as error:
        raise BadInput(str(error), "ACTION") from None
    words = {word for row in reports for report in row for word, _ in report.grades}
    if outcome is not None and not any(outcome in word for word in words):
        raise BadInput(f"nothing comes out as {outcome!r} (outcomes: {', '.join(sorted(words))})", "--outcome")

    def counts(word: str) -> bool:
        return outcome in word if outcome is not None else not re.search(r"\b(failure|fails|miss(es)?)\b", word)

    cells = tuple(
        tuple(sum((chance for word, chance in report.grades if counts(word)), Fraction(0)) for report in row)
        for row in reports
    )
    what = outcome or "success"
    grid = Grid(f"{system}: {action}, {what}", f"own {mine}", f"target's {theirs}", tuple(rows), tuple(columns), cells)
    if write_figure(grid, **files):
        return
    if as_json:
        print_json({"system": system, "action": action, "outcome": what, "grid": grid})
        return
    click.echo("\n".join(lines_of(grid)))
