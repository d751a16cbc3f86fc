"""Random legal play, driven by a counter so that a seed always gives the same fight."""

import tomllib
from hashlib import sha256
from pathlib import Path

from referee.core.codec import from_tree
from referee.core.match import Match
from referee.systems import system_named

ROOT = Path(__file__).parents[2]
ICONS = system_named("icons")


def fight(name="examples/harbour.toml", seed="0", first=None, **rules):
    """A new match from a set-up of the repository."""
    tree = tomllib.loads((ROOT / name).read_text())
    tree["rules"] = {**tree.get("rules", {}), **rules}
    if first is not None:
        tree["first"] = first
    return Match(ICONS, from_tree(tree, ICONS.setup_type), seed)


class Whim:
    """An endless run of small numbers from a seed."""

    def __init__(self, seed):
        self.seed = seed
        self.count = 0

    def below(self, size):
        self.count += 1
        return int.from_bytes(sha256(f"{self.seed}/{self.count}".encode()).digest()[:6], "big") % size


def act(match, whim):
    """One random legal act with random answers; None when nobody can act any more."""
    seats = match.system.to_act(match.state)
    if not seats:
        return None
    seat = seats[whim.below(len(seats))]
    intents = match.system.intents(match.state, seat)
    intent = intents[whim.below(len(intents))]
    events = match.do(seat, intent)
    while match.waiting is not None:
        events = match.answer(whim.below(match.waiting.need.size))
    return seat, intent, events
