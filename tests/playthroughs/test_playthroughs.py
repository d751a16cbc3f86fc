"""Golden playthroughs: whole fights as text. `make record` writes them anew; read the difference."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import cli

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
GOLDEN = [
    ("rooftop", EXAMPLES / "rooftop.toml", EXAMPLES / "rooftop.acts", "51"),
    ("harbour", EXAMPLES / "harbour.toml", HERE / "harbour.acts", "8"),
    ("bridge", EXAMPLES / "bridge.toml", EXAMPLES / "bridge.acts", "8"),
    ("caravan", EXAMPLES / "caravan.toml", EXAMPLES / "caravan.acts", "3"),
    ("ford", HERE / "ford.toml", HERE / "ford.acts", "8"),
    ("warehouse", EXAMPLES / "warehouse.toml", EXAMPLES / "warehouse.acts", "1"),
]


@pytest.mark.parametrize(("name", "setup", "acts", "seed"), GOLDEN, ids=[one[0] for one in GOLDEN])
def test_playthrough(name, setup, acts, seed):
    played = CliRunner().invoke(
        cli, ["play", str(setup), "--script", str(acts), "--seed", seed, "--no-odds"], input="", catch_exceptions=False
    )
    assert "Not so" not in played.output, played.output
    golden = HERE / f"{name}.txt"
    if os.environ.get("RECORD"):
        golden.write_text(played.output)
    assert played.output == golden.read_text()


BATTLES = {
    "duel": ["--seat", "1=greedy", "--seat", "2=random", "--seed", "5"],
    "teams": ["--seat", "1=greedy", "--seat", "2=random", "--seat", "3=greedy", "--seat", "4=greedy", "--seed", "6"],
    "five": ["--seat", "1=random", "--seat", "2=greedy", "--rule", "party_size=5", "--seed", "7"],
}
"""Whole games of Iconica among bots: two players, two teams, parties of five."""


@pytest.mark.parametrize("name", BATTLES)
def test_battle(name):
    played = CliRunner().invoke(cli, ["play", "iconica", *BATTLES[name]], input="", catch_exceptions=False)
    assert played.exit_code == 0
    assert "Not so" not in played.output
    assert "won  [iconica.goal" in played.output
    golden = HERE / f"{name}.txt"
    if os.environ.get("RECORD"):
        golden.write_text(played.output)
    assert played.output == golden.read_text()
