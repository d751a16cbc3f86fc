"""How many ways a stretch of play can go: every answer of every question, dice and choices alike.

The walk is that of an odometer. The tape holds the answers of one way; the rules stop at the first question beyond
them, whose first answer is then written down too, until the stretch is over. The last answer that can be raised is
raised, those after it are forgotten, and the stretch is played again from the beginning.
"""

from __future__ import annotations

from referee.sim.kernels import Books, Deeds, Games, Longs, Tapes
from referee.systems.iconica.rules.layout import Tape
from referee.systems.iconica.rules.tape import lowest, ones
from referee.systems.iconica.rules.turns import play_on


def rewind(tape: Tape, known: int) -> None:
    """Back to the beginning of a tape of so many answers."""
    tape.at = 0
    tape.known = known
    tape.pending = 0


def note_first(tape: Tape, asked: Longs) -> None:
    """Answer the open question with the lowest of its options; `asked` keeps the options of every answer."""
    asked[tape.known] = tape.options
    tape.answers[tape.known] = lowest(tape.options)
    rewind(tape, tape.known + 1)


def next_way(tape: Tape, asked: Longs) -> bool:
    """Raise the last answer that can be raised. Says whether there was one."""
    known = tape.known
    while known:
        known -= 1
        higher = asked[known] & (-2 << tape.answers[known])
        if higher:
            tape.answers[known] = lowest(higher)
            rewind(tape, known + 1)
            return True
    rewind(tape, 0)
    return False


def rarity(tape: Tape, asked: Longs) -> int:
    """One way in how many this is, where every option is as likely as any other of its question."""
    product = 1
    for at in range(tape.known):
        product *= ones(asked[at])
    return product


def ways_on(
    start: Games, work: Games, book: Books, deeds: Deeds, tapes: Tapes, asked: Longs, ends: Games, rarities: Longs
) -> int:
    """Write where the next ways of one stretch lead, with their rarities, and say how many there were.

    Begin with an empty tape. As long as it knows answers afterwards there are more ways: call again.
    """
    tape = tapes[0]
    tape.stops = 2
    count = 0
    while count < ends.shape[0]:
        work[0] = start[0]
        play_on(work[0], book[0], deeds[0], tape, None)
        if tape.pending:
            note_first(tape, asked)
        else:
            ends[count] = work[0]
            rarities[count] = rarity(tape, asked)
            count += 1
            if not next_way(tape, asked):
                return count
    return count
