"""Odds of the same act several times in a row, against counting it out by hand."""

import tomllib
from fractions import Fraction
from pathlib import Path

from referee.core.codec import from_tree
from referee.formats.words import read_intent
from referee.odds import ahead
from referee.systems import system_named

ROOT = Path(__file__).parents[2]
DICEUP = system_named("diceup")


def strains(times, start=0):
    """The chance of each strain after so many rolls of Kim with Force (+3) against CL 5, no rewards taken as relief."""
    chances = {start: Fraction(1)}
    for _ in range(times):
        after = {}
        for strain, chance in chances.items():
            for face in range(1, 21):
                margin = (face + 3 + 2) // 3 - 5
                taken = 0 if margin > 0 else 1 - margin
                end = min(6, strain + taken)
                after[end] = after.get(end, 0) + chance * Fraction(1, 20)
        chances = after
    return chances


def test_strain_over_three_rolls():
    tree = tomllib.loads((ROOT / "tests/systems/diceup/cast.toml").read_text())
    state = DICEUP.setup(from_tree(tree, DICEUP.setup_type))
    intent = read_intent(DICEUP, "Kim act Force cl=5 indirect=0", DICEUP.names(state))
    # Two rolls: the condition that a third may meet at +2 CL is not counted out here.
    found = {}
    for changes, chance in ahead(DICEUP, state, "gm", intent, 2)[0]:
        words = " ".join(changes)
        strain = int(words.split("strain 0 to ")[1].split(",")[0]) if "strain 0 to" in words else 0
        found[strain] = found.get(strain, 0) + chance
    expected = strains(2)
    assert sum(found.values()) == 1
    # No first roll reaches six on its own (at worst a miss by 3 costs 4), so both rolls stand at the plain CL.
    assert found == expected


def test_the_chance_of_a_condition_grows_with_every_roll():
    tree = tomllib.loads((ROOT / "tests/systems/diceup/cast.toml").read_text())
    state = DICEUP.setup(from_tree(tree, DICEUP.setup_type)).with_hero("Kim", strain=6)
    intent = read_intent(DICEUP, "Kim act Force cl=5 indirect=0", DICEUP.names(state))
    chances = []
    for times in (1, 2, 3):
        states, _ = ahead(DICEUP, state, "gm", intent, times)
        assert sum(chance for _, chance in states) == 1
        chances.append(sum(chance for changes, chance in states if "conditions 0 to" in " ".join(changes)))
    assert chances[0] == Fraction(12, 20)  # faces 1 to 12 meet or miss
    assert chances[0] < chances[1] < chances[2] < 1
