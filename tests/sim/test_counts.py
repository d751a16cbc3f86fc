"""How many ways and positions there are after so many stretches of play, counted three times over: by the System
contract, by the plain rules, and by the compiled rules. All must find the same, and what is written here."""

from collections import Counter
from copy import copy
from fractions import Fraction
from hashlib import blake2b
from math import prod

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.lib.recfunctions import repack_fields

pytest.importorskip("numba")

from referee.bots.deciding import Decision, End, followed, opened
from referee.sim.compiled import compiled
from referee.sim.layout import BOOK, DEED, GAME, TAPE, packed
from referee.systems.iconica import ICONICA
from referee.systems.iconica.cards.compile import shipped
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Deed, Game, Tape, fields
from referee.systems.iconica.rules.marks import aura_laid, delay_laid, ended, next_seat, placed, rolled, turn_began
from referee.systems.iconica.rules.turns import play_on
from referee.systems.iconica.sheet import Placed, Player, Setup
from referee.systems.iconica.state import frozen

# --- Set-ups ---------------------------------------------------------------------------------------------------------

DUEL = Setup(
    (
        Player("ann", ("ash-lancer", "hive-bulwark", "coin-duelist")),
        Player("ben", ("gatewarden", "powder-maker", "lull-singer")),
    ),
    first="ann",
)
TEAMS = Setup(
    (
        Player("ann", ("gnash", "dice-reader")),
        Player("ben", ("cairn-twin", "reed-shield")),
        Player("cay", ("iron-chancellor", "fog-stalker")),
        Player("dan", ("oathkeeper-brun", "tusk-guard")),
    ),
    first="ann",
)
CROWDED = Setup(
    (
        Player("ann", (Placed("captain-sorrel", 50, ("stun",)), Placed("pale-collector", 40, ("siphon",)), Placed("fog-stalker", 0))),
        Player("ben", (Placed("the-unmade", 30, ("blind", "toxin")), Placed("gnash", 50, ("poison",)), Placed("tusk-guard", 20, ("venom", "confusion")))),
    ),
    first="ann",
)  # fmt: skip


BRINK = Setup((Player("ann", (Placed("ash-lancer", 20),)), Player("ben", (Placed("fog-stalker", 10),))), first="ann")
"""One blow from the end on both sides, and one of them may come back."""


def crowded():
    """Statuses, laid and passive auras, delayed actions of both sides, a Final Act that is due, a lost turn to come."""
    state = ICONICA.setup(CROWDED)
    game, roster = state.game(), state.roster
    war_chant, marked = roster.aura_ids.index("war-chant"), roster.aura_ids.index("marked")
    aura_laid(game, None, 0, 1, war_chant, 0, 0)
    aura_laid(game, None, 0, 4, marked, 1, 1)
    book = roster.book
    row = next(row for row in range(max(book.action[game.card[0]]), len(book.op)) if book.op[row] == L.DELAY)
    for turns in (1, 2):
        delay_laid(game, None, 0, 0, turns, book.what[row], 0)
    placed(game, None, 0, 0, 0, 3, roster.status_ids.index("sleep"), 0, 0)
    return game, roster.book


def begun(setup):
    """Nothing has happened yet."""
    state = ICONICA.setup(setup)
    return state.game(), state.roster.book


def rolled_teams():
    """Four players, the dice of both members of a team on the table."""
    state = ICONICA.setup(TEAMS)
    game = state.game()
    turn_began(game, None, 0, 0, 0, 0)
    rolled(game, None, 0, 0, 0, 3, 5)
    rolled(game, None, 0, 0, 2, 4, 2)
    next_seat(game, None, 0, 0)
    return game, state.roster.book


STARTS = {"duel": lambda: begun(DUEL), "crowded": crowded, "teams": rolled_teams, "brink": lambda: begun(BRINK)}
SETUPS = {"duel": DUEL, "crowded": CROWDED, "teams": TEAMS, "brink": BRINK}
FIGURES = {
    "duel": [(36, 36, 0), (424, 894, 0), (16092, 36504, 0), (195225, 671796, 0)],
    "crowded": [(792, 8316, 0), (4662, 53190, 0)],
    "teams": [(28, 73, 0), (376, 1384, 0)],
    "brink": [(36, 36, 0), (83, 84, 0), (3035, 6672, 47), (6424, 15228, 0), (12921, 417960, 3201)],
}
"""After each stretch: distinct positions, ways to get there, and how many of the positions are the end of a match."""

# --- Plain rules -----------------------------------------------------------------------------------------------------

LISTS = {name: len(shape) for name, _, shape in fields(Game)}


def copied(game):
    """A game of its own with the same numbers."""
    other = Game.__new__(Game)
    for name, depth in LISTS.items():
        value = getattr(game, name)
        setattr(other, name, value if not depth else value[:] if depth == 1 else [row[:] for row in value])
    return other


