"""The turn in its three phases, Final Acts, and who has won."""

from __future__ import annotations

from referee.systems.iconica.rules import cites, marks
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.effects import (
    clear,
    heal,
    run,
    start_deed,
    strengths,
    strike,
)
from referee.systems.iconica.rules.layout import Book, Deed, Game, Tape
from referee.systems.iconica.rules.looks import (
    first_rival,
    healing_for,
    holds,
    in_play,
    offers,
    stopped,
    usable,
    waiting,
)
from referee.systems.iconica.rules.marks import (
    Log,
    attempted,
    aura_ended,
    counted,
    declined,
    delay_came,
    delay_nearer,
    ended,
    kept,
    next_seat,
    no_option,
    note,
    note_of,
    passed,
    rolled,
    sat_out,
    turn_began,
    turn_ended,
    turned_over,
    used,
    won,
)
from referee.systems.iconica.rules.tape import choose, lowest, roll_die


def begin_turn(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """The Opening Phase and the Action Rolls (iconica.turn.phases). Where a roll offers nothing the turn goes on to
    its end; else the game waits in the phase ACTING for `take_action`."""
    side = game.active
    out = 0
    for seat in range(side, game.seats, 2):
        if game.lost >> seat & 1:
            out |= 1 << seat
            sat_out(game, log, cites.CONTEXT_LOST_TURN, seat)
    also = cites.SETUP_ALTERNATE_TURNS
    if game.turn == 0:
        also = cites.TEAM_START if game.seats > 2 else cites.SETUP_START_PLAYER
    turn_began(game, log, cites.TURN_PHASES, also, out, waiting(game, side))
    end_auras(game, book, log, L.SOURCE_OPENING)
    delayed_actions(game, book, deed, tape, log)
    opening_final_acts(game, book, deed, tape, log)
    if tape.pending or settle(game, log):
        return
    left = taking_part(game)
    while left & game.marked:
        c = lowest(left & game.marked)
        left &= -2 << c
        roll_statuses(game, book, deed, tape, log, c)
    for seat in range(side, game.seats, 2):
        if not game.out >> seat & 1 and game.party[seat] & game.alive and not tape.pending:
            also = cites.TEAM_TURN if game.seats > 2 else cites.ROLL_DICE
            white = roll_die(tape, seat, cites.TURN_ACTION_ROLL, -1)
            black = roll_die(tape, seat, cites.TURN_ACTION_ROLL, -2)
            if not tape.pending:
                rolled(game, log, cites.TURN_ACTION_ROLL, also, seat, white, black)
    go_on(game, book, deed, tape, log)


def go_on(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """To the next Action Roll that offers something, or to the Closing Phase."""
    able = 0
    for seat in range(game.active, game.seats, 2):
        if game.todo >> seat & 1 and offers(game, book, seat):
            able |= 1 << seat
    if able and not tape.pending:
        # Of two rolls that offer something, the first listed member says whose is used first (iconica.team.order).
        seat = choose(tape, L.ORDER, lowest(able), able, cites.TEAM_ORDER, -1)
        if not tape.pending:
            next_seat(game, log, cites.TEAM_ORDER if game.seats > 2 else cites.TURN_ACTION_CHOOSE, seat)
        return
    while game.todo and not tape.pending:
        seat = lowest(game.todo)
        also = cites.NONE
        if log is not None:
            stops = 0
            for c in range(game.count):
                if game.seat[c] == seat:
                    stops |= stopped(game, book, c)
            if stops:
                also = goes_on_clause(book, stops)
        no_option(game, log, cites.ROLL_NO_OPTION, also, seat)
    if not tape.pending:
        close_turn(game, book, deed, tape, log)


def goes_on_clause(book: Book, stops: int) -> int:
    """The clause by which the turn goes on although these statuses keep somebody from acting."""
    if stops & book.holding:
        return cites.STATUS_FEAR_TURN_GOES_ON
    if stops & ~book.unique:
        return cites.STATUS_STUN_TURN_GOES_ON
    return cites.STATUS_UNIQUE


def taking_part(game: Game) -> int:
    """Everybody whose turn this is: the side's slots but for the seats that sit it out."""
    mask = 0
    for seat in range(game.active, game.seats, 2):
        if not game.out >> seat & 1:
            mask |= game.party[seat]
    return mask


# ------------------------------------------------------------------ opening


def end_auras(game: Game, book: Book, log: Log | None, until: int) -> None:
    """Laid auras whose time ends now: those of sources whose seats take this turn."""
    bearers = game.touched
    while bearers:
        c = lowest(bearers)
        bearers &= bearers - 1
        mask = game.aura[c] & ~game.aura_fresh[c]
        while mask:
            a = lowest(mask)
            mask &= mask - 1
            if book.a_until[a] == until and taking_part(game) >> game.source[c][a] & 1:
                aura_ended(game, log, cites.CONTEXT_AURA, c, a)


def delayed_actions(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """Opening step 1: what is due goes off, in the order in which it was laid (iconica.turn.opening.delayed)."""
    for at in range(game.delays):
        if taking_part(game) >> game.delay_who[at] & 1:
            delay_nearer(game, log, cites.TURN_OPENING_DELAYED, at)
    at = 0
    while at < game.delays and not tape.pending:
        if game.delay_turns[at]:
            at += 1
            continue
        who = game.delay_who[at]
        row = game.delay_row[at]
        start_deed(game, deed, L.DELAYED, who, game.delay_type[at], cites.TURN_OPENING_DELAYED)
        delay_came(game, log, cites.TURN_OPENING_DELAYED, cites.NONE, at)
        run(game, book, deed, tape, log, row)
        # A reaction may have skulled the planter of others that stood before.
        at = 0


def opening_final_acts(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """Opening step 2: own characters that were waiting when the turn began (iconica.turn.opening.final)."""
    several = game.due & (game.due - 1)
    while game.due and not tape.pending:
        also = cites.FINAL_ORDER if several else cites.FINAL_TIMING_OPPONENT
        final_act(game, book, deed, tape, log, lowest(game.due), cites.TURN_OPENING_FINAL, also)


def roll_statuses(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int) -> None:
    """Opening step 3 for one character: a die for each status, in the order of the status table
    (iconica.turn.opening.status, .status-order). What is left is dropped if it is skulled."""
    left = game.status[c] & (book.rolled | book.ticking)
    while left and not tape.pending:
        s = lowest(left)
        left &= left - 1
        if game.status[c] >> s & 1:
            tick_status(game, book, deed, tape, log, c, s)
            if left and not game.alive >> c & 1:
                note(log, marks.SKIPPED, cites.TURN_OPENING_SKULLED, cites.TURN_OPENING_STATUS_ORDER, c, 0, 0)
                return


def tick_status(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int, s: int) -> None:
    """One status of one character in the Opening Phase: its die, and what it does."""
    clause = book.status_cites[s]
    if book.rolled >> s & 1:
        face = roll_die(tape, game.seat[c], clause, c)
        if tape.pending:
            return
        several = game.status[c] & (book.rolled | book.ticking) & ~(1 << s)
        more = cites.TURN_OPENING_STATUS_ORDER if several else cites.TURN_OPENING_ONLY_OWN
        note_of(log, marks.DIE, clause, cites.TURN_OPENING_STATUS, more, c, face, s)
        if book.ends_on[s] >> face - 1 & 1:
            ended(game, log, clause, cites.STATUS_PARITY, c, s)
            return
        also = cites.NONE
        if game.status[c] & (book.stopping & ~(1 << s)):
            also = cites.STATUS_STUN_OTHER_ROLLS
        kept(game, log, clause, also, c, s, book.holding >> s & 1)
    if book.tick[s] >= 0:
        start_deed(game, deed, L.STATUS, c, 2, clause)
        run(game, book, deed, tape, log, book.tick[s])


# ------------------------------------------------------------------ the action


def take_action(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, option: int) -> None:
    """Use the roll of the seat whose choice it is: `option` is a bit of `usable`. The turn then goes on."""
    seat = game.next
    if option == 2 * game.size:
        passed(game, log, cites.ROLL_PASS, seat)
    else:
        c = seat * game.size + option // 2
        act(game, book, deed, tape, log, c, option & 1)
    if not tape.pending:
        go_on(game, book, deed, tape, log)


def act(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int, black: int) -> None:
    """One character takes one action by the white die, or by its badge (iconica.turn.action.single)."""
    seat = game.seat[c]
    k = game.card[c]
    number = game.black[seat] if black else game.white[seat]
    both = black == 0 and game.black[seat] == number and book.badge[k] == number
    also = cites.ROLL_EITHER if both or black else cites.TURN_ACTION_SINGLE
    row = book.action[k][number]
    parts = cites.ACTION_ORDER if book.op[row + 1] != L.END else cites.NONE
    used(game, log, cites.ROLL_BREAK if black else cites.ROLL_WHITE, also, parts, c, number, black)
    if log is not None:
        for other in range(game.count):
            confusion = game.status[other] & book.confusing
            if other != c and game.seat[other] == seat and confusion:
                note(log, marks.STAYED, cites.STATUS_CONFUSION_IDLE, cites.NONE, other, lowest(confusion), 0)
    type = book.action_type[k][number]
    start_deed(game, deed, L.ACTION, c, type, cites.ACTION_DAMAGE)
    deed.number = number
    if black:
        action_break(game, book, deed, tape, log, c)
    if tape.pending or not may_go_on(game, book, deed, tape, log, c):
        return
    run(game, book, deed, tape, log, row)
    if tape.pending:
        return
    if not deed.done:
        note(log, marks.FAILED, cites.ACTION_NOTHING, cites.NONE, c, 0, 0)
    strengths(game, book, deed, tape, log)


def action_break(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int) -> None:
    """Heal 20, then dispel: a free choice, but a character kept from acting takes both
    (iconica.roll.break-bonus, .break-while-blocked)."""
    clause = cites.ROLL_BREAK_BONUS
    also = cites.TURN_ACTION_BREAK_BONUS
    stops = stopped(game, book, c)
    if stops:
        clause = cites.ROLL_BREAK_WHILE_BLOCKED
        also = goes_on_clause(book, stops)
    elif choose(tape, L.BONUS, game.seat[c], 3, cites.ROLL_BREAK_BONUS, c) == L.NO:
        note(log, marks.DECLINED, cites.ROLL_BREAK_BONUS, cites.NONE, c, 0, 0)
        return
    if tape.pending:
        return
    note(log, marks.BONUS, clause, also, c, 0, 0)
    heal(game, book, deed, log, c, 2, cites.ROLL_BREAK_BONUS)
    clear(game, book, log, c, book.negative, book.a_negative, cites.ROLL_BREAK_BONUS)


def may_go_on(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int) -> bool:
    """Blind, then Confusion, before any target is named (iconica.turn.action.roll-status)."""
    several = game.status[c] & book.blinding and game.status[c] & book.confusing
    order = cites.STATUS_BLIND_CONFUSION_ORDER if several else cites.TURN_ACTION_ROLL_STATUS
    for confusing in range(2):
        mask = game.status[c] & (book.confusing if confusing else book.blinding)
        while mask:
            s = lowest(mask)
            mask &= mask - 1
            clause = book.status_cites[s]
            face = roll_die(tape, game.seat[c], clause, c)
            if tape.pending:
                return False
            note(log, marks.DIE, clause, order, c, face, s)
            if face & 1:
                ended(game, log, clause, cites.NONE, c, s)
            else:
                note(log, marks.FAILED, clause, order, c, 1, s)
                if confusing:
                    confused(game, book, deed, tape, log, c)
                return False
    return True


def confused(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int) -> None:
    """An even roll under Confusion: one's own are hurt, or a rival heals (iconica.status.confusion-even)."""
    seat = game.seat[c]
    side = seat & 1
    rivals = in_play(game, 1 - side)
    healable = 0
    for r in range(game.count):
        if rivals >> r & 1 and healing_for(game, book, r, 1, False) > 0:
            healable |= 1 << r
    start_deed(game, deed, L.CONFUSION, c, 2, cites.STATUS_CONFUSION_EVEN)
    if not healable:
        note(log, marks.UNUSED, cites.STATUS_CONFUSION_NO_HEAL, cites.NONE, c, 0, 2)
    elif choose(tape, L.ALTERNATIVE, seat, 3, cites.STATUS_CONFUSION_EVEN, c) == 1:
        other = first_rival(game, side)
        healer = choose(tape, L.HEALED_RIVAL, other, healable, cites.TEAM_CHOICES, c)
        if not tape.pending:
            heal(game, book, deed, log, healer, 1, cites.STATUS_CONFUSION_EVEN)
        return
    own = choose(tape, L.OWN_HURT, seat, game.party[seat] & game.alive, cites.STATUS_CONFUSION_EVEN, c)
    if not tape.pending:
        also = cites.TEAM_CONFUSION if game.seats > 2 else cites.NONE
        strike(game, book, deed, tape, log, own, 1, cites.STATUS_CONFUSION_EVEN, also)


# ------------------------------------------------------------------ final acts


def final_act(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None, c: int, window: int, also: int) -> None:
    """Offer one waiting character its Final Act, and turn it over unless it comes back."""
    k = game.card[c]
    row = book.final[k]
    if row < 0:
        turned_over(game, log, cites.FINAL_NONE, window, c)
        return
    start_deed(game, deed, L.FINAL, c, 2, cites.FINAL_ELIGIBLE)
    if book.final_if[k] >= 0 and not holds(game, book, deed, book.final_if[k], 0):
        turned_over(game, log, cites.FINAL_ELIGIBLE, window, c)
        return
    wish = choose(tape, L.ATTEMPT, game.seat[c], 3, cites.FINAL_MAY, c)
    if tape.pending:
        return
    if wish == L.NO:
        declined(game, log, cites.FINAL_MAY, c)
        turned_over(game, log, cites.FINAL_OUT, window, c)
        return
    attempted(game, log, window, also, c)
    if book.final_faces[k]:
        face = roll_die(tape, game.seat[c], cites.FINAL_ATTEMPT_DIE, c)
        if tape.pending:
            return
        note(log, marks.DIE, cites.FINAL_ATTEMPT_DIE, cites.NONE, c, face, -1)
        if not book.final_faces[k] >> face - 1 & 1:
            note(log, marks.FAILED, cites.FINAL_ATTEMPT_DIE, cites.NONE, c, 2, 0)
            row = book.final_fail[k]
    if row >= 0:
        run(game, book, deed, tape, log, row)
    if not tape.pending and game.skulled >> c & 1:
        turned_over(game, log, cites.FINAL_OUT, cites.NONE, c)


def closing_final_acts(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """Closing step 1: the active side's waiting characters, again while it skulls new ones (iconica.turn.closing.final).
    Whoever comes back and is skulled again in this very window waits for the next one, so that two who bring each other
    down for ever cannot keep a turn from ending."""
    offered = 0
    while not tape.pending:
        window = waiting(game, game.active) & ~offered
        if not window:
            return
        several = window & (window - 1)
        offered |= window
        while window and not tape.pending:
            also = cites.FINAL_ORDER if several else cites.FINAL_TIMING_OWN
            final_act(game, book, deed, tape, log, lowest(window), cites.TURN_CLOSING_FINAL, also)
            window &= window - 1


# ------------------------------------------------------------------ closing


def close_turn(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """The Closing Phase: Final Acts, then what ends after one turn (iconica.turn.closing.expire)."""
    closing_final_acts(game, book, deed, tape, log)
    if tape.pending or settle(game, log):
        return
    side = game.active
    bearers = game.marked & taking_part(game)
    while bearers:
        c = lowest(bearers)
        bearers &= bearers - 1
        mask = game.status[c] & book.counted & ~game.fresh[c]
        while mask:
            s = lowest(mask)
            mask &= mask - 1
            turns = game.turns[c][s] - 1
            if turns > 0:
                counted(game, log, cites.TURN_CLOSING_EXPIRE, c, s, turns)
            else:
                also = cites.NONE
                if book.confusing >> s & 1:
                    also = cites.STATUS_CONFUSION_STAYS
                ended(game, log, cites.TURN_CLOSING_EXPIRE, also, c, s)
    end_auras(game, book, log, L.SOURCE_CLOSING)
    if in_play(game, 1 - side) == 0 and waiting(game, 1 - side):
        note(log, marks.PENDING, cites.GOAL_PENDING_FINAL_ACTS, cites.NONE, 1 - side, 0, 0)
    turn_ended(game, log, cites.SETUP_ALTERNATE_TURNS, cites.TEAM_PHASES if game.seats > 2 else cites.NONE)
    if game.turn_limit and game.turn >= game.turn_limit:
        won(game, log, cites.CONTEXT_LENGTH, cites.NONE, L.DRAW)


def settle(game: Game, log: Log | None) -> bool:
    """Who has won, if anybody has; asked after every window of Final Acts (iconica.goal.win and its rulings)."""
    zero = in_play(game, 0) == 0
    one = in_play(game, 1) == 0
    if not zero and not one:
        return False
    loser = -1
    if zero and one:
        if game.emptied[0] == game.emptied[1]:
            if waiting(game, 0) or waiting(game, 1):
                return False
            won(game, log, cites.GOAL_SIMULTANEOUS, cites.NONE, L.DRAW)
            return True
        loser = 0 if game.emptied[0] < game.emptied[1] else 1
    else:
        loser = 0 if zero else 1
    if waiting(game, loser):
        return False
    clause = cites.GOAL_FIRST_WINS if zero and one else cites.GOAL_WIN
    won(game, log, clause, cites.TEAM_WIN if game.seats > 2 else cites.NONE, 1 - loser)
    return True


def play_on(game: Game, book: Book, deed: Deed, tape: Tape, log: Log | None) -> None:
    """One stretch of play from a place where nothing is being resolved: a turn's beginning, or one action with what
    follows. The tape answers which action."""
    if game.phase == L.READY:
        begin_turn(game, book, deed, tape, log)
    elif game.phase == L.ACTING:
        seat = game.next
        option = choose(tape, L.USE, seat, usable(game, book, seat), cites.TURN_ACTION_CHOOSE, -1)
        if not tape.pending:
            take_action(game, book, deed, tape, log, option)
