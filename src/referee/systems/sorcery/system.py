"""Sorcery & Super Science! behind the System contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from referee.clauses import index
from referee.core.asking import Ask, Pending
from referee.core.codec import to_tree
from referee.core.events import Draft
from referee.core.system import Refusal, Result, Switch, System
from referee.systems.graded.field import Apart
from referee.systems.graded.happenings import Happening
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery import legal
from referee.systems.sorcery.book import SWITCHES
from referee.systems.sorcery.rolling import Story
from referee.systems.sorcery.sheet import GAME_MASTER, RANGES, Setup, check
from referee.systems.sorcery.state import Actor, Hold, Quality, Scene
from referee.systems.sorcery.turns import go_on


class Sorcery(System[Scene, i.AnyIntent, Happening]):
    """The action options of the sneak peek, second edition."""

    name = "sorcery"
    version = 1
    intent_type = i.AnyIntent
    event_type = e.AnyEvent
    setup_type = Setup
    state_type = Scene

    def setup(self, setup: Setup) -> Scene:
        """sorcery.context.turns: an explicit order, as given or as the characters are listed."""
        check(setup, SWITCHES)
        names = [sheet.name for sheet in setup.characters]
        gaps = {frozenset(gap.between): gap.range for gap in setup.distances}
        apart = tuple(
            Apart(one, other, RANGES.index(gaps.get(frozenset((one, other)), setup.range)))
            for one, other in combinations(names, 2)
        )
        order = setup.order or tuple(names)
        actors = tuple(
            Actor(sheet, sheet.full_stamina, sheet.determination, sheet.attacks, sheet.things)
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
        return tuple(dict.fromkeys((*(actor.seat for actor in state.actors), GAME_MASTER)))

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
        standing = tuple(dict.fromkeys(actor.sheet.side for actor in state.actors if actor.able))
        return None if len(standing) > 1 else Result(standing, "sorcery.context.stamina")

    def view(self, state: Scene, seat: str | None) -> Any:
        """Everything: these rules keep no secrets."""
        return to_tree(state)

    def show(self, state: Scene, seat: str | None) -> tuple[str, ...]:
        """The round, everybody's condition, ranges, holds and qualities."""
        lines = [f"Round {state.round}, {state.turn}'s turn"]
        width = max(map(len, state.names()))
        for actor in state.actors:
            full = actor.sheet.full_stamina
            filled = round(10 * actor.stamina / full)
            lines.append(
                f"  {actor.name:<{width}}  {'█' * filled}{'░' * (10 - filled)} Stamina {actor.stamina:>2} of {full:<2}"
                f"  Determination {actor.determination}  {', '.join(actor.conditions())}".rstrip()
            )
        by_range: dict[str, list[str]] = {}
        for apart in state.apart:
            by_range.setdefault(RANGES[apart.step], []).append(f"{apart.one}–{apart.other}")
        lines += [f"  {name}: {', '.join(by_range[name])}" for name in RANGES if name in by_range]
        lines += [f"  {_told_hold(hold)}" for hold in state.holds]
        for one in state.qualities:
            about = f" of {one.subject}" if one.subject else ""
            lines.append(f"  Quality {one.name!r}{about}, {one.side}: {one.activations} free activations")
        return tuple(lines)

    def say(self, event: Happening) -> str:
        return event.say()

    def headline(self, event: Happening) -> str | None:
        return event.headline()

    def changes(self, before: Scene, after: Scene) -> tuple[str, ...]:
        told = []
        for was, now in zip(before.actors, after.actors, strict=True):
            words = []
            for name, old, new in (
                ("Stamina", was.stamina, now.stamina),
                ("Determination", was.determination, now.determination),
            ):
                if old != new:
                    words.append(f"{name} {old} to {new}")
            words += [word for word in now.conditions() if word not in was.conditions()]
            words += [f"no longer {word}" for word in was.conditions() if word not in now.conditions()]
            had, has = [[one.name for one in each.belongings] for each in (was, now)]
            words += [f"has the {name}" for name in has if name not in had]
            words += [f"without the {name}" for name in had if name not in has]
            if now.extra:
                words.append("may act again")
            if words:
                told.append(f"{now.name}: {', '.join(words)}")
        for was_apart, now_apart in zip(before.apart, after.apart, strict=True):
            if was_apart != now_apart:
                told.append(f"{now_apart.one} and {now_apart.other} at {RANGES[now_apart.step]} range")
        told += [_told_hold(hold) for hold in after.holds if hold not in before.holds]
        kept = {(hold.holder, hold.held) for hold in after.holds}
        told += [f"{hold.held} free of {hold.holder}" for hold in before.holds if (hold.holder, hold.held) not in kept]
        told += [f"{one.name}: {one.activations} activations" for one in after.qualities if one not in before.qualities]
        names = [one.name for one in after.qualities]
        return tuple(told + [f"{one.name} is gone" for one in before.qualities if one.name not in names])


def _told_hold(hold: Hold) -> str:
    return f"{hold.held} is in {hold.holder}'s {'complete' if hold.complete else 'partial'} hold"


SORCERY = Sorcery()
