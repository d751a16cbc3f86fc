"""What can happen in a match, in words. Each event is one row of the log of `rules.marks`, and can be turned back
into its numbers, so that a game can be built again from its events."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias, get_args

import msgspec

from referee.core.events import Event
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules import marks
from referee.systems.iconica.rules.cites import CLAUSES
from referee.systems.iconica.rules.layout import Game
from referee.systems.iconica.rules.marks import Log
from referee.systems.iconica.state import Names

Kind: TypeAlias = Literal["slot", "seat", "side", "card", "status", "aura", "tens", "number", "bool", "draw"]
"""How a number of the log reads: `tens` are tiles as health."""


class Mark(Event, frozen=True, kw_only=True):
    """The base of all events of a match. `KIND` is its number in the log, `READS` what its columns hold."""

    KIND: ClassVar[int]
    READS: ClassVar[tuple[Kind, ...]]

    def say(self) -> str:
        raise TypeError(f"{type(self).__name__} has no words")

    def headline(self) -> str | None:
        """A few words for an odds report, or None."""
        return None


class RolledOff(Mark, frozen=True, kw_only=True):
    """A roll for first choice."""

    KIND = marks.ROLLED_OFF
    READS = ("seat", "number")
    player: str
    face: int

    def say(self) -> str:
        return f"{self.player} rolls {self.face} for first choice"


class Ordered(Mark, frozen=True, kw_only=True):
    """A player's place in the order of picking, 0 is the first."""

    KIND = marks.ORDERED
    READS = ("number", "seat")
    place: int
    player: str

    def say(self) -> str:
        return f"{self.player} {('chooses first, and begins play', 'is second', 'is third', 'is last')[self.place]}"

    def headline(self) -> str | None:
        return f"{self.player} begins" if self.place == 0 else None


class Picked(Mark, frozen=True, kw_only=True):
    KIND = marks.PICKED
    READS = ("seat", "number", "card")
    player: str
    slot: int
    card: str

    def say(self) -> str:
        return f"{self.player} chooses {self.card}"


class NoPick(Mark, frozen=True, kw_only=True):
    KIND = marks.NO_PICK
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"{self.player} has no card to choose"


class Began(Mark, frozen=True, kw_only=True):
    KIND = marks.BEGAN
    READS = ("side",)
    side: str

    def say(self) -> str:
        return f"Markers are on the Start Tiles; {self.side} will begin"


class TurnBegan(Mark, frozen=True, kw_only=True):
    """A turn begins. `out` and `due` are masks: seats that sit it out, characters with a Final Act to come."""

    KIND = marks.TURN_BEGAN
    READS = ("side", "number", "number", "number")
    side: str
    out: int
    due: int
    due_more: int

    def say(self) -> str:
        return f"Turn of {self.side}"


class SatOut(Mark, frozen=True, kw_only=True):
    KIND = marks.SAT_OUT
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"{self.player} has lost this turn: no status dice, no Action Roll"


class DelayLaid(Mark, frozen=True, kw_only=True):
    KIND = marks.DELAY_LAID
    READS = ("slot", "number", "number", "number")
    character: str
    turns: int
    row: int
    type: int

    def say(self) -> str:
        return f"{self.character}'s delayed action will come {'next turn' if self.turns == 1 else f'in {self.turns} turns'}"

    def headline(self) -> str:
        return "delayed"


class DelayNearer(Mark, frozen=True, kw_only=True):
    KIND = marks.DELAY_NEARER
    READS = ("slot", "number", "number")
    character: str
    at: int
    turns: int

    def say(self) -> str:
        when = "is due" if self.turns == 0 else f"has {self.turns} turn{'s' if self.turns > 1 else ''} to wait"
        return f"{self.character}'s delayed action {when}"


class DelayCame(Mark, frozen=True, kw_only=True):
    KIND = marks.DELAY_CAME
    READS = ("slot", "number")
    character: str
    at: int

    def say(self) -> str:
        return f"{self.character}'s delayed action goes off"


class DelayLost(Mark, frozen=True, kw_only=True):
    KIND = marks.DELAY_LOST
    READS = ("slot", "number")
    character: str
    at: int

    def say(self) -> str:
        return f"{self.character}'s delayed action is lost"


