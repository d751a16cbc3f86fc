"""docs/icons.md lists every act from the records themselves; `make record` writes it anew."""

import importlib
import inspect
import os
from pathlib import Path

from referee.formats.words import usage
from referee.systems.icons import intents
from referee.systems.icons.legal import DEEDS

PAGE = Path(__file__).parents[2] / "docs" / "icons.md"
HEAD = """# Acts of Icons

What can be typed, at `referee play`, in `referee act` and in scenarios: a name, a verb, and the fields of the verb.
A field in capitals is needed; the others are named (`pull=major`) or follow in this order (`specialty`, `combine` and
`limit` are always named). Names with spaces stand in quotes. What only the game master may set (`difficulty`, `facts`,
`strength` of a thing …) makes the act the game master's; left out, the game master is asked.
`referee legal FILE --refused` says why something is not allowed now.

Every blow takes `using` (a weapon, power or object; the first fitting one if left out), `pull` (the highest outcome
that it may have), `at` (the spot of a called shot, or something that the target carries) and `allies` (characters who
combine their attacks with it, such as `allies='Anvil/fists, Dart'`). Every test takes `specialty` (one that fits),
`combine` (another ability, or another character who helps) and `limit` (an ability that lowers the level).
"""
SECTIONS = {
    "Blows": "fighting",
    "Holds and grabs": "holds",
    "Moving, helping, powers": "moving",
    "Uses of abilities": "feats",
    "Determination": "determination",
    "The game master": "mastery",
}
WHEN = {
    "attack": "own panel",
    "panel": "own panel",
    "reaction": "any time",
    "always": "any time, even unconscious",
    "gm": "game master",
    "table": "game master",
}


def line(kind, deed):
    typed = usage(kind)
    if kind in intents.TABLE:
        typed = typed.replace("NAME", "gm", 1)
    what = " ".join(inspect.getdoc(kind).split("\n\n")[0].split())
    return f"| `{typed}` | {WHEN[deed.when]} | {what} |"


def page():
    lines = [HEAD]
    for title, module in SECTIONS.items():
        deeds = importlib.import_module(f"referee.systems.icons.{module}").DEEDS
        lines += [f"## {title}", "", "| typed | when | what |", "|---|---|---|"]
        lines += [line(kind, deed) for kind, deed in deeds.items()]
        if module == "moving":
            lines.append(line(intents.Pass, DEEDS[intents.Pass]))
        lines.append("")
    return "\n".join(lines)


def test_the_list_of_acts_is_what_the_program_takes():
    if os.environ.get("RECORD"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page(), "run `make record`"


def test_every_act_is_on_the_list():
    assert all(f" {kind.__struct_config__.tag}" in page() for kind in DEEDS)
