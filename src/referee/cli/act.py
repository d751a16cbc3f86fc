"""`referee act`: do something in a match."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import (
    ANSWERS,
    AT,
    DICE,
    FILE,
    JSON,
    SEAT,
    Script,
    intent_from,
    played,
    print_json,
    question,
    told,
    tree_of,
)  # fmt: skip
from referee.core.codec import to_tree
from referee.core.match import Match
from referee.formats.files import Stale, load, save


def check_revision(match: Match, revision: int | None, path: Path) -> None:  # type: ignore[type-arg]
    """Raises `Stale` if somebody has played on since the caller looked."""
    if revision is not None and revision != match.revision:
        raise Stale(f"has {match.revision} entries now, not {revision}; look at it again", str(path))


def tell(match: Match, events: tuple, seat: str | None, as_json: bool) -> None:  # type: ignore[type-arg]
    """Print what happened, and what is asked next."""
    waiting = match.waiting
    if as_json:
        asked = None if waiting is None else to_tree(waiting.need)
        happened = tree_of(events or match.so_far(), seat)
        print_json({"entries": match.revision, "events": happened, "asked": asked})
        return
    click.echo("\n".join(told(match, events or match.so_far(), seat)) or "Nothing has happened yet.")
    if waiting is not None:
        click.echo(question(waiting.need))
        click.echo("Answer with `referee answer FILE WORD`, or the faces of the dice.")


@click.command("act")
@FILE
@click.argument("intent", nargs=-1, required=True)
@SEAT
@DICE
@ANSWERS
@AT
@JSON
def command(
    path: Path, intent: tuple[str, ...], seat: str | None, dice: str | None, answers: tuple[str, ...],
    revision: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Play INTENT, such as `Dart bash Thug pull=moderate`, in a match file.

    Dice come from the seed, or from --dice. What a person has to decide is asked, and the act waits.
    """
    match, read_as = load(path)
    check_revision(match, revision, path)
    wanted = intent_from(match, intent)
    by = seat or match.system.seat_of(match.state, wanted)
    events = played(match, by, wanted, Script(dice, answers))
    save(path, match, read_as)
    tell(match, events, seat or "gm", as_json)
