"""The commands as people use them: on real files, with real mistakes."""

import doctest
import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import COMMANDS, cli, main

ROOT = Path(__file__).parents[2]
ROOFTOP = ROOT / "examples" / "rooftop.toml"


@pytest.fixture
def table(tmp_path, monkeypatch, capsys):
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
def fight(table):
    code, _, err = table("new", "icons", "--from", ROOFTOP, "--out", "fight.json", "--seed", "7")
    assert code == 0, err
    return table


def sentence(err):
    """What people got wrong is one line."""
    assert err.startswith("referee: "), err
    assert err.count("\n") == 1, err
    return err


def test_an_act_with_real_dice_asks_waits_and_goes_on(fight):
    code, out, _ = fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "4,3,2,2")
    assert code == 2  # the block is asked between the throws, so the last two dice would be lost
    code, out, _ = fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "4,3")
    assert code == 0
    assert "Dart hits Thug: major success  [icons.bashing.major]" in out
    assert "? gm: Thug is hit for 4. Block?" in out
    assert json.loads(fight("show", "fight.json", "--json")[1])["asked"]["options"] == ["no", "yes"]
    code, out, _ = fight("answer", "fight.json", "no", "--dice", "2,2")
    assert "Thug is slammed and lies at Extended range from Dart" in out
    assert "[icons.slamming.failure]" in out


def test_all_dice_and_answers_of_an_act_in_one_call(fight):
    code, out, _ = fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "4,3,2,2", "--answer", "no", "--json")
    assert code == 0
    told = json.loads(out)
    assert told["entries"] == 1
    assert told["asked"] is None
    assert [event["event"] for event in told["events"]][:4] == ["Tested", "Scored", "Hurt", "Tested"]
    assert all(event["clause"].startswith("icons.") for event in told["events"])


def test_odds_are_exact_and_name_follow_ups(fight):
    code, out, _ = fight("odds", "fight.json", "Dart", "bash", "Thug", "--json")
    told = json.loads(out)
    assert code == 0
    assert dict(map(tuple, told["grades"])) == {
        "moderate hit": "5/12", "major hit": "1/4", "miss": "1/6", "massive hit": "1/6",
    }  # fmt: skip
    slammed = [one for one in told["branches"] if "Thug slam: failure" in one["tests"]]
    assert [one["chance"] for one in slammed] == ["7/48"]
    assert told["exact"] is True


def test_undo_shows_the_table_as_it_was_and_deals_the_same_dice(fight):
    before = fight("show", "fight.json")[1]
    first = fight("act", "fight.json", "Lantern", "blast", "Brute", "--answer", "no")
    if first[0] == 2:  # a miss asks nothing
        first = fight("act", "fight.json", "Lantern", "blast", "Brute")
    fight("undo", "fight.json")
    assert fight("show", "fight.json")[1] == before
    again = fight("redo", "fight.json")
    assert again[1] == first[1]


def test_amend_lets_an_entry_have_gone_differently(fight):
    fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "1,6")
    code, out, err = fight("amend", "fight.json", "1", "--dice", "6,1,1,6", "--answer", "no", "--why", "misread dice")
    assert code == 0, err
    assert "unconscious" in out
    assert "note: entry 1 amended: misread dice" in fight("log", "fight.json")[1]
    assert fight("verify", "fight.json")[0] == 0


def test_a_branch_leaves_the_first_match_alone(fight):
    fight("act", "fight.json", "Anvil", "pass")
    before = Path("fight.json").read_bytes()
    assert fight("branch", "fight.json", "--at", "0", "--out", "other.json")[0] == 0
    fight("act", "other.json", "Dart", "pass")
    assert Path("fight.json").read_bytes() == before


def test_refusals_name_the_clause(fight):
    code, _, err = fight("act", "fight.json", "Thug", "shoot", "Dart")
    assert code == 2
    assert "[icons.conflict.alternate]" in sentence(err)
    out = fight("legal", "fight.json", "--as", "cay", "--refused")[1]
    assert "Lantern bash Thug using=fists    refused: Thug is at Extended range" in out
    assert "[icons.distance.close-attack-reach]" in out


