"""`referee redo`: put the entry undone last back."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.act import tell
from referee.cli.common import FILE, JSON
from referee.formats.files import load, save


@click.command("redo")
@FILE
@JSON
def command(path: Path, as_json: bool) -> None:
    """Put the entry that was undone last back, with its dice and answers."""
    match, read_as = load(path)
    events = match.redo()
    save(path, match, read_as)
    tell(match, events, "gm", as_json)
