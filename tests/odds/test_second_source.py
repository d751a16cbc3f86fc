"""Odds from the rules against icepool, which knows none of them, and against hand-worked figures."""

import sys
from fractions import Fraction
from pathlib import Path

import icepool
import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from play import fight

from referee.formats.words import read_intent
from referee.odds import report

ROLL = icepool.d6 - icepool.d6
CAST = "tests/systems/icons/cast.toml"


def odds(words, answers=(), **changes):
    match = fight(CAST, **changes)
    intent = read_intent(match.system, words, match.system.names(match.state))

    def players(need):
        return next((need.options.index(word) for word in answers if word in need.options), 0)

    found = report(match.system, match.state, match.system.seat_of(match.state, intent), intent, players)
    return {branch.tests: branch.chance for branch in found.branches}, found


def grade(effect):
    return "failure" if effect < 0 else "moderate" if effect <= 2 else "major" if effect <= 4 else "massive"


def as_fractions(die):
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}


def attack(level, difficulty, resist, damage, target, harms, *, knocked_out=False):
    """An attack and its follow-up test as icepool sees it: nested maps, no rule of ours."""

    def follow(roll):
        outcome = grade(level + roll - difficulty)
        if outcome == "failure":
            return icepool.Die([("miss",)])
        harm = harms.get(outcome)
        if harm is None or (harm == "stun" and knocked_out):
            return icepool.Die([(f"{outcome} hit",)])
        return (ROLL + (resist - damage)).map(lambda effect: (f"{outcome} hit", f"{target} {harm}: {grade(effect)}"))

    return as_fractions(ROLL.map(follow))


BLUNT = {"major": "slam", "massive": "stun"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Dart bash Thug", attack(5, 3, 3, 4, "Thug", BLUNT)),
        ("Dart bash Viper", attack(5, 6, 4, 4, "Viper", BLUNT)),
        ("Anvil bash Viper", attack(4, 6, 4, 7, "Viper", BLUNT)),
        ("Anvil rush Viper", attack(4, 6, 4, 7, "Viper", BLUNT)),
        ("Lantern blast Viper", attack(4, 5, 4, 5, "Viper", BLUNT)),
        ("Lantern blast Thug", attack(4, 2, 3, 5, "Thug", BLUNT, knocked_out=True)),
    ],
)
def test_attacks_agree_with_icepool(words, expected):
    assert odds(words)[0] == expected


@pytest.mark.parametrize(("way", "level"), [("evade", 5), ("dodge", 6)])
def test_defences_agree_with_icepool(way, level):
    """Brute (5) bashes Dart: a tie is a miss, and the margin of failure is the attacker's effect."""
    _, found = odds("Brute bash Dart", [way], first="villains")

    def hit(roll):
        effect = level + roll - 5
        return "miss" if effect >= 0 else f"{grade(-effect)} hit"

    assert dict(found.grades) == as_fractions(ROLL.map(hit))


def test_a_block_agrees_with_icepool():
    """Viper hit by Anvil's 7 blocks with Strength 4: the damage that gets through."""
    _, found = odds("Anvil bash Viper", ["yes"])
    left = {}
    for branch in found.branches:
        if branch.tests[0] == "moderate hit":
            words = next((one for one in branch.changes if one.startswith("Viper")), "")
            stamina = int(words.split(" to ")[1].split(",")[0]) if "Stamina" in words else 9
            left[stamina] = left.get(stamina, 0) + branch.chance
    hit = as_fractions(ROLL.map(lambda roll: grade(4 + roll - 6)))["moderate"]
    expected = as_fractions(ROLL.map(lambda roll: 9 - (7 - max(0, 4 + roll - 7))))
    assert {stamina: chance / hit for stamina, chance in left.items()} == expected


def test_figures_worked_by_hand():
    """A difficulty 0, 2 and 4 above the level succeeds in 21, 10 and 3 of 36 throws (icons.context.dice-odds)."""
    for target, level, success in (("Viper", 6, 21), ("Viper", 4, 10), ("Viper", 2, 3)):
        match = fight(CAST)
        state = match.state
        sheet = state["Dart"].sheet
        state = state.with_fighter("Dart", sheet=msgspec.structs.replace(sheet, prowess=level))
        intent = read_intent(match.system, f"Dart bash {target}", match.system.names(state))
        grades = dict(report(match.system, state, "ben", intent).grades)
        assert 1 - grades["miss"] == Fraction(success, 36)


def test_both_ways_to_throw_the_dice_have_the_same_odds():
    assert odds("Dart bash Thug")[0] == odds("Dart bash Thug", dice="sum_minus_7")[0]


def test_who_rolls_the_resistance_does_not_change_the_odds_of_what_comes_of_it():
    assert dict(odds("Dart bash Thug")[1].states) == dict(odds("Dart bash Thug", resist_roll="attacker")[1].states)