class Rolled(Mark, frozen=True, kw_only=True):
    KIND = marks.ROLLED
    READS = ("seat", "number", "number")
    player: str
    white: int
    black: int

    def say(self) -> str:
        return f"{self.player} rolls white {self.white}, black {self.black}"

    def headline(self) -> str:
        return f"{self.white} and {self.black}"


class Next(Mark, frozen=True, kw_only=True):
    KIND = marks.NEXT
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"It is {self.player}'s choice: a character and an action"


class Used(Mark, frozen=True, kw_only=True):
    KIND = marks.USED
    READS = ("slot", "number", "bool")
    character: str
    number: int
    black: bool

    def say(self) -> str:
        return f"{self.character} takes action {self.number}" + (" by its Action Break badge" if self.black else "")


class Passed(Mark, frozen=True, kw_only=True):
    KIND = marks.PASSED
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"{self.player} takes no action"


class NoOption(Mark, frozen=True, kw_only=True):
    KIND = marks.NO_OPTION
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"The roll offers {self.player} no action"

    def headline(self) -> str:
        return "no action"


class Bonus(Mark, frozen=True, kw_only=True):
    KIND = marks.BONUS
    READS = ("slot",)
    character: str

    def say(self) -> str:
        return f"{self.character} takes the Action Break bonus"


class Die(Mark, frozen=True, kw_only=True):
    """A single die; `status` is what it was rolled for, empty where it was a card's own."""

    KIND = marks.DIE
    READS = ("slot", "number", "status")
    character: str
    face: int
    status: str

    def say(self) -> str:
        return f"{self.character} rolls {self.face}" + (f" for {self.status}" if self.status else "")


class Hurt(Mark, frozen=True, kw_only=True):
    KIND = marks.HURT
    READS = ("slot", "tens", "tens")
    character: str
    amount: int
    left: int

    def say(self) -> str:
        return f"{self.character} takes {self.amount}: {self.left} left"

    def headline(self) -> str:
        return f"{self.character} −{self.amount}"


class Healed(Mark, frozen=True, kw_only=True):
    KIND = marks.HEALED
    READS = ("slot", "tens", "tens")
    character: str
    amount: int
    left: int

    def say(self) -> str:
        return f"{self.character} heals {self.amount}: {self.left} left"

    def headline(self) -> str:
        return f"{self.character} +{self.amount}"


class Parried(Mark, frozen=True, kw_only=True):
    KIND = marks.PARRIED
    READS = ("slot", "tens")
    character: str
    left: int

    def say(self) -> str:
        return f"{self.character} parries: {self.left} left"

    def headline(self) -> str:
        return f"{self.character} parries"


class Answered(Mark, frozen=True, kw_only=True):
    """A Reaction Tile answers the attacking character."""

    KIND = marks.ANSWERED
    READS = ("slot", "tens", "slot")
    character: str
    amount: int
    attacker: str

    def say(self) -> str:
        return f"{self.character} stands on R{self.amount} and strikes back at {self.attacker}"

    def headline(self) -> str:
        return f"{self.character} strikes back"


class Given(Mark, frozen=True, kw_only=True):
    """A status is placed; `turns` for one that is counted in own turns. `fresh`: dealt during the bearer's own turn."""

    KIND = marks.PLACED
    READS = ("slot", "status", "number", "bool")
    character: str
    status: str
    turns: int
    fresh: bool

    def say(self) -> str:
        return f"{self.character}: {self.status}" + (f" for {self.turns} turns" if self.turns > 1 else "")

    def headline(self) -> str:
        return f"{self.character} {self.status}"


class Ended(Mark, frozen=True, kw_only=True):
    KIND = marks.ENDED
    READS = ("slot", "status")
    character: str
    status: str

    def say(self) -> str:
        return f"{self.character}: {self.status} ends"

    def headline(self) -> str:
        return f"{self.character} no {self.status}"


