"""`referee undo`: take the last entry back."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE, JSON, print_json, standing
from referee.core.codec import to_tree
from referee.formats.files import load, save
from referee.formats.words import write_intent


@click.command("undo")
@FILE
@click.option("--fresh", is_flag=True, help="roll other dice when it is done again; this is noted in the log")
@click.option("--why", default="", help="a remark for the log")
@JSON
def command(path: Path, fresh: bool, why: str, as_json: bool) -> None:
    """Take the last entry back, or the act that waits. Doing it again rolls the same dice."""
    match, read_as = load(path)
    act = match.undo(fresh=fresh, why=why)
    save(path, match, read_as)
    if as_json:
        print_json({"entries": match.revision, "undone": to_tree(act)})
        return
    click.echo(f"Taken back: {act.by}: {write_intent(match.intent_of(act))}")
    click.echo("\n".join(standing(match, "gm")))
