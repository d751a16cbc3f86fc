"""Games stepped from outside: the rules that people play by, whatever the batch, and all that the asked seat sees."""

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from referee.core.codec import BadInput, from_tree, to_tree
from referee.sim import kernels, vector
from referee.sim.layout import GAME, packed
from referee.sim.running import key_of
from referee.sim.vector import ASKS, Vector
from referee.systems.iconica.cards.compile import shipped
from referee.systems.iconica.cards.schema import Card
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import pick, picker, roll_off
from referee.systems.iconica.rules.layout import Deed, Tape
from referee.systems.iconica.rules.looks import barred_pick, life_of
from referee.systems.iconica.rules.tape import below, ones
from referee.systems.iconica.rules.turns import play_on
from referee.systems.iconica.sheet import Player, Setup, empty_game, opened
from referee.systems.iconica.state import frozen, thawed

BOOK = shipped().book
SLOTS = {"pick", "giver", "healed rival", "own hurt"}
SEATS = {"order", "rival seat"}
KINDS = ((2, 3), (2, 5), (4, 3), (4, 5))


class Asked(Exception):
    """Somebody has a choice, and the rules stop right there."""


class Answers(list):
    """A tape's answers: those given, then dice of the generator; at a choice that is open it raises `Asked`."""

    def __init__(self, tape):
        self.tape = tape

    def __getitem__(self, at):
        if at == len(self):
            if self.tape.asks != L.DIE:
                raise Asked
            self.append(below(self.tape, ones(self.tape.options)))
        return super().__getitem__(at)


class Plain:
    """One game by plain Python rules, stopped at choices by an exception, so that nothing happens after them."""

    def __init__(self, seats, size, key, number):
        self.game, self.deed, self.tape = empty_game(seats, size), Deed(), Tape()
        self.game.own_sets = int(seats * size == 20)
        kernels.open_tape(self.tape, key, number)
        roll_off(self.game, BOOK, self.tape, None)
        self.tape.answers, self.tape.known = Answers(self.tape), 1 << 30
        self.numbers = frozen(self.game)
        self.go_on()

    def go_on(self):
        self.asks = None
        while self.game.phase != L.OVER:
            if self.game.phase == L.DRAFT:
                self.who, self.about = picker(self.game), -1
                self.options = [k for k in range(BOOK.cards) if barred_pick(self.game, BOOK, self.who, k) < 0]
                if len(self.options) > 1:
                    self.asks = "card"
                    return
                pick(self.game, BOOK, None, self.options[0])
            else:
                self.game, self.tape.at = thawed(self.numbers), 0
                try:
                    play_on(self.game, BOOK, self.deed, self.tape, None)
                except Asked:
                    tape = self.tape
                    self.asks, self.who, self.about = ASKS[tape.asks], tape.who, tape.about
                    self.options = [bit for bit in range(63) if tape.options >> bit & 1]
                    return
            self.tape.answers.clear()
            self.numbers = frozen(self.game)

    def choose(self, option):
        if self.asks == "card":
            pick(self.game, BOOK, None, option)
            self.numbers = frozen(self.game)
        else:
            self.tape.answers.append(option)
        self.go_on()

    # What follows says once more, in other words, how the asked seat counts.

    def seats_seen(self, viewer):
        """All seats in the viewer's order."""
        return [viewer, 1 - viewer] if self.game.seats == 2 else [(viewer + way) % 4 for way in (0, 2, 1, 3)]

    def slots_seen(self, viewer):
        size = self.game.size
        return [seat * size + place for seat in self.seats_seen(viewer) for place in range(size)]

    def seen(self, option):
        """An option as the asked seat counts it."""
        if self.asks in SLOTS:
            return self.slots_seen(self.who).index(option)
        return self.seats_seen(self.who).index(option) if self.asks in SEATS else option

    def observation(self):
        """All that is known at this point, part by part."""
        game, deed, viewer = self.game, self.deed, self.who if self.asks else 0
        seats, slots = self.seats_seen(viewer), self.slots_seen(viewer)
        busy = self.asks not in (None, "use", "order", "card")
        sets, auras = range(BOOK.statuses), range(BOOK.auras)
        side = viewer & 1
        whole = {
            "phase": game.phase,
            "turn": game.turn,
            "turns_left": -1,
            "asks": ASKS.index(self.asks) if self.asks else -1,
            "about": slots.index(self.about) if self.asks and self.about >= 0 else self.about if self.asks else -1,
            "own_turn": int(game.active == side),
            "next": seats.index(game.next) if game.next >= 0 else -1,
            "picks": game.picks,
            "emptied_own": game.emptied[side],
            "emptied_rivals": game.emptied[1 - side],
            "deed": deed.kind if busy else 0,
            "deed_actor": slots.index(deed.actor) if busy else -1,
            "deed_number": deed.number if busy else 0,
            "deed_type": deed.type if busy else 0,
            "deed_die": deed.die if busy and self.asks != "option" else 0,
            "deed_row": deed.row if self.asks == "option" else -1,
            "order": [seats.index(game.order[place]) for place in range(game.seats)],
            "lost": [game.lost >> seat & 1 for seat in seats],
            "out": [game.out >> seat & 1 for seat in seats],
            "white": [game.white[seat] if game.todo >> seat & 1 else 0 for seat in seats],
            "black": [game.black[seat] if game.todo >> seat & 1 else 0 for seat in seats],
            "card": [game.card[c] for c in slots],
            "health": [BOOK.health[game.card[c]] if game.card[c] >= 0 else 0 for c in slots],
            "left": [game.left[c] for c in slots],
            "life": [life_of(game, c) for c in slots],
            "due": [game.due >> c & 1 for c in slots],
            "target": [deed.target >> c & 1 if busy else 0 for c in slots],
            "chosen": [deed.chosen >> c & 1 if busy else 0 for c in slots],
            "aimed": [deed.aimed >> c & 1 if busy else 0 for c in slots],
            "matched": [deed.matched >> c & 1 if busy else 0 for c in slots],
            "status": [(1 + game.turns[c][s]) * (game.status[c] >> s & 1) for c in slots for s in sets],
            "status_fresh": [game.fresh[c] >> s & 1 for c in slots for s in sets],
            "status_held": [game.held[c] >> s & 1 for c in slots for s in sets],
            "aura": [(1 + slots.index(game.source[c][a])) * (game.aura[c] >> a & 1) for c in slots for a in auras],
            "aura_fresh": [game.aura_fresh[c] >> a & 1 for c in slots for a in auras],
            "delay_who": [1 + slots.index(c) for c in game.delay_who[: game.delays]] + [0] * (L.DELAYS - game.delays),
            "delay_turns": game.delay_turns,
            "delay_row": game.delay_row,
            "delay_type": game.delay_type,
        }
        return np.concatenate([np.atleast_1d(value) for value in whole.values()]), list(whole)


