"""`referee cards`: the roster of Iconica at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import click

from referee.cli.common import JSON, print_json
from referee.core.codec import BadInput, nearest
from referee.systems.iconica.cards.compile import shipped
from referee.systems.iconica.cards.schema import Card


@click.command("cards")
@click.option("--class", "class_", metavar="CLASS", help="only this class, such as Defensive")
@click.option("--faction", metavar="FACTION", help="only this faction: Legion, Protectorate or Independent")
@JSON
def command(class_: str | None, faction: str | None, as_json: bool) -> None:
    """List the cards of Iconica: who they are, their health, and the action with the Action Break badge."""
    roster = shipped()
    wanted = _word("--class", class_, roster.classes), _word("--faction", faction, roster.factions)
    cards = [
        card for card in roster.cards if wanted[0] in (None, card.class_) and wanted[1] in (None, card.faction)
    ]  # fmt: skip
    if as_json:
        print_json([
            {"id": card.id, "name": card.name, "faction": card.faction, "race": card.race,
             "archetype": card.archetype, "class": card.class_, "card_type": card.card_type, "health": card.health,
             "action_break": card.action_break}
            for card in cards
        ])  # fmt: skip
        return
    _print(cards)


def _word(option: str, word: str | None, known: Sequence[str]) -> str | None:
    """A word as the roster writes it. Raises `BadInput`."""
    if word is None:
        return None
    for other in known:
        if other.casefold() == word.casefold():
            return other
    raise BadInput(f"{word!r} is none of {', '.join(known)}{nearest(word, known)}", option)


def _print(cards: list[Card]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("name", style="bold", no_wrap=True)
    for column in ("faction", "race", "archetype", "class", "type"):
        table.add_column(column)
    table.add_column("health", justify="right")
    table.add_column("badge", justify="right")
    for card in cards:
        table.add_row(
            card.name, card.faction, card.race, card.archetype, card.class_, card.card_type, str(card.health),
            str(card.action_break or "—"),
        )  # fmt: skip
    console = Console(highlight=False)
    console.print(table)
    console.print("1 card" if len(cards) == 1 else f"{len(cards)} cards", style="dim")
