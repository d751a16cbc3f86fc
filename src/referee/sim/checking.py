"""Whether a position is one that the rules allow, and random games that are looked at after every stretch of play.

Statuses beside their nullifier or under an immunity are no flaw: a Final Act cannot be prevented, and a passive aura
comes back with its bearer.
"""

from __future__ import annotations

from typing import Final

from referee.sim.kernels import Books, Deeds, Found, Games, Tapes, open_game, open_tape
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.layout import Book, Game
from referee.systems.iconica.rules.looks import in_play, side_of, usable, waiting
from referee.systems.iconica.rules.turns import play_on

FLAWS: Final = (
    "sound",
    "seats, party size or house rules are none that a match can have",
    "there is no such phase",
    "the sets of slots are not those of the seats in order",
    "something lies beyond the last slot",
    "a card is not of the book",
    "a party has a gap",
    "Legion and Protectorate stand in one party (iconica.draft.factions)",
    "a character stands twice in one team (iconica.draft.duplicates)",
    "a party has more than one Legend or Special character (iconica.draft.one-legend-or-special)",
    "a Legend or Special character stands on both sides (iconica.draft.unique-legend)",
    "a shared card stands on both sides (iconica.draft.pool)",
    "the order of picking does not name every seat, the sides in turn (iconica.draft.alternate)",
    "the number of picks does not fit the phase (iconica.draft.size)",
    "somebody is in play or skulled who is both, has no card, or is still being drafted (iconica.setup.markers)",
    "a marker is off its meter (iconica.action.heal-cap, iconica.action.overkill)",
    "a character on its Skull Tile is in play, or one above it is not (iconica.final.eliminated)",
    "a set of characters names slots that nobody plays",
    "the set of passive auras is not what the cards say",
    "there is no such status, its bearer is out of play, or not known to be marked (iconica.skull.clear)",
    "a status is on a race that cannot bear it (iconica.status.siphon-sarion)",
    "a status that is not there is marked as fresh",
    "a status holds that is not there, or that is not the active side's in its turn (iconica.status.fear)",
    "a counted status has no turns left, or another has some (iconica.status.minor)",
    "there is no such aura to lay, its bearer is out of play, or not known to be touched (iconica.skull.clear)",
    "an aura that is not there is marked as fresh",
    "an aura comes from nobody, or from somebody who is gone (iconica.skull.clear)",
    "there are more delayed actions than there is room, or something lies beyond the last",
    "a delayed action is of nobody in play (iconica.delayed.actor-skulled)",
    "a delayed action is overdue or too far away (iconica.turn.opening.delayed)",
    "a delayed action is none that the card lays",
    "turns are counted before play, or beyond the limit (iconica.context.length)",
    "no side is active",
    "a roll lies open that is not of the side in its turn (iconica.overview.turn-based)",
    "a die shows a face that it does not have (iconica.components.dice)",
    "a seat is to choose that has no roll or nothing to choose, or none is (iconica.roll.no-option)",
    "a seat sits out that is not of the side in its turn (iconica.context.lost-turn)",
    "a seat is to lose a turn that is not its next one (iconica.context.lost-turn)",
    "a Final Act of the Opening Phase was left out (iconica.turn.opening.final)",
    "a side is noted as empty that is not (iconica.goal.first-wins)",
    "there is a winner before the end, or none after it",
    "a side has won that has not (iconica.goal.win)",
    "a match is drawn that is not (iconica.goal.simultaneous)",
    "the match goes on although a side is beaten (iconica.goal.win)",
)
"""What is wrong with a position, by the number that `unsound` gives."""


def unsound(game: Game, book: Book) -> int:
    """The number of the first flaw of a position between two stretches of play, as in `FLAWS`; 0 where it is sound."""
    flaw = unsound_table(game, book)
    if flaw == 0:
        flaw = unsound_parties(game, book)
    for c in range(game.count):
        if flaw == 0:
            flaw = unsound_character(game, book, c)
    for c in range(game.count):
        if flaw == 0:
            flaw = unsound_marks(game, book, c)
    if flaw == 0:
        flaw = unsound_delays(game, book)
    if flaw == 0:
        flaw = unsound_turn(game, book)
    if flaw == 0:
        flaw = unsound_end(game)
    return flaw


