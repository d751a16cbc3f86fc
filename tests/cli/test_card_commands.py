"""`referee cards`, `referee card` and the schema of a card, as people use them."""

import json
from importlib.resources import files

import jsonschema
import pytest

from referee.cli import main

GNASH = files("referee.systems.iconica.cards").joinpath("roster/gnash.toml").read_text(encoding="utf-8")


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    """Runs `referee` as a shell would, 80 columns wide: (exit code, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

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


def test_the_roster_fits_eighty_columns(shell):
    code, out, _ = shell("cards")
    lines = out.splitlines()
    assert code == 0
    assert "30 cards" in lines[-1]
    assert "…" not in out
    assert max(map(len, lines)) <= 80
    assert "Thorn Archer" in out


def test_part_of_the_roster(shell):
    code, out, _ = shell("cards", "--class", "defensive", "--faction", "Protectorate", "--json")
    told = json.loads(out)
    assert code == 0
    assert [card["name"] for card in told] == ["Gatewarden", "Oathkeeper Brun", "Reed Shield"]
    assert told[0] == {
        "id": "gatewarden", "name": "Gatewarden", "faction": "Protectorate", "race": "Hale", "archetype": "Warden",
        "class": "Defensive", "card_type": "Standard", "health": 120, "action_break": 2,
    }  # fmt: skip
    code, _, err = shell("cards", "--faction", "legoin")
    assert code == 2
    assert err.startswith("referee: --faction: 'legoin' is none of")
    assert "did you mean 'Legion'?" in err


def test_a_card_is_drawn(shell):
    code, out, _ = shell("card", "hive", "bulwark")
    assert code == 0
    for text in ("Hive Bulwark", "Legion · Velk · Warden · Defensive", "Start", "Evasion", "R20", "Skull", "◀6",
                 "Spines Out", "Action Break", "Strength", "Final Act", "Burst Shell (on odd)", "Shield Wall"):  # fmt: skip
        assert text in out
    assert "Deal 30 damage to a foe. Give that foe Fear." in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("columns", ["40", "60", "80", "120"])
def test_every_card_fits_its_window(shell, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    for name in ("Gatewarden", "Oathkeeper Brun", "the-unmade", "Captain Sorrel"):
        code, out, _ = shell("card", name)
        assert code == 0
        assert max(map(len, out.splitlines())) <= int(columns)
        assert "Skull" in out


def test_a_card_as_json(shell):
    code, out, _ = shell("card", "Oathkeeper Brun", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["card"]["passive"] == "oath-of-stone"
    assert told["words"]["actions"]["1"] == "Deal 30 damage to a foe."
    assert told["words"]["passive"] == "While in play, for its allies: no Fear; no Stun."
    assert set(told["words"]["terms"]) == {"Shield Wall", "War Chant", "Oath of Stone"}


def test_a_card_of_a_file(shell, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GNASH.replace('id = "gnash"', 'id = "gnosh"').replace('name = "Gnash"', 'name = "Gnosh"'))
    code, out, _ = shell("card", "gnosh", "--file", path)
    assert code == 0
    assert "Gnosh" in out
    path.write_text(GNASH.replace("amount = 30", "amount = 35", 1))
    code, _, err = shell("card", "gnash", "--file", "mine.toml")
    assert code == 2
    assert err == (
        "referee: mine.toml: gnash, action 1, effects[0].amount: 35 is no multiple of 10; write 30 or 40\n"
    )  # fmt: skip
    code, _, err = shell("card", "gnash", "--file", "none.toml")
    assert (code, err.count("\n")) == (2, 1)
    assert "none.toml: cannot be read: No such file" in err


def test_a_name_that_nobody_has(shell):
    code, _, err = shell("card", "ash", "lanser")
    assert code == 2
    assert err == "referee: card: no card is called 'ash lanser'; did you mean 'Ash Lancer'?\n"


def test_the_schema_of_a_card(shell):
    code, out, _ = shell("schema", "iconica-card")
    assert code == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(out))
