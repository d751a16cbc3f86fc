"""Icons behind the System contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from referee.clauses import index
from referee.core.asking import Ask, Pending
from referee.core.codec import to_tree
from referee.core.events import Draft
from referee.core.system import Refusal, Result, Switch, System
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons import legal
from referee.systems.icons.attack import Story, play_attack, play_sweep
from referee.systems.icons.book import MATERIALS, MOVING, RANGE_ROWS, SWITCHES, WORKING, step_of
from referee.systems.icons.pages import go_on
from referee.systems.icons.sheet import GAME_MASTER, RANGES, Setup, check
from referee.systems.icons.state import Apart, Fight, Fighter


class Icons(System[Fight, i.AnyIntent, e.Happening]):
    """The actions chapter of Icons, original edition."""

    name = "icons"
    version = 1
    intent_type = i.AnyIntent
    event_type = e.AnyEvent
    setup_type = Setup
    state_type = Fight

    def setup(self, setup: Setup) -> Fight:
        """icons.conflict.initiator-first: the side named `first` begins every page."""
        check(setup, SWITCHES, WORKING, MATERIALS)
        names = [sheet.name for sheet in setup.characters]
        gaps = {frozenset(gap.between): gap.range for gap in setup.distances}
        apart = tuple(
            Apart(one, other, step_of(gaps.get(frozenset((one, other)), setup.range)))
            for one, other in combinations(names, 2)
        )
        sides = list(dict.fromkeys(sheet.side for sheet in setup.characters))
        if setup.first is not None:
            sides.remove(setup.first)
            sides.insert(0, setup.first)
        rules = tuple(sorted(setup.rules.items()))
        fighters = tuple(Fighter(sheet, sheet.full_stamina, sheet.determination) for sheet in setup.characters)
        return Fight(fighters, apart, tuple(sides), sides[0], 1, setup.obstacles, (), rules)

    def switches(self) -> Mapping[str, Switch]:
        return {name: switch for name, switch in SWITCHES.items() if name in WORKING}

    def seats(self, state: Fight) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(fighter.seat for fighter in state.fighters), GAME_MASTER)))

    def names(self, state: Fight) -> tuple[str, ...]:
        return state.names()

    def seat_of(self, state: Fight, intent: i.AnyIntent) -> str:
        return state[intent.actor].seat if state.has(intent.actor) else GAME_MASTER

    def to_act(self, state: Fight) -> tuple[str, ...]:
        able = (f for f in state.fighters if f.sheet.side == state.side and f.able and f.panel != "done")
        return tuple(dict.fromkeys(fighter.seat for fighter in able))

    def candidates(self, state: Fight, seat: str) -> Iterator[i.AnyIntent]:
        return legal.candidates(state, seat)

    def refusal(self, state: Fight, seat: str, intent: i.AnyIntent) -> Refusal | None:
        return legal.refusal(state, seat, intent)

    def step(self, state: Fight, seat: str, intent: i.AnyIntent, ask: Ask) -> tuple[Fight, tuple[e.Happening, ...]]:
        story: Story = Draft(state, self.evolve, index())
        try:
            _play(story, intent, ask)
        except Pending as pending:
            pending.so_far = tuple(story.events)
            raise
        return story.state, tuple(story.events)

    def evolve(self, state: Fight, event: e.Happening) -> Fight:
        return event.on(state)

    def result(self, state: Fight) -> Result | None:
        """The one side that still has somebody conscious, if all others have nobody."""
        standing = tuple(dict.fromkeys(fighter.sheet.side for fighter in state.fighters if fighter.able))
        if len(standing) > 1:
            return None
        return Result(standing, "icons.conflict.alternate")

    def view(self, state: Fight, seat: str | None) -> Any:
        """Everything but the page on which somebody comes to, which is the game master's alone."""
        tree = to_tree(state)
        if seat != GAME_MASTER:
            for fighter in tree["fighters"]:
                fighter.pop("wake", None)
        return tree

    def show(self, state: Fight, seat: str | None) -> tuple[str, ...]:
        """The page, everybody's condition, and the distances."""
        lines = [f"Page {state.page}, panels of the {state.side}"]
        width = max(map(len, state.names()))
        for fighter in state.fighters:
            full = fighter.sheet.full_stamina
            filled = round(10 * fighter.stamina / full)
            words = ", ".join(fighter.conditions())
            if seat == GAME_MASTER and fighter.wake is not None:
                words += f" (comes to on page {fighter.wake})"
            lines.append(
                f"  {fighter.name:<{width}}  {'█' * filled}{'░' * (10 - filled)} Stamina {fighter.stamina:>2} of {full:<2}"
                f"  Determination {fighter.determination}  {words}".rstrip()
            )
        by_range: dict[str, list[str]] = {}
        for apart in state.apart:
            by_range.setdefault(RANGES[apart.step], []).append(f"{apart.one}–{apart.other}")
        lines += [f"  {name}: {', '.join(by_range[name])}" for name in RANGES if name in by_range]
        return tuple(lines)

    def say(self, event: e.Happening) -> str:
        return event.say()

    def headline(self, event: e.Happening) -> str | None:
        return event.headline()

    def changes(self, before: Fight, after: Fight) -> tuple[str, ...]:
        told = []
        for was, now in zip(before.fighters, after.fighters, strict=True):
            words = []
            if was.stamina != now.stamina:
                words.append(f"Stamina {was.stamina} to {now.stamina}")
            words += [word for word in now.conditions() if word not in was.conditions()]
            words += [f"no longer {word}" for word in was.conditions() if word not in now.conditions()]
            if words:
                told.append(f"{now.name}: {', '.join(words)}")
        for was_apart, now_apart in zip(before.apart, after.apart, strict=True):
            if was_apart != now_apart:
                range = after.range(now_apart.one, now_apart.other)
                told.append(f"{now_apart.one} and {now_apart.other} at {range} range")
        return tuple(told)


