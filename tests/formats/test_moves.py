"""Move lists: nothing of a match and nothing that people say to it is lost, and what does not fit is named."""

import contextlib
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.core.asking import Need
from referee.core.codec import BadInput
from referee.core.match import Match
from referee.formats.moves import (
    MARKS,
    Move,
    annotated,
    answer_of,
    moves_of,
    read_moves,
    replayed,
    word_of,
    write_moves,
)
from referee.systems.iconica import ICONICA
from referee.systems.iconica import intents as i
from referee.systems.iconica.sheet import Player, Setup

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))
from play import ICONS, ROOT, Whim, act, fight, scuffle, session, strangers


def battle(seed):
    names = ("ann", "Zoë (2.)", "3.", "d'd!")[: 2 + 2 * (seed & 1)]
    return Match(ICONICA, Setup(tuple(map(Player, names)), title="{ % }"), f'a "{seed}"')


@cache
def played(new, seed):
    """A match of up to sixty random acts, the game master's among them."""
    match, whim = new(seed), Whim(f"moves {seed}")
    while match.revision < 60 and act(match, whim, 0 if new is battle else 7) is not None:
        pass
    return match


def harbour(seed):
    return fight(seed=str(seed))


TABLES = [(new, seed) for new in (battle, harbour, strangers, scuffle, session) for seed in range(6)]


def same(one, other):
    assert other.entries == one.entries
    assert other.head == one.head
    assert other.state == one.state


@pytest.mark.parametrize(("new", "seed"), TABLES)
def test_a_list_of_any_system_gives_the_same_match(new, seed):
    match = played(new, seed)
    text = write_moves(moves_of(match))
    again = read_moves(text)
    assert write_moves(again) == text
    same(match, replayed(again))
    assert match.revision > 9


def test_deals_notes_and_the_seats_that_act_for_others_are_kept():
    match = fight(seed="7")
    match.do("gm", ICONS.intents(match.state, "ben")[0])
    while match.waiting is not None:
        match.answer(0)
    match.undo(fresh=True)
    seat = ICONS.to_act(match.state)[0]
    match.do(seat, ICONS.intents(match.state, seat)[0], note="a 6, {not} a 9 \\")
    while match.waiting is not None:
        match.answer(0)
    text = write_moves(moves_of(match))
    assert '[Deal 1] [Note "a 6, {not} a 9 \\\\"]' in text
    same(match, replayed(read_moves(text)))
    first = match.entries[0].act
    match._cut(0)
    match.do("gm", match.intent_of(first))
    while match.waiting is not None:
        match.answer(0)
    assert '[By "gm"]' in write_moves(moves_of(match))
    same(match, replayed(read_moves(write_moves(moves_of(match)))))


def test_what_looks_like_a_number_is_no_move():
    match = Match(ICONICA, Setup(tuple(Player(name) for name in ("1.", "2.", "c", "d"))), "1")
    for words in ("2.", "# no heading", "{", "it's \\", "(6 5)", "!?", "two\nlines", "3. '4.' \"5.\""):
        match.do("2.", i.Plan("2.", words))
    text = write_moves(moves_of(match))
    assert "1. '2.' plan '2.'" in text
    same(match, replayed(read_moves(text)))


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 40), st.sampled_from((*MARKS, None)), st.text(st.characters(codec="utf-8"), max_size=30)
        ),
        max_size=8,
    )
)
def test_marks_and_comments_survive(said):
    moves = moves_of(played(battle, 0))
    for number, mark, comment in said:
        moves = annotated(moves, number, mark=mark if number else None, comment=comment)
    text = write_moves(moves)
    again = read_moves(text)
    assert replace(again, moves=()) == replace(moves, moves=())
    assert [replace(move, line=0) for move in again.moves] == list(moves.moves)
    assert write_moves(again) == text


def test_marks_and_comments_can_be_taken_away():
    moves = moves_of(played(battle, 0))
    some = annotated(annotated(annotated(moves, 2, mark="!", comment="so"), 2, comment="and so"), 0, comment="Well.")
    assert some.moves[1].comments == ("so", "and so")
    assert annotated(annotated(some, 2, mark="", comment=""), 0, comment=" ") == moves


@pytest.mark.parametrize("options", [("no", "No", "2"), ("2", "1", " x"), ("#2", "#1", "x y", "it's", ""), ("a", "a")])
def test_labels_that_look_alike_are_told_apart_by_number(options):
    need = Need("ann", "c", len(options), (), "Which?", options)
    for at in range(need.size):
        assert answer_of(need, word_of(need, at)) == at


LIST = """[System "iconica"] [Version 1] [Seed "5"]
[Setup {"players": [{"name": "ann"}, {"name": "ben"}]}]
# Roll for first choice
1. ann roll (6 5) { high }
2. ben pick Gnash ! { {2} }
3. ann pick 'Tusk Guard'
""".replace("{2}", r"\{2\}")


