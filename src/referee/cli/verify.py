"""`referee verify`: run a match again and compare."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.cli.common import FILE, JSON, print_json
from referee.core.match import Match, read_file
from referee.formats.files import read
from referee.systems import system_named


@click.command("verify")
@FILE
@JSON
def command(path: Path, as_json: bool) -> None:
    """Play every entry again under the rules at hand, check seed and hash chain, name the first difference."""
    kept = read_file(read(path))
    match = Match.from_bytes(read(path), system_named, check=False)
    difference = match.verify()
    if as_json:
        print_json({"entries": len(kept.entries), "link": match.head, "difference": difference})
    elif difference is None:
        click.echo(
            f"{len(kept.entries)} entries, nothing differs. Last link {match.head[:16]}, seed commitment {kept.commitment[:16]}"
        )
    else:
        click.echo(f"{path}: {difference}")
    sys.exit(1 if difference else 0)
