"""Everything outside an action roll: texts that are owed, healing, calm, downtime, scenes, awards."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.system import Refusal
from referee.systems.diceup import events as e
from referee.systems.diceup import intents as i
from referee.systems.diceup.rolling import Story, overcome, relieve, suffer
from referee.systems.diceup.sheet import FACILITATOR
from referee.systems.diceup.state import Challenge, Person, Session
from referee.systems.graded.asking import agrees
from referee.systems.graded.deeds import Deed, Deeds

# ------------------------------------------------------------------- texts owed


TEXTS = {
    "strain": "diceup.taking.narrate", "soak": "diceup.reducing.explain", "condition": "diceup.conditions.author",
    "scar": "diceup.scars.author",
}  # fmt: skip
"""The clause behind each text that a player owes."""


def _refuse_tell(session: Session, seat: str, hero: Person, intent: i.Tell) -> Refusal | None:
    clause = "diceup.taking.narrate"
    mine = [one for one in session.owed if one.hero == hero.name]
    owed = next((one for one in mine if one.number == intent.number), None)
    if owed is not None:
        clause = TEXTS[owed.what]
        if owed.what in ("condition", "scar") and seat != hero.seat:
            return Refusal(clause, f"that is for {hero.seat} to say; the Facilitator may propose")
    if all(one.number != intent.number for one in mine):
        known = ", ".join(f"{one.number} ({one.what})" for one in mine) or "none"
        return Refusal(clause, f"{hero.name} owes no text number {intent.number} (owed: {known})")
    if not intent.text.strip():
        return Refusal(clause, "the text is empty; say something")
    return None


def _tell(story: Story, intent: i.Tell, ask: Ask) -> None:
    owed = next(one for one in story.state.owed if one.number == intent.number)
    also = ("diceup.scars.struggle",) if owed.what == "scar" else ()
    story.emit(
        e.Told(
            hero=intent.actor,
            number=owed.number,
            what=owed.what,
            text=intent.text,
            clause=TEXTS[owed.what],
            also=also,
        )
    )


# ---------------------------------------------------------------------- healing


def _refuse_heal(session: Session, seat: str, hero: Person, intent: i.Heal) -> Refusal | None:
    clause = "diceup.recovering.methods"
    if session.rule("healing") == "off":
        return Refusal(clause, "this setting has no healing; the house rule `healing` turns it on")
    holding = hero.holding(intent.item)
    if holding is None or not holding.item.heals:
        known = [one.item.name for one in hero.holdings if one.item.heals]
        return Refusal(clause, f"{hero.name} has nothing healing called {intent.item!r}{nearest(intent.item, known)}")
    if not holding.uses:
        return Refusal(clause, f"the {intent.item} is used up")
    if intent.target and not session.has(intent.target):
        return Refusal(clause, f"nobody here is called {intent.target!r}")
    if not session[intent.target or hero.name].strain:
        return Refusal(clause, f"{intent.target or hero.name} has no strain")
    return None


def _heal(story: Story, intent: i.Heal, ask: Ask) -> None:
    holding = story.state[intent.actor].holding(intent.item)
    assert holding is not None  # refused otherwise
    clause = "diceup.recovering.methods"
    story.emit(e.Spent(hero=intent.actor, what=intent.item, amount=-1, why="used", clause=clause))
    relieve(story, intent.target or intent.actor, holding.item.heals, intent.item, clause)


# --------------------------------------------------------------------- downtime


def _refuse_remove(session: Session, seat: str, hero: Person, intent: i.Remove) -> Refusal | None:
    clause = "diceup.removing.one_per_downtime"
    if not session.downtime:
        return Refusal(clause, "a condition goes away in downtime only; the Facilitator says when (`gm downtime`)")
    if hero.removed:
        return Refusal(clause, f"{hero.name} has let one go in this downtime")
    known = ", ".join(f"{one.number} ({one.name or one.aptitude})" for one in hero.conditions) or "none"
    if all(one.number != intent.number for one in hero.conditions):
        return Refusal(clause, f"{hero.name} has no condition number {intent.number} (conditions: {known})")
    if not intent.text.strip():
        return Refusal("diceup.removing.explain", "say how the condition goes away")
    return None


def _remove(story: Story, intent: i.Remove, ask: Ask) -> None:
    clause = "diceup.removing.explain"
    if not agrees(ask, FACILITATOR, clause, f"{intent.actor} is rid of a condition: {intent.text}. Does it fit?"):
        return story.emit(e.Refused(hero=intent.actor, what="removal of the condition", clause=clause))
    also = (clause, "diceup.context.downtime")
    return story.emit(
        e.Unburdened(
            hero=intent.actor,
            number=intent.number,
            text=intent.text,
            clause="diceup.removing.one_per_downtime",
            also=also,
        )
    )


def _calm(story: Story, intent: i.Calm, ask: Ask) -> None:
    _rest(story, "calm", "diceup.recovering.calm")


def _downtime(story: Story, intent: i.Downtime, ask: Ask) -> None:
    _rest(story, "downtime", "diceup.context.downtime")


def _rest(story: Story, what: str, clause: str) -> None:
    story.emit(e.Began(what=what, clause=clause))
    for hero in story.state.heroes:
        relieve(story, hero.name, hero.strain, what, "diceup.recovering.calm", ("diceup.strain.definition",))


def _scene(story: Story, intent: i.Scene, ask: Ask) -> None:
    story.emit(e.Began(what="scene", clause="diceup.overcome.no_actions"))


# ------------------------------------------------------------- the Facilitator


def _refuse_face(session: Session, seat: str, hero: None, intent: i.Face) -> Refusal | None:
    if not intent.name.strip():
        return Refusal("diceup.context.challenge_types", "the challenge needs a name")
    before = session.challenge(intent.name)
    if before is not None and before.got < before.needed:
        return Refusal("diceup.context.challenge_types", f"there is a challenge {intent.name!r} already")
    return None


def _face(story: Story, intent: i.Face, ask: Ask) -> None:
    challenge = Challenge(intent.name, intent.needed)
    story.emit(e.Faced(challenge=challenge, clause="diceup.context.challenge_types"))


def _refuse_suffer(session: Session, seat: str, hero: Person, intent: i.Suffer) -> Refusal | None:
    if hero.down:
        return Refusal("diceup.overcome.no_actions", f"{hero.name} is out of the scene")
    return None


def _suffer(story: Story, intent: i.Suffer, ask: Ask) -> None:
    clause = "diceup.strain.indirect_announce"
    hero = story.state[intent.actor]
    story.emit(e.Announced(hero=hero.name, amount=intent.amount, why=intent.why, clause=clause))
    text = f"This costs {hero.name} {intent.amount} indirect strain ({intent.why}). Go on?"
    if ask.choose(hero.seat, ("go on", "withdraw"), "diceup.indirect.reconsider", text) == "withdraw":
        return story.emit(e.Withdrew(hero=hero.name, clause="diceup.strain.indirect_choice"))
    also = ("diceup.strain.indirect",)
    suffer(story, hero.name, intent.amount, "physical", intent.why, "diceup.strain.indirect", also, "", ask)
    return overcome(story, hero.name)


def _refuse_repair(session: Session, seat: str, hero: Person, intent: i.Repair) -> Refusal | None:
    holding = hero.holding(intent.item)
    if holding is None:
        known = [one.item.name for one in hero.holdings]
        return Refusal("diceup.reducing.depleted", f"{hero.name} has no {intent.item!r}{nearest(intent.item, known)}")
    if holding.uses >= holding.item.uses:
        return Refusal("diceup.reducing.depleted", f"the {intent.item} has all its uses")
    return None


def _repair(story: Story, intent: i.Repair, ask: Ask) -> None:
    holding = story.state[intent.actor].holding(intent.item)
    assert holding is not None  # refused otherwise
    gain = holding.item.uses - holding.uses
    clause = "diceup.reducing.depleted"
    story.emit(e.Spent(hero=intent.actor, what=intent.item, amount=gain, why="repaired or replaced", clause=clause))


def _award(story: Story, intent: i.Award, ask: Ask) -> None:
    clause = "diceup.context.surge_earning" if intent.what == "surges" else "diceup.context.game_changers"
    story.emit(e.Spent(hero=intent.actor, what=intent.what, amount=intent.amount, why="an award", clause=clause))


def _refuse_spend(session: Session, seat: str, hero: Person, intent: i.Spend) -> Refusal | None:
    if not intent.text.strip():
        return Refusal("diceup.context.game_changers", "say what it is spent on")
    if not hero.game_changers:
        return Refusal("diceup.context.game_changers", f"{hero.name} has no Game Changer")
    return None


def _spend(story: Story, intent: i.Spend, ask: Ask) -> None:
    clause = "diceup.context.game_changers"
    if not agrees(ask, FACILITATOR, clause, f"{intent.actor} spends a Game Changer: {intent.text}. Agreed?"):
        return story.emit(e.Refused(hero=intent.actor, what=intent.text, clause=clause))
    return story.emit(e.Spent(hero=intent.actor, what="changers", amount=-1, why=intent.text, clause=clause))


def _refuse_advance(session: Session, seat: str, hero: Person, intent: i.Advance) -> Refusal | None:
    scars = [one.name for one in hero.struggles if one.scar]
    if intent.remove_scar and intent.remove_scar not in scars:
        why = f"{hero.name} has no scar {intent.remove_scar!r}{nearest(intent.remove_scar, scars)}"
        return Refusal("diceup.scars.removal", why)
    return None


def _advance(story: Story, intent: i.Advance, ask: Ask) -> None:
    clause = "diceup.context.advancement"
    scar = ""
    if intent.remove_scar:
        seat = story.state[intent.actor].seat
        text = f"Take the offer to be rid of {intent.remove_scar!r}?"
        scar = intent.remove_scar if ask.choose(seat, ("yes", "no"), "diceup.scars.removal", text) == "yes" else ""
    also = ("diceup.scars.removal",) if scar else ()
    story.emit(e.Advanced(hero=intent.actor, text=intent.text, scar=scar, clause=clause, also=also))


def _retire(story: Story, intent: i.Retire, ask: Ask) -> None:
    story.emit(e.Ended(hero=intent.actor, how=intent.how, clause="diceup.overcome.not_dead"))


def _refuse_overrule(session: Session, seat: str, hero: Person, intent: i.Overrule) -> Refusal | None:
    if intent.what == "strain" and intent.to > 6:
        return Refusal("diceup.taking.stays_six", "strain stands between 0 and 6")
    return None


def _overrule(story: Story, intent: i.Overrule, ask: Ask) -> None:
    clause = "diceup.context.declare"
    story.emit(e.Overruled(hero=intent.actor, what=intent.what, to=intent.to, why=intent.why, clause=clause))


DEEDS: Deeds = {
    i.Tell: Deed(_tell, "always", _refuse_tell),
    i.Heal: Deed(_heal, "always", _refuse_heal),
    i.Remove: Deed(_remove, "always", _refuse_remove),
    i.Retire: Deed(_retire, "always"),
    i.Spend: Deed(_spend, "always", _refuse_spend),
    i.Suffer: Deed(_suffer, "gm", _refuse_suffer),
    i.Repair: Deed(_repair, "gm", _refuse_repair),
    i.Award: Deed(_award, "gm"),
    i.Advance: Deed(_advance, "gm", _refuse_advance),
    i.Overrule: Deed(_overrule, "gm", _refuse_overrule),
    i.Calm: Deed(_calm, "table"),
    i.Downtime: Deed(_downtime, "table"),
    i.Scene: Deed(_scene, "table"),
    i.Face: Deed(_face, "table", _refuse_face),
}
