"""Graded tests alone: against enumeration of every throw, against icepool, and against a million throws of the dealer."""

from fractions import Fraction
from itertools import product
from math import prod

import icepool
import numpy as np
import pytest

from referee.core.dealing import Dealer
from referee.core.dice import D6_MINUS_D6, parse
from referee.odds.graded import Graded, Reading
from referee.odds.grids import grid
from referee.systems.icons import book as icons
from referee.systems.sorcery import book as sorcery

ICONS, SORCERY = Reading(icons.OUTCOMES), Reading(sorcery.OUTCOMES)
ROLL = icepool.d6 - icepool.d6

POOLS = ("d6 - d6", "2d6 - 7", "2d6", "d6", "d20")
"""Every kind of throw that the four systems know."""


def throws(pool):
    """Totals of all throws, one by one, read from the notation by nobody but this test."""
    faces = {
        "d6 - d6": (range(1, 7), range(-6, 0)), "2d6 - 7": (range(1, 7), range(-6, 0)),
        "2d6": (range(1, 7), range(1, 7)), "d6": (range(1, 7),), "d20": (range(1, 21),),
    }[pool]  # fmt: skip
    return [sum(faces) for faces in product(*faces)]


@pytest.mark.parametrize("notation", POOLS)
def test_every_throw_is_counted(notation):
    totals = throws(notation)
    pool = parse(notation)
    assert pool.size == len(totals)
    assert dict(pool.totals) == {total: totals.count(total) for total in totals}


@pytest.mark.parametrize("notation", POOLS)
def test_a_million_throws_of_the_dealer_come_as_often_as_they_should(notation):
    # Pearson's chi-squared; the limits are quantiles of 99.9 % for the degrees of freedom, dice from a fixed seed.
    pool = parse(notation)
    dealer = Dealer("a million", 1)
    many = 1_000_000
    answers = np.fromiter((dealer.below(pool.size, at) for at in range(many)), np.int64, many)
    totals = np.array([pool.total(answer) for answer in range(pool.size)])[answers]
    found = [int((totals == total).sum()) for total in pool.totals]
    expected = [many * ways / pool.size for ways in pool.totals.values()]
    chi = sum((seen - due) ** 2 / due for seen, due in zip(found, expected, strict=True))
    assert chi < {6: 20.52, 11: 29.59, 20: 43.82}[len(pool.totals)]


def graded(ladder, effect):
    """The rung of a ladder by its ends, not by its own search."""
    held = [rung for rung in ladder.rungs if rung.low <= max(-99, min(99, effect)) <= rung.high]
    assert len(held) == 1
    return held[0].name


@pytest.mark.parametrize(("reading", "ladder"), [(ICONS, icons.OUTCOMES), (SORCERY, sorcery.OUTCOMES)])
@pytest.mark.parametrize("margin", range(-14, 15))
def test_one_test_is_what_icepool_finds(reading, ladder, margin):
    die = ROLL.map(lambda roll: graded(ladder, margin + roll))
    expected = {(name,): Fraction(ways, die.denominator()) for name, ways in die.items() if ways}
    assert Graded(reading, margin, 0).chances() == expected


@pytest.mark.parametrize(("level", "against"), [(6, 4), (3, 8), (10, 1), (5, 5)])
def test_tests_that_follow_are_what_nested_throws_give(level, against):
    follow = {"major": Graded(ICONS, 3, 5), "massive": Graded(SORCERY, 2, 4, {"massive failure": Graded(ICONS, 0, 0)})}
    paths = {}
    for one, other, third in product(throws("d6 - d6"), repeat=3):
        first = graded(icons.OUTCOMES, level - against + one)
        path = (first,)
        if first == "major":
            path += (graded(icons.OUTCOMES, -2 + other),)
        elif first == "massive":
            second = graded(sorcery.OUTCOMES, -2 + other)
            path += (second,)
            if second == "massive failure":
                path += (graded(icons.OUTCOMES, third),)
        paths[path] = paths.get(path, 0) + 1
    test = Graded(ICONS, level, against, follow)
    assert test.chances() == {path: Fraction(ways, 36**3) for path, ways in paths.items()}
    assert test.chance("major") == sum(
        (chance for path, chance in test.chances().items() if path[0] == "major"), Fraction(0)
    )
    assert test.chance() == 1


def test_other_dice_are_read_on_the_same_ladder():
    other = Reading(icons.OUTCOMES, parse("2d6 - 7"))
    assert Graded(other, 5, 4).chances() == Graded(ICONS, 5, 4).chances()
    assert Graded(Reading(icons.OUTCOMES, parse("3d6kh2 - 2d6")), 5, 4).chances() != Graded(ICONS, 5, 4).chances()


def test_a_grid_is_every_test_of_it():
    levels, difficulties = np.arange(1, 11)[:, None], np.arange(1, 11)[None, :]
    size, paths = grid(
        ICONS, levels, difficulties, {"major": (ICONS, 3, difficulties), "massive": (SORCERY, levels, 6)}
    )
    assert all(ways.shape == (10, 10) for ways in paths.values())
    assert (sum(paths.values()) == size).all()
    for level, against in product(range(1, 11), repeat=2):
        one = Graded(ICONS, level, against, {"major": Graded(ICONS, 3, against), "massive": Graded(SORCERY, level, 6)})
        here = {path: Fraction(int(ways[level - 1, against - 1]), size) for path, ways in paths.items()}
        assert {path: chance for path, chance in here.items() if chance} == one.chances()


def test_sizes_are_the_throws_of_all_tests():
    assert Graded(ICONS, 1, 1).ways()[0] == D6_MINUS_D6.size
    assert Graded(ICONS, 1, 1, {"major": Graded(ICONS, 1, 1)}).ways()[0] == prod((36, 36))
