"""`referee dice`: the exact distribution of any notation."""

from __future__ import annotations

from fractions import Fraction

import click

from referee.cli.common import JSON, percent, print_json
from referee.core.dice import parse


@click.command("dice")
@click.argument("notation")
@JSON
def command(notation: str, as_json: bool) -> None:
    """The chance of every total of NOTATION, such as "3d6kh2 - d6"."""
    pool = parse(notation)
    rows = [(total, Fraction(ways, pool.size)) for total, ways in pool.totals.items()]
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