def test_a_stale_caller_is_refused(fight):
    fight("act", "fight.json", "Anvil", "pass")
    code, _, err = fight("act", "fight.json", "Dart", "pass", "--at", "0")
    assert code == 2
    assert "has 1 entries now, not 0" in sentence(err)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("prowess = 4", "prowess = 11", ("characters[0].prowess", "<= 10")),
        ('"Invulnerability"', '"Invulnerabilty"', ("powers[0].name", "did you mean 'Invulnerability'?")),
        ('kind = "slashing"', 'kind = "slashin"', ("attacks[0].kind", "did you mean 'slashing'?")),
        ("strength = 7", "strenght = 7", ("strenght", "did you mean 'strength'?")),
        ('between = ["Lantern", "Thug"]', 'between = ["Lanten", "Thug"]', ("distances[0]", "'Lantern'?")),
        ('first = "heroes" ', 'first = "heros" ', ("first", "did you mean 'heroes'?")),
    ],
)
def test_a_bad_set_up_is_one_sentence_with_field_and_fix(table, old, new, words):
    text = ROOFTOP.read_text()
    assert old in text
    Path("bad.toml").write_text(text.replace(old, new, 1))
    code, _, err = table("new", "icons", "--from", "bad.toml")
    assert code == 2
    for word in ("bad.toml", *words):
        assert word in sentence(err)
    assert not Path("bad.match.json").exists()


def test_house_rules_are_checked_and_shown(table):
    text = ROOFTOP.read_text()
    for line, word in (
        ('rolling = "everybody"', "none of: players, attacker, defender"),
        ('roling = "attacker"', "did you mean 'rolling'?"),
        ("pages_per_minute = 0", "no whole number from 1"),
    ):
        Path("bad.toml").write_text(text.replace('range = "Close" ', f'rules = {{ {line} }}\nrange = "Close" ', 1))
        code, _, err = table("new", "icons", "--from", "bad.toml")
        assert code == 2
        assert word in sentence(err)
    Path("ok.toml").write_text(
        text.replace('range = "Close" ', 'rules = { rolling = "attacker" }\nrange = "Close" ', 1)
    )
    assert table("new", "icons", "--from", "ok.toml", "--out", "ok.json")[0] == 0
    out = table("show", "ok.json")[1]
    assert "rolling = attacker  (not the default)" in out
    assert json.loads(table("show", "ok.json", "--json")[1])["rules"]["block_cost"] == "panel"


