"""Chains against walking every path with every answer, and against figures worked by hand."""

import random
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from referee.core.asking import Pending, Tape
from referee.core.codec import BadInput, from_tree
from referee.formats.plans import read_end, read_plan
from referee.formats.words import read_intent
from referee.odds import Budget, chain, report
from referee.systems import system_named

ROOT = Path(__file__).parents[2]
ICONS, SORCERY, DICEUP, ICONICA = map(system_named, ("icons", "sorcery", "diceup", "iconica"))


def scene(system, file, only=(), **changes):
    """The state of an example, with a few of its characters only."""
    tree = {**tomllib.loads((ROOT / file).read_text()), **changes}
    if only:
        tree["characters"] = [one for one in tree["characters"] if one["name"] in only]
        for name in ("distances", "obstacles"):
            tree.pop(name, None)
        if "order" in tree:
            tree["order"] = [name for name in tree["order"] if name in only]
    return system.setup(from_tree(tree, system.setup_type))


def every(system, state, words, players):
    """Every state after an act with its chance, by every answer of the dice: nothing of the odds engine is used."""
    intent = read_intent(system, words, system.names(state))
    seat = system.seat_of(state, intent)
    open_runs = [((), Fraction(1))]
    while open_runs:
        answers, chance = open_runs.pop()
        try:
            yield system.step(state, seat, intent, Tape(answers))[0], chance
        except Pending as pending:
            need = pending.need
            if need.is_chance:
                open_runs += [((*answers, one), chance * ways / need.size) for one, ways in need.cases]
            else:
                open_runs.append(((*answers, players(need)), chance))


def evading(need):
    return need.options.index("evade") if "evade" in need.options else 0


DUEL = """
[acts]
Dart = ["stand", "bash Viper"]
Viper = ["stand", "slash Dart blade"]
[answers]
ben = ["evade"]
"""


def legal(system, state, words):
    intent = read_intent(system, words, system.names(state))
    return system.refusal(state, system.seat_of(state, intent), intent) is None


def walked(state, pages, merged):
    """The duel by hand: whoever has a panel stands up, else strikes, else passes. Whole states, with page and tries."""
    going, over = [(state, Fraction(1), 1)], []
    acts = {"Dart": ("Dart stand", "Dart bash Viper"), "Viper": ("Viper stand", "Viper slash Dart blade")}
    while going:
        found = []
        for now, chance, _ in going:
            actor = next(one for one in now.fighters if one.sheet.side == now.side and one.panel != "done" and one.able)
            words = next((one for one in acts[actor.name] if legal(ICONS, now, one)), f"{actor.name} pass")
            for then, part in every(ICONS, now, words, evading):
                ended = len(then.standing()) < 2 or then.page > pages
                (over if ended else found).append((then, chance * part, now.page))
        if merged:
            sums = {}
            for now, chance, _ in found:
                sums[now] = sums.get(now, 0) + chance
            found = [(now, chance, now.page) for now, chance in sums.items()]
        going = found
    return over


def spread(values):
    sums = {}
    for value, chance in values:
        sums[value] = sums.get(value, 0) + chance
    return tuple(sorted(sums.items()))


@pytest.mark.parametrize(("pages", "merged"), [(1, False), (2, True)])
def test_a_duel_against_every_path(pages, merged):
    state = scene(ICONS, "examples/rooftop.toml", ("Dart", "Viper"))
    found = chain(ICONS, state, read_plan(ICONS, state, DUEL), pages=pages)
    paths = walked(state, pages, merged)
    assert found.exact
    assert sum(chance for _, chance in found.ends) == sum(chance for _, chance, _ in paths) == 1
    for measure in found.measures:
        if measure.what == "Stamina":
            assert measure.chances == spread((state[measure.who].stamina, chance) for state, chance, _ in paths)
            assert measure.mean == sum(state[measure.who].stamina * chance for state, chance, _ in paths)
    assert found.length.chances == spread((page, chance) for _, chance, page in paths)
    for who, chance in found.standing:
        assert chance == sum(part for state, part, _ in paths if state[who].able)


