"""`referee schema`: for editors that complete and check set-up files."""

from __future__ import annotations

import click
import msgspec

from referee.cli.common import print_json
from referee.systems import system_named


@click.command("schema")
@click.argument("system")
def command(system: str) -> None:
    """Print the JSON Schema of a set-up of SYSTEM."""
    print_json(msgspec.json.schema(system_named(system).setup_type))