def test_damaged_files_are_told_apart(fight):
    fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "1,6")
    whole = Path("fight.json").read_text()
    Path("cut.json").write_text(whole[: len(whole) // 2])
    assert "cut short" in sentence(fight("show", "cut.json")[2])
    Path("edited.json").write_text(whole.replace('"effort": 0', '"effort": 9', 1))
    assert "edited" in sentence(fight("show", "edited.json")[2])
    code, out, _ = fight("verify", "edited.json")
    assert code == 1
    assert "entry 1, event 1" in out
    assert "cannot be read" in sentence(fight("show", "nowhere.json")[2])
    Path("newer.json").write_text(whole.replace('"format": 1', '"format": 2', 1))
    assert "newer referee" in sentence(fight("show", "newer.json")[2])


def test_secret_rolls_stay_with_the_game_master(fight):
    fight("act", "fight.json", "Dart", "bash", "Thug", "--dice", "6,1,1,6", "--answer", "no")
    for words in ("Anvil pass", "Lantern pass", "Viper pass", "Brute pass"):
        assert fight("act", "fight.json", *words.split())[0] == 0
    assert "comes to on page" in fight("log", "fight.json")[1]
    assert "comes to on page" not in fight("log", "fight.json", "--as", "ben")[1]
    assert "wake" not in fight("show", "fight.json", "--as", "ben", "--json")[1]


def test_play_saves_after_every_act_and_survives_mistakes(fight, monkeypatch):
    typed = "Dart bash Nobody\nodds Anvil bash Brute\nAnvil pass\nundo\nredo\nquit\n"
    played = CliRunner().invoke(cli, ["play", "fight.json"], input=typed, catch_exceptions=False)
    assert "Not so: nobody here is called 'Nobody'" in played.output
    assert "Odds of Anvil bash Brute" in played.output
    assert "1. ann: Anvil pass" in fight("log", "fight.json")[1]


def test_real_dice_are_asked_for_in_the_loop():
    typed = "Dart bash Thug\n7 1\n6 1\nno\n1 6\nquit\n"
    played = CliRunner().invoke(
        cli, ["play", str(ROOFTOP), "--real-dice", "--no-odds"], input=typed, catch_exceptions=False
    )
    assert "Not so: " in played.output
    assert "d6 - d6" in played.output
    assert "Thug is unconscious  [icons.stunning.failure]" in played.output


def test_check_says_what_differs_and_fails_on_unused_dice(table):
    scenario = (ROOT / "tests/systems/icons/bashing.toml").read_text()
    head, first = scenario.split("[[scenario]]")[:2]
    Path("cast.toml").write_text((ROOT / "tests/systems/icons/cast.toml").read_text())
    Path("good.toml").write_text(head + "[[scenario]]" + first)
    assert table("check", "good.toml")[0] == 0
    Path("bad.toml").write_text(head + "[[scenario]]" + first.replace("[2, 2]]", "[2, 2], [3, 3]]"))
    code, out, _ = table("check", "bad.toml")
    assert code == 1
    assert "left over: dice [(3, 3)]" in out
    Path("bad.toml").write_text(head + "[[scenario]]" + first.replace("stamina = 1, down", "stamina = 2, down"))
    assert "Thug.stamina: expected 2, found 1" in table("check", "bad.toml")[1]


def test_schema_accepts_the_examples_and_refuses_level_11(table):
    import tomllib

    import jsonschema

    systems = {"bridge": "sorcery", "caravan": "diceup", "duel": "iconica", "teams": "iconica"}
    for path in (ROOT / "examples").glob("*.toml"):
        schema = json.loads(table("schema", systems.get(path.stem, "icons"))[1])
        tree = tomllib.loads(path.read_text())
        jsonschema.validate(tree, schema)
        if path.stem == "caravan":
            tree["heroes"][0]["surges"] = 21
        elif "players" in tree:
            tree["players"][0]["prowess"] = 11
        else:
            tree["characters"][0]["prowess"] = 11
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tree, schema)


def test_dice_are_exact(table):
    told = json.loads(table("dice", "d6 - d6", "--json")[1])
    assert dict(map(tuple, told["totals"]))[5] == "1/36"
    code, _, err = table("dice", "3d6kh9")
    assert code == 2
    assert "^" in err


def test_every_command_has_help():
    for name in COMMANDS:
        shown = CliRunner().invoke(cli, [name, "--help"], catch_exceptions=False)
        assert shown.exit_code == 0
        assert "Usage" in shown.output


def test_the_documented_scenario_is_true(table):
    text = (ROOT / "docs" / "scenarios.md").read_text()
    Path("cast.toml").write_text((ROOT / "tests/systems/icons/cast.toml").read_text())
    Path("documented.toml").write_text(text.split("```toml\n")[1].split("```")[0])
    code, out, _ = table("check", "documented.toml")
    assert code == 0, out


def test_the_examples_of_the_readme_are_true(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize("module", ["referee.core.asking", "referee.core.ladders", "referee.testing.scene"])
def test_the_examples_of_the_docstrings_are_true(module):
    from importlib import import_module

    failed, tried = doctest.testmod(import_module(module))
    assert (failed, tried > 0) == (0, True)


WAREHOUSE = Path(__file__).parents[2] / "examples" / "warehouse.toml"


def test_a_crowd_is_listed_in_one_line_and_acts_by_one_word(table):
    Path("acts").write_text("each Thug pass\nCoil pass\nshow\nquit\n")
    code, out, _ = table("play", str(WAREHOUSE), "--seed", "5", "--no-odds", "--script", "acts")
    assert code == 0
    assert "Thug 1 to 12" in out
    assert out.count("'s panel is over") == 13
    assert "Panels of the heroes" in out
    Path("acts").write_text("each Goon pass\neach Thug\nquit\n")
    _, out, _ = table("play", str(WAREHOUSE), "--seed", "5", "--no-odds", "--script", "acts")
    assert "no group is called 'Goon'" in out
    assert "name a group and an act" in out


def test_a_secret_test_is_the_game_masters_alone(table):
    table("new", "icons", "--from", str(WAREHOUSE), "--out", "w.json", "--seed", "4")
    table("act", "w.json", "Lantern notice secret=yes difficulty=6 facts='a detonator'")
    table("act", "w.json", "Dart notice decoy=yes")
    table("act", "w.json", "Tide mark unaware of=Coil")
    _, mine, _ = table("log", "w.json", "--as", "cay")
    assert "Lantern: a detonator" in mine
    assert "Dart: nothing unusual" in mine
    assert "dice" not in mine
    assert "difficulty" not in mine
    assert "decoy" not in mine
    assert "unaware" not in mine
    _, whole, _ = table("log", "w.json")
    assert "Lantern notice difficulty=6" in whole
    assert "Tide is unaware of Coil" in whole
    _, shown, _ = table("show", "w.json", "--as", "cay")
    assert "unaware" not in shown
    _, data, _ = table("log", "w.json", "--as", "cay", "--json")
    assert [entry["intent"] for entry in json.loads(data)["entries"]] == [None, None, None]


def test_odds_say_what_people_are_taken_to_answer(table):
    table("new", "icons", "--from", str(WAREHOUSE), "--out", "w.json", "--seed", "4")
    _, out, _ = table("odds", "w.json", "'Thug 1' bash Dart")
    assert "Assuming ben: Thug 1 bashes Dart: how does Dart defend? dodge" in out


def test_compare_shows_the_same_deed_in_both_games(table):
    code, out, _ = table("compare", "icons", "sorcery", "bash", "--own", "prowess=6", "--target", "prowess=5,armor=2")
    assert code == 0
    first = out.splitlines()[0].split()
    assert first == ["icons:", "bash", "sorcery:", "bash"]
    assert "moderate hit" in out
    assert "marginal success hit" in out
    found = json.loads(table("compare", "icons", "sorcery", "rush/charge", "--json")[1])
    assert [one["verb"] for one in found] == ["rush", "charge"]
    for one in found:
        assert sum(Fraction(chance) for _, chance in one["grades"]) == 1
        assert sum(Fraction(chance) for _, chance in one["states"]) == 1
    for verb in ("slash", "blast", "shoot", "wrestle", "grab", "escape/release", "bash"):
        code, _, err = table("compare", "icons", "sorcery", verb)
        assert code == (2 if "escape" in verb else 0), err
    assert "did you mean 'bash'" in table("compare", "icons", "sorcery", "bsh")[2]
    assert "--own: 'prowes=3'" in table("compare", "icons", "sorcery", "bash", "--own", "prowes=3")[2]
    assert "no system is called" in table("compare", "icons", "sorcry", "bash")[2]


def test_play_finds_the_system_of_a_set_up(table):
    Path("acts").write_text("quit\n")
    for name, said in (("bridge", "Round 1, Mara's turn"), ("rooftop", "Page 1, panels of the")):
        _, out, _ = table("play", str(ROOT / "examples" / f"{name}.toml"), "--script", "acts")
        assert said in out
    Path("odd.toml").write_text("characters = 3\n")
    code, _, err = table("play", "odd.toml", "--script", "acts")
    assert code == 2
    assert "no set-up of any system" in err
    _, _, err = table("play", "odd.toml", "--script", "acts", "--system", "icons")
    assert "characters" in err
