"""Programs for others: what icepool makes of ours is what we found."""

import contextlib
import io

import pytest

from referee.core.codec import BadInput
from referee.core.dice import parse
from referee.odds.programs import program


@pytest.mark.parametrize(
    "notation",
    ["d6 - d6", "2d6 - 7", "3d6kh2 - d6", "-d4 + 10", "4d6dl1", "3d8kl2 + d%", "2dF + 1", "2d6r1", "3d6ro<=2", "d6!", "2d6!>=5x2",
     "3d6r1x2!x3kh2 - 2", "2d4r=4x1!=3x1", "5d10k3 - 3d4dh1"],
)  # fmt: skip
def test_icepool_finds_the_same(notation):
    pool = parse(notation)
    scope = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program(pool, "icepool"), scope)
    die = scope["roll"]
    assert {total: ways * die.denominator() for total, ways in pool.totals.items()} == {
        total: ways * pool.size for total, ways in die.items() if ways
    }


@pytest.mark.parametrize(
    ("notation", "told"),
    [("d6 - d6", "output d6 - d6\n"), ("3d6kh2 - d6", "output [highest 2 of 3d6] - d6\n"), ("4d6dh1 + 2", "output [lowest 3 of 4d6] + 2\n"),
     ("-d4 + 10", "output -d4 + 10\n"), ("2dF", "output 2d{-1, 0, 1}\n")],
)  # fmt: skip
def test_anydice_reads_the_same(notation, told):
    assert program(parse(notation), "anydice") == told


def test_what_anydice_has_no_words_for_is_refused():
    with pytest.raises(BadInput, match="limits of its own; try --program icepool"):
        program(parse("d6!"), "anydice")
