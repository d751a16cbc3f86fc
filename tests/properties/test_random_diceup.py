"""What must hold in every session of Dice Up, whatever people do."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from play import DICEUP, Whim, act, session

from referee.clauses import index
from referee.core.codec import canonical, from_json
from referee.core.match import Match
from referee.formats.words import read_intent, write_intent
from referee.odds import report
from referee.systems import system_named

SEEDS = st.integers(0, 10**6).map(str)


def played(seed, acts):
    match, whim = session(seed), Whim(seed)
    for _ in range(acts):
        act(match, whim, meddling=6)
    return match, whim


def possible(state):
    """Whether a session can be at all."""
    for hero in state.heroes:
        assert 0 <= hero.strain <= 6
        assert hero.surges >= 0
        assert hero.game_changers >= 0
        assert all(0 <= one.uses <= one.item.uses for one in hero.holdings)
        assert len(hero.conditions) <= 4
        assert hero.down == (hero.overcome or len(hero.conditions) == 4)
    numbers = [one.number for hero in state.heroes for one in hero.conditions]
    assert len(set(numbers)) == len(numbers)
    assert len({one.number for one in state.owed}) == len(state.owed)


def test_ten_thousand_random_steps():
    """Random acts under random house rules: never an exception or a session that cannot be."""
    steps = number = 0
    seen = set()
    while steps < 10_000:
        number += 1
        match, whim = session(number), Whim(number)
        while steps < 10_000 and match.revision < 60:
            done = act(match, whim, meddling=6)
            steps += 1
            seen.add(type(done[1]).__name__)
            possible(match.state)
    assert number > 150
    assert len(seen) >= 10, sorted(seen)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 40))
def test_replay_equals_play(seed, acts):
    match, _ = played(seed, acts)
    assert match.verify() is None
    again = Match.from_bytes(match.to_bytes(), system_named)
    assert again.state == match.state
    assert again.to_bytes() == match.to_bytes()
    assert match.state_at(match.revision) == match.state


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(0, 25))
def test_lists_and_checks_cannot_differ(seed, acts):
    match, _ = played(seed, acts)
    for seat in match.system.seats(match.state):
        listed = match.system.intents(match.state, seat)
        for intent in match.system.candidates(match.state, seat):
            refusal = match.system.refusal(match.state, seat, intent)
            assert (intent in listed) == (refusal is None)
            assert read_intent(DICEUP, write_intent(intent), DICEUP.names(match.state)) == intent
            if refusal is not None:
                assert refusal.clause in index()
                assert refusal.why.strip()
                continue
            branch = match.branch(match.revision)
            branch.do(seat, intent)
            while branch.waiting is not None:
                branch.answer(0)
            possible(branch.state)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 20), st.integers(0, 10**6))
def test_odds_sum_to_one_and_hold_what_then_happens(seed, acts, pick):
    match, _ = played(seed, acts)
    seat = match.system.to_act(match.state)[0]
    intents = match.system.intents(match.state, seat)
    intent = intents[pick % len(intents)]
    before = match.state
    found = report(match.system, before, seat, intent)
    assert sum(branch.chance for branch in found.branches) == Fraction(1)
    match.do(seat, intent)
    while match.waiting is not None:
        match.answer(0)
    assert match.system.changes(before, match.state) in [changes for changes, _ in found.states]


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 30))
def test_records_survive_json(seed, acts):
    match, _ = played(seed, acts)
    assert from_json(canonical(match.state), DICEUP.state_type) == match.state
    for entry in match.entries:
        for event in match.events_of(entry):
            assert from_json(canonical(event), DICEUP.event_type) == event
            assert event.clause in index()
            assert DICEUP.say(event)


@pytest.mark.parametrize("cl", range(1, 9))
def test_odds_of_margins_are_counted_out(cl):
    """Second source: the faces of a d20 in bands of three, by hand (diceup.context.cl_bands)."""
    state = session("1", miss_strain="levels_plus_one").state
    state = state.__class__(**{**{name: getattr(state, name) for name in state.__struct_fields__}, "band": 3})
    intent = read_intent(DICEUP, f"Kim act Force cl={cl} indirect=0", DICEUP.names(state))
    found = dict(report(DICEUP, state, "gm", intent).grades)
    expected = {}
    for face in range(1, 21):
        margin = (face + 3 + 2) // 3 - cl
        word = "meet" if margin == 0 else f"beat by {margin}" if margin > 0 else f"miss by {-margin}"
        expected[word] = expected.get(word, 0) + Fraction(1, 20)
    assert found == expected
