"""Set-ups: who plays, with which parties, cards and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct, field

from referee.core.codec import BadInput, nearest
from referee.core.system import Switch, check_rules
from referee.systems.iconica.cards.compile import Roster, shipped, with_cards
from referee.systems.iconica.cards.schema import Aura, Card, Status
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Game
from referee.systems.iconica.rules.looks import barred_pick, barred_status
from referee.systems.iconica.rules.marks import began, placed
from referee.systems.iconica.state import State, frozen

SWITCHES: Mapping[str, Switch] = {
    "party_size": Switch("party_size", ("3", "5"), "3", "iconica.draft.five"),
    "pool": Switch("pool", ("shared", "own"), "shared", "iconica.draft.pool"),
    "turn_limit": Switch("turn_limit", (), 0, "iconica.context.length"),
}
"""House rules. `turn_limit` calls a draw after so many turns; 0 for no limit."""


class Placed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character that does not begin fresh: its card, the health left, and statuses (`stun 2`: for two own turns)."""

    card: str
    left: Annotated[int, Meta(ge=0)] | None = None
    statuses: tuple[str, ...] = ()


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody at the table. Without a `party` it is drafted."""

    name: str
    party: tuple[str | Placed, ...] = ()


POSITION = "a position line as `referee position` prints it; then players, first and rules are left out"


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match as people write it.

    players  two, or four (the first and third are a team against the second and fourth)
    first    who begins, where parties are given; else the dice say so
    rules    house rules, by the names that `referee show` lists
    position where the match starts, as `referee position` prints it; it says players, parties, first and rules itself
    card, status, aura   more cards and what they need, on top of the roster; one with a known id replaces it
    """

    players: tuple[Player, ...] = ()
    title: str = ""
    first: str = ""
    rules: dict[str, str | int] = field(default_factory=dict)
    position: Annotated[str, Meta(description=POSITION)] = ""
    card: tuple[Card, ...] = ()
    status: tuple[Status, ...] = ()
    aura: tuple[Aura, ...] = ()


def roster_of(setup: Setup) -> Roster:
    """The cards that a match is played with. Raises `BadInput`."""
    if not (setup.card or setup.status or setup.aura):
        return shipped()
    return with_cards(shipped(), setup.card, setup.status, setup.aura)


def opened(setup: Setup) -> State:
    """The first state. Raises `BadInput` with the field."""
    rules = {name: setup.rules.get(name, switch.default) for name, switch in SWITCHES.items()}
    _check(setup)
    roster = roster_of(setup)
    game = empty_game(len(setup.players), _size(setup, rules))
    game.own_sets = int(rules["pool"] == "own")
    game.turn_limit = int(rules["turn_limit"])
    for at, player in enumerate(setup.players):
        for place, given in enumerate(player.party):
            put_character(game, roster, given, at, place, f"players[{at}].party[{place}]")
    if any(player.party for player in setup.players):
        game.picks = game.count
    else:
        check_pool(game, roster)
    if setup.first:
        begin_with(game, [player.name for player in setup.players].index(setup.first), roster)
    return State(
        tuple(player.name for player in setup.players), roster, frozen(game), tuple(sorted(setup.rules.items()))
    )


