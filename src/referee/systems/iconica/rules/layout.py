"""Fields by name, with their widths, and the numbers that stand for words.

Health, damage and healing are counted in tiles: one tile is 10 health. Characters have slots 0..19, seat by seat
(slot = seat times party size + place in the party); sets of characters, statuses, auras and seats are bit masks.
Seats 0 and 2 are one side, 1 and 3 the other. -1 stands for "none".
"""

from __future__ import annotations

import typing
from typing import Annotated, Any, Final, TypeAlias

SEATS: Final = 4
PARTY: Final = 5
SLOTS: Final = SEATS * PARTY
STATUSES: Final = 16
AURAS: Final = 31
TILES: Final = 32
"""A card has fewer tiles than this, Start and Skull counted."""
NUMBERS: Final = 7
"""Actions are numbered 1 to 6; place 0 stays empty."""
STRENGTHS: Final = 4
TYPES: Final = 8
DELAYS: Final = 32
ANSWERS: Final = 400
CARDS: Final = 128
ROWS: Final = 4096
PREDICATES: Final = 512
CONDITIONS: Final = 256

# Phases of a match.
ROLL_OFF: Final = 0
DRAFT: Final = 1
READY: Final = 2
"""A side is about to begin its turn."""
ACTING: Final = 3
"""Action Rolls lie on the table."""
OVER: Final = 4

# What has become of a character (`looks.life_of`).
ABSENT: Final = 0
IN_PLAY: Final = 1
WAITING: Final = 2
"""On the Skull Tile, its Final Act still due."""
OUT: Final = 3
"""Turned over."""

DRAW: Final = 2
"""`winner` of a drawn game; a side wins as 0 or 1."""

# Where damage and the like come from.
ACTION: Final = 0
STRENGTH: Final = 1
DELAYED: Final = 2
STATUS: Final = 3
FINAL: Final = 4
CONFUSION: Final = 5
REACTION: Final = 6

# Operations of effect rows.
END: Final = 0
DAMAGE: Final = 1
HEAL: Final = 2
GIVE: Final = 3
"""Deal a status."""
DISPEL: Final = 4
STRIP: Final = 5
REMOVE: Final = 6
TRANSFER: Final = 7
LAY: Final = 8
"""Lay an aura."""
DELAY: Final = 9
LOSE_TURN: Final = 10
REVIVE: Final = 11
ROLL: Final = 12
CASE: Final = 13
"""Go on at `goto` unless the last die (bit face - 1), or the last option chosen (bit option), is in `faces`."""
CHOOSE: Final = 14
JUMP: Final = 15
TEST: Final = 16
"""Go on at `goto` unless the condition `when` holds."""

# Whom an effect row concerns.
SELF: Final = 0
ONE_FOE: Final = 1
OTHER_FOE: Final = 2
ALL_FOES: Final = 3
RANDOM_FOE: Final = 4
OPPONENT_CHOICE: Final = 5
ONE_FRIEND: Final = 6
ONE_ALLY: Final = 7
ALL_FRIENDS: Final = 8
ALL_ALLIES: Final = 9
EVERYONE: Final = 10
EVERYONE_ELSE: Final = 11
TARGET: Final = 12
MATCHED: Final = 13
BEARER: Final = 14

# `per` counts these.
NOBODY: Final = 0
FOES: Final = 1
FRIENDS: Final = 2
ALLIES: Final = 3
"""Also whom a passive aura affects; there 0 is its bearer alone."""

# When an aura ends.
PASSIVE: Final = 0
SOURCE_OPENING: Final = 1
SOURCE_CLOSING: Final = 2

# What a tape is asked.
DIE: Final = 0
USE: Final = 1
"""Which action to take: bit 2 x place + (1 for the black die); the bit after all those is to pass."""
BONUS: Final = 2
PICK: Final = 3
"""A character, by slot."""
ALTERNATIVE: Final = 4
"""Confusion: 0 hurt one's own, 1 a rival heals."""
HEALED_RIVAL: Final = 5
OWN_HURT: Final = 6
PARRY: Final = 7
ATTEMPT: Final = 8
OPTION: Final = 9
RIVAL_SEAT: Final = 10
ORDER: Final = 11
CARD: Final = 12
"""A card to draft, by its number."""
GIVER: Final = 13
"""Whose statuses a transfer moves, by slot."""
YES: Final = 0
NO: Final = 1

NULLIFIERS: Final = ("", "antidote", "courage", "evasion", "focus", "clarity", "parry")

Int: TypeAlias = int
Ints: TypeAlias = list[int]
Grid: TypeAlias = list[list[int]]


