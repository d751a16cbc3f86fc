"""The command line: words in, words out. One file a command, imported when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

COMMANDS = {
    "new": "start a match from a set-up file",
    "play": "play in the terminal, act by act",
    "show": "the match as it stands, with its house rules",
    "legal": "what a seat may do now, and why not the rest",
    "odds": "the exact chance of everything an act may lead to",
    "chain": "the odds of a plan over many acts: who still stands after three pages",
    "act": "do something",
    "answer": "answer the question that an act waits for",
    "undo": "take the last entry back with all that followed from it",
    "redo": "put back what was undone last",
    "branch": "a copy of the match up to an entry, to go another way",
    "amend": "change a past entry and run the rest again",
    "position": "the match as one line, to start another from",
    "log": "every entry with its events, dice and clauses",
    "moves": "the match as a list of moves, to read, mark and comment",
    "replay": "play a list of moves again, and write its match file",
    "verify": "run a match again and name the first difference",
    "check": "run scenario files",
    "clauses": "how much of the rules works",
    "clause": "one clause: rule, ruling, example, code and tests",
    "cards": "the cards of Iconica at a glance",
    "card": "one card of Iconica, drawn",
    "compare": "the same deed under two rule systems",
    "sweep": "one deed over all levels: a table of chances",
    "schema": "the JSON Schema of a set-up or a card, for editors",
    "simulate": "many games by random play: win rates with intervals",
    "dice": "the exact distribution of a roll",
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"referee.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from referee.core.codec import nearest

            ctx.fail(f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def cli() -> None:
    """A neutral referee for tabletop games: legal acts, exact odds, a clause behind every event."""


def main() -> None:
    """Run a command. What people got wrong is one sentence on standard error and exit code 2."""
    from referee.core.asking import BadAnswer, UnusedAnswers
    from referee.core.codec import BadInput
    from referee.core.dice import BadDice, BadFaces
    from referee.core.system import Illegal

    try:
        cli()
    except (BadInput, BadAnswer, BadFaces, BadDice, UnusedAnswers, Illegal) as error:
        click.echo(f"referee: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
