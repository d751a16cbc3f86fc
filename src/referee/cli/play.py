"""`referee play`: the table in the terminal."""

from __future__ import annotations

import contextlib
import secrets
import shlex
from pathlib import Path
from typing import Any

import click

from referee.bots import BOTS, Bot, bot_named, decision_of, take
from referee.cli.common import SEAT, Script, go_on, intent_from, question, standing, told
from referee.cli.odds import lines_of
from referee.core.asking import BadAnswer, Need, UnusedAnswers, read_answer
from referee.core.codec import BadInput, digest, nearest
from referee.core.dealing import commitment
from referee.core.dice import BadFaces
from referee.core.match import Match
from referee.core.system import Illegal, System
from referee.formats.files import load, read_setup, save, start
from referee.formats.words import kinds, read_intent, usage, write_intent
from referee.odds import Budget, report
from referee.systems import NAMES, system_named

AT_TABLE = Budget(branches=20_000, seconds=10)
"""What an answer may cost while people wait for it."""

HELP = """Type an act (`Dart bash Thug`), or:
  odds ACT     its exact odds          show        the table as it stands
  legal        every legal act         why         what is refused, and why
  undo, redo   back and forth          log         everything so far
  each ACT     the act for a whole group: `each Thug bash Dart` for Thug 1, Thug 2 …
  dice real    type real dice          dice seed   let the seed roll
  save FILE    write a match file      quit        leave"""


GUIDED = """Type the number of an option, or the option itself (`use Gnash` after the player's name), or:
  about NAME   a card, status or aura  odds OPTION its exact odds
  show         the table as it stands  log         everything so far
  undo, redo   back and forth          dice real   type real dice (dice seed: let the seed roll)
  save FILE    write a match file      quit        leave"""


class _Lines:
    """Where words come from: a script first, then the keyboard. A script's lines are echoed."""

    def __init__(self, script: Path | None, help: str = HELP) -> None:
        self.help = help
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
            click.echo(f"\n{self.help}")
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
@click.option("--seat", "seats", multiple=True, metavar="N=WHO",
              help="who sits where, by number or name: a bot (random, greedy, mcts, mcts:2000, mcts:1.5s), or a person's name")  # fmt: skip
@click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="a house rule, for a game without a set-up file"
)
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
    seats: tuple[str, ...],
    rules: tuple[str, ...],
    script: Path | None,
    system: str | None,
    seed: str | None,
    real_dice: bool,
    no_odds: bool,
    seat: str | None,
) -> None:
    """Play FILE, a match file or a set-up in TOML, as an interactive loop. A match file is saved after every act.

    `iconica` for FILE needs no set-up: `referee play iconica --seat 1=me --seat 2=greedy` drafts and plays.
    """
    read_as: bytes | None = None
    kept = False
    seed = seed if seed is not None else secrets.token_hex(16)
    if str(path) in NAMES and not path.exists():
        match = _fresh(system_named(str(path)), seats, rules, seed)
    elif rules:
        raise BadInput("house rules of a file stand in the file, under [rules]", "--rule")
    elif path.suffix == ".toml":
        match = start(_system_for(path, system), path, seed)
    else:
        match, read_as = load(path)
        kept = True
    bots = _bots(match, seats)
    odds = not no_odds and not match.system.guided
    loop = _Loop(
        match,
        _Lines(script, GUIDED if match.system.guided else HELP),
        seat,
        path if kept else None,
        read_as,
        real_dice,
        odds,
        bots,
    )
    loop.run()


def _given(pairs: tuple[str, ...], option: str) -> dict[str, str]:
    """`2=greedy` and the like. Raises `BadInput`."""
    found = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadInput(f"{pair!r} is no {'N=WHO' if option == '--seat' else 'NAME=VALUE'}", option)
        found[name.strip()] = value.strip()
    return found


def _is_bot(word: str) -> bool:
    return word.partition(":")[0] in BOTS


def _fresh(
    system: System[Any, Any, Any], seats: tuple[str, ...], rules: tuple[str, ...], seed: str
) -> Match[Any, Any, Any]:
    """A match without a set-up file: a player for each seat, named by who sits there."""
    who = _given(seats, "--seat") or {"1": "ann", "2": "ben"}
    count = max((int(place) for place in who if place.isdecimal()), default=0)
    if sorted(who) != sorted(str(place) for place in range(1, count + 1)):
        raise BadInput("number the seats from 1 on, each once: --seat 1=me --seat 2=mcts", "--seat")
    names: list[str] = []
    for place in range(1, count + 1):
        name = who[str(place)].partition(":")[0]
        names.append(name if name not in names else f"{name} {place}")
    chosen = {
        name: int(value) if value.isdecimal() and len(value) > 1 else value
        for name, value in _given(rules, "--rule").items()
    }
    return Match(system, system.fresh(tuple(names), chosen), seed)


