"""No random game comes to a position that the rules do not allow, and a position that they do not allow is noticed."""

import pytest
from msgspec.structs import replace

pytest.importorskip("numba")

from test_counts import STARTS

from referee.sim import running
from referee.sim.checking import FLAWS, unsound
from referee.sim.kernels import open_game, open_tape
from referee.systems import system_named
from referee.systems.iconica.cards.compile import shipped, with_cards
from referee.systems.iconica.cards.schema import FinalAct, Lay
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import roll_off
from referee.systems.iconica.rules.layout import Deed, Tape
from referee.systems.iconica.rules.marks import remove_delay, won
from referee.systems.iconica.rules.turns import play_on
from referee.systems.iconica.sheet import empty_game

SYSTEM = system_named("iconica")
TABLES = (("two", "AB", {}, 100_000), ("teams", "ABCD", {}, 5_000), ("five", "AB", {"party_size": "5"}, 5_000),
          ("teams of five with sets of their own", "ABCD", {"party_size": "5", "pool": "own"}, 3_000),
          ("at most forty turns", "AB", {"turn_limit": 40}, 5_000))  # fmt: skip
"""Players, house rules, how many games."""


@pytest.mark.parametrize(
    ("players", "rules", "games"), [table[1:] for table in TABLES], ids=[table[0] for table in TABLES]
)
def test_random_games_end_without_an_illegal_position(players, rules, games, capsys):
    state = SYSTEM.setup(SYSTEM.fresh(tuple(players), rules))
    tally = running.run(state.game(), state.roster, games, "sound", check=True, threads=2)
    assert tally.games == games
    assert tally.wins[3] == 0
    with capsys.disabled():
        print(f"\n{games} games, all sound: {tally.turns / games:.2f} turns on average, the longest {tally.longest}")


def test_auras_of_final_acts_come_from_characters_that_are_gone():
    last = FinalAct(
        name="Last words", attempt="odd",
        effects=(Lay(to="all_friends", aura="war-chant"),), fail=(Lay(to="all_foes", aura="marked"),),
    )  # fmt: skip
    roster = with_cards(shipped(), [replace(card, final_act=last) for card in shipped().cards[::2]])
    tally = running.run(empty_game(2, 3), roster, 5_000, "sound", check=True)
    assert tally.wins[3] == 0
    game = ready()
    game.source[1][AURA["war-chant"]] = 2  # Fog Stalker, who waits, and says nothing in the shipped cards
    assert unsound(game, BOOK) == 26
    while game.delays:
        remove_delay(game, 0)  # they name rows of the other book
    assert unsound(game, roster.book) == 0


def test_plain_games_are_sound_at_every_stretch():
    book, tape, deed = shipped().book, Tape(), Deed()
    for number in range(60):
        game = empty_game(2 if number % 3 else 4, 3)
        open_tape(tape, 5, number)
        assert unsound(game, book) == 0
        open_game(game, book, tape, None)
        while game.phase != L.OVER:
            assert unsound(game, book) == 0
            tape.at = 0
            play_on(game, book, deed, tape, None)
        assert unsound(game, book) == 0


# --- Damaged positions -----------------------------------------------------------------------------------------------

BOOK = shipped().book
NUMBER = {card.id: at for at, card in enumerate(shipped().cards)}
STATUS = {id: at for at, id in enumerate(shipped().status_ids)}
AURA = {id: at for at, id in enumerate(shipped().aura_ids)}


def ready():
    """Captain Sorrel, Pale Collector and Fog Stalker (who waits) against The Unmade, Gnash and Tusk Guard, with statuses,
    auras and delayed actions: the first side is about to begin."""
    return STARTS["crowded"]()[0]


def acting():
    """Dice lie on the table, in teams of two: Gnash and Dice Reader are to act."""
    return STARTS["teams"]()[0]


def drafting():
    game, tape = empty_game(2, 3), Tape()
    open_tape(tape, 5, 0)
    roll_off(game, BOOK, tape, None)
    return game


def over(winner=0):
    """The second side has nobody left."""
    game = ready()
    for c in (3, 4, 5):
        game.left[c], game.status[c], game.turns[c] = 0, 0, [0] * L.STATUSES
        game.aura[c], game.aura_fresh[c], game.source[c] = 0, 0, [0] * L.AURAS
    for name in ("alive", "skulled", "marked", "touched"):
        setattr(game, name, getattr(game, name) & 0b111)
    game.emptied[1] = 1
    won(game, None, 0, 0, winner)
    return game


def waits(game):
    """The last of the beaten side may still attempt its Final Act."""
    game.skulled |= 1 << 5


def goes_on(game):
    game.phase, game.winner = L.READY, -1


def put(name, value, *at):
    """A damage: a field, or a place of it, gets a value."""

    def damage(game):
        if not at:
            setattr(game, name, value)
            return
        inner = getattr(game, name)
        for place in at[:-1]:
            inner = inner[place]
        inner[at[-1]] = value

    return damage


