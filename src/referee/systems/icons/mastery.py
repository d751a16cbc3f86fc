"""What only the game master does: how things stand, compels, overruling, and time beyond pages."""

from __future__ import annotations

from typing import Any

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.book import PRICES, RANGE_ROWS, step_of
from referee.systems.icons.determination import TESTS
from referee.systems.icons.pages import end_page
from referee.systems.icons.rolling import Story
from referee.systems.icons.state import PAIRED, SECRET, Fight, Fighter, Resolve

MARKS = {
    "airborne": "icons.aerial.slam",
    "underwater": "icons.underwater.penalty",
    "unaware": "icons.surprise.bonus",
    "startled": "icons.conflict.surprise-start",
    "dim": "icons.visibility.penalty",
    "once": "icons.context.determined-effort.condition",
    "paralyzed": "icons.immobile.includes",
}
"""The clause by which the game master says how things stand."""


def _refuse_mark(fight: Fight, seat: str, actor: Fighter, intent: i.Mark | i.Unmark) -> Refusal | None:
    clause = MARKS[intent.flag]
    if intent.flag in PAIRED and (not fight.has(intent.of) or intent.of == actor.name):
        why = f"{intent.flag} needs another character: of=NAME{nearest(intent.of, fight.names())}"
        return Refusal(clause, why)
    if intent.flag not in PAIRED and intent.of:
        return Refusal(clause, f"{intent.flag} is about one character; leave `of` out")
    if fight.marked(actor.name, intent.flag, intent.of) == isinstance(intent, i.Mark):
        return Refusal(clause, "that is how things stand already")
    return None


def _mark(story: Story, intent: i.Mark | i.Unmark, ask: Ask) -> None:
    fight = story.state
    holds = isinstance(intent, i.Mark)
    # Whoever is taken unawares must not learn of it; whoever lies in wait may.
    knows = (GAME_MASTER, fight[intent.of].seat) if intent.of else (GAME_MASTER,)
    seen_by = tuple(dict.fromkeys(knows)) if intent.flag in SECRET else None
    clause = MARKS[intent.flag]
    story.emit(e.Marked(who=intent.actor, flag=intent.flag, of=intent.of, holds=holds, clause=clause, seen_by=seen_by))


# ---------------------------------------------------------------------- compels


def _refuse_compel(fight: Fight, seat: str, actor: Fighter, intent: i.Compel) -> Refusal | None:
    if intent.aspect not in actor.aspects:
        known = ", ".join(actor.aspects) or "none"
        why = (
            f"{intent.aspect!r} is no aspect of {actor.name}{nearest(intent.aspect, actor.aspects)} (aspects: {known})"
        )
        return Refusal("icons.context.aspects", why)
    return None


def _compel(story: Story, intent: i.Compel, ask: Ask) -> None:
    actor = story.state[intent.actor]
    clause = "icons.context.compel"
    # Without a point to pay with, a compel cannot be refused.
    options = ("accept", "refuse") if actor.determination > 0 else ("accept",)
    question = f"{intent.aspect!r} of {actor.name} is compelled: {intent.text or 'it makes things harder'}"
    accepted = ask.choose(actor.seat, options, clause, question) == "accept"
    also = ["icons.context.aspects"]
    if intent.aspect in actor.injuries:
        also.append("icons.injuries.challenge")
    story.emit(
        e.Compelled(
            actor=actor.name, aspect=intent.aspect, accepted=accepted, text=intent.text, clause=clause, also=tuple(also)
        )
    )


def _refuse_forget(fight: Fight, seat: str, actor: Fighter, intent: i.Forget) -> Refusal | None:
    if actor.name not in fight[intent.target].defied:
        why = f"{actor.name} may try to intimidate {intent.target} anyway"
        return Refusal("icons.intimidating.lockout", why)
    return None


def _forget(story: Story, intent: i.Forget, ask: Ask) -> None:
    story.emit(e.Defied(target=intent.target, by=intent.actor, locked=False, clause="icons.intimidating.lockout"))


# -------------------------------------------------------------------- overruling


