"""What the book says in figures."""

from __future__ import annotations

from referee.clauses import index, table
from referee.core.dice import parse
from referee.core.system import Switch

D20 = parse("d20")
LIMIT = 6
"""Strain never stands higher (diceup.taking.six)."""
DOWN = 4
"""Conditions that overcome a hero (diceup.overcome.four)."""

SWITCHES = {
    one.name: Switch(one.name, tuple(one.values), one.default, one.clause) for one in index().switches("diceup")
}

MARGINS = {str(row["outcome"]): str(row["id"]) for row in table("diceup.taking.ladder")}
BEATS = {str(row["outcome"]): str(row["id"]) for row in table("diceup.context.beat")}
EFFECTS = tuple(str(row["id"]) for row in table("diceup.conditions.effects"))
"""One condition on an aptitude, two on it, four in all."""


def level_of(total: int, band: int) -> int:
    """The level that a total reaches: bands of equal width from 1 up, 0 below (diceup.context.cl_bands)."""
    return max(0, -(-total // band))


def strain_of(margin: int, rule: str) -> int:
    """Strain of a roll by its margin in levels (diceup.taking.ladder)."""
    if margin > 0:
        return 0
    if margin == 0:
        return 1
    return -margin + 1 if rule == "levels_plus_one" else max(1, -margin)


def margin_words(margin: int) -> str:
    """A margin as the ladder names it: `beat by 1 or more`, `meet`, `miss by 2`."""
    if margin > 0:
        return "beat by 1 or more"
    if margin == 0:
        return "meet"
    return f"miss by {-margin}"


def margin_row(margin: int) -> str:
    """The row of the ladder for a margin."""
    return MARGINS.get(margin_words(margin), MARGINS["miss by N"])


def beat_row(margin: int) -> str:
    """The row of the rewards for a beat."""
    return BEATS[f"beat by {margin}" if margin < 4 else "beat by 4 or more"]