def test_a_round_of_sorcery_against_every_path():
    state = scene(SORCERY, "examples/bridge.toml", ("Mara", "Skarn"))
    plan = read_plan(SORCERY, state, '[acts]\nMara = ["slash Skarn axe"]\nSkarn = ["slash Mara sword"]')
    found = chain(SORCERY, state, plan, pages=1)
    going, over = [(state, Fraction(1))], []
    while going:
        now, chance = going.pop()
        words = {"Mara": "Mara slash Skarn axe", "Skarn": "Skarn slash Mara sword"}[now.turn]
        words = words if legal(SORCERY, now, words) else f"{now.turn} end"
        for then, part in every(SORCERY, now, words, lambda need: 0):
            ended = then.round > 1 or len(then.standing()) < 2
            (over if ended else going).append((then, chance * part))
    for measure in found.measures:
        if measure.what == "Stamina":
            assert measure.chances == spread((then[measure.who].stamina, chance) for then, chance in over)


def test_a_turn_of_iconica_against_every_path():
    state = scene(ICONICA, "examples/duel.toml")
    plan = read_plan(ICONICA, state, "[acts]\nann = [\"use 'Dice Reader'\"]")
    found = chain(ICONICA, state, plan, pages=1)
    over = []
    for rolled, chance in every(ICONICA, state, "ann roll", lambda need: 0):
        words = "ann use 'Dice Reader'"
        words = words if legal(ICONICA, rolled, words) else "ann pass"
        over += [(then, chance * part) for then, part in every(ICONICA, rolled, words, lambda need: 0)]
    assert found.length.chances == ((1, Fraction(1)),)
    for measure in found.measures:
        assert measure.chances == spread((then[measure.who].left, chance) for then, chance in over)


def test_strain_over_three_rolls_by_hand():
    state = scene(DICEUP, "tests/systems/diceup/cast.toml")
    plan = read_plan(DICEUP, state, '[acts]\nKim = ["act Force cl=5 indirect=0"]')
    found = chain(DICEUP, state, plan, pages=2)
    once = {}
    for face in range(1, 21):
        margin = (face + 3 + 2) // 3 - 5
        taken = 0 if margin > 0 else 1 - margin
        once[taken] = once.get(taken, 0) + Fraction(1, 20)
    twice = spread((min(6, a + b), p * q) for a, p in once.items() for b, q in once.items())
    assert next(one for one in found.measures if (one.who, one.what) == ("Kim", "strain")).chances == twice
    goal = read_end(DICEUP, state, "Kim strain >= 2")
    found = chain(DICEUP, state, plan, pages=2, goal=goal)
    at_once = sum(chance for taken, chance in once.items() if taken >= 2)
    in_two = at_once + sum(p * q for a, p in once.items() for b, q in once.items() if a < 2 <= a + b)
    assert dict(found.ends) == {"Kim strain >= 2": in_two, "still going after 2 rounds": 1 - in_two}
    assert found.length.chances == ((1, at_once), (2, 1 - at_once))


MINION = {"rules": {"minions": "any"}}


def minion(pages, budget=None):
    """Dart (Prowess 5) bashes a minion (3) until it is hit: 30 of 36 throws, page after page."""
    tree = tomllib.loads((ROOT / "examples/rooftop.toml").read_text())
    dart, thug = (next(one for one in tree["characters"] if one["name"] == name) for name in ("Dart", "Thug"))
    tree = {"characters": [dart, {**thug, "minion": True}], "range": "Close", "first": "heroes", **MINION}
    state = ICONS.setup(from_tree(tree, ICONS.setup_type))
    plan = read_plan(ICONS, state, '[acts]\nDart = ["bash Thug"]')
    return chain(ICONS, state, plan, pages=pages, budget=budget)


