"""What must hold in every scene of Sorcery & Super Science!, whatever people do."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from play import SORCERY, Whim, act, scuffle

from referee.clauses import index
from referee.core.codec import canonical, from_json
from referee.core.match import Match
from referee.formats.words import read_intent, write_intent
from referee.odds import report
from referee.systems import system_named

SEEDS = st.integers(0, 10**6).map(str)


def played(seed, acts):
    match, whim = scuffle(seed), Whim(seed)
    for _ in range(acts):
        if act(match, whim, meddling=8) is None:
            break
    return match, whim


def possible(scene):
    """Whether a scene can be at all."""
    for actor in scene.fighters:
        assert 0 <= actor.stamina <= actor.sheet.full_stamina
        assert actor.unconscious == (actor.stamina == 0)
        assert actor.determination >= 0
        if actor.dead:
            assert actor.unconscious
            assert actor.dying_from is None
    for hold in scene.holds:
        assert scene[hold.holder].able
        assert not scene[hold.held].dead
        assert scene.step(hold.holder, hold.held) <= 1
    assert len({(hold.holder, hold.held) for hold in scene.holds}) == len(scene.holds)
    assert all(quality.activations >= 0 for quality in scene.qualities)
    assert len({(quality.name, quality.side) for quality in scene.qualities}) == len(scene.qualities)


def test_ten_thousand_random_steps():
    """Random characters under random house rules: never an exception or a scene that cannot be."""
    steps = number = 0
    seen = set()
    while steps < 10_000:
        number += 1
        match, whim = scuffle(number), Whim(number)
        while steps < 10_000 and match.revision < 80:
            done = act(match, whim, meddling=8)
            if done is None:
                break
            steps += 1
            seen.add(type(done[1]).__name__)
            possible(match.state)
    assert number > 100
    assert len(seen) >= 20, sorted(seen)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 40))
def test_replay_equals_play(seed, acts):
    match, _ = played(seed, acts)
    assert match.verify() is None
    again = Match.from_bytes(match.to_bytes(), system_named)
    assert again.state == match.state
    assert again.to_bytes() == match.to_bytes()


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(0, 25))
def test_lists_and_checks_cannot_differ(seed, acts):
    match, _ = played(seed, acts)
    for seat in match.system.seats(match.state):
        listed = match.system.intents(match.state, seat)
        for intent in match.system.candidates(match.state, seat):
            refusal = match.system.refusal(match.state, seat, intent)
            assert (intent in listed) == (refusal is None)
            assert read_intent(SORCERY, write_intent(intent), SORCERY.names(match.state)) == intent
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
    seats = match.system.to_act(match.state)
    if not seats:
        return
    intents = match.system.intents(match.state, seats[0])
    intent = intents[pick % len(intents)]
    before = match.state
    found = report(match.system, before, seats[0], intent)
    assert sum(branch.chance for branch in found.branches) == Fraction(1)
    match.do(seats[0], intent)
    while match.waiting is not None:
        match.answer(0)  # the plain option, as the report assumes
    assert match.system.changes(before, match.state) in [changes for changes, _ in found.states]


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 30))
def test_records_survive_json(seed, acts):
    match, _ = played(seed, acts)
    assert from_json(canonical(match.state), SORCERY.state_type) == match.state
    for entry in match.entries:
        for event in match.events_of(entry):
            assert from_json(canonical(event), SORCERY.event_type) == event
            assert event.clause in index()
            assert SORCERY.say(event)


@pytest.mark.parametrize("seed", range(10))
def test_both_kinds_of_dice_give_one_target_the_same_chances(seed):
    """sorcery.context.opposed_dice: one plus and one minus die, or one die a side."""
    grades = []
    for dice in ("plus_minus", "opposed"):
        scene = scuffle(seed, dice=dice).state.with_step("Mara", "Raider", 1)
        intent = read_intent(SORCERY, "Mara bash Raider fists", SORCERY.names(scene))
        grades.append(report(SORCERY, scene, "ann", intent).grades)
    assert grades[0] == grades[1]


def test_scenes_are_hashable_so_that_chains_of_odds_can_merge_them():
    match, _ = played("5", 12)
    assert len({match.state_at(at) for at in range(match.revision + 1)}) > 1
