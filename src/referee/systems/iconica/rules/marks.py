"""What can happen in a game. Each function writes the game and, where there is a log, a row of it; nothing else
writes a game. A row holds the kind of event, up to three clauses, and up to four facts, so that a game can be built
again from its log. The functions that change nothing say why something did not happen.
"""

from __future__ import annotations

from typing import Annotated, Final

from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Book, Game, Int, Ints, Record
from referee.systems.iconica.rules.tape import lowest

LENGTH: Final = 2048
"""Events of one act or turn that a log can hold."""


class Log(Record):
    """Events in columns; `count` of them. `lost` counts those for which there was no room."""

    count: Annotated[Int, "i4"]
    lost: Annotated[Int, "i4"]
    kind: Annotated[Ints, "i2", LENGTH]
    clause: Annotated[Ints, "i2", LENGTH]
    also: Annotated[Ints, "i2", LENGTH]
    more: Annotated[Ints, "i2", LENGTH]
    a: Annotated[Ints, "i2", LENGTH]
    b: Annotated[Ints, "i2", LENGTH]
    c: Annotated[Ints, "i2", LENGTH]
    d: Annotated[Ints, "i2", LENGTH]


def put(log: Log, kind: int, clause: int, also: int, more: int, a: int, b: int, c: int, d: int) -> None:
    """Write a row."""
    at = log.count
    if at >= LENGTH:
        log.lost += 1
        return
    log.count = at + 1
    log.kind[at] = kind
    log.clause[at] = clause
    log.also[at] = also
    log.more[at] = more
    log.a[at] = a
    log.b[at] = b
    log.c[at] = c
    log.d[at] = d


ROLLED_OFF: Final = 0
ORDERED: Final = 1
PICKED: Final = 2
NO_PICK: Final = 3
BEGAN: Final = 4
TURN_BEGAN: Final = 5
SAT_OUT: Final = 6
DELAY_LAID: Final = 7
DELAY_NEARER: Final = 8
DELAY_CAME: Final = 9
DELAY_LOST: Final = 10
ROLLED: Final = 11
NEXT: Final = 12
USED: Final = 13
PASSED: Final = 14
NO_OPTION: Final = 15
BONUS: Final = 16
DIE: Final = 17
HURT: Final = 18
HEALED: Final = 19
PARRIED: Final = 20
ANSWERED: Final = 21
PLACED: Final = 22
ENDED: Final = 23
KEPT: Final = 24
COUNTED: Final = 25
AURA_LAID: Final = 26
AURA_ENDED: Final = 27
SKULLED: Final = 28
EMPTIED: Final = 29
ATTEMPTED: Final = 30
DECLINED: Final = 31
TURNED_OVER: Final = 32
REVIVED: Final = 33
LOST_TURN: Final = 34
TURN_ENDED: Final = 35
WON: Final = 36
FAILED: Final = 37
PREVENTED: Final = 38
UNUSED: Final = 39
SKIPPED: Final = 40
AIMED: Final = 41
CHOSE: Final = 42
WASTED: Final = 43
BLUNTED: Final = 44
STAYED: Final = 45
PENDING: Final = 46
STRONG: Final = 47


# ------------------------------------------------------------------ the draft


def rolled_off(game: Game, log: Log | None, clause: int, also: int, seat: int, face: int) -> None:
    """A seat rolled for first choice."""
    if log is not None:
        put(log, ROLLED_OFF, clause, also, -1, seat, face, 0, 0)


def ordered(game: Game, log: Log | None, clause: int, also: int, place: int, seat: int) -> None:
    """A seat has its place in the order of picking; the first also begins play."""
    game.order[place] = seat
    if place == 0:
        game.active = seat & 1
        game.phase = L.DRAFT
    if log is not None:
        put(log, ORDERED, clause, also, -1, place, seat, 0, 0)