def test_the_length_of_a_fight_by_hand():
    found = minion(4)
    hit, miss = Fraction(30, 36), Fraction(6, 36)
    assert found.length.chances == ((1, hit), (2, miss * hit), (3, miss**2 * hit), (4, miss**3))
    assert found.length.mean == 1 + miss + miss**2 + miss**3
    assert dict(found.standing) == {"Dart": 1, "Thug": miss**4}
    assert dict(found.ends)["still going after 4 pages"] == miss**4


def test_a_fight_that_goes_nowhere_is_left_at_once():
    state = scene(ICONS, "examples/rooftop.toml", ("Dart", "Viper"))
    found = chain(ICONS, state, read_plan(ICONS, state, '[acts]\nDart = ["stand"]'), pages=1000, budget=Budget(20))
    assert found.exact and found.ends == (("still going after 1000 pages", 1),)
    assert found.length.chances == ((1000, 1),)


def test_samples_are_reproducible_and_near_the_truth():
    for seed in ("0", "1", "2"):
        found = minion(4, Budget(branches=15, seed=seed))
        assert not found.exact and found.sample.seed == seed
        assert found == minion(4, Budget(branches=15, seed=seed))
    state = scene(ICONS, "examples/rooftop.toml", ("Dart", "Viper"))
    plan = read_plan(ICONS, state, DUEL)
    truth = chain(ICONS, state, plan, pages=3)
    found = chain(ICONS, state, plan, pages=3, budget=Budget(branches=1500, seed="a"))
    other = chain(ICONS, state, plan, pages=3, budget=Budget(branches=1500, seed="b"))
    assert found != other and found.sample.runs > 200
    for end, chance in truth.ends:
        low, high = found.sample.interval(dict(found.ends)[end])
        assert low < chance < high
    for exact, guess in zip(truth.measures, found.measures, strict=True):
        low, high = guess.interval(found.sample.runs)
        assert low <= exact.mean <= high
    assert sum(chance for _, chance in found.ends) == 1


def test_a_report_within_its_budget():
    state = scene(ICONS, "examples/rooftop.toml")
    bash = read_intent(ICONS, "Dart bash Thug", ICONS.names(state))
    truth = report(ICONS, state, "ben", bash)
    assert truth == report(ICONS, state, "ben", bash, budget=Budget(branches=61))
    found = report(ICONS, state, "ben", bash, budget=Budget(branches=60, seed="a"))
    assert found.sample.runs == 60 and not found.exact
    assert found == report(ICONS, state, "ben", bash, budget=Budget(branches=60, seed="a"))
    assert found != report(ICONS, state, "ben", bash, budget=Budget(branches=60, seed="b"))
    assert sum(branch.chance for branch in found.branches) == 1


def test_intervals_hold_what_they_promise():
    """Over a hundred seeds, 95 % intervals of the grades cover the exact chance about 95 times in a hundred."""
    state = scene(ICONS, "examples/rooftop.toml")
    bash = read_intent(ICONS, "Dart bash Thug", ICONS.names(state))
    exact = dict(report(ICONS, state, "ben", bash).grades)
    covered = 0
    for seed in range(100):
        found = report(ICONS, state, "ben", bash, budget=Budget(branches=60, seed=str(seed)))
        shares = dict(found.grades)
        for name, chance in exact.items():
            low, high = found.sample.interval(shares.get(name, Fraction(0)))
            covered += low <= chance <= high
    assert 0.92 <= covered / (100 * len(exact)) <= 0.98


BRAWL = """
[acts]
Dart = ["stand", "bash Thug", "bash Viper", "bash Brute"]
Anvil = ["stand", "bash Brute", "bash Viper"]
Viper = ["stand", "slash Dart blade", "slash Anvil blade"]
Brute = ["stand", "bash Dart", "bash Anvil"]
"""


