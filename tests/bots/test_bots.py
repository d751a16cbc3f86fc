"""Bots: they decide legally, reckon rightly, and know no die before it falls."""

from collections import Counter
from fractions import Fraction

import pytest

from referee.bots import bot_named, decision_of, take
from referee.bots.mcts import Mcts
from referee.bots.plain import Greedy, Random
from referee.core.codec import BadInput
from referee.core.match import Match
from referee.systems.iconica import ICONICA
from referee.systems.iconica.sheet import Placed, Player, Setup

STRONG = ("ash-lancer", "hive-bulwark", "field-surgeon")
OTHERS = ("dawn-pikeman", "gatewarden", "river-mother")


def match(a=STRONG, b=OTHERS, seed="1", first="ann"):
    return Match(ICONICA, Setup((Player("ann", a), Player("ben", b)), first=first), seed)


def at_choice(dice, **parties):
    """A match at ann's choice after an Action Roll."""
    played = match(**parties)
    played.do("ann", ICONICA.intents(played.state, "ann")[0], [face - 1 for face in dice], dealt=False)
    decision = decision_of(played)
    assert decision is not None
    return played, decision


def chosen(bot, decision):
    return decision.intents[bot.decide(decision)]


def play(bots, seed, **more):
    played = match(seed=str(seed), **more)
    while ICONICA.result(played.state) is None:
        decision = decision_of(played)
        option = bots[decision.seat].decide(decision)
        assert 0 <= option < decision.size
        take(played, decision, option)
    return played


def test_greedy_takes_the_kill():
    weak = ("gatewarden", Placed("river-mother", left=40), "dawn-pikeman")
    played, decision = at_choice((4, 6), b=weak)  # Ash Lancer's action 4 deals 40
    greedy = Greedy()
    intent = chosen(greedy, decision)
    assert (intent.character, type(intent).__name__) == ("Ash Lancer", "Use")
    take(played, decision, decision.intents.index(intent), dealt=False)
    decision = decision_of(played)
    assert decision.need.options[greedy.decide(decision)] == "River Mother"


def test_greedy_reckons_exactly():
    """Ash Lancer's 40 against 90, 120 and 80: the value is that of the best target, and no die falls."""
    _, decision = at_choice((4, 6))
    option = next(n for n, intent in enumerate(decision.intents) if getattr(intent, "character", "") == "Ash Lancer")
    own = 8 + 11 + 9 + 12
    # Any target loses four tiles; then the Strength takes one more from the Supportive River Mother.
    assert Greedy().value(decision, option) == Fraction(own, own + 8 + 12 + 9 + 12 - 5)


def test_sampling_comes_near_the_exact_value():
    _, decision = at_choice((2, 2), a=("tusk-guard", "dice-reader", "coin-duelist"))
    bot = Greedy(3)
    for option, intent in enumerate(decision.intents):
        exact = bot.value(decision, option)
        assert abs(bot.sampled(decision, decision.seat, intent, ()) - exact) < Fraction(1, 15)


def test_random_takes_everything_alike():
    _, decision = at_choice((4, 6))
    drawn = Counter(Random(5).decide(decision) for _ in range(1))
    bot = Random(5)
    drawn = Counter(bot.decide(decision) for _ in range(3000))
    assert set(drawn) == set(range(decision.size))
    expected = 3000 / decision.size
    assert sum((seen - expected) ** 2 / expected for seen in drawn.values()) < 30


@pytest.mark.parametrize("word", ["random", "greedy", "mcts:60"])
def test_the_seed_of_the_match_changes_nothing_for_a_bot(word):
    """Dice to come are out of a bot's reach: two matches alike but for their seeds get the same decision."""
    options = set()
    for seed in ("one", "two", "three"):
        played = match(seed=seed)
        played.do("ann", ICONICA.intents(played.state, "ann")[0], [2, 4], dealt=False)
        options.add(bot_named(word, 11).decide(decision_of(played)))
    assert len(options) == 1


def test_mcts_keeps_its_budget_and_sees_a_win():
    last = (Placed("river-mother", left=30),)
    _, decision = at_choice((1, 6), a=("ash-lancer",), b=last)
    bot = Mcts(1, playouts=150)
    intent = chosen(bot, decision)
    assert bot.played == 150
    assert intent.character == "Ash Lancer"


def test_mcts_weighs_dice_by_their_chances():
    """Below a roll stand its faces about as often as they fall."""
    played = match()
    roll = decision_of(played)
    bot = Mcts(2, playouts=1200)
    root = bot.grown(roll)
    faces = next(iter(root.below.values())).below
    assert set(faces) == set(range(6))
    assert all(120 < node.visits < 280 for node in faces.values())


def test_greedy_beats_random():
    wins = Counter()
    for seed in range(10):
        seats = ("ann", "ben") if seed % 2 else ("ben", "ann")
        bots = dict(zip(seats, (Greedy(seed), Random(seed)), strict=True))
        played = play(bots, seed, first="ann" if seed // 2 % 2 else "ben")
        wins[ICONICA.result(played.state).winners == (seats[0],)] += 1
    assert wins[True] >= 9


def test_a_match_of_bots_verifies():
    played = play({"ann": Greedy(1), "ben": Random(2)}, 4)
    assert played.verify() is None


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("gredy", "did you mean 'greedy'"), ("greedy:5", "takes no budget"), ("mcts:0s", "more than 0"),
        ("mcts:1.5", "whole number"), ("mcts:900s", "up to 600"),
    ],
)  # fmt: skip
def test_wrong_names(word, error):
    with pytest.raises(BadInput, match=error):
        bot_named(word)
