"""Dice Up behind the System contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from referee.clauses import index
from referee.core.asking import Ask, Pending
from referee.core.codec import nearest, to_tree
from referee.core.events import Draft
from referee.core.system import Refusal, Result, Switch, System
from referee.systems.diceup import events as e
from referee.systems.diceup import intents as i
from referee.systems.diceup.book import DOWN, EFFECTS, LIMIT, SWITCHES
from referee.systems.diceup.rolling import Story, play_act, struggles_of
from referee.systems.diceup.sheet import FACILITATOR, Hero, Setup, check
from referee.systems.diceup.state import Holding, Level, Person, Session, Struggle
from referee.systems.diceup.table import DEEDS as TABLE_DEEDS
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.happenings import Happening


def _refuse_act(session: Session, seat: str, hero: Person, intent: i.Act) -> Refusal | None:
    if session.downtime:
        return Refusal(
            "diceup.context.downtime", "downtime has closed the scene; the Facilitator opens a new one (`gm scene`)"
        )
    known = [one.name for one in session.approaches]
    if intent.approach not in known:
        return Refusal(
            "diceup.context.approaches", f"no approach is called {intent.approach!r}{nearest(intent.approach, known)}"
        )
    barred = _barred(session, hero, intent.approach)
    if barred is not None:
        return barred
    by_master = (intent.cl is not None, intent.indirect is not None, bool(intent.why), intent.closed)
    if any(by_master) and seat != FACILITATOR:
        return Refusal(
            "diceup.context.declare", "the CL and indirect strain are the Facilitator's to set; leave them out"
        )
    if intent.challenge and session.challenge(intent.challenge) is None:
        faced = [one.name for one in session.challenges]
        why = f"there is no challenge {intent.challenge!r}{nearest(intent.challenge, faced)}"
        return Refusal("diceup.context.challenge_types", why)
    faced_now = session.challenge(intent.challenge)
    if faced_now is not None and faced_now.got >= faced_now.needed:
        return Refusal("diceup.context.challenge_types", f"{intent.challenge} is overcome already")
    if intent.struggles and seat != hero.seat:
        why = f"only {hero.seat} decides when a struggle gets in the way; let the player act, and answer with the CL"
        return Refusal("diceup.context.struggle_choice", why)
    return _refuse_elements(hero, intent) or _refuse_spending(session, hero, intent)


def _barred(session: Session, hero: Person, approach: str) -> Refusal | None:
    """Two conditions on an aptitude close its approaches (diceup.conditions.second)."""
    if hero.burden(session.aptitude(approach)) < 2:
        return None
    left = ", ".join(session.open_approaches(hero)) or "none"
    why = f"two conditions on {session.aptitude(approach)} bar {approach}; still open: {left}"
    return Refusal("diceup.conditions.second", why, (EFFECTS[1], "diceup.conditions.other_approach"))


def _refuse_elements(hero: Person, intent: i.Act) -> Refusal | None:
    clause = "diceup.context.story_elements"
    if intent.strength and intent.strength not in hero.strengths:
        return Refusal(
            clause, f"{hero.name} has no strength {intent.strength!r}{nearest(intent.strength, hero.strengths)}"
        )
    known = [one.name for one in hero.struggles]
    for name in struggles_of(hero, intent):
        if name not in known:
            return Refusal(clause, f"{hero.name} has no struggle {name!r}{nearest(name, known)}")
    return None


def _refuse_spending(session: Session, hero: Person, intent: i.Act) -> Refusal | None:
    if intent.surge:
        if not hero.surges:
            clause = "diceup.context.surge_uses" if intent.surge == "cl" else "diceup.strain.surge_removal"
            return Refusal(clause, f"{hero.name} has no Surge")
        if intent.surge == "strain" and not hero.strain:
            return Refusal("diceup.strain.surge_removal", f"{hero.name} has no strain to remove")
    if intent.item:
        clause = "diceup.strain.item_removal"
        if session.rule("healing") == "off":
            return Refusal(clause, "this setting has no healing; the house rule `healing` turns it on")
        holding = hero.holding(intent.item)
        if holding is None or not holding.item.heals or not holding.uses:
            return Refusal(clause, f"{hero.name} has nothing healing called {intent.item!r} with a use left")
        removals = 1 + (intent.surge == "strain")
        if removals > session.number("removal_per_roll"):
            return Refusal(clause, "only so much strain may be removed in one roll: a Surge or an item")
        if hero.strain < removals:
            return Refusal(clause, f"{hero.name} has no strain left for that to remove")
    if intent.surge == "strain" and session.number("removal_per_roll") < 1:
        return Refusal("diceup.strain.surge_removal", "this table lets no strain be removed in a roll")
    return _refuse_assist(session, hero, intent) if intent.assist else None


def _refuse_assist(session: Session, hero: Person, intent: i.Act) -> Refusal | None:
    clause = "diceup.context.assist"
    if not session.has(intent.assist) or intent.assist == hero.name:
        names = [one.name for one in session.heroes]
        return Refusal(clause, f"no other hero is called {intent.assist!r}{nearest(intent.assist, names)}")
    helper = session[intent.assist]
    if helper.down:
        return Refusal("diceup.overcome.no_actions", f"{helper.name} is overcome and assists nobody")
    if not helper.surges:
        return Refusal(clause, f"{helper.name} has no Surge to assist with")
    if session.rule("condition_bars_assist") == "on":
        return _barred(session, helper, intent.approach)
    return None


DEEDS: Deeds = {i.Act: Deed(play_act, "attack", _refuse_act), **TABLE_DEEDS}


class DiceUp(System[Session, i.AnyIntent, Happening]):
    """Strain and conditions."""

    name = "diceup"
    version = 1
    intent_type = i.AnyIntent
    event_type = e.AnyEvent
    setup_type = Setup
    state_type = Session

    def setup(self, setup: Setup) -> Session:
        check(setup, SWITCHES)
        heroes = tuple(_person(hero, setup) for hero in setup.heroes)
        rules = tuple(sorted(setup.rules.items()))
        return Session(heroes, setup.approaches, setup.band, rules=rules)

    def switches(self) -> Mapping[str, Switch]:
        return SWITCHES

    def seats(self, state: Session) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(hero.seat for hero in state.heroes), FACILITATOR)))

    def names(self, state: Session) -> tuple[str, ...]:
        return (*(hero.name for hero in state.heroes), FACILITATOR)

    def seat_of(self, state: Session, intent: i.AnyIntent) -> str:
        set_by_master = isinstance(intent, i.Act) and (
            intent.cl is not None or intent.indirect is not None or bool(intent.why) or intent.closed
        )
        if set_by_master or DEEDS[type(intent)].when in ("gm", "table") or not state.has(intent.actor):
            return FACILITATOR
        return state[intent.actor].seat

    def to_act(self, state: Session) -> tuple[str, ...]:
        """Everybody whose hero can act or who owes a text, and the Facilitator."""
        able = (
            hero.seat
            for hero in state.heroes
            if (not hero.down and not state.downtime)
            or any(one.hero == hero.name for one in state.owed)
            or (state.downtime and hero.conditions and not hero.removed)
        )
        return tuple(dict.fromkeys((*able, FACILITATOR)))

    def candidates(self, state: Session, seat: str) -> Iterator[i.AnyIntent]:
        """Each approach plain and with what could be spent; texts that are owed in one plain form."""
        for hero in state.heroes:
            if seat not in (hero.seat, FACILITATOR):
                continue
            yield from _acts(state, hero)
            for owed in state.owed:
                if owed.hero == hero.name:
                    yield i.Tell(hero.name, owed.number, f"about {owed.what}")
            for condition in hero.conditions:
                yield i.Remove(hero.name, condition.number, "rest and care")
            for holding in hero.holdings:
                yield i.Heal(hero.name, holding.item.name)
                if seat == FACILITATOR:
                    yield i.Repair(hero.name, holding.item.name)
            if hero.game_changers:
                yield i.Spend(hero.name, "a lucky find")
            if seat == FACILITATOR:
                yield i.Suffer(hero.name, 1, "a risky course")
                yield i.Award(hero.name, "surges")
        if seat == FACILITATOR:
            yield i.Calm(FACILITATOR)
            yield i.Downtime(FACILITATOR)
            yield i.Scene(FACILITATOR)

    def refusal(self, state: Session, seat: str, intent: i.AnyIntent) -> Refusal | None:
        deed = DEEDS[type(intent)]
        if deed.when in ("gm", "table") and seat != FACILITATOR:
            return Refusal("diceup.context.declare", "that is for the Facilitator to say")
        if isinstance(intent, i.TABLE):
            if intent.actor != FACILITATOR:
                why = f"that is said of the whole table; write `{FACILITATOR}` first"
                return Refusal("diceup.context.declare", why)
            return deed.refuse(state, seat, None, intent)
        if not state.has(intent.actor):
            names = [hero.name for hero in state.heroes]
            return Refusal(
                "diceup.context.declare", f"nobody here is called {intent.actor!r}{nearest(intent.actor, names)}"
            )
        hero = state[intent.actor]
        if isinstance(intent, i.Retire) and seat != hero.seat:
            return Refusal("diceup.overcome.not_dead", f"only {hero.seat} decides how {hero.name} ends")
        if isinstance(intent, i.Remove | i.Spend) and seat != hero.seat:
            clause = (
                "diceup.removing.one_per_downtime" if isinstance(intent, i.Remove) else "diceup.context.game_changers"
            )
            return Refusal(clause, f"that is {hero.seat}'s choice; the Facilitator agrees or does not")
        if seat not in (hero.seat, FACILITATOR):
            return Refusal("diceup.context.declare", f"{hero.name} is played by {hero.seat}, not by {seat}")
        if hero.ended and not isinstance(intent, i.Tell):
            return Refusal("diceup.overcome.not_dead", f"{hero.name} is {hero.ended}")
        if hero.down and deed.when in ("attack", "reaction"):
            why = f"{hero.name} is overcome by conditions and takes no part in this scene"
            return Refusal("diceup.overcome.no_actions", why)
        return deed.refuse(state, seat, hero, intent)

    def step(self, state: Session, seat: str, intent: i.AnyIntent, ask: Ask) -> tuple[Session, tuple[Happening, ...]]:
        story: Story = Draft(state, self.evolve, index())
        try:
            DEEDS[type(intent)].play(story, intent, ask)
        except Pending as pending:
            pending.so_far = tuple(story.events)
            raise
        return story.state, tuple(story.events)

    def evolve(self, state: Session, event: Happening) -> Session:
        after: Session = event.on(state)
        return after

    def result(self, state: Session) -> Result | None:
        """A session has no winner."""
        return None

    def worth(self, state: Session, seat: str) -> Fraction:
        """How little strain and how few conditions a player's heroes carry; the reverse of all heroes for the Facilitator."""
        heroes = [hero for hero in state.heroes if hero.seat == seat or seat == FACILITATOR]
        most = (LIMIT + 1) * (DOWN + 1)
        burdens = [min(most, hero.strain + (LIMIT + 1) * len(hero.conditions)) for hero in heroes]
        burden = Fraction(sum(burdens), most * len(heroes)) if heroes else Fraction(1, 2)
        return burden if seat == FACILITATOR else 1 - burden

    def essence(self, state: Session) -> Session:
        """Texts that are owed change nothing but the story. Conditions are numbered anew, hero by hero, unless a scar
        without a name stands on a number."""
        if any(one.scar for hero in state.heroes for one in hero.struggles):
            return replace(state, owed=())
        count = 0
        heroes = []
        for hero in state.heroes:
            numbered = tuple(replace(one, number=count + at) for at, one in enumerate(hero.conditions, 1))
            count += len(numbered)
            heroes.append(replace(hero, conditions=numbered))
        return replace(state, heroes=tuple(heroes), owed=(), count=count)

    def measures(self, state: Session) -> tuple[tuple[str, str, int], ...]:
        """Everybody's strain and conditions."""
        return tuple(
            (hero.name, what, number)
            for hero in state.heroes
            for what, number in (("strain", hero.strain), ("conditions", len(hero.conditions)))
        )

    def standing(self, state: Session) -> tuple[str, ...]:
        return tuple(hero.name for hero in state.heroes if not hero.down)

    def view(self, state: Session, seat: str | None) -> Any:
        """Everything: these rules keep no secrets."""
        return to_tree(state)

    def show(self, state: Session, seat: str | None) -> tuple[str, ...]:
        """Strain, conditions, surges and items of every hero, challenges, and what is still owed."""
        levels = (
            f"a challenge level is a band of {state.band} totals"
            if state.band > 1
            else "a challenge level is a plain total"
        )
        lines = [f"Scene {state.scene}{', downtime' if state.downtime else ''} ({levels})"]
        width = max(len(hero.name) for hero in state.heroes)
        for hero in state.heroes:
            bar = "█" * hero.strain + "░" * (LIMIT - hero.strain)
            lines.append(
                f"  {hero.name:<{width}}  {bar} Strain {hero.strain} of {LIMIT}  Conditions {len(hero.conditions)} of {DOWN}"
                f"  Surges {hero.surges}  Game Changers {hero.game_changers}  {', '.join(hero.said())}".rstrip()
            )
            items = ", ".join(f"{one.item.name} {one.uses}/{one.item.uses}" for one in hero.holdings)
            struggles = ", ".join(one.name + (" (scar)" if one.scar else "") for one in hero.struggles)
            lines += [
                f"  {'':<{width}}    {label}: {text}"
                for label, text in (("Items", items), ("Struggles", struggles))
                if text
            ]
        lines += [f"  Challenge {one.name}: {one.got} of {one.needed}" for one in state.challenges]
        lines += [f"  Owed by {one.hero} (tell {one.number}): {one.about}" for one in state.owed]
        return tuple(lines)

    def say(self, event: Happening) -> str:
        return event.say()

    def headline(self, event: Happening) -> str | None:
        return event.headline()

    def changes(self, before: Session, after: Session) -> tuple[str, ...]:
        told = []
        for was, now in zip(before.heroes, after.heroes, strict=True):
            pairs = (
                ("strain", was.strain, now.strain), ("Surges", was.surges, now.surges),
                ("Game Changers", was.game_changers, now.game_changers),
                ("conditions", len(was.conditions), len(now.conditions)),
            )  # fmt: skip
            words = [f"{name} {old} to {new}" for name, old, new in pairs if old != new]
            if now.down and not was.down:
                words.append("overcome")
            if words:
                told.append(f"{now.name}: {', '.join(words)}")
        return tuple(told)


def _acts(state: Session, hero: Person) -> Iterator[i.Act]:
    for approach in state.approaches:
        yield i.Act(hero.name, approach.name)
        yield i.Act(hero.name, approach.name, surge="cl")
        yield i.Act(hero.name, approach.name, surge="strain")
        for holding in hero.holdings:
            if holding.item.heals:
                yield i.Act(hero.name, approach.name, item=holding.item.name)
        for other in state.heroes:
            if other.name != hero.name:
                yield i.Act(hero.name, approach.name, assist=other.name)


def _person(hero: Hero, setup: Setup) -> Person:
    elements = (hero.role, *hero.strengths) if hero.role else hero.strengths
    levels = tuple(Level(one.name, hero.approaches.get(one.name, 0)) for one in setup.approaches)
    return Person(
        hero.name, hero.player, levels, elements, tuple(Struggle(name) for name in hero.struggles),
        tuple(Holding(item, item.uses) for item in hero.items), hero.surges,
    )  # fmt: skip


DICEUP = DiceUp()