class Kept(Mark, frozen=True, kw_only=True):
    """A status stays; where it `holds`, its bearer cannot act this turn."""

    KIND = marks.KEPT
    READS = ("slot", "status", "bool")
    character: str
    status: str
    holds: bool

    def say(self) -> str:
        return f"{self.character}: {self.status} stays" + (", no action this turn" if self.holds else "")

    def headline(self) -> str:
        return f"{self.character} {self.status} stays"


class Counted(Mark, frozen=True, kw_only=True):
    KIND = marks.COUNTED
    READS = ("slot", "status", "number")
    character: str
    status: str
    turns: int

    def say(self) -> str:
        return f"{self.character}: {self.status}, {self.turns} turn{'s' if self.turns != 1 else ''} left"


class AuraLaid(Mark, frozen=True, kw_only=True):
    KIND = marks.AURA_LAID
    READS = ("slot", "aura", "slot", "bool")
    character: str
    aura: str
    source: str
    fresh: bool

    def say(self) -> str:
        return f"{self.character}: {self.aura}, laid by {self.source}"

    def headline(self) -> str:
        return f"{self.character} {self.aura}"


class AuraEnded(Mark, frozen=True, kw_only=True):
    KIND = marks.AURA_ENDED
    READS = ("slot", "aura")
    character: str
    aura: str

    def say(self) -> str:
        return f"{self.character}: {self.aura} ends"


class Skulled(Mark, frozen=True, kw_only=True):
    KIND = marks.SKULLED
    READS = ("slot",)
    character: str

    def say(self) -> str:
        return f"{self.character} is on its Skull Tile; every status and aura leaves it"

    def headline(self) -> str:
        return f"{self.character} skulled"


class Emptied(Mark, frozen=True, kw_only=True):
    """A side has nobody in play; the lower `rank` was first."""

    KIND = marks.EMPTIED
    READS = ("side", "number")
    side: str
    rank: int

    def say(self) -> str:
        return f"{self.side} has nobody left in play"


class Attempted(Mark, frozen=True, kw_only=True):
    KIND = marks.ATTEMPTED
    READS = ("slot",)
    character: str

    def say(self) -> str:
        return f"{self.character} attempts its Final Act"

    def headline(self) -> str:
        return f"{self.character}'s Final Act"


class Declined(Mark, frozen=True, kw_only=True):
    KIND = marks.DECLINED
    READS = ("slot",)
    character: str

    def say(self) -> str:
        what = "Action Break bonus" if self.clause == "iconica.roll.break-bonus" else "Final Act"
        return f"{self.character}'s {what} is not taken"


class TurnedOver(Mark, frozen=True, kw_only=True):
    KIND = marks.TURNED_OVER
    READS = ("slot",)
    character: str

    def say(self) -> str:
        return f"{self.character} is turned over: out of the game"


class Revived(Mark, frozen=True, kw_only=True):
    KIND = marks.REVIVED
    READS = ("slot", "tens")
    character: str
    left: int

    def say(self) -> str:
        return f"{self.character} comes back with {self.left}"

    def headline(self) -> str:
        return f"{self.character} returns"


class LostTurn(Mark, frozen=True, kw_only=True):
    KIND = marks.LOST_TURN
    READS = ("seat",)
    player: str

    def say(self) -> str:
        return f"{self.player} will lose the next turn"

    def headline(self) -> str:
        return f"{self.player} loses a turn"


class TurnEnded(Mark, frozen=True, kw_only=True):
    KIND = marks.TURN_ENDED
    READS = ("side",)
    side: str

    def say(self) -> str:
        return f"The turn of {self.side} ends"


class Won(Mark, frozen=True, kw_only=True):
    """The end. `winner` is the side, `draw` where nobody won."""

    KIND = marks.WON
    READS = ("draw",)
    winner: str

    def say(self) -> str:
        return "The match is drawn" if self.winner == "draw" else f"{self.winner} won"

    def headline(self) -> str:
        return "draw" if self.winner == "draw" else f"{self.winner} won"


class Failed(Mark, frozen=True, kw_only=True):
    """Something did not happen. `how`: 0 no part of an action could be done, 1 a status's die failed, 2 the Final Act's."""

    KIND = marks.FAILED
    READS = ("slot", "number", "status")
    character: str
    how: int
    status: str

    def say(self) -> str:
        if self.how == 1:
            return f"{self.character} takes no action: {self.status}"
        return f"{self.character}'s Final Act fails" if self.how == 2 else f"{self.character} can do no part of it"

    def headline(self) -> str:
        return f"{self.character} fails"


