"""A match is a set-up and a list of entries; everything else is a way of running it again.

An entry is who intended what, and the answers that dice and people gave. Undo keeps fewer entries,
redo puts them back, a branch starts from any of them, an amendment changes one and runs the rest
again, verification runs everything again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from referee.core.asking import BadAnswer, ImpureRule, Need, Pending, Tape, UnusedAnswers
from referee.core.codec import BadInput, canonical, digest, from_json, from_tree, to_tree
from referee.core.dealing import Dealer, commitment
from referee.core.events import Event
from referee.core.system import Illegal, System

S = TypeVar("S", bound=Struct)
I = TypeVar("I", bound=Struct)
E = TypeVar("E", bound=Event)

SNAPSHOT_EVERY = 20
"""A state is kept every so many entries; those between are folded from events."""

FORMAT = 1
"""Of match files. A reader refuses a newer one by name."""


class Act(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry without what followed from it: enough to play it again.

    by       the seat
    intent   the intent, as plain values
    answers  what dice and people answered, in order
    deal     which deal of dice (0 unless the table asked for fresh ones)
    note     a remark: why it was amended or taken back
    """

    by: str
    intent: dict[str, Any]
    answers: tuple[int, ...] = ()
    deal: int = 0
    note: str = ""


class Entry(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act, the events it led to, and the link of the hash chain over both."""

    act: Act
    events: tuple[dict[str, Any], ...]
    link: str


class Waiting(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act that stands in the middle: the answers so far, and what is asked next."""

    act: Act
    need: Need


class MatchFile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match as it is written: `format`, the system and its version, set-up, seed, entries."""

    format: int
    system: str
    version: int
    setup: dict[str, Any]
    seed: str
    commitment: str
    entries: tuple[Entry, ...] = ()
    undone: tuple[Act, ...] = ()
    deal: int = 0
    notes: tuple[str, ...] = ()
    waiting: Waiting | UnsetType = UNSET


class Difference(Struct, frozen=True):
    """The first place where a match, run again, goes another way."""

    entry: int
    event: int
    why: str

    def __str__(self) -> str:
        place = f"entry {self.entry}" + (f", event {self.event}" if self.event else "")
        return f"{place}: {self.why}"


class Match(Generic[S, I, E]):
    """A match being played. Every method that changes it leaves it whole or raises and leaves it as it was."""

    def __init__(self, system: System[S, I, E], setup: Any, seed: str) -> None:
        """Start a match. `setup` is the system's set-up record; raises `BadInput`."""
        self.system = system
        self.setup = setup
        self.seed = seed
        self.entries: list[Entry] = []
        self.undone: list[Act] = []
        self.waiting: Waiting | None = None
        self.deal = 0
        self.notes: list[str] = []
        self._snapshots: dict[int, S] = {0: system.setup(setup)}
        self._state = self._snapshots[0]

    # ------------------------------------------------------------ looking

    @property
    def state(self) -> S:
        """The state after the last entry."""
        return self._state

    @property
    def revision(self) -> int:
        """How many entries there are; the number of the next entry is one more."""
        return len(self.entries)

    @property
    def head(self) -> str:
        """The last link of the hash chain."""
        return self.entries[-1].link if self.entries else self._first_link()

    def state_at(self, revision: int) -> S:
        """The state after the first `revision` entries: the nearest snapshot, and events folded from there."""
        if not 0 <= revision <= self.revision:
            raise BadInput(f"there is no entry {revision}; the match has {self.revision}")
        at = max(kept for kept in self._snapshots if kept <= revision)
        state = self._snapshots[at]
        for entry in self.entries[at:revision]:
            for event in self.events_of(entry):
                state = self.system.evolve(state, event)
        return state

    def events_of(self, entry: Entry) -> tuple[E, ...]:
        """The events of an entry as records."""
        return tuple(from_tree(event, self.system.event_type) for event in entry.events)

    def intent_of(self, act: Act) -> I:
        """The intent of an act as a record."""
        return from_tree(act.intent, self.system.intent_type)  # type: ignore[no-any-return]

    def so_far(self) -> tuple[E, ...]:
        """What has happened in the act that waits, up to its question; none if nothing waits."""
        if self.waiting is None:
            return ()
        act = self.waiting.act
        try:
            self.system.step(self.state, act.by, self.intent_of(act), Tape(act.answers))
        except Pending as pending:
            return pending.so_far  # type: ignore[return-value]
        raise BadInput("the act that waits has nothing left to ask; withdraw it", "waiting")

    # ------------------------------------------------------------ playing

    def do(
        self, by: str, intent: I, answers: Sequence[int] = (), *, dealt: bool = True, note: str = ""
    ) -> tuple[E, ...]:
        """Play an intent. `answers` come first, then (if `dealt`) the seeded dealer rolls.

        Returns the events; none yet if the act now waits for an answer (`waiting` is set).
        Raises `Illegal` with the refusal, `BadAnswer`, or `UnusedAnswers`.
        """
        if self.waiting is not None:
            raise BadInput(f"an act waits for {self.waiting.need.who}: {self.waiting.need.text}")
        refusal = self.system.refusal(self.state, by, intent)
        if refusal is not None:
            raise Illegal(refusal)
        return self._run(Act(by, to_tree(intent), tuple(answers), self.deal, note), dealt=dealt)

    def answer(self, answer: int, *, dealt: bool = True) -> tuple[E, ...]:
        """Answer the question that the match waits for, and run the act on."""
        if self.waiting is None:
            raise BadInput("nothing is being asked")
        if not 0 <= answer < self.waiting.need.size:
            raise BadAnswer(self.waiting.need, answer)
        act = self.waiting.act
        return self._run(msgspec.structs.replace(act, answers=(*act.answers, answer)), dealt=dealt)

    def deal_for_waiting(self) -> int:
        """What the seeded dealer would answer to the question that the match waits for.

        Raises `Pending` if a person must answer, `BadInput` if nothing is being asked.
        """
        if self.waiting is None:
            raise BadInput("nothing is being asked")
        act = self.waiting.act
        return Dealer(self.seed, self.revision, act.deal)(self.waiting.need, len(act.answers))

    def withdraw(self) -> None:
        """Drop the act that waits, with its answers."""
        self.waiting = None

    def _run(self, act: Act, *, dealt: bool) -> tuple[E, ...]:
        intent = self.intent_of(act)
        try:
            state, events, answers = self._resolve(self.state, act, intent, self.revision, dealt=dealt)
        except _Stopped as stop:
            self.waiting = Waiting(msgspec.structs.replace(act, answers=stop.answers), stop.need)
            return ()
        self.waiting = None
        self.undone.clear()
        self.deal = 0
        self._append(msgspec.structs.replace(act, answers=answers), state, events)
        return events

    def _resolve(
        self, state: S, act: Act, intent: I, entry: int, *, dealt: bool
    ) -> tuple[S, tuple[E, ...], tuple[int, ...]]:
        dealer = Dealer(self.seed, entry, act.deal)

        def answerer(need: Need) -> int:
            if not dealt:
                raise Pending(need)
            return dealer(need, len(tape.needs))

        tape = Tape(act.answers, answerer)
        try:
            after, events = self.system.step(state, act.by, intent, tape)
        except Pending as pending:
            raise _Stopped(tuple(tape.answers), pending.need) from None
        tape.used_up()
        return after, events, tuple(tape.answers)

    def _append(self, act: Act, state: S, events: Sequence[E]) -> None:
        trees = tuple(to_tree(event) for event in events)
        self.entries.append(Entry(act, trees, _link(self.head, act, trees)))
        self._state = state
        if self.revision % SNAPSHOT_EVERY == 0:
            self._snapshots[self.revision] = state

    # ------------------------------------------------------------ going back and forth

    def undo(self, *, fresh: bool = False, why: str = "") -> Act:
        """Take the last entry back with all that followed from it, and return its act.

        Doing the same again rolls the same dice, unless the table wants `fresh` ones, which is noted.
        Raises `BadInput` if there is nothing to undo.
        """
        if self.waiting is not None:
            act = self.waiting.act
            self.waiting = None
            return act
        if not self.entries:
            raise BadInput("there is nothing to undo")
        act = self.entries[-1].act
        undone = [*self.undone, act]
        self._cut(self.revision - 1)
        self.undone = [] if fresh else undone
        if fresh:
            self.deal = act.deal + 1
        if fresh or why:
            dice = f"fresh dice, deal {self.deal + 1}" if fresh else "same dice"
            self.notes.append(f"entry {self.revision + 1} taken back ({dice})" + (f": {why}" if why else ""))
        return act

    def redo(self) -> tuple[E, ...]:
        """Put the act undone last back. Raises `BadInput` if there is none."""
        if not self.undone:
            raise BadInput("there is nothing to redo")
        rest = self.undone[:-1]
        events = self._run(self.undone[-1], dealt=False)
        self.undone = rest
        return events

    def _cut(self, revision: int) -> None:
        state = self.state_at(revision)
        del self.entries[revision:]
        self._snapshots = {at: kept for at, kept in self._snapshots.items() if at <= revision}
        self._state = state
        self.waiting = None

    def branch(self, revision: int) -> Match[S, I, E]:
        """Another match that shares the first `revision` entries, and may go its own way."""
        other = Match(self.system, self.setup, self.seed)
        self.state_at(revision)
        other.entries = self.entries[:revision]
        other._snapshots = {at: kept for at, kept in self._snapshots.items() if at <= revision}
        other._state = self.state_at(revision)
        return other

    def amend(
        self,
        number: int,
        *,
        by: str | None = None,
        intent: I | None = None,
        answers: Sequence[int] | None = None,
        why: str = "",
    ) -> tuple[Match[S, I, E], tuple[str, ...]]:
        """A match in which entry `number` (1 is the first) went differently, with all its knock-ons.

        Later entries are played again with the answers they had, as long as they are asked the same
        questions; from the first different question on an entry's dice are dealt anew. An entry that
        became illegal is left out. Returns the new match and a sentence for each entry that changed
        its answers or was left out. Raises `BadInput`, `Illegal` or `BadAnswer` for the amendment itself.
        """
        if not 1 <= number <= self.revision:
            raise BadInput(f"there is no entry {number}; the match has {self.revision}")
        amended = self.branch(number - 1)
        amended.notes = [*self.notes, f"entry {number} amended" + (f": {why}" if why else "")]
        old = self.entries[number - 1].act
        changed = intent if intent is not None else self.intent_of(old)
        given = tuple(answers) if answers is not None else old.answers if intent is None else ()
        amended.deal = old.deal
        amended.do(by if by is not None else old.by, changed, given, note=why)
        if amended.waiting is not None:
            raise BadInput(f"the amendment leaves a question open: {amended.waiting.need.text}")
        told: list[str] = []
        for at in range(number, self.revision):
            act = self.entries[at].act
            words = amended._replayed(act, self._needs_of(at), at + 1)
            if words:
                told.append(words)
        return amended, tuple(told)

    def answers_for(self, act: Act, intent: I | None, takes: Callable[[Need], int | None]) -> tuple[int, ...]:
        """The answers that a script gives to an act here; what it leaves open is dealt, or the act's own."""
        dealer = Dealer(self.seed, self.revision, act.deal)

        def answerer(need: Need) -> int:
            at = len(tape.needs)
            given = takes(need)
            if given is not None:
                return given
            return dealer(need, at) if need.is_chance else 0

        tape = Tape((), answerer)
        self.system.step(self.state, act.by, intent if intent is not None else self.intent_of(act), tape)
        return tuple(tape.answers)

    def _needs_of(self, at: int) -> list[Need]:
        tape = Tape(self.entries[at].act.answers)
        act = self.entries[at].act
        self.system.step(self.state_at(at), act.by, self.intent_of(act), tape)
        return tape.needs

    def _replayed(self, act: Act, before: Sequence[Need], number: int) -> str:
        """Play a later entry again after an amendment; what differs, in words."""
        intent = self.intent_of(act)
        refusal = self.system.refusal(self.state, act.by, intent)
        if refusal is not None:
            return f"entry {number} left out: {refusal}"
        dealer = Dealer(self.seed, self.revision, act.deal)
        parted: list[int] = []

        def answerer(need: Need) -> int:
            at = len(tape.needs)
            if not parted and at < len(before) and _same_question(before[at], need):
                return act.answers[at]
            parted.append(at)
            return 0 if not need.is_chance else dealer(need, at)

        tape = Tape((), answerer)
        state, events = self.system.step(self.state, act.by, intent, tape)
        self._append(msgspec.structs.replace(act, answers=tuple(tape.answers)), state, events)
        if parted:
            return f"entry {number} was asked something else; dice dealt anew, first options taken"
        if len(tape.answers) < len(act.answers):
            return f"entry {number} was asked for less; its last {len(act.answers) - len(tape.answers)} answers dropped"
        return ""

    # ------------------------------------------------------------ trusting

    def verify(self) -> Difference | None:
        """Run everything again under the rules at hand; the first difference, or None.

        Checks the hash chain, every refusal, every event and that each act uses up its answers.
        """
        state = self.system.setup(self.setup)
        link = self._first_link()
        for number, entry in enumerate(self.entries, 1):
            difference, state = self._verify_entry(number, entry, state)
            if difference is not None:
                return difference
            link = _link(link, entry.act, entry.events)
            if link != entry.link:
                return Difference(number, 0, "its link does not fit the chain: the file was edited")
        return None

    def _verify_entry(self, number: int, entry: Entry, state: S) -> tuple[Difference | None, S]:
        intent = self.intent_of(entry.act)
        refusal = self.system.refusal(state, entry.act.by, intent)
        if refusal is not None:
            return Difference(number, 0, f"the rules refuse it: {refusal}"), state
        tape = Tape(entry.act.answers)
        try:
            after, events = self.system.step(state, entry.act.by, intent, tape)
            tape.used_up()
        except Pending as pending:
            return Difference(number, 0, f"an answer is missing: {pending.need.text}"), state
        except (BadAnswer, UnusedAnswers, ImpureRule) as error:
            return Difference(number, 0, str(error)), state
        trees = [to_tree(event) for event in events]
        for at, (recorded, now) in enumerate(zip(entry.events, trees, strict=False), 1):
            if recorded != now:
                return Difference(number, at, f"recorded {recorded}, but the rules give {now}"), state
        if len(trees) != len(entry.events):
            return Difference(
                number,
                min(len(trees), len(entry.events)) + 1,
                f"recorded {len(entry.events)} events, but the rules give {len(trees)}",
            ), state
        return None, after

    def _first_link(self) -> str:
        header = (self.system.name, self.system.version, to_tree(self.setup), commitment(self.seed))
        return digest(b"referee match", canonical(header))

    # ------------------------------------------------------------ keeping

    def to_bytes(self) -> bytes:
        """The match as JSON for a file: indented, with a line feed at the end."""
        kept = MatchFile(
            FORMAT,
            self.system.name,
            self.system.version,
            to_tree(self.setup),
            self.seed,
            commitment(self.seed),
            tuple(self.entries),
            tuple(self.undone),
            self.deal,
            tuple(self.notes),
            self.waiting if self.waiting is not None else UNSET,
        )
        return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"

    @classmethod
    def from_bytes(
        cls, data: bytes, system_named: Callable[[str], System[Any, Any, Any]], *, check: bool = True
    ) -> Match[Any, Any, Any]:
        """Read a match written by `to_bytes`. Raises `BadInput` if it is cut short, edited or too new.

        The hash chain is checked here, unless `check` is off because `verify` will do it; the rules are
        only checked by `verify`.
        """
        kept = read_file(data)
        system = system_named(kept.system)
        if kept.version > system.version:
            raise BadInput(f"{kept.system} rules {kept.version} wrote this; these are {system.version}", "version")
        if check and kept.commitment != commitment(kept.seed):
            raise BadInput("the seed does not fit its commitment: the file was edited", "seed")
        match: Match[Any, Any, Any] = Match(system, from_tree(kept.setup, system.setup_type), kept.seed)
        link = match._first_link()
        for number, entry in enumerate(kept.entries, 1):
            link = _link(link, entry.act, entry.events)
            if check and link != entry.link:
                raise BadInput(
                    "does not fit the hash chain: the set-up or this entry was edited after play "
                    "(put it back, or start a branch from a copy)",
                    f"entries[{number - 1}]",
                )
            match.intent_of(entry.act)
            state = match._state
            for event in match.events_of(entry):
                state = system.evolve(state, event)
            match.entries.append(entry)
            match._state = state
            if number % SNAPSHOT_EVERY == 0:
                match._snapshots[number] = state
        match.undone = list(kept.undone)
        match.deal = kept.deal
        match.notes = list(kept.notes)
        match.waiting = kept.waiting if isinstance(kept.waiting, Waiting) else None
        return match


class _Stopped(Exception):
    """A step that stands at a question: the answers so far, and the need."""

    def __init__(self, answers: tuple[int, ...], need: Need) -> None:
        super().__init__()
        self.answers = answers
        self.need = need


def read_file(data: bytes) -> MatchFile:
    """Decode a match file without looking at its rules. Raises `BadInput`."""
    kept = from_json(data, MatchFile)
    if kept.format > FORMAT:
        raise BadInput(f"a newer referee wrote this (format {kept.format}); this one reads {FORMAT}", "format")
    return kept


def _same_question(before: Need, now: Need) -> bool:
    return (before.who, before.size, before.pool, before.options, before.clause) == (
        now.who,
        now.size,
        now.pool,
        now.options,
        now.clause,
    )


def _link(before: str, act: Act, events: Sequence[dict[str, Any]]) -> str:
    return digest(before.encode(), canonical(act), *(canonical(event) for event in events))