class Record:
    """A record with every field at 0. Its annotations give each field's width and shape."""

    def __init__(self) -> None:
        for name, _, shape in fields(type(self)):
            setattr(self, name, _zeros(shape))


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


FIELDS: dict[type, tuple[tuple[str, str, tuple[int, ...]], ...]] = {}
"""What `fields` has read so far."""


def fields(kind: type) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """Name, width (as NumPy writes it) and shape of every field."""
    if kind not in FIELDS:
        found = []
        for name, hint in typing.get_type_hints(kind, include_extras=True).items():
            _, width, *shape = typing.get_args(hint)
            found.append((name, width, tuple(shape)))
        FIELDS[kind] = tuple(found)
    return FIELDS[kind]


class Game(Record):
    """A match as it stands. Side = seat & 1.

    left         tiles above the Skull Tile
    fresh        statuses dealt during the bearer's own turn: they do not count down in it
    held         statuses that keep their bearer from acting until this turn ends
    source       who laid an aura on a character
    aura_fresh   auras laid during their source's own turn
    alive        everybody in play; `skulled` everybody on the Skull Tile whose Final Act is still due
    party        the slots of each seat; `passives` all whose cards have a passive aura
    marked       everybody with a status; `touched` everybody with a laid aura
    emptied      per side: 0, or when it came to have nobody in play (lower is earlier)
    lost         seats that lose their next turn; `out` those that sit this one out
    due          characters whose Final Act falls in this Opening Phase
    todo         seats that still have an Action Roll to use; `next` is the one to use it now
    own_sets     every player brings cards of their own (house rule pool = own)
    """

    seats: Annotated[Int, "i1"]
    size: Annotated[Int, "i1"]
    count: Annotated[Int, "i1"]
    phase: Annotated[Int, "i1"]
    own_sets: Annotated[Int, "i1"]
    turn_limit: Annotated[Int, "i4"]
    order: Annotated[Ints, "i1", SEATS]
    picks: Annotated[Int, "i1"]
    turn: Annotated[Int, "i4"]
    active: Annotated[Int, "i1"]
    first: Annotated[Int, "i1"]
    next: Annotated[Int, "i1"]
    todo: Annotated[Int, "i1"]
    out: Annotated[Int, "i1"]
    lost: Annotated[Int, "i1"]
    winner: Annotated[Int, "i1"]
    emptied: Annotated[Ints, "i4", 2]
    white: Annotated[Ints, "i1", SEATS]
    black: Annotated[Ints, "i1", SEATS]
    alive: Annotated[Int, "i4"]
    skulled: Annotated[Int, "i4"]
    marked: Annotated[Int, "i4"]
    touched: Annotated[Int, "i4"]
    passives: Annotated[Int, "i4"]
    party: Annotated[Ints, "i4", SEATS]
    due: Annotated[Int, "i4"]
    card: Annotated[Ints, "i2", SLOTS]
    seat: Annotated[Ints, "i1", SLOTS]
    left: Annotated[Ints, "i1", SLOTS]
    status: Annotated[Ints, "i4", SLOTS]
    fresh: Annotated[Ints, "i4", SLOTS]
    held: Annotated[Ints, "i4", SLOTS]
    turns: Annotated[Grid, "i1", SLOTS, STATUSES]
    aura: Annotated[Ints, "i4", SLOTS]
    aura_fresh: Annotated[Ints, "i4", SLOTS]
    source: Annotated[Grid, "i1", SLOTS, AURAS]
    delays: Annotated[Int, "i1"]
    delay_who: Annotated[Ints, "i1", DELAYS]
    delay_turns: Annotated[Ints, "i1", DELAYS]
    delay_row: Annotated[Ints, "i2", DELAYS]
    delay_type: Annotated[Ints, "i1", DELAYS]


class Deed(Record):
    """What is being resolved now. It never outlives the act that is played.

    target    whom the last selector for one, or `all_foes`, found; `chosen` all foes picked so far
    aimed     rivals that the action was aimed at; `matched` those of them that a Strength names
    die       the last die of an effect, or the option chosen
    number    of the action that is taken, 0 where it is something else
    row       of the card's choice that is open
    clause    the clause that its damage and healing stand on
    done      how many parts of it could be carried out
    placed    statuses that this Final Act has dealt, by character
    amounts   tiles of damage that the part at hand deals, by character, reckoned before any marker moves
    emptied   sides that this part of the deed has emptied
    """

    kind: Annotated[Int, "i1"]
    actor: Annotated[Int, "i1"]
    type: Annotated[Int, "i1"]
    die: Annotated[Int, "i1"]
    emptied: Annotated[Int, "i1"]
    target: Annotated[Int, "i4"]
    chosen: Annotated[Int, "i4"]
    aimed: Annotated[Int, "i4"]
    matched: Annotated[Int, "i4"]
    number: Annotated[Int, "i1"]
    row: Annotated[Int, "i2"]
    clause: Annotated[Int, "i2"]
    done: Annotated[Int, "i1"]
    placed: Annotated[Ints, "i4", SLOTS]
    amounts: Annotated[Ints, "i2", SLOTS]