def picked(game: Game, log: Log | None, clause: int, also: int, more: int, seat: int, slot: int, card: int) -> None:
    """A seat chose a card."""
    game.card[slot] = card
    game.picks += 1
    if log is not None:
        put(log, PICKED, clause, also, more, seat, slot, card, 0)


def no_pick(game: Game, log: Log | None, clause: int, seat: int) -> None:
    """A seat found no card that it may choose."""
    game.picks += 1
    if log is not None:
        put(log, NO_PICK, clause, -1, -1, seat, 0, 0, 0)


def began(game: Game, book: Book, log: Log | None, clause: int, also: int, more: int) -> None:
    """Parties stand, and every card without a marker gets it on its Start Tile; the first turn is about to begin."""
    game.phase = L.READY
    for c in range(game.count):
        k = game.card[c]
        if k >= 0 and not (game.alive | game.skulled) >> c & 1:
            game.left[c] = book.health[k]
            game.alive |= 1 << c
        if k >= 0 and book.passive[k] >= 0:
            game.passives |= 1 << c
    if log is not None:
        put(log, BEGAN, clause, also, more, game.active, 0, 0, 0)


# ------------------------------------------------------------------ turns


def turn_began(game: Game, log: Log | None, clause: int, also: int, out: int, due: int) -> None:
    """A side begins its turn; `out` are seats that sit it out, `due` characters with a Final Act to come.

    What was there at the start of the own turn counts down in it, so marks of freshness go.
    """
    side = game.active
    game.turn += 1
    game.out = out
    game.lost &= ~out
    game.due = due
    game.todo = 0
    game.next = -1
    taking = 0
    for seat in range(side, game.seats, 2):
        if not out >> seat & 1:
            taking |= game.party[seat]
    mask = game.marked & taking
    while mask:
        game.fresh[lowest(mask)] = 0
        mask &= mask - 1
    mask = game.touched
    while mask:
        c = lowest(mask)
        mask &= mask - 1
        lay = game.aura_fresh[c]
        while lay:
            a = lowest(lay)
            lay &= lay - 1
            if taking >> game.source[c][a] & 1:
                game.aura_fresh[c] &= ~(1 << a)
    if log is not None:
        put(log, TURN_BEGAN, clause, also, -1, side, out, due & 32767, due >> 15)


def sat_out(game: Game, log: Log | None, clause: int, seat: int) -> None:
    """A seat loses this turn."""
    if log is not None:
        put(log, SAT_OUT, clause, -1, -1, seat, 0, 0, 0)


def delay_laid(game: Game, log: Log | None, clause: int, who: int, turns: int, row: int, type: int) -> None:
    """A delayed action waits for the `turns`-th next Opening Phase."""
    at = game.delays
    game.delays = at + 1
    game.delay_who[at] = who
    game.delay_turns[at] = turns
    game.delay_row[at] = row
    game.delay_type[at] = type
    if log is not None:
        put(log, DELAY_LAID, clause, -1, -1, who, turns, row, type)


def delay_nearer(game: Game, log: Log | None, clause: int, at: int) -> None:
    """A delayed action has one turn less to wait."""
    game.delay_turns[at] -= 1
    if log is not None:
        put(log, DELAY_NEARER, clause, -1, -1, game.delay_who[at], at, game.delay_turns[at], 0)


def delay_came(game: Game, log: Log | None, clause: int, also: int, at: int) -> None:
    """A delayed action goes off."""
    if log is not None:
        put(log, DELAY_CAME, clause, also, -1, game.delay_who[at], at, 0, 0)
    remove_delay(game, at)


def delay_lost(game: Game, log: Log | None, clause: int, at: int) -> None:
    """A delayed action is lost with its character."""
    if log is not None:
        put(log, DELAY_LOST, clause, -1, -1, game.delay_who[at], at, 0, 0)
    remove_delay(game, at)