def drawn(games, rng):
    """A choice for every game, evenly from what is allowed."""
    return np.argmax(rng.random(games.legal.shape) * games.legal, axis=1)


def played(games, steps, seed=1):
    """What becomes of games whose choices depend on their numbers and the step alone."""
    for step in range(steps):
        rows = [np.random.default_rng((seed, int(number), step)).random(games.options) for number in games.numbers]
        games.step(np.argmax(np.array(rows) * games.legal, axis=1))
    return games


SHOWN = ("legal", "who", "asks", "about", "over", "winner", "rewards", "turns", "numbers", "observations")


def same(one, other):
    shown = all((getattr(one, name) == getattr(other, name)).all() for name in SHOWN)
    return shown and bytes_of(one) == bytes_of(other)


def bytes_of(games):
    return [packed(games.game(row), GAME).tobytes() for row in range(games.games)]


@pytest.mark.parametrize(("seats", "size"), KINDS)
def test_the_same_choices_give_what_plain_rules_give(seats, size):
    count = {(2, 3): 150, (2, 5): 60, (4, 3): 60, (4, 5): 30}[seats, size]
    # Thirty cards are not enough for four parties of five, unless everybody brings a set.
    rules = {"party_size": str(size), "pool": "own" if seats * size == 20 else "shared"}
    setup = Setup(tuple(Player(name) for name in "ABCD"[:seats]), rules=rules)
    games = Vector(count, setup, seed="dice")
    plain = [Plain(seats, size, key_of("dice"), number) for number in range(count)]
    rng = np.random.default_rng(5)
    asked = set()
    while not games.over.all():
        for row, one in enumerate(plain):
            columns, names = one.observation()
            assert [name for name, _, _ in games.observation] == names
            assert games.observations[row].tolist() == columns.tolist()
            assert games.turns[row] == one.game.turn
            assert games.over[row] == (one.asks is None)
            if one.asks:
                asked.add(one.asks)
                assert (ASKS[games.asks[row]], games.who[row]) == (one.asks, one.who)
                assert np.flatnonzero(games.legal[row]).tolist() == sorted(one.seen(option) for option in one.options)
                assert games.legal[row].sum() > 1
            else:
                assert not games.legal[row].any()
        choices = drawn(games, rng)
        games.step(choices)
        for row, one in enumerate(plain):
            if one.asks:
                one.choose(next(option for option in one.options if one.seen(option) == choices[row]))
    finals = [packed(one.game, GAME).tobytes() for one in plain]
    assert bytes_of(games) == finals
    assert games.winner.tolist() == [one.game.winner for one in plain]
    assert {"card", "use", "bonus", "pick", "parry", "attempt", "option"} <= asked
    if seats == 4:
        assert "order" in asked


