"""Pools of dice: exact weights, real faces, and the notation."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from time import perf_counter

import icepool
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.core.dice import BadDice, BadFaces, Pool, parse

d6, d8, d20 = icepool.d6, icepool.d8, icepool.d20
fudge = icepool.Die([-1, 0, 1])


def shares(pool: Pool) -> dict[int, Fraction]:
    return {total: Fraction(ways, pool.size) for total, ways in pool.totals.items()}


# ---- Totals, against a second source and by hand -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "oracle"),
    [
        ("d6 - d6", d6 - d6),
        ("2d6 + 3", 2 @ d6 + 3),
        ("-d8 + 10", 10 - d8),
        ("3d6kh2", d6.highest(3, 2)),
        ("3d6k2", d6.highest(3, 2)),
        ("4d6dl1", d6.highest(4, 3)),
        ("4d6dh1", d6.lowest(4, 3)),
        ("2d20kl1", d20.lowest(2, 1)),
        ("5d8kl2 - 2d6kh1", d8.lowest(5, 2) - d6.highest(2, 1)),
        ("20d20kh10", d20.highest(20, 10)),
        ("4dF", 4 @ fudge),
        ("3dFkh2 - dF", fudge.highest(3, 2) - fudge),
        ("d% + d6", icepool.d(100) + d6),
        ("3d6r1", 3 @ d6.reroll([1], depth=10)),
        ("d6r<=2x3", d6.reroll([1, 2], depth=3)),
        ("d6r>5x2", d6.reroll([6], depth=2)),
        ("2d8ro<3", 2 @ d8.reroll([1, 2], depth=1)),
        ("4d6r1x2dl1", d6.reroll([1], depth=2).highest(4, 3)),
        ("2d6!", 2 @ d6.explode(depth=10)),
        ("d6!x3 - d6", d6.explode(depth=3) - d6),
        ("3d8!>=7x2", 3 @ d8.explode([7, 8], depth=2)),
        ("2d6!=1x4", 2 @ d6.explode([1], depth=4)),
        ("3d6!x2kh2", d6.explode(depth=2).highest(3, 2)),
        ("3d6!>4x2kl2", d6.explode([5, 6], depth=2).lowest(3, 2)),
        ("2dF!=-1x2", 2 @ fudge.explode([-1], depth=2)),
    ],
)
def test_totals_agree_with_icepool(text: str, oracle: icepool.Die) -> None:
    whole = oracle.denominator()
    assert shares(parse(text)) == {total: Fraction(ways, whole) for total, ways in oracle.items() if ways}


def test_further_dice_of_an_explosion_are_not_rerolled() -> None:
    after_reroll = Counter({1: 1, **dict.fromkeys(range(2, 7), 7)})  # of 36: once more after a 1
    by_hand: Counter[int] = Counter()
    for face, ways in after_reroll.items():
        for further in range(1, 7):
            by_hand[face + further if face == 6 else face] += ways
    assert parse("d6ro1!x1").totals == dict(sorted(by_hand.items()))


def test_d6_minus_d6_is_the_pyramid_of_the_graded_systems() -> None:
    pool = parse("d6 - d6")
    assert dict(pool.totals) == dict(zip(range(-5, 6), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]))
    assert list(pool.totals) == sorted(pool.totals)
    assert pool.chance(lambda total: total >= 2) == Fraction(10, 36)
    assert (pool.mean, pool.variance) == (Fraction(0), Fraction(35, 6))
    assert len(pool.cases) == 11


def test_the_last_roll_of_a_limited_reroll_counts() -> None:
    assert shares(parse("d6r<=3x1"))[3] == Fraction(3, 6) * Fraction(1, 6)


@pytest.mark.parametrize(
    ("text", "size"),
    [("d6 - d6", 36), ("3d6kh2", 216), ("d6r1", 6**11), ("2d6r1x2!x3 + d4", 6**12 * 4), ("5", 1)],
)
def test_size_counts_the_digits_that_a_roll_may_need(text: str, size: int) -> None:
    assert parse(text).size == size


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("4d6dl1 - d20", Fraction(0)),
        ("d6r1x1", Fraction(1, 36)),
        ("d6ro1", Fraction(0)),  # once is the rule here, not a limit
        ("d6!x2", Fraction(1, 216)),
        ("2d6!x1", 1 - Fraction(35, 36) ** 2),
        (
            "d6r1x1!x1",
            Fraction(1, 36) + Fraction(7, 36) * Fraction(1, 6),
        ),  # a first 6 is likelier after rerolls
        ("d6r6x1!x1", Fraction(1, 36)),  # the last 6 is cut as a reroll, and goes on as an explosion
        ("d6!x1 - d8r8x1", 1 - Fraction(35, 36) * Fraction(63, 64)),
    ],
)
def test_cut_is_the_chance_that_a_limit_stopped_a_die(text: str, chance: Fraction) -> None:
    assert parse(text).cut == chance


@pytest.mark.parametrize(
    "text",
    [
        "d6 - d6",
        "3d6kh2 - d4",
        "4d4dl1 + 1",
        "2d6r1x1kl1",
        "2d4!x2",
        "2d4r1x1!x1",
        "2dF!=-1x1 - dF",
        "-2d4!>=3x1 + 5",
    ],
)
def test_counting_every_answer_gives_the_totals(text: str) -> None:
    pool = parse(text)
    assert Counter(map(pool.total, range(pool.size))) == Counter(pool.totals)


@pytest.mark.parametrize("text", ["100d6kh50", "20d20", "100d6", "20d20kh10", "10d6!", "100d10kl3 - 100d10kh3"])
def test_many_dice_are_counted_without_listing_faces(text: str) -> None:
    start = perf_counter()
    pool = parse(text)
    assert sum(ways for _, ways in pool.cases) == pool.size
    assert perf_counter() - start < 3  # a busy machine; about a tenth of this is usual


# ---- Faces -------------------------------------------------------------------------------------------------


def test_every_throw_of_plain_dice_is_one_answer() -> None:
    pool = parse("d6 - d4")
    throws = [pool.faces(answer) for answer in range(pool.size)]
    assert sorted(throws) == sorted(product(range(1, 7), range(1, 5)))
    assert all(pool.total(answer) == up - down for answer, (up, down) in enumerate(throws))


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("d6 - d6", (5, 2), 3),
        ("3d6kh2 - d6", (6, 2, 4, 3), 7),
        ("2d6r1!", (1, 1, 4, 6, 6, 2), 18),  # the first die: 1, 1, 4; the second: 6, 6, 2
        ("2d6!kl1", (6, 1, 3), 3),  # the exploded die is worth 7
        ("d6ro1", (1, 1), 1),
        ("2d6!x1", (6, 6, 2), 14),  # the limit: 6 + 6, then the next die
        ("2dF - 1", (-1, 0), -2),
    ],
)
def test_typed_dice_give_the_roll(text: str, faces: tuple[int, ...], total: int) -> None:
    pool = parse(text)
    answer = pool.answer(faces)
    assert (pool.faces(answer), pool.total(answer)) == (faces, total)


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("d6 - d6", (5, 2), "5 - 2"),
        ("3d6kh2 - d6", (6, 4, 2, 3), "[6, 4, 2 dropped] - 3"),
        ("2d6kh1", (4, 4), "[4, 4 dropped]"),
        ("2d6kl1", (4, 4), "[4, 4 dropped]"),
        ("2d6r1", (1, 4, 3), "[1 rerolled, 4, 3]"),
        ("d6!", (6, 2), "[6 + 2]"),
        ("2d6!kl1 + 2", (6, 1, 3), "[(6 + 1) dropped, 3] + 2"),
        ("-d6 - dF", (3, -1), "-3 - (-1)"),
    ],
)
def test_shown_marks_dropped_rerolled_and_exploded_dice(text: str, faces: tuple[int, ...], shown: str) -> None:
    pool = parse(text)
    assert pool.shown(pool.answer(faces)) == shown


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("d6-d6", [5], "d6 - d6 needs 2 dice: the first counts up, the second down; 1 was given"),
        ("d6-d6", [5, 2, 1], "d6 - d6 needs 2 dice: the first counts up, the second down; 3 were given"),
        ("d6-d6", [5, 7], "die 2 of d6 - d6 shows 7, but a d6 has the faces 1 to 6"),
        ("d6-d6", [0, 2], "die 1 of d6 - d6 shows 0, but a d6 has the faces 1 to 6"),
        ("2dF", [2, 0], "die 1 of 2dF shows 2, but a dF has the faces -1 to 1"),
        ("3d6", [], "3d6 needs 3 dice; 0 were given"),
        ("2d6-d8", [1], "2d6 - d8 needs 3 dice: dice 1 to 2 (d6) count up, the third (d8) down; 1 was given"),
        ("d6!", [6], "d6! needs 1 die and one more for each reroll or explosion; 1 was given: "
                     "after the 6 another d6 is rolled"),
        ("d6!", [5, 1], "d6! needs 1 die and one more for each reroll or explosion; 2 were given"),
    ],
)  # fmt: skip
def test_impossible_dice_are_refused_in_one_sentence(text: str, faces: list[int], words: str) -> None:
    with pytest.raises(BadFaces) as refused:
        parse(text).answer(faces)
    assert str(refused.value) == words


@pytest.mark.parametrize("text", ["d6 - d6", "10d6"])
def test_an_answer_outside_the_pool_is_an_error(text: str) -> None:
    pool = parse(text)
    for answer in (-1, pool.size):
        for question in (pool.total, pool.faces, pool.shown):
            with pytest.raises(IndexError):
                question(answer)


def test_a_pool_read_by_faces_keeps_every_row_of_faces_apart() -> None:
    pool = parse("d6!x2 - d4", "faces")
    rows = Counter(map(pool.faces, range(pool.size)))
    assert {pool.faces(answer): ways for answer, ways in pool.cases} == rows
    assert len(pool.cases) == len(rows)
    totals = [pool.total(answer) for answer, _ in pool.cases]
    assert totals == sorted(totals)
    assert pool != parse("d6!x2 - d4")


# ---- Notation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D6-D6", "d6 - d6"),
        (" 1d6 \u2212 d6 ", "d6 - d6"),
        ("2 d 6 + 03", "2d6 + 3"),
        ("-d6+3", "-d6 + 3"),
        ("d%", "d100"),
        ("4df", "4dF"),
        ("3d6K2", "3d6kh2"),
        ("d6 r = 1", "d6r1"),
        ("d6!=6", "d6!"),
        ("d6r1x10!x10", "d6r1!"),
        ("d8R<=2X3!>7x2", "d8r<=2x3!>7x2"),
        ("dFr-1", "dFr-1"),
    ],
)
def test_spellings_of_one_pool_are_the_same_pool(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(text) == parse(canonical)
    assert hash(parse(text)) == hash(parse(canonical))


@pytest.mark.parametrize(
    ("text", "at", "word"),
    [
        ("", 0, "Expected dice"),
        ("d6 -", 4, "Expected dice"),
        ("+d6", 0, "Expected dice"),
        ("d6 + ?", 5, "Expected dice"),
        ("\u0130d6", 0, "Expected dice"),  # lower() makes two letters of it
        ("2d", 2, "sides, % or F"),
        ("d\u0663", 1, "sides, % or F"),  # a digit of another script
        ("d6 d6", 3, "+ or -"),
        ("3 x", 2, "Expected d"),
        ("0d6", 0, "from 1 to 100"),
        ("d6 + 101d6", 5, "from 1 to 100"),
        ("d0", 1, "from 1 to 1,000"),
        ("d1001", 1, "from 1 to 1,000"),
        ("d6 + 1000001", 5, "from 0 to 1,000,000"),
        ("d6 + " + "9" * 5000, 5, "from 0 to 1,000,000"),
        (" + ".join(["d6"] * 21), 100, "20 terms"),
        ("4d6kh", 5, "dice to keep"),
        ("4d6kh5", 5, "only 4 dice"),
        ("4d6k0", 4, "from 1"),
        ("4d6dl4", 5, "leave none"),
        ("4d6d1", 3, "dh or dl"),
        ("4d6kh1kl1", 6, "at most one keep or drop"),
        ("d6!!", 3, "at most one explosion"),
        ("d6r1r2", 4, "at most one reroll"),
        ("4d6kh3r1", 6, "The reroll comes earlier"),
        ("d6r", 3, "face of the reroll"),
        ("d6r<=6", 3, "Every face"),
        ("d6r7", 3, "No face from 1 to 6"),
        ("d1!", 2, "Every face"),
        ("d6!>=1", 3, "Every face"),
        ("d6!6", 3, "before the number"),
        ("d6!x0", 4, "from 1 to 50"),
        ("d6r1x51", 5, "from 1 to 50"),
        ("d6ro1x2", 5, "only once"),
        ("d6x3", 2, "directly after"),
        ("d6 + 100d1000!>=2x50", 5, "Too much"),
    ],
)
def test_a_bad_text_is_refused_with_a_caret_under_the_character(text: str, at: int, word: str) -> None:
    with pytest.raises(BadDice) as refused:
        parse(text)
    sentence, shown, caret = str(refused.value).split("\n")
    assert word in sentence
    assert sentence.endswith(".")
    assert (refused.value.text, refused.value.at) == (text, at)
    assert shown == text
    assert caret == " " * at + "^"


def test_too_many_faces_to_list_are_refused_at_the_term_that_is_too_much() -> None:
    assert parse("6d6", "faces").size == 46_656
    with pytest.raises(BadDice, match="50,000 answers") as refused:
        parse("2 + 6d6 - d6", "faces")
    assert refused.value.at == 10


def test_pools_and_refusals_travel_between_processes() -> None:
    for pool in (parse("3d6!x2kh2 - d4"), parse("d6 - d6", "faces")):
        assert pickle.loads(pickle.dumps(pool)) == pool
    with pytest.raises(BadDice) as refused:
        parse("d6 d6")
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_a_pool_cannot_be_changed() -> None:
    pool = parse("d6 - d6")
    with pytest.raises(AttributeError):
        pool.reads = "faces"  # type: ignore[misc]
    with pytest.raises(TypeError):
        pool.totals[0] = 1  # type: ignore[index]


# ---- Properties of any pool --------------------------------------------------------------------------------


@st.composite
def term_texts(draw: st.DrawFn) -> str:
    if draw(st.integers(0, 5)) == 0:
        return str(draw(st.integers(0, 20)))
    count, sides = draw(st.integers(1, 4)), draw(st.sampled_from(["2", "4", "6", "10", "F"]))
    face = st.integers(-1, 1) if sides == "F" else st.integers(1, int(sides))
    text = f"{count}d{sides}"
    if draw(st.integers(0, 2)) == 0:
        match = f"{draw(st.sampled_from(['', '=', '<', '<=', '>', '>=']))}{draw(face)}"
        text += draw(st.sampled_from([f"ro{match}", f"r{match}", f"r{match}x{draw(st.integers(1, 3))}"]))
    if draw(st.integers(0, 2)) == 0:
        text += draw(st.sampled_from(["!", f"!={draw(face)}", f"!>={draw(face)}", f"!<{draw(face)}"]))
        text += f"x{draw(st.integers(1, 3))}"
    if count > 1 and draw(st.booleans()):
        text += f"{draw(st.sampled_from(['k', 'kh', 'kl', 'dh', 'dl']))}{draw(st.integers(1, count - 1))}"
    return text


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    text = draw(st.sampled_from(["", "-"])) + draw(term_texts())
    for _ in range(draw(st.integers(0, 2))):
        text += draw(st.sampled_from(["+", " - "])) + draw(term_texts())
    try:
        return parse(text)
    except BadDice as refused:  # a match drawn at random may hit no face, or all
        assume("matches this" not in refused.sentence)
        raise


@given(pools())
def test_each_case_is_a_real_answer_with_its_total_and_the_ways_sum_to_size(pool: Pool) -> None:
    assert sum(ways for _, ways in pool.cases) == sum(pool.totals.values()) == pool.size
    assert all(0 <= answer < pool.size for answer, _ in pool.cases)
    assert [(pool.total(answer), ways) for answer, ways in pool.cases] == list(pool.totals.items())


@given(pools(), st.data())
def test_faces_typed_again_are_the_same_roll(pool: Pool, data: st.DataObject) -> None:
    answer = data.draw(st.integers(0, pool.size - 1))
    typed = pool.answer(pool.faces(answer))
    assert pool.faces(typed) == pool.faces(answer)
    assert pool.total(typed) == pool.total(answer)
    assert pool.shown(typed) == pool.shown(answer)


@given(pools())
def test_the_written_form_is_read_back_as_the_same_pool(pool: Pool) -> None:
    again = parse(str(pool))
    assert again == pool
    assert again.notation == pool.notation
    assert again.totals == pool.totals


@given(st.text("0123456789dDFkhlrox!<>=%+- ?\u2212", max_size=14))
def test_any_text_is_a_pool_or_refused_at_a_place_in_it(text: str) -> None:
    try:
        pool = parse(text)
    except BadDice as refused:
        assert 0 <= refused.at <= len(text)
    else:
        assert parse(str(pool)) == pool