def remove_delay(game: Game, at: int) -> None:
    """Close the gap in the list of delayed actions."""
    last = game.delays - 1
    for i in range(at, last):
        game.delay_who[i] = game.delay_who[i + 1]
        game.delay_turns[i] = game.delay_turns[i + 1]
        game.delay_row[i] = game.delay_row[i + 1]
        game.delay_type[i] = game.delay_type[i + 1]
    game.delay_who[last] = 0
    game.delay_turns[last] = 0
    game.delay_row[last] = 0
    game.delay_type[last] = 0
    game.delays = last


def rolled(game: Game, log: Log | None, clause: int, also: int, seat: int, white: int, black: int) -> None:
    """An Action Roll."""
    game.white[seat] = white
    game.black[seat] = black
    game.todo |= 1 << seat
    if log is not None:
        put(log, ROLLED, clause, also, -1, seat, white, black, 0)


def next_seat(game: Game, log: Log | None, clause: int, seat: int) -> None:
    """It is this seat's choice now."""
    game.next = seat
    game.phase = L.ACTING
    if log is not None:
        put(log, NEXT, clause, -1, -1, seat, 0, 0, 0)


def used(game: Game, log: Log | None, clause: int, also: int, more: int, c: int, number: int, black: int) -> None:
    """A character takes an action, by the white die or (`black`) by its badge."""
    game.todo &= ~(1 << game.seat[c])
    if log is not None:
        put(log, USED, clause, also, more, c, number, black, 0)


def passed(game: Game, log: Log | None, clause: int, seat: int) -> None:
    """A seat takes no action."""
    game.todo &= ~(1 << seat)
    if log is not None:
        put(log, PASSED, clause, -1, -1, seat, 0, 0, 0)


def no_option(game: Game, log: Log | None, clause: int, also: int, seat: int) -> None:
    """The roll offers nothing."""
    game.todo &= ~(1 << seat)
    if log is not None:
        put(log, NO_OPTION, clause, also, -1, seat, 0, 0, 0)


def turn_ended(game: Game, log: Log | None, clause: int, also: int) -> None:
    """The turn goes to the other side."""
    side = game.active
    game.active = 1 - side
    game.phase = L.READY
    game.out = 0
    game.due = 0
    game.todo = 0
    game.next = -1
    mask = game.marked
    while mask:
        game.held[lowest(mask)] = 0
        mask &= mask - 1
    if log is not None:
        put(log, TURN_ENDED, clause, also, -1, side, 0, 0, 0)


def won(game: Game, log: Log | None, clause: int, also: int, winner: int) -> None:
    """The match is over: a side has won, or it is a draw."""
    game.winner = winner
    game.phase = L.OVER
    if log is not None:
        put(log, WON, clause, also, -1, winner, 0, 0, 0)


# ------------------------------------------------------------------ markers


def hurt(game: Game, log: Log | None, clause: int, also: int, more: int, c: int, amount: int, left: int) -> None:
    """A marker moves toward the Skull Tile."""
    game.left[c] = left
    if log is not None:
        put(log, HURT, clause, also, more, c, amount, left, 0)


def healed(game: Game, log: Log | None, clause: int, also: int, c: int, amount: int, left: int) -> None:
    """A marker moves toward the Start Tile."""
    game.left[c] = left
    if log is not None:
        put(log, HEALED, clause, also, -1, c, amount, left, 0)


def parried(game: Game, log: Log | None, clause: int, also: int, c: int, left: int) -> None:
    """A marker moves up one tile."""
    game.left[c] = left
    if log is not None:
        put(log, PARRIED, clause, also, -1, c, left, 0, 0)


def answered(game: Game, log: Log | None, clause: int, also: int, c: int, amount: int, actor: int) -> None:
    """A Reaction Tile deals damage back."""
    if log is not None:
        put(log, ANSWERED, clause, also, -1, c, amount, actor, 0)


