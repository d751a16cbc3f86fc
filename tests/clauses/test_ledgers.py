"""The ledgers load whole, every id means one thing, and tables and ladders come out as they are written."""

import subprocess
import sys

import pytest

from referee.clauses import (
    SYSTEMS,
    LedgerError,
    UnknownClause,
    UnknownSystem,
    index,
    ladder,
    read_ledger,
    table,
)

HEAD = '[source]\nid = "icons"\ntitle = "made up"\n'


def clause(id: str, more: str = "") -> str:
    return f'[[clause]]\nid = "{id}"\nsection = "s"\nkind = "table"\nrule = "r"\n{more}\n'


@pytest.mark.parametrize(
    ("system", "clauses", "rows"),
    [("icons", 315, 56), ("sorcery", 126, 101), ("diceup", 70, 18), ("iconica", 210, 0)],
)
def test_each_ledger_is_complete(system: str, clauses: int, rows: int) -> None:
    ledger = index().system(system)
    assert ledger.source.id == ledger.system == system
    assert len(ledger.clauses) == clauses
    assert sum(row.id is not None for each in ledger.clauses for row in each.rows) == rows
    assert len(ledger.citable) == clauses + rows


def test_a_clause_is_found_with_its_texts() -> None:
    cited = index()["icons.time.page-length"]
    assert cited.row is None
    assert cited.clause.id == cited.id == "icons.time.page-length"
    assert (cited.system, cited.section, cited.kind) == ("icons", "Time / Action time", "mechanic")
    assert cited.rule == "Where it matters, ten pages of action time count as about one minute."
    assert cited.example is not None
    assert cited.example.startswith("An exhausted hero")
    assert cited.ruling is not None
    assert "pages_per_minute" in cited.ruling
    assert cited.basis is None


def test_a_row_is_found_with_its_clause_and_its_columns() -> None:
    cited = index()["sorcery.bashing.major"]
    assert cited.clause.id == "sorcery.bashing.ladder"
    assert cited.values == {
        "outcome": "major success",
        "effect": "the attack's damage and a possible slam",
        "damage": "full",
        "may": "slam",
    }
    assert cited.rule == cited.clause.rule
    assert cited.rows == ()
    assert len(index()["sorcery.bashing.ladder"].rows) == 7


def test_in_tells_known_ids_from_others() -> None:
    assert "icons.time.page" in index()
    assert "sorcery.bashing.major" in index()
    for stranger in ("icons.time.pages", "icons", "", "chess.king", 7):
        assert stranger not in index()


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    for wrong, nearest in [
        ("icons.time.pge-length", "icons.time.page-length"),
        ("sorcery.bashing.majr", "sorcery.bashing.major"),
        ("icon.time.page-length", "icons.time.page-length"),
    ]:
        with pytest.raises(UnknownClause) as caught:
            index()[wrong]
        assert str(caught.value) == f'there is no clause "{wrong}"; the nearest is "{nearest}"'


def test_an_unknown_system_is_answered_with_the_list() -> None:
    with pytest.raises(UnknownSystem, match='no system "chess"; there are icons, sorcery, diceup, iconica'):
        index().system("chess")