def _play(story: Story, intent: i.AnyIntent, ask: Ask) -> None:
    """The deed itself, then whoever is next."""
    if isinstance(intent, i.Attacking):
        play_attack(story, intent, ask)
    elif isinstance(intent, i.Sweep):
        play_sweep(story, intent, ask)
    elif isinstance(intent, i.Aim):
        story.emit(e.Aimed(actor=intent.actor, page=story.state.page, clause="icons.aiming.bonus"))
    elif isinstance(intent, i.Mark | i.Unmark):
        holds = isinstance(intent, i.Mark)
        clause = MARKS[intent.flag]
        story.emit(e.Marked(who=intent.actor, flag=intent.flag, of=intent.of, holds=holds, clause=clause))
    elif isinstance(intent, i.Move):
        _move(story, intent)
    elif isinstance(intent, i.Stand):
        clauses = ("icons.slamming.get-up", "icons.supplemental.no-test")
        story.emit(e.Did(actor=intent.actor, deed="stand", clause=clauses[0], also=clauses[1:]))
    elif isinstance(intent, i.Aid):
        story.emit(e.Stabilised(target=intent.target, by=intent.actor, clause="icons.killing.assistance"))
        story.emit(e.PanelEnded(actor=intent.actor, clause="icons.killing.assistance"))
    elif isinstance(intent, i.Cling):
        story.emit(e.Clung(actor=intent.actor, clause="icons.killing.determination"))
    else:
        story.emit(e.PanelEnded(actor=intent.actor, clause="icons.time.panel"))
    go_on(story, ask)


MARKS = {
    "airborne": "icons.aerial.slam",
    "underwater": "icons.underwater.penalty",
    "unaware": "icons.surprise.bonus",
    "dim": "icons.visibility.penalty",
}
"""The clause by which the game master says how things stand."""


def _move(story: Story, intent: i.Move) -> None:
    whole = legal.is_whole_panel(story.state, intent)
    step = step_of(intent.to)
    row = MOVING.row(story.state[intent.actor].sheet.coordination)
    also = ("icons.moving.no-test", RANGE_ROWS[step], row.clause)
    story.emit(e.Moved(actor=intent.actor, target=intent.target, step=step, clause="icons.moving.distance", also=also))
    if whole:
        story.emit(e.PanelEnded(actor=intent.actor, clause="icons.moving.distance"))
    else:
        clauses = ("icons.supplemental.penalty", "icons.supplemental.marked.moving", "icons.supplemental.no-test")
        story.emit(e.Did(actor=intent.actor, deed="move", clause=clauses[0], also=clauses[1:]))


ICONS = Icons()