def unsound_table(game: Game, book: Book) -> int:
    """Seats, phase, slots and cards: what everything else is looked up by."""
    right = (game.seats == 2 or game.seats == 4) and 1 <= game.size <= L.PARTY and game.count == game.seats * game.size
    if not right or game.own_sets < 0 or game.own_sets > 1 or game.turn_limit < 0:
        return 1
    if game.phase < L.ROLL_OFF or game.phase > L.OVER:
        return 2
    for seat in range(L.SEATS):
        slots = ((1 << game.size) - 1) << seat * game.size if seat < game.seats else 0
        if game.party[seat] != slots:
            return 3
    for c in range(game.count):
        if game.seat[c] != c // game.size:
            return 3
    for c in range(game.count, L.SLOTS):
        if game.card[c] != -1 or game.seat[c] or game.left[c] or game.status[c] or game.aura[c]:
            return 4
    for c in range(game.count):
        if game.card[c] < -1 or game.card[c] >= book.cards:
            return 5
    return 0


def unsound_parties(game: Game, book: Book) -> int:
    """What the draft allows, whoever picked what in which order."""
    for c in range(game.count):
        k = game.card[c]
        if k < 0:
            continue
        seat = game.seat[c]
        if c > seat * game.size and game.card[c - 1] < 0:
            return 6
        limited = book.kind[k] == L.LEGEND or book.kind[k] == L.SPECIAL
        for d in range(c):
            held = game.card[d]
            if held < 0:
                continue
            if game.seat[d] == seat:
                factions = 1 << book.faction[k] | 1 << book.faction[held]
                if factions == 1 << L.LEGION | 1 << L.PROTECTORATE:
                    return 7
                if limited and held != k and (book.kind[held] == L.LEGEND or book.kind[held] == L.SPECIAL):
                    return 9
            if held == k:
                if side_of(game, c) == side_of(game, d):
                    return 8
                if limited:
                    return 10
                if not game.own_sets:
                    return 11
    if game.phase > L.ROLL_OFF:
        named = 0
        for place in range(game.seats):
            seat = game.order[place]
            if seat < 0 or seat >= game.seats or (seat ^ game.order[0] ^ place) & 1:
                return 12
            named |= 1 << seat
        if named != (1 << game.seats) - 1:
            return 12
    if game.phase == L.ROLL_OFF:
        fitting = game.picks == 0 or game.picks == game.count
    elif game.phase == L.DRAFT:
        fitting = 0 <= game.picks < game.count
    else:
        fitting = game.picks == game.count
    return 0 if fitting else 13


def unsound_character(game: Game, book: Book, c: int) -> int:
    """Card and marker of one character, and what has become of it."""
    k = game.card[c]
    left = game.left[c]
    alive = game.alive >> c & 1 == 1
    skulled = game.skulled >> c & 1 == 1
    if (alive and skulled) or ((alive or skulled) and (k < 0 or game.phase == L.DRAFT)):
        return 14
    if left < 0 or left > (0 if k < 0 else book.health[k]):
        return 15
    if (left > 0) != alive:
        return 16
    if (game.alive | game.skulled | game.marked | game.touched) >> game.count:
        return 17
    passive = k >= 0 and game.phase >= L.READY and book.passive[k] >= 0
    if (game.passives >> c & 1 == 1) != passive or game.passives >> game.count:
        return 18
    return 0


def unsound_marks(game: Game, book: Book, c: int) -> int:
    """Statuses and auras of one character."""
    status = game.status[c]
    there = game.alive >> c & 1 == 1
    if status >> book.statuses or (status and not there) or (game.marked >> c & 1 == 1) != (status != 0):
        return 19
    for s in range(book.statuses):
        if status >> s & 1 and book.only_race[s] >= 0 and book.race[game.card[c]] != book.only_race[s]:
            return 20
    if game.fresh[c] & ~status:
        return 21
    held = game.held[c]
    if held & ~(status & book.holding):
        return 22
    if held and (side_of(game, c) != game.active or game.phase < L.ACTING):
        return 22
    for s in range(L.STATUSES):
        turns = game.turns[c][s]
        if status & book.counted & 1 << s:
            if turns < 1 or turns > 9:
                return 23
        elif turns:
            return 23
    aura = game.aura[c]
    if aura >> book.auras or (aura and not there) or (game.touched >> c & 1 == 1) != (aura != 0):
        return 24
    if game.aura_fresh[c] & ~aura:
        return 25
    for a in range(L.AURAS):
        source = game.source[c][a]
        if not aura >> a & 1:
            if source:
                return 26
            continue
        if book.a_until[a] == L.PASSIVE:
            return 24
        if source < 0 or source >= game.count or game.card[source] < 0:
            return 26
        if not game.alive >> source & 1 and not lays_at_last(book, game.card[source], a):
            return 26
    return 0


def lays_at_last(book: Book, k: int, a: int) -> bool:
    """Whether the Final Act of a card lays an aura."""
    for failed in range(2):
        row = book.final_fail[k] if failed else book.final[k]
        while row >= 0 and book.op[row] != L.END:
            if book.op[row] == L.LAY and book.what[row] == a:
                return True
            row += 1
    return False


