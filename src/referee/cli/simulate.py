"""`referee simulate`: many games by random play, with win rates and intervals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from referee.cli.common import JSON, print_json
from referee.core.codec import BadInput
from referee.formats.files import read_setup
from referee.systems import system_named


@click.command("simulate")
@click.argument("system", type=click.Choice(["iconica"]))
@click.option("--games", default=100_000, show_default=True, type=click.IntRange(1, 1_000_000_000))
@click.option("--from", "path", metavar="SETUP.TOML", type=click.Path(path_type=Path),
              help="a set-up with parties; random drafts of two players if left out")  # fmt: skip
@click.option("--seed", default="1", show_default=True, help="the same seed plays the same games")
@click.option("--first", default=0, show_default=True, type=click.IntRange(0), help="number of the first game")
@click.option("--threads", type=click.IntRange(1, 256), help="all cores if left out")
@click.option("--cards", is_flag=True, help="the win rate of every card, too")
@click.option("--check", is_flag=True, help="look at every position, too: is it one that the rules allow?")
@JSON
def command(
    system: str,
    games: int,
    path: Path | None,
    seed: str,
    first: int,
    threads: int | None,
    cards: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Play many games of SYSTEM at random by the very rules that people play by.

    The rules are compiled when this is first run (about a minute, once); afterwards it starts at once.
    """
    try:
        from referee.sim.running import UnsoundGame, run
    except ImportError:
        raise BadInput("simulation needs numba and NumPy: pip install 'referee[sim]'") from None
    chosen = system_named(system)
    setup = read_setup(chosen, path) if path is not None else chosen.fresh(("A", "B"), {})
    state = chosen.setup(setup)

    def waiting() -> None:
        click.echo("Compiling the rules, once; this takes about a minute …", err=True)

    try:
        with _Progress(games, quiet=as_json) as told:
            tally = run(
                state.game(), state.roster, games, seed, first=first, threads=threads or os.cpu_count() or 1,
                check=check, told=told, waiting=waiting,
            )  # fmt: skip
    except UnsoundGame as flaw:
        raise click.ClickException(str(flaw)) from None
    if as_json:
        print_json({"system": system, "seed": seed, "first": first, "tally": tally,
                    "cards": [card.id for card in state.roster.cards]})  # fmt: skip
        return
    click.echo("\n".join(_lines(state, tally, cards)))
    if check:
        click.echo("Every position was looked at, and is one that the rules allow.")


class _Progress:
    """A bar while games are played; none where somebody reads JSON."""

    def __init__(self, games: int, *, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.bar = Progress(
            TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True, disable=quiet,
        )  # fmt: skip
        self.task = self.bar.add_task("games", total=games)

    def __enter__(self) -> Any:
        self.bar.start()
        return lambda done: self.bar.update(self.task, completed=done)

    def __exit__(self, *error: object) -> None:
        self.bar.stop()


def _lines(state: Any, tally: Any, cards: bool) -> list[str]:
    from referee.odds.intervals import wilson

    def rate(name: str, won: int, games: int) -> str:
        low, high = wilson(won, games)
        share = 100 * won / games if games else 0.0
        return f"  {name:<22} {share:6.2f} %   95 %: {100 * low:6.2f} to {100 * high:6.2f} %   {won} of {games}"

    sides = [" and ".join(state.seats[side::2]) for side in (0, 1)]
    lines = [
        f"{tally.games} games, {tally.turns} turns: {tally.turns / tally.games:.1f} on average, the longest {tally.longest}"
    ]
    lines += [rate(f"{side} wins", won, tally.games) for side, won in zip(sides, tally.wins, strict=False)]
    lines.append(rate("whoever begins wins", tally.first_wins, tally.games))
    lines.append(rate("draws", tally.wins[2], tally.games))
    if tally.wins[3]:
        lines.append(f"  {tally.wins[3]} games were not over and are given up")
    if cards:
        lines.append("Wins of the side that leads a card:")
        led = [
            (card.name, won, games) for card, (games, won) in zip(state.roster.cards, tally.cards, strict=True) if games
        ]
        lines += [rate(name, won, games) for name, won, games in sorted(led, key=lambda one: -one[1] / one[2])]
    return lines
