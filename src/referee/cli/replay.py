"""`referee replay`: play a list of moves again."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import JSON, print_json, standing
from referee.formats.files import replay, save


@click.command("replay")
@click.argument("path", metavar="MOVES", type=click.Path(path_type=Path))
@click.option(
    "--out", "-o", type=click.Path(path_type=Path), help="write the match file, to look at or to play on from"
)
@click.option("--at", "number", type=int, metavar="N", help="only the first N moves")
@JSON
def command(path: Path, out: Path | None, number: int | None, as_json: bool) -> None:
    """Play the moves of a list again and show where they lead.

    The first move that does not fit is named with its line: an illegal one, an answer too many or too few.
    """
    match = replay(path, number)
    if out is not None:
        save(out, match, None)
    position = match.system.position(match.state)
    if as_json:
        state = match.system.view(match.state, "gm")
        print_json({"moves": match.revision, "link": match.head, "state": state, "position": position})
        return
    click.echo(f"{match.revision} moves played." + (f" {out} written." if out is not None else ""))
    click.echo("\n".join(standing(match, "gm")))
    if position:
        click.echo(f"Position: {position}")
