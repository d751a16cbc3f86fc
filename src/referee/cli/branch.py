"""`referee branch`: go another way from a past point."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE, JSON, print_json, standing
from referee.formats.files import load, save


@click.command("branch")
@FILE
@click.option("--at", "revision", required=True, type=int, metavar="N", help="keep the first N entries")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="the new match file")
@JSON
def command(path: Path, revision: int, out: Path, as_json: bool) -> None:
    """Write a match that shares the first N entries of FILE and may go its own way."""
    match, _ = load(path)
    other = match.branch(revision)
    save(out, other, None)
    if as_json:
        print_json({"file": str(out), "entries": other.revision})
        return
    click.echo(f"{out} written, {other.revision} entries.")
    click.echo("\n".join(standing(other, "gm")))