def test_a_game_as_a_record_is_the_game_at_its_question():
    games = played(Vector(40, seed="dice"), 45)
    assert set(games.asks.tolist()) > {1, 3}
    for row in range(games.games):
        game = games.game(row)
        slots = range(game.count) if games.who[row] <= 0 else [*range(3, 6), *range(3)]
        assert games.part("left")[row].tolist() == [game.left[c] for c in slots]


def test_neither_batch_nor_threads_matter(monkeypatch):
    monkeypatch.setattr(vector, "APART", 1)
    whole = played(Vector(30), 60)
    for threads in (2, 3, 7):
        assert same(played(Vector(30, threads=threads), 60), whole)
    one = played(Vector(1), 60)
    assert bytes_of(one) == bytes_of(whole)[:1]
    assert one.observations.tobytes() == whole.observations[:1].tobytes()


def test_a_snapshot_brings_everything_back():
    games = played(Vector(50), 20)
    saved = games.snapshot()
    then = bytes_of(games)
    first = bytes_of(played(games, 15))
    assert first != then
    games.restore(saved)
    assert bytes_of(games) == then
    assert bytes_of(played(games, 15)) == first
    for other in (Vector(1), Vector(49), Vector(50, party_size=5)):
        with pytest.raises(ValueError, match="is not of"):
            other.restore(saved)


def test_copies_go_their_own_way():
    games = played(Vector(20), 22)
    before = bytes_of(games)
    many = games.take(np.full(100, 4))
    assert many.games == 100 and many.legal.shape == (100, many.options)
    assert set(bytes_of(many)) == {before[4]}
    played(many, 3)
    assert bytes_of(games) == before
    # The same choices meet the same dice, until other dice are dealt; what lies on the table stays.
    again = games.take([4] * 100)
    again.redeal("other")
    assert set(bytes_of(again)) == {before[4]}
    for branch in (many := games.take([4] * 100), again):
        for _ in range(8):
            branch.step(np.argmax(branch.legal, axis=1))
    assert len(set(bytes_of(many))) == 1
    assert len(set(bytes_of(again))) > 1
    assert same(games.copy(), games)
    assert games.take(games.who == 0).games == (games.who == 0).sum()
    with pytest.raises(ValueError, match="at least one game"):
        games.take([])


def test_a_choice_that_is_not_allowed_is_refused_and_nothing_changes():
    games = played(Vector(10), 12)
    saved, good = bytes_of(games), np.argmax(games.legal, axis=1)
    for bad in (-1, -2, games.options, 10**12, int(np.argmin(games.legal[7]))):
        choices = good.copy()
        choices[7] = bad
        allowed = ", ".join(map(str, np.flatnonzero(games.legal[7])))
        with pytest.raises(ValueError, match=rf"game 7: choice {bad} is not allowed; seat .* may choose {allowed}"):
            games.step(choices)
        assert bytes_of(games) == saved
    for bad in (good[:-1], good.astype(float), good.reshape(2, 5), 3):
        with pytest.raises(ValueError, match="choices must be 10 whole numbers"):
            games.step(bad)
    assert bytes_of(games) == saved
    games.step(good.tolist())


def test_rewards_are_paid_once_and_sum_to_zero():
    games, rng = Vector(200, drafts="random"), np.random.default_rng(3)
    paid = np.zeros((200, 2), int)
    while not games.over.all():
        was = games.over.copy()
        games.step(drawn(games, rng))
        assert (games.rewards.sum(axis=1) == 0).all()
        assert not games.rewards[was | ~games.over].any()
        paid += games.rewards
    assert (games.who == -1).all() and not games.legal.any()
    assert (paid[:, 0] == np.select([games.winner == 0, games.winner == 1], [1, -1])).all()
    games.step(np.full(200, -7))
    assert games.over.all() and not games.rewards.any()


def test_finished_games_begin_anew():
    games, rng = Vector(8, drafts="random", resets=True), np.random.default_rng(3)
    for _ in range(400):
        was, numbers = games.over.copy(), games.numbers.copy()
        games.step(drawn(games, rng))
        assert (games.numbers == numbers + 8 * was).all()
        assert not games.over[was].any() and (games.turns[was] <= 2).all()
    assert (games.numbers > 16).all()
    # A later game of a row is the game of that number.
    row = int(np.argmax(games.numbers))
    number = int(games.numbers[row])
    games.reset(where=[row])
    other = Vector(number + 9, drafts="random")
    assert bytes_of(games)[row] == bytes_of(other)[number + 8]


