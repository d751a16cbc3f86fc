"""`referee log`: what happened, and by which clause."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE, JSON, known_intent, print_json, shown_entry, tree_of
from referee.formats.files import load


@click.command("log")
@FILE
@click.option("--as", "seat", default="gm", metavar="SEAT", help="as this seat may see it; the game master if left out")
@click.option("--entry", type=int, metavar="N", help="only entry N, with every clause of every event")
@JSON
def command(path: Path, seat: str, entry: int | None, as_json: bool) -> None:
    """Every entry: who, what, the dice, what followed, and the clause behind each event."""
    match, _ = load(path)
    if entry is not None:
        match.state_at(entry)
    numbered = [(at, one) for at, one in enumerate(match.entries, 1) if entry in (None, at)]
    if as_json:
        print_json({
            "entries": [
                {"number": at, "by": one.act.by, "intent": known_intent(match, at, one, seat), "note": one.act.note, "link": one.link,
                 "events": tree_of(match.events_of(one), seat)}
                for at, one in numbered
            ],
            "notes": match.notes,
        })  # fmt: skip
        return
    for at, one in numbered:
        click.echo("\n".join(shown_entry(match, at, one, seat)))
        if entry is not None:
            for event in match.events_of(one):
                click.echo(f"    {type(event).__name__}: {', '.join(event.cites())}")
    for note in match.notes:
        click.echo(f"note: {note}")