def empty_game(seats: int, size: int) -> Game:
    """A table before anything has happened: `size` places for each seat."""
    game = Game()
    game.seats = seats
    game.size = size
    game.count = seats * size
    game.next = -1
    game.winner = -1
    game.card = [-1] * L.SLOTS
    for c in range(game.count):
        game.seat[c] = c // size
        game.party[c // size] |= 1 << c
    return game


def begin_with(game: Game, first: int, roster: Roster) -> None:
    """Let play begin with given parties, a seat first."""
    game.order = [(first + place) % game.seats for place in range(game.seats)] + [0] * (L.SEATS - game.seats)
    game.active = first & 1
    began(game, roster.book, None, -1, -1, -1)


def _size(setup: Setup, rules: Mapping[str, str | int]) -> int:
    given = [len(player.party) for player in setup.players]
    if any(given) and not all(given):
        at = given.index(0)
        raise BadInput(
            "some players have a party and this one has none; give all of them, or none", f"players[{at}].party"
        )
    if any(given):
        if max(given) > L.PARTY:
            raise BadInput(f"a party has at most {L.PARTY} characters", f"players[{given.index(max(given))}].party")
        return max(given)
    if setup.first:
        raise BadInput("the dice say who chooses first in a draft; leave this out, or give parties", "first")
    return int(rules["party_size"])


def _check(setup: Setup) -> None:
    if len(setup.players) not in (2, 4):
        raise BadInput(f"two or four play, not {len(setup.players)}", "players")
    known = [player.name for player in setup.players]
    check_names(known, [f"players[{at}].name" for at in range(len(known))])
    if setup.first and setup.first not in known:
        raise BadInput(f"nobody is called {setup.first!r}{nearest(setup.first, known)}", "first")
    check_rules(SWITCHES, setup.rules)


def check_names(names: Sequence[str], wheres: Sequence[str]) -> None:
    """Raises `BadInput`, with the place of the name, unless all can be told apart."""
    taken = {"gm", "chance"}
    for name, where in zip(names, wheres, strict=True):
        if not name.strip() or name != name.strip():
            raise BadInput("a player needs a name without spaces around it", where)
        if name.casefold() in taken:
            raise BadInput(f"{name!r} is taken; choose another name", where)
        taken.add(name.casefold())


def put_character(game: Game, roster: Roster, given: str | Placed, seat: int, place: int, where: str) -> None:
    """Put a character of a given party on the table. Raises `BadInput`, also where no draft could give that party."""
    from referee.systems.iconica.rules.cites import CLAUSES

    one = Placed(given) if isinstance(given, str) else given
    try:
        k = roster.number(one.card)
    except BadInput as error:
        raise BadInput(str(error), where) from None
    barred = barred_pick(game, roster.book, seat, k)
    if barred >= 0:
        raise BadInput(f"{roster.cards[k].name} may not be in this party [{CLAUSES[barred]}]", where)
    c = seat * game.size + place
    game.card[c] = k
    full = roster.book.health[k]
    left = full if one.left is None else one.left // 10
    if one.left is not None and (one.left % 10 or left > full):
        raise BadInput(f"{one.left} is no multiple of 10 up to {10 * full}", f"{where}.left")
    game.left[c] = left
    if left:
        game.alive |= 1 << c
    else:
        game.skulled |= 1 << c
        if one.statuses:
            raise BadInput("a character on its Skull Tile has no statuses", f"{where}.statuses")
    for words in one.statuses:
        id, _, turns = words.partition(" ")
        if id not in roster.status_ids:
            raise BadInput(f"no status is called {id!r}{nearest(id, roster.status_ids)}", f"{where}.statuses")
        s = roster.status_ids.index(id)
        if turns and not (turns.isdecimal() and 1 <= int(turns) <= 9 and roster.book.counted >> s & 1):
            raise BadInput(f"{words!r}: {id} cannot last {turns!r} turns", f"{where}.statuses")
        # On its nullifier a character may well bear a status: a Final Act cannot be prevented.
        barred = barred_status(game, roster.book, c, s, True)
        if barred >= 0:
            why = f"{roster.cards[k].name} cannot bear {id} [{CLAUSES[barred]}]"
            raise BadInput(why, f"{where}.statuses")
        placed(game, None, 0, 0, 0, c, s, int(turns) if turns else roster.book.lasting[s], 0)


def check_pool(game: Game, roster: Roster) -> None:
    """Refuse a roster that might leave somebody without a card to choose (iconica.draft.dead-end): in the worst case a
    player's first pick closes the larger faction, and all others choose what that player still needs."""
    book = roster.book
    rivals_too = game.count if not game.own_sets else game.count // 2 if game.seats > 2 else game.size
    for closed in (L.LEGION, L.PROTECTORATE):
        left = sum(1 for k in range(book.cards) if book.kind[k] == L.STANDARD and book.faction[k] != closed)
        if left < rivals_too:
            raise BadInput(
                f"{left} Standard cards outside the {roster.factions[closed]} may not be enough for {game.seats} players "
                f"with {game.size} characters each, who could need {rivals_too}; add cards, let everybody bring a set "
                "(rules.pool = own), or choose smaller parties [iconica.draft.dead-end]",
                "card",
            )
