"""Two reports beside each other, under two house rules or of two acts."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.cli import main
from referee.core.codec import BadInput
from referee.formats.files import read_setup, start
from referee.formats.words import read_intent
from referee.odds import difference, report, under_rule
from referee.systems import NAMES, system_named

EXAMPLES = Path(__file__).parents[2] / "examples"
ICONS = system_named("icons")


@pytest.fixture
def rooftop():
    return start(ICONS, EXAMPLES / "rooftop.toml", "1")


def asked(match, words):
    return read_intent(match.system, words, match.system.names(match.state))


@pytest.mark.parametrize(("rule", "value"), [("slam_collision_damage", "material"), ("rolling", "defender")])
def test_another_rule_is_what_a_match_under_it_would_show(rooftop, rule, value):
    bash = asked(rooftop, "Anvil bash Viper")
    found = under_rule(ICONS, rooftop.state, "ann", bash, rule, value)
    played = ICONS.setup(replace(read_setup(ICONS, EXAMPLES / "rooftop.toml"), rules={rule: value}))
    assert found.one == report(ICONS, rooftop.state, "ann", bash)
    assert found.other == report(ICONS, played, "ann", bash)
    assert found.apart > 0
    assert found.new and all(clause.startswith("icons.") for clause in found.new)


def test_what_differs_is_counted_and_clauses_are_named(rooftop):
    one, other = (
        report(ICONS, rooftop.state, "ben", asked(rooftop, f"Dart {verb} Thug")) for verb in ("bash", "wrestle")
    )
    same = difference(one, one)
    assert (same.apart, same.gone, same.new) == (0, (), ())
    found = difference(one, other)
    assert sum(before for _, before, _ in found.states) == sum(after for _, _, after in found.states) == 1
    before, after = dict(one.states), dict(other.states)
    assert found.apart == 1 - sum(min(before[key], after[key]) for key in before if key in after)
    rests = {clause for branch in other.branches for clause in branch.clauses}
    assert set(found.new) <= rests and not set(found.gone) & rests
    gaps = [abs(before - after) for _, before, after in found.states]
    assert gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_every_system_can_be_tried_or_says_why_not(name):
    system = system_named(name)
    example = {"icons": "rooftop", "sorcery": "bridge", "diceup": "caravan", "iconica": "duel"}[name]
    state = start(system, EXAMPLES / f"{example}.toml", "1").state
    fixed = {"party_size", "pool"}
    for switch in system.switches().values():
        for value in switch.values or (7,):
            if switch.name in fixed:
                with pytest.raises(BadInput, match="cannot change any more"):
                    system.ruled(state, switch.name, value)
                continue
            other = system.ruled(state, switch.name, value)
            assert dict(other.rules)[switch.name] == value
            assert system.ruled(other, switch.name, switch.default).rules == tuple(
                sorted({**dict(state.rules), switch.name: switch.default}.items())
            )
    with pytest.raises(BadInput, match="no house rule is called 'gravity'"):
        system.ruled(state, "gravity", "off")


def test_the_turn_limit_is_a_limit():
    iconica = system_named("iconica")
    state = iconica.ruled(start(iconica, EXAMPLES / "duel.toml", "1").state, "turn_limit", 30)
    assert state.game().turn_limit == 30


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run(*words):
        monkeypatch.setattr("sys.argv", ["referee", *map(str, words)])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    run("new", "icons", "--from", EXAMPLES / "rooftop.toml", "--out", "fight.json", "--seed", "7")
    return run


def test_two_acts_beside_each_other(shell):
    code, out, _ = shell("odds", "fight.json", "Dart", "bash", "Thug", "--or", "Dart wrestle Thug")
    assert code == 0
    assert out.startswith("First column: Dart bash Thug; second: Dart wrestle Thug;")
    assert "of all cases it comes out otherwise" in out
    told = json.loads(shell("odds", "fight.json", "Dart", "bash", "Thug", "--or", "Dart wrestle Thug", "--json")[1])
    assert sum(Fraction(before) for _, before, _ in told["states"]) == 1
    assert "icons.wrestling.test" in told["new"] and "icons.bashing.test" in told["gone"]


def test_slips_are_said(shell):
    code, _, err = shell("odds", "fight.json", "Dart", "bash", "Thug", "--rule", "dice=cards")
    assert (code, "'cards' is none of: difference, sum_minus_7" in err) == (2, True)
    code, _, err = shell("odds", "fight.json", "Dart", "bash", "Thug", "--rule", "dice")
    assert (code, "is no NAME=VALUE" in err) == (2, True)
    code, _, err = shell("odds", "fight.json", "Dart", "bash", "Thug", "--rule", "dice=difference", "--times", "2")
    assert (code, "choose one of" in err) == (2, True)
