"""`referee show`: the match as it stands."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE, JSON, print_json, standing
from referee.core.codec import to_tree
from referee.formats.files import load


@click.command("show")
@FILE
@click.option("--as", "seat", default="gm", metavar="SEAT", help="as this seat may see it; the game master if left out")
@JSON
def command(path: Path, seat: str, as_json: bool) -> None:
    """Everybody's condition, distances, who may act, and the house rules in force."""
    match, _ = load(path)
    chosen = dict(match.state.rules)
    rules = {name: chosen.get(name, switch.default) for name, switch in match.system.switches().items()}
    if as_json:
        need = None if match.waiting is None else to_tree(match.waiting.need)
        print_json({
            "system": match.system.name, "entries": match.revision, "state": match.system.view(match.state, seat),
            "to_act": match.system.to_act(match.state), "asked": need, "rules": rules, "notes": match.notes,
        })  # fmt: skip
        return
    click.echo("\n".join(standing(match, seat)))
    click.echo("House rules (set them under [rules] in the set-up):")
    for name, switch in match.system.switches().items():
        others = [value for value in switch.values if value != rules[name]]
        mark = "" if rules[name] == switch.default else "  (not the default)"
        click.echo(f"  {name} = {rules[name]}{mark}  else: {', '.join(others)}  [{switch.clause}]")
