"""The commands `referee clauses` and `referee clause`."""

import json

import pytest
from click.testing import CliRunner, Result

from referee.clauses import SYSTEMS
from referee.clauses.coverage import Coverage, Entry, Use, coverage
from referee.cli import clause, clauses


def run_clauses(*words: str) -> Result:
    return CliRunner().invoke(clauses.command, words)


def run_clause(*words: str) -> Result:
    return CliRunner().invoke(clause.command, words)


def test_clauses_json_has_the_counts_and_the_ids_of_every_system() -> None:
    result = run_clauses("--json")
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert list(record) == list(SYSTEMS)
    for system in SYSTEMS:
        covered = coverage(system)
        assert record[system] == {
            "clauses": covered.clauses,
            "rows": covered.rows,
            "data": covered.data,
            "code": covered.code,
            "guidance": covered.guidance,
            "not_yet": covered.not_yet,
            "unproven": covered.unproven,
            "not_yet_ids": list(covered.not_yet_ids),
            "unproven_ids": list(covered.unproven_ids),
        }


def test_clauses_json_of_one_system() -> None:
    record = json.loads(run_clauses("diceup", "--json").stdout)
    assert list(record) == ["diceup"]
    assert (record["diceup"]["clauses"], record["diceup"]["rows"]) == (70, 18)


def test_clauses_prints_a_line_for_each_system_and_the_sum() -> None:
    lines = [line.split() for line in run_clauses().stdout.splitlines() if line.strip()]
    assert {tuple(line[:3]) for line in lines} >= {
        ("icons", "315", "56"),
        ("sorcery", "126", "101"),
        ("diceup", "70", "18"),
        ("iconica", "210", "0"),
        ("all", "721", "175"),
    }


def test_clauses_of_one_system_lists_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        Entry("icons.a", is_row=False, standing="not_yet", proven=False),
        Entry("icons.b", is_row=False, standing="code", proven=False),
        Entry("icons.c", is_row=True, standing="code", proven=True),
    )
    monkeypatch.setattr(clauses, "coverage", lambda system: Coverage(system, entries))
    printed = run_clauses("icons").stdout
    assert printed.endswith("Not yet: 1\n  icons.a\nUnproven: 1\n  icons.b\n")
    assert ["icons", "2", "1", "0", "2", "0", "1", "1"] in [line.split() for line in printed.splitlines()]


def test_clauses_refuses_an_unknown_system() -> None:
    result = run_clauses("chess")
    assert result.exit_code == 2
    assert "'chess' is not one of" in result.stderr


def test_an_unknown_id_is_one_sentence_with_the_nearest_and_code_2() -> None:
    result = run_clause("icons.time.isue")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == 'there is no clause "icons.time.isue"; the nearest is "icons.time.issue"\n'


def test_clause_prints_the_texts_and_the_house_rule() -> None:
    printed = " ".join(run_clause("icons.moving.distance").stdout.split())
    for part in (
        "table in Coordination / Moving",
        "Coordination sets how far a character gets in one page.",
        "icons.moving.distance.normal: coordination_from = 2 | coordination_to = 5 | range = Close",
        "To cover a range is to reach",
        "House rule far_moves = whole_page | supplemental (default whole_page)",
    ):
        assert part in printed


def test_clause_keeps_dice_in_square_brackets() -> None:
    assert "Prowess 6 with dice [6,2]" in run_clause("sorcery.bashing.ladder").stdout


def test_clause_prints_a_row_with_its_table() -> None:
    printed = " ".join(run_clause("sorcery.bashing.massive_failure").stdout.split())
    assert "a row of sorcery.bashing.ladder" in printed
    assert "Row outcome = massive failure | effect = miss; free close attack" in printed
    assert "free_attack = yes" in printed


def test_clause_gives_the_reason_why_nothing_is_enforced() -> None:
    assert "guidance, nothing to enforce: names a unit of time" in run_clause("icons.time.series").stdout


@pytest.mark.parametrize("id", ["sorcery.bashing.ladder", "icons.context.players-roll", "iconica.draft.pool"])
def test_clause_fits_eighty_columns(id: str) -> None:
    assert max(map(len, run_clause(id).stdout.splitlines())) <= 80


LOAD = Use("referee/systems/sorcery/book.py", 7, "", "sorcery.bashing.ladder", loads=True)
CITE = Use("referee/systems/sorcery/book.py", 9, "bash", "sorcery.bashing.ladder", loads=False)

ROW = Use("referee/systems/sorcery/stun.py", 30, "stun", "sorcery.bashing.massive", loads=False)


@pytest.fixture
def bashing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        Entry("sorcery.bashing.ladder", False, "data", True, (LOAD, CITE), ("test_bash[major]",)),
        Entry("sorcery.bashing.major", True, "data", False),
        Entry("sorcery.bashing.massive", True, "code", False, (ROW,)),
    )
    monkeypatch.setattr(clause, "coverage", lambda system: Coverage(system, entries))


@pytest.mark.usefixtures("bashing_runs")
def test_clause_prints_where_it_is_implemented_and_tested() -> None:
    printed = run_clause("sorcery.bashing.ladder").stdout
    assert printed.endswith(
        "Standing\n  runs as data\n"
        "Implemented\n  referee/systems/sorcery/book.py:7\n  referee/systems/sorcery/book.py:9 in bash\n"
        "Tested\n  test_bash[major]\n"
    )


@pytest.mark.usefixtures("bashing_runs")
def test_a_row_that_runs_with_its_table_is_implemented_there_but_not_tested_there() -> None:
    record = json.loads(run_clause("sorcery.bashing.major", "--json").stdout)
    assert [place["line"] for place in record["implemented"]] == [7, 9]
    assert record["proofs"] == []
    assert "Tested\n  by no test that names it\n" in run_clause("sorcery.bashing.major").stdout


@pytest.mark.usefixtures("bashing_runs")
def test_a_row_that_code_names_is_implemented_where_it_is_named() -> None:
    record = json.loads(run_clause("sorcery.bashing.massive", "--json").stdout)
    assert record["implemented"] == [{"file": "referee/systems/sorcery/stun.py", "line": 30, "function": "stun"}]


def test_clause_json_has_everything() -> None:
    record = json.loads(run_clause("icons.moving.distance", "--json").stdout)
    assert set(record) == {
        *("id", "system", "clause", "section", "kind", "rule", "ruling", "example", "basis", "row", "rows"),
        *("switches", "standing", "reason", "implemented", "proofs"),
    }
    assert record["switches"] == [
        {"name": "far_moves", "values": ["whole_page", "supplemental"], "default": "whole_page"}
    ]
    assert record["rows"][1] == {
        "id": "icons.moving.distance.normal",
        "coordination_from": 2,
        "coordination_to": 5,
        "range": "Close",
    }
    assert record["row"] is None


def test_clause_json_of_a_row() -> None:
    record = json.loads(run_clause("sorcery.bashing.major", "--json").stdout)
    assert record["clause"] == "sorcery.bashing.ladder"
    assert record["row"]["may"] == "slam"
    assert record["rows"] == []