def changes(fight: Fight, actor: Fighter, what: str, to: str) -> dict[str, Any] | str:
    """What an overruling sets on a character, or a sentence that says what is wrong with it."""
    if what in ("stamina", "determination", "strength", "paces"):
        if not to.isdecimal():
            return f"{what} needs a whole number, not {to!r}"
        number = int(to)
        if what == "stamina":
            if number > actor.sheet.full_stamina:
                return f"{actor.name} has at most {actor.sheet.full_stamina} Stamina"
            if number == 0:
                return {"stamina": 0, "unconscious": True, "panel": "done"}
            return {"stamina": number, "unconscious": False, "wake": None, "dying_from": None}
        if what == "strength":
            full = actor.strength + actor.lost
            if number > full:
                return f"{actor.name} has at most Strength {full}"
            return {"lost": full - number, "cured": 0}
        return {what: number}
    if what == "injured":
        return {"injuries": [] if to == "no" else [*actor.injuries, to]}
    if to not in ("yes", "no"):
        return f"{what} is yes or no, not {to!r}"
    yes = to == "yes"
    if what == "unconscious":
        waking = {"stamina": max(1, min(actor.sheet.full_stamina, actor.strength)), "wake": None, "dying_from": None}
        return {"unconscious": yes, **({"stamina": 0, "panel": "done"} if yes else waking)}
    if what == "dead":
        if yes:
            return {"dead": True, "stamina": 0, "unconscious": True, "dying_from": None, "wake": None, "panel": "done",
                    "died_in": fight.issue}  # fmt: skip
        return {"dead": False, "died_in": None, "lost": min(actor.lost, actor.sheet.strength)}
    if what == "dying":
        if yes:
            return {"dying_from": fight.page, "stamina": 0, "unconscious": True, "wake": None, "panel": "done"}
        return {"dying_from": None}
    if what == "stunned":
        rest = [owed for owed in actor.owed if owed != "stun"]
        return {"owed": [*rest, "stun"]} if yes else {"owed": rest, "field": None}
    if what == "acted":
        return {"panel": "done" if yes else "waiting", "attacks": 0}
    return {} if what == "free" else {what: yes}


def _refuse_overrule(fight: Fight, seat: str, actor: Fighter, intent: i.Overrule) -> Refusal | None:
    found = changes(fight, actor, intent.what, intent.to)
    if isinstance(found, str):
        return Refusal("icons.doing.anything", found)
    if actor.dead and intent.what != "dead":
        return Refusal("icons.killing.death", f"{actor.name} is dead; overrule that first")
    flags = {"unconscious": actor.unconscious, "dead": actor.dead, "dying": actor.dying, "down": actor.down}
    if intent.what in flags and flags[intent.what] == (intent.to == "yes"):
        return Refusal("icons.doing.anything", "that is how things stand already")
    if intent.what == "acted" and intent.to == "no" and not actor.able:
        return Refusal("icons.damage.zero-stamina", f"{actor.name} is unconscious")
    return None


def _overrule(story: Story, intent: i.Overrule, ask: Ask) -> None:
    found = changes(story.state, story.state[intent.actor], intent.what, intent.to)
    assert isinstance(found, dict)  # refused otherwise
    story.emit(
        e.Overruled(
            actor=intent.actor,
            what=intent.what,
            to=intent.to,
            changes=found,
            why=intent.why,
            clause="icons.doing.anything",
        )
    )


def _refuse_place(fight: Fight, seat: str, actor: Fighter, intent: i.Place) -> Refusal | None:
    if intent.target == actor.name:
        return Refusal("icons.distance.abstract", "a range lies between two characters; name another one")
    if fight.range(actor.name, intent.target) == intent.to:
        return Refusal("icons.distance.abstract", "that is how far apart they are already")
    return None


def _place(story: Story, intent: i.Place, ask: Ask) -> None:
    step = step_of(intent.to)
    story.emit(
        e.Placed(
            actor=intent.actor, target=intent.target, step=step, why=intent.why, clause="icons.distance.abstract",
            also=(RANGE_ROWS[step],),
        )
    )  # fmt: skip


def _refuse_decree(fight: Fight, seat: str, actor: Fighter, intent: i.Decree) -> Refusal | None:
    if intent.test not in TESTS:
        why = f"{intent.test!r} is no test{nearest(intent.test, TESTS)} (tests: {', '.join(TESTS)})"
        return Refusal("icons.doing.anything", why)
    if intent.target and not fight.has(intent.target):
        return Refusal("icons.doing.anything", f"nobody here is called {intent.target!r}")
    return None


def _decree(story: Story, intent: i.Decree, ask: Ask) -> None:
    resolve = Resolve(intent.test, intent.target, want=intent.outcome)
    story.emit(
        e.Decreed(
            actor=intent.actor,
            resolve=resolve,
            used=False,
            why=intent.why,
            clause="icons.doing.anything",
            seen_by=(GAME_MASTER,),
        )
    )


