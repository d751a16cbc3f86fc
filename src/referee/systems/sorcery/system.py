"""Sorcery & Super Science! behind the System contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from referee.clauses import index
from referee.core.asking import Ask, Pending
from referee.core.codec import to_tree
from referee.core.events import Draft
from referee.core.system import Refusal, Result, Switch, System
from referee.systems.graded.field import GAME_MASTER, apart_at_first
from referee.systems.graded.happenings import Happening
from referee.systems.graded.telling import bar, changes, ranges, told_hold
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery import legal
from referee.systems.sorcery.book import SWITCHES
from referee.systems.sorcery.rolling import Story
from referee.systems.sorcery.sheet import RANGES, Setup, check
from referee.systems.sorcery.state import Fighter, Quality, Scene
from referee.systems.sorcery.turns import go_on


class Sorcery(System[Scene, i.AnyIntent, Happening]):
    """The action options of the sneak peek, second edition."""

    name = "sorcery"
    version = 1
    intent_type = i.AnyIntent
    event_type = e.AnyEvent
    setup_type = Setup
    state_type = Scene
    period = "round"

    def setup(self, setup: Setup) -> Scene:
        """sorcery.context.turns: an explicit order, as given or as the characters are listed."""
        check(setup, SWITCHES)
        names = [sheet.name for sheet in setup.characters]
        gaps = {frozenset(gap.between): RANGES.index(gap.range) for gap in setup.distances}
        apart = apart_at_first(names, gaps, RANGES.index(setup.range))
        order = setup.order or tuple(names)
        actors = tuple(
            Fighter(sheet, sheet.full_stamina, sheet.determination, sheet.attacks, sheet.things)
            for sheet in setup.characters
        )
        qualities = tuple(
            Quality(name, sheet.side, sheet.name, "", True, 0, 0)
            for sheet in setup.characters
            for name in sheet.qualities
        )
        rules = tuple(sorted(setup.rules.items()))
        return Scene(actors, apart, order, order[0], qualities=qualities, rules=rules)

    def switches(self) -> Mapping[str, Switch]:
        return SWITCHES

    def seats(self, state: Scene) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(actor.seat for actor in state.fighters), GAME_MASTER)))

    def names(self, state: Scene) -> tuple[str, ...]:
        return (*state.names(), GAME_MASTER)

    def seat_of(self, state: Scene, intent: i.AnyIntent) -> str:
        by_master = any(getattr(intent, name, None) is not None for name in ("difficulty", "material"))
        by_master = by_master or bool(getattr(intent, "adjust", 0)) or getattr(intent, "against", "").isdecimal()
        if by_master or legal.DEEDS[type(intent)].when == "gm" or not state.has(intent.actor):
            return GAME_MASTER
        return state[intent.actor].seat

    def to_act(self, state: Scene) -> tuple[str, ...]:
        actor = state[state.turn]
        return (actor.seat,) if actor.able else ()

    def candidates(self, state: Scene, seat: str) -> Iterator[i.AnyIntent]:
        return legal.candidates(state, seat)

    def refusal(self, state: Scene, seat: str, intent: i.AnyIntent) -> Refusal | None:
        return legal.refusal(state, seat, intent)

    def step(self, state: Scene, seat: str, intent: i.AnyIntent, ask: Ask) -> tuple[Scene, tuple[Happening, ...]]:
        story: Story = Draft(state, self.evolve, index())
        try:
            legal.play(story, intent, ask)
            go_on(story)
        except Pending as pending:
            pending.so_far = tuple(story.events)
            raise
        return story.state, tuple(story.events)

    def evolve(self, state: Scene, event: Happening) -> Scene:
        after: Scene = event.on(state)
        return after

    def result(self, state: Scene) -> Result | None:
        """The one side that still has somebody conscious, if all others have nobody."""
        standing = state.standing()
        return None if len(standing) > 1 else Result(standing, "sorcery.context.stamina")

    def worth(self, state: Scene, seat: str) -> Fraction:
        return state.worth(seat)

    def elapsed(self, state: Scene) -> int:
        return state.round

    def rest(self, state: Scene, name: str) -> i.End:
        return i.End(name)

    def essence(self, state: Scene) -> Scene:
        """Rounds counted from this one."""
        since = state.round - 1
        fighters = tuple(
            one if one.dying_from is None else replace(one, dying_from=max(0, one.dying_from - since))
            for one in state.fighters
        )
        return replace(state, round=1, fighters=fighters)

    def measures(self, state: Scene) -> tuple[tuple[str, str, int], ...]:
        return state.measures()

    def standing(self, state: Scene) -> tuple[str, ...]:
        return state.able()

    def view(self, state: Scene, seat: str | None) -> Any:
        """Everything: these rules keep no secrets."""
        return to_tree(state)

    def show(self, state: Scene, seat: str | None) -> tuple[str, ...]:
        """The round, everybody's condition, ranges, holds and qualities."""
        lines = [f"Round {state.round}, {state.turn}'s turn"]
        width = max(map(len, state.names()))
        lines += [bar(one, one.name, width, ", ".join(one.conditions())) for one in state.fighters]
        lines += [*ranges(state), *(f"  {told_hold(hold)}" for hold in state.holds)]
        for one in state.qualities:
            about = f" of {one.subject}" if one.subject else ""
            lines.append(f"  Quality {one.name!r}{about}, {one.side}: {one.activations} free activations")
        return tuple(lines)

    def say(self, event: Happening) -> str:
        return event.say()

    def headline(self, event: Happening) -> str | None:
        return event.headline()

    def changes(self, before: Scene, after: Scene) -> tuple[str, ...]:
        told = changes(before, after)
        told += [f"{one.name} may act again" for one in after.fighters if one.extra]
        told += [f"{one.name}: {one.activations} activations" for one in after.qualities if one not in before.qualities]
        names = [one.name for one in after.qualities]
        return tuple(told + [f"{one.name} is gone" for one in before.qualities if one.name not in names])


SORCERY = Sorcery()