class Prevented(Mark, frozen=True, kw_only=True):
    KIND = marks.PREVENTED
    READS = ("slot", "status")
    character: str
    status: str

    def say(self) -> str:
        return f"{self.character} is not given {self.status}"

    def headline(self) -> str:
        return f"{self.character} no {self.status}"


class Unused(Mark, frozen=True, kw_only=True):
    """A tile, or an alternative, is not used (`why`: 1 a Reaction Tile reached by Parry does answer, 2 no rival heals)."""

    KIND = marks.UNUSED
    READS = ("slot", "number", "number")
    character: str
    tile: int
    why: int

    def say(self) -> str:
        if self.why == 1:
            return f"{self.character} reaches its Reaction Tile by Parry"
        if self.why == 2:
            return "No rival can be healed"
        return f"{self.character}: {WHY_UNUSED.get(self.clause, 'no Reaction')}"


WHY_UNUSED = {
    "iconica.parry.optional": "does not parry",
    "iconica.parry.not-status": "no Parry against a status",
    "iconica.parry.not-confusion": "no Parry against Confusion",
    "iconica.parry.not-final": "no Parry against a Final Act",
    "iconica.parry.not-healing": "no Parry after healing",
    "iconica.parry.opponent-damage": "no Parry against one's own side",
    "iconica.parry.once": "one Parry a hit",
    "iconica.reaction.area-order": "finds nobody to strike back at",
}


class Skipped(Mark, frozen=True, kw_only=True):
    KIND = marks.SKIPPED
    READS = ("slot", "number")
    character: str
    aim: int

    def say(self) -> str:
        if self.clause == "iconica.action.actor-skulled":
            return f"{self.character} has no health left: the rest is lost"
        if self.clause == "iconica.turn.opening.skulled":
            return f"{self.character} has no health left: its other statuses are not rolled"
        if self.clause == "iconica.action.target-gone":
            return f"{self.character}: the target is gone, so this part is left out"
        return f"{self.character}: nobody fits, so this part is left out"


class Aimed(Mark, frozen=True, kw_only=True):
    KIND = marks.AIMED
    READS = ("slot", "slot", "seat")
    character: str
    target: str
    chooser: str

    def say(self) -> str:
        return f"{self.character}: {self.target} is chosen"

    def headline(self) -> str:
        return f"at {self.target}"


class Chose(Mark, frozen=True, kw_only=True):
    """An option of a card, 0 is the first."""

    KIND = marks.CHOSE
    READS = ("seat", "number", "slot")
    player: str
    option: int
    character: str

    def say(self) -> str:
        return f"{self.player} takes part {self.option + 1} of {self.character}'s effect"


class Wasted(Mark, frozen=True, kw_only=True):
    KIND = marks.WASTED
    READS = ("slot", "tens")
    character: str
    amount: int

    def say(self) -> str:
        return f"{self.character} had less: {self.amount} of it are lost"


class Blunted(Mark, frozen=True, kw_only=True):
    """Damage or healing does nothing. `healing`: it was healing."""

    KIND = marks.BLUNTED
    READS = ("slot", "tens", "bool")
    character: str
    amount: int
    healing: bool

    def say(self) -> str:
        ward = " (a ward against Final Acts)" if self.clause == "iconica.final.ward" else ""
        return f"{self.character} gains nothing" if self.healing else f"{self.character} is not harmed{ward}"


class Stayed(Mark, frozen=True, kw_only=True):
    """Something stays although one might think that it goes, or needs no die."""

    KIND = marks.STAYED
    READS = ("slot", "status")
    character: str
    status: str

    def say(self) -> str:
        return (
            f"{self.character}: no die for {self.status}" if self.status else f"{self.character} keeps what was dealt"
        )


class Strong(Mark, frozen=True, kw_only=True):
    KIND = marks.STRONG
    READS = ("slot", "slot")
    character: str
    target: str

    def say(self) -> str:
        return f"{self.character}'s Strength works against {self.target}"


