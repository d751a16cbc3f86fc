"""The roll for first choice, the order of picking, and parties taking shape."""

from __future__ import annotations

from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Book, Game, Tape
from referee.systems.iconica.rules.looks import barred_pick
from referee.systems.iconica.rules.marks import Log, began, no_pick, ordered, picked, rolled_off
from referee.systems.iconica.rules.tape import below, lowest, roll_die


def roll_off(game: Game, book: Book, tape: Tape, log: Log | None) -> None:
    """Everybody rolls; the lowest chooses first and begins play. Those tied for lowest roll again
    (iconica.draft.first-roll, .first-roll-tie, iconica.team.draft)."""
    clause = cites.TEAM_FIRST_ROLL if game.seats > 2 else cites.DRAFT_FIRST_ROLL
    # The first roll of each seat stands for the place of the others; four bits a seat.
    rolls = 0
    for seat in range(game.seats):
        face = roll_die(tape, seat, clause, -1)
        rolls |= face << 4 * seat
        if not tape.pending:
            rolled_off(game, log, clause, cites.NONE, seat, face)
    tied = lowest_rollers(rolls, (1 << game.seats) - 1, game.seats)
    while tied & (tied - 1) and not tape.pending:
        again = 0
        for seat in range(game.seats):
            if tied >> seat & 1 and not tape.pending:
                face = roll_die(tape, seat, cites.DRAFT_FIRST_ROLL_TIE, -1)
                again |= face << 4 * seat
                if not tape.pending:
                    rolled_off(game, log, cites.DRAFT_FIRST_ROLL_TIE, cites.NONE, seat, face)
        tied = lowest_rollers(again, tied, game.seats)
    if tape.pending:
        return
    first = lowest(tied)
    if game.seats == 2:
        ordered(game, log, cites.DRAFT_ALTERNATE, cites.SETUP_START_PLAYER, 0, first)
        ordered(game, log, cites.DRAFT_ALTERNATE, cites.NONE, 1, 1 - first)
    else:
        others = 5 << 1 - (first & 1)
        second = lowest(lowest_rollers(rolls, others, game.seats))
        ordered(game, log, cites.TEAM_DRAFT, cites.TEAM_START, 0, first)
        ordered(game, log, cites.TEAM_DRAFT, cites.NONE, 1, second)
        ordered(game, log, cites.TEAM_DRAFT, cites.NONE, 2, first ^ 2)
        ordered(game, log, cites.TEAM_DRAFT, cites.NONE, 3, second ^ 2)
    pass_dead_ends(game, book, log)


def lowest_rollers(rolls: int, among: int, seats: int) -> int:
    """The seats with the lowest face; `rolls` has four bits a seat."""
    best = 7
    found = 0
    for seat in range(seats):
        face = rolls >> 4 * seat & 15
        if among >> seat & 1:
            if face < best:
                best = face
                found = 0
            if face == best:
                found |= 1 << seat
    return found


def picker(game: Game) -> int:
    """The seat whose pick it is."""
    return game.order[game.picks % game.seats]


def pick(game: Game, book: Book, log: Log | None, k: int) -> None:
    """The seat whose pick it is chooses a card, which lies open at once (iconica.draft.face-up)."""
    seat = picker(game)
    slot = seat * game.size
    while game.card[slot] >= 0:
        slot += 1
    clause = cites.TEAM_DRAFT if game.seats > 2 else cites.DRAFT_ALTERNATE
    twice = cites.NONE
    for c in range(game.count):
        if game.card[c] == k:
            twice = cites.DRAFT_POOL
    picked(game, log, clause, cites.DRAFT_FACE_UP, twice, seat, slot, k)
    pass_dead_ends(game, book, log)


def pass_dead_ends(game: Game, book: Book, log: Log | None) -> None:
    """Pass over seats that have no card to choose (iconica.draft.dead-end), and begin play after the last pick."""
    while game.picks < game.seats * game.size:
        seat = picker(game)
        for k in range(book.cards):
            if barred_pick(game, book, seat, k) < 0:
                return
        no_pick(game, log, cites.DRAFT_DEAD_END, seat)
    begin_play(game, book, log)


def begin_play(game: Game, book: Book, log: Log | None) -> None:
    """Markers are put on the Start Tiles (iconica.setup.markers), unless a set-up has put them elsewhere."""
    size = cites.DRAFT_FIVE if game.size == L.PARTY else cites.DRAFT_SIZE
    teams = cites.TEAM_TEAMS if game.seats > 2 else cites.SETUP_START_PLAYER
    began(game, book, log, cites.SETUP_MARKERS, size, teams)


def pick_at_random(game: Game, book: Book, tape: Tape, log: Log | None) -> None:
    """A whole draft in which every pick is drawn evenly from what is allowed."""
    while game.phase == L.DRAFT and not tape.pending:
        # Any card is as likely as another, and a card that is not allowed is drawn again.
        k = below(tape, book.cards)
        if barred_pick(game, book, picker(game), k) < 0:
            pick(game, book, log, k)