DAMAGES = [
    (1, ready, put("seats", 3)), (1, ready, put("size", 0)), (1, ready, put("count", 7)), (1, ready, put("own_sets", 2)),
    (2, ready, put("phase", 5)),
    (3, ready, put("party", 3, 0)), (3, ready, put("seat", 1, 0)), (3, ready, put("party", 1, 2)),
    (4, ready, put("card", 5, 6)), (4, ready, put("status", 1, 19)),
    (5, ready, put("card", 30, 0)), (5, ready, put("card", -2, 0)),
    (6, drafting, put("card", 3, 1)),
    (7, ready, put("card", NUMBER["cairn-twin"], 4)), (8, ready, put("card", NUMBER["gnash"], 5)),
    (8, acting, put("card", NUMBER["gnash"], 5)),
    (9, ready, put("card", NUMBER["hollow-piper"], 5)), (10, ready, put("card", NUMBER["captain-sorrel"], 3)),
    (11, ready, put("card", NUMBER["gnash"], 2)),
    (12, ready, put("order", [0, 0, 0, 0])), (12, acting, put("order", [0, 2, 1, 3])), (12, ready, put("order", 4, 1)),
    (13, ready, put("picks", 5)), (13, drafting, put("picks", 6)),
    (14, ready, put("skulled", 0b101)), (14, drafting, put("alive", 1)), (14, drafting, put("skulled", 2)),
    (15, ready, put("left", -1, 0)), (15, ready, put("left", 20, 0)),
    (16, ready, put("left", 0, 0)), (16, ready, put("left", 1, 2)), (16, ready, put("alive", 0b111010)),
    (17, ready, put("alive", 0b1111011)), (17, ready, put("touched", 1 << 6)),
    (18, ready, put("passives", 0)), (18, ready, put("passives", 0b1001000)),
    (19, ready, put("status", 1 << 10, 0)), (19, ready, put("status", 1, 2)),
    (19, ready, put("marked", 0)), (24, ready, put("touched", 0)),
    (20, ready, put("status", 1 << STATUS["siphon"], 0)),
    (21, ready, put("fresh", 1, 0)),
    (22, ready, put("held", 1 << STATUS["stun"], 0)), (22, ready, put("held", 1 << STATUS["fear"], 1)),
    (23, ready, put("turns", 0, 0, STATUS["stun"])), (23, ready, put("turns", 10, 0, STATUS["stun"])),
    (23, ready, put("turns", 1, 0, STATUS["poison"])), (23, ready, put("turns", 1, 5, STATUS["venom"])),
    (24, ready, put("aura", 1 << 8, 1)), (24, ready, put("aura", 1 << AURA["rot-breath"], 1)), (24, ready, put("aura", 1, 2)),
    (25, ready, put("aura_fresh", 1, 0)),
    (26, ready, put("source", 2, 1, AURA["war-chant"])), (26, ready, put("source", 6, 1, AURA["war-chant"])),
    (26, ready, put("source", 1, 0, 0)),
    (27, ready, put("delays", 33)), (27, ready, put("delays", 1)),
    (28, ready, put("delay_who", 2, 0)), (28, ready, put("delay_who", -1, 0)),
    (29, ready, put("delay_turns", 0, 0)), (29, ready, put("delay_turns", 4, 1)),
    (30, ready, put("delay_who", 1, 0)), (30, ready, put("delay_row", 0, 0)), (30, ready, put("delay_type", 8, 0)),
    (31, drafting, put("turn", 1)), (31, ready, put("turn", -1)),
    (32, ready, put("active", 2)),
    (34, ready, put("white", 7, 0)), (34, ready, put("black", -1, 1)), (34, acting, put("white", 0, 0)),
    (33, ready, put("todo", 1)), (33, acting, put("todo", 0b111)), (33, acting, put("out", 0b100)),
    (35, acting, put("next", -1)), (35, acting, put("next", 1)), (35, ready, put("next", 0)), (35, acting, put("todo", 4)),
    (36, ready, put("out", 1)), (36, acting, put("out", 2)),
    (37, ready, put("lost", 2)), (37, acting, put("lost", 1)), (37, ready, put("lost", 16)), (37, drafting, put("lost", 1)),
    (38, ready, put("due", 4)),
    (39, ready, put("emptied", 1, 0)), (39, ready, put("emptied", -1, 1)),
    (40, ready, put("winner", 0)), (40, over, put("winner", -1)), (40, over, put("winner", 3)),
    (41, over, put("winner", 1)), (41, over, waits),
    (42, over, put("winner", L.DRAW)),
    (43, over, goes_on),
]  # fmt: skip


@pytest.mark.parametrize("position", [ready, acting, drafting, over])
def test_the_positions_to_be_damaged_are_sound(position):
    assert unsound(position(), BOOK) == 0


@pytest.mark.parametrize("at", range(len(DAMAGES)))
def test_a_damage_is_noticed(at):
    flaw, position, damage = DAMAGES[at]
    game = position()
    damage(game)
    assert FLAWS[unsound(game, BOOK)] == FLAWS[flaw]


def test_every_flaw_has_a_damage():
    assert {flaw for flaw, _, _ in DAMAGES} == set(range(1, len(FLAWS)))