def unsound_delays(game: Game, book: Book) -> int:
    """The list of delayed actions."""
    if game.delays < 0 or game.delays > L.DELAYS:
        return 27
    for at in range(game.delays, L.DELAYS):
        if game.delay_who[at] or game.delay_turns[at] or game.delay_row[at] or game.delay_type[at]:
            return 27
    for at in range(game.delays):
        who = game.delay_who[at]
        if who < 0 or who >= game.count or not game.alive >> who & 1:
            return 28
        if game.delay_turns[at] < 1 or game.delay_turns[at] > 3:
            return 29
        if game.delay_type[at] < 0 or game.delay_type[at] >= L.TYPES:
            return 30
        if not delays(book, game.card[who], game.delay_row[at]):
            return 30
    return 0


def delays(book: Book, k: int, later: int) -> bool:
    """Whether an action of a card delays the list that begins at a row."""
    for number in range(1, L.NUMBERS):
        row = book.action[k][number]
        while row >= 0 and book.op[row] != L.END:
            if book.op[row] == L.DELAY and book.what[row] == later:
                return True
            row += 1
    return False


def unsound_turn(game: Game, book: Book) -> int:
    """Whose turn it is, dice, and what is still to be done in it."""
    if game.turn < 0 or (game.turn and game.phase < L.READY):
        return 31
    if game.turn_limit and game.turn > game.turn_limit - (1 if game.phase == L.READY else 0):
        return 31
    if game.active < 0 or game.active > 1:
        return 32
    seats = (1 << game.seats) - 1
    own = 0b0101 << game.active & seats
    acting = own if game.phase == L.ACTING else 0
    if game.todo & ~acting or game.todo & game.out:
        return 33
    for seat in range(L.SEATS):
        least = game.todo >> seat & 1
        if not least <= game.white[seat] <= 6 or not least <= game.black[seat] <= 6:
            return 34
    if game.phase == L.ACTING:
        seat = game.next
        if seat < 0 or seat >= game.seats or not game.todo >> seat & 1:
            return 35
        if usable(game, book, seat) == 1 << 2 * game.size:
            return 35
    elif game.phase < L.OVER and game.next != -1:
        return 35
    # A match may end in the middle of a turn.
    if game.out & ~own or (game.out and game.phase < L.ACTING):
        return 36
    if game.lost & ~seats or (game.lost and game.phase < L.READY):
        return 37
    if (game.phase == L.READY and game.lost & ~own) or game.lost & acting:
        return 37
    return 38 if game.due else 0


def unsound_end(game: Game) -> int:
    """Whether the match is over exactly when it should be, and for whom."""
    for side in range(2):
        if game.emptied[side] < 0 or (game.emptied[side] and in_play(game, side)):
            return 39
    if game.winner < -1 or game.winner > L.DRAW or (game.winner >= 0) != (game.phase == L.OVER):
        return 40
    if game.phase < L.READY:
        return 0
    loser = beaten(game)
    if game.phase < L.OVER:
        return 0 if loser < 0 else 43
    if game.winner == L.DRAW:
        return 0 if loser == L.DRAW or (game.turn_limit and game.turn >= game.turn_limit) else 42
    return 0 if loser == 1 - game.winner else 41


def beaten(game: Game) -> int:
    """The side that has nobody left and may hope for nobody, `DRAW` where both fell at once, or -1."""
    loser = -1
    for side in range(2):
        if not in_play(game, side):
            if loser >= 0 and game.emptied[0] == game.emptied[1]:
                return -1 if waiting(game, 0) or waiting(game, 1) else L.DRAW
            if loser < 0 or game.emptied[side] < game.emptied[loser]:
                loser = side
    return -1 if loser < 0 or waiting(game, loser) else loser


def run_checked(
    start: Games, work: Games, book: Books, deeds: Deeds, tapes: Tapes, key: int, first: int, found: Found, most: int
) -> None:
    """Like `run_games`, every position looked at. A game with a flaw ends there."""
    game = work[0]
    deed = deeds[0]
    tape = tapes[0]
    for at in range(found.shape[0]):
        work[0] = start[0]
        open_tape(tape, key, first + at)
        open_game(game, book[0], tape, None)
        found[at].first = game.active
        flaw = unsound(game, book[0])
        while flaw == 0 and game.phase != L.OVER and game.turn < most:
            tape.at = 0
            play_on(game, book[0], deed, tape, None)
            flaw = unsound(game, book[0])
        found[at].flaw = flaw
        found[at].winner = game.winner
        found[at].turns = game.turn
        for c in range(game.count):
            found[at].card[c] = game.card[c]
