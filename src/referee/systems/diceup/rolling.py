"""An action roll from the warning to the scar, and strain outside one."""

from __future__ import annotations

from typing import TypeAlias

from referee.core.asking import Ask
from referee.core.events import Draft, Part
from referee.systems.diceup import events as e
from referee.systems.diceup import intents as i
from referee.systems.diceup.book import (
    D20,
    DOWN,
    EFFECTS,
    LIMIT,
    beat_row,
    level_of,
    margin_row,
    strain_of,
)  # fmt: skip
from referee.systems.diceup.sheet import APTITUDES, FACILITATOR, KINDS
from referee.systems.diceup.state import Challenge, Condition, Owed, Person, Session
from referee.systems.graded.happenings import Happening

Story: TypeAlias = Draft[Session, Happening]

HARDEST = 30


def owe(story: Story, hero: str, what: str, about: str, number: int | None = None) -> None:
    """A text that the player still has to give."""
    clauses = {
        "strain": "diceup.taking.kind", "soak": "diceup.reducing.explain", "condition": "diceup.conditions.author",
        "scar": "diceup.scars.author",
    }  # fmt: skip
    owed = Owed(story.state.count + 1 if number is None else number, hero, what, about)
    story.emit(e.Owing(owed=owed, clause=clauses[what]))


def play_act(story: Story, intent: i.Act, ask: Ask) -> None:
    """Declare, challenge level, warning, confirm, spend, roll, grade, soak, strain, condition, reward, scar
    (diceup.context.declare)."""
    session = story.state
    hero = session[intent.actor]
    asked = f"{hero.name} uses {intent.approach}" + (f" to {intent.goal}" if intent.goal else "")
    cl = intent.cl
    if cl is None:
        options = tuple(map(str, range(1, HARDEST + 1)))
        cl = int(ask.choose(FACILITATOR, options, "diceup.context.declare", f"{asked}. At which CL?"))
    indirect = intent.indirect
    if indirect is None:
        options = tuple(map(str, range(LIMIT + 1)))
        indirect = int(
            ask.choose(FACILITATOR, options, "diceup.strain.indirect", f"{asked}. How much indirect strain?")
        )
    if indirect and not _warned(story, intent, hero, indirect, ask):
        return
    assisted = _spend(story, intent, ask)
    margin = _roll(story, intent, cl, assisted, ask)
    success = margin >= 0
    story.emit(
        e.Result(
            hero=hero.name, goal=intent.goal, success=success, epic=margin >= 4, clause="diceup.context.challenge_types",
            also=("diceup.context.narration",),
        )
    )  # fmt: skip
    if intent.challenge and success:
        _progress(story, intent.challenge, margin)
    _take(story, hero.name, intent, indirect, margin, ask)
    if margin < 0 and (gain := session.number("surge_on_miss")):
        clause = "diceup.context.surge_earning"
        story.emit(e.Spent(hero=hero.name, what="surges", amount=gain, why="for the miss", clause=clause))
    if margin >= 2:
        _reward(story, hero.name, margin, ask)
    overcome(story, hero.name)


def _warned(story: Story, intent: i.Act, hero: Person, indirect: int, ask: Ask) -> bool:
    """Announce indirect strain; whether the player goes on (diceup.strain.indirect_choice)."""
    also = ("diceup.indirect.definition", "diceup.strain.indirect")
    clause = "diceup.strain.indirect_announce"
    story.emit(e.Announced(hero=hero.name, amount=indirect, why=intent.why, clause=clause, also=also))
    if intent.closed:
        return True
    text = f"This costs {hero.name} {indirect} indirect strain{f' ({intent.why})' if intent.why else ''}. Go on?"
    if ask.choose(hero.seat, ("go on", "withdraw"), "diceup.indirect.reconsider", text) == "go on":
        return True
    clause = "diceup.strain.indirect_choice"
    story.emit(e.Withdrew(hero=hero.name, clause=clause, also=("diceup.indirect.reconsider",)))
    return False


def _spend(story: Story, intent: i.Act, ask: Ask) -> bool:
    """What was declared before the die: a Surge, a healing item, an assist. Whether somebody assists."""
    hero = intent.actor
    timing = ("diceup.context.surge_timing", "diceup.context.surge_uses")
    if intent.surge:
        why = "one level off the CL" if intent.surge == "cl" else "one strain"
        clause = "diceup.context.surge_uses" if intent.surge == "cl" else "diceup.strain.surge_removal"
        story.emit(e.Spent(hero=hero, what="surges", amount=-1, why=why, clause=clause, also=timing))
    if intent.surge == "strain":
        relieve(story, hero, 1, "a Surge", "diceup.strain.surge_removal")
    if intent.item:
        clause = "diceup.strain.item_removal"
        story.emit(e.Spent(hero=hero, what=intent.item, amount=-1, why="used in the roll", clause=clause))
        relieve(story, hero, 1, intent.item, clause)
    if not intent.assist:
        return False
    helper = story.state[intent.assist]
    clause = "diceup.context.assist"
    if helper.seat != story.state[hero].seat:
        text = f"Does {helper.name} assist {hero}, for a Surge?"
        if ask.choose(helper.seat, ("yes", "no"), clause, text) == "no":
            story.emit(e.Declined(actor=helper.name, what=f"to assist {hero}", clause=clause))
            return False
    story.emit(e.Spent(hero=helper.name, what="surges", amount=-1, why=f"assists {hero}", clause=clause, also=timing))
    return True


