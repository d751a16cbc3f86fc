"""`referee check`: run scenario files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.cli.common import JSON, print_json
from referee.core.codec import BadInput
from referee.testing import load_scenarios, run


@click.command("check")
@click.argument("paths", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@JSON
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the scenarios of FILE… and say precisely what differs; dice left over are a difference."""
    failures = []
    count = 0
    for path in paths:
        kept, setup = load_scenarios(path)
        for scenario in kept.scenario:
            count += 1
            try:
                found, _ = run(kept, setup, scenario)
            except BadInput as error:
                raise BadInput(f"{scenario.name}: {error}", str(path)) from None
            failures += [(path, failure) for failure in found]
    if as_json:
        print_json({"scenarios": count, "failures": [{"file": str(path), "failure": one} for path, one in failures]})
    else:
        for path, failure in failures:
            click.echo(f"{path}: {failure}")
        click.echo(f"{count} scenarios, {len(failures)} differ.")
    sys.exit(1 if failures else 0)
