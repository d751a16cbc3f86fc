"""Every action, Strength and Final Act of every packaged card, played out: with every face of its dice, and under
players who always take the first, the second, ... answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest

from referee.clauses import index
from referee.core.asking import Tape
from referee.core.dice import parse
from referee.odds.outcomes import outcomes
from referee.systems.iconica import ICONICA
from referee.systems.iconica import events as e
from referee.systems.iconica import intents as i
from referee.systems.iconica.cards import schema
from referee.systems.iconica.cards.check import words_of
from referee.systems.iconica.cards.compile import shipped
from referee.systems.iconica.events import happen
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.cites import CLAUSES
from referee.systems.iconica.rules.looks import life_of
from referee.systems.iconica.sheet import Placed, Player, Setup
from referee.systems.iconica.state import Names, frozen

CARDS = {card.id: card for card in shipped().cards}
LEDGER = {clause for clause in CLAUSES if clause in index()}
NEGATIVE = {status.id for status in shipped().statuses if status.negative}
WELL, WORN = 150, 40
"""Health of the plain characters where they are well, and where everybody is worn: hurt, and with statuses."""
THIRD = schema.Predicate(class_="Defensive")
"""What the third foe is, beside Legion."""


# --- Positions -------------------------------------------------------------------------------------------------------


def plain(id, like, faction="Independent", race=None):
    """A character of 200 health and one action, which does nothing of note, and that fits a predicate."""

    def first(words, otherwise):
        return otherwise if words is None else words if isinstance(words, str) else words[0]

    return schema.Card(
        id=id, name=id.title().replace("-", " "), faction=faction, race=first(like.race, race or "Plain"),
        archetype=first(like.archetype, "Plain"), class_=first(like.class_, "Adaptive"), card_type="Standard", health=200,
        action=(schema.Action(1, "Rest", "status", (schema.Heal(to="self", amount=10),)),),
    )  # fmt: skip


def against_plain(card, worn, left=None):
    """A card with two plain friends, one of its faction, against three plain foes: two that its Strengths name, and a
    Defensive one of the Legion. Where they are worn all are hurt, everybody has something good or bad on it,
    and both friends are Independent."""
    vs = [one.vs for one in card.strengths]
    foes = [plain("foe-one", vs[0]), plain("foe-two", vs[-1]), plain("foe-three", THIRD, "Legion")]
    friends = [
        plain("friend-one", schema.Predicate(), race="Sarion"),
        plain("friend-two", schema.Predicate()),
        plain("friend-three", schema.Predicate(), card.faction),
    ]
    on_self = (("siphon",) if card.race == "Sarion" else ()) + ("poison",)
    if left is None:
        left = WORN - 10 if worn else card.health
    elif left:
        on_self = ("poison",)
    mine = Placed(card.id, left, on_self if worn and left else ())
    party = (friends[0], friends[1 if worn else 2])
    health = WORN if worn else WELL
    return Setup(
        (
            Player("ann", (mine, *(Placed(one.id, health, ("poison",) if worn else ()) for one in party))),
            Player("ben", tuple(Placed(one.id, health, ("poison", "restoration") if worn else ()) for one in foes)),
        ),
        first="ann", rules={"pool": "own"}, card=(*foes, *friends),
    )  # fmt: skip


def among_packaged(card):
    """A card among others of the roster, on both sides with Parry and Reaction Tiles one or two tiles below."""
    friends = [id for id in ("tusk-guard", "quarry-beast", "wander-blade") if id != card.id][:2]
    foes = [("gatewarden", 110), ("cairn-twin", 60), ("coin-duelist", 80)]
    return Setup(
        (
            Player("ann", (Placed(card.id, card.health - 20), *(Placed(one, 60) for one in friends))),
            Player("ben", tuple(Placed(*one) for one in foes)),
        ),
        first="ann", rules={"pool": "own"},
    )  # fmt: skip


# --- Play ------------------------------------------------------------------------------------------------------------

STAYS = {"iconica.status.poison": 1, "iconica.status.siphon": 0, "iconica.status.restoration": 0}
"""The answer for a die under which the status stays."""
D3 = parse("d3")


@dataclass
class Policy:
    """A player who takes the answer at one place, counted around, and always attempts Final Acts unless `declines`."""

    place: int
    declines: bool = False
    widest: int = 1

    def __call__(self, need):
        if need.text.startswith("Attempt "):
            return need.options.index("no" if self.declines else "yes")
        if need.is_chance:
            return 0
        self.widest = max(self.widest, need.size)
        return self.place % need.size


class Coarse:
    """Lets a die that only picks one of three foes be a d3: four of them come to 81 results instead of 1296."""

    def __init__(self, tape):
        self.tape = tape
        self.choose = tape.choose

    def roll(self, pool, clause, text="", **more):
        return self.tape.roll(D3 if clause == "iconica.context.determinism" else pool, clause, text, **more)


def rolled(state, seat, white, black=None, policy=None):
    """The state after the Opening Phase and an Action Roll; statuses stay."""
    policy = policy or Policy(0)
    black = white % 6 + 1 if black is None else black

    def answer(need):
        if not need.is_chance:
            return policy(need)
        return {"the white die": white - 1, "the black die": black - 1}.get(need.text, STAYS.get(need.clause, 0))

    return played(state, seat, i.Roll(seat), Tape((), answer))


def played(state, seat, intent, tape):
    """One step, with everything checked that holds after any."""
    after, events = ICONICA.step(state, seat, intent, tape)
    folded = state.game()
    names = Names(state.seats, state.roster, folded)
    for event in events:
        assert event.say()
        assert LEDGER.issuperset(event.cites()), event
        happen(folded, names, event)  # what `evolve` does, without freezing the game in between
    assert frozen(folded) == after.numbers
    in_bounds(folded, state.roster.book)
    return after, events


def in_bounds(game, book):
    """Nothing of a game is beyond what it may be."""
    counted = [s for s in range(book.statuses) if book.counted >> s & 1]
    for c in range(game.count):
        full = book.health[game.card[c]]
        assert 0 <= game.left[c] <= full
        assert life_of(game, c) in (L.IN_PLAY, L.WAITING, L.OUT)
        assert (life_of(game, c) == L.IN_PLAY) == (game.left[c] > 0) == bool(game.alive >> c & 1)
        assert not game.status[c] >> book.statuses
        assert not game.aura[c] >> book.auras
        assert not (game.fresh[c] | game.held[c]) & ~game.status[c]
        assert not game.aura_fresh[c] & ~game.aura[c]
        if life_of(game, c) != L.IN_PLAY:
            assert not game.status[c] and not game.aura[c]
        for s in range(book.statuses):
            has = game.status[c] >> s & 1
            assert (1 <= game.turns[c][s] <= 9) if has and s in counted else game.turns[c][s] == 0
        for a in range(book.auras):
            if game.aura[c] >> a & 1:
                assert game.alive >> game.source[c][a] & 1
    assert game.alive >> game.count == 0
    assert all(1 <= game.delay_turns[at] <= 3 and game.alive >> game.delay_who[at] & 1 for at in range(game.delays))
    assert game.phase in (L.READY, L.ACTING, L.OVER)
    assert (game.winner >= 0) == (game.phase == L.OVER)


def everything(state, seat, intent, declines=False, most=6):
    """Every result of a step, as (policy, state after it, events), under each policy that makes a difference, at `most` so many."""
    refusal = ICONICA.refusal(state, seat, intent)
    assert refusal is None, refusal
    place, widest = 0, 1
    while place < min(widest, most):
        policy = Policy(place, declines)
        total = 0
        for (after, events), chance in outcomes(lambda tape: played(state, seat, intent, Coarse(tape)), policy):
            total += chance
            yield policy, after, events
        assert total == 1
        widest = max(widest, policy.widest)
        place += 1


# --- What a card prints, and what was seen --------------------------------------------------------------------------


def parts(effects) -> Iterator[schema.Effect]:
    """Every effect of a list with those in it, delayed ones aside."""
    for effect in effects:
        yield effect
        match effect:
            case schema.Repeat() | schema.Do():
                yield from parts(effect.do)
            case schema.Roll():
                yield from (one for case in effect.cases for one in parts(case.do))
            case schema.Choose():
                yield from (one for option in effect.options for one in parts(option))
        yield from parts(effect.otherwise)


FRIENDS = ("Friend One", "Friend Two", "Friend Three")
FOES = ("Foe One", "Foe Two", "Foe Three")


def whom(selector, me):
    """The characters that a selector may mean, in the plain positions."""
    match selector:
        case "self":
            return {me}
        case "one_friend" | "all_friends":
            return {me, *FRIENDS}
        case "one_ally" | "all_allies":
            return {*FRIENDS}
        case "everyone":
            return {me, *FRIENDS, *FOES}
        case "everyone_else":
            return {*FRIENDS, *FOES}
        case "target":
            return {me, *FRIENDS, *FOES}
        case _:
            return {*FOES}


def amounts(effect):
    """Every amount that a part may come to: plain, with its bonuses, and up to its limit with what it counts."""
    most = effect.max or 300
    found = {effect.amount}
    for bonus in effect.bonus:
        found |= {one + bonus.amount for one in found}
    if effect.per:
        found |= {one + n * effect.per.amount for one in found for n in range(4)}
    return {min(one, most) for one in found}


def wanted(effect, me, more=()):
    """What must have happened for a part to have been seen: for each alternative a test of an event."""

    def on(event, kind):
        return isinstance(event, kind) and event.character in whom(effect.to, me)

    match effect:
        case schema.Damage():
            # Beside `marked` a hit may be harder.
            for amount in amounts(effect):
                yield f"{amount} damage", lambda x, n=amount: on(x, e.Hurt) and x.amount - n in (0, *more)
        case schema.Heal():
            for amount in amounts(effect):
                yield f"heals {amount}", lambda x, n=amount: on(x, e.Healed) and x.amount == n
        case schema.Give():
            turns = effect.turns
            yield effect.status, lambda x: on(x, e.Given) and x.status == effect.status and turns in (None, x.turns)
        case schema.Dispel():
            yield "dispels", lambda x: on(x, e.Ended) and x.status in NEGATIVE
        case schema.Strip():
            yield "strips", lambda x: on(x, e.Ended) and x.status not in NEGATIVE
        case schema.Remove():
            yield "removes", lambda x: on(x, e.Ended) and x.status == effect.status
        case schema.Transfer():
            yield "gives over", lambda x: isinstance(x, e.Ended) and x.character in whom(effect.giver, me)
            yield "is given over", lambda x: on(x, e.Given) and x.status in NEGATIVE
        case schema.Lay():
            yield effect.aura, lambda x: on(x, e.AuraLaid) and x.aura == effect.aura and x.source == me
        case schema.Delay():
            yield "delays", lambda x: isinstance(x, e.DelayLaid) and (x.character, x.turns) == (me, effect.turns)
        case schema.LoseTurn():
            yield "a turn is lost", lambda x: isinstance(x, e.LostTurn) and x.player == "ben"
        case schema.Revive():
            yield "comes back", lambda x: isinstance(x, e.Revived) and (x.character, x.left) == (me, effect.health)
        case schema.Roll():
            for face in range(1, 7):
                yield f"rolls {face}", lambda x, n=face: isinstance(x, e.Die) and (x.character, x.face) == (me, n)
        case schema.Choose():
            chooser = "ann" if effect.by == "owner" else "ben"
            for at in range(len(effect.options)):
                yield f"part {at}", lambda x, n=at: isinstance(x, e.Chose) and (x.player, x.option) == (chooser, n)


def unseen(effects, me, seen):
    """What of a list did not happen among all events seen."""
    every = list(parts(effects))
    more = (10,) if any(isinstance(one, schema.Lay) and one.aura == "marked" for one in every) else ()
    return [
        f"{type(one).__name__}: {what}"
        for one in every
        for what, test in wanted(one, me, more)
        if not any(test(event) for event in seen)
    ]


@pytest.mark.parametrize("id", CARDS)
def test_every_part_of_every_action_happens(id):
    """And every Strength after it, on the foes that it names and on nobody else."""
    card = CARDS[id]
    starts = [ICONICA.setup(against_plain(card, worn)) for worn in (False, True)]
    struck = set()
    for action in card.action:
        seen, later = set(), set()
        for start in starts:
            state, _ = rolled(start, "ann", action.number)
            for policy, after, events in everything(state, "ann", i.Use("ann", card.name)):
                used, told = events[0], [type(event) for event in events]
                assert isinstance(used, e.Used) and (used.character, used.number) == (card.name, action.number)
                strikes = told.index(e.Strong) if e.Strong in told else len(told)
                seen.update(events[:strikes])
                struck.update(event.target for event in events[strikes:] if isinstance(event, e.Strong))
                for one, then in pairwise(events[strikes:]):
                    if isinstance(one, e.Strong):
                        assert isinstance(then, e.Strong | e.Hurt | e.Given), f"{card.name} {action.number}"
                if e.DelayLaid in told and not later:
                    after, _ = rolled(after, "ben", 1)
                    after, _ = played(after, "ben", i.Pass("ben"), Tape())
                    _, events = rolled(after, "ann", 1, policy=policy)
                    came = [type(event) for event in events].index(e.DelayCame)
                    later.update(events[came:])
        assert not unseen(action.effects, card.name, seen), f"{card.name} {action.number}"
        for effect in parts(action.effects):
            if isinstance(effect, schema.Delay):
                assert not unseen(effect.do, card.name, later), f"{card.name} {action.number}, delayed"
    named = {"Foe One", "Foe Two"} if card.strengths else set()
    if any("Defensive" in words_of(one.vs.class_) for one in card.strengths):
        named.add("Foe Three")
    assert struck == named


@pytest.mark.parametrize("id", CARDS)
def test_every_part_of_every_final_act_happens(id):
    """Poison takes the last tile in the own turn, and the Final Act comes in the Closing Phase."""
    card = CARDS[id]
    final = card.final_act
    seen = set()
    for worn in (False, True):
        setup = against_plain(card, worn=True, left=10)
        if not worn:
            mine = setup.players[0].party[0]
            well = [[Placed(one.card, WELL) for one in player.party] for player in setup.players]
            well[0][0] = mine
            setup = Setup(
                tuple(Player(name, tuple(party)) for name, party in zip(("ann", "ben"), well)),
                first="ann", rules=setup.rules, card=setup.card,
            )  # fmt: skip
        state, events = rolled(ICONICA.setup(setup), "ann", 1)
        assert any(isinstance(event, e.Skulled) and event.character == card.name for event in events)
        for _, after, events in everything(state, "ann", i.Pass("ann")):
            assert any(isinstance(event, e.Attempted) and event.character == card.name for event in events)
            back = any(isinstance(event, e.Revived) for event in events)
            assert after[card.name].life == ("in play" if back else "out of the game")
            assert not after[card.name].statuses
            seen.update(events)
        for _, after, events in everything(state, "ann", i.Pass("ann"), declines=True):
            assert [type(event) for event in events[1:3]] == [e.Declined, e.TurnedOver]
            assert after[card.name].life == "out of the game"
    assert not unseen(final.effects + final.fail, card.name, seen)


@pytest.mark.parametrize("id", CARDS)
def test_among_packaged_cards_every_action_ends_well(id):
    """With Parry and Reaction Tiles under the markers of both sides."""
    card = CARDS[id]
    start = ICONICA.setup(among_packaged(card))
    name = next(name for name in ICONICA.names(start) if name.startswith(card.name))
    for action in card.action:
        state, _ = rolled(start, "ann", action.number)
        for _, _, events in everything(state, "ann", i.Use("ann", name), most=2):
            assert isinstance(events[-1], e.TurnEnded | e.Won)


@pytest.mark.parametrize("id", CARDS)
def test_the_badge_frees_heals_and_acts(id):
    """Its action by the black die, from under Stun: the bonus comes first, and needs no yes."""
    card = CARDS[id]
    setup = against_plain(card, worn=False, left=card.health - 20)
    mine = Placed(card.id, card.health - 20, ("stun",))
    ann = Player("ann", (mine, *setup.players[0].party[1:]))
    start = ICONICA.setup(Setup((ann, setup.players[1]), first="ann", rules=setup.rules, card=setup.card))
    badge = card.action_break
    state, _ = rolled(start, "ann", 7 - badge, badge)
    _, events = played(state, "ann", i.Break("ann", card.name), Tape((), Policy(0)))
    told = [(type(event), getattr(event, "amount", None)) for event in events[:4]]
    assert told == [(e.Used, None), (e.Bonus, None), (e.Healed, 20), (e.Ended, None)]
