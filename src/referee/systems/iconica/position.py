"""Positions: everything that matters between two acts as one line of printable ASCII. docs/positions.md has the tables.

    iconica acting order=12 turn=3 | ann next w4b1: gnash 70 poison stun=2, ash-lancer | ben: gatewarden

What is at its default is left out: `read_position` takes it written out as well, `write_position` never writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import quote, unquote

from referee.core.codec import BadInput, nearest
from referee.systems.iconica.cards.compile import Roster, shipped
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import picker
from referee.systems.iconica.rules.layout import Game
from referee.systems.iconica.rules.looks import barred_pick, in_play, life_of, usable
from referee.systems.iconica.rules.turns import settle
from referee.systems.iconica.sheet import Placed, Setup, check_names, check_pool, empty_game, put_character, roster_of
from referee.systems.iconica.state import State, chooser, frozen, thawed

PHASES: Final = ("roll-off", "draft", "ready", "acting", "over")
POOLS: Final = ("shared", "own")
WINNERS: Final = ("", "1", "2", "draw")
HEAD: Final = {
    "party_size": "3", "pool": "shared", "turn_limit": "0", "order": "", "picks": "", "turn": "0",
    "emptied": "0,0", "winner": "", "delays": "",
}  # fmt: skip
"""The words of the head, in order, with what each stands for where it is left out."""

NEXT, LOST, SITS_OUT = SEAT_WORDS = ("next", "lost", "sits-out")
LIVES: Final = {"skulled": L.WAITING, "out": L.OUT}

DICE = re.compile(r"w([1-6])b([1-6])|\(w([1-6])b([1-6])\)")
STATUS = re.compile(r"(?P<id>[^=*!@]+)(=(?P<turns>[^*!]*))?(?P<fresh>\*?)(?P<kept>!?)")
AURA = re.compile(r"(?P<id>[^=*!@]+)@(?P<source>[^*]+)(?P<fresh>\*?)")


# --- Writing ---------------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """The line of a state."""
    game, roster = state.game(), state.roster
    called = _called(game, roster)
    values = _head_values(game, roster, called)
    head = ["iconica", PHASES[game.phase], *(f"{word}={values[word]}" for word in HEAD if values[word] != HEAD[word])]
    parts = [" ".join(head)]
    for seat, name in enumerate(state.seats):
        slots = range(seat * game.size, (seat + 1) * game.size)
        party = [" ".join(_character_words(game, roster, called, c)) for c in slots if game.card[c] >= 0]
        front = " ".join((quote(name, safe=""), *_seat_words(game, seat)))
        parts.append(f"{front}: {', '.join(party)}".rstrip())
    return " | ".join(parts)


def _head_values(game: Game, roster: Roster, called: Sequence[str]) -> dict[str, str]:
    delays = []
    for at in range(game.delays):
        who = game.delay_who[at]
        lists = {row: name for name, row in _delayed_lists(roster, game.card[who]).items()}
        type = roster.types[game.delay_type[at]]
        delays.append(f"{called[who]}:{lists[game.delay_row[at]]}:{type}:{game.delay_turns[at]}")
    return {
        "party_size": str(game.size),
        "pool": POOLS[game.own_sets],
        "turn_limit": str(game.turn_limit),
        "order": "".join(str(seat + 1) for seat in game.order[: game.seats]) if game.phase else "",
        "picks": "" if game.picks == _picks(game) else str(game.picks),
        "turn": str(game.turn),
        "emptied": ",".join(map(str, game.emptied)),
        "winner": WINNERS[game.winner + 1],
        "delays": ",".join(delays),
    }


def _seat_words(game: Game, seat: int) -> Iterator[str]:
    if chooser(game) == seat:
        yield NEXT
    if game.lost >> seat & 1:
        yield LOST
    if game.out >> seat & 1:
        yield SITS_OUT
    if game.white[seat]:
        dice = f"w{game.white[seat]}b{game.black[seat]}"
        yield dice if game.todo >> seat & 1 else f"({dice})"


def _character_words(game: Game, roster: Roster, called: Sequence[str], c: int) -> Iterator[str]:
    book = roster.book
    yield roster.cards[game.card[c]].id
    yield from (word for word, life in LIVES.items() if life_of(game, c) == life)
    if game.alive >> c & 1 and game.left[c] != book.health[game.card[c]]:
        yield str(10 * game.left[c])
    for s, id in enumerate(roster.status_ids):
        if game.status[c] >> s & 1:
            turns = f"={game.turns[c][s]}" if game.turns[c][s] != book.lasting[s] else ""
            yield id + turns + "*" * (game.fresh[c] >> s & 1) + "!" * (game.held[c] >> s & 1)
    for a, id in enumerate(roster.aura_ids):
        if game.aura[c] >> a & 1:
            yield f"{id}@{called[game.source[c][a]]}" + "*" * (game.aura_fresh[c] >> a & 1)


# --- What both directions know -----------------------------------------------------------------------------------------


def _called(game: Game, roster: Roster) -> list[str]:
    """What slots are called: the card, and the number of the seat where two seats lead the same."""
    called = []
    for c in range(game.count):
        k = game.card[c]
        id = roster.cards[k].id if k >= 0 else ""
        called.append(f"{id}.{game.seat[c] + 1}" if k >= 0 and game.card.count(k) > 1 else id)
    return called


def _picks(game: Game) -> int:
    """How many picks are made if nobody was passed over."""
    dealt = sum(k >= 0 for k in game.card)
    return game.count if dealt and game.phase != L.DRAFT else dealt


def _delayed_lists(roster: Roster, k: int) -> dict[str, int]:
    """The first rows of the lists that a character of this card may have laid for later, by what lays them: the number
    of an action, `strength1`, `final`, `fail`, or a status; `4.2` for the second list of action 4."""
    book = roster.book
    roots = {str(number): row for number, row in enumerate(book.action[k])}
    roots |= {f"strength{at}": row for at, row in enumerate(book.strength[k], 1)}
    roots |= {"final": book.final[k], "fail": book.final_fail[k], **dict(zip(roster.status_ids, book.tick))}
    found: dict[str, int] = {}
    for name, first in roots.items():
        firsts = [first] if first >= 0 else []
        for row in firsts:  # grows by the lists that are laid in it
            while book.op[row] != L.END:
                if book.op[row] == L.DELAY:
                    firsts.append(book.what[row])
                row += 1
        found |= {f"{name}.{at}" if at > 1 else name: row for at, row in enumerate(firsts[1:], 1)}
    return found


# --- Reading ---------------------------------------------------------------------------------------------------------


def from_position(setup: Setup) -> State:
    """The first state of a set-up with a position. Raises `BadInput` with the field."""
    for name in ("players", "first", "rules"):
        if getattr(setup, name):
            raise BadInput("the position says this; leave it out", name)
    roster = roster_of(setup)
    try:
        return read_position(setup.position, roster)
    except BadInput as error:
        raise BadInput(str(error), "position") from None


def read_position(text: str, roster: Roster | None = None) -> State:
    """The state of a line. Raises `BadInput` that names the part and the fix, also for what no play can lead to, as far
    as that is easy to see."""
    roster = shipped() if roster is None else roster
    head, *parts = text.split("|")
    if len(parts) not in (2, 4):
        raise BadInput(f"two or four play, each after a `|`, not {len(parts)}", "seats")
    phase, values = _read_head(head)
    game = empty_game(len(parts), _number(values, "party_size", 1, L.PARTY))
    game.phase = phase
    game.own_sets = _one_of(values, "pool", POOLS)
    game.turn_limit = _number(values, "turn_limit", 0, 1_000_000)
    game.turn = _number(values, "turn", 0, 1_000_000_000)
    game.winner = _one_of(values, "winner", WINNERS) - 1
    if not re.fullmatch(r"[0-9]{1,6},[0-9]{1,6}", values["emptied"]):
        raise BadInput(f"{values['emptied']!r} is no pair of numbers such as 1,0", "emptied")
    game.emptied = [int(rank) for rank in values["emptied"].split(",")]
    _read_order(game, values["order"])
    names = []
    laid: list[tuple[int, str, str]] = []
    for seat, part in enumerate(parts):
        names.append(_read_seat(game, roster, seat, part, laid))
    check_names(names, [f"seat {seat}" for seat in range(1, len(names) + 1)])
    called = _called(game, roster)
    for c, word, where in laid:
        _read_aura(game, roster, called, c, word, where)
    for word in filter(None, values["delays"].split(",")):
        _read_delay(game, roster, called, word)
    game.picks = _number(values, "picks", 0, game.count) if values["picks"] else _picks(game)
    if game.phase >= L.READY:
        bearers = (c for c in range(game.count) if game.card[c] >= 0 and roster.book.passive[game.card[c]] >= 0)
        game.passives = sum(1 << c for c in bearers)
    _read_side(game)
    _check(game, roster)
    rules = (("party_size", values["party_size"]), ("pool", values["pool"]), ("turn_limit", game.turn_limit))
    chosen = tuple((name, value) for name, value in rules if str(value) != HEAD[name])
    return State(tuple(names), roster, frozen(game), chosen)


def _read_head(head: str) -> tuple[int, dict[str, str]]:
    words = head.split()
    if words[:1] != ["iconica"]:
        raise BadInput(f"a position begins with `iconica`, not {' '.join(words[:1])!r}", "head")
    phase = words[1] if len(words) > 1 else ""
    if phase not in PHASES:
        raise BadInput(f"{phase!r} is none of: {', '.join(PHASES)}{nearest(phase, PHASES)}", "phase")
    given: dict[str, str] = {}
    for word in words[2:]:
        name, sign, value = word.partition("=")
        if name not in HEAD:
            raise BadInput(f"{word!r} is none of: {', '.join(f'{one}=' for one in HEAD)}{nearest(name, HEAD)}", "head")
        if not sign or not value:
            raise BadInput(f"{word!r} has no value; write {name}=… or leave it out", "head")
        if name in given:
            raise BadInput("stands there twice", name)
        given[name] = value
    return PHASES.index(phase), HEAD | given


def _number(values: dict[str, str], name: str, least: int, most: int) -> int:
    value = values[name]
    if not (value.isascii() and value.isdecimal() and len(value) <= len(str(most)) and least <= int(value) <= most):
        raise BadInput(f"{value!r} is no whole number from {least} to {most}", name)
    return int(value)


def _one_of(values: dict[str, str], name: str, known: Sequence[str]) -> int:
    if values[name] not in known:
        words = [word for word in known if word]
        raise BadInput(f"{values[name]!r} is none of: {', '.join(words)}{nearest(values[name], words)}", name)
    return known.index(values[name])


def _read_order(game: Game, order: str) -> None:
    seats = "".join(str(seat + 1) for seat in range(game.seats))
    if game.phase == L.ROLL_OFF:
        if order:
            raise BadInput("the roll-off says it; leave it out", "order")
        return
    if "".join(sorted(order)) != seats:
        raise BadInput(f"{order!r} is not every seat once, such as {seats}; the first began", "order")
    game.order = [int(digit) - 1 for digit in order] + [0] * (L.SEATS - game.seats)
    if any((game.order[at] ^ game.order[at + 1]) & 1 == 0 for at in range(game.seats - 1)):
        raise BadInput(f"{order!r} does not change sides at every place (seats 1 and 3 against 2 and 4)", "order")


def _read_side(game: Game) -> None:
    """The side that acts follows from the order and the turn, and who is next mostly from the side."""
    in_turn = game.phase == L.ACTING or (game.phase == L.OVER and settle(thawed(frozen(game)), None))
    game.active = (game.order[0] + game.turn - in_turn) & 1
    said = game.next
    if game.phase < L.ACTING:
        game.next = -1
        if said not in (-1, chooser(game)):
            raise BadInput(f"by order and turn seat {chooser(game) + 1} is {NEXT}, not this one", f"seat {said + 1}")


def _read_seat(game: Game, roster: Roster, seat: int, part: str, laid: list[tuple[int, str, str]]) -> str:
    front, sign, party = part.partition(":")
    name, *words = front.split() or [""]
    if not sign or not name:
        raise BadInput(f"{part.strip()!r} is no `name: card, card`", f"seat {seat + 1}")
    try:
        name = unquote(name, errors="strict")
    except UnicodeDecodeError:
        raise BadInput(f"{name!r} has a %-code that is no UTF-8", f"seat {seat + 1}") from None
    where = f"seat {seat + 1} ({name})"
    if len(set(words)) < len(words) or sum(DICE.fullmatch(word) is not None for word in words) > 1:
        raise BadInput(f"something stands there twice: {' '.join(words)}", where)
    for word in words:
        dice = DICE.fullmatch(word)
        if dice:
            game.white[seat], game.black[seat] = (int(face) for face in dice.groups() if face)
            game.todo |= int(dice.group(1) is not None) << seat
        elif word == NEXT and game.next < 0:
            game.next = seat
        elif word == LOST:
            game.lost |= 1 << seat
        elif word == SITS_OUT:
            game.out |= 1 << seat
        elif word == NEXT:
            raise BadInput(f"only one seat can be {NEXT}", where)
        else:
            known = (*SEAT_WORDS, "w4b1", "(w4b1)")
            raise BadInput(f"{word!r} is none of: {', '.join(known)}{nearest(word, known)}", where)
    given = [one.split() for one in party.split(",")] if party.strip() else []
    if len(given) > game.size:
        raise BadInput(f"{len(given)} characters, but party_size is {game.size}", where)
    for at, character in enumerate(given):
        if not character:
            raise BadInput("two commas stand without a card between them", where)
        _read_character(game, roster, seat, at, character, f"{name}, {character[0]}", laid)
    return name


def _read_character(
    game: Game, roster: Roster, seat: int, at: int, words: list[str], where: str, laid: list[tuple[int, str, str]]
) -> None:
    id, *rest = words
    c = seat * game.size + at
    if game.phase == L.DRAFT:
        if rest:
            raise BadInput(f"{rest[0]!r} cannot be: in the draft cards have no markers yet", where)
        put_character(game, roster, id, seat, at, where)
        game.left[c], game.alive = 0, 0
        return
    left = None
    life = LIVES.get(rest[0]) if rest else None
    if life is not None:
        left, rest = 0, rest[1:]
    elif rest and rest[0].isascii() and rest[0].isdecimal():
        left, rest = int(rest[0][:9]), rest[1:]
        if not left:
            raise BadInput(f"0 health is {' or '.join(LIVES)}", where)
    found: dict[str, re.Match[str]] = {}
    for word in rest:
        status = STATUS.fullmatch(word)
        if "@" in word:
            laid.append((c, word, where))
        elif status is None or status["id"] not in roster.status_ids:
            known = (*roster.status_ids, *LIVES, *(f"{id}@" for id in roster.aura_ids))
            raise BadInput(f"{word!r} is no status, aura or health{nearest(word, known)}", where)
        elif status["id"] in found:
            raise BadInput(f"{status['id']} stands there twice", where)
        else:
            found[status["id"]] = status
    statuses = (f"{id} {one['turns']}" if one["turns"] is not None else id for id, one in found.items())
    put_character(game, roster, Placed(id, left, tuple(statuses)), seat, at, where)
    if life == L.OUT:
        game.skulled &= ~(1 << c)
    for id, one in found.items():
        s = roster.status_ids.index(id)
        if one["kept"] and not roster.book.holding >> s & 1:
            raise BadInput(f"{one[0]!r}: {id} keeps nobody from acting by its die; leave out the `!`", where)
        game.fresh[c] |= bool(one["fresh"]) << s
        game.held[c] |= bool(one["kept"]) << s


def _read_aura(game: Game, roster: Roster, called: Sequence[str], c: int, word: str, where: str) -> None:
    aura = AURA.fullmatch(word)
    if aura is None or aura["id"] not in roster.aura_ids:
        known = [f"{id}@" for id in roster.aura_ids]
        raise BadInput(f"{word!r} is no aura with its source, such as marked@gnash{nearest(word, known)}", where)
    a = roster.aura_ids.index(aura["id"])
    if roster.book.a_until[a] == L.PASSIVE:
        raise BadInput(f"{aura['id']} is never laid: it works while its bearer is in play; leave it out", where)
    if not game.alive >> c & 1:
        raise BadInput("a character without health has no auras", where)
    if game.aura[c] >> a & 1:
        raise BadInput(f"{aura['id']} stands there twice", where)
    game.touched |= 1 << c
    game.aura[c] |= 1 << a
    game.source[c][a] = _slot(called, aura["source"], where)
    game.aura_fresh[c] |= bool(aura["fresh"]) << a


def _read_delay(game: Game, roster: Roster, called: Sequence[str], word: str) -> None:
    who, *rest = word.split(":")
    if len(rest) != 3:
        raise BadInput(f"{word!r} is no CARD:LIST:TYPE:TURNS, such as powder-maker:4:ranged:1", "delays")
    if game.delays == L.DELAYS:
        raise BadInput(f"more than {L.DELAYS}", "delays")
    c = _slot(called, who, "delays")
    values = dict(zip(("list", "type", "turns"), rest))
    lists = _delayed_lists(roster, game.card[c])
    try:
        row = list(lists.values())[_one_of(values, "list", tuple(lists))]
        type = _one_of(values, "type", roster.types)
        turns = _number(values, "turns", 1, 3)
    except BadInput as error:
        raise BadInput(str(error), f"delays, {word}") from None
    at = game.delays
    game.delays = at + 1
    game.delay_who[at], game.delay_row[at], game.delay_type[at], game.delay_turns[at] = c, row, type, turns


def _slot(called: Sequence[str], name: str, where: str) -> int:
    if not name or name not in called:
        raise BadInput(f"no character here is called {name!r}{nearest(name, filter(None, called))}", where)
    return called.index(name)


# --- What cannot be --------------------------------------------------------------------------------------------------


def _check(game: Game, roster: Roster) -> None:
    """Raises `BadInput` for a position that no play leads to, as far as that is easy to see."""
    if not any(k >= 0 for k in game.card) or game.phase == L.DRAFT:
        check_pool(game, roster)
    if game.phase < L.READY:
        _check_before(game, roster)
        return
    for seat in range(game.seats):
        if game.card[seat * game.size] < 0:
            raise BadInput("a party has at least one character", f"seat {seat + 1}")
    for side in range(2):
        if game.emptied[side] and in_play(game, side):
            raise BadInput(f"side {side + 1} has characters in play; write 0 for it", "emptied")
    if (game.winner >= 0) != (game.phase == L.OVER):
        raise BadInput("a match has a winner (1, 2 or draw) when it is over, and only then", "winner")
    _check_turn(game, roster)
    if game.picks != _picks(game):
        raise BadInput("the parties are complete; leave it out", "picks")


def _check_before(game: Game, roster: Roster) -> None:
    """The roll-off and the draft."""
    started = (game.turn, *game.emptied, game.winner + 1, game.delays, game.lost, game.out, *game.white)
    if any((*started, *game.aura, *game.fresh, *game.held)):
        raise BadInput("no turn, dice, marks or auras stand before play begins", "phase")
    if game.phase == L.ROLL_OFF:
        empty = [seat for seat in range(game.seats) if game.card[seat * game.size] < 0]
        if 0 < len(empty) < game.seats:
            raise BadInput("some seats have a party and this one has none", f"seat {empty[0] + 1}")
        return
    held = [sum(game.card[c] >= 0 and game.seat[c] == seat for c in range(game.count)) for seat in range(game.seats)]
    if not sum(held) <= game.picks < game.count:
        raise BadInput(f"from {sum(held)} to {game.count - 1} picks are made when {sum(held)} cards lie open", "picks")
    for at, seat in enumerate(game.order[: game.seats]):
        turns = (game.picks - at + game.seats - 1) // game.seats
        if held[seat] > turns:
            raise BadInput(
                f"{held[seat]} cards, but only {turns} of {game.picks} picks were its own", f"seat {seat + 1}"
            )
    if all(barred_pick(game, roster.book, picker(game), k) >= 0 for k in range(roster.book.cards)):
        raise BadInput(f"seat {picker(game) + 1} has no card to choose and would be passed over", "picks")


def _check_turn(game: Game, roster: Roster) -> None:
    """Whose turn it is, what lies on the table in it, and whether anybody has won."""
    if game.phase != L.READY and game.turn == 0:
        raise BadInput("the first turn is turn=1", "turn")
    active = sum(1 << seat for seat in range(game.active, game.seats, 2))
    if game.phase == L.READY and (game.todo or game.out or any(game.held)):
        raise BadInput(f"dice to use, {SITS_OUT} and `!` stand only while a side is acting", "phase")
    if game.phase == L.ACTING:
        if game.next < 0 or not (active & game.todo) >> game.next & 1:
            raise BadInput(f"one seat of side {game.active + 1} is {NEXT}, with dice to use such as w4b1", "phase")
        if (game.todo | game.out) & ~active or game.todo & game.out:
            raise BadInput(f"only side {game.active + 1} has dice to use, or seats that sit out without", "phase")
        if usable(game, roster.book, game.next) == 1 << 2 * game.size:
            raise BadInput("its dice offer nothing, so that it would not be asked", f"seat {game.next + 1}")
    after = thawed(frozen(game))
    limit = game.turn_limit and game.turn >= game.turn_limit
    if settle(after, None):
        if game.phase != L.OVER or game.winner != after.winner:
            raise BadInput(f"the match is over; write `over` with winner={WINNERS[after.winner + 1]}", "phase")
    elif game.phase == L.OVER and not (limit and game.winner == L.DRAW):
        raise BadInput("nobody has won yet, and no turn limit is reached", "phase")
    elif game.phase == L.READY and limit:
        raise BadInput(f"the match is over after {game.turn_limit} turns; write `over` with winner=draw", "phase")


__all__ = ["HEAD", "from_position", "read_position", "write_position"]
