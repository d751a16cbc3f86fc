"""`referee amend`: change a past entry, with all its knock-ons."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import ANSWERS, DICE, FILE, JSON, Script, intent_from, print_json, standing
from referee.formats.files import load, save


@click.command("amend")
@FILE
@click.argument("number", type=int)
@click.argument("intent", nargs=-1)
@DICE
@ANSWERS
@click.option("--why", default="", help="a remark for the log")
@JSON
def command(
    path: Path, number: int, intent: tuple[str, ...], dice: str | None, answers: tuple[str, ...], why: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Let entry NUMBER have been INTENT (or the same act with other dice), and run the rest again."""
    match, read_as = load(path)
    before = match.branch(number - 1) if 1 <= number <= match.revision else match
    wanted = intent_from(before, intent) if intent else None
    script = Script(dice, answers)
    given = before.answers_for(match.entries[number - 1].act, wanted, script.takes) if dice or answers else None
    script.used_up()
    amended, told = match.amend(number, intent=wanted, answers=given, why=why)
    save(path, amended, read_as)
    if as_json:
        print_json({"entries": amended.revision, "changed": told})
        return
    for line in told:
        click.echo(line)
    click.echo("\n".join(standing(amended, "gm")))
