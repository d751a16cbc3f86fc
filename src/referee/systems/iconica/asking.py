"""What the rules ask, in words: the questions of a tape as needs of the one door for chance and choice."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.dice import parse
from referee.systems.iconica.cards.words import sentence
from referee.systems.iconica.rules import cites
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.cites import CLAUSES
from referee.systems.iconica.rules.layout import Deed, Game, Tape
from referee.systems.iconica.rules.looks import auras_on, healing_for, life_of
from referee.systems.iconica.state import Names

ALL_KNOWN = 1 << 30


class Answers:
    """The answers of a tape that somebody else holds: each is asked for when the rules come to it."""

    def __init__(self, ask: Ask, tape: Tape, deed: Deed, game: Game, names: Names) -> None:
        self.ask = ask
        self.tape = tape
        self.deed = deed
        self.game = game
        self.names = names

    def __getitem__(self, at: int) -> int:
        tape = self.tape
        clause = CLAUSES[tape.clause]
        seat = self.names.seats[tape.who]
        if tape.asks == L.DIE:
            die = parse(f"d{tape.options.bit_length()}")
            return self.ask.roll(die, clause, self.die_words(), roller=seat).total - 1
        places = [place for place in range(tape.options.bit_length()) if tape.options >> place & 1]
        labels = [self.label(place) for place in places]
        refused = tuple(self.refusals())
        return places[labels.index(self.ask.choose(seat, labels, clause, self.words(), refused=refused))]

    def die_words(self) -> str:
        """What a die is for."""
        about = self.tape.about
        if about == -1:
            if self.tape.clause == cites.CONTEXT_DETERMINISM:
                return "a die for a random foe (what lies above is rolled again)"
            return "the white die" if self.tape.clause == cites.TURN_ACTION_ROLL else "a die"
        if about == -2:
            return "the black die"
        return f"a die for {self.names.characters[about]}"

    def words(self) -> str:
        """A choice as a sentence."""
        tape, names = self.tape, self.names
        who = names.characters[tape.about] if tape.about >= 0 else ""
        doing = f"{who}, {self.what()}"
        match tape.asks:
            case L.BONUS:
                return f"Take the Action Break bonus for {who} (heal 20, then lose every negative effect)?"
            case L.PICK:
                return f"{doing}: whom?"
            case L.GIVER:
                return f"{doing}: whose negative statuses?"
            case L.ALTERNATIVE:
                return f"{who} is confused: hurt one of your own by 10, or let a rival heal 10?"
            case L.HEALED_RIVAL:
                return f"{who} is confused: which of yours heals 10?"
            case L.OWN_HURT:
                return f"{who} is confused: which of your own is hurt by 10?"
            case L.PARRY:
                return f"{who} stands on a Parry Tile: move up one tile?"
            case L.ATTEMPT:
                return f"Attempt {who}'s Final Act, {self.what()}?"
            case L.OPTION:
                return f"{doing}: which part?"
            case L.RIVAL_SEAT:
                return f"{doing}: who loses the next turn?"
            case _:
                return "Whose roll is used first?"

    def what(self) -> str:
        """The action or Final Act that is being resolved, by name."""
        deed, names, game = self.deed, self.names, self.game
        c = self.tape.about
        card = names.roster.cards[game.card[c]]
        if self.tape.asks == L.ATTEMPT or deed.kind == L.FINAL:
            return card.final_act.name if card.final_act else "Final Act"
        if deed.kind == L.STATUS:
            return names.status(self.status_at())
        if deed.kind == L.STRENGTH:
            return "Strength"
        if deed.kind == L.DELAYED:
            return "delayed action"
        return names.action(c, game.card[c], deed.number)

    def status_at(self) -> int:
        """The status whose tick is being resolved."""
        book = self.names.roster.book
        for s in range(book.statuses):
            if (
                self.game.status[self.deed.actor] >> s & 1
                and book.tick[s] >= 0
                and book.status_cites[s] == self.deed.clause
            ):
                return s
        return 0

    def label(self, place: int) -> str:
        """An option in a word."""
        tape = self.tape
        if tape.asks in (L.BONUS, L.PARRY, L.ATTEMPT):
            return "yes" if place == L.YES else "no"
        if tape.asks == L.ALTERNATIVE:
            return "own hurt" if place == 0 else "rival heals"
        if tape.asks == L.OPTION:
            return f"{place + 1}: {self.option_words(place)}"
        if tape.asks in (L.RIVAL_SEAT, L.ORDER):
            return self.names.seats[place]
        return self.names.characters[place]

    def option_words(self, option: int) -> str:
        """One of the lists that a card lets somebody choose among, as a sentence."""
        return sentence(self.names.roster.choices[self.deed.row][option])

    def refusals(self) -> list[tuple[str, str]]:
        """Options that people might look for and do not find, each with the reason."""
        tape, game, names = self.tape, self.game, self.names
        if tape.asks not in (L.PICK, L.GIVER, L.HEALED_RIVAL, L.OWN_HURT):
            return []
        told = []
        for c in range(game.count):
            if tape.options >> c & 1 or life_of(game, c) == L.ABSENT:
                continue
            why = self.why_not(c)
            if why:
                told.append((names.characters[c], why))
        return told

    def why_not(self, c: int) -> str:
        """Why a character is none of the options; empty where nobody would expect it among them."""
        game, tape, names = self.game, self.tape, self.names
        book = names.roster.book
        beside = next(place for place in range(game.count) if tape.options >> place & 1)
        if game.seat[c] & 1 != game.seat[beside] & 1:
            return ""
        if not game.alive >> c & 1:
            return "has no health left [iconica.skull.no-heal]"
        if tape.asks == L.HEALED_RIVAL:
            return (
                "cannot be healed [iconica.status.confusion-no-heal]"
                if not healing_for(game, book, c, 1, False)
                else ""
            )
        if tape.asks == L.OWN_HURT:
            return "is not of your party [iconica.team.confusion]"
        if self.deed.chosen >> c & 1:
            return "was chosen in this action already [iconica.action.text-rules]"
        if auras_on(game, book, beside) & book.guards and not auras_on(game, book, c) & book.guards:
            return f"{names.characters[beside]} stands before it [iconica.context.aura]"
        if c == self.deed.actor:
            return "acts itself, and is no ally of its own [iconica.lingo.allied]"
        return "is not what the card names [iconica.action.text-rules]"