def test_spaces_and_line_feeds_do_not_matter():
    moves = read_moves(LIST)
    assert moves.moves[1] == Move("ben pick Gnash", mark="!", comments=("{2}",), line=5)
    assert moves.moves[0].heading == "Roll for first choice"
    run_on = re.sub(r"# .*\n", "", LIST).replace("\n", "   ").replace(" (6 5) { high }", "(6\n5){high}")
    run_on = run_on.replace("Gnash !", "Gnash!")
    loose = read_moves(run_on.replace("'Tusk Guard'", "'Tusk Guard' # the end"))
    assert [(move.words, move.answers, move.mark, move.comments) for move in loose.moves] == [
        (move.words, move.answers, move.mark, move.comments) for move in moves.moves
    ]
    assert read_moves(LIST + "\n# nothing more\n").moves == moves.moves


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[Seed", "[Sed", "line 1: no tag here is called 'Sed'; did you mean 'Seed'? (tags: System, Version"),
        ('[Seed "5"]', '[Seed 5]', "line 1: [Seed …] needs another value, in JSON: expected `str`, got `int`"),
        ('[Seed "5"]', '[Seed 5"]', "line 1: [Seed …]"),
        ('[Seed "5"]', '[Seed "5"', "line 2: [Seed …] is not closed; write ] after its value"),
        ('[Seed "5"]', '[Seed "5"] [Seed "5"]', "line 1: [Seed …] stands there twice"),
        ('[Seed "5"]', "", "line 3: the tag [Seed …] is missing"),
        ("2. ben", "3. ben", "line 5: move 2 begins with `2.`, not '3.'"),
        ("2. ben", "ben", "line 5: move 2 begins with `2.`, not 'ben'"),
        ("ben pick Gnash", "", "line 5: move 2 has no words; write them after `2.`"),
        ("(6 5)", "(6 5", "line 4: answers end with ), and signs in them stand in quotes"),
        ("(6 5)", "(6) (5)", "line 4: move 1 has two of: Answers"),
        ("(6 5)", "(6 5) then", "line 4: move 2 begins with `2.`, not 'then'"),
        ("(6 5)", "(6 5) [Deal 0] [Deal 0]", "line 4: move 1 has two of: Deal"),
        ("(6 5)", "(6 5) [Dael 0]", "no tag here is called 'Dael'; did you mean 'Deal'?"),
        ("!", "!!!", "line 5: '!!!' is none of the marks: ! ? !! ?? !? ?!"),
        ("!", "! ?", "line 5: move 2 has two of: Mark"),
        ("{ high }", "{ high", "line 4: a comment is not closed, or holds a brace"),
        ("{ high }", "{ {high} }", "line 4: a comment is not closed, or holds a brace"),
        ("'Tusk Guard'", "'Tusk Guard", "line 6: a quote is not closed"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(old, new, said):
    assert old in LIST
    with pytest.raises(BadInput, match=re.escape(said)):
        read_moves(LIST.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("iconica", "iconca", "no system is called 'iconca'"),
        ("[Version 1]", "[Version 9]", "Version: iconica rules 9 wrote this; these are 1"),
        ('"ben"', '"ann"', "Setup: players[1].name: 'ann' is taken"),
        ("ben pick", "ann pick", "line 5, move 2: ben chooses now [iconica.draft.alternate]"),
        ("pick Gnash", "pick Gnahs", "line 5, move 2: card: no card is called 'Gnahs'; did you mean 'Gnash'?"),
        ("pick Gnash", "pik Gnash", "line 5, move 2: 'pik' is no verb; did you mean 'pick'?"),
        ("(6 5)", "(6 5 'and so')", "line 4, move 1: left over: 'and so'; the move asks for less"),
        ("(6 5)", "(6)", "line 4, move 1: an answer is missing: a die (d6)"),
        ("(6 5)", "(6 7)", "line 4, move 1: die 1 of d6 shows 7"),
        ("(6 5)", '(6 5) [By "ben"]', "line 4, move 1: ann acts for ann, not ben"),
        (
            "\n# Roll",
            '\n[Result "ann won"]\n# Roll',
            "Result: the list says 'ann won', but as played: nobody has won yet",
        ),
        ("\n# Roll", '\n[Link "00"]\n# Roll', "Link: this is not the match as it was played"),
    ],
)
def test_the_first_move_that_does_not_fit_is_named(old, new, said):
    assert old in LIST
    replayed(read_moves(LIST))
    with pytest.raises(BadInput, match=re.escape(said)):
        replayed(read_moves(LIST.replace(old, new, 1)))


@given(st.lists(st.tuples(st.integers(0, len(LIST)), st.sampled_from("()[]{}!?#'\"\\ 1.\nx")), min_size=1, max_size=4))
def test_a_slip_is_read_or_refused_and_nothing_else(slips):
    text = LIST
    for at, sign in slips:
        text = text[:at] + sign + text[at + 1 :]
    with contextlib.suppress(BadInput):
        assert read_moves(write_moves(read_moves(text))).moves
        replayed(read_moves(text))


def test_a_list_can_be_played_up_to_a_move():
    moves = read_moves(LIST.replace("'Tusk Guard'", "Gnash"))
    assert replayed(moves, 2).revision == 2
    with pytest.raises(BadInput, match="there is no move 4; the list has 3"):
        replayed(moves, 4)


@pytest.mark.parametrize(("number", "mark", "said"), [(9, "!", "no move 9"), (1, "!!!", "none of"), (0, "!", "before")])
def test_marks_stand_at_moves(number, mark, said):
    with pytest.raises(BadInput, match=said):
        annotated(read_moves(LIST), number, mark=mark)


def test_the_documented_list_is_true():
    text = (ROOT / "docs" / "moves.md").read_text().split("```text\n")[1].split("```")[0]
    moves = read_moves(text)
    assert write_moves(moves) == text
    match = replayed(moves)
    assert moves.link == match.head
    assert {move.mark for move in moves.moves} > {""}
    assert moves.comments
