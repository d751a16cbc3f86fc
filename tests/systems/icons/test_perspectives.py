"""Who rolls: every contest from both sides, over all levels. The chances differ by one rule only.

A tie belongs to whoever rolls (icons.context.difficulty; evading and dodging succeed at effect 0). So the chance of
effect 0 counts as moderate where the actor rolls and as failure where the target does, and nothing else differs.
"""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from referee.core.asking import Pending, Tape
from referee.core.codec import from_tree
from referee.formats.words import read_intent
from referee.odds import report
from referee.systems import system_named
from referee.systems.graded.field import Hold
from referee.systems.icons.book import OUTCOMES

ICONS = system_named("icons")
ORDER = ("failure", "moderate", "major", "massive")

HERO = {"name": "Hero", "side": "heroes", "player": "ann", "intellect": 3, "awareness": 3, "stamina": 40, "armor": 20,
        "powers": [{"name": "Binding", "level": 5}, {"name": "Mental Blast", "level": 1},
                   {"name": "Mind Control", "level": 1}, {"name": "Blast", "level": 1, "kind": "blasting"}],
        "attacks": [{"name": "blade", "kind": "slashing", "damage": 1}, {"name": "gun", "kind": "shooting", "damage": 1},
                    {"name": "rock", "kind": "thrown", "strength": 1, "lift": 0}],
        "things": [{"name": "case", "strength": 10}]}  # fmt: skip

DEEDS = {
    "bash": ("prowess", "prowess"),
    "slash": ("prowess", "prowess"),
    "blast": ("coordination", "coordination"),
    "shoot": ("coordination", "coordination"),
    "throw": ("coordination", "coordination"),
    "rush": ("strength", "prowess"),
    "mental": ("willpower", "willpower"),
    "wrestle": ("strength", "strength"),
    "bind": ("coordination", "coordination"),
    "grab": ("strength", "strength"),
    "intimidate": ("willpower", "willpower"),
    "persuade": ("willpower", "willpower"),
    "escape": ("prowess", "strength"),
}
"""Each contest with the ability of the one who acts and the ability that it is up against."""


def levels(deed, ability, level):
    """The ability in question at its level, everything else so that it does not interfere."""
    low = {"prowess": 1, "coordination": 1, "strength": 1, "willpower": 1}
    if deed in ("rush", "wrestle", "grab") and ability == "strength":
        low["prowess"] = 10  # the limit must not bite
    if deed == "rush":
        low["coordination"] = 2  # fast enough to get there
    if deed == "throw":
        low["strength"] = 10
    return {**low, ability: level}


def outcomes(deed, own, other, rolling):
    """The exact chance of each outcome of one deed, from the actor's side."""
    ability, against = DEEDS[deed]
    mine = {**HERO, **levels(deed, ability, own)}
    theirs = {**HERO, "name": "Foe", "side": "villains", "player": "bob", **levels("", against, other)}
    setup = {"characters": [mine, theirs], "rules": {"rolling": rolling}}
    state = ICONS.setup(from_tree(setup, ICONS.setup_type))
    words = {"grab": "Hero grab Foe case", "persuade": "Hero persuade target=Foe"}.get(deed, f"Hero {deed} Foe")
    if deed == "escape":
        state = replace(state, holds=(Hold("Foe", "Hero", True),))
    intent = read_intent(ICONS, words, ICONS.names(state))
    seat = ICONS.seat_of(state, intent)
    assert ICONS.refusal(state, seat, intent) is None, ICONS.refusal(state, seat, intent)
    found = Counter()
    for chance, outcome in told(state, seat, intent):
        found[outcome] += chance
    return {outcome: found[outcome] for outcome in ORDER}


def told(state, seat, intent):
    """Every first roll with its chance, as the actor's outcome: a target's test is read by its margin."""
    base, need = [], None
    while need is None or not need.is_chance:
        try:
            ICONS.step(state, seat, intent, Tape(base))
        except Pending as pending:
            need = pending.need
            if not need.is_chance:
                base.append(0)
    total = sum(weight for _, weight in need.cases)
    for answer, weight in need.cases:
        try:
            _, events = ICONS.step(state, seat, intent, Tape([*base, answer]))
        except Pending as pending:
            events = pending.so_far
        test = next(event for event in events if type(event).__name__ == "Tested")
        if test.actor == "Hero":
            outcome = test.outcome
        else:
            outcome = "failure" if test.effect >= 0 else OUTCOMES.row(-test.effect).name
        yield Fraction(weight, total), outcome


@pytest.mark.parametrize("deed", DEEDS)
def test_a_contest_rolled_by_the_other_side_differs_by_the_tie_alone(deed):
    """Failure, moderate, major and massive have the same chances but for the tie, which goes to the roller."""
    differed = 0
    for own in range(1, 11):
        for other in range(1, 11):
            mine = outcomes(deed, own, other, "attacker")
            theirs = outcomes(deed, own, other, "defender")
            tie = Fraction(max(0, 6 - abs(other - own)), 36)
            assert theirs["failure"] == mine["failure"] + tie, (own, other)
            assert theirs["moderate"] == mine["moderate"] - tie, (own, other)
            assert (theirs["major"], theirs["massive"]) == (mine["major"], mine["massive"]), (own, other)
            differed += tie > 0
    assert differed == 80  # |difference| up to 5 of 100 pairs


def test_players_roll_is_one_of_the_two_by_whose_hand_it_is():
    for own, other in ((3, 5), (5, 5), (9, 2)):
        assert outcomes("bash", own, other, "players") == outcomes("bash", own, other, "attacker")


def test_report_and_enumeration_agree():
    setup = {
        "characters": [
            {**HERO, **levels("", "prowess", 5)},
            {**HERO, "name": "Foe", "side": "villains", **levels("", "prowess", 5)},
        ]
    }
    state = ICONS.setup(from_tree(setup, ICONS.setup_type))
    found = report(ICONS, state, "ann", read_intent(ICONS, "Hero bash Foe", ICONS.names(state)))
    grades = dict(found.grades)
    assert grades["miss"] == outcomes("bash", 5, 5, "attacker")["failure"]
