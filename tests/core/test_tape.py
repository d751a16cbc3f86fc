"""The one door: answers in order, questions where they end, and rules that look elsewhere are found out."""

import pytest

from referee.core.asking import (
    BadAnswer,
    ImpureRule,
    Need,
    Pending,
    Tape,
    UnusedAnswers,
    read_answer,
)
from referee.core.dealing import Dealer, commitment
from referee.core.dice import D6_MINUS_D6, BadFaces, parse
from referee.core.events import Draft, Event, UnknownCitation
from referee.odds import after, outcomes

CLAUSE = "icons.context.dice"


def test_answers_are_read_in_order_and_the_end_is_a_question():
    tape = Tape([parse("d6 - d6").answer([5, 2])])
    assert tape.roll(D6_MINUS_D6, CLAUSE).total == 3
    with pytest.raises(Pending) as stopped:
        tape.choose("ann", ("no", "yes"), CLAUSE, "Block?")
    assert stopped.value.need.who == "ann"
    assert stopped.value.need.options == ("no", "yes")


def test_one_option_is_no_question():
    assert Tape().choose("ann", ("dodge",), CLAUSE) == "dodge"


def test_impossible_and_left_over_answers_are_refused():
    with pytest.raises(BadAnswer, match="no, yes"):
        Tape([2]).choose("ann", ("no", "yes"), CLAUSE)
    tape = Tape([0, 0])
    tape.choose("ann", ("no", "yes"), CLAUSE)
    with pytest.raises(UnusedAnswers, match="1 answer left over"):
        tape.used_up()


def test_faces_of_a_pool_that_is_read_as_a_total_are_out_of_bounds():
    with pytest.raises(LookupError, match="reads='faces'"):
        _ = Tape([0]).roll(D6_MINUS_D6, CLAUSE).faces
    assert Tape([7]).roll(parse("2d6", "faces"), CLAUSE).faces == (2, 2)


def test_a_rule_that_looks_outside_is_found_out():
    looked = []

    def impure(tape):
        looked.append(1)
        return tape.roll(parse("d6" if len(looked) < 3 else "d8"), CLAUSE).total

    with pytest.raises(ImpureRule):
        list(outcomes(impure))


@pytest.mark.parametrize("given", ["5,2", "5 2", [5, 2], (5, 2)])
def test_people_type_faces(given):
    need = Need("chance", CLAUSE, 36, D6_MINUS_D6.cases, pool="d6 - d6")
    assert need.dice().total(read_answer(need, given)) == 3


def test_people_type_words():
    need = Need("ann", CLAUSE, 2, ((0, 1), (1, 1)), "How?", ("evade", "dodge"))
    assert [read_answer(need, word) for word in ("dodge", "DODGE", "d", "2")] == [1, 1, 1, 1]
    for word in ("", "block", "3", "0"):
        with pytest.raises(BadAnswer, match="evade, dodge"):
            read_answer(need, word)
    with pytest.raises(BadFaces):
        read_answer(Need("chance", CLAUSE, 36, D6_MINUS_D6.cases, pool="d6 - d6"), "5")


def test_the_dealer_depends_on_seed_entry_and_deal_alone():
    need = Need("chance", CLAUSE, 36, D6_MINUS_D6.cases, pool="d6 - d6")
    one = [Dealer("s", 4)(need, at) for at in range(50)]
    assert one == [Dealer("s", 4)(need, at) for at in range(50)]
    assert one != [Dealer("s", 5)(need, at) for at in range(50)]
    assert one != [Dealer("s", 4, 1)(need, at) for at in range(50)]
    assert one != [Dealer("t", 4)(need, at) for at in range(50)]
    assert commitment("s") != commitment("t")
    with pytest.raises(Pending):
        Dealer("s", 1)(Need("ann", CLAUSE, 2, ((0, 1), (1, 1))), 0)


def test_the_dealer_is_fair():
    counts = [0] * 36
    for at in range(36_000):
        counts[Dealer("fair", at // 8).below(36, at % 8)] += 1
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert chi_squared < 80  # 35 degrees of freedom: beyond 80 once in 40,000 seeds


class _Step(Event, frozen=True, kw_only=True):
    by: int


def test_nothing_happens_without_a_clause_that_exists():
    draft = Draft(0, lambda state, event: state + event.by, {CLAUSE})
    with pytest.raises(TypeError):
        _Step(by=1)
    with pytest.raises(UnknownCitation, match=r"no\.such"):
        draft.emit(_Step(by=1, clause="no.such"))
    with pytest.raises(UnknownCitation):
        draft.emit(_Step(by=1, clause=CLAUSE, also=("no.such",)))
    assert (draft.state, draft.events) == (0, [])
    draft.emit(_Step(by=2, clause=CLAUSE))
    assert draft.state == 2


def test_chains_of_steps_merge_equal_states():
    """24 swings: a coin of 36 sides against 10 lives leaves 11 states, not 11 ** 24 paths."""

    def swing(lives, tape):
        return max(0, lives - (tape.roll(D6_MINUS_D6, CLAUSE).total >= 2)) if lives else 0

    states = {10: 1}
    for _ in range(24):
        states = after(states, swing)
    assert len(states) == 11
    assert sum(states.values()) == 1
    from fractions import Fraction
    from math import comb

    hit = Fraction(10, 36)
    assert states[7] == comb(24, 3) * hit**3 * (1 - hit) ** 21
