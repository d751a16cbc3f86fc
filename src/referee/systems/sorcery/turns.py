"""Turns and rounds, moves and stances, help for the dying, and the game master's word."""

from __future__ import annotations

from typing import Any

from referee.core.asking import Ask
from referee.core.system import Refusal
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery.close import loosen
from referee.systems.sorcery.rolling import Story
from referee.systems.sorcery.sheet import RANGES
from referee.systems.sorcery.state import Fighter, Scene


def go_on(story: Story) -> None:
    """Loose holds that are over; then the next turn, if this one is, until somebody can act or nobody ever will."""
    loosen(story)
    for _ in range(2 * len(story.state.order) + 2):
        now = story.state[story.state.turn]
        if now.able and not now.stunned:
            return
        _next_turn(story)
        loosen(story)


def _next_turn(story: Story) -> None:
    scene = story.state
    at = scene.order.index(scene.turn)
    story.emit(e.TurnEnded(actor=scene.turn, clause="sorcery.context.turns"))
    last = at + 1 == len(scene.order)
    if last:
        _bleed(story)
    following = scene.order[(at + 1) % len(scene.order)]
    actor = story.state[following]
    also = ["sorcery.context.one_per_quality"] if last else []
    if actor.defends:
        also.append("sorcery.defending.duration")
    story.emit(e.TurnBegan(actor=following, round=scene.round + last, clause="sorcery.context.turns", also=tuple(also)))


def _bleed(story: Story) -> None:
    """A dying character loses a level of Strength each round, and is dead below 0 (sorcery.context.kill)."""
    for actor in story.state.fighters:
        if actor.dying_from is not None and actor.dying_from < story.state.round:
            story.emit(e.Weakened(target=actor.name, strength=actor.strength - 1, clause="sorcery.context.kill"))
            if actor.strength - 1 < 0:
                story.emit(e.Died(target=actor.name, clause="sorcery.context.kill"))


def _end(story: Story, intent: i.End, ask: Ask) -> None:
    _next_turn(story)
    loosen(story)


# ------------------------------------------------------------------------ moves


def _refuse_move(scene: Scene, seat: str, actor: Fighter, intent: i.Move) -> Refusal | None:
    clause = "sorcery.context.movement"
    if intent.target == actor.name:
        return Refusal("sorcery.context.ranges", "a range lies between two characters; name another one")
    now, to = scene.step(actor.name, intent.target), RANGES.index(intent.to)
    if now == to:
        return Refusal("sorcery.context.ranges", f"{actor.name} is already at {intent.to} range from {intent.target}")
    if actor.moved:
        return Refusal("sorcery.context.turns", f"{actor.name} has moved in this turn")
    if actor.prone:
        return Refusal("sorcery.context.slam", f"{actor.name} is prone; standing up takes the move")
    if actor.defends:
        return Refusal("sorcery.defending.condition", f"{actor.name} does nothing but defend")
    nearer = to < now and scene.hold(intent.target, actor.name) is not None
    if scene.held_by(actor.name) and not nearer:
        return Refusal("sorcery.wrestling.partial_movement", f"{actor.name} is held and cannot move away")
    if takes_turn(scene, intent):
        far = RANGES[actor.sheet.stride]
        if abs(now - to) > 1:
            why = f"a move of {actor.name} covers {far}; farther out it is one band in a turn of nothing but moving"
            return Refusal(clause, why)
        if actor.acted:
            why = f"a move of {actor.name} covers {far}; farther out it takes the whole turn, and the action is used"
            return Refusal(clause, why)
    return None


def takes_turn(scene: Scene, intent: i.Move) -> bool:
    """Whether a move goes beyond the normal one and so takes the action as well."""
    actor = scene[intent.actor]
    return max(scene.step(actor.name, intent.target), RANGES.index(intent.to)) > actor.sheet.stride


def _move(story: Story, intent: i.Move, ask: Ask) -> None:
    step = RANGES.index(intent.to)
    clause = "sorcery.context.movement"
    if takes_turn(story.state, intent):
        story.emit(e.Acted(actor=intent.actor, clause=clause))
    also = ("sorcery.context.ranges",)
    story.emit(e.Moved(actor=intent.actor, target=intent.target, step=step, clause=clause, also=also))
    story.emit(e.MoveUsed(actor=intent.actor, clause="sorcery.context.turns"))


def _refuse_stand(scene: Scene, seat: str, actor: Fighter, intent: i.Stand) -> Refusal | None:
    if not actor.prone:
        return Refusal("sorcery.context.slam", f"{actor.name} is not prone")
    if actor.defends:
        return Refusal("sorcery.defending.condition", f"{actor.name} does nothing but defend")
    return Refusal("sorcery.context.turns", f"{actor.name} has moved in this turn") if actor.moved else None


def _stand(story: Story, intent: i.Stand, ask: Ask) -> None:
    story.emit(e.MoveUsed(actor=intent.actor, stands=True, clause="sorcery.context.slam"))


# ---------------------------------------------------------------------- stances


def _block(story: Story, intent: i.Block, ask: Ask) -> None:
    story.emit(e.Acted(actor=intent.actor, clause="sorcery.blocking.cost"))
    also = ("sorcery.blocking.definition", "sorcery.blocking.duration")
    story.emit(e.Stance(actor=intent.actor, stance="blocks", begun=True, clause="sorcery.blocking.cost", also=also))


def _refuse_defend(scene: Scene, seat: str, actor: Fighter, intent: i.Defend) -> Refusal | None:
    if actor.moved or actor.squeezed or actor.acted:
        why = f"{actor.name} has done something else in this turn"
        return Refusal("sorcery.defending.condition", why)
    return None


