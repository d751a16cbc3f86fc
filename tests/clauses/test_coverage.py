"""Coverage: where ids are used, what that makes of each clause, and sums that add up."""

from pathlib import Path

import pytest

from referee.clauses import SYSTEMS, LedgerError, index, read_ledger
from referee.clauses.coverage import (
    Coverage,
    Use,
    coverage,
    read_proofs,
    read_reasons,
    scan,
    system_uses,
    weigh,
)

KNOWN = {"made.a", "made.b", "made.c", "made.d", "made.table", "made.ladder"}

RULES = '''"""made.a"""

from referee.clauses import index, ladder, table

LADDER = ladder("made.ladder")
NEAR = ["made.nearly", "made.ab"]


class Fight:
    """made.a"""

    reach: int = 3
    "made.a"

    def strike(self) -> str:
        """made.a"""
        cite = "made.b"

        def inner() -> object:
            return index().table(id="made.table")

        return cite


async def late() -> None:
    "made.a"
    print(f"{'made.c'}", {"made.d": 1}, str("made.ladder"))
'''


def test_the_scan_finds_ids_in_code_and_not_in_docstrings(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "rules.py").write_text(RULES)
    (tmp_path / "deep" / "notes.txt").write_text("'made.a'")
    (tmp_path / "cite.py").write_text("X = 'made.a'\n")
    assert list(scan(tmp_path, KNOWN, "systems/made")) == [
        Use("systems/made/cite.py", 1, "", "made.a", loads=False),
        Use("systems/made/deep/er/rules.py", 5, "", "made.ladder", loads=True),
        Use("systems/made/deep/er/rules.py", 17, "Fight.strike", "made.b", loads=False),
        Use("systems/made/deep/er/rules.py", 20, "Fight.strike.inner", "made.table", loads=True),
        Use("systems/made/deep/er/rules.py", 27, "late", "made.c", loads=False),
        Use("systems/made/deep/er/rules.py", 27, "late", "made.d", loads=False),
        Use("systems/made/deep/er/rules.py", 27, "late", "made.ladder", loads=False),
    ]


def test_only_what_is_handed_over_itself_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("ladder('made.ladder', cite('made.a'))\n")
    assert {use.id: use.loads for use in scan(tmp_path, KNOWN)} == {"made.ladder": True, "made.a": False}


def test_a_system_without_sources_uses_nothing(tmp_path: Path) -> None:
    assert list(scan(tmp_path / "missing", KNOWN)) == []


def test_a_source_that_cannot_be_parsed_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("x = 1\ndef (:\n")
    with pytest.raises(LedgerError, match=r"made/broken.py, line 2"):
        list(scan(tmp_path, KNOWN, "made"))


SOURCE = '[source]\nid = "icons"\ntitle = "made up"\n'


def written(id: str, kind: str, *rows: str) -> str:
    text = f'[[clause]]\nid = "icons.{id}"\nkind = "{kind}"\nsection = "s"\nrule = "r"\n'
    return text + f"rows = [{', '.join(rows)}]\n"


LEDGER = read_ledger(
    "icons",
    SOURCE
    + written("used", "mechanic")
    + written("idle", "mechanic")
    + written("prose", "mechanic", '{ id = "icons.prose.row" }')
    + written("advice", "guidance", '{ id = "icons.advice.row" }')
    + written("unit", "definition", '{ id = "icons.unit.row" }')
    + written("table", "table", '{ id = "icons.table.named" }', '{ id = "icons.table.plain" }', '{ without = "id" }')
    + written("words", "table", '{ id = "icons.words.named" }', '{ id = "icons.words.plain" }'),
)
USES = [
    Use("f.py", 9, "late", "icons.used", loads=False),
    Use("f.py", 2, "early", "icons.used", loads=False),
    Use("f.py", 3, "", "icons.table", loads=True),
    Use("f.py", 4, "", "icons.table", loads=False),
    Use("f.py", 5, "", "icons.table.named", loads=False),
    Use("f.py", 6, "", "icons.words.named", loads=False),
    Use("f.py", 7, "", "icons.prose", loads=False),
    Use("f.py", 8, "", "icons.prose.row", loads=False),
]
REASONS = {"icons.unit": "a unit", "icons.used": "listed, but code uses it all the same"}


def test_a_system_is_read_with_the_graded_skeleton_and_not_with_its_neighbours(tmp_path: Path) -> None:
    for package in ("icons", "graded", "sorcery"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "rules.py").write_text('cite("icons.used")\n')
    assert {use.file for use in system_uses(LEDGER, tmp_path)} == {
        "referee/systems/icons/rules.py",
        "referee/systems/graded/rules.py",
    }


def weighed(**proofs: tuple[str, ...]) -> Coverage:
    return weigh(LEDGER, USES, REASONS, {f"icons.{id.replace('__', '.')}": names for id, names in proofs.items()})


