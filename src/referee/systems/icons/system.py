"""Icons behind the System contract."""

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
from referee.systems.graded.telling import bar, changes, ranges, told_hold
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons import legal
from referee.systems.icons.attack import embolden
from referee.systems.icons.book import MATERIALS, SWITCHES, full_cast, step_of
from referee.systems.icons.determination import team_pool
from referee.systems.icons.pages import go_on, injuries_of
from referee.systems.icons.rolling import Story
from referee.systems.icons.sheet import Setup, Sheet, Team, check
from referee.systems.icons.state import PAIRED, SECRET, Fight, Fighter, Mark, Pool


class Icons(System[Fight, i.AnyIntent, e.Happening]):
    """The actions chapter of Icons, original edition."""

    name = "icons"
    version = 1
    intent_type = i.AnyIntent
    event_type = e.AnyEvent
    setup_type = Setup
    state_type = Fight
    period = "page"

    def setup(self, setup: Setup) -> Fight:
        """icons.conflict.initiator-first: the side named `first` begins every page."""
        setup = full_cast(setup)
        check(setup, SWITCHES, MATERIALS)
        names = [sheet.name for sheet in setup.characters]
        gaps = {frozenset(gap.between): step_of(gap.range) for gap in setup.distances}
        apart = apart_at_first(names, gaps, step_of(setup.range))
        sides = list(dict.fromkeys(sheet.side for sheet in setup.characters))
        if setup.first is not None:
            sides.remove(setup.first)
            sides.insert(0, setup.first)
        rules = tuple(sorted(setup.rules.items()))
        teams = {team.side: team for team in setup.teams}
        fighters = tuple(_fighter(sheet, teams) for sheet in setup.characters)
        fight = Fight(fighters, apart, tuple(sides), sides[0], 1, setup.obstacles, (), rules)
        pools = tuple(Pool(side, team_pool(fight, side, team.leader)) for side, team in teams.items())
        return replace(fight, pools=pools)

    def switches(self) -> Mapping[str, Switch]:
        return SWITCHES

    def seats(self, state: Fight) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(fighter.seat for fighter in state.fighters), GAME_MASTER)))

    def names(self, state: Fight) -> tuple[str, ...]:
        return (*state.names(), GAME_MASTER)

    def seat_of(self, state: Fight, intent: i.AnyIntent) -> str:
        if legal.DEEDS[type(intent)].when in ("gm", "table") or not state.has(intent.actor) or by_master(intent):
            return GAME_MASTER
        return state[intent.actor].seat

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
        after: Fight = event.on(state)
        return after

    def result(self, state: Fight) -> Result | None:
        """The one side that still has somebody conscious, if all others have nobody."""
        standing = state.standing()
        if len(standing) > 1:
            return None
        return Result(standing, "icons.conflict.alternate")

    def worth(self, state: Fight, seat: str) -> Fraction:
        return state.worth(seat)

    def elapsed(self, state: Fight) -> int:
        return state.page

    def rest(self, state: Fight, name: str) -> i.Pass:
        return i.Pass(name)

    def essence(self, state: Fight) -> Fight:
        """Pages counted from this one; how tests went matters only where somebody has something to tag for another try."""
        since = state.page - 1
        fighters = tuple(_since(one, since) for one in state.fighters)
        tries = sorted(state.tries, key=lambda one: (one.actor, one.test, one.target))
        tried = tuple(tries) if any(one.aspects for one in state.fighters) else ()
        regrows = any(one.sheet.power("Regeneration") for one in state.fighters)
        began = state.since - since if regrows else int(state.since == state.page)
        return replace(state, page=1, since=began, fighters=fighters, tries=tried)

    def measures(self, state: Fight) -> tuple[tuple[str, str, int], ...]:
        return state.measures()

    def standing(self, state: Fight) -> tuple[str, ...]:
        return state.able()

    def view(self, state: Fight, seat: str | None) -> Any:
        """Everything but what is the game master's alone: when somebody comes to, and who is taken unawares.
        Whoever lies in wait for somebody knows of that."""
        tree = to_tree(state)
        if seat != GAME_MASTER:
            for fighter in tree["fighters"]:
                fighter.pop("wake", None)
                fighter.pop("decree", None)
                if fighter["sheet"].get("player", GAME_MASTER) != seat:
                    fighter.pop("unseen", None)
            tree["marks"] = [to_tree(mark) for mark in _known_marks(state, seat)]
        return tree

    def may_know(self, state: Fight, intent: i.AnyIntent, seat: str | None) -> bool:
        """A secret test, a decoy and a secret mark are not told to players, nor is what the game master announces."""
        if seat == GAME_MASTER:
            return True
        if isinstance(intent, i.Decree):
            return False
        if isinstance(intent, i.Notice):
            return not (intent.secret or intent.decoy or intent.facts)
        if isinstance(intent, i.Know | i.Search):
            return not intent.facts
        if isinstance(intent, i.Mark | i.Unmark) and intent.flag in SECRET:
            return bool(intent.of) and state[intent.of].seat == seat
        return True

    def masked(self, state: Fight, seat: str | None) -> Fight:
        """The fight without what a seat may not know: nobody seems to wake, nothing is decreed, nobody is unawares."""
        if seat == GAME_MASTER:
            return state
        fighters = tuple(replace(one, decree=None, wake=None if one.wake is None else NEVER) for one in state.fighters)
        return replace(state, fighters=fighters, marks=_known_marks(state, seat))

    def show(self, state: Fight, seat: str | None) -> tuple[str, ...]:
        """The page, everybody's condition, and the distances."""
        where = "" if (state.issue, state.chapter) == (1, 1) else f"Issue {state.issue}, chapter {state.chapter}, "
        lines = [f"{where}{'page' if where else 'Page'} {state.page}, panels of the {state.side}"]
        width = max(len(_called(crowd)) for crowd in _crowds(state))
        for crowd in _crowds(state):
            fighter = crowd[0]
            words = ", ".join(fighter.conditions())
            wakes = sorted({one.wake for one in crowd if one.wake is not None})
            if seat == GAME_MASTER and wakes:
                words += f" (comes to on page {', '.join(map(str, wakes))})"
            lines.append(bar(fighter, _called(crowd), width, words))
        lines += ranges(state)
        lines += [f"  {told_hold(hold)}" for hold in state.holds]
        for mark in _known_marks(state, seat):
            about = f" of {mark.of}" if mark.flag in PAIRED else ""
            lines.append(f"  {mark.who}: {mark.flag}{about}")
        lines += [f"  Team Determination of the {pool.side}: {pool.points}" for pool in state.pools]
        if state.rule("languages") == "on":
            many = [f"{one.name} {one.sheet.language_room}" for one in state.fighters if one.sheet.language_room]
            if any(one.sheet.languages for one in state.fighters):
                lines.append(f"  Languages besides the native one: {', '.join(many)}")
        return tuple(lines)

    def say(self, event: e.Happening) -> str:
        return event.say()

    def headline(self, event: e.Happening) -> str | None:
        return event.headline()

    def changes(self, before: Fight, after: Fight) -> tuple[str, ...]:
        gone = [one.name for one in before.obstacles if one not in after.obstacles]
        return tuple(changes(before, after) + [f"the {name} is broken" for name in gone])


