"""The tree of an act: it is the report in the order of play, and icepool finds the same without knowing our rules."""

import contextlib
import io
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from play import Whim, act, table

from referee.core.codec import BadInput
from referee.formats.files import start
from referee.formats.words import read_intent
from referee.odds import report
from referee.odds import tree as growing
from referee.odds.tree import lines, program, tree
from referee.systems import system_named

EXAMPLES = Path(__file__).parents[2] / "examples"
ACTS = [
    ("icons", "rooftop", "Dart bash Thug"), ("icons", "rooftop", "Anvil wrestle Viper"), ("icons", "harbour", None),
    ("sorcery", "bridge", None), ("diceup", "caravan", None), ("iconica", "duel", "ann roll"),
]  # fmt: skip


def asked(name, example, words):
    system = system_named(name)
    match = start(system, EXAMPLES / f"{example}.toml", "1")
    seat = system.to_act(match.state)[0]
    intent = read_intent(system, words, system.names(match.state)) if words else system.intents(match.state, seat)[0]
    return system, match.state, system.seat_of(match.state, intent), intent


def last(need):
    return len(need.options) - 1


@pytest.mark.parametrize("question", ACTS, ids=lambda one: "-".join(filter(None, one)))
@pytest.mark.parametrize("policy", [None, last], ids=["plain", "last"])
def test_the_ends_of_a_tree_are_the_branches_of_the_report(question, policy):
    one = asked(*question)
    how = () if policy is None else (policy,)
    found = Counter()
    for end, chance in tree(*one, *how).leaves():
        found[end] += chance
    assert found == {(branch.tests, branch.changes): branch.chance for branch in report(*one, *how).branches}


def test_a_tree_deep_in_a_match():
    """Iconica, with statuses, reactions and whatever else has come up."""
    for seed in range(3, 6):
        match, whim = table(seed), Whim(seed)
        for _ in range(25):
            act(match, whim)
        for seat in match.system.to_act(match.state):
            for intent in match.system.intents(match.state, seat)[:3]:
                found = Counter()
                for end, chance in tree(match.system, match.state, seat, intent).leaves():
                    found[end] += chance
                branches = report(match.system, match.state, seat, intent).branches
                assert found == {(branch.tests, branch.changes): branch.chance for branch in branches}


@pytest.mark.parametrize("question", ACTS, ids=lambda one: "-".join(filter(None, one)))
def test_the_program_gives_the_same_odds(question):
    node = tree(*asked(*question))
    scope = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(program(node).replace("print(", "found = ("), scope)
    assert out.getvalue() == ""
    die = scope["found"]
    expected = Counter()
    for (told, changes), chance in node.leaves():
        expected[" > ".join((*told, "; ".join(changes) or "nothing changes"))] += chance
    assert {end: Fraction(ways, die.denominator()) for end, ways in die.items()} == expected


def test_a_tree_in_words():
    told = list(lines(tree(*asked("icons", "rooftop", "Dart bash Thug"))))
    assert told[0] == "ben rolls d6 - d6  [icons.bashing.test]"
    assert told[1] == "├  16.7 %  -5 to -3: miss -> nothing changes"
    assert (
        "│   ├  14.6 %  -5 to 0: Thug slam: failure -> Thug: Stamina 5 to 1, knocked down, getting up; Dart and Thug at Extended range"
        in told
    )
    short = list(lines(tree(*asked("icons", "rooftop", "Dart bash Thug")), 1))
    assert short == [
        told[0],
        told[1],
        "├  41.7 %  -2 to 0: moderate hit …",
        "├  25.0 %  1 to 2: major hit …",
        "└  16.7 %  3 to 5: massive hit …",
    ]


def test_a_tree_that_nobody_would_read_is_refused(monkeypatch):
    monkeypatch.setattr(growing, "MOST_RUNS", 10)
    with pytest.raises(BadInput, match="more than 10 places"):
        tree(*asked("icons", "rooftop", "Dart bash Thug"))
