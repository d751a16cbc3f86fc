"""A question of odds as text: whoever reads it finds the same odds, and no dice to come."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from play import Whim, act, table

from referee.cli import main
from referee.formats.files import load_question, start
from referee.formats.moves import question, read_moves, write_moves
from referee.formats.words import read_intent
from referee.odds import report
from referee.systems import system_named

EXAMPLES = Path(__file__).parents[2] / "examples"


def matches():
    for name, example in (("icons", "rooftop"), ("sorcery", "bridge"), ("diceup", "caravan")):
        yield start(system_named(name), EXAMPLES / f"{example}.toml", "a secret seed")
    yield table("a secret seed")


@pytest.mark.parametrize("match", list(matches()), ids=lambda match: match.system.name)
def test_a_question_sent_is_the_question_asked(match, tmp_path):
    whim = Whim("question")
    for _ in range(6):
        act(match, whim)
    system = match.system
    seat = system.to_act(match.state)[0]
    intent = system.intents(match.state, seat)[0]
    text = write_moves(question(match, intent))
    assert match.seed not in text
    assert write_moves(read_moves(text)) == text
    path = tmp_path / "question.txt"
    path.write_text(text)
    again, words = load_question(path)
    asked = read_intent(system, words, system.names(again.state))
    assert asked == intent
    assert again.state == match.state
    assert report(system, again.state, seat, asked) == report(system, match.state, seat, intent)


def test_at_the_command_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr("sys.argv", ["referee", *map(str, words)])
        try:
            main()
        except SystemExit as stop:
            assert not stop.code, capsys.readouterr()
        return capsys.readouterr().out

    run("new", "icons", "--from", EXAMPLES / "rooftop.toml", "--out", "fight.json", "--seed", "7")
    asked = run("odds", "fight.json", "Dart", "bash", "Thug")
    Path("question.txt").write_text(run("odds", "fight.json", "Dart", "bash", "Thug", "--share"))
    assert run("odds", "question.txt") == asked
    assert run("odds", "question.txt", "Dart", "wrestle", "Thug") == run(
        "odds", "fight.json", "Dart", "wrestle", "Thug"
    )
