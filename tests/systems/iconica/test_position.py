"""Positions as lines: nothing of a game is lost, and what cannot be is refused with the part and the fix."""

import re
import sys
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.core.codec import BadInput
from referee.core.match import Match
from referee.odds import report
from referee.systems.iconica import ICONICA
from referee.systems.iconica import intents as i
from referee.systems.iconica.position import HEAD, read_position, write_position
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.sheet import Placed, Player, Setup, opened
from referee.systems.iconica.state import NAMES

sys.path.insert(0, str(Path(__file__).parents[2] / "properties"))
from play import Whim, act

NAMED = ("ann", "Zoë K", "c|a:y", "d,d%20")
"""Names that a line has to take apart again."""


def table(seed):
    """A new match of two or four, with parties of three or five, under random house rules."""
    whim = Whim(f"position {seed}")
    size, seats = ("3", "5")[seed & 1], (2, 4)[seed >> 1 & 1]
    rules = {"party_size": size, "pool": "own" if seats == 4 and size == "5" else ("shared", "own")[whim.below(2)]}
    if whim.below(3) == 0:
        rules["turn_limit"] = 1 + whim.below(30)
    return Match(ICONICA, Setup(tuple(map(Player, NAMED[:seats])), rules=rules), str(seed)), whim


@cache
def reached():
    """Every state between two acts of 60 random games."""
    states = []
    for seed in range(60):
        match, whim = table(seed)
        states.append(match.state)
        while act(match, whim) is not None:
            states.append(match.state)
    return states


def same(one, other):
    return (one.seats, one.roster, one.numbers) == (other.seats, other.roster, other.numbers)


def test_every_position_of_random_play_comes_back():
    for state in reached():
        line = write_position(state)
        assert line.isascii() and line.isprintable()
        again = read_position(line)
        assert same(again, state), line
        assert write_position(again) == line


def test_no_field_of_a_game_is_lost():
    """The games above move every field but these two; and a line that says less would not have come back."""
    still = {
        name
        for name, values in zip(NAMES, zip(*(state.numbers for state in reached()), strict=True), strict=True)
        if len(set(values)) == 1
    }
    assert still == {"first", "due"}
    assert all(state.game().first == state.game().due == 0 for state in reached())


def test_a_match_goes_on_from_a_position_as_it_would_have():
    match, whim = Match(ICONICA, Setup((Player("ann"), Player("ben"))), "3"), Whim(3)
    for _ in range(20):
        act(match, whim)
    other = Match(ICONICA, Setup(position=ICONICA.position(match.state)), "1")
    assert same(other.state, match.state)
    seat = ICONICA.to_act(match.state)[0]
    assert ICONICA.intents(other.state, seat) == ICONICA.intents(match.state, seat)
    for intent in ICONICA.intents(match.state, seat):
        assert report(ICONICA, other.state, seat, intent) == report(ICONICA, match.state, seat, intent)


def test_given_parties_come_back_at_every_size():
    for first in ("", "ben"):
        for size in (1, 2, 4):
            parties = (("gnash", "ash-lancer", "the-unmade", "spore-whisperer"), ("gatewarden", "river-mother"))
            some = Setup(tuple(Player(n, p[:size]) for n, p in zip(("ann", "ben"), parties)), first=first)
            state = opened(some)
            assert same(read_position(write_position(state)), state)
    hurt = Setup((Player("ann", (Placed("gnash", 40, ("stun 2", "poison")),)), Player("ben", (Placed("fog-stalker", 0), "gnash"))),
                 first="ann", rules={"pool": "own"})  # fmt: skip
    line = write_position(opened(hurt))
    assert "| ann next: gnash 40 poison stun=2 | ben: fog-stalker skulled, gnash" in line
    assert same(read_position(line), opened(hurt))