def _bots(match: Match[Any, Any, Any], seats: tuple[str, ...]) -> dict[str, Bot]:
    """The bots that sit at the table, by seat. Raises `BadInput`."""
    known = match.system.seats(match.state)
    bots = {}
    for place, word in _given(seats, "--seat").items():
        name = known[int(place) - 1] if place.isdecimal() and 1 <= int(place) <= len(known) else place
        if name not in known:
            raise BadInput(f"no seat is called {place!r}{nearest(place, known)} (seats: {', '.join(known)})", "--seat")
        if _is_bot(word):
            # A bot's own lots come from what everybody may know, never from the seed of the dice.
            bots[name] = bot_named(word, int(digest(name.encode(), commitment(match.seed).encode())[:12], 16))
    if bots and not match.system.guided:
        raise BadInput(f"bots do not play {match.system.name} yet", "--seat")
    return bots


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
        real_dice: bool, odds: bool, bots: dict[str, Bot],
    ) -> None:  # fmt: skip
        self.match = match
        self.lines = lines
        self.seat = seat
        self.path = path
        self.read_as = read_as
        self.real_dice = real_dice
        self.odds = odds
        self.bots = bots
        self.shown = -1
        self.offered: list[str] = []
        self.printed = 0
        self.queue: list[str] = []

    def run(self) -> None:
        click.echo("\n".join(standing(self.match, self.seat or "gm")))
        while True:
            try:
                if self.bots and self.bot_moves():
                    continue
                if self.match.system.guided and self.match.waiting is None:
                    if self.match.system.result(self.match.state) is not None and not self.lines.script:
                        self.show_end()
                        return
                    self.offer()
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
                if not line and len(self.offered) == 1:
                    line = "1"
                if line.isdecimal() and 1 <= int(line) <= len(self.offered):
                    line = self.offered[int(line) - 1]
                    click.echo(f"> {line}")
                if line:
                    self.obey(line)
            except (BadInput, BadAnswer, BadFaces, UnusedAnswers, Illegal) as error:
                click.echo(f"  Not so: {error}")

    def bot_moves(self) -> bool:
        """Let a bot decide, if it is a bot's turn to."""
        decision = decision_of(self.match)
        if decision is None or decision.seat not in self.bots:
            return False
        option = self.bots[decision.seat].decide(decision)
        if decision.need is None:
            click.echo(f"> {write_intent(decision.intents[option])}")
        else:
            self.print_new(self.match.so_far())
            click.echo(f"  {decision.seat}: {decision.need.text} {decision.need.options[option]}")
        events = take(self.match, decision, option, dealt=False)
        self.happened(go_on(self.match, Script("" if self.real_dice else None, ())) or events)
        return True

    def offer(self) -> None:
        """Put the options before whoever decides, numbered, and what is not among them with the reason; once a time."""
        match = self.match
        if self.shown == match.revision:
            return
        self.shown = match.revision
        self.offered = []
        click.echo("\n" + "\n".join(standing(match, self.seat)))
        for seat in match.system.to_act(match.state):
            refused: dict[str, list[str]] = {}
            for intent, refusal in match.system.offers(match.state, seat):
                words = write_intent(intent)
                if refusal is not None:
                    refused.setdefault(str(refusal), []).append(words.removeprefix(f"{seat} "))
                    continue
                self.offered.append(words)
                told = match.system.describe(match.state, intent)
                click.echo(f"  {len(self.offered):>2}. {words}" + (f"   {told}" if told else ""))
            for why, those in refused.items():
                click.echo(f"     not {', '.join(those)}: {why}")

    def show_end(self) -> None:
        click.echo("\n" + "\n".join(standing(self.match, self.seat)))

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        system, match = self.match.system, self.match
        if word == "help":
            click.echo(self.lines.help + "\n" + "\n".join(f"  {usage(kind)}" for kind in kinds(system).values()))
        elif word == "about":
            lines = system.about(match.state, rest.strip("'\""))
            click.echo("\n".join(lines) if lines else f"  Nothing here is called {rest!r}")
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
            # Back to where a person decided: what bots did since goes too.
            while self.bots and match.entries and self.by_bot(match):
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

    def by_bot(self, match: Match[Any, Any, Any]) -> bool:
        decision = decision_of(match)
        return decision is not None and decision.seat in self.bots

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
        return len(report(self.match.system, self.match.state, by, intent, budget=AT_TABLE).branches) > 1

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
        click.echo(
            "\n".join(
                "  " + one for one in lines_of(report(match.system, match.state, by, intent, budget=AT_TABLE), line)
            )
        )

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
