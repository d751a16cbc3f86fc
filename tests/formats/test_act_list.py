"""docs/icons.md, docs/sorcery.md and docs/diceup.md list every act from the records themselves; `make record` writes them anew."""

import importlib
import inspect
import os
from pathlib import Path

import pytest

from referee.formats.words import usage
from referee.systems.diceup import intents as diceup_intents
from referee.systems.diceup.system import DEEDS as DICEUP
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
    "icons": ("icons", HEAD_ICONS, SECTIONS_ICONS),
    "sorcery": ("sorcery", HEAD_SORCERY, SECTIONS_SORCERY),
    "diceup": ("diceup", HEAD_DICEUP, SECTIONS_DICEUP),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_list_of_acts_is_what_the_program_takes(name):
    path = DOCS / f"{name}.md"
    if os.environ.get("RECORD"):
        path.write_text(page(*PAGES[name]))
    assert path.read_text() == page(*PAGES[name]), "run `make record`"


@pytest.mark.parametrize(("name", "deeds"), [("icons", ICONS), ("sorcery", SORCERY), ("diceup", DICEUP)])
def test_every_act_is_on_the_list(name, deeds):
    assert all(f" {kind.__struct_config__.tag}" in page(*PAGES[name]) for kind in deeds)
