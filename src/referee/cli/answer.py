"""`referee answer`: answer what an act waits for."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.act import check_revision, tell
from referee.cli.common import ANSWERS, AT, DICE, FILE, JSON, SEAT, Script, go_on
from referee.core.asking import read_answer
from referee.core.codec import BadInput
from referee.formats.files import load, save


@click.command("answer")
@FILE
@click.argument("word")
@SEAT
@DICE
@ANSWERS
@AT
@JSON
def command(
    path: Path, word: str, seat: str | None, dice: str | None, answers: tuple[str, ...], revision: int | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Answer with a label (`dodge`, `no`) or the faces of real dice (`5,2`). `withdraw` drops the act."""
    match, read_as = load(path)
    check_revision(match, revision, path)
    if match.waiting is None:
        raise BadInput("nothing is being asked", str(path))
    if word == "withdraw":
        match.withdraw()
        save(path, match, read_as)
        click.echo("The act is withdrawn.")
        return
    need = match.waiting.need
    if seat is not None and seat not in (need.who, need.roller, "gm"):
        raise BadInput(f"{need.roller or need.who} answers this, not {seat}", "--as")
    events = match.answer(read_answer(need, word), dealt=False)
    events = go_on(match, Script(dice, answers)) or events
    save(path, match, read_as)
    tell(match, events, seat or "gm", as_json)
