"""What is best for a seat: checked against every strategy of small games, and against fixed policies in real ones."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import cli
from referee.core.asking import Tape
from referee.core.codec import from_toml
from referee.core.dice import parse
from referee.formats.words import read_intent
from referee.odds import best_for, best_for_each, decided, outcomes, report, worst_for
from referee.systems import system_named

CLAUSE = "icons.context.dice"
EXAMPLES = Path(__file__).parents[2] / "examples"


def gamble(tape):
    """A die; stay with it, or (once) roll again and let the rival choose to halve it."""
    first = tape.roll(parse("d6"), CLAUSE).total
    if tape.choose("ann", ("stay", "again"), CLAUSE, f"stay with {first}?") == "stay":
        return first
    second = tape.roll(parse("d6"), CLAUSE).total
    halves = tape.choose("ben", ("leave", "halve"), CLAUSE, f"halve {second}?") == "halve"
    return second // 2 if halves else second


def own(need, result):
    return Fraction(result) if need.who == "ann" else Fraction(-result)


def test_of_all_strategies_each_chooses_the_best_answer_to_the_other():
    leaves = decided(gamble, own)
    assert sum(chance for _, chance in leaves) == 1
    value = sum(result * chance for result, chance in leaves)
    # Independent: ben always halves; ann stays on whatever is no less than the mean of a halved die.
    halved = Fraction(sum(face // 2 for face in range(1, 7)), 6)
    assert value == Fraction(sum(max(Fraction(face), halved) for face in range(1, 7)), 6)
    # No strategy of ann's (an answer for each face) does better against that ben.
    for strategy in product((0, 1), repeat=6):

        def players(need, strategy=strategy):
            return strategy[int(need.text[-2]) - 1] if need.who == "ann" else 1

        assert sum(result * chance for result, chance in outcomes(gamble, players)) <= value


def position(system, example):
    game = system_named(system)
    return game, game.setup(from_toml((EXAMPLES / example).read_text(), game.setup_type))


def expected(system, state, seat, words, players=None, goal=None):
    """What a state after the act is worth to a seat on average."""
    intent = read_intent(system, words, system.names(state))
    by = system.seat_of(state, intent)

    def step(tape):
        return system.step(state, by, intent, tape)[0]

    if goal is None:
        leaves = outcomes(step, players)
    else:
        leaves = decided(step, lambda need, then: goal(system, need, then))
    return sum(chance * system.worth(then, seat) for then, chance in leaves)


@pytest.mark.parametrize(
    ("name", "example", "words", "seat"),
    [("icons", "rooftop.toml", "Dart bash Thug", "ben"), ("sorcery", "bridge.toml", "Kestrel bash Bandit", "ann")],
)
def test_best_and_worst_bound_every_policy(name, example, words, seat):
    system, state = position(name, example)
    if name == "sorcery":
        words = next(
            f"{one.sheet.name} bash {other.sheet.name}"
            for one in state.fighters
            for other in state.fighters
            if one.seat == seat and other.sheet.side != one.sheet.side
            and system.refusal(state, seat, read_intent(system, f"'{one.sheet.name}' bash '{other.sheet.name}'")) is None
        )  # fmt: skip
    best = expected(system, state, seat, words, goal=best_for(seat))
    worst = expected(system, state, seat, words, goal=worst_for(seat))
    each = expected(system, state, seat, words, goal=best_for_each)
    assert worst <= each <= best
    for answer in range(2):
        fixed = expected(system, state, seat, words, players=lambda need, answer=answer: min(answer, need.size - 1))
        assert worst <= fixed <= best


def test_the_report_says_how_people_choose():
    system, state = position("icons", "rooftop.toml")
    bash = read_intent(system, "Dart bash Thug", system.names(state))
    found = report(system, state, "ben", bash, goal=worst_for("ben"))
    assert sum(branch.chance for branch in found.branches) == 1
    assert found.assumed == (("people", "choose what is worst for ben"),)
    assert any("block" in test for branch in found.branches for test in branch.tests)


def test_on_the_command_line(tmp_path):
    match = tmp_path / "fight.json"
    run = CliRunner()
    assert (
        run.invoke(cli, ["new", "icons", "--from", str(EXAMPLES / "rooftop.toml"), "--out", str(match)]).exit_code == 0
    )
    told = run.invoke(cli, ["odds", str(match), "--worst", "ben", "Dart", "bash", "Thug"])
    assert "Assuming people choose what is worst for ben" in told.output
    wrong = run.invoke(cli, ["odds", str(match), "--best", "bem", "Dart", "bash", "Thug"])
    assert "did you mean 'ben'?" in str(wrong.exception)


def test_a_tape_asks_nothing_new():
    """The same answers lead to the same questions, so a rule that looks elsewhere is caught."""
    flip = iter(range(100))

    def unsteady(tape: Tape):
        return tape.choose("ann", ("a", "b"), CLAUSE, f"{next(flip)}")

    with pytest.raises(RuntimeError, match="the same answers"):
        decided(unsteady, lambda need, result: Fraction(0))
