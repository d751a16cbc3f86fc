"""Ladders: the right row for every margin, and no ladder that could not give one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.ladders import Ladder, Rung


def rungs(*ends: tuple[int, int, str]) -> tuple[Rung, ...]:
    return tuple(Rung(low, high, name, f"made.up.{name}") for low, high, name in ends)


OPEN = Ladder("open", rungs((-99, -1, "failure"), (0, 2, "moderate"), (3, 4, "major"), (5, 99, "massive")))
CLOSED = Ladder("closed", rungs((1, 3, "Personal"), (4, 6, "Close")))


@pytest.mark.parametrize(
    ("margin", "name"),
    [
        (-100000, "failure"),
        (-100, "failure"),
        (-1, "failure"),
        (0, "moderate"),
        (2, "moderate"),
        (3, "major"),
        (4, "major"),
        (5, "massive"),
        (99, "massive"),
        (100, "massive"),
        (100000, "massive"),
    ],
)
def test_row_holds_the_margin_and_open_ends_hold_all_beyond(margin: int, name: str) -> None:
    assert OPEN.row(margin).name == name


def test_row_cites_its_clause() -> None:
    assert OPEN.row(3).clause == "made.up.major"


@pytest.mark.parametrize("margin", [0, 7])
def test_a_closed_end_refuses_what_lies_beyond(margin: int) -> None:
    with pytest.raises(ValueError, match=f'ladder "closed" covers 1 to 6, not {margin}'):
        CLOSED.row(margin)


def test_a_closed_ladder_holds_its_ends() -> None:
    assert (CLOSED.row(1).name, CLOSED.row(6).name) == ("Personal", "Close")


@given(cuts=st.sets(st.integers(-30, 30), min_size=2, max_size=8), margin=st.integers(-40, 40), data=st.data())
def test_every_margin_finds_the_one_rung_that_holds_it(cuts: set[int], margin: int, data: st.DataObject) -> None:
    made = rungs(*((low, high - 1, f"from {low}") for low, high in pairwise(sorted(cuts))))
    ladder = Ladder("any", tuple(data.draw(st.permutations(made))))
    holding = [rung for rung in made if rung.low <= margin <= rung.high]
    if holding:
        assert [ladder.row(margin)] == holding
    else:
        with pytest.raises(ValueError, match="covers"):
            ladder.row(margin)


def test_names_rank_and_lowest_go_from_the_bottom_up() -> None:
    assert OPEN.names == ("failure", "moderate", "major", "massive")
    assert [OPEN.rank(name) for name in OPEN.names] == [0, 1, 2, 3]
    assert [OPEN.lowest(name) for name in OPEN.names] == [-99, 0, 3, 5]


def test_rank_and_lowest_list_the_names_when_asked_for_another() -> None:
    for ask in (OPEN.rank, OPEN.lowest):
        with pytest.raises(ValueError, match='no rung "epic"; it has failure, moderate, major, massive'):
            ask("epic")


def test_ladders_are_values() -> None:
    again = Ladder("closed", rungs((4, 6, "Close"), (1, 3, "Personal")))
    assert again == CLOSED
    assert hash(again) == hash(CLOSED)
    assert again != Ladder("closed", rungs((1, 3, "Personal"), (4, 7, "Close")))


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        ([], 'ladder "bad" has no rungs'),
        ([(0, 2, "a"), (4, 5, "b")], 'nothing covers 3 to 3, between "a" and "b"'),
        ([(0, 2, "a"), (2, 5, "b")], r'"a" \(0 to 2\) and "b" \(2 to 5\) overlap'),
        ([(0, 9, "a"), (3, 5, "b")], "overlap"),
        ([(0, 2, "a"), (3, 5, "a")], 'two rungs named "a"'),
    ],
)
def test_a_ladder_that_leaves_a_margin_in_doubt_is_refused(ends: list[tuple[int, int, str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Ladder("bad", rungs(*ends))


def test_a_rung_that_runs_downwards_is_refused() -> None:
    with pytest.raises(ValueError, match='rung "a": 3 is above 2'):
        Rung(3, 2, "a", "made.up.a")