READY = "iconica ready order=12 | ann next: gnash, ash-lancer | ben: gatewarden, river-mother"
ACTING = "iconica acting order=12 turn=1 | ann next w4b1: gnash, ash-lancer | ben: gatewarden, river-mother"
DRAFT = "iconica draft order=12 | ann: gnash | ben next:"
ANY_DRAFT = DRAFT.replace(" next", "")
OVER = "iconica over order=12 turn=9 emptied=0,1 winner=1 | ann: gnash 50 | ben: gatewarden out, river-mother out"


def test_what_is_at_its_default_may_be_written_out_and_spaces_do_not_matter():
    for line in (READY, ACTING, DRAFT, OVER):
        assert write_position(read_position(line)) == line
    spelled = (
        "iconica ready turn=0 emptied=0,0 party_size=3 pool=shared turn_limit=0 order=12|ann:Gnash 80,ash-lancer"
        " |\n ben :gatewarden ,river-mother"
    )
    assert write_position(read_position(spelled)) == READY


def test_the_defaults_of_the_head_are_those_of_house_rules():
    assert {name: HEAD[name] for name in ICONICA.switches()} == {
        name: str(switch.default) for name, switch in ICONICA.switches().items()
    }


@pytest.mark.parametrize(
    ("line", "old", "new", "said"),
    [
        (READY, "iconica ", "chess ", "head: a position begins with `iconica`, not 'chess'"),
        (READY, "ready", "redy", "phase: 'redy' is none of: roll-off, draft, ready, acting, over; did you mean 'ready'?"),
        (READY, "order", "ordr", "did you mean 'order'?"),
        (READY, "order=12", "order", "head: 'order' has no value; write order=… or leave it out"),
        (READY, "order=12", "order=12 order=12", "order: stands there twice"),
        (READY, "order=12", "order=11", "order: '11' is not every seat once, such as 12"),
        (READY, "order=12", "", "order: '' is not every seat once"),
        (READY, "order=12", "order=12 party_size=6", "party_size: '6' is no whole number from 1 to 5"),
        (READY, "order=12", "order=12 turn=²", "turn: '²' is no whole number"),
        (READY, "order=12", "order=12 pool=onw", "pool: 'onw' is none of: shared, own; did you mean 'own'?"),
        (READY, "order=12", "order=12 turn=1", "seat 1: by order and turn seat 2 is next, not this one"),
        (READY, "order=12", "order=12 winner=1", "winner: a match has a winner (1, 2 or draw) when it is over"),
        (READY, "order=12", "order=12 emptied=1,0", "emptied: side 1 has characters in play"),
        (READY, "order=12", "order=12 emptied=1", "emptied: '1' is no pair of numbers such as 1,0"),
        (READY, "order=12", "order=12 picks=3", "picks: the parties are complete; leave it out"),
        (READY, "order=12", "order=12 turn=8 turn_limit=8", "the match is over after 8 turns"),
        (READY, "| ben:", ",", "seats: two or four play, each after a `|`, not 1"),
        (READY, "ben:", "ben", "seat 2: 'ben gatewarden, river-mother' is no `name: card, card`"),
        (READY, "ben:", "Ann:", "seat 2: 'Ann' is taken; choose another name"),
        (READY, "ben:", "%ff:", "seat 2: '%ff' has a %-code that is no UTF-8"),
        (READY, "ben:", "ben los:", "seat 2 (ben): 'los' is none of: next, lost, sits-out, w4b1, (w4b1); did you mean 'lost'?"),
        (READY, "ben:", "ben w7b1:", "seat 2 (ben): 'w7b1' is none of"),
        (READY, "ben:", "ben lost lost:", "seat 2 (ben): something stands there twice"),
        (READY, "ben:", "ben (w1b1) w2b2:", "seat 2 (ben): something stands there twice"),
        (READY, "ben:", "ben w1b2:", "phase: dice to use, sits-out and `!` stand only while a side is acting"),
        (READY, "gnash,", "gnash,,", "seat 1 (ann): two commas stand without a card between them"),
        (READY, "gnash", "gnash, the-unmade, brood-runner", "seat 1 (ann): 4 characters, but party_size is 3"),
        (READY, "gnash", "gnahs", "ann, gnahs: card: no card is called 'gnahs'; did you mean 'Gnash'?"),
        (READY, "gatewarden", "gnash", "ben, gnash: Gnash may not be in this party [iconica.draft.pool]"),
        (READY, "ash-lancer", "dawn-pikeman", "Dawn Pikeman may not be in this party [iconica.draft.factions]"),
        (READY, "gnash", "gnash 300", "ann, gnash.left: 300 is no multiple of 10 up to 80"),
        (READY, "gnash", "gnash 45", "ann, gnash.left: 45 is no multiple of 10 up to 80"),
        (READY, "gnash", "gnash 0", "ann, gnash: 0 health is skulled or out"),
        (READY, "gnash", "gnash poisn", "ann, gnash: 'poisn' is no status, aura or health; did you mean 'poison'?"),
        (READY, "gnash", "gnash poison poison", "ann, gnash: poison stands there twice"),
        (READY, "gnash", "gnash poison=2", "gnash.statuses: 'poison 2': poison cannot last '2' turns"),
        (READY, "gnash", "gnash stun=x", "gnash.statuses: 'stun x': stun cannot last 'x' turns"),
        (READY, "gnash", "gnash skulled poison", "gnash.statuses: a character on its Skull Tile has no statuses"),
        (READY, "gatewarden", "gatewarden siphon", "Gatewarden cannot bear siphon [iconica.status.siphon"),
        (READY, "gnash", "gnash poison!", "'poison!': poison keeps nobody from acting by its die; leave out the `!`"),
        (READY, "gnash", "gnash fear!", "phase: dice to use, sits-out and `!` stand only while a side is acting"),
        (READY, "gnash", "gnash marked@", "ann, gnash: 'marked@' is no aura with its source, such as marked@gnash"),
        (READY, "gnash", "gnash markd@gnash", "did you mean 'marked@'?"),
        (READY, "gnash", "gnash marked@gnahs", "ann, gnash: no character here is called 'gnahs'; did you mean 'gnash'?"),
        (READY, "gnash", "gnash marked@gnash marked@gnash", "ann, gnash: marked stands there twice"),
        (READY, "gnash", "gnash out marked@gnash", "ann, gnash: a character without health has no auras"),
        (READY, "gnash", "gnash rot-breath@gnash", "ann, gnash: rot-breath is never laid"),
        (READY, "gatewarden, river-mother", "", "seat 2: a party has at least one character"),
        (READY, "gatewarden, river-mother", "gatewarden out", "phase: the match is over; write `over` with winner=1"),
        (READY, "order=12", "order=12 delays=gnash:1", "delays: 'gnash:1' is no CARD:LIST:TYPE:TURNS"),
        (READY, "order=12", "order=12 delays=gnash:1:melee:1", "delays, gnash:1:melee:1: list: '1' is none of: "),
        (READY, "order=12", "order=12 delays=:1:melee:1", "delays: no character here is called ''"),
        (ACTING, "next ", "", "phase: one seat of side 1 is next, with dice to use such as w4b1"),
        (ACTING, "w4b1", "(w4b1)", "phase: one seat of side 1 is next, with dice to use such as w4b1"),
        (ACTING, "ben:", "ben next:", "seat 2 (ben): only one seat can be next"),
        (ACTING, "ben:", "ben w1b1:", "phase: only side 1 has dice to use"),
        (ACTING, "turn=1 ", "", "turn: the first turn is turn=1"),
        (ACTING, "w4b1: gnash, ash-lancer", "w4b4: gnash stun, ash-lancer stun", "seat 1: its dice offer nothing"),
        (DRAFT, "gnash", "gnash 90", "ann, gnash: '90' cannot be: in the draft cards have no markers yet"),
        (DRAFT, "order=12", "order=12 turn=1", "phase: no turn, dice, marks or auras stand before play begins"),
        (ANY_DRAFT, "order=12", "order=12 picks=6", "picks: from 1 to 5 picks are made when 1 cards lie open"),
        (DRAFT, "order=12", "order=21", "seat 2: by order and turn seat 1 is next"),
        (ANY_DRAFT, "gnash", "gnash, ash-lancer", "seat 1: 2 cards, but only 1 of 2 picks were its own"),
        (ANY_DRAFT, "draft order=12", "roll-off", "seat 2: some seats have a party and this one has none"),
        (DRAFT, "draft", "roll-off", "order: the roll-off says it; leave it out"),
        (OVER, " winner=1", "", "winner: a match has a winner"),
        (OVER, "winner=1", "winner=2", "phase: the match is over; write `over` with winner=1"),
        (OVER, "river-mother out", "river-mother skulled", "phase: nobody has won yet, and no turn limit is reached"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_part_and_the_fix(line, old, new, said):
    assert old in line
    with pytest.raises(BadInput) as refused:
        read_position(line.replace(old, new, 1))
    assert said in str(refused.value)


def test_a_slip_is_read_or_refused_and_nothing_else():
    """Tokens left out, doubled, swapped, and signs changed: what is still read comes back, and can be shown and played."""
    whim, read = Whim("slips"), 0
    lines = [write_position(state) for state in reached()[::7]]
    for line in lines:
        tokens = re.split(r"(\W)", line)
        at, other = whim.below(len(tokens)), whim.below(len(tokens))
        tokens[at] = ("", tokens[at] * 2, tokens[other], "9", "|", ":")[whim.below(6)]
        try:
            state = read_position("".join(tokens))
        except BadInput:
            continue
        read += 1
        assert same(read_position(write_position(state)), state)
        assert ICONICA.show(state, None)
        assert [ICONICA.intents(state, seat) for seat in ICONICA.to_act(state)] != [()]
    assert 0 < read < len(lines)


def test_seats_of_a_team_take_turns_in_the_order():
    with pytest.raises(BadInput, match="does not change sides at every place"):
        read_position("iconica draft order=1324 | a: | b: | c: | d:")


def test_what_lies_in_wait_is_named_by_the_action_that_laid_it():
    line = READY.replace("ash-lancer", "powder-maker").replace("order=12", "order=12 delays=powder-maker:4:ranged:1")
    state = read_position(line)
    game, book = state.game(), state.roster.book
    assert book.op[game.delay_row[0]] == L.DAMAGE
    assert write_position(state) == line
    match = Match(ICONICA, Setup(position=line), "1")
    match.do("ann", i.Roll("ann"))
    assert match.waiting.need.text == "Powder Maker, delayed action: whom?"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"players": (Player("ann"), Player("ben"))}, "players: the position says this; leave it out"),
        ({"first": "ann"}, "first: the position says this; leave it out"),
        ({"rules": {"pool": "own"}}, "rules: the position says this; leave it out"),
        ({"position": READY.replace("gnash", "gnash 95")}, "position: ann, gnash.left: 95 is no multiple of 10"),
    ],
)
def test_a_set_up_with_a_position_says_nothing_twice(more, said):
    with pytest.raises(BadInput, match=re.escape(said)):
        ICONICA.setup(replace(Setup(position=READY), **more))


def test_house_rules_of_a_position_are_known():
    line = READY.replace("order=12", "party_size=5 pool=own turn_limit=40 order=12")
    assert dict(read_position(line).rules) == {"party_size": "5", "pool": "own", "turn_limit": 40}
    assert read_position(READY).rules == ()


def test_the_documented_lines_are_true():
    text = (Path(__file__).parents[3] / "docs" / "positions.md").read_text()
    lines = re.findall(r"^    (iconica .*)$", text, re.M)
    assert len(lines) > 4
    for line in lines:
        assert write_position(read_position(line)) == line