def relieve(story: Story, hero: str, amount: int, by: str, clause: str, also: tuple[str, ...] = ()) -> None:
    """Remove strain, not below 0."""
    now = story.state[hero].strain
    left = max(0, now - amount)
    if left != now:
        story.emit(e.Strained(hero=hero, taken=left - now, strain=left, kind="", why=by, clause=clause, also=also))


def against(session: Session, hero: Person, intent: i.Act, cl: int, assisted: bool) -> list[Part]:
    """The effective challenge level, line by line, never below 1 (diceup.context.cl_floor)."""
    parts = [Part("CL", cl, "diceup.context.declare")]
    if hero.burden(session.aptitude(intent.approach)) == 1:
        parts.append(Part("condition", 2, EFFECTS[0]))
        parts.append(Part("on its aptitude", 0, "diceup.conditions.first"))
    if intent.surge == "cl":
        parts.append(Part("Surge", -1, "diceup.context.surge_uses"))
    if assisted:
        parts.append(Part(f"assist by {intent.assist}", -1, "diceup.context.assist"))
    if intent.strength:
        parts.append(Part(intent.strength, -1, "diceup.context.story_elements"))
    for name in struggles_of(hero, intent):
        scar = any(one.name == name and one.scar for one in hero.struggles)
        parts.append(Part(name, 1, "diceup.scars.hinder" if scar else "diceup.context.story_elements"))
    short = 1 - sum(part.amount for part in parts)
    return [*parts, Part("never below 1", short, "diceup.context.cl_floor")] if short > 0 else parts


def struggles_of(hero: Person, intent: i.Act) -> list[str]:
    """The struggles that the player brings in: one name, or several by commas; each counts once."""
    if any(one.name == intent.struggles for one in hero.struggles):
        return [intent.struggles]
    return list(dict.fromkeys(word.strip() for word in intent.struggles.split(",") if word.strip()))


def _roll(story: Story, intent: i.Act, cl: int, assisted: bool, ask: Ask) -> int:
    """Roll against the effective challenge level; the margin in levels."""
    session = story.state
    hero = session[intent.actor]
    lines = against(session, hero, intent, cl, assisted)
    hard = sum(part.amount for part in lines)
    text = f"{hero.name} rolls for {intent.approach}"
    rolled = ask.roll(D20, "diceup.context.action_roll", text, roller=hero.seat)
    parts = [
        Part("d20", rolled.total, "diceup.context.action_roll"),
        Part(intent.approach, hero.level(intent.approach), "diceup.context.one_approach"),
    ]
    total = sum(part.amount for part in parts)
    level = level_of(total, session.band)
    margin = level - hard
    row = margin_row(margin)
    also = ["diceup.context.cl_bands", "diceup.context.cl_floor", row, "diceup.strain.sources"]
    if intent.struggles:
        also.append("diceup.context.struggle_choice")
    if margin > 0:
        also.append(beat_row(margin))
    story.emit(
        e.Rolled(
            hero=hero.name, approach=intent.approach, die=rolled.total, total=total, level=level, cl=hard, margin=margin,
            parts=tuple(parts), against=tuple(lines), clause="diceup.context.action_roll", also=tuple(also),
        )
    )  # fmt: skip
    return margin


def _progress(story: Story, name: str, margin: int) -> None:
    """Successes of a complex challenge: one for a meet or a beat by 1, one more for each further level."""
    challenge = story.state.challenge(name)
    assert challenge is not None  # refused otherwise
    got = challenge.got + max(1, margin)
    story.emit(e.Faced(challenge=Challenge(name, challenge.needed, got), clause="diceup.context.challenge_types"))


# ----------------------------------------------------------------------- strain


def _take(story: Story, name: str, intent: i.Act, indirect: int, margin: int, ask: Ask) -> None:
    """Indirect and rolled strain are one bundle: soaked, taken, and at most one condition (diceup.indirect.regardless)."""
    rolled = strain_of(margin, str(story.state.rule("miss_strain")))
    clause = (
        "diceup.taking.meet" if margin == 0 else "diceup.taking.miss" if margin < 0 else "diceup.indirect.regardless"
    )
    also: tuple[str, ...] = (margin_row(margin),)
    if indirect:
        also = (*also, "diceup.indirect.regardless")
    usual = KINDS[story.state.aptitude(intent.approach)]  # type: ignore[index]
    words = {0: "the cost of a meet"}.get(margin, f"missed by {-margin}" if margin < 0 else "")
    why = ", ".join(filter(None, [words, f"{indirect} indirect" if indirect else ""]))
    suffer(story, name, rolled + indirect, usual, why, clause, also, intent.because, ask)


