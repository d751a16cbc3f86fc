"""Iconica behind the System contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from referee.core.asking import Ask, Pending
from referee.core.codec import BadInput, nearest, to_tree
from referee.core.system import Refusal, Result, Switch, System
from referee.systems.iconica import intents as i
from referee.systems.iconica.asking import ALL_KNOWN, Answers
from referee.systems.iconica.cards.words import sentence
from referee.systems.iconica.events import AnyEvent, Mark, Planned, events_of, happen
from referee.systems.iconica.position import from_position, write_position
from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.cites import CLAUSES
from referee.systems.iconica.rules.draft import pick, picker, roll_off
from referee.systems.iconica.rules.layout import Deed, Game, Tape
from referee.systems.iconica.rules.looks import barred_action, barred_pick, stopped
from referee.systems.iconica.rules.marks import Log
from referee.systems.iconica.rules.turns import begin_turn, take_action
from referee.systems.iconica.sheet import SWITCHES, Player, Setup, opened
from referee.systems.iconica.show import about_lines, changes, heading, table_lines
from referee.systems.iconica.state import Names, State, chooser, frozen, standing


class Iconica(System[State, i.AnyIntent, AnyEvent]):
    """The whole game of the rulebook over the cards of a roster."""

    name = "iconica"
    version = 1
    intent_type = i.AnyIntent
    event_type = AnyEvent
    setup_type = Setup
    state_type = State
    guided = True
    period = "turn"

    def setup(self, setup: Setup) -> State:
        return from_position(setup) if setup.position else opened(setup)

    def switches(self) -> Mapping[str, Switch]:
        return SWITCHES

    def ruled(self, state: State, name: str, value: str | int) -> State:
        if name in ("party_size", "pool"):
            raise BadInput("parties are made by this rule; it cannot change any more", f"rules.{name}")
        state = super().ruled(state, name, value)
        game = state.game()
        game.turn_limit = int(value)
        return replace(state, numbers=frozen(game))

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def names(self, state: State) -> tuple[str, ...]:
        game = state.game()
        names = Names(state.seats, state.roster, game)
        known = [name for name in names.characters if name]
        if game.phase < L.READY:
            known += [card.name for card in state.roster.cards]
        return (*state.seats, *dict.fromkeys(known))

    def seat_of(self, state: State, intent: i.AnyIntent) -> str:
        return intent.actor

    def to_act(self, state: State) -> tuple[str, ...]:
        game = state.game()
        return () if game.phase == L.OVER else (state.seats[chooser(game)],)

    def candidates(self, state: State, seat: str) -> Iterator[i.AnyIntent]:
        game = state.game()
        if game.phase == L.DRAFT:
            yield from (i.Pick(seat, card.name) for card in state.roster.cards)
        elif game.phase == L.ACTING:
            names = Names(state.seats, state.roster, game)
            base = state.seats.index(seat) * game.size
            for c in range(base, base + game.size):
                if game.card[c] >= 0:
                    yield i.Use(seat, names.characters[c])
            for c in range(base, base + game.size):
                if game.card[c] >= 0:
                    yield i.Break(seat, names.characters[c])
            yield i.Pass(seat)
        elif game.phase != L.OVER:
            yield i.Roll(seat)

    def refusal(self, state: State, seat: str, intent: i.AnyIntent) -> Refusal | None:
        if intent.actor not in state.seats:
            why = f"nobody here is called {intent.actor!r}{nearest(intent.actor, state.seats)}"
            return Refusal("iconica.overview.turn-based", why)
        if seat != intent.actor:
            return Refusal("iconica.overview.turn-based", f"{intent.actor} acts for {intent.actor}, not {seat}")
        game = state.game()
        if isinstance(intent, i.Plan):
            if len(state.seats) == 2:
                return Refusal("iconica.team.coordinate", "there is no team-mate to plan with")
            return None
        if game.phase == L.OVER:
            return Refusal("iconica.goal.win", "the match is over")
        due = self.to_act(state)
        if isinstance(intent, i.Roll):
            return self._refuse_roll(state, game, seat)
        if isinstance(intent, i.Pick):
            return self._refuse_pick(state, game, seat, intent)
        if game.phase != L.ACTING:
            why = "choosing characters comes first" if game.phase < L.READY else f"{due[0]} rolls first"
            return Refusal("iconica.turn.action.roll", why)
        if seat not in due:
            return Refusal("iconica.overview.turn-based", f"it is {due[0]}'s choice now")
        return None if isinstance(intent, i.Pass) else self._refuse_action(state, game, seat, intent)

    def _refuse_roll(self, state: State, game: Game, seat: str) -> Refusal | None:
        if game.phase == L.DRAFT:
            return Refusal("iconica.draft.alternate", f"{state.seats[picker(game)]} chooses a character now")
        if game.phase == L.ACTING:
            return Refusal(
                "iconica.turn.action.single", "the dice are rolled; choose a character and an action, or pass"
            )
        side = state.seats[game.active :: 2]
        if game.phase == L.READY and seat not in side:
            return Refusal("iconica.setup.alternate-turns", f"it is the turn of {' and '.join(side)}")
        return None

    def _refuse_pick(self, state: State, game: Game, seat: str, intent: i.Pick) -> Refusal | None:
        if game.phase == L.ROLL_OFF:
            return Refusal("iconica.draft.first-roll", "a roll says who chooses first")
        if game.phase != L.DRAFT:
            return Refusal("iconica.draft.size", "the parties are complete")
        chooser = state.seats[picker(game)]
        if seat != chooser:
            clause = "iconica.team.draft" if game.seats > 2 else "iconica.draft.alternate"
            return Refusal(clause, f"{chooser} chooses now")
        try:
            k = state.roster.number(intent.card)
        except BadInput as error:
            return Refusal("iconica.draft.pool", str(error))
        barred = barred_pick(game, state.roster.book, game.order[game.picks % game.seats], k)
        return None if barred < 0 else Refusal(CLAUSES[barred], WHY_NO_PICK[barred])

    def _refuse_action(self, state: State, game: Game, seat: str, intent: i.Use | i.Break) -> Refusal | None:
        names = Names(state.seats, state.roster, game)
        try:
            c = names.slot(intent.character)
        except KeyError:
            known = [name for name in names.characters if name]
            why = f"no character is called {intent.character!r}{nearest(intent.character, known)}"
            return Refusal("iconica.turn.action.choose", why)
        black = isinstance(intent, i.Break)
        own = state.seats.index(seat)
        face = game.black[own] if black else game.white[own]
        if intent.number is not None and intent.number != face:
            clause = "iconica.roll.break" if black else "iconica.roll.white"
            return Refusal(clause, f"the {'black' if black else 'white'} die shows {face}, not {intent.number}")
        barred = barred_action(game, state.roster.book, own, c, int(black))
        if barred < 0:
            return None
        return Refusal(CLAUSES[barred], self._why_barred(state, game, names, barred, c, face, black))

    def _why_barred(self, state: State, game: Game, names: Names, barred: int, c: int, face: int, black: bool) -> str:
        who = names.characters[c]
        if barred == cites.TEAM_ROLLS_OWN_PARTY:
            return f"{who} is led by {state.seats[game.seat[c]]}"
        if barred == cites.ROLL_SKULLED:
            return f"{who} has no health left"
        if barred == cites.ROLL_BREAK:
            badge = state.roster.book.badge[game.card[c]]
            where = f"carries its Action Break badge at {badge}" if badge else "carries no Action Break badge"
            return f"{who} {where}, and the black die shows {face}"
        if barred == cites.ROLL_WHITE:
            return f"{who} has no action {face}"
        stops = stopped(game, state.roster.book, c)
        what = [names.status(s) for s in range(state.roster.book.statuses) if stops >> s & 1]
        more = "" if black else "; only its Action Break badge could free it"
        return f"{', '.join(what)} keeps {who} from acting{more}"

    def step(self, state: State, seat: str, intent: i.AnyIntent, ask: Ask) -> tuple[State, tuple[AnyEvent, ...]]:
        if isinstance(intent, i.Plan):
            own = state.seats.index(seat) & 1
            said = Planned(player=seat, text=intent.text, clause="iconica.team.coordinate", seen_by=state.seats[own::2])
            return state, (said,)
        game, book, log, deed, tape = state.game(), state.roster.book, Log(), Deed(), Tape()
        names = Names(state.seats, state.roster, game)
        tape.known = ALL_KNOWN
        tape.answers = Answers(ask, tape, deed, game, names)  # type: ignore[assignment]
        try:
            if isinstance(intent, i.Pick):
                pick(game, book, log, state.roster.number(intent.card))
                names = Names(state.seats, state.roster, game)
            elif isinstance(intent, i.Roll) and game.phase == L.ROLL_OFF:
                roll_off(game, book, tape, log)
            elif isinstance(intent, i.Roll):
                begin_turn(game, book, deed, tape, log)
            elif isinstance(intent, i.Pass):
                take_action(game, book, deed, tape, log, 2 * game.size)
            else:
                place = names.slot(intent.character) - state.seats.index(seat) * game.size
                take_action(game, book, deed, tape, log, 2 * place + isinstance(intent, i.Break))
        except Pending as pending:
            pending.so_far = events_of(log, names)
            raise
        return replace(state, numbers=frozen(game)), events_of(log, names)  # type: ignore[return-value]

    def evolve(self, state: State, event: AnyEvent) -> State:
        game = state.game()
        happen(game, Names(state.seats, state.roster, game), event)
        return replace(state, numbers=frozen(game))

    def result(self, state: State) -> Result | None:
        game = state.game()
        if game.phase != L.OVER:
            return None
        if game.winner == L.DRAW:
            return Result((), "iconica.context.length" if game.alive else "iconica.goal.simultaneous")
        clause = "iconica.goal.win" if game.alive else "iconica.goal.first-wins"
        return Result(state.seats[game.winner :: 2], clause)

    def worth(self, state: State, seat: str) -> Fraction:
        """A side's share of all health in play, in tiles, with four more for every character and one for a Final Act that
        is still due; 1, 0 or a half where the match is over."""
        game = state.game()
        side = state.seats.index(seat) & 1
        if game.phase == L.OVER:
            return Fraction(1, 2) if game.winner == L.DRAW else Fraction(int(game.winner == side))
        points = [0, 0]
        for c in range(game.count):
            if game.alive >> c & 1:
                points[game.seat[c] & 1] += 4 + game.left[c]
            elif game.skulled >> c & 1:
                points[game.seat[c] & 1] += 1
        return Fraction(points[side], sum(points)) if any(points) else Fraction(1, 2)

    def ending(self, result: Result) -> str:
        return f"{' and '.join(result.winners)} won" if result.winners else "The match is drawn"

    def fresh(self, players: tuple[str, ...], rules: Mapping[str, str | int]) -> Setup:
        return Setup(tuple(Player(name) for name in players), rules=dict(rules))

    def allies(self, state: State, seat: str) -> tuple[str, ...]:
        return state.seats[state.seats.index(seat) & 1 :: 2]

    def about(self, state: State, name: str) -> tuple[str, ...]:
        """A card, or what a status or an aura does."""
        return about_lines(state.roster, name)

    def describe(self, state: State, intent: i.AnyIntent) -> str:
        """What an action does, in a sentence; a card to choose in a few words."""
        if isinstance(intent, i.Pick):
            card = state.roster.cards[state.roster.number(intent.card)]
            return f"{card.class_} {card.faction} {card.archetype}, {card.race}, {card.health} health" + (
                f", {card.card_type}" if card.card_type != "Standard" else ""
            )
        if not isinstance(intent, i.Use | i.Break):
            return ""
        game = state.game()
        own = state.seats.index(intent.actor)
        number = game.black[own] if isinstance(intent, i.Break) else game.white[own]
        card = state.roster.cards[game.card[Names(state.seats, state.roster, game).slot(intent.character)]]
        for action in card.action:
            if action.number == number:
                first = "heal 20 and lose negative effects, then " if isinstance(intent, i.Break) else ""
                return f"{number} {action.name}: {first}{sentence(action.effects)}"
        return ""

    def elapsed(self, state: State) -> int:
        game = state.game()
        return game.turn - (game.phase == L.ACTING)

    def rest(self, state: State, name: str) -> i.Roll | i.Pass:
        return i.Pass(name) if state.game().phase == L.ACTING else i.Roll(name)

    def essence(self, state: State) -> State:
        """The number of the turn matters only where it is limited, or where it is the first."""
        game = state.game()
        if game.turn_limit or game.turn < 2:
            return state
        game.turn = 1
        return replace(state, numbers=frozen(game))

    def measures(self, state: State) -> tuple[tuple[str, str, int], ...]:
        """Everybody's health."""
        game = state.game()
        names = Names(state.seats, state.roster, game)
        return tuple((name, "health", 10 * game.left[c]) for c, name in enumerate(names.characters) if name)

    def standing(self, state: State) -> tuple[str, ...]:
        game = state.game()
        names = Names(state.seats, state.roster, game)
        return tuple(name for c, name in enumerate(names.characters) if name and game.alive >> c & 1)

    def view(self, state: State, seat: str | None) -> Any:
        """Everything: only dice to come are unknown in this game (iconica.draft.face-up)."""
        game = state.game()
        names = Names(state.seats, state.roster, game)
        rolled = {
            state.seats[at]: {"white": game.white[at], "black": game.black[at]}
            for at in range(game.seats)
            if game.todo >> at & 1
        }
        return to_tree({
            "phase": PHASES[game.phase],
            "turn": game.turn,
            "active": state.seats[game.active :: 2],
            "to_act": self.to_act(state),
            "rolled": rolled,
            "characters": [standing(names, game, c) for c in range(game.count) if game.card[c] >= 0],
            "delayed": [
                {"character": names.characters[game.delay_who[at]], "turns": game.delay_turns[at]}
                for at in range(game.delays)
            ],
            "lose_next_turn": [name for at, name in enumerate(state.seats) if game.lost >> at & 1],
        })  # fmt: skip

    def show(self, state: State, seat: str | None) -> tuple[str, ...]:
        return table_lines(state)

    def position(self, state: State) -> str:
        return write_position(state)

    def heading(self, state: State) -> str:
        return heading(state.seats, state.game())

    def say(self, event: AnyEvent) -> str:
        return event.say()

    def headline(self, event: AnyEvent) -> str | None:
        return event.headline()

    def changes(self, before: State, after: State) -> tuple[str, ...]:
        return changes(before, after)


PHASES = ("roll for first choice", "draft", "ready", "action", "over")

WHY_NO_PICK = {
    cites.DRAFT_DUPLICATES: "your party or team has this character already",
    cites.DRAFT_UNIQUE_LEGEND: "a Legend or Special character that somebody has taken is closed to everybody else",
    cites.DRAFT_POOL: "somebody has taken it, and there is one copy of each card",
    cites.DRAFT_ONE_LEGEND_OR_SPECIAL: "your party has a Legend or Special character already",
    cites.DRAFT_FACTIONS: "Legion and Protectorate characters cannot be in one party",
}

ICONICA = Iconica()

__all__ = ["ICONICA", "Iconica", "Mark"]
