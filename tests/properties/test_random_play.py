"""What must hold in every fight, whatever people do."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from play import ICONS, Whim, act, fight, strangers

from referee.clauses import index
from referee.core.asking import Tape
from referee.core.codec import canonical, from_json, to_tree
from referee.core.match import Match
from referee.core.system import Refusal
from referee.formats.words import read_intent, write_intent
from referee.odds import report
from referee.systems import system_named
from referee.systems.icons.intents import Notice

RULES = st.fixed_dictionaries({
    "rolling": st.sampled_from(["players", "attacker", "defender"]),
    "resist_roll": st.sampled_from(["target", "attacker"]),
    "block_cost": st.sampled_from(["panel", "reaction"]),
    "dice": st.sampled_from(["difference", "sum_minus_7"]),
})  # fmt: skip
SEEDS = st.integers(0, 10**6).map(str)


def played(seed, rules, acts):
    match = fight(seed=seed, **rules)
    whim = Whim(seed)
    for _ in range(acts):
        if act(match, whim) is None:
            break
    return match, whim


@settings(max_examples=25, deadline=None)
@given(SEEDS, RULES, st.integers(1, 45))
def test_replay_equals_play(seed, rules, acts):
    match, _ = played(seed, rules, acts)
    assert match.verify() is None
    again = Match.from_bytes(match.to_bytes(), system_named)
    assert again.state == match.state
    assert again.to_bytes() == match.to_bytes()
    assert again.verify() is None


@settings(max_examples=15, deadline=None)
@given(SEEDS, RULES, st.integers(22, 45))
def test_undo_of_do_is_identity_all_the_way_back(seed, rules, acts):
    match, _ = played(seed, rules, acts)
    states, files = [match.state], [match.to_bytes()]
    count = match.revision
    for at in range(count, 0, -1):
        assert match.state_at(at) == match.state
        match.undo()
        states.append(match.state)
    assert match.state == match.system.setup(match.setup)
    for at in range(count):
        match.redo()
        assert match.state == states[count - at - 1]
    assert match.to_bytes() == files[0]


@settings(max_examples=20, deadline=None)
@given(SEEDS, RULES, st.integers(0, 25))
def test_lists_and_checks_cannot_differ(seed, rules, acts):
    match, _ = played(seed, rules, acts)
    for seat in match.system.seats(match.state):
        listed = match.system.intents(match.state, seat)
        for intent in match.system.candidates(match.state, seat):
            refusal = match.system.refusal(match.state, seat, intent)
            assert (intent in listed) == (refusal is None)
            if refusal is None:
                branch = match.branch(match.revision)
                branch.do(seat, intent)
                while branch.waiting is not None:
                    branch.answer(0)
                assert branch.revision == match.revision + 1
            else:
                assert isinstance(refusal, Refusal)
                assert refusal.clause in index()
                assert refusal.why.strip()


@settings(max_examples=20, deadline=None)
@given(SEEDS, RULES, st.integers(0, 20), st.integers(0, 10**6))
def test_odds_sum_to_one_and_hold_what_then_happens(seed, rules, acts, pick):
    match, _ = played(seed, rules, acts)
    seats = match.system.to_act(match.state)
    if not seats:
        return
    intents = match.system.intents(match.state, seats[0])
    intent = intents[pick % len(intents)]
    before = match.state
    found = report(match.system, before, "gm", intent)  # who knows when people wake
    assert sum(branch.chance for branch in found.branches) == Fraction(1)
    assert sum(chance for _, chance in found.grades) == 1
    match.do(seats[0], intent)
    while match.waiting is not None:
        match.answer(0)  # the plain option, as the report assumes
    assert match.system.changes(before, match.state) in [changes for changes, _ in found.states]


@settings(max_examples=20, deadline=None)
@given(SEEDS, RULES, st.integers(1, 20), st.integers(0, 10**6))
def test_only_totals_decide(seed, rules, acts, pick):
    """A throw with the same total gives the same state: odds may visit one throw for all of them."""
    match, _ = played(seed, rules, acts)
    entry = match.entries[-1]
    intent = match.intent_of(entry.act)
    state = match.state_at(match.revision - 1)
    tape = Tape(entry.act.answers)
    match.system.step(state, entry.act.by, intent, tape)
    other = []
    for need, answer in zip(tape.needs, tape.answers, strict=True):
        if need.is_chance:
            pool = need.dice()
            same = [one for one in range(pool.size) if pool.total(one) == pool.total(answer)]
            answer = same[pick % len(same)]
        other.append(answer)
    again, _ = match.system.step(state, entry.act.by, intent, Tape(other))
    assert again == match.state


@settings(max_examples=15, deadline=None)
@given(SEEDS, RULES, st.integers(1, 30))
def test_records_survive_json_and_words(seed, rules, acts):
    match, _ = played(seed, rules, acts)
    assert from_json(canonical(match.state), ICONS.state_type) == match.state
    for entry in match.entries:
        for event in match.events_of(entry):
            assert from_json(canonical(event), ICONS.event_type) == event
            assert event.clause in index()
            assert ICONS.say(event)
    for seat in ICONS.seats(match.state):
        for intent in ICONS.candidates(match.state, seat):
            assert from_json(canonical(intent), ICONS.intent_type) == intent
            assert read_intent(ICONS, write_intent(intent), ICONS.names(match.state)) == intent


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(5, 40))
def test_a_player_never_learns_when_somebody_wakes(seed, acts):
    match, _ = played(seed, {}, acts)
    state = match.state
    for fighter in state.fighters:
        if fighter.wake is None:
            continue
        other = state.with_fighter(fighter.name, wake=fighter.wake + 1)
        for seat in ("ann", "ben", None):
            assert canonical(ICONS.view(state, seat)) == canonical(ICONS.view(other, seat))
            assert ICONS.show(state, seat) == ICONS.show(other, seat)
            mine = ICONS.intents(state, seat) if seat else ()
            assert mine == (ICONS.intents(other, seat) if seat else ())
            for intent in mine[-1:]:
                assert report(ICONS, state, seat, intent) == report(ICONS, other, seat, intent)
        assert ICONS.view(state, "gm") != ICONS.view(other, "gm")


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(1, 25), st.integers(0, 3))
def test_a_secret_test_leaves_players_nothing_to_compare(seed, acts, who):
    """Failing, finding nothing and a decoy look the same to players, in the state, the log and what is legal."""
    match, _ = played(seed, {}, acts)
    fighter = match.state.fighters[who]
    refused = ICONS.refusal(match.state, "gm", Notice(fighter.name, 20, secret=True))
    if refused is not None or (ICONS.result(match.state) and not ICONS.to_act(match.state)):
        return
    failing, decoy = Notice(fighter.name, 20, secret=True), Notice(fighter.name, decoy=True)
    seen = []
    for intent, dice in ((failing, 0), (decoy, 30)):
        state, events = ICONS.step(match.state, "gm", intent, Tape([dice]))
        for seat in ("ann", None):
            known = [to_tree(event) for event in events if event.seen_by is None]
            seen.append(
                (seat, ICONS.view(state, seat), ICONS.show(state, seat), known, ICONS.may_know(state, intent, seat))
            )
            assert ICONS.intents(state, "ann") == ICONS.intents(match.state, "ann")
    assert seen[0] == seen[2]
    assert seen[1] == seen[3]


def test_ten_thousand_random_steps():
    """Random legal play never fails, in many fights under many rules."""
    steps = 0
    number = 0
    while steps < 10_000:
        number += 1
        rules = {"rolling": ["players", "attacker", "defender"][number % 3]}
        match = fight(("examples/harbour.toml", "examples/rooftop.toml")[number % 2], str(number), **rules)
        whim = Whim(number)
        while steps < 10_000 and match.revision < 120 and act(match, whim) is not None:
            steps += 1
            for fighter in match.state.fighters:
                assert 0 <= fighter.stamina <= fighter.sheet.full_stamina
                assert fighter.unconscious == (fighter.stamina == 0)
    assert number > 50


@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_steps_of_strangers_with_every_power_under_every_house_rule(part):
    """Random characters, random rules, a meddling game master: never an exception or a state that cannot be."""
    steps, number = 0, 1000 * part
    seen = set()
    while steps < 2_500:
        number += 1
        match = strangers(number)
        whim = Whim(number)
        while steps < 2_500 and match.revision < 60:
            done = act(match, whim, meddling=6)
            if done is None:
                break
            steps += 1
            seen.add(type(done[1]).__name__)
            possible(match.state)
    assert number > 1000 * part + 30
    assert len(seen) > 35, sorted(seen)


def possible(state):
    """Whether a state can be at all."""
    names = state.names()
    for fighter in state.fighters:
        assert 0 <= fighter.stamina <= fighter.sheet.full_stamina
        assert fighter.unconscious == (fighter.stamina == 0)
        assert fighter.determination >= 0
        assert fighter.lost >= 0
        assert fighter.panel in ("waiting", "open", "done")
        if fighter.dead:
            assert fighter.dying_from is None
            assert not fighter.able
        if fighter.unconscious and not fighter.lingers:
            assert not state.holding(fighter.name)
            assert fighter.panel == "done"
    for hold in state.holds:
        assert hold.holder in names
        assert hold.held in names
        assert not state[hold.held].dead
    assert len({(hold.holder, hold.held, bool(hold.bond)) for hold in state.holds}) == len(state.holds)
    assert all(pool.points >= 0 for pool in state.pools)


@pytest.mark.parametrize("entry", range(3))
def test_an_edited_event_is_found_even_with_a_new_chain(entry):
    """An editor who mends the hash chain is still caught: the rules give other events."""
    match, _ = played("77", {}, 6)
    tree = json.loads(match.to_bytes())
    event = tree["entries"][entry]["events"][0]
    event["also"] = ["icons.time.page"]
    link = match._first_link()
    from referee.core.match import Act, _link

    for one in tree["entries"]:
        link = one["link"] = _link(link, msgspec.convert(one["act"], Act), one["events"])
    edited = Match.from_bytes(json.dumps(tree).encode(), system_named)
    found = edited.verify()
    assert found is not None
    assert (found.entry, found.event) == (entry + 1, 1)


def test_states_are_hashable_so_that_chains_of_odds_can_merge_them():
    match, _ = played("5", {}, 12)
    assert len({match.state_at(at) for at in range(match.revision + 1)}) > 1
    assert to_tree(match.state)["page"] == match.state.page