def suffer(
    story: Story,
    name: str,
    amount: int,
    usual: str,
    why: str,
    clause: str,
    also: tuple[str, ...],
    because: str,
    ask: Ask,
) -> None:
    """Take a bundle of strain: soak, the kind, the track, and the condition that it may bring."""
    if amount <= 0:
        return
    amount -= _soak(story, name, amount, because, ask)
    if amount <= 0:
        return
    hero = story.state[name]
    kinds = (usual, *(kind for kind in KINDS.values() if kind != usual))
    kind = ask.choose(hero.seat, kinds, "diceup.taking.kind", f"{name} takes {amount} strain. Of which kind?")
    before = hero.strain
    after = min(LIMIT, before + amount)
    cites = [*also, "diceup.taking.kind"]
    if before + amount > LIMIT:
        cites.append("diceup.taking.stays_six")
    story.emit(e.Strained(hero=name, taken=amount, strain=after, kind=kind, why=why, clause=clause, also=tuple(cites)))
    owe(story, name, "strain", f"what {amount} {kind} strain looks or feels like")
    if after == LIMIT:
        reached = "diceup.conditions.at_max" if before == LIMIT else "diceup.conditions.reach_six"
        _condition(story, name, reached, ask)


def _soak(story: Story, name: str, amount: int, because: str, ask: Ask) -> int:
    """Points that armor, a spell or technology takes away, within the limit of one action."""
    session = story.state
    hero = session[name]
    because = because.strip()
    if session.rule("soak") == "off":
        return 0
    soaked = 0
    vetoed: list[str] = []
    while soaked < min(amount, session.number("soak_per_action")):
        holdings = story.state[name].holdings
        ready = [one.item.name for one in holdings if one.item.soaks and one.uses and one.item.name not in vetoed]
        if not ready:
            break
        text = f"{name} is about to take {amount - soaked} strain. Soak a point?"
        choice = ask.choose(hero.seat, ("no", *ready), "diceup.reducing.spend", text)
        if choice == "no":
            break
        reason = because or "the player will say how"
        clause = "diceup.reducing.explain"
        if (
            ask.choose(FACILITATOR, ("yes", "no"), clause, f"{name}'s {choice} soaks a point: {reason}. Does it?")
            == "no"
        ):
            story.emit(e.Refused(hero=name, what=f"soak by the {choice}", clause="diceup.reducing.other_sources"))
            vetoed.append(choice)
            continue
        limits = ("diceup.reducing.limited_uses", "diceup.reducing.per_action", "diceup.reducing.setting")
        story.emit(e.Spent(hero=name, what=choice, amount=-1, why="a point soaked", clause="diceup.reducing.spend"))
        story.emit(e.Soaked(hero=name, item=choice, amount=1, clause="diceup.reducing.spend", also=(*limits, clause)))
        if not because:
            owe(story, name, "soak", f"why the {choice} can take that strain")
        soaked += 1
    return soaked


def _condition(story: Story, name: str, clause: str, ask: Ask) -> None:
    """One condition, on an aptitude of the player's choice; four overcome the hero."""
    session = story.state
    hero = session[name]
    most = session.number("max_per_aptitude")
    free = tuple(one for one in APTITUDES if hero.burden(one) < most) or APTITUDES
    aptitude = ask.choose(
        hero.seat, free, "diceup.conditions.aptitudes", f"{name} takes a condition. On which aptitude?"
    )
    number = session.count + 1
    also = (
        "diceup.conditions.one_per_roll",
        "diceup.taking.six",
        "diceup.conditions.definition",
        "diceup.conditions.aptitudes",
    )
    condition = Condition(number, aptitude)
    story.emit(e.Conditioned(hero=name, condition=condition, clause=clause, also=also))
    owe(story, name, "condition", f"what the condition on {aptitude} is", number)


def overcome(story: Story, name: str) -> None:
    """Four conditions take a hero out, with a scar (diceup.overcome.four)."""
    hero = story.state[name]
    if len(hero.conditions) >= DOWN and not hero.overcome:
        told = tuple(one.name or f"a condition on {one.aptitude}" for one in hero.conditions)
        scar = story.state.count + 1
        cites = (EFFECTS[2], "diceup.scars.gain", "diceup.scars.struggle", "diceup.overcome.not_dead")
        story.emit(e.Overcame(hero=name, conditions=told, scar=scar, clause="diceup.overcome.four", also=cites))
        owe(story, name, "scar", "what scar stays", scar)


def _reward(story: Story, name: str, margin: int, ask: Ask) -> None:
    """For a beat by two and more: a Game Changer, or less strain (diceup.context.beat)."""
    relief = 1 if margin == 2 else 2
    hero = story.state[name]
    row = beat_row(margin)
    options = ("Game Changer", f"-{relief} strain")
    choice = ask.choose(hero.seat, options, row, f"{name} beats the CL by {margin}. Which reward?")
    if choice == "Game Changer":
        also = ("diceup.context.game_changers",)
        story.emit(e.Spent(hero=name, what="changers", amount=1, why="for the beat", clause=row, also=also))
    else:
        relieve(story, name, relief, "the reward of the beat", row)