class Tape(Record):
    """Answers, read in order; `known` of them stand already. Beyond them a generator draws dice, and it draws
    choices too unless `stops`, when the question stays open (`pending`); with 2 dice stay open as well.

    asks, who, options, clause, about   the question: its kind, the seat, a mask, and whom it concerns
    key, game, drawn                    the generator: draws depend on (key, game, number of the draw) alone
    """

    at: Annotated[Int, "i4"]
    known: Annotated[Int, "i4"]
    stops: Annotated[Int, "i1"]
    keeps: Annotated[Int, "i1"]
    pending: Annotated[Int, "i1"]
    asks: Annotated[Int, "i1"]
    who: Annotated[Int, "i1"]
    about: Annotated[Int, "i1"]
    clause: Annotated[Int, "i2"]
    options: Annotated[Int, "i8"]
    key: Annotated[Int, "i8"]
    game: Annotated[Int, "i8"]
    drawn: Annotated[Int, "i8"]
    block_at: Annotated[Int, "i8"]
    block: Annotated[Ints, "i8", 4]
    answers: Annotated[Ints, "i1", ANSWERS]


class Book(Record):
    """The cards of a match as numbers. The shapes are limits: as plain Python the lists are as long as they need to be.

    Cards (by card number): health in tiles; words as numbers; `badge` the action with the Action Break badge (0 none);
    per tile counted from Start: `nullifies` statuses, `parries`, `reacts` tiles of damage; per action number: first
    row (-1 none) and type; Strengths: first row and whom they are against (a predicate), -1 where there is none;
    `final` first row (-1 no Final Act), `final_fail` (-1), `final_faces` (0: no die; else bit face - 1), `final_if`.

    Rows: see the operations. `aim` and `giver` (TRANSFER) say whom, `where` narrows (a predicate). `amount` in tiles
    (DAMAGE, HEAL, REVIVE), or turns (GIVE: 0 for the status's own; DELAY), or options (CHOOSE). `what` is a status or
    aura, DELAY's first row, 1 where the opponent chooses (CHOOSE). `goto` and `faces`: CASE, TEST, JUMP. `limit` -1
    for none. `type` -1 for the action's own. Bonuses stand in `bonus_if`, `bonus_amount` from `bonus` on.

    Predicates: masks of words (0: any), `p_has` any of these statuses (0: any), `p_lacks` none of these, `p_least` and
    `p_most` tiles left (-1), `p_damaged`, `p_negative`, `p_positive` (-1 any, else 0 or 1), `p_not` a predicate (-1).
    Conditions: predicates (-1: not asked).
    Statuses: masks over all of them, and by number; `ends_on` as bit face - 1; `tick` first row (-1).
    Auras: modifiers in tiles, by action type where a type matters.
    """

    cards: Annotated[Int, "i2"]
    statuses: Annotated[Int, "i2"]
    auras: Annotated[Int, "i2"]

    health: Annotated[Ints, "i1", CARDS]
    faction: Annotated[Ints, "i1", CARDS]
    race: Annotated[Ints, "i1", CARDS]
    archetype: Annotated[Ints, "i1", CARDS]
    class_: Annotated[Ints, "i1", CARDS]
    kind: Annotated[Ints, "i1", CARDS]
    badge: Annotated[Ints, "i1", CARDS]
    passive: Annotated[Ints, "i1", CARDS]
    nullifies: Annotated[Grid, "i4", CARDS, TILES]
    parries: Annotated[Grid, "i1", CARDS, TILES]
    reacts: Annotated[Grid, "i1", CARDS, TILES]
    action: Annotated[Grid, "i2", CARDS, NUMBERS]
    action_type: Annotated[Grid, "i1", CARDS, NUMBERS]
    strength: Annotated[Grid, "i2", CARDS, STRENGTHS]
    strength_vs: Annotated[Grid, "i2", CARDS, STRENGTHS]
    final: Annotated[Ints, "i2", CARDS]
    final_fail: Annotated[Ints, "i2", CARDS]
    final_faces: Annotated[Ints, "i1", CARDS]
    final_if: Annotated[Ints, "i2", CARDS]

    op: Annotated[Ints, "i1", ROWS]
    aim: Annotated[Ints, "i1", ROWS]
    giver: Annotated[Ints, "i1", ROWS]
    where: Annotated[Ints, "i2", ROWS]
    giver_where: Annotated[Ints, "i2", ROWS]
    amount: Annotated[Ints, "i1", ROWS]
    what: Annotated[Ints, "i2", ROWS]
    goto: Annotated[Ints, "i2", ROWS]
    faces: Annotated[Ints, "i4", ROWS]
    limit: Annotated[Ints, "i1", ROWS]
    per: Annotated[Ints, "i1", ROWS]
    per_where: Annotated[Ints, "i2", ROWS]
    per_amount: Annotated[Ints, "i1", ROWS]
    type: Annotated[Ints, "i1", ROWS]
    flat: Annotated[Ints, "i1", ROWS]
    when: Annotated[Ints, "i2", ROWS]
    bonus: Annotated[Ints, "i2", ROWS]
    bonuses: Annotated[Ints, "i1", ROWS]

    bonus_if: Annotated[Ints, "i2", CONDITIONS]
    bonus_amount: Annotated[Ints, "i1", CONDITIONS]

    p_faction: Annotated[Ints, "i4", PREDICATES]
    p_race: Annotated[Ints, "i4", PREDICATES]
    p_archetype: Annotated[Ints, "i4", PREDICATES]
    p_class: Annotated[Ints, "i4", PREDICATES]
    p_kind: Annotated[Ints, "i4", PREDICATES]
    p_has: Annotated[Ints, "i4", PREDICATES]
    p_lacks: Annotated[Ints, "i4", PREDICATES]
    p_least: Annotated[Ints, "i1", PREDICATES]
    p_most: Annotated[Ints, "i1", PREDICATES]
    p_damaged: Annotated[Ints, "i1", PREDICATES]
    p_negative: Annotated[Ints, "i1", PREDICATES]
    p_positive: Annotated[Ints, "i1", PREDICATES]
    p_not: Annotated[Ints, "i2", PREDICATES]

    if_self: Annotated[Ints, "i2", CONDITIONS]
    if_target: Annotated[Ints, "i2", CONDITIONS]
    if_any_foe: Annotated[Ints, "i2", CONDITIONS]
    if_any_friend: Annotated[Ints, "i2", CONDITIONS]
    if_any_ally: Annotated[Ints, "i2", CONDITIONS]
    if_no_ally: Annotated[Ints, "i2", CONDITIONS]

    negative: Annotated[Int, "i4"]
    counted: Annotated[Int, "i4"]
    """Statuses that last a number of own turns."""
    rolled: Annotated[Int, "i4"]
    """Statuses with a die in the Opening Phase; `ticking` those that work then without one."""
    ticking: Annotated[Int, "i4"]
    blinding: Annotated[Int, "i4"]
    confusing: Annotated[Int, "i4"]
    stopping: Annotated[Int, "i4"]
    """Statuses that keep their bearer from acting; `holding` those that do after a die kept them."""
    holding: Annotated[Int, "i4"]
    no_healing: Annotated[Int, "i4"]
    broken: Annotated[Int, "i4"]
    """Statuses that damage of an action ends."""
    lasting: Annotated[Ints, "i1", STATUSES]
    """Own turns that a counted status lasts."""
    ends_on: Annotated[Ints, "i1", STATUSES]
    tick: Annotated[Ints, "i2", STATUSES]
    only_race: Annotated[Ints, "i1", STATUSES]
    blocked_by: Annotated[Ints, "i1", STATUSES]
    """The nullifier that stops a status, by its place in `NULLIFIERS`; 0 for none."""
    status_cites: Annotated[Ints, "i2", STATUSES]
    """The clause of a status, as a number of `cites`."""
    unique: Annotated[Int, "i4"]

    a_negative: Annotated[Int, "i4"]
    a_affects: Annotated[Ints, "i1", AURAS]
    a_until: Annotated[Ints, "i1", AURAS]
    a_taken: Annotated[Grid, "i1", AURAS, TYPES]
    a_dealt: Annotated[Grid, "i1", AURAS, TYPES]
    a_healing: Annotated[Ints, "i1", AURAS]
    a_immune: Annotated[Ints, "i4", AURAS]
    guards: Annotated[Int, "i4"]
    wards: Annotated[Int, "i4"]


# Factions and card types that the rules know by name: their numbers are these in every book.
INDEPENDENT: Final = 0
LEGION: Final = 1
PROTECTORATE: Final = 2
STANDARD: Final = 0
LEGEND: Final = 1
SPECIAL: Final = 2