def skulled(game: Game, log: Log | None, clause: int, also: int, more: int, c: int) -> None:
    """A character is on its Skull Tile; everything laid on it is gone."""
    game.left[c] = 0
    game.alive &= ~(1 << c)
    game.skulled |= 1 << c
    game.marked &= ~(1 << c)
    game.touched &= ~(1 << c)
    game.status[c] = 0
    game.fresh[c] = 0
    game.held[c] = 0
    for s in range(L.STATUSES):
        game.turns[c][s] = 0
    game.aura[c] = 0
    game.aura_fresh[c] = 0
    for a in range(L.AURAS):
        game.source[c][a] = 0
    if log is not None:
        put(log, SKULLED, clause, also, more, c, 0, 0, 0)


def emptied(game: Game, log: Log | None, clause: int, side: int, rank: int) -> None:
    """A side has nobody in play any more."""
    game.emptied[side] = rank
    if log is not None:
        put(log, EMPTIED, clause, -1, -1, side, rank, 0, 0)


def attempted(game: Game, log: Log | None, clause: int, also: int, c: int) -> None:
    """A Final Act is attempted."""
    game.due &= ~(1 << c)
    if log is not None:
        put(log, ATTEMPTED, clause, also, -1, c, 0, 0, 0)


def declined(game: Game, log: Log | None, clause: int, c: int) -> None:
    """A Final Act is left out."""
    if log is not None:
        put(log, DECLINED, clause, -1, -1, c, 0, 0, 0)


def turned_over(game: Game, log: Log | None, clause: int, also: int, c: int) -> None:
    """A character is out of the game."""
    game.skulled &= ~(1 << c)
    game.due &= ~(1 << c)
    if log is not None:
        put(log, TURNED_OVER, clause, also, -1, c, 0, 0, 0)


def revived(game: Game, log: Log | None, clause: int, c: int, left: int) -> None:
    """A Final Act brings its character back."""
    game.left[c] = left
    game.alive |= 1 << c
    game.skulled &= ~(1 << c)
    game.emptied[game.seat[c] & 1] = 0
    if log is not None:
        put(log, REVIVED, clause, -1, -1, c, left, 0, 0)


# ------------------------------------------------------------------ statuses and auras


def placed(
    game: Game, log: Log | None, clause: int, also: int, more: int, c: int, s: int, turns: int, fresh: int
) -> None:
    """A status is placed; it replaces the same one."""
    bit = 1 << s
    game.marked |= 1 << c
    game.status[c] |= bit
    game.turns[c][s] = turns
    if fresh:
        game.fresh[c] |= bit
    else:
        game.fresh[c] &= ~bit
    if log is not None:
        put(log, PLACED, clause, also, more, c, s, turns, fresh)


def ended(game: Game, log: Log | None, clause: int, also: int, c: int, s: int) -> None:
    """A status is gone."""
    bit = ~(1 << s)
    game.status[c] &= bit
    if game.status[c] == 0:
        game.marked &= ~(1 << c)
    game.fresh[c] &= bit
    game.held[c] &= bit
    game.turns[c][s] = 0
    if log is not None:
        put(log, ENDED, clause, also, -1, c, s, 0, 0)


def kept(game: Game, log: Log | None, clause: int, also: int, c: int, s: int, holds: int) -> None:
    """A status stays after its die; where it `holds`, its bearer cannot act this turn."""
    if holds:
        game.held[c] |= 1 << s
    if log is not None:
        put(log, KEPT, clause, also, -1, c, s, holds, 0)


def counted(game: Game, log: Log | None, clause: int, c: int, s: int, turns: int) -> None:
    """A status has so many own turns left."""
    game.turns[c][s] = turns
    if log is not None:
        put(log, COUNTED, clause, -1, -1, c, s, turns, 0)


def aura_laid(game: Game, log: Log | None, clause: int, c: int, a: int, source: int, fresh: int) -> None:
    """An aura is laid on a character; it replaces the same one."""
    game.touched |= 1 << c
    game.aura[c] |= 1 << a
    game.source[c][a] = source
    if fresh:
        game.aura_fresh[c] |= 1 << a
    else:
        game.aura_fresh[c] &= ~(1 << a)
    if log is not None:
        put(log, AURA_LAID, clause, -1, -1, c, a, source, fresh)


