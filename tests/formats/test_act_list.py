"""docs/icons.md, docs/sorcery.md, docs/diceup.md and docs/iconica.md list every act from the records themselves; `make record` writes them anew."""

import importlib
import inspect
import os
from pathlib import Path

import pytest

from referee.formats.words import usage
from referee.systems.diceup import intents as diceup_intents
from referee.systems.diceup.system import DEEDS as DICEUP
from referee.systems.iconica import intents as iconica_intents
from referee.systems.icons import intents
from referee.systems.icons.legal import DEEDS as ICONS
from referee.systems.sorcery.legal import DEEDS as SORCERY

DOCS = Path(__file__).parents[2] / "docs"
TYPED = """

What can be typed, at `referee play`, in `referee act` and in scenarios: a name, a verb, and the fields of the verb.
A field in capitals is needed; the others are named (`pull=major`) or follow in this order (`specialty`, `combine` and
`limit` are always named). Names with spaces stand in quotes. What only the game master may set (`difficulty`, `facts`,
`strength` of a thing …) makes the act the game master's; left out, the game master is asked.
`referee legal FILE --refused` says why something is not allowed now.
"""
HEAD_ICONS = f"""# Acts of Icons
{TYPED}
Every blow takes `using` (a weapon, power or object; the first fitting one if left out), `pull` (the highest outcome
that it may have), `at` (the spot of a called shot, or something that the target carries) and `allies` (characters who
combine their attacks with it, such as `allies='Anvil/fists, Dart'`). Every test takes `specialty` (one that fits),
`combine` (another ability, or another character who helps) and `limit` (an ability that lowers the level).
"""
HEAD_SORCERY = f"""# Acts of Sorcery & Super Science!
{TYPED}
Every blow takes `using` (a weapon, mutation or object; the first fitting one if left out), `others` (further targets of
a Burst), `stunt` (`burst` or `ranged`, paid for by the quality that `by` names), `boost` (a quality that gives +2) and
`spot` (a called shot). Every other test takes `boost`.
"""
SECTIONS_SORCERY = {
    "Blows": "legal",
    "Touches, holds and grabs": "close",
    "Maneuvers and wits": "wits",
    "Turns, stances, help and the game master": "turns",
}
HEAD_DICEUP = f"""# Acts of Dice Up
{TYPED}
"""
SECTIONS_DICEUP = {"Rolls": "system", "Everything else": "table"}
SECTIONS_ICONS = {
    "Blows": "fighting",
    "Holds and grabs": "holds",
    "Moving, helping, powers": "moving",
    "Uses of abilities": "feats",
    "Determination": "determination",
    "The game master": "mastery",
}
HEAD_ICONICA = """# Playing Iconica

A battle of two players, or of two against two, with parties of three or five cards. `referee play iconica` begins one
against nobody in particular: two people at one keyboard. Who sits where is said with `--seat NUMBER=WHO`, and WHO is `me`, a
name, or a bot:

    referee play iconica --seat 1=me --seat 2=mcts          # against the strongest bot
    referee play iconica --seat 1=ann --seat 2=ben          # two people, one keyboard
    referee play iconica --seat 1=me --seat 2=mcts:2s --seat 3=greedy --seat 4=random    # two against two
    referee play examples/duel.toml --seat ben=greedy       # given parties, no draft
    referee play iconica --rule party_size=5

| bot | how it chooses |
|---|---|
| `random` | evenly among what is allowed |
| `greedy` | the best expected share of health and characters after this turn, from exact odds (a sample where they are too many) |
| `mcts`, `mcts:2000`, `mcts:1.5s` | Monte Carlo tree search, with so many playouts or so much time a move; dice to come are drawn anew in every playout, never looked at |

In a game every option has a number, and whatever you might look for and do not find stands below the list with the reason and its
clause. `about NAME` shows a card, a status or an aura, `odds OPTION` what an option may lead to and how likely. Sides
take turns; a turn is one `roll`, with all that the Opening Phase brings, then the use of the roll. Where a rule lets
somebody choose (a target, whether to parry, whether to attempt a Final Act), that player is asked.

`referee cards` lists the thirty cards, `referee card NAME` draws one; [cards.md](cards.md) says how to write your own, in a
set-up or as a file. A set-up may begin anywhere: `party = [{ card = "gnash", left = 30, statuses = ["stun 2"] }]`.

## Acts

What can be typed, at the table, in `referee act` and in scenarios:

| typed | what |
|---|---|
"""


def iconica_page():
    kinds = [kind for kind in iconica_intents.AnyIntent.__args__]
    lines = [f"| `{usage(kind)}` | {' '.join(inspect.getdoc(kind).split())} |" for kind in kinds]
    return HEAD_ICONICA + "\n".join(lines) + "\n"


WHEN = {
    "attack": "own panel or turn",
    "panel": "own panel or turn",
    "reaction": "any time",
    "always": "any time, even unconscious",
    "gm": "game master",
    "table": "game master",
}


def line(kind, deed):
    typed = usage(kind)
    if kind in (*intents.TABLE, *diceup_intents.TABLE):
        typed = typed.replace("NAME", "gm", 1)
    what = " ".join(inspect.getdoc(kind).split("\n\n")[0].split())
    return f"| `{typed}` | {WHEN[deed.when]} | {what} |"


def page(system, head, sections):
    lines = [head]
    listed = set()
    for title, module in reversed(sections.items()):
        deeds = importlib.import_module(f"referee.systems.{system}.{module}").DEEDS
        deeds = {kind: deed for kind, deed in deeds.items() if kind not in listed}
        listed |= set(deeds)
        part = [f"## {title}", "", "| typed | when | what |", "|---|---|---|"]
        part += [line(kind, deed) for kind, deed in deeds.items()]
        if module == "moving":
            part.append(line(intents.Pass, ICONS[intents.Pass]))
        lines[1:1] = [*part, ""]
    return "\n".join(lines)


PAGES = {
    "icons": lambda: page("icons", HEAD_ICONS, SECTIONS_ICONS),
    "sorcery": lambda: page("sorcery", HEAD_SORCERY, SECTIONS_SORCERY),
    "diceup": lambda: page("diceup", HEAD_DICEUP, SECTIONS_DICEUP),
    "iconica": iconica_page,
}


@pytest.mark.parametrize("name", PAGES)
def test_the_list_of_acts_is_what_the_program_takes(name):
    path = DOCS / f"{name}.md"
    if os.environ.get("RECORD"):
        path.write_text(PAGES[name]())
    assert path.read_text() == PAGES[name](), "run `make record`"


@pytest.mark.parametrize(("name", "deeds"), [("icons", ICONS), ("sorcery", SORCERY), ("diceup", DICEUP)])
def test_every_act_is_on_the_list(name, deeds):
    assert all(f" {kind.__struct_config__.tag}" in PAGES[name]() for kind in deeds)