def test_every_clause_and_row_has_the_standing_that_it_earns() -> None:
    assert {entry.id: entry.standing for entry in weighed().entries} == {
        "icons.used": "code",
        "icons.idle": "not_yet",
        "icons.prose": "code",
        "icons.prose.row": "code",
        "icons.advice": "guidance",
        "icons.advice.row": "guidance",
        "icons.unit": "guidance",
        "icons.unit.row": "not_yet",
        "icons.table": "data",
        "icons.table.named": "code",
        "icons.table.plain": "data",
        "icons.words": "not_yet",
        "icons.words.named": "code",
        "icons.words.plain": "not_yet",
    }


def test_the_counts_add_up() -> None:
    covered = weighed()
    assert (covered.clauses, covered.rows) == (7, 7)
    assert (covered.data, covered.code, covered.guidance, covered.not_yet) == (2, 5, 3, 4)
    assert covered.not_yet_ids == ("icons.idle", "icons.unit.row", "icons.words", "icons.words.plain")


def test_without_proofs_all_of_code_and_data_is_unproven() -> None:
    covered = weighed()
    assert covered.unproven == 7
    assert covered.unproven_ids == (
        "icons.used",
        "icons.prose",
        "icons.prose.row",
        "icons.table",
        "icons.table.named",
        "icons.table.plain",
        "icons.words.named",
    )


def test_a_row_proves_itself_and_the_table_that_runs_but_not_its_neighbour() -> None:
    covered = weighed(used=("t",), table__named=("t",), prose=("t",), prose__row=("t",))
    assert covered.unproven_ids == ("icons.table.plain", "icons.words.named")


def test_a_row_does_not_prove_a_clause_that_is_code() -> None:
    assert "icons.prose" in weighed(prose__row=("t",)).unproven_ids


def test_a_table_proves_none_of_its_rows() -> None:
    covered = weighed(used=("t",), table=("t",), words__named=("t",), prose=("t",), prose__row=("t",))
    assert covered.unproven_ids == ("icons.table.named", "icons.table.plain")


def test_an_empty_list_of_tests_proves_nothing() -> None:
    assert weighed(used=(), table__named=()).unproven == 7


def test_an_entry_tells_where_it_is_used_and_by_what_it_is_proven() -> None:
    entry = weighed(used=("tests/a.toml: first", "tests/a.toml: second"))["icons.used"]
    assert [(use.line, use.function) for use in entry.uses] == [(2, "early"), (9, "late")]
    assert entry.proofs == ("tests/a.toml: first", "tests/a.toml: second")
    assert entry.proven
    assert not entry.is_row
    assert weighed()["icons.unit"].reason == "a unit"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_counts_of_every_real_ledger_add_up(system: str) -> None:
    covered = coverage(system)
    assert [entry.id for entry in covered.entries] == list(index().system(system).citable)
    assert covered.data + covered.code + covered.guidance + covered.not_yet == covered.clauses + covered.rows
    assert covered.not_yet == len(covered.not_yet_ids)
    assert covered.unproven == len(covered.unproven_ids) <= covered.data + covered.code


def test_reasons_are_read_by_system() -> None:
    reasons = read_reasons('[icons]\n"icons.time.issue" = "a unit"\n')
    assert reasons == {"icons": {"icons.time.issue": "a unit"}, "sorcery": {}, "diceup": {}, "iconica": {}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[icons]\n"icons.time.isue" = "x"',
            'there is no clause "icons.time.isue"; the nearest is "icons.time.issue"',
        ),
        ('[sorcery]\n"icons.time.issue" = "x"', '"icons.time.issue" stands under [sorcery]'),
        ('[icons]\n"icons.time.issue" = " "', '"icons.time.issue" has an empty reason'),
        ('[chess]\n"chess.king" = "x"', 'there is no system "chess"'),
        ('[icons]\nicons.time.issue = "x"', "Expected `str`, got `object`"),
        ("[icons", "reasons.toml: "),
    ],
)
def test_reasons_that_explain_nothing_are_refused(text: str, message: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_reasons(text)
    assert str(caught.value).startswith("reasons.toml: ")
    assert message in str(caught.value)


def test_proofs_are_read() -> None:
    proofs = read_proofs('{"sorcery.bashing.major": ["tests/bashing.toml: A major bash slams"]}')
    assert proofs == {"sorcery.bashing.major": ("tests/bashing.toml: A major bash slams",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"sorcery.bashing.majr": ["t"]}', 'the nearest is "sorcery.bashing.major"'),
        ('{"sorcery.bashing.major": "t"}', "Expected `array`, got `str`"),
        ("{", "proofs.json: "),
    ],
)
def test_proofs_of_nothing_are_refused(text: str, message: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_proofs(text)
    assert str(caught.value).startswith("proofs.json: ")
    assert message in str(caught.value)
