"""What must hold in every match of Iconica, whatever people do."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from play import ICONICA, Whim, act, table

from referee.clauses import index
from referee.core.asking import Tape
from referee.core.codec import canonical, from_json
from referee.core.match import Match
from referee.core.system import Illegal
from referee.formats.words import read_intent, write_intent
from referee.odds import report
from referee.sim.checking import FLAWS, unsound
from referee.systems import system_named
from referee.systems.iconica import intents as i

SEEDS = st.integers(0, 10**6).map(str)


def played(seed, acts):
    match, whim = table(seed), Whim(seed)
    for _ in range(acts):
        if act(match, whim) is None:
            break
    return match, whim


def possible(state):
    """Whether a match can be at all."""
    assert FLAWS[unsound(state.game(), state.roster.book)] == "sound"


def test_ten_thousand_random_steps():
    """Random parties under random house rules: never an exception or a match that cannot be. Nobody but the seat that is
    to act may do anything, and the same state, intent and answers give the same state and events."""
    steps = number = finished = 0
    seen = set()
    while steps < 10_000:
        number += 1
        match, whim = table(number), Whim(number)
        while steps < 10_000:
            before = match.state
            done = act(match, whim)
            if done is None:
                finished += 1
                assert match.system.result(match.state) is not None
                break
            steps += 1
            seat, intent, events = done
            seen.add(type(intent).__name__)
            possible(match.state)
            tape = Tape(match.entries[-1].act.answers)
            assert match.system.step(before, seat, intent, tape) == (match.state, events)
            tape.used_up()
    assert finished > 50
    assert seen == {"Roll", "Pick", "Use", "Break", "Pass"}


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 60))
def test_replay_equals_play(seed, acts):
    match, _ = played(seed, acts)
    assert match.verify() is None
    again = Match.from_bytes(match.to_bytes(), system_named)
    assert again.state == match.state
    assert again.to_bytes() == match.to_bytes()
    assert match.state_at(match.revision) == match.state


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(2, 60), st.integers(1, 8))
def test_undo_and_redo_come_back_to_the_same(seed, acts, back):
    match, _ = played(seed, acts)
    written, states = match.to_bytes(), [match.state_at(at) for at in range(match.revision + 1)]
    back = min(back, match.revision)
    for at in range(match.revision - 1, match.revision - 1 - back, -1):
        match.undo()
        assert match.state == states[at]
    for _ in range(back):
        match.redo()
    assert match.state == states[-1]
    assert match.to_bytes() == written


@settings(max_examples=4, deadline=None)
@given(SEEDS, st.integers(0, 50))
def test_lists_and_checks_cannot_differ(seed, acts):
    """Every act that a seat might think of, its own and those of others: listed and accepted, or refused with a clause."""
    match, _ = played(seed, acts)
    system, state = match.system, match.state
    everything = {intent for seat in state.seats for intent in system.candidates(state, seat)}
    everything |= {i.Roll(seat) for seat in state.seats} | {i.Pass(seat) for seat in state.seats}
    everything |= {i.Pick(seat, card.name) for seat in state.seats for card in state.roster.cards}
    everything |= {
        kind(seat, name) for seat in state.seats for name in system.names(state) for kind in (i.Use, i.Break)
    }
    for seat in state.seats:
        listed = system.intents(state, seat)
        assert bool(listed) == (seat in system.to_act(state)) or state.game().phase < 3
        for intent in sorted(everything, key=repr):
            refusal = system.refusal(state, seat, intent)
            assert (intent in listed) == (refusal is None), (seat, intent)
            branch = match.branch(match.revision)
            if refusal is not None:
                assert refusal.clause in index()
                assert refusal.why.strip()
                with pytest.raises(Illegal):
                    branch.do(seat, intent)
                continue
            assert read_intent(ICONICA, write_intent(intent), ICONICA.names(state)) == intent
            branch.do(seat, intent)
            while branch.waiting is not None:
                branch.answer(0)
            possible(branch.state)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 50))
def test_records_survive_json(seed, acts):
    match, _ = played(seed, acts)
    for entry in match.entries:
        for event in match.events_of(entry):
            assert from_json(canonical(event), ICONICA.event_type) == event
            assert event.clause in index()
            assert ICONICA.say(event)


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.integers(7, 40))
def test_odds_sum_to_one_and_hold_what_then_happens(seed, acts):
    match, _ = played(seed, acts)
    seats = match.system.to_act(match.state)
    if not seats or match.state.game().phase != 3:
        return
    before, intent = match.state, match.system.intents(match.state, seats[0])[0]
    found = report(match.system, before, seats[0], intent)
    assert sum(branch.chance for branch in found.branches) == Fraction(1)
    match.do(seats[0], intent)
    while match.waiting is not None:
        match.answer(0)
    assert match.system.changes(before, match.state) in [changes for changes, _ in found.states]


def test_states_are_hashable_so_that_chains_of_odds_can_merge_them():
    match, _ = played("5", 12)
    assert len({match.state_at(at) for at in range(match.revision + 1)}) > 1
