"""`referee position`: a match at one place as one line."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE
from referee.core.codec import BadInput
from referee.formats.files import load


@click.command("position")
@FILE
@click.option("--at", "revision", type=int, metavar="N", help="as it stood after the first N entries; now if left out")
def command(path: Path, revision: int | None) -> None:
    """Print the line that says the whole position, to copy into `position = "…"` of a set-up.

    An act that waits for an answer is not part of it: the line stands before that act.
    """
    match, _ = load(path)
    line = match.system.position(match.state if revision is None else match.state_at(revision))
    if not line:
        raise BadInput(f"{match.system.name} has no position lines; keep the match file, or a branch of it", str(path))
    click.echo(line)
