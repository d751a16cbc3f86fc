"""Monte Carlo tree search over choices and dice.

Dice are nodes of the tree like choices: below a choice stand all falls of the dice with their true chances, drawn from
the bot's own lots. The seed of the match is nowhere in reach, so the bot cannot know a die before it is rolled.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from referee.bots.deciding import Chance, Decision, End, followed

EXPLORE = 0.25
"""Weight of what is little known; worths lie between 0 and 1 and close together."""


class _Node:
    """A place of the tree. `total` sums what the places below were worth to the searching side."""

    __slots__ = ("below", "place", "total", "visits")

    def __init__(self, place: Decision | Chance | End) -> None:
        self.place = place
        self.below: dict[int, _Node] = {}
        self.visits = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Mcts:
    """Grows a tree for a number of playouts, or for so many seconds, and takes the option visited most.

    A playout goes down the tree, opens one new place, goes on by lots to the end of the act there, and reckons what
    the state is then worth to the seat that decides.
    """

    name = "mcts"

    def __init__(self, seed: int = 0, playouts: int = 400, seconds: float | None = None) -> None:
        self.draw = random.Random(seed)
        self.playouts = playouts
        self.seconds = seconds
        self.played = 0

    def decide(self, decision: Decision) -> int:
        if decision.size == 1:
            return 0
        root = self.grown(decision)
        return max(root.below, key=lambda option: (root.below[option].visits, root.below[option].mean))

    def grown(self, decision: Decision) -> _Node:
        """The tree under a decision. `played` then tells how many playouts there were."""
        root = _Node(decision)
        allies = set(decision.system.allies(decision.state, decision.seat))
        until = None if self.seconds is None else time.monotonic() + self.seconds
        self.played = 0
        while time.monotonic() < until if until is not None else self.played < self.playouts:
            self.play(root, decision.seat, allies)
            self.played += 1
        return root

    def play(self, root: _Node, seat: str, allies: set[str]) -> None:
        """One playout from the root."""
        path = [root]
        node = root
        while not isinstance(node.place, End):
            option = self.lot(node.place) if isinstance(node.place, Chance) else self.chosen(node, allies)
            known = option in node.below
            if not known:
                node.below[option] = _Node(followed(node.place, option))
            node = node.below[option]
            path.append(node)
            if not known and not isinstance(node.place, Chance):
                break
        worth = self.worth(node.place, seat)
        for passed in path:
            passed.visits += 1
            passed.total += worth

    def lot(self, place: Decision | Chance) -> int:
        """An answer of the dice by their true chances, or any option; equal results of dice share one place."""
        if isinstance(place, Decision):
            return self.draw.randrange(place.size)
        drawn = self.draw.randrange(place.need.size)
        for answer, ways in place.need.cases:
            if drawn < ways:
                return answer
            drawn -= ways
        raise AssertionError("the cases of a need add up to its size")

    def chosen(self, node: _Node, allies: set[str]) -> int:
        """The option to look into: promising ones, and little known ones, for the seat that decides there."""
        place = node.place
        assert isinstance(place, Decision)
        ours = place.seat in allies
        new = [option for option in range(place.size) if option not in node.below]
        if new:
            return self.draw.choice(new)
        wide = math.log(node.visits + 1)

        def promise(option: int) -> float:
            below = node.below[option]
            return (below.mean if ours else 1 - below.mean) + EXPLORE * math.sqrt(wide / below.visits)

        return max(node.below, key=promise)

    def worth(self, place: Any, seat: str) -> float:
        """What a place is worth to the seat: of the state at the end of the act in hand, played on by lots."""
        while isinstance(place, Chance) or (isinstance(place, Decision) and place.need is not None):
            place = followed(place, self.lot(place))
        return float(place.system.worth(place.state, seat))