def test_reset_by_rows_and_by_seed():
    games = Vector(6)
    first = bytes_of(games)
    played(games, 10)
    still = bytes_of(games)
    games.reset(where=np.arange(6) < 2, seed="1")
    assert bytes_of(games) == first[:2] + still[2:]
    games.reset()
    assert games.numbers.tolist() == [6, 7, *range(8, 12)]
    games.reset(seed="1")
    assert bytes_of(games) == first


def test_a_game_may_begin_anywhere():
    ids = [card.id for card in shipped().cards if card.card_type == "Standard" and card.faction == "Independent"]
    setup = Setup((Player("A", tuple(ids[:3])), Player("B", tuple(ids[3:6]))), rules={"turn_limit": 9})
    state = opened(setup)
    games = Vector(30, state)
    assert bytes_of(games) == bytes_of(Vector(30, setup))
    assert (games.part("turns_left") == 9 - games.turns).all()
    assert games.seats == 2 and games.slots == 6
    while not games.over.all():
        games.step(np.argmax(games.legal, axis=1))
    assert games.turns.max() == 9 and (games.winner == 2).any()


def test_a_game_is_given_up_after_so_many_turns():
    games, rng = Vector(30, drafts="random", most=4), np.random.default_rng(3)
    while not games.over.all():
        games.step(drawn(games, rng))
    assert games.turns.max() == 4
    assert (games.winner == -1).all() and not games.rewards.any()


def test_a_game_is_given_up_where_one_act_never_ends():
    """Everybody strikes all foes 64 times, and everybody may parry every time."""
    base = to_tree(shipped().cards[0])
    blow = {"op": "damage", "to": "all_foes", "amount": 10}
    acts = [{"number": n, "name": f"Storm {n}", "type": "melee", "effects": [blow] * 64} for n in (1, 5)]
    tiles = [{"at": at, "nullifier": "parry"} for at in range(1, 30)]
    change = {
        "faction": "Hill",
        "health": 300,
        "tiles": tiles,
        "action": acts,
        "strengths": [],
        "card_type": "Standard",
    }
    cards = tuple(from_tree(base | change | {"id": f"wall-{n}", "name": f"Wall {n}"}, Card) for n in range(10))
    parties = (tuple(card.id for card in cards[:5]), tuple(card.id for card in cards[5:])) * 2
    parties = (parties[0], parties[0], parties[1], parties[1])
    players = tuple(Player(name, party) for name, party in zip("ABCD", parties, strict=True))
    games = Vector(2, Setup(players, rules={"pool": "own"}, card=cards))
    steps = 0
    while not games.over.all():
        games.step(np.argmax(games.legal, axis=1))
        steps += 1
    assert steps > 390
    assert (games.winner == -1).all() and not games.rewards.any()


def test_dice_to_come_are_not_to_be_seen():
    """Games that differ in nothing but the dice to come look the same."""
    games = played(Vector(100), 25)
    seen, legal = games.observations.copy(), games.legal.copy()
    games.redeal("other")
    other = games.copy()
    for row in range(100):
        assert packed(other.game(row), GAME).tobytes() == packed(games.game(row), GAME).tobytes()
    assert (other.observations == seen).all() and (other.legal == legal).all()
    known = {"key", "game", "drawn", "answers", "block"}
    assert not known & {name for name, _, _ in games.observation}


def test_without_observations_all_else_is_the_same():
    blind, games = Vector(30, observes=False), Vector(30)
    saved = blind.snapshot()
    for one in (blind, games):
        played(one, 40)
    assert blind.observations.shape == (30, 0) and blind.observation == ()
    assert bytes_of(blind) == bytes_of(games) and (blind.legal == games.legal).all()
    assert bytes_of(blind.take([3, 3])) == bytes_of(games.take([3, 3]))
    blind.restore(saved)
    assert bytes_of(blind) == bytes_of(Vector(30))


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="must be 1 or more"):
        Vector(0)
    with pytest.raises(ValueError, match="'asked' or 'random'"):
        Vector(1, drafts="some")
    with pytest.raises(BadInput):
        Vector(1, party_size=4)
    with pytest.raises(BadInput):
        Vector(1, seats=3)
    with pytest.raises(KeyError):
        Vector(1).part("key")


def test_the_page_is_true(capsys):
    page = (Path(__file__).parents[2] / "docs" / "vector.md").read_text()
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(block, "docs/vector.md", "exec"), {})
    assert "of 1000 games" in capsys.readouterr().out
    for number, word in enumerate(ASKS[1:], 1):
        assert f"| {number} | `{word}` |" in page
    for name, _, meaning in vector.OBSERVATION:
        assert f"| `{name}` |" in page and meaning.split(",")[0] in page