# ------------------------------------------------------------------- beyond pages


def _refuse_conflict(fight: Fight, seat: str, actor: None, intent: i.Conflict) -> Refusal | None:
    if intent.side not in fight.sides:
        why = f"no character is on side {intent.side!r}{nearest(intent.side, fight.sides)}"
        return Refusal("icons.conflict.initiator-first", why)
    return None


def _conflict(story: Story, intent: i.Conflict, ask: Ask) -> None:
    end_page(story, ask)
    clause = "icons.conflict.initiator-first"
    story.emit(e.ConflictBegan(side=intent.side, page=story.state.page, clause=clause))


def _chapter(story: Story, intent: i.Chapter, ask: Ask) -> None:
    _close_chapter(story)
    story.emit(e.ChapterBegan(number=story.state.chapter + 1, clause="icons.time.chapter"))


def _close_chapter(story: Story) -> None:
    """By house rule the end of a chapter brings all Stamina back (icons.recovery.between-chapters)."""
    fight = story.state
    if fight.rule("chapter_recovery") != "full":
        return
    for fighter in fight.fighters:
        full = fighter.sheet.full_stamina
        if not fighter.dead and not fighter.dying and fighter.stamina < full:
            clause = "icons.recovery.between-chapters"
            story.emit(e.Restored(target=fighter.name, stamina=full, by="between the chapters", clause=clause))


def _issue(story: Story, intent: i.Issue, ask: Ask) -> None:
    """The first chapter of a new issue: Determination is renewed, injuries are over."""
    _close_chapter(story)
    story.emit(e.IssueBegan(number=story.state.issue + 1, clause="icons.time.issue"))
    story.emit(e.ChapterBegan(number=1, clause="icons.time.chapter"))
    for fighter in story.state.fighters:
        start = max(0, fighter.sheet.start_determination - fighter.start_lost)
        if not fighter.dead and fighter.determination < start:
            clause = "icons.context.determination-renewal"
            story.emit(e.Renewed(actor=fighter.name, determination=start, clause=clause))
        for injury in fighter.injuries:
            story.emit(e.Healed(target=fighter.name, injury=injury, clause="icons.injuries.challenge"))


def _refuse_wait(fight: Fight, seat: str, actor: None, intent: i.Wait) -> Refusal | None:
    clause = "icons.time.page-length"
    long = intent.unit in ("hours", "days", "weeks")
    if intent.medic and (
        not fight.has(intent.medic)
        or not fight[intent.medic].able
        or fight[intent.medic].sheet.specialty("Medicine") is None
    ):
        return Refusal(
            "icons.context.specialty-list", f"{intent.medic!r} is nobody conscious with the specialty Medicine"
        )
    restless = [one.name for one in fight.fighters if one.dying]
    if long and restless:
        return Refusal("icons.killing.strength-loss", f"{', '.join(restless)}: dying; that is a matter of pages")
    drowning = [one.name for one in fight.fighters if fight.marked(one.name, "underwater") and not one.sheet.breathes]
    if long and drowning:
        return Refusal("icons.swimming.breath-test", f"{', '.join(drowning)}: under water without air")
    if not long and pages_of(fight, intent) > 1000:
        return Refusal(clause, "more than 1000 pages are hours; wait for hours")
    return None


def pages_of(fight: Fight, intent: i.Wait) -> int:
    """Pages and minutes as pages (icons.time.page-length)."""
    return intent.amount * (int(fight.rule("pages_per_minute")) if intent.unit == "minutes" else 1)


HOURS = {"hours": 1, "days": 24, "weeks": 24 * 7}


