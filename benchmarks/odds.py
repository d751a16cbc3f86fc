"""How long do exact odds take? One question, three ways, in one run; ratios are what counts.

The question: a bash of level 5 against 3, graded, with the slam or stun test that may follow. The first
way plays the real rules through every branch; the second asks icepool for the two tests alone, nested.
"""

import statistics
import time
import tomllib
from pathlib import Path

import icepool

from referee.core.codec import from_tree
from referee.formats.files import start
from referee.formats.plans import read_plan
from referee.formats.words import read_intent
from referee.odds import chain, report
from referee.systems import system_named


def median_ms(question, runs=200):
    question()
    times = []
    for _ in range(runs):
        before = time.perf_counter()
        question()
        times.append((time.perf_counter() - before) * 1000)
    return statistics.median(times)


DUEL = """
[acts]
Dart = ["stand", "bash Viper"]
Viper = ["stand", "slash Dart blade"]
"""


def duel():
    """Two of the roof alone, and what both would do."""
    icons = system_named("icons")
    tree = tomllib.loads((Path(__file__).parents[1] / "examples" / "rooftop.toml").read_text())
    two = [one for one in tree["characters"] if one["name"] in ("Dart", "Viper")]
    state = icons.setup(from_tree({"characters": two, "first": "heroes", "range": "Close"}, icons.setup_type))
    plan = read_plan(icons, state, DUEL)
    return lambda: chain(icons, state, plan, pages=12)


def main():
    icons = system_named("icons")
    match = start(icons, Path(__file__).parents[1] / "examples" / "rooftop.toml", "1")
    bash = read_intent(icons, "Dart bash Thug", icons.names(match.state))
    roll = icepool.d6 - icepool.d6

    def grade(effect):
        return "failure" if effect < 0 else "moderate" if effect <= 2 else "major" if effect <= 4 else "massive"

    def nested():
        return roll.map(
            lambda first: (
                (roll - 1).map(lambda effect: (grade(first + 2), grade(effect)))
                if first + 2 >= 3
                else icepool.Die([(grade(first + 2), "")])
            )
        )

    rules = median_ms(lambda: report(icons, match.state, "ben", bash))
    oracle = median_ms(nested)
    branches = len(report(icons, match.state, "ben", bash).branches)
    print(f"whole act through the rules, {branches} distinct results: {rules:.2f} ms (median of 200)")
    print(f"icepool, the two tests alone, nested maps:      {oracle:.2f} ms")
    print(f"a duel of 12 pages, 24 swings:                  {median_ms(duel(), 5):.0f} ms (median of 5)")
    print(f"ratio rules / icepool: {rules / oracle:.1f}")


if __name__ == "__main__":
    main()
