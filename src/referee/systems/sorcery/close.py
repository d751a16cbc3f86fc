"""Touching, wrestling, squeezing, escaping and grabbing."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery.attack import answer, lose
from referee.systems.sorcery.book import BASH, ESCAPES, GRAB, WRESTLE, Option, Row, fails
from referee.systems.sorcery.rolling import (
    Story,
    ability_part,
    advantage_refusal,
    boosted,
    defence,
    hampered,
    own_level,
    stands_at,
    test,
)  # fmt: skip
from referee.systems.sorcery.sheet import RANGES
from referee.systems.sorcery.state import Fighter, Scene
from referee.systems.sorcery.things import tear


def within_reach(scene: Scene, actor: Fighter, target: Fighter, clause: str) -> Refusal | None:
    if target.name == actor.name:
        return Refusal(clause, "that takes somebody else")
    if target.dead:
        return Refusal(clause, f"{target.name} is dead")
    step = scene.step(actor.name, target.name)
    if step > 1:
        return Refusal(clause, f"{target.name} is at {RANGES[step]} range; move to Close first")
    return None


def boost_refusal(scene: Scene, actor: Fighter, boost: str, over: str = "") -> Refusal | None:
    return advantage_refusal(scene, actor, boost, "sorcery.context.advantage", over) if boost else None


def _against(scene: Scene, actor: Fighter, target: Fighter, option: Option, spot: str) -> list[Part]:
    parts = [*defence(scene, target, option), *hampered(scene, actor)]
    if spot:
        parts.append(Part(f"called shot ({spot})", 2, "sorcery.called_shot.difficulty"))
    return parts


def _begin(story: Story, actor: Fighter, boost: str) -> None:
    story.emit(e.Acted(actor=actor.name, clause="sorcery.context.turns"))
    boosted(story, actor, boost)


# --------------------------------------------------------------------- touching


def _refuse_touch(scene: Scene, seat: str, actor: Fighter, intent: i.Touch) -> Refusal | None:
    refused = within_reach(scene, actor, scene[intent.target], "sorcery.touching.definition")
    return refused or boost_refusal(scene, actor, intent.boost, intent.target)


def _touch(story: Story, intent: i.Touch, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    _begin(story, actor, intent.boost)
    clause = "sorcery.touching.test"
    level = own_level(actor, ability_part(actor, "prowess"), intent.boost)
    against = _against(story.state, actor, target, BASH_AS_TOUCH, intent.spot)
    text = f"{actor.name} touches {target.name}"
    graded = test(story, ask, actor, "touch", clause, level, against, text, target=target.name, attack=True)
    missed = fails(graded.outcome)
    by = "sorcery.touching.no_free_attack" if graded.outcome == "massive failure" else clause
    note = f"does not touch {target.name}" if missed else f"touches {target.name}"
    story.emit(e.Found(actor=actor.name, outcome=graded.outcome, note=note, clause=by, also=(graded.clause,)))


BASH_AS_TOUCH = Option("touch", "sorcery.touching.test", "prowess", BASH.against, True, {}, BASH.ladder, picks=True)


# -------------------------------------------------------------------- wrestling


def _refuse_wrestle(scene: Scene, seat: str, actor: Fighter, intent: i.Wrestle) -> Refusal | None:
    hold = scene.hold(actor.name, intent.target)
    if hold is not None and hold.complete:
        return Refusal("sorcery.wrestling.complete_restraint", f"{intent.target} is in a complete hold already")
    refused = within_reach(scene, actor, scene[intent.target], "sorcery.wrestling.test")
    return refused or boost_refusal(scene, actor, intent.boost, intent.target)


def _wrestle(story: Story, intent: i.Wrestle, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    _begin(story, actor, intent.boost)
    before = story.state.hold(actor.name, target.name)
    level = own_level(actor, ability_part(actor, "prowess"), intent.boost)
    against = _against(story.state, actor, target, WRESTLE, intent.spot)
    text = f"{actor.name} wrestles {target.name}"
    graded = test(story, ask, actor, "wrestle", WRESTLE.test, level, against, text, target=target.name, attack=True)
    row = WRESTLE.rows[graded.outcome]
    if not row.hold:
        also = (graded.clause, WRESTLE.ladder)
        story.emit(e.Missed(actor=actor.name, target=target.name, outcome=graded.outcome, clause=row.clause, also=also))
    else:
        upgrade = row.hold == "partial" and before is not None
        clause = "sorcery.wrestling.upgrade" if upgrade else row.clause
        complete = upgrade or row.hold == "complete"
        story.emit(
            e.Held(
                holder=actor.name,
                target=target.name,
                complete=complete,
                clause=clause,
                also=(graded.clause, row.clause, WRESTLE.ladder),
            )
        )
    if row.answered:
        answer(story, target.name, actor.name, row, ask)


def _refuse_own_hold(scene: Scene, seat: str, actor: Fighter, intent: i.Squeeze | i.Release) -> Refusal | None:
    clause = "sorcery.wrestling.hold_damage"
    hold = scene.hold(actor.name, intent.target)
    if hold is None:
        return Refusal(clause, f"{actor.name} has no hold on {intent.target}")
    if isinstance(intent, i.Release):
        return None
    if actor.defends:
        return Refusal("sorcery.defending.condition", f"{actor.name} does nothing but defend")
    if not hold.complete:
        return Refusal(clause, f"{actor.name} has only a partial hold on {intent.target}")
    if intent.target in actor.squeezed:
        return Refusal(clause, f"{actor.name} has squeezed {intent.target} in this turn")
    if intent.target in actor.fresh_holds and scene.rule("hold_damage_same_turn") == "off":
        return Refusal(clause, "the hold became complete in this turn; this table waits for the next one")
    return None


def _squeeze(story: Story, intent: i.Squeeze, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    clause = "sorcery.wrestling.hold_damage"
    story.emit(e.Squeezed(actor=actor.name, target=target.name, clause=clause))
    parts = [Part("Strength", actor.strength, clause)]
    if target.sheet.resistance:
        parts.append(Part("Damage Resistance", -target.sheet.resistance, "sorcery.context.damage_resistance"))
    lose(story, target.name, parts, clause)


def _release(story: Story, intent: i.Release, ask: Ask) -> None:
    story.emit(
        e.HoldEnded(holder=intent.actor, target=intent.target, how="released", clause="sorcery.wrestling.upgrade")
    )


def loosen(story: Story) -> None:
    """A hold ends when its holder cannot keep it, or the two are apart (sorcery.wrestling.upgrade)."""
    for hold in story.state.holds:
        holder, held = story.state[hold.holder], story.state[hold.held]
        far = story.state.step(hold.holder, hold.held) > 1
        if not holder.able or holder.stunned or held.dead or far or story.state.pinned(hold.holder):
            clause = "sorcery.wrestling.upgrade"
            story.emit(e.HoldEnded(holder=hold.holder, target=hold.held, how="lost", clause=clause))


# --------------------------------------------------------------------- escaping


def _refuse_escape(scene: Scene, seat: str, actor: Fighter, intent: i.Escape) -> Refusal | None:
    if scene.hold(intent.target, actor.name) is None:
        return Refusal("sorcery.escaping.test", f"{intent.target} does not hold {actor.name}")
    return boost_refusal(scene, actor, intent.boost, intent.target)


def _escape(story: Story, intent: i.Escape, ask: Ask) -> None:
    actor, holder = story.state[intent.actor], story.state[intent.target]
    hold = story.state.hold(holder.name, actor.name)
    assert hold is not None  # refused otherwise
    _begin(story, actor, intent.boost)
    ability = intent.ability or ("prowess" if actor.level("prowess") > actor.strength else "strength")
    first = Part(ability.title(), actor.level(ability), "sorcery.wrestling.escape_right")
    level = own_level(actor, first, intent.boost)
    against = stands_at(holder, Part("Strength", holder.strength, "sorcery.escaping.test"))
    if story.state.rule("hold_penalty_on_escape") == "on":
        against += hampered(story.state, actor)
    text = f"{actor.name} breaks free of {holder.name}"
    clause = "sorcery.escaping.test"
    graded = test(story, ask, actor, "escape", clause, level, against, text, target=holder.name)
    row = ESCAPES[graded.outcome]
    if graded.outcome == "massive failure":
        if hold.complete:
            story.emit(e.Missed(actor=actor.name, target=holder.name, outcome=graded.outcome, clause=row))
            answer(story, holder.name, actor.name, Row(row), ask)
        else:
            story.emit(e.Held(holder=holder.name, target=actor.name, complete=True, clause=row))
    elif graded.outcome == "moderate success" and hold.complete:
        story.emit(e.Held(holder=holder.name, target=actor.name, complete=False, clause=row))
    elif graded.outcome in ("moderate success", "major success", "massive success"):
        story.emit(e.HoldEnded(holder=holder.name, target=actor.name, how="escaped", clause=row))
        if graded.outcome == "massive success":
            _turn_the_tables(story, actor, holder, ask)
    else:
        story.emit(e.Missed(actor=actor.name, target=holder.name, outcome=graded.outcome, clause=row))


def _turn_the_tables(story: Story, actor: Fighter, holder: Fighter, ask: Ask) -> None:
    """A massive escape: hold the former holder, or act again."""
    question = f"{actor.name} is free. Hold {holder.name}, or take another action?"
    options = ("hold", "another action", "neither")
    choice = ask.choose(actor.seat, options, "sorcery.escaping.reversal", question)
    if choice == "hold":
        story.emit(e.Held(holder=actor.name, target=holder.name, complete=False, clause="sorcery.escaping.reversal"))
    elif choice == "another action":
        story.emit(e.Allowed(actor=actor.name, clause="sorcery.escaping.extra_action"))


# --------------------------------------------------------------------- grabbing


def _refuse_grab(scene: Scene, seat: str, actor: Fighter, intent: i.Grab) -> Refusal | None:
    target = scene[intent.target]
    if all(one.name != intent.item for one in target.belongings):
        has = ", ".join(one.name for one in target.belongings) or "nothing"
        return Refusal("sorcery.grabbing.test", f"{target.name} has no {intent.item!r} (has: {has})")
    refused = within_reach(scene, actor, target, "sorcery.grabbing.test")
    return refused or boost_refusal(scene, actor, intent.boost, intent.target)


def _grab(story: Story, intent: i.Grab, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    _begin(story, actor, intent.boost)
    level = own_level(actor, ability_part(actor, "prowess", GRAB.lower), intent.boost)
    against = _against(story.state, actor, target, GRAB, intent.spot)
    text = f"{actor.name} grabs the {intent.item}"
    graded = test(story, ask, actor, "grab", GRAB.test, level, against, text, target=target.name, attack=True)
    row = GRAB.rows[graded.outcome]
    if fails(graded.outcome) or graded.outcome == "marginal success":
        also = (graded.clause, GRAB.ladder)
        story.emit(e.Missed(actor=actor.name, target=target.name, outcome=graded.outcome, clause=row.clause, also=also))
    elif graded.outcome == "moderate success":
        tear(story, actor, target, intent.item, row, ask)
    else:
        story.emit(
            e.Grabbed(
                actor=actor.name,
                target=target.name,
                item=intent.item,
                broken=False,
                clause=row.clause,
                also=(graded.clause, GRAB.ladder),
            )
        )
    if row.answered:
        answer(story, target.name, actor.name, row, ask)


DEEDS: Deeds = {
    i.Touch: Deed(_touch, "attack", _refuse_touch),
    i.Wrestle: Deed(_wrestle, "attack", _refuse_wrestle),
    i.Grab: Deed(_grab, "attack", _refuse_grab),
    i.Escape: Deed(_escape, "attack", _refuse_escape, mental=True),
    i.Squeeze: Deed(_squeeze, "panel", _refuse_own_hold),
    i.Release: Deed(_release, "panel", _refuse_own_hold),
}
