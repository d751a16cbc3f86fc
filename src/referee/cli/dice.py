"""`referee dice`: the exact distribution of any notation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from referee.cli.common import FIGURES, JSON, percent, print_json, write_figure
from referee.core.dice import parse
from referee.formats.figures import Bars
from referee.odds.programs import LANGUAGES, program


@click.command("dice")
@click.argument("notation")
@click.option(
    "--program", "language", type=click.Choice(LANGUAGES), help="a program that finds the same, to check us by"
)
@FIGURES
@JSON
def command(notation: str, language: str | None, as_json: bool, **files: Any) -> None:
    """The chance of every total of NOTATION, such as "3d6kh2 - d6"."""
    pool = parse(notation)
    if language is not None:
        click.echo(program(pool, language), nl=False)
        return
    rows = [(total, Fraction(ways, pool.size)) for total, ways in pool.totals.items()]
    totals, chances = zip(*rows, strict=True)
    if write_figure(Bars(pool.notation, tuple(map(str, totals)), (("", chances),)), **files):
        return
    if as_json:
        print_json({"notation": pool.notation, "size": str(pool.size), "totals": rows, "mean": pool.mean,
                    "variance": pool.variance, "cut": pool.cut})  # fmt: skip
        return
    most = max(chance for _, chance in rows)
    at_least = Fraction(1)
    click.echo(f"{pool.notation}: mean {float(pool.mean):.3f}, deviation {float(pool.variance) ** 0.5:.3f}")
    click.echo("  total   exactly   at least")
    for total, chance in rows:
        click.echo(f"  {total:>5}  {percent(chance)}   {percent(at_least)}  {'█' * round(float(chance / most) * 30)}")
        at_least -= chance
    if pool.cut:
        click.echo(f"  a limit of extra rolls cuts {percent(pool.cut).strip()} of the throws short")