def plain_ways(game, book):
    """Where every way of one stretch leads, and one in how many it is: each question's options in turn, depth first."""
    deed, answers, asked = Deed(), [], []
    while True:
        tape = Tape()
        tape.stops, tape.known, tape.answers = 2, len(answers), answers
        after = copied(game)
        play_on(after, book, deed, tape, None)
        if tape.pending:
            asked.append([option for option in range(tape.options.bit_length()) if tape.options >> option & 1])
            answers.append(asked[-1][0])
            continue
        yield after, prod(map(len, asked))
        while asked and answers[-1] == asked[-1][-1]:
            answers.pop(), asked.pop()
        if not asked:
            return
        answers[-1] = asked[-1][asked[-1].index(answers[-1]) + 1]


# --- The System contract ---------------------------------------------------------------------------------------------


def contract_ways(state):
    """The same through `intents`, `step` and the needs it raises."""

    def on(node, odds):
        if isinstance(node, End) or (isinstance(node, Decision) and node.need is None):
            yield node.state, odds
            return
        for answer in range(node.need.size):
            yield from on(followed(node, answer), odds * node.need.size)

    begin = opened(ICONICA, state)
    for intent in range(begin.size):
        yield from on(followed(begin, intent), begin.size)


# --- Compiled rules --------------------------------------------------------------------------------------------------


def compiled_ways(game, book):
    """The same by `ways_on`. Packed, because what stands between aligned fields means nothing."""
    start, work, deeds, tapes, ends = (
        np.zeros(size, kind) for size, kind in ((1, GAME), (1, GAME), (1, DEED), (1, TAPE), (512, GAME))
    )
    start[0] = game
    asked, odds = np.zeros(L.ANSWERS, np.int64), np.zeros(len(ends), np.int64)
    while True:
        count = compiled("ways_on")(start, work, book, deeds, tapes, asked, ends, odds)
        yield from zip(repack_fields(ends[:count]), odds[:count].tolist(), strict=True)
        if not tapes["known"][0]:
            return


# --- Counting --------------------------------------------------------------------------------------------------------


def counted(start, ways_of, key, over, depth):
    """For each stretch: distinct positions, ways, ended matches. The odds of all ways together come to exactly 1."""
    level, found, done = [(start, 1, Fraction(1))], [], Fraction(0)
    for stretch in range(1, depth + 1):
        places, chances, ways, over_here = {}, Counter(), Counter(), 0
        for position, ways_here, chance in level:
            if over(position):
                done += chance
                continue
            ends = Counter()
            for end, odds in ways_of(position):
                name = key(end)
                ends[name, odds] += 1
                if name not in places:
                    places[name] = copy(end) if stretch < depth else None
                    over_here += int(over(end))
            for (name, odds), times in ends.items():
                ways[name] += ways_here * times
                chances[name] += chance * Fraction(times, odds)
        assert sum(chances.values()) + done == 1
        level = [(place, ways[name], chances[name]) for name, place in places.items()]
        found.append((len(places), ways.total(), over_here))
    return found


@pytest.mark.parametrize(("name", "depth"), [("duel", 3), ("crowded", 2), ("teams", 2), ("brink", 4)])
def test_the_plain_rules_count_so_many(name, depth):
    game, book = STARTS[name]()
    found = counted(game, lambda here: plain_ways(here, book), frozen, lambda here: here.phase == L.OVER, depth)
    assert found == FIGURES[name][:depth]


@pytest.mark.parametrize("name", STARTS)
def test_the_compiled_rules_count_as_many(name):
    game, book = STARTS[name]()
    book = packed(book, BOOK)

    def key(end):
        return blake2b(end.tobytes(), digest_size=16).digest()

    found = counted(
        packed(game, GAME)[0], lambda here: compiled_ways(here, book), key, lambda here: here["phase"] == L.OVER,
        len(FIGURES[name]),
    )  # fmt: skip
    assert found == FIGURES[name]


@pytest.mark.parametrize(("name", "depth"), [("duel", 2), ("teams", 2), ("brink", 2)])
def test_the_system_contract_offers_as_many(name, depth):
    game, _ = STARTS[name]()
    state = replace(ICONICA.setup(SETUPS[name]), numbers=frozen(game))
    found = counted(state, contract_ways, lambda here: here.numbers, lambda here: here.game().phase == L.OVER, depth)
    assert found == FIGURES[name][:depth]


def test_the_system_contract_ends_in_the_same_positions():
    """On the crowded table the dice of Siphon are left out: through the contract a way takes milliseconds."""
    game, book = crowded()
    ended(game, None, 0, 0, 1, shipped().status_ids.index("siphon"))
    state = replace(ICONICA.setup(CROWDED), numbers=frozen(game))
    plain = Counter((frozen(end), odds) for end, odds in plain_ways(game, book))
    assert plain == Counter((end.numbers, odds) for end, odds in contract_ways(state))
    assert plain.total() == 756