def _defend(story: Story, intent: i.Defend, ask: Ask) -> None:
    clause = "sorcery.defending.condition"
    story.emit(e.Acted(actor=intent.actor, clause=clause))
    story.emit(e.Stance(actor=intent.actor, stance="defends", begun=True, clause=clause))


def _favour(story: Story, intent: i.Favour, ask: Ask) -> None:
    ability = "" if intent.ability == "better" else intent.ability
    story.emit(e.Favoured(actor=intent.actor, ability=ability, clause="sorcery.bashing.test"))


# ------------------------------------------------------------------------- help


def _refuse_aid(scene: Scene, seat: str, actor: Fighter, intent: i.Aid) -> Refusal | None:
    target = scene[intent.target]
    if target.name == actor.name or target.dying_from is None:
        return Refusal("sorcery.context.kill", f"{target.name} is not dying, or cannot help alone")
    if scene.step(actor.name, target.name) > 1:
        return Refusal("sorcery.context.kill", f"{target.name} is too far away: help needs Personal or Close range")
    return None


def _aid(story: Story, intent: i.Aid, ask: Ask) -> None:
    story.emit(e.Acted(actor=intent.actor, clause="sorcery.context.turns"))
    story.emit(e.Stabilised(target=intent.target, by=intent.actor, clause="sorcery.context.kill"))


# -------------------------------------------------------------- the game master


def changes(scene: Scene, actor: Fighter, what: str, to: str) -> dict[str, Any] | str:
    """What an overruling sets on a character, or a sentence that says what is wrong with it."""
    if what in ("stamina", "determination", "strength"):
        if not to.isdecimal():
            return f"{what} needs a whole number, not {to!r}"
        number = int(to)
        if what == "stamina":
            if number > actor.sheet.full_stamina:
                return f"{actor.name} has at most {actor.sheet.full_stamina} Stamina"
            if number == 0:
                return {"stamina": 0, "unconscious": True, **OPEN}
            return {"stamina": number, "unconscious": False, "dying_from": None}
        if what == "strength":
            if number > actor.sheet.strength:
                return f"{actor.name} has at most Strength {actor.sheet.strength}"
            return {"lost": actor.sheet.strength - number}
        return {what: number}
    if to not in ("yes", "no"):
        return f"{what} is yes or no, not {to!r}"
    yes = to == "yes"
    if what in ("unconscious", "dead"):
        stamina = 0 if yes else max(1, actor.stamina)
        awake: dict[str, Any] = {"unconscious": yes, "stamina": stamina, "dying_from": None, **(OPEN if yes else {})}
        return {**awake, "dead": yes, "lost": min(actor.lost, actor.sheet.strength)} if what == "dead" else awake
    if what == "dying":
        return {"dying_from": scene.round, "unconscious": True, "stamina": 0, **OPEN} if yes else {"dying_from": None}
    if what == "stunned":
        # In the own turn, the rest of it and the next one.
        return {"stunned": 2 if scene.turn == actor.name else 1, **OPEN} if yes else {"stunned": 0}
    return {} if what == "free" else {what: yes}


OPEN: dict[str, Any] = {"blocks": False, "braced": "", "defends": False}
"""What ends at once for whoever cannot act."""


def _refuse_overrule(scene: Scene, seat: str, actor: Fighter, intent: i.Overrule) -> Refusal | None:
    found = changes(scene, actor, intent.what, intent.to)
    if isinstance(found, str):
        return Refusal("sorcery.intro.grouping", found)
    if actor.dead and intent.what != "dead":
        return Refusal("sorcery.context.kill", f"{actor.name} is dead; overrule that first")
    if intent.what == "free" and intent.to == "no":
        return Refusal(
            "sorcery.wrestling.test", "a hold is not put on by a word; let somebody wrestle, or say what happens"
        )
    flags = {"unconscious": actor.unconscious, "dead": actor.dead, "prone": actor.prone}
    if intent.what in flags and flags[intent.what] == (intent.to == "yes"):
        return Refusal("sorcery.context.stamina", "that is how things stand already")
    return None


def _overrule(story: Story, intent: i.Overrule, ask: Ask) -> None:
    found = changes(story.state, story.state[intent.actor], intent.what, intent.to)
    assert isinstance(found, dict)  # refused otherwise
    clause = "sorcery.context.turns"
    story.emit(
        e.Overruled(actor=intent.actor, what=intent.what, to=intent.to, changes=found, why=intent.why, clause=clause)
    )


def _refuse_place(scene: Scene, seat: str, actor: Fighter, intent: i.Place) -> Refusal | None:
    if intent.target == actor.name or scene.range(actor.name, intent.target) == intent.to:
        return Refusal("sorcery.context.ranges", "that is how far apart they are already")
    return None


def _place(story: Story, intent: i.Place, ask: Ask) -> None:
    step = RANGES.index(intent.to)
    story.emit(e.Moved(actor=intent.actor, target=intent.target, step=step, clause="sorcery.context.ranges"))


DEEDS: Deeds = {
    i.Move: Deed(_move, "panel", _refuse_move),
    i.Stand: Deed(_stand, "panel", _refuse_stand),
    i.Block: Deed(_block, "attack"),
    i.Defend: Deed(_defend, "attack", _refuse_defend, mental=True),
    i.Favour: Deed(_favour, "reaction", mental=True),
    i.Aid: Deed(_aid, "attack", _refuse_aid),
    i.End: Deed(_end, "panel", mental=True),
    i.Overrule: Deed(_overrule, "gm", _refuse_overrule),
    i.Place: Deed(_place, "gm", _refuse_place),
}