def _wait(story: Story, intent: i.Wait, ask: Ask) -> None:
    """Time without deeds: pages run as pages do, hours give Stamina, days and weeks lost Strength."""
    clause = "icons.time.page-length"
    if intent.unit in ("pages", "minutes"):
        story.emit(e.TimePassed(amount=intent.amount, unit=intent.unit, clause=clause))
        for _ in range(pages_of(story.state, intent)):
            end_page(story, ask)
        return
    hours = intent.amount * HOURS[intent.unit]
    while any(one.unconscious and not one.dead for one in story.state.fighters):
        end_page(story, ask)
    story.emit(
        e.TimePassed(
            amount=intent.amount, unit=intent.unit, hours=hours, hospital=intent.hospital, clause="icons.time.two-kinds"
        )
    )
    bonus = 0
    if intent.medic:
        trained = story.state[intent.medic].sheet.specialty("Medicine")
        bonus = trained.bonus if trained else 0
    for fighter in story.state.fighters:
        if fighter.rests_until is not None:
            story.emit(e.Rested(actor=fighter.name, clause="icons.exhaustion.moderate"))
        if fighter.paces:
            story.emit(e.Paced(actor=fighter.name, paces=0, idle=0, clause="icons.exhaustion.cumulative"))
    for fighter in story.state.fighters:
        full = fighter.sheet.full_stamina
        minutes = hours * 60
        regrown = fighter.sheet.power("Regeneration") * minutes * int(story.state.rule("pages_per_minute")) // 10
        gain = (max(0, fighter.strength) + bonus) * hours + regrown
        if not fighter.dead and fighter.stamina < full and gain:
            stamina = min(full, fighter.stamina + gain)
            also: tuple[str, ...] = ("icons.context.specialty-list",) if bonus else ()
            also += ("icons.context.regeneration",) if regrown else ()
            story.emit(
                e.Restored(target=fighter.name, stamina=stamina, by="rest", clause="icons.recovery.hourly", also=also)
            )
    for fighter in story.state.fighters:
        if fighter.lost and not fighter.dead:
            _regain(story, fighter, intent)


def _regain(story: Story, fighter: Fighter, intent: i.Wait) -> None:
    """Lost Strength: a level a week, a day in hospital, or as fast as Regeneration (icons.lost-strength.recovery)."""
    power = fighter.sheet.power("Regeneration")
    levels = min(fighter.lost, fighter.cured // LEVEL)
    if not levels:
        return
    clause: str = "icons.lost-strength.recovery"
    also: tuple[str, ...] = ()
    if power and not (intent.hospital and power < 7):
        clause, also = "icons.lost-strength.powers", ("icons.context.regeneration",)
    story.emit(e.GrewStronger(target=fighter.name, levels=levels, cured=levels * LEVEL, clause=clause, also=also))


LEVEL = 24 * 7
"""Hours of plain recovery that bring a level of Strength back; a day in hospital counts for seven."""


def _refuse_return(fight: Fight, seat: str, actor: Fighter, intent: i.Return) -> Refusal | None:
    clause = "icons.dead.out-of-play"
    if not actor.dead:
        return Refusal(clause, f"{actor.name} is not dead")
    for price in _prices(intent):
        if price not in PRICES:
            why = f"{price!r} is no price{nearest(price, PRICES)} (prices: {', '.join(PRICES)})"
            return Refusal("icons.dead.requirements", why)
    earliest = (actor.died_in or fight.issue) + 2
    if fight.issue < earliest and not actor.sheet.power("Immortality"):
        return Refusal(
            clause, f"{actor.name} may return in issue {earliest} at the earliest; this is issue {fight.issue}"
        )
    return None


def _prices(intent: i.Return) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in intent.prices.split(",") if word.strip()))


def _return(story: Story, intent: i.Return, ask: Ask) -> None:
    fighter = story.state[intent.actor]
    prices = _prices(intent)
    start = fighter.sheet.start_determination
    lost = min(start, fighter.start_lost + ("determination" in prices))
    immortal = fighter.sheet.power("Immortality") > 0
    points = 0 if immortal else start - lost
    also = ["icons.dead.out-of-play", *(PRICES[price] for price in prices)]
    if immortal:
        also.append("icons.context.immortality")
    story.emit(
        e.CameBack(
            target=fighter.name, prices=prices, determination=points, start_lost=lost, clause="icons.dead.requirements",
            also=tuple(also),
        )
    )  # fmt: skip


DEEDS: Deeds = {
    i.Mark: Deed(_mark, "gm", _refuse_mark),
    i.Unmark: Deed(_mark, "gm", _refuse_mark),
    i.Compel: Deed(_compel, "gm", _refuse_compel),
    i.Forget: Deed(_forget, "gm", _refuse_forget),
    i.Overrule: Deed(_overrule, "gm", _refuse_overrule),
    i.Place: Deed(_place, "gm", _refuse_place),
    i.Decree: Deed(_decree, "gm", _refuse_decree),
    i.Return: Deed(_return, "gm", _refuse_return),
    i.Conflict: Deed(_conflict, "table", _refuse_conflict),
    i.Chapter: Deed(_chapter, "table"),
    i.Issue: Deed(_issue, "table"),
    i.Wait: Deed(_wait, "table", _refuse_wait),
}
