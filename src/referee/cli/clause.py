"""`referee clause`: what one clause says, where it is implemented, and what proves it."""

from __future__ import annotations

import json
import textwrap

import click

from referee.clauses import Cited, Row, Switch, UnknownClause, Value, index
from referee.clauses.coverage import Entry, Use, coverage

STANDINGS = {
    "data": "runs as data",
    "code": "in code",
    "guidance": "guidance, nothing to enforce",
    "not_yet": "not yet implemented",
}


@click.command("clause")
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_context
def command(context: click.Context, id: str, as_json: bool) -> None:
    """Show a clause or a row of the rule book: rule, ruling, example, where it is in code, and its tests."""
    try:
        cited = index()[id]
    except UnknownClause as error:
        click.echo(error, err=True)
        context.exit(2)
    entries = coverage(cited.system)
    entry = entries[id]
    # A row that only its table's code touches is implemented where the table is.
    uses = entry.uses or (entries[cited.clause.id].uses if entry.standing == "data" else ())
    switches = tuple(switch for switch in index().switches(cited.system) if switch.clause == cited.clause.id)
    if as_json:
        record = _record(cited, entry, uses, switches)
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        _print(cited, entry, uses, switches)


def _record(cited: Cited, entry: Entry, uses: tuple[Use, ...], switches: tuple[Switch, ...]) -> dict[str, object]:
    return {
        "id": cited.id,
        "system": cited.system,
        "clause": cited.clause.id,
        "section": cited.section,
        "kind": cited.kind,
        "rule": cited.rule,
        "ruling": cited.ruling,
        "example": cited.example,
        "basis": cited.basis,
        "row": dict(cited.values) if cited.row else None,
        "rows": [_row_record(row) for row in cited.rows],
        "switches": [{"name": switch.name, "values": switch.values, "default": switch.default} for switch in switches],
        "standing": entry.standing,
        "reason": entry.reason,
        "implemented": [{"file": use.file, "line": use.line, "function": use.function} for use in uses],
        "proofs": entry.proofs,
    }


def _row_record(row: Row) -> dict[str, Value]:
    return {**({"id": row.id} if row.id else {}), **row.values}


def _print(cited: Cited, entry: Entry, uses: tuple[Use, ...], switches: tuple[Switch, ...]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)

    def say(title: str, *lines: str, hanging: str = "") -> None:
        """A title and its lines below it, wrapped and indented."""
        console.print(Text(title, style="bold"))
        for line in lines:
            wrapped = textwrap.fill(
                line,
                console.width - 2,
                subsequent_indent=hanging,
                break_long_words=False,
                break_on_hyphens=False,
            )
            # Text, because markup would swallow the brackets of a proof called test_bash[major].
            console.print(Text(textwrap.indent(wrapped, "  ")))

    console.print(Text(cited.id, style="bold cyan"))
    console.print(Text(f"{cited.kind} in {cited.section}"))
    if cited.row:
        console.print(Text(f"a row of {cited.clause.id}"))
        say("Row", _columns(cited.row))
    say("Rule", cited.rule)
    if cited.rows:
        rows = (f"{row.id}: {_columns(row)}" if row.id else _columns(row) for row in cited.rows)
        say("Rows", *rows, hanging="  ")
    if cited.ruling:
        say("Ruling of this project", cited.ruling)
    if cited.example:
        say("Example", cited.example)
    if cited.basis:
        say("Basis", cited.basis)
    if switches:
        say("House rule" if len(switches) == 1 else "House rules", *map(_choice, switches))
    say("Standing", STANDINGS[entry.standing] + (f": {entry.reason}" if entry.reason else ""))
    if uses:
        say("Implemented", *map(_place, uses))
    if entry.standing in ("code", "data"):
        say("Tested", *(entry.proofs or ("by no test that names it",)))


def _columns(row: Row) -> str:
    return " | ".join(f"{column} = {_word(value)}" for column, value in row.values.items())


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _choice(switch: Switch) -> str:
    values = " | ".join(switch.values) if switch.values else "a whole number"
    return f"{switch.name} = {values} (default {switch.default})"


def _place(use: Use) -> str:
    return f"{use.file}:{use.line}" + (f" in {use.function}" if use.function else "")
