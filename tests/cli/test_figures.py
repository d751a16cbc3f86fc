"""Figures in files, sweeps over levels, and programs for others, as people ask for them."""

import csv
import io
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest

from referee.cli import main

SWEEP = ("sweep", "icons", "bash", "--own", "prowess=1-10", "--target", "prowess=1-10")


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    """Runs `referee` in an empty folder: (exit code, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr("sys.argv", ["referee", *map(str, words)])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return run


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_sweep_is_a_table_of_chances_by_the_rules(shell):
    code, out, _ = shell(*SWEEP, "--csv", "-")
    table = {(int(row["own prowess"]), int(row["target's prowess"])): Fraction(row["exact"]) for row in rows(out)}
    assert code == 0
    assert len(table) == 100
    # A success is an effect of 0 or more: of 36 throws of d6 - d6 so many make up for the difference.
    reach = [sum(one - other >= need for one in range(6) for other in range(6)) for need in range(-12, 13)]
    assert table == {
        (own, other): Fraction(reach[other - own + 12], 36) for own in range(1, 11) for other in range(1, 11)
    }


def test_a_sweep_of_one_outcome_in_words(shell):
    code, out, _ = shell(*SWEEP, "--outcome", "massive hit")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "icons: bash, massive hit"
    assert len(lines) == 13
    assert lines[12].split()[1:3] == ["█", "97"], "ten against one: all throws but -5"
    assert lines[12].split()[-2:] == ["░", "3"], "ten against ten: 5 alone"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--own", "prowess=3"), "such as prowess=1-10"),
        (("--own", "prowes=1-3"), "did you mean 'prowess'"),
        (("--own", "prowess=5-1"), "give the lower end first"),
        (("--own", "prowess=1-50"), "too many"),
        (("--outcome", "splendid"), "nothing comes out as 'splendid'"),
    ],
)
def test_what_cannot_be_swept_is_said(shell, words, told):
    code, out, err = shell(*SWEEP, *words)
    assert (code, out) == (2, "")
    assert told in err


def test_figures_as_svg_keep_their_words(shell, tmp_path):
    assert shell("compare", "icons", "sorcery", "bash", "--svg", "both.svg")[0] == 0
    words = "".join(ElementTree.parse(tmp_path / "both.svg").getroot().itertext())
    assert "bash: icons and sorcery" in words
    assert "massive hit" in words
    first = (tmp_path / "both.svg").read_bytes()
    shell("compare", "icons", "sorcery", "bash", "--svg", "both.svg")
    assert (tmp_path / "both.svg").read_bytes() == first, "the same question gives the same file"


def test_figures_as_png(shell, tmp_path):
    assert shell(*SWEEP, "--png", "levels.png")[0] == 0
    assert shell("dice", "10d100 - 10d100", "--png", "many.png")[0] == 0
    for name in ("levels.png", "many.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_all_figures_of_a_roll_as_csv(shell, tmp_path):
    assert shell("dice", "2d6", "--csv", "two.csv")[0] == 0
    table = rows((tmp_path / "two.csv").read_text())
    assert {int(row["what"]): Fraction(row["exact"]) for row in table} == {
        total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)
    }


def test_odds_as_csv(shell, tmp_path):
    from pathlib import Path

    setup = Path(__file__).parents[2] / "examples" / "rooftop.toml"
    assert shell("new", "icons", "--from", setup, "--out", "fight.json", "--seed", "7")[0] == 0
    code, out, _ = shell("odds", "fight.json", "Dart", "bash", "Thug", "--csv", "-")
    assert code == 0
    assert sum(Fraction(row["exact"]) for row in rows(out)) == 1


def test_a_wrong_ending_or_no_matplotlib_is_one_sentence(shell, monkeypatch):
    code, _, err = shell("dice", "d6", "--png", "one.jpg")
    assert (code, "does not end in .png" in err) == (2, True)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = shell("dice", "d6", "--png", "one.png")
    assert (code, "pip install 'referee[plots]'" in err) == (2, True)


def test_a_roll_as_a_program(shell):
    assert shell("dice", "3d6kh2 - d6", "--program", "anydice")[1] == "output [highest 2 of 3d6] - d6\n"
    code, _, err = shell("dice", "d6!", "--program", "anydice")
    assert (code, "try --program icepool" in err) == (2, True)
