"""How long do exact odds take? The same questions asked of referee, icepool and dyce, one after the other in every round of
one run; ratios are what counts.

    pip install 'referee[bench]'
    python benchmarks/odds.py [ROUNDS]

1. One graded test with the test that a great success brings: level 6 against 4, then 3 against 5 or 6.
2. The same for 100 levels against 100 difficulties, of which icepool is timed on 40.
3. A whole act through the rules: a bash with everything that may follow, as `referee odds` reports it.
4. A fight of 24 blows through the rules, exact: two who bash each other for twelve pages, slams, stuns and all.
"""

import statistics
import sys
import time
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import icepool
import numpy as np

from referee.core.codec import from_tree
from referee.formats.files import start
from referee.formats.words import read_intent
from referee.odds import Plan, chain, report
from referee.odds.graded import Graded, Reading
from referee.odds.grids import grid
from referee.systems import system_named
from referee.systems.icons.book import OUTCOMES

ICONS = Reading(OUTCOMES)
ROLL = icepool.d6 - icepool.d6
LEVELS, DIFFICULTIES = np.arange(100) % 10 + 1, np.arange(100) % 10 + 1


def grade(effect):
    return "failure" if effect < 0 else "moderate" if effect <= 2 else "major" if effect <= 4 else "massive"


def ours(level, against):
    return Graded(ICONS, level, against, {"major": Graded(ICONS, 3, 5), "massive": Graded(ICONS, 3, 6)}).ways()


def nested(level, against):
    """icepool with maps in maps."""
    second = {"major": (ROLL - 2).map(grade), "massive": (ROLL - 3).map(grade)}

    def follow(roll):
        first = grade(level + roll - against)
        return second[first].map(lambda then: (first, then)) if first in second else icepool.Die([(first, "")])

    return ROLL.map(follow)


def joint(level, against):
    """icepool with both rolls at once."""

    def both(one, other):
        first = grade(level + one - against)
        if first not in ("major", "massive"):
            return first, ""
        return first, grade(other - (2 if first == "major" else 3))

    return icepool.tupleize(ROLL, ROLL).map(both)


def with_dyce(level, against):
    """dyce, one roll expanded by the other."""
    from dyce import H, expand

    roll = H(6) - H(6)

    def follow(one):
        first = grade(one.outcome + level - against)
        if first not in ("major", "massive"):
            return first, ""
        return expand(lambda other: (first, grade(other.outcome - (2 if first == "major" else 3))), roll)

    return expand(follow, roll)


def whole_grid():
    further = {"major": (ICONS, 3, 5), "massive": (ICONS, 3, 6)}
    return grid(ICONS, LEVELS[:, None], DIFFICULTIES[None, :], further)


def many(question, count):
    """A question for several levels: (what was asked, how often)."""
    cells = list(islice(product(range(1, 11), repeat=2), count))

    def once():
        for level, against in cells:
            question(level, against)

    return once, count


def whole_act():
    icons = system_named("icons")
    match = start(icons, Path(__file__).parents[1] / "examples" / "rooftop.toml", "1")
    bash = read_intent(icons, "Dart bash Thug", icons.names(match.state))
    return (lambda: report(icons, match.state, "ben", bash)), 1


def fight():
    """Two alike, who get up if they are down and else strike."""
    icons = system_named("icons")
    levels = {"prowess": 5, "coordination": 4, "strength": 4, "intellect": 3, "awareness": 3, "willpower": 4}
    cast = [{"name": name, "side": name, "player": "gm", **levels} for name in ("Ram", "Bull")]
    state = icons.setup(from_tree({"characters": cast, "range": "Close"}, icons.setup_type))
    acts = {"Ram": ("stand", "bash Bull"), "Bull": ("stand", "bash Ram")}
    names = icons.names(state)
    plan = Plan(
        {who: tuple(read_intent(icons, f"{who} {words}", names) for words in each) for who, each in acts.items()}
    )

    def once():
        assert chain(icons, state, plan, pages=12).exact

    return once, 1


def agree():
    """All ways give the same figures, else there is nothing to compare."""
    size, paths = ours(6, 4)
    found = {(*path, "")[:2]: Fraction(ways, size) for path, ways in paths.items()}
    for die in (nested(6, 4), joint(6, 4)):
        assert found == {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}
    try:
        die = with_dyce(6, 4)
    except ImportError:
        return
    assert found == {outcome: Fraction(ways, die.total) for outcome, ways in die.items()}


def main(rounds=9):
    agree()
    contenders = {
        "referee, one test": many(ours, 100),
        "icepool, one test, nested maps": many(nested, 4),
        "icepool, one test, both rolls at once": many(joint, 4),
        "dyce, one test": many(with_dyce, 4),
        "referee, grid of 10,000": (whole_grid, 10_000),
        "referee, whole act through the rules": whole_act(),
        "referee, 24 blows through the rules": fight(),
    }
    rates = {}
    for name, (once, _) in list(contenders.items()):
        try:
            once()
        except ImportError as error:
            print(f"{name}: left out, {error.name} is not installed (pip install 'referee[bench]')")
            del contenders[name]
    for _ in range(rounds):
        for name, (once, count) in contenders.items():
            before = time.perf_counter()
            once()
            rates.setdefault(name, []).append((time.perf_counter() - before) / count * 1e6)
    print(f"microseconds a question, median of {rounds} interleaved rounds")
    for name, found in rates.items():
        print(f"  {name:<40}{statistics.median(found):>12,.3f}")
    print("ratios, median of the rounds")
    for ready in ("referee, one test", "referee, grid of 10,000"):
        for other in contenders:
            if not other.startswith("referee"):
                ratio = statistics.median(b / a for a, b in zip(rates[ready], rates[other], strict=True))
                print(f"  {ratio:>10,.0f}  {other} / {ready}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
