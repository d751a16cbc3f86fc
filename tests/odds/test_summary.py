"""The one line of a report, and what is expected of whatever may change: against the branches, and against icepool."""

from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from referee.core.codec import BadInput
from referee.formats.files import start
from referee.formats.words import read_intent
from referee.odds import Budget, best_for, report
from referee.systems import system_named

EXAMPLES = Path(__file__).parents[2] / "examples"


def asked(name, example, words=None):
    system = system_named(name)
    match = start(system, EXAMPLES / f"{example}.toml", "1")
    seat = system.to_act(match.state)[0]
    intent = read_intent(system, words, system.names(match.state)) if words else system.intents(match.state, seat)[0]
    return system, match.state, system.seat_of(match.state, intent), intent


def test_one_line_says_it_all():
    found = report(*asked("icons", "rooftop", "Dart bash Thug"))
    assert found.summary == (
        "moderate hit 42 %, major hit 25 %, massive hit 17 %, miss 17 %; Thug Stamina 5 to 1.57 on average; nothing changes 17 %"
    )


def test_expected_stamina_is_what_icepool_expects():
    # Dart (5) against 3: damage 4 of 5 on a hit; a massive hit forces a test of 3 against 4 that a failure ends at 0.
    roll = icepool.d6 - icepool.d6
    stamina = roll.map(
        lambda one: (
            icepool.Die([5])
            if one < -2
            else roll.map(lambda other: 0 if other <= 0 else 1)
            if one > 2
            else icepool.Die([1])
        )
    )
    ((now, spread),) = report(*asked("icons", "rooftop", "Dart bash Thug")).measures
    assert (now, spread.who, spread.what) == (5, "Thug", "Stamina")
    assert dict(spread.chances) == {left: Fraction(ways, stamina.denominator()) for left, ways in stamina.items()}
    assert spread.mean == Fraction(113, 72)


@pytest.mark.parametrize("question", [("sorcery", "bridge"), ("diceup", "caravan"), ("iconica", "duel", "ann roll")])
def test_spreads_are_of_everything_that_may_change_and_sum_to_one(question):
    system, state, seat, intent = asked(*question)
    found = report(system, state, seat, intent)
    before = {(who, what): number for who, what, number in system.measures(state)}
    for now, spread in found.measures:
        assert before[spread.who, spread.what] == now
        assert sum(chance for _, chance in spread.chances) == 1
        assert any(number != now for number, _ in spread.chances)
        assert f"{spread.who} {spread.what} {now} to {float(spread.mean):.2f} on average" in found.summary


def test_what_is_best_is_never_guessed():
    question = asked("icons", "rooftop", "Dart bash Thug")
    with pytest.raises(BadInput, match="say what people answer, or allow more"):
        report(*question, goal=best_for("ben"), budget=Budget(branches=8))
    assert report(*question, goal=best_for("ben"), budget=Budget(branches=2000)).exact


def test_a_sample_says_that_it_is_one():
    found = report(*asked("icons", "rooftop", "Dart bash Thug"), budget=Budget(branches=8))
    assert not found.exact
    assert found.summary.endswith("(a sample)")