NEVER = 10**9
"""A page that nobody will see."""


def _play(story: Story, intent: i.AnyIntent, ask: Ask) -> None:
    """The deed itself, then whoever is next."""
    embolden(story, intent)
    legal.DEEDS[type(intent)].play(story, intent, ask)
    injuries_of(story, ask)
    go_on(story, ask)


def by_master(intent: i.AnyIntent) -> bool:
    """Whether an intent carries what only the game master may say: a figure, facts, secrecy."""
    figures = (
        "facts", "secret", "decoy", "benchmark", "long", "modifier", "material", "inches", "reaction",
    )  # fmt: skip
    if isinstance(intent, i.Catch):
        return bool(intent.size) or intent.lift != 1 or intent.strength is not None
    if isinstance(intent, i.Snipe) and intent.strength is not None:
        return True
    told = any(getattr(intent, name, None) not in (None, "", False, 0) for name in figures)
    return told or any(getattr(intent, name, None) is not None for name in ("difficulty", "ground"))


def _since(fighter: Fighter, pages: int) -> Fighter:
    """A character with pages counted later by so many; of those gone by only the last can matter."""
    changes: dict[str, int | None] = {}
    if fighter.dying_from is not None:
        changes["dying_from"] = max(0, fighter.dying_from - pages)
    if fighter.aimed is not None:
        changes["aimed"] = fighter.aimed - pages if fighter.aimed >= pages else None
    if fighter.wake is not None and fighter.wake != NEVER:
        changes["wake"] = fighter.wake - pages
    if fighter.rests_until is not None:
        changes["rests_until"] = fighter.rests_until - pages
    return replace(fighter, **changes) if changes else fighter


def _crowds(state: Fight) -> list[list[Fighter]]:
    """Characters in order; minions who follow each other and are in the same state stand together."""
    crowds: list[list[Fighter]] = []
    for fighter in state.fighters:
        last = crowds[-1][-1] if crowds else None
        if last is not None and fighter.sheet.minion and _alike(last, fighter):
            crowds[-1].append(fighter)
        else:
            crowds.append([fighter])
    return crowds


def _alike(one: Fighter, other: Fighter) -> bool:
    """Whether two characters differ in nothing that a list shows."""
    shown = [(f.sheet.minion, f.sheet.side, f.stamina, f.determination, f.conditions(), f.name.rpartition(" ")[0])
             for f in (one, other)]  # fmt: skip
    return shown[0] == shown[1] and bool(shown[0][-1])


def _called(crowd: list[Fighter]) -> str:
    """`Thug 4` alone, `Thug 4, 5, 9` together."""
    stem = crowd[0].name.rpartition(" ")[0]
    rest = ", ".join(one.name.rpartition(" ")[2] for one in crowd[1:])
    if len(crowd) > 4:
        return f"{stem} {crowd[0].name.rpartition(' ')[2]} to {crowd[-1].name.rpartition(' ')[2]}"
    return crowd[0].name + (f", {rest}" if rest else "")


def _known_marks(state: Fight, seat: str | None) -> tuple[Mark, ...]:
    return tuple(
        mark for mark in state.marks
        if seat == GAME_MASTER or mark.flag not in SECRET or (mark.of and state[mark.of].seat == seat)
    )  # fmt: skip


def _fighter(sheet: Sheet, teams: Mapping[str, Team]) -> Fighter:
    """A character at the start. A member of a team gives a point of starting Determination to it."""
    gives = 1 if sheet.side in teams and sheet.player != GAME_MASTER else 0
    start = max(0, sheet.start_determination - gives)
    return Fighter(sheet, sheet.full_stamina, start, arms=sheet.attacks, things=sheet.things, start_lost=gives)


ICONS = Icons()
