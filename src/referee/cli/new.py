"""`referee new`: start a match."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from referee.cli.common import JSON, print_json, standing
from referee.formats.files import save, start
from referee.systems import system_named


@click.command("new")
@click.argument("system")
@click.option(
    "--from", "setup", required=True, type=click.Path(path_type=Path), help="set-up in TOML: characters, sides"
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="the match file; the set-up's name with .match.json if left out"
)
@click.option("--seed", help="seed of the dice; a fresh one if left out")
@JSON
def command(system: str, setup: Path, out: Path | None, seed: str | None, as_json: bool) -> None:
    """Start a match of SYSTEM from a set-up file and write its match file."""
    match = start(system_named(system), setup, seed if seed is not None else secrets.token_hex(16))
    path = out if out is not None else Path(f"{setup.stem}.match.json")
    save(path, match, None)
    if as_json:
        print_json({"file": str(path), "system": system, "state": match.system.view(match.state, "gm")})
        return
    click.echo(f"{path} written.")
    click.echo("\n".join(standing(match, "gm")))