@pytest.mark.parametrize("budget", [Budget(branches=800), Budget(seconds=0.4)])
def test_a_question_that_is_too_large_is_answered_within_its_budget(budget):
    state = scene(ICONS, "examples/rooftop.toml")
    plan = read_plan(ICONS, state, BRAWL)
    steps = 0

    class Counting(type(ICONS)):
        def step(self, *arguments):
            nonlocal steps
            steps += 1
            return super().step(*arguments)

    found = chain(Counting(), state, plan, pages=6, budget=budget)
    assert not found.exact and found.sample.runs >= 1
    assert steps <= (2 * budget.branches if budget.branches else 40_000)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[acts]\nDort = ["bash Viper"]', "did you mean 'Dart'"),
        ('[acts]\nDart = ["stand", "bosh Viper"]', r"acts\.Dart\[1\].*did you mean 'bash'"),
        ('[acts]\nDart = ["bash Vipr"]', r"acts\.Dart\[0\].*did you mean 'Viper'"),
        ("[acts]\nDart = []\n[answers]\nbem = []", "did you mean 'ben'"),
        ("[acts]\n", "nobody does anything"),
    ],
)
def test_a_wrong_plan_is_named(text, says):
    state = scene(ICONS, "examples/rooftop.toml")
    with pytest.raises(BadInput, match=says):
        chain(ICONS, state, read_plan(ICONS, state, text), pages=1)


@pytest.mark.parametrize("text", ["Dart", "Dort out", "Dart Stamin < 3", "Dart Stamina < x"])
def test_a_wrong_end_is_named(text):
    with pytest.raises(BadInput, match="--until"):
        read_end(ICONS, scene(ICONS, "examples/rooftop.toml"), text)


@pytest.mark.parametrize(
    ("system", "file"),
    [
        (ICONS, "tests/systems/icons/cast.toml"), (ICONS, "examples/harbour.toml"),
        (SORCERY, "tests/systems/sorcery/cast.toml"), (DICEUP, "examples/caravan.toml"), (ICONICA, "examples/duel.toml"),
    ],
)  # fmt: skip
def test_equal_essences_go_on_alike(system, file):
    """Play at random; from the essence of every state the same act with the same answers leads to the same essence."""
    draw = random.Random(7)
    state = scene(system, file)
    for _ in range(60 if system is ICONS else 150):
        seats = system.to_act(state)
        if not seats or system.result(state) is not None:
            state = scene(system, file)
            continue
        seat = draw.choice(seats)
        allowed = [one for one in system.intents(state, seat) if type(one).__name__ not in ("Tell", "Remove")]
        if not allowed:
            break
        intent = draw.choice(allowed)
        essence = system.essence(state)
        assert system.essence(essence) == essence
        assert system.measures(essence) == system.measures(state)
        assert system.standing(essence) == system.standing(state)
        assert system.refusal(essence, seat, intent) is None
        tape = Tape((), lambda need: draw.randrange(need.size))
        then, _ = system.step(state, seat, intent, tape)
        again = Tape(tape.answers)
        other, _ = system.step(essence, seat, intent, again)
        again.used_up()
        if system is DICEUP and len(system.standing(then)) < 3:  # a scar without a name is called by a number
            state = scene(system, file)
            continue
        assert system.essence(other) == system.essence(then)
        assert system.elapsed(other) - system.elapsed(essence) == system.elapsed(then) - system.elapsed(state)
        state = then


def test_what_changes_nothing_is_not_tried_again_at_once():
    state = scene(ICONS, "examples/rooftop.toml", ("Dart", "Viper"))
    plain = chain(ICONS, state, read_plan(ICONS, state, '[acts]\nDart = ["bash Viper"]'), pages=2)
    looks = chain(
        ICONS, state, read_plan(ICONS, state, '[acts]\nDart = ["race Viper", "notice", "bash Viper"]'), pages=2
    )
    assert looks == plain