def test_only_the_ledger_that_is_asked_for_is_read() -> None:
    script = (
        "from referee.clauses import index\n"
        "assert not index()._ledgers\n"
        "'diceup.taking.meet' in index() and index()['diceup.taking.meet']\n"
        "print(*index()._ledgers)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["diceup"]


def test_there_is_one_index() -> None:
    assert index() is index()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (clause("icons.a") + clause("icons.a"), 'uses the id "icons.a" twice'),
        (clause("icons.a", 'rows = [{ id = "icons.a" }]'), 'uses the id "icons.a" twice'),
        (
            clause("icons.a", 'rows = [{ id = "icons.r" }]') + clause("icons.b", 'rows = [{ id = "icons.r" }]'),
            'uses the id "icons.r" twice',
        ),
        (clause("sorcery.a"), 'the id "sorcery.a" must start with "icons."'),
        (clause("icons.a", "rows = [{ id = 3 }]"), "icons.a: a row has the id 3"),
        (clause("icons.a", 'rulling = "x"'), "rulling"),
        (clause("icons.a").replace("table", "tabel"), "tabel"),
        (clause("icons.a").replace('rule = "r"', ""), "rule"),
        ("[[clause", "the ledger of icons: "),
    ],
)
def test_a_ledger_in_doubt_is_refused(body: str, message: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_ledger("icons", HEAD + body)
    assert message in str(caught.value)


def test_a_ledger_under_another_name_is_refused() -> None:
    with pytest.raises(LedgerError, match='the ledger of diceup says that it belongs to "icons"'):
        read_ledger("diceup", HEAD + clause("diceup.a"))


def test_what_is_read_cannot_be_changed() -> None:
    row = index()["sorcery.bashing.ladder"].rows[0]
    for mapping in (row.values, table("sorcery.bashing.ladder")[0], table("icons.context.scale")[0]):
        with pytest.raises(TypeError):
            mapping["outcome"] = "other"  # type: ignore[index]


def test_a_table_has_its_rows_in_order_with_their_ids() -> None:
    ranges = table("icons.distance.ranges")
    assert [row["step"] for row in ranges] == [0, 1, 2, 3, 4]
    assert ranges[0] == {
        "id": "icons.distance.ranges.personal",
        "step": 0,
        "name": "Personal",
        "reach": "touch, or somebody right behind you",
        "talk": "whisper",
    }


def test_rows_without_ids_have_no_id_column() -> None:
    assert table("icons.context.scale")[0] == {"level": 1, "means": "minimum human"}


@pytest.mark.parametrize("id", ["icons.time.page", "sorcery.bashing.major"])
def test_what_has_no_rows_is_no_table(id: str) -> None:
    with pytest.raises(LedgerError, match=f"{id} has no rows"):
        table(id)


def test_the_outcomes_of_icons() -> None:
    outcomes = ladder("icons.context.outcomes")
    assert outcomes.names == ("failure", "moderate", "major", "massive")
    assert outcomes.lowest("major") == 3
    assert outcomes.row(-120) == outcomes.row(-1)
    assert outcomes.row(5).clause == "icons.context.outcomes.massive"


def test_the_outcomes_of_sorcery_from_min_and_max() -> None:
    outcomes = ladder("sorcery.context.thresholds")
    degrees = {margin: outcomes.row(margin).name for margin in (-120, -5, -4, -2, 0, 2, 4, 5, 120)}
    assert degrees == {
        -120: "massive failure",
        -5: "massive failure",
        -4: "major failure",
        -2: "failure",
        0: "marginal success",
        2: "moderate success",
        4: "major success",
        5: "massive success",
        120: "massive success",
    }
    assert outcomes.row(0).clause == "sorcery.context.marginal"


def test_other_columns_make_ladders_too() -> None:
    moving = ladder("icons.moving.distance", "coordination", "range")
    assert [moving.row(level).name for level in (1, 2, 5, 6, 120)] == [
        "Personal",
        "Close",
        "Close",
        "Extended",
        "Extended",
    ]
    with pytest.raises(ValueError, match="not 0"):
        moving.row(0)


def test_rungs_without_ids_cite_their_table() -> None:
    assert ladder("icons.context.leaping", "level", "range").row(7).clause == "icons.context.leaping"


def test_rows_without_ends_are_no_ladder() -> None:
    with pytest.raises(LedgerError, match=r"sorcery.bashing.ladder: a row has neither effect_from and effect_to"):
        ladder("sorcery.bashing.ladder")


def test_rows_without_names_are_no_ladder() -> None:
    with pytest.raises(LedgerError, match=r'icons.moving.distance: a row needs .* a text "outcome"'):
        ladder("icons.moving.distance", "coordination")


def test_a_clause_without_rows_is_no_ladder() -> None:
    with pytest.raises(LedgerError, match=r'ladder "icons\.time\.page" has no rungs'):
        ladder("icons.time.page")


def test_every_kind_is_used_by_some_ledger() -> None:
    kinds = {each.kind for system in SYSTEMS for each in index().system(system).clauses}
    assert kinds == {"mechanic", "modifier", "table", "option", "definition", "guidance", "context"}
