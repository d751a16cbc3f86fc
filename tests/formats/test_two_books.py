"""docs/two-books.md puts the books of Icons and of Sorcery & Super Science! side by side; `make record` writes it anew."""

import os
from pathlib import Path

from referee.clauses import index
from referee.systems.icons import book as icons
from referee.systems.sorcery import book as sorcery

PAGE = Path(__file__).parents[2] / "docs" / "two-books.md"
HEAD = """# Icons and Sorcery & Super Science!, side by side

Both games roll level + d6 − d6 against a difficulty. This page is written from the two books that run
(`systems/icons/book.py`, `systems/sorcery/book.py`): where a figure or a row differs here, the games differ in play.
`referee compare icons sorcery bash` shows what that does to the odds.

Beyond the tables: Icons has the target roll a reaction (evading, dodging, a block after the hit) and the target resist
a slam, stun or kill; Sorcery lets the attacker roll all of it and has stances instead (a block until the next action,
defending for +2). Icons takes panels side by side and pays for extra deeds with -1; Sorcery gives each character one
action and one move in a fixed order. A partial hold is -2 on one's own test in Icons and +2 difficulty in Sorcery.
"""
PAIRS = (
    (icons.BASH, sorcery.BASH), (icons.SLASH, sorcery.SLASH), (icons.BLAST, sorcery.BLAST),
    (icons.SHOOT, sorcery.SHOOT), (icons.THROW, sorcery.THROW), (icons.THROW_SHARP, sorcery.THROW_SHARP),
    (icons.RUSH, sorcery.CHARGE),
)  # fmt: skip


def of_icons(option, outcome):
    if outcome == "failure":
        return f"nothing ({option.failure})"
    row = option.row(outcome)
    return f"damage{f', may {row.may}' if row.may else ''} ({row.clause})"


def of_sorcery(option, outcome):
    row = option.rows[outcome]
    words = {"none": "nothing", "half": "half damage", "full": "damage"}[row.damage]
    extras = [f"may {row.may}"] if row.may else []
    extras += ["free attack of the target"] * row.answered + ["runs past"] * row.past
    return ", ".join([words, *extras]) + f" ({row.clause})"


def ladder(outcomes):
    return " | ".join(f"{rung.name} {_span(rung)}" for rung in outcomes.rungs)


def _span(rung):
    low = "…" if rung.low <= -99 else f"{rung.low:+d}"
    high = "…" if rung.high >= 99 else f"{rung.high:+d}"
    return low if low == high else f"{low} to {high}"


def page():
    lines = [
        HEAD,
        "## Outcomes",
        "",
        f"- Icons: {ladder(icons.OUTCOMES)}",
        f"- Sorcery: {ladder(sorcery.OUTCOMES)}",
        "",
    ]
    for mine, other in PAIRS:
        title = mine.name if mine.name == other.name else f"{mine.name} / {other.name}"
        sharp = " (something sharp)" if mine is icons.THROW_SHARP else ""
        lines += [f"## {title.title()}{sharp}", "", "| | Icons | Sorcery |", "|---|---|---|"]
        limit = f", limited by {mine.limit}" if mine.limit else ""
        lines.append(
            f"| test | {mine.ability}{limit} against {' or '.join(mine.against)} "
            f"| {other.ability} against {' or '.join(other.against)} |"
        )
        for name in reversed(sorcery.OUTCOMES.names):
            short = name.removesuffix(" success")
            known = short if short in icons.OUTCOMES.names else ""
            lines.append(f"| {name} | {of_icons(mine, known) if known else '–'} | {of_sorcery(other, name)} |")
        lines.append("")
    lines += ["## House rules", "", "| | switch | values, the default first | clause |", "|---|---|---|---|"]
    for system, switches in (("Icons", icons.SWITCHES), ("Sorcery", sorcery.SWITCHES)):
        lines += [
            f"| {system} | `{one.name}` | {', '.join(one.values) or f'a whole number, {one.default}'} | {one.clause} |"
            for one in switches.values()
        ]
    return "\n".join(lines) + "\n"


def test_the_two_books_are_what_runs():
    if os.environ.get("RECORD"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page(), "run `make record`"


def test_every_clause_on_the_page_exists():
    for mine, other in PAIRS:
        for outcome in icons.OUTCOMES.names[1:]:
            assert mine.row(outcome).clause in index()
        assert all(row.clause in index() for row in other.rows.values())
