"""`referee card`: one card of Iconica, drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.common import JSON, print_json
from referee.core.codec import BadInput, to_tree
from referee.systems.iconica.cards import words
from referee.systems.iconica.cards.compile import Roster, shipped, with_file
from referee.systems.iconica.cards.schema import Card, Tile

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

WIDEST = 96
FACTIONS = {"Legion": "red", "Protectorate": "blue"}
TILES = {"parry": "bold cyan", "nullifier": "bold green", "reaction": "bold red", "end": "bold"}


@click.command("card")
@click.argument("name", nargs=-1, required=True)
@click.option("--file", "file", metavar="CARDS.TOML", type=click.Path(path_type=Path), help="a card file to read, too")
@JSON
def command(name: tuple[str, ...], file: Path | None, as_json: bool) -> None:
    """Draw the card called NAME (or with this id): health meter, actions, Strength, Final Act."""
    roster = shipped()
    if file is not None:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"cannot be read: {getattr(error, 'strerror', None) or error}", str(file)) from None
        roster = with_file(roster, text, str(file))
    card = roster.cards[roster.number(" ".join(name))]
    if as_json:
        print_json({"card": to_tree(card), "words": _in_words(roster, card)})
        return
    _draw(roster, card)


def _in_words(roster: Roster, card: Card) -> dict[str, Any]:
    final = card.final_act
    return {
        "actions": {str(action.number): words.sentence(action.effects) for action in card.action},
        "strengths": [words.strength_words(strength) for strength in card.strengths],
        "passive": dict(_terms(roster, card)).get(words.title(card.passive)) if card.passive else None,
        "final_act": words.final_act_words(final) if final else None,
        "terms": dict(_terms(roster, card)),
    }


def _terms(roster: Roster, card: Card) -> Iterator[tuple[str, str]]:
    """Every status and aura that the card names, with what it does."""
    named = set(_named(to_tree(card)))
    for status in roster.statuses:
        if status.id in named:
            yield words.title(status.id), words.status_words(status)
    for aura in roster.auras:
        if aura.id in named:
            yield words.title(aura.id), words.aura_words(aura)


def _named(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key in ("status", "without", "aura", "passive"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _named(value)


def _draw(roster: Roster, card: Card) -> None:
    from rich import box
    from rich.console import Console, Group
    from rich.panel import Panel
    from rich.rule import Rule
    from rich.text import Text

    console = Console(highlight=False)
    width = min(console.width, WIDEST)
    colour = FACTIONS.get(card.faction, "yellow")
    terms = dict(_terms(roster, card))
    kind = "" if card.card_type == "Standard" else f" · {card.card_type}"
    parts: list[RenderableType] = [
        Text(f"{card.faction} · {card.race} · {card.archetype} · {card.class_}{kind}", style=colour),
        *([Text(f"Affiliation: {card.affiliation}", style="dim")] if card.affiliation not in ("", "None") else []),
        Text(),
        *_meter(card, width - 4),
        Rule(style="dim"),
        _actions(card),
        Rule(style="dim"),
        _below(card, terms),
    ]
    console.print(
        Panel(Group(*parts), box=box.ROUNDED, border_style=colour, width=width, padding=(0, 1),
              title=Text(card.name, style="bold"), subtitle=Text(f"health {card.health}"))
    )  # fmt: skip
    passive = words.title(card.passive) if card.passive else ""
    listed = {term: text for term, text in terms.items() if term != passive}
    if listed:
        console.print(_two_columns([(Text(term, style="bold"), text) for term, text in listed.items()]), width=width)


def _meter(card: Card, width: int) -> list[Text]:
    """The health meter, from Start to Skull: what is left there, and below it what the tile does."""
    from rich.text import Text

    steps = card.health // 10
    tiles = {tile.at: tile for tile in card.tiles}
    cells = []
    for at in range(steps + 1):
        label, style = ("Start", "end") if at == 0 else ("Skull", "end") if at == steps else _label(tiles.get(at))
        cells.append((str(card.health - 10 * at), label, TILES.get(style, "dim")))
    needed = [max(len(left), len(label)) for left, label, _ in cells]
    gap = 2 if sum(needed) + 2 * len(cells) <= width else 1
    printed: list[Text] = []
    room = 0
    for (left, label, style), wide in zip(cells, needed):
        if room < wide + gap:
            printed += [Text(), Text()]
            room = width
        printed[-2].append(left.center(wide) + " " * gap, style=style)
        printed[-1].append(label.center(wide) + " " * gap, style=style)
        room -= wide + gap
    return printed


def _label(tile: Tile | None) -> tuple[str, str]:
    if tile is None:
        return "·", ""
    if tile.nullifier is None:
        return f"R{tile.reaction}", "reaction"
    return words.title(tile.nullifier), "parry" if tile.nullifier == "parry" else "nullifier"


def _actions(card: Card) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    by_number = {action.number: action for action in card.action}
    for number in range(1, 7):
        action = by_number.get(number)
        badge = Text(f"◀{number}", style="reverse") if number == card.action_break else Text(f" {number}", style="bold")
        if action is None:
            table.add_row(badge, Text("—", style="dim"), "", "")
        else:
            table.add_row(badge, Text(action.name, style="bold"), action.type, words.sentence(action.effects))
    return table


def _below(card: Card, terms: dict[str, str]) -> RenderableType:
    """Action Break, passive aura, Strength and Final Act."""
    from rich.text import Text

    rows: list[tuple[Text, str]] = []
    if card.action_break is not None:
        rows.append((Text("Action Break", style="bold"), f"◀{card.action_break}: action {card.action_break} may be "
                     "used with the black die"))  # fmt: skip
    if card.passive is not None:
        rows.append((Text("Passive", style="bold"), f"{words.title(card.passive)}. {terms[words.title(card.passive)]}"))
    for strength in card.strengths:
        rows.append((Text("Strength", style="bold"), words.strength_words(strength)))
    if card.final_act is None:
        rows.append((Text("Final Act", style="bold"), "none"))
    else:
        final = card.final_act
        label = f"{final.name} ({words.attempt_words(final.attempt)}). "
        rows.append((Text("Final Act", style="bold"), label + words.final_act_words(final)))
    return _two_columns(rows)


def _two_columns(rows: list[tuple[Text, str]]) -> RenderableType:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for row in rows:
        table.add_row(*row)
    return table
