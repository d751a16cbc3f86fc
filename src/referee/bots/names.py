"""Bots by name, as people ask for them: `random`, `greedy`, `mcts`, `mcts:2000`, `mcts:1.5s`."""

from __future__ import annotations

import re

from referee.bots.deciding import Bot
from referee.bots.mcts import Mcts
from referee.bots.plain import Greedy, Random
from referee.core.codec import BadInput, nearest

BOTS = {
    "random": "any legal option",
    "greedy": "the best by exact odds of one act",
    "mcts": "searches ahead through choices and dice; mcts:2000 for so many playouts, mcts:1.5s for so long",
}

_WORD = re.compile(r"(?P<name>\w+)(?::(?P<budget>\d+(?:\.\d+)?)(?P<seconds>s?))?")


def bot_named(word: str, seed: int = 0) -> Bot:
    """A bot by its name, with its budget after a colon. Raises `BadInput`."""
    match = _WORD.fullmatch(word)
    if match is None or match["name"] not in BOTS:
        name = word.partition(":")[0]
        raise BadInput(f"no bot is called {name!r}{nearest(name, BOTS)} (bots: {', '.join(BOTS)})")
    if match["name"] != "mcts":
        if match["budget"]:
            raise BadInput(f"{match['name']} takes no budget; leave {word.partition(':')[2]!r} out")
        return Random(seed) if match["name"] == "random" else Greedy(seed)
    if not match["budget"]:
        return Mcts(seed)
    budget = float(match["budget"])
    if match["seconds"]:
        if not 0 < budget <= 600:
            raise BadInput("a bot may think for more than 0 and up to 600 seconds")
        return Mcts(seed, seconds=budget)
    if budget != int(budget) or budget < 1:
        raise BadInput("playouts are a whole number from 1 up, such as mcts:2000")
    return Mcts(seed, playouts=int(budget))
