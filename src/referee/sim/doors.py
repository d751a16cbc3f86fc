"""Many games stepped with choices from outside, written like the rules and compiled with them.

A game stands at a question or is over. What is kept of it is the game as it stood before the stretch of play in which
the question came up, and the tape of what was rolled and chosen since: with the next choice the stretch is played again.
So a single working game serves for all.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from referee.sim.kernels import Books, Deeds, Games, Longs, Rows, Tapes, open_tape
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.draft import pick, pick_at_random, picker, roll_off
from referee.systems.iconica.rules.layout import Book, Deed, Game, Tape
from referee.systems.iconica.rules.looks import barred_pick, life_of
from referee.systems.iconica.rules.tape import lowest
from referee.systems.iconica.rules.turns import play_on

Asked: TypeAlias = Any
"""An array of records of this name (`referee.sim.layout`)."""
Masks: TypeAlias = Any
"""Truth values in rows."""

LEAVE: Final = -1
"""Instead of a choice: the game stays as it is."""
OPEN: Final = -2
"""Instead of a choice: the game that the tape names begins."""


def step_games(
    choices: Longs, start: Games, bases: Games, work: Games, book: Books, deeds: Deeds, tapes: Tapes, asked: Asked,
    legal: Masks, seen: Rows, drafts: bool, further: int, most: int,
) -> None:  # fmt: skip
    """Answer the open question of every game, and go on to the next one. In place of one that is over, the game with
    the number `further` on begins, unless that is 0."""
    for at in range(choices.shape[0]):
        choice = choices[at]
        if choice == LEAVE:
            continue
        tape = tapes[at]
        for seat in range(L.SEATS):
            asked[at].rewards[seat] = 0
        if choice != OPEN and asked[at].over:
            if further == 0:
                continue
            tape.game += further
            choice = OPEN
        tape.pending = 0
        if choice == OPEN:
            work[0] = start[0]
            open_door(work[0], book[0], tape, drafts)
            bases[at] = work[0]
        elif tape.asks == L.CARD:
            work[0] = bases[at]
            pick(work[0], book[0], None, choice)
            bases[at] = work[0]
        else:
            work[0] = bases[at]
            tape.answers[tape.known] = option_at(work[0], tape.asks, tape.who, choice)
            tape.known += 1
        to_question(bases, at, work, book[0], deeds[0], tape, most)
        tell(work[0], book[0], tape, asked, legal, at)
        if seen.shape[1]:
            observe(work[0], book[0], deeds[0], tape, seen, at)


def open_door(game: Game, book: Book, tape: Tape, drafts: bool) -> None:
    """Roll off where nobody begins yet; parties are drafted at random unless people are asked (`drafts`)."""
    open_tape(tape, tape.key, tape.game)
    if game.phase == L.ROLL_OFF:
        roll_off(game, book, tape, None)
    if not drafts:
        pick_at_random(game, book, tape, None)
    tape.stops = 1
    tape.keeps = 1


def to_question(bases: Games, at: int, work: Games, book: Book, deed: Deed, tape: Tape, most: int) -> None:
    """Play until somebody has a choice, or to the end, or until `most` turns have been played.

    Meanwhile the game as it stood before the last stretch is kept in the second working place: that of many games is
    far away in memory.
    """
    game = work[0]
    moved = False
    while game.phase != L.OVER and game.turn < most:
        if game.phase == L.DRAFT:
            if ask_pick(game, book, tape):
                break
        else:
            tape.at = 0
            play_on(game, book, deed, tape, None)
            if tape.pending:
                # A tape that is full holds no further choice: the game is given up.
                tape.pending = tape.known < L.ANSWERS
                break
        tape.known = 0
        work[1] = work[0]
        moved = True
    if moved:
        bases[at] = work[1]


def ask_pick(game: Game, book: Book, tape: Tape) -> bool:
    """Ask for the next pick of a draft; the only card that is allowed is taken unasked."""
    seat = picker(game)
    found = 0
    last = -1
    for k in range(book.cards):
        if barred_pick(game, book, seat, k) < 0:
            found += 1
            last = k
    if found == 1:
        pick(game, book, None, last)
        return False
    tape.pending = 1
    tape.asks = L.CARD
    tape.who = seat
    tape.about = -1
    return True


def first_refused(choices: Longs, asked: Asked, legal: Masks) -> int:
    """The first game whose choice is none of those allowed, or -1. Where a game is over, any number will do."""
    for at in range(choices.shape[0]):
        choice = choices[at]
        if not asked[at].over and (choice < 0 or choice >= legal.shape[1] or not legal[at, choice]):
            return at
    return -1


# ------------------------------------------------------------------ from where the asked seat sits


def place_of(game: Game, viewer: int, seat: int) -> int:
    """The place of a seat as the viewer counts them: itself 0, its team-mate, then the rivals in turn."""
    if game.seats == 2:
        return viewer ^ seat
    way = (seat - viewer) & 3
    return (way & 1) << 1 | way >> 1


def seat_at(game: Game, viewer: int, place: int) -> int:
    """The seat that has a place as the viewer counts them."""
    if game.seats == 2:
        return viewer ^ place
    return (viewer + ((place & 1) << 1 | place >> 1)) & 3


def slot_seen(game: Game, viewer: int, c: int) -> int:
    """A slot as the viewer counts them, its own first; -1 and less stay."""
    if c < 0:
        return c
    seat = game.seat[c]
    return c + (place_of(game, viewer, seat) - seat) * game.size


def slot_at(game: Game, viewer: int, place: int) -> int:
    """The slot that has a place as the viewer counts them."""
    other = place // game.size
    return place + (seat_at(game, viewer, other) - other) * game.size


def option_seen(game: Game, asks: int, viewer: int, option: int) -> int:
    """An option as the asked seat counts them."""
    if asks in (L.PICK, L.GIVER, L.HEALED_RIVAL, L.OWN_HURT):
        return slot_seen(game, viewer, option)
    if asks in (L.ORDER, L.RIVAL_SEAT):
        return place_of(game, viewer, option)
    return option


def option_at(game: Game, asks: int, viewer: int, option: int) -> int:
    """The option, as a tape has it, that the asked seat means."""
    if asks in (L.PICK, L.GIVER, L.HEALED_RIVAL, L.OWN_HURT):
        return slot_at(game, viewer, option)
    if asks in (L.ORDER, L.RIVAL_SEAT):
        return seat_at(game, viewer, option)
    return option


def tell(game: Game, book: Book, tape: Tape, asked: Asked, legal: Masks, at: int) -> None:
    """Write the open question and what may be chosen, or how the game ended."""
    one = asked[at]
    for option in range(legal.shape[1]):
        legal[at, option] = False
    one.turns = game.turn
    one.winner = game.winner
    one.over = tape.pending == 0
    if tape.pending == 0:
        one.who = -1
        one.asks = -1
        one.about = -1
        if game.winner == 0 or game.winner == 1:
            for seat in range(game.seats):
                one.rewards[seat] = 1 if seat & 1 == game.winner else -1
        return
    who = tape.who
    one.who = who
    one.asks = tape.asks
    one.about = slot_seen(game, who, tape.about)
    if tape.asks == L.CARD:
        for k in range(book.cards):
            legal[at, k] = barred_pick(game, book, who, k) < 0
        return
    left = tape.options
    while left:
        legal[at, option_seen(game, tape.asks, who, lowest(left))] = True
        left &= left - 1


def observe(game: Game, book: Book, deed: Deed, tape: Tape, seen: Rows, at: int) -> None:
    """Write the table as the asked seat sees it, seat 0 where nobody is asked. `vector.OBSERVATION` names the columns."""
    row = seen[at]
    row[:] = 0
    asking = tape.pending == 1
    who = tape.who if asking else 0
    count = game.count
    row[0] = game.phase
    row[1] = min(game.turn, 32767)
    row[2] = max(0, min(game.turn_limit - game.turn, 32767)) if game.turn_limit else -1
    row[3] = tape.asks if asking else -1
    row[4] = slot_seen(game, who, tape.about) if asking else -1
    row[5] = game.active & 1 == who & 1
    row[6] = place_of(game, who, game.next) if game.next >= 0 else -1
    row[7] = game.picks
    row[8] = game.emptied[who & 1]
    row[9] = game.emptied[1 - (who & 1)]
    # Between acts nothing is being resolved, and a deed is what another act has left.
    resolving = asking and tape.asks != L.USE and tape.asks != L.ORDER and tape.asks != L.CARD
    row[11] = -1
    row[15] = -1
    if resolving:
        row[10] = deed.kind
        row[11] = slot_seen(game, who, deed.actor)
        row[12] = deed.number
        row[13] = deed.type
        if tape.asks == L.OPTION:
            row[15] = deed.row
        else:
            row[14] = deed.die
    column = 16
    for place in range(game.seats):
        seat = seat_at(game, who, place)
        row[column + place] = place_of(game, who, game.order[place])
        row[column + game.seats + place] = game.lost >> seat & 1
        row[column + 2 * game.seats + place] = game.out >> seat & 1
        if game.todo >> seat & 1:
            row[column + 3 * game.seats + place] = game.white[seat]
            row[column + 4 * game.seats + place] = game.black[seat]
    column += 5 * game.seats
    row[column : column + count] = -1
    statuses = column + 9 * count
    auras = statuses + 3 * count * book.statuses
    for c in range(count):
        if game.card[c] < 0:
            continue
        place = slot_seen(game, who, c)
        cell = column + place
        row[cell] = game.card[c]
        row[cell + count] = book.health[game.card[c]]
        row[cell + 2 * count] = game.left[c]
        row[cell + 3 * count] = life_of(game, c)
        row[cell + 4 * count] = game.due >> c & 1
        if resolving:
            row[cell + 5 * count] = deed.target >> c & 1
            row[cell + 6 * count] = deed.chosen >> c & 1
            row[cell + 7 * count] = deed.aimed >> c & 1
            row[cell + 8 * count] = deed.matched >> c & 1
        cell = statuses + place * book.statuses
        left = game.status[c]
        while left:
            s = lowest(left)
            left &= left - 1
            row[cell + s] = 1 + game.turns[c][s]
            row[cell + count * book.statuses + s] = game.fresh[c] >> s & 1
            row[cell + 2 * count * book.statuses + s] = game.held[c] >> s & 1
        cell = auras + place * book.auras
        left = game.aura[c]
        while left:
            a = lowest(left)
            left &= left - 1
            row[cell + a] = 1 + slot_seen(game, who, game.source[c][a])
            row[cell + count * book.auras + a] = game.aura_fresh[c] >> a & 1
    column += count * (9 + 3 * book.statuses + 2 * book.auras)
    for entry in range(game.delays):
        row[column + entry] = 1 + slot_seen(game, who, game.delay_who[entry])
        row[column + L.DELAYS + entry] = game.delay_turns[entry]
        row[column + 2 * L.DELAYS + entry] = game.delay_row[entry]
        row[column + 3 * L.DELAYS + entry] = game.delay_type[entry]
