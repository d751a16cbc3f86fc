"""`referee clauses`: how much of each rule ledger the code covers."""

from __future__ import annotations

import json

import click

from referee.clauses import SYSTEMS
from referee.clauses.coverage import Coverage, coverage

COUNTS = ("clauses", "rows", "data", "code", "guidance", "not_yet", "unproven")


@click.command("clauses")
@click.argument("system", required=False, type=click.Choice(SYSTEMS))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(system: str | None, as_json: bool) -> None:
    """Show how much of the rule book the code covers.

    Every clause, and every row that has an id, stands as data (a table that runs), code (cited by code),
    guidance (nothing to enforce) or not yet. Unproven are those of data and code that no test names. With a
    system, the ids behind the last two columns are listed as well.
    """
    covered = [coverage(name) for name in ((system,) if system else SYSTEMS)]
    if as_json:
        click.echo(json.dumps({each.system: _counts(each) for each in covered}, indent=2))
        return
    _print_table(covered)
    if system:
        _print_ids("Not yet", covered[0].not_yet_ids)
        _print_ids("Unproven", covered[0].unproven_ids)


def _counts(covered: Coverage) -> dict[str, object]:
    counts: dict[str, object] = {count: getattr(covered, count) for count in COUNTS}
    return counts | {"not_yet_ids": covered.not_yet_ids, "unproven_ids": covered.unproven_ids}


def _print_table(covered: list[Coverage]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("system")
    for count in COUNTS:
        table.add_column(count.replace("_", " "), justify="right")
    for each in covered:
        table.add_row(each.system, *(str(getattr(each, count)) for count in COUNTS))
    if len(covered) > 1:
        table.add_section()
        table.add_row("all", *(str(sum(getattr(each, count) for each in covered)) for count in COUNTS))
    Console(highlight=False).print(table)


def _print_ids(title: str, ids: tuple[str, ...]) -> None:
    click.echo(f"{title}: {len(ids) or 'none'}")
    for id in ids:
        click.echo(f"  {id}")
