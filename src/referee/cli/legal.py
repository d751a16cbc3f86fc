"""`referee legal`: what a seat may do now."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE, JSON, print_json
from referee.core.codec import BadInput, nearest, to_tree
from referee.formats.files import load
from referee.formats.words import kinds, usage, write_intent


@click.command("legal")
@FILE
@click.option("--as", "seat", metavar="SEAT", help="the seat; everybody who may act now if left out")
@click.option("--refused", is_flag=True, help="list what is refused as well, with the clause and the reason")
@JSON
def command(path: Path, seat: str | None, refused: bool, as_json: bool) -> None:
    """List every legal act of a seat, and on request why the rest is refused."""
    match, _ = load(path)
    known = match.system.seats(match.state)
    if seat is not None and seat not in known:
        raise BadInput(f"nobody sits at {seat!r}{nearest(seat, known)}", "--as")
    seats = (seat,) if seat is not None else match.system.to_act(match.state)
    offers = [
        (one, intent, refusal)
        for one in seats
        for intent, refusal in match.system.offers(match.state, one)
        if refused or refusal is None
    ]
    if as_json:
        print_json([
            {"seat": one, "intent": to_tree(intent), "words": write_intent(intent), "refusal": refusal}
            for one, intent, refusal in offers
        ])  # fmt: skip
        return
    for one, intent, refusal in offers:
        click.echo(f"{one}: {write_intent(intent)}" + (f"    refused: {refusal}" if refusal else ""))
    click.echo("How acts are typed:")
    for kind in kinds(match.system).values():
        click.echo(f"  {usage(kind)}")
