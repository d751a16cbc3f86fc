"""`referee position`, `moves` and `replay`, as people use them."""

import json
from pathlib import Path

import pytest

from referee.cli import main

ROOT = Path(__file__).parents[2]
START = "iconica acting order=12 turn=5 | ann next w4b1: gnash 70, ash-lancer | ben: gatewarden, river-mother 30"


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    """Runs `referee` as a shell would: (exit code, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr("sys.argv", ["referee", *map(str, words)])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def fight(shell):
    """A match from a position, after one act."""
    Path("start.toml").write_text(f'position = "{START}"\n')
    code, _, err = shell("new", "iconica", "--from", "start.toml", "--out", "m.json", "--seed", "4")
    assert code == 0, err
    assert shell("act", "m.json", "ann use 'Ash Lancer'", "--answer", "Gatewarden")[0] == 0
    return shell


def test_a_position_is_printed_and_starts_another_match(fight):
    assert fight("position", "m.json", "--at", "0")[1] == START + "\n"
    line = fight("position", "m.json")[1].strip()
    assert "| ben next: gatewarden" in line
    Path("later.toml").write_text(f"position = '{line}'\n")
    assert fight("new", "iconica", "--from", "later.toml", "--out", "later.json")[0] == 0
    assert fight("position", "later.json")[1].strip() == line
    assert fight("legal", "later.json")[1].startswith("ben: ben roll\n")
    assert fight("odds", "m.json", "ben", "roll", "--json") == fight("odds", "later.json", "ben", "roll", "--json")
    code, _, err = fight("position", "m.json", "--at", "2")
    assert (code, err) == (2, "referee: there is no entry 2; the match has 1\n")


def test_play_starts_from_a_position_with_bots(shell):
    line = START.replace("order=12", "pool=own turn_limit=9 order=12")
    Path("start.toml").write_text(f'position = "{line}"\n')
    Path("acts").write_text("quit\n")
    seats = ("--seat", "1=greedy", "--seat", "2=random")
    code, out, err = shell("play", "start.toml", "--script", "acts", "--seed", "1", *seats)
    assert code == 0, err
    assert out.startswith("Turn 5, ann: ann chooses")
    assert "won" in out or "drawn" in out


def test_house_rules_of_a_position_are_shown(shell):
    Path("start.toml").write_text('position = "' + START.replace("order=12", "pool=own order=12") + '"\n')
    shell("new", "iconica", "--from", "start.toml", "--out", "m.json")
    assert "pool = own  (not the default)" in shell("show", "m.json")[1]


def test_a_bad_position_is_one_sentence_with_file_and_part(shell):
    Path("bad.toml").write_text('position = "' + START.replace("gnash 70", "gnash 700") + '"\n')
    code, _, err = shell("new", "iconica", "--from", "bad.toml")
    assert code == 2
    assert err == "referee: bad.toml: position: ann, gnash.left: 700 is no multiple of 10 up to 80\n"
    Path("bad.toml").write_text(f'first = "ann"\nposition = "{START}"\n')
    assert shell("new", "iconica", "--from", "bad.toml")[2].endswith("first: the position says this; leave it out\n")


def test_other_systems_have_no_position_lines(shell):
    shell("new", "icons", "--from", ROOT / "examples" / "rooftop.toml", "--out", "f.json", "--seed", "7")
    code, _, err = shell("position", "f.json")
    assert code == 2
    assert "f.json: icons has no position lines" in err


def test_moves_are_listed_annotated_and_played_again(fight):
    before = Path("m.json").read_bytes()
    out = fight("moves", "m.json")[1]
    assert "\n# Turn 5, ann\n1. ann use 'Ash Lancer' (Gatewarden)" in out
    code, said, err = fight("moves", "m.json", "-o", "m.txt", "--mark", "1", "!?", "--comment", "1", "Bold {so}.")
    assert (code, said) == (0, "m.txt written, 1 moves.\n"), err
    assert fight("moves", "m.txt", "-o", "m.txt", "--comment", "0", "From a position.")[0] == 0
    text = Path("m.txt").read_text()
    assert "!? { Bold \\{so\\}. }" in text
    assert "{ From a position. }" in text
    assert Path("m.json").read_bytes() == before
    code, said, err = fight("replay", "m.txt", "-o", "again.json")
    assert code == 0, err
    assert said.startswith("1 moves played. again.json written.\nTurn 6, ben\n")
    assert said.splitlines()[-1] == "Position: " + fight("position", "m.json")[1].strip()
    assert Path("again.json").read_bytes() == before
    told = json.loads(fight("replay", "m.txt", "--at", "0", "--json")[1])
    assert (told["moves"], told["position"]) == (0, START)


def test_files_are_not_overwritten(fight):
    fight("moves", "m.json", "-o", "m.txt")
    for words in (
        ("moves", "m.json", "-o", "m.txt"),
        ("moves", "m.json", "-o", "m.json"),
        ("replay", "m.txt", "-o", "m.json"),
    ):
        code, _, err = fight(*words)
        assert code == 2
        assert "exists already" in err


def test_what_does_not_fit_is_one_sentence_with_file_line_and_move(fight):
    text = fight("moves", "m.json")[1]
    Path("bad.txt").write_text(text.replace("use 'Ash", "break 'Ash"))
    code, _, err = fight("replay", "bad.txt")
    assert code == 2
    assert err.startswith("referee: bad.txt: line 10, move 1: Ash Lancer carries its Action Break badge at 5")
    Path("bad.txt").write_text(text.replace("[Seed", "[Sed"))
    assert "bad.txt: line 3: no tag here is called 'Sed'; did you mean 'Seed'?" in fight("moves", "bad.txt")[2]
    Path("bad.txt").write_bytes(b"\xff")
    assert "bad.txt: is not UTF-8 text" in fight("replay", "bad.txt")[2]
    assert "there is no move 7; the list has 1" in fight("moves", "m.json", "--mark", "7", "!")[2]


def test_an_act_that_waits_is_left_out_and_said_so(fight):
    fight("act", "m.json", "ben", "roll", "--dice", "6,6")
    fight("act", "m.json", "ben", "use", "Gatewarden")
    _, out, err = fight("moves", "m.json")
    assert "referee: an act waits for an answer; it is left out" in err
    assert "use Gatewarden" not in out


def test_a_list_of_another_system_comes_back_as_well(shell):
    shell("new", "icons", "--from", ROOT / "examples" / "rooftop.toml", "--out", "f.json", "--seed", "7")
    shell("act", "f.json", "Dart", "bash", "Thug", "--dice", "4,3,2,2", "--answer", "no")
    shell("moves", "f.json", "-o", "f.txt")
    assert "\n1. Dart bash Thug (4,3 no 2,2)\n" in Path("f.txt").read_text()
    assert shell("replay", "f.txt", "-o", "g.json")[0] == 0
    assert Path("g.json").read_bytes() == Path("f.json").read_bytes()
