"""Moving, standing up, helping others, and powers used on oneself and others."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.asking import set_by_master
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.book import FLYING, MOVING, RANGE_ROWS, SWIMMING, reach_of, step_of
from referee.systems.icons.damage import weaken
from referee.systems.icons.feats import OUR_READING, immune
from referee.systems.icons.levels import active, free_level, specialty
from referee.systems.icons.rolling import Story, contest, test
from referee.systems.icons.state import Fight, Fighter


def on_foot(fighter: Fighter) -> int:
    """How far a character runs in a page, as a step (icons.moving.distance)."""
    return step_of(MOVING.row(fighter.sheet.coordination).name)


def reach(fight: Fight, fighter: Fighter) -> int:
    """How far a character gets in a page: on foot, by Flight or Super-Speed, or swimming (icons.swimming.distance)."""
    run = on_foot(fighter)
    if fight.marked(fighter.name, "underwater"):
        return max(min(run, 1), reach_of(fighter.sheet.power("Aquatic"), SWIMMING))
    return max(run, *(reach_of(fighter.sheet.power(name), FLYING) for name in ("Flight", "Super-Speed")))


def is_whole_panel(fight: Fight, intent: i.Move) -> bool:
    """Whether a move goes beyond the usual distance and so takes the whole panel."""
    actor = fight[intent.actor]
    far = max(step_of(intent.to), fight.step(intent.actor, intent.target)) - reach(fight, actor)
    return far > (1 if fight.rule("far_moves") == "supplemental" else 0)


def _refuse_move(fight: Fight, seat: str, actor: Fighter, intent: i.Move) -> Refusal | None:
    if intent.target == actor.name:
        return Refusal("icons.distance.abstract", "a range lies between two characters; name another one")
    now, to = fight.step(actor.name, intent.target), step_of(intent.to)
    if now == to:
        return Refusal("icons.distance.abstract", f"{actor.name} is already at {intent.to} range from {intent.target}")
    if intent.ground is not None and seat != GAME_MASTER:
        return Refusal("icons.moving.terrain-test", "how bad the ground is, is the game master's to say")
    if actor.prone:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if fight.held_by(actor.name):
        return Refusal("icons.wrestling.partial-penalty", f"{actor.name} is held and cannot move away")
    if fight.holding(actor.name):
        return Refusal("icons.wrestling.partial-penalty", f"{actor.name} is holding somebody; release first")
    if "move" in actor.deeds or "swim" in actor.deeds:
        return Refusal("icons.supplemental.penalty", f"{actor.name} has moved on this page")
    if is_whole_panel(fight, intent):
        if abs(now - to) > 1:
            return Refusal(
                "icons.moving.distance", f"that is too far for one page; {actor.name} can go one step as a whole panel"
            )
        if actor.deeds:
            return Refusal(
                "icons.moving.distance",
                f"so far a move takes the whole panel, and {actor.name} has done something else in it",
            )
    return None


def _move(story: Story, intent: i.Move, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    whole = is_whole_panel(fight, intent)
    step = step_of(intent.to)
    swims = fight.marked(actor.name, "underwater")
    if intent.ground is not None and not swims and not _keeps_feet(story, actor, intent, ask):
        if whole:
            return story.emit(e.PanelEnded(actor=actor.name, clause="icons.moving.terrain-test"))
        clauses: tuple[str, ...] = ("icons.supplemental.penalty", "icons.supplemental.marked.moving")
        return story.emit(e.Did(actor=actor.name, deed="move", clause=clauses[0], also=clauses[1:]))
    row = MOVING.row(actor.sheet.coordination)
    clause = "icons.swimming.distance" if swims else "icons.moving.distance"
    also = ["icons.moving.no-test", RANGE_ROWS[step], row.clause]
    if reach(fight, actor) > on_foot(actor):
        also.append("icons.context.aquatic" if swims else "icons.context.flight")
    flies = max(actor.sheet.power("Flight"), actor.sheet.power("Super-Speed"))
    note = OUR_READING if reach(fight, actor) > on_foot(actor) and not swims and flies < 5 else ""
    story.emit(e.Moved(actor=actor.name, target=intent.target, step=step, note=note, clause=clause, also=tuple(also)))
    if whole:
        story.emit(e.PanelEnded(actor=actor.name, clause=clause))
        return None
    mark = "icons.supplemental.marked.swimming" if swims else "icons.supplemental.marked.moving"
    clauses = ("icons.supplemental.penalty", mark, "icons.supplemental.no-test")
    story.emit(e.Did(actor=actor.name, deed="swim" if swims else "move", clause=clauses[0], also=clauses[1:]))
    return None


def _keeps_feet(story: Story, actor: Fighter, intent: i.Move, ask: Ask) -> bool:
    """Bad ground: slow down by a step, or test not to slip (icons.moving.slow-down, icons.moving.terrain-test)."""
    fight = story.state
    far = max(step_of(intent.to), fight.step(actor.name, intent.target))
    slow = reach(fight, actor) - 1
    if slow >= 0 and far <= slow:
        note = "goes slowly, and needs no test"
        clause = "icons.moving.slow-down"
        story.emit(e.Tried(actor=actor.name, deed="move", outcome="moderate", note=note, clause=clause))
        return True
    against = [
        Part("ground", set_by_master(ask, intent.ground, "icons.moving.terrain-test", ""), "icons.moving.terrain-test")
    ]
    level = free_level(fight, actor, "coordination", "Athletics")
    text = f"{actor.name} keeps on foot"
    graded = test(story, ask, actor, "move", "icons.moving.terrain-test", level, against, text)
    if graded.outcome == "failure":
        story.emit(e.Fell(actor=actor.name, clause="icons.moving.terrain-test", also=(graded.clause,)))
        return False
    return True


def _refuse_stand(fight: Fight, seat: str, actor: Fighter, intent: i.Stand) -> Refusal | None:
    return None if actor.down else Refusal("icons.slamming.get-up", f"{actor.name} is not down")


def _stand(story: Story, intent: i.Stand, ask: Ask) -> None:
    clauses = ("icons.slamming.get-up", "icons.supplemental.no-test")
    story.emit(e.Did(actor=intent.actor, deed="stand", clause=clauses[0], also=clauses[1:]))


def _refuse_aid(fight: Fight, seat: str, actor: Fighter, intent: i.Aid) -> Refusal | None:
    target = fight[intent.target]
    if target.name == actor.name:
        return Refusal("icons.killing.assistance", "somebody else must help")
    if not target.dying:
        return Refusal("icons.killing.assistance", f"{target.name} is not dying")
    if fight.marked(target.name, "underwater") and not target.sheet.breathes:
        return Refusal("icons.swimming.failure", f"{target.name} must be able to breathe first")
    if fight.step(actor.name, target.name) > 1:
        return Refusal("icons.killing.assistance", f"{target.name} is too far away: help needs Personal or Close range")
    if actor.deeds:
        return Refusal(
            "icons.killing.assistance", f"help takes the whole panel, and {actor.name} has done something else in it"
        )
    return None


def _aid(story: Story, intent: i.Aid, ask: Ask) -> None:
    story.emit(e.Stabilised(target=intent.target, by=intent.actor, clause="icons.killing.assistance"))
    story.emit(e.PanelEnded(actor=intent.actor, clause="icons.killing.assistance"))


def _refuse_heal(fight: Fight, seat: str, actor: Fighter, intent: i.Heal) -> Refusal | None:
    clause = "icons.context.healing"
    target = fight[intent.target]
    if not actor.sheet.power("Healing"):
        return Refusal(clause, f"{actor.name} has no Healing power")
    if target.dead:
        return Refusal("icons.killing.death", f"{target.name} is dead")
    if target.name != actor.name and fight.step(actor.name, target.name) > 1:
        return Refusal(clause, f"{target.name} is too far away to touch")
    if intent.strength and not target.lost:
        return Refusal(clause, f"{target.name} has lost no Strength")
    if not intent.strength and target.stamina >= target.sheet.full_stamina:
        return Refusal(clause, f"{target.name} is at full Stamina")
    if target.dying and not intent.strength:
        return Refusal("icons.killing.assistance", f"{target.name} is dying; give help first")
    if target.healed >= 2 and actor.determination < 1:
        return Refusal(clause, f"{target.name} was healed twice today, and {actor.name} has no Determination left")
    return None


def _heal(story: Story, intent: i.Heal, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    clause = "icons.context.healing"
    level = actor.sheet.power("Healing")
    paid = 1 if target.healed >= 2 else 0
    story.emit(e.Treated(actor=actor.name, target=target.name, paid=paid, clause=clause))
    if not intent.strength:
        stamina = min(target.sheet.full_stamina, target.stamina + level)
        story.emit(e.Restored(target=target.name, stamina=stamina, by="Healing", clause=clause))
    else:
        if level < 8:
            own = [Part("Healing", level, clause), *specialty(actor, "Power")]
            own += active(story.state, actor, "willpower", target)
            text = f"{actor.name} restores Strength"
            graded = test(
                story, ask, actor, "heal", clause, own, [Part("Healing", 3, clause)], text, target=target.name
            )
            if graded.outcome == "failure":
                weaken(story, actor, clause, ask)
        also = ("icons.lost-strength.powers",)
        by, now = "Healing", story.state[target.name].stamina
        story.emit(e.Restored(target=target.name, stamina=now, strength=1, by=by, clause=clause, also=also))
    story.emit(e.PanelEnded(actor=actor.name, clause=clause))


def _refuse_control(fight: Fight, seat: str, actor: Fighter, intent: i.Control) -> Refusal | None:
    clause = "icons.context.mind-shield"
    if not actor.sheet.power("Mind Control"):
        return Refusal(clause, f"{actor.name} has no Mind Control")
    refused = immune(fight, actor, fight[intent.target], clause)
    if refused is None and fight[intent.target].sheet.power("Mind Shield") >= actor.sheet.power("Mind Control"):
        return Refusal(clause, f"{intent.target}'s Mind Shield keeps it out")
    return refused


def _control(story: Story, intent: i.Control, ask: Ask) -> None:
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    clause = "icons.context.mind-shield"
    level = [Part("Mind Control", actor.sheet.power("Mind Control"), clause)]
    if shield := target.sheet.power("Mind Shield"):
        level.append(Part("Mind Shield", -shield, clause))
    level += [*specialty(actor, "Power"), *active(fight, actor, "willpower", target)]
    against = free_level(fight, target, "willpower", "Mental Resistance")
    text = f"{actor.name} takes control of {target.name}"
    graded = contest(story, ask, actor, target, "control", clause, level, against, text, mental=True)
    note = (
        f"{target.name} resists"
        if graded.outcome == "failure"
        else f"controls {target.name} ({graded.outcome} success)"
    )
    story.emit(e.Tried(actor=actor.name, deed="control", outcome=graded.outcome, note=note, clause=clause))
    story.emit(e.PanelEnded(actor=actor.name, clause=clause))


SIZES = {"grown": ("Growth", "icons.context.growth-table"), "shrunk": ("Shrinking", "icons.context.shrinking-table")}


def _refuse_size(fight: Fight, seat: str, actor: Fighter, intent: i.Size) -> Refusal | None:
    now = actor.size or "normal"
    clause = SIZES.get(intent.to, SIZES["grown"])[1]
    if now == intent.to:
        return Refusal(clause, f"{actor.name} is {now} already")
    if intent.to != "normal" and not actor.sheet.power(SIZES[intent.to][0]):
        return Refusal(clause, f"{actor.name} has no {SIZES[intent.to][0]} power")
    return None


def _size(story: Story, intent: i.Size, ask: Ask) -> None:
    size = "" if intent.to == "normal" else intent.to
    if size == "shrunk" or story.state[intent.actor].size == "shrunk":
        story.emit(e.Resized(actor=intent.actor, size=size, clause="icons.context.shrinking-table"))
    else:
        story.emit(e.Resized(actor=intent.actor, size=size, clause="icons.context.growth-table"))


def _pass(story: Story, intent: i.Pass, ask: Ask) -> None:
    story.emit(e.PanelEnded(actor=intent.actor, clause="icons.time.panel"))


DEEDS: Deeds = {
    i.Move: Deed(_move, "panel", _refuse_move),
    i.Stand: Deed(_stand, "panel", _refuse_stand),
    i.Aid: Deed(_aid, "panel", _refuse_aid),
    i.Heal: Deed(_heal, "panel", _refuse_heal),
    i.Control: Deed(_control, "panel", _refuse_control, mental=True),
    i.Size: Deed(_size, "panel", _refuse_size),
}
PASS = Deed(_pass, "attack", mental=True)