def aura_ended(game: Game, log: Log | None, clause: int, c: int, a: int) -> None:
    """A laid aura is gone."""
    game.aura[c] &= ~(1 << a)
    if game.aura[c] == 0:
        game.touched &= ~(1 << c)
    game.aura_fresh[c] &= ~(1 << a)
    game.source[c][a] = 0
    if log is not None:
        put(log, AURA_ENDED, clause, -1, -1, c, a, 0, 0)


def lost_turn(game: Game, log: Log | None, clause: int, seat: int) -> None:
    """A seat will lose its next turn."""
    game.lost |= 1 << seat
    if log is not None:
        put(log, LOST_TURN, clause, -1, -1, seat, 0, 0, 0)


# ------------------------------------------------------------------ notes: nothing changes


def note(log: Log | None, kind: int, clause: int, also: int, a: int, b: int, c: int) -> None:
    """Something that people want to know although it changes nothing."""
    if log is not None:
        put(log, kind, clause, also, cites.NONE, a, b, c, 0)


def note_of(log: Log | None, kind: int, clause: int, also: int, more: int, a: int, b: int, c: int) -> None:
    """The same, with one clause more."""
    if log is not None:
        put(log, kind, clause, also, more, a, b, c, 0)


def again(game: Game, book: Book, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Let a logged event happen to a game, without a log: what `evolve` runs. Notes do nothing."""
    n = cites.NONE
    if kind == ORDERED:
        ordered(game, None, n, n, a, b)
    elif kind == PICKED:
        picked(game, None, n, n, n, a, b, c)
    elif kind == NO_PICK:
        no_pick(game, None, n, a)
    elif kind == BEGAN:
        began(game, book, None, n, n, n)
    elif kind == TURN_BEGAN:
        turn_began(game, None, n, n, b, c | d << 15)
    elif kind == DELAY_LAID:
        delay_laid(game, None, n, a, b, c, d)
    elif kind == DELAY_NEARER:
        delay_nearer(game, None, n, b)
    elif kind == DELAY_CAME:
        delay_came(game, None, n, n, b)
    elif kind == DELAY_LOST:
        delay_lost(game, None, n, b)
    elif kind == ROLLED:
        rolled(game, None, n, n, a, b, c)
    elif kind == NEXT:
        next_seat(game, None, n, a)
    elif kind == USED:
        used(game, None, n, n, n, a, b, c)
    elif kind == PASSED:
        passed(game, None, n, a)
    elif kind == NO_OPTION:
        no_option(game, None, n, n, a)
    elif kind == TURN_ENDED:
        turn_ended(game, None, n, n)
    elif kind == WON:
        won(game, None, n, n, a)
    elif kind == HURT:
        hurt(game, None, n, n, n, a, b, c)
    elif kind == HEALED:
        healed(game, None, n, n, a, b, c)
    elif kind == PARRIED:
        parried(game, None, n, n, a, b)
    elif kind == SKULLED:
        skulled(game, None, n, n, n, a)
    elif kind == EMPTIED:
        emptied(game, None, n, a, b)
    elif kind == ATTEMPTED:
        attempted(game, None, n, n, a)
    elif kind == TURNED_OVER:
        turned_over(game, None, n, n, a)
    elif kind == REVIVED:
        revived(game, None, n, a, b)
    elif kind == PLACED:
        placed(game, None, n, n, n, a, b, c, d)
    elif kind == ENDED:
        ended(game, None, n, n, a, b)
    elif kind == KEPT:
        kept(game, None, n, n, a, b, c)
    elif kind == COUNTED:
        counted(game, None, n, a, b, c)
    elif kind == AURA_LAID:
        aura_laid(game, None, n, a, b, c, d)
    elif kind == AURA_ENDED:
        aura_ended(game, None, n, a, b)
    elif kind == LOST_TURN:
        lost_turn(game, None, n, a)
