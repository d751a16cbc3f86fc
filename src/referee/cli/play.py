"""`referee play`: the table in the terminal."""

from __future__ import annotations

import contextlib
import secrets
import shlex
from pathlib import Path
from typing import Any

import click

from referee.cli.common import SEAT, Script, go_on, intent_from, question, standing, told
from referee.cli.odds import lines_of
from referee.core.asking import BadAnswer, Need, UnusedAnswers, read_answer
from referee.core.codec import BadInput
from referee.core.dice import BadFaces
from referee.core.match import Match
from referee.core.system import Illegal
from referee.formats.files import load, read_setup, save, start
from referee.formats.words import kinds, read_intent, usage, write_intent
from referee.odds import report
from referee.systems import NAMES, system_named

HELP = """Type an act (`Dart bash Thug`), or:
  odds ACT     its exact odds          show        the table as it stands
  legal        every legal act         why         what is refused, and why
  undo, redo   back and forth          log         everything so far
  each ACT     the act for a whole group: `each Thug bash Dart` for Thug 1, Thug 2 …
  dice real    type real dice          dice seed   let the seed roll
  save FILE    write a match file      quit        leave"""


class _Lines:
    """Where words come from: a script first, then the keyboard. A script's lines are echoed."""

    def __init__(self, script: Path | None) -> None:
        self.script: list[str] = []
        if script is not None:
            try:
                text = script.read_text(encoding="utf-8")
            except OSError as error:
                raise BadInput(f"cannot be read: {error.strerror}", str(script)) from None
            self.script = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        self.welcome = True

    def next(self, prompt: str) -> str | None:
        """The next line, or None at the end of input."""
        if self.script:
            line = self.script.pop(0)
            click.echo(f"{prompt}{line}")
            return line
        if self.welcome:
            self.welcome = False
            click.echo(f"\n{HELP}")
        with contextlib.suppress(ImportError):
            # The line editor of the terminal, where there is one: arrow keys, and acts typed before.
            import readline  # noqa: F401
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            return None


@click.command("play")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--script", type=click.Path(path_type=Path), help="a file of lines to play first, one act or answer a line"
)
@click.option("--system", help="whose set-up FILE is, where it would fit several")
@click.option("--seed", help="seed of the dice for a new match; a fresh one if left out")
@click.option("--real-dice", is_flag=True, help="ask for the faces of real dice")
@click.option("--no-odds", is_flag=True, help="do not print the odds before each act")
@SEAT
def command(
    path: Path,
    script: Path | None,
    system: str | None,
    seed: str | None,
    real_dice: bool,
    no_odds: bool,
    seat: str | None,
) -> None:
    """Play FILE, a match file or a set-up in TOML, as an interactive loop. A match file is saved after every act."""
    read_as: bytes | None = None
    if path.suffix == ".toml":
        match = start(_system_for(path, system), path, seed if seed is not None else secrets.token_hex(16))
    else:
        match, read_as = load(path)
    loop = _Loop(match, _Lines(script), seat, None if path.suffix == ".toml" else path, read_as, real_dice, not no_odds)
    loop.run()


def _system_for(path: Path, named: str | None) -> Any:
    """The system of a set-up: the one that is named, or the only one whose set-ups look like this."""
    if named is not None:
        return system_named(named)
    wrong = {}
    for name in NAMES:
        try:
            system_named(name).setup(read_setup(system_named(name), path))
        except BadInput as error:
            wrong[name] = error
        else:
            return system_named(name)
    why = "; ".join(f"{name}: {error}" for name, error in wrong.items())
    raise BadInput(f"this is no set-up of any system; name the one it is for with --system ({why})", str(path))


def split_name(line: str) -> tuple[str, str]:
    """The first word (or quoted words) of a line, and the rest as typed."""
    words = shlex.split(line)
    if len(words) < 2:
        raise BadInput("name a group and an act, such as `each Thug bash Dart`")
    return words[0], " ".join(shlex.quote(word) for word in words[1:])


