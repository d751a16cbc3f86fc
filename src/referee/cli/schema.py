"""`referee schema`: for editors that complete and check set-up files and card files."""

from __future__ import annotations

import click
import msgspec

from referee.cli.common import print_json
from referee.systems import system_named

CARD = "iconica-card"


@click.command("schema")
@click.argument("system")
def command(system: str) -> None:
    """Print the JSON Schema of a set-up of SYSTEM, or of a card file (iconica-card)."""
    if system == CARD:
        from referee.systems.iconica.cards.compile import card_schema

        print_json(card_schema())
        return
    print_json(msgspec.json.schema(system_named(system).setup_type))
