"""`referee chain` and budgets at the command line; the example of docs/odds.md is played."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import cli

ROOT = Path(__file__).parents[2]
PLAN = str(ROOT / "examples/plans/rooftop.toml")


@pytest.fixture
def roof(tmp_path):
    """Runs a command; `roof.json` is a match on the roof."""
    match = str(tmp_path / "roof.json")
    made = CliRunner().invoke(cli, ["new", "icons", "--from", str(ROOT / "examples/rooftop.toml"), "--out", match])
    assert made.exit_code == 0

    def run(command, *words):
        found = CliRunner().invoke(cli, [command, match, *words])
        if found.exit_code:
            raise found.exception
        return found.output

    return run


def test_the_page_shows_what_is_printed(roof):
    page = (ROOT / "docs/odds.md").read_text()

    def block(text):
        return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))

    assert block((ROOT / "examples/plans/rooftop.toml").read_text()) in page
    assert block(roof("chain", "--plan", PLAN, "--pages", "3")) in page
    assert block(roof("odds", "Dart", "bash", "Thug").splitlines()[0]) in page


def test_as_json_and_csv(roof):
    told = json.loads(roof("chain", "--plan", PLAN, "--until", "Dart Stamina <= 4", "--pages", "1", "--json"))
    assert told["exact"] and told["sample"] is None
    assert told["ends"][0] == {"end": "Dart Stamina <= 4", "chance": "107/192"}
    assert told["length"]["chances"] == [{"number": 1, "chance": "1"}]
    rows = list(csv.DictReader(io.StringIO(roof("chain", "--plan", PLAN, "--pages", "1", "--csv", "-"))))
    assert {"what": "Dart stands", "case": ""}.items() <= next(row for row in rows if "Dart" in row["what"]).items()


def test_a_sample_says_what_it_is(roof):
    words = ("--plan", PLAN, "--pages", "3", "--budget", "200", "--seed", "x")
    assert roof("chain", *words) == roof("chain", *words)
    assert "Not exact: a sample of" in roof("chain", *words)
    told = json.loads(roof("chain", *words, "--json"))
    assert not told["exact"] and told["sample"]["seed"] == "x"
    low, high = next(one for one in told["standing"] if one["who"] == "Dart")["interval"]
    assert 0 < low < 0.351 < high < 1
    one = json.loads(roof("odds", "--budget", "40", "--seed", "x", "--json", "Dart", "bash", "Thug"))
    assert not one["exact"] and one["sample"] == {"seed": "x", "runs": 40}
    assert len(one["intervals"]["grades"]) == len(one["grades"])
    assert json.loads(roof("odds", "--json", "Dart", "bash", "Thug"))["exact"]
    twice = roof("odds", "--budget", "40", "--times", "2", "Dart", "bash", "Thug")
    assert "Not exact: a sample of 20 runs" in twice
    assert "Not exact" in roof("odds", "--seconds", "0.001", "Dart", "bash", "Thug")


def test_what_is_wrong_is_named(roof, tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text('[acts]\nDart = ["bash Viper"]\nViper = ["slush Dart"]')
    with pytest.raises(ValueError, match=r"bad\.toml: acts\.Viper\[0\]"):
        roof("chain", "--plan", str(bad))
    bad.write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"bad\.toml: is not UTF-8"):
        roof("chain", "--plan", str(bad))
    with pytest.raises(ValueError, match="cannot be read"):
        roof("chain", "--plan", str(tmp_path / "none.toml"))