class _Loop:
    def __init__(
        self, match: Match[Any, Any, Any], lines: _Lines, seat: str | None, path: Path | None, read_as: bytes | None,
        real_dice: bool, odds: bool,
    ) -> None:  # fmt: skip
        self.match = match
        self.lines = lines
        self.seat = seat
        self.path = path
        self.read_as = read_as
        self.real_dice = real_dice
        self.odds = odds
        self.printed = 0
        self.queue: list[str] = []

    def run(self) -> None:
        click.echo("\n".join(standing(self.match, self.seat or "gm")))
        while True:
            try:
                if self.match.waiting is not None:
                    if not self.answer(self.match.waiting.need):
                        return
                    continue
                line = self.queue.pop(0) if self.queue else None
                if line is not None:
                    click.echo(f"> {line}")
                else:
                    line = self.lines.next("> ")
                if line is None or line in ("quit", "exit"):
                    return
                if line:
                    self.obey(line)
            except (BadInput, BadAnswer, BadFaces, UnusedAnswers, Illegal) as error:
                click.echo(f"  Not so: {error}")

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        system, match = self.match.system, self.match
        if word == "help":
            click.echo(HELP + "\n" + "\n".join(f"  {usage(kind)}" for kind in kinds(system).values()))
        elif word == "show":
            click.echo("\n".join(standing(match, self.seat or "gm")))
        elif word in ("legal", "why"):
            self.list(refused=word == "why")
        elif word == "each":
            self.queue_each(rest)
        elif word == "odds":
            self.tell_odds(rest)
        elif word == "undo":
            act = match.undo()
            click.echo(f"  Taken back: {write_intent(match.intent_of(act))}")
            self.keep()
        elif word == "redo":
            self.happened(match.redo())
        elif word == "log":
            for number, entry in enumerate(match.entries, 1):
                click.echo(f"{number}. {entry.act.by}: {write_intent(match.intent_of(entry.act))}")
                click.echo("\n".join(told(match, match.events_of(entry), self.seat or "gm")))
        elif word == "dice" and rest in ("real", "seed"):
            self.real_dice = rest == "real"
        elif word == "save":
            self.save_as(rest)
        else:
            self.act(line)

    def queue_each(self, line: str) -> None:
        """One act for every member of a group that may do it: whoever is called by the name and a number."""
        stem, rest = split_name(line)
        system, state = self.match.system, self.match.state
        group = [name for name in system.names(state) if name.rpartition(" ")[0].casefold() == stem.casefold()]
        if not group:
            raise BadInput(f"no group is called {stem!r}; `each Thug bash Dart` is for Thug 1, Thug 2 …")
        lines = [f"{shlex.quote(name)} {rest}" for name in group]
        for one in lines:
            intent = read_intent(system, one, system.names(state))
            if system.refusal(state, self.seat or system.seat_of(state, intent), intent) is None:
                self.queue.append(one)
        if not self.queue:
            click.echo("  Not so: nobody of them may do that now; `why` tells the reasons")

    def act(self, line: str) -> None:
        match = self.match
        intent = read_intent(match.system, line, match.system.names(match.state))
        by = self.seat or match.system.seat_of(match.state, intent)
        if self.odds and self.uses_dice(by, intent):
            self.tell_odds(line)
        events = match.do(by, intent, dealt=False)
        self.happened(go_on(match, Script("" if self.real_dice else None, ())) or events)

    def uses_dice(self, by: str, intent: Any) -> bool:
        """Whether an act has more than one way to go."""
        return len(report(self.match.system, self.match.state, by, intent).branches) > 1

    def answer(self, need: Need) -> bool:
        self.print_new(self.match.so_far())
        line = self.lines.next(question(need) + "\n  answer> ")
        if line is None or line in ("quit", "exit"):
            return False
        if line in ("withdraw", "undo") and line not in need.options:
            self.match.withdraw()
            self.printed = 0
            click.echo("  The act is withdrawn.")
            return True
        events = self.match.answer(read_answer(need, line), dealt=False)
        self.happened(go_on(self.match, Script("" if self.real_dice else None, ())) or events)
        return True

    def happened(self, events: tuple[Any, ...]) -> None:
        self.print_new(events)
        if self.match.waiting is None:
            self.printed = 0
        self.keep()

    def print_new(self, events: tuple[Any, ...]) -> None:
        """Print the events of an act, but not those that stood above its last question already."""
        for line in told(self.match, events[self.printed :], self.seat or "gm"):
            click.echo(line)
        self.printed = max(self.printed, len(events))

    def tell_odds(self, line: str) -> None:
        match = self.match
        intent = intent_from(match, [line])
        by = self.seat or match.system.seat_of(match.state, intent)
        click.echo("\n".join("  " + one for one in lines_of(report(match.system, match.state, by, intent), line)))

    def list(self, *, refused: bool) -> None:
        for seat in (self.seat,) if self.seat else self.match.system.to_act(self.match.state):
            for intent, refusal in self.match.system.offers(self.match.state, seat):
                if (refusal is not None) == refused:
                    click.echo(f"  {write_intent(intent)}" + (f": {refusal}" if refusal else ""))

    def keep(self) -> None:
        """Save after every act, when there is a file to save to."""
        if self.path is not None:
            save(self.path, self.match, self.read_as)
            self.read_as = self.match.to_bytes()

    def save_as(self, name: str) -> None:
        if not name:
            raise BadInput("name a file, such as `save fight.json`")
        path = Path(name)
        save(path, self.match, self.read_as if path == self.path else None)
        self.path, self.read_as = path, self.match.to_bytes()
        click.echo(f"  {path} written; it is saved after every act from now on.")