class StillWaits(Mark, frozen=True, kw_only=True):
    KIND = marks.PENDING
    READS = ("side",)
    side: str

    def say(self) -> str:
        return f"{self.side} has not lost yet: those on the Skull Tile come first"


class Planned(Mark, frozen=True, kw_only=True):
    """Words between team-mates. They stand in no log of numbers: nothing in the game changes."""

    KIND = -1
    READS = ()
    player: str
    text: str

    def say(self) -> str:
        return f"{self.player} to the team: {self.text}"


AnyEvent: TypeAlias = (
    RolledOff | Ordered | Picked | NoPick | Began | TurnBegan | SatOut | DelayLaid | DelayNearer | DelayCame | DelayLost
    | Rolled | Next | Used | Passed | NoOption | Bonus | Die | Hurt | Healed | Parried | Answered | Given | Ended | Kept
    | Counted | AuraLaid | AuraEnded | Skulled | Emptied | Attempted | Declined | TurnedOver | Revived | LostTurn
    | TurnEnded | Won | Failed | Prevented | Unused | Skipped | Aimed | Chose | Wasted | Blunted | Stayed | StillWaits | Strong
    | Planned
)  # fmt: skip

BY_KIND: dict[int, type[Mark]] = {kind.KIND: kind for kind in get_args(AnyEvent)}
COLUMNS: dict[type[Mark], tuple[str, ...]] = {
    kind: tuple(field.name for field in msgspec.structs.fields(kind) if field.name not in ("clause", "also", "seen_by"))
    for kind in get_args(AnyEvent)
}


def events_of(log: Log, names: Names) -> tuple[Mark, ...]:
    """The rows of a log as events."""
    if log.lost:
        raise RuntimeError(f"a log ran over: {log.lost} events were lost")
    told = []
    for at in range(log.count):
        kind = BY_KIND[log.kind[at]]
        numbers = (log.a[at], log.b[at], log.c[at], log.d[at])
        facts = {
            name: _word(reads, number, names)
            for name, reads, number in zip(COLUMNS[kind], kind.READS, numbers, strict=False)
        }
        also = tuple(CLAUSES[one] for one in (log.also[at], log.more[at]) if one >= 0)
        told.append(kind(clause=CLAUSES[log.clause[at]], also=also, **facts))
    return tuple(told)


def numbers_of(event: Mark, names: Names) -> tuple[int, int, int, int]:
    """The facts of an event as the numbers of its row."""
    facts = [
        _number(reads, getattr(event, name), names)
        for name, reads in zip(COLUMNS[type(event)], event.READS, strict=True)
    ]
    a, b, c, d = (*facts, 0, 0, 0, 0)[:4]
    return a, b, c, d


def _word(reads: Kind, number: int, names: Names) -> Any:
    match reads:
        case "slot":
            return names.characters[number] if number >= 0 else ""
        case "seat":
            return names.seats[number]
        case "side":
            return names.side(number)
        case "card":
            return names.roster.cards[number].name
        case "status":
            return names.status(number) if number >= 0 else ""
        case "aura":
            return names.aura(number)
        case "tens":
            return 10 * number
        case "bool":
            return bool(number)
        case "draw":
            return "draw" if number == L.DRAW else names.side(number)
        case "number":
            return number


def _number(reads: Kind, value: Any, names: Names) -> int:
    match reads:
        case "slot":
            return names.slot(value) if value else -1
        case "seat":
            return names.seats.index(value)
        case "side":
            return 0 if value == names.side(0) else 1
        case "card":
            return names.roster.number(value)
        case "status":
            return names.roster.status_ids.index(value) if value else -1
        case "aura":
            return names.roster.aura_ids.index(value)
        case "tens":
            return int(value) // 10
        case "draw":
            return L.DRAW if value == "draw" else 0 if value == names.side(0) else 1
        case _:
            return int(value)


def happen(game: Game, names: Names, event: Mark) -> None:
    """Let an event happen to a game."""
    if event.KIND >= 0:
        marks.again(game, names.roster.book, event.KIND, *numbers_of(event, names))


__all__ = ["AnyEvent", "Mark", "Planned", "events_of", "happen", "numbers_of"]
