"""Panels, sides and pages: who is next, and what the end of a page brings."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.events import Part
from referee.systems.graded.field import GAME_MASTER
from referee.systems.icons import events as e
from referee.systems.icons.book import WAKING
from referee.systems.icons.damage import propose_injury, weaken
from referee.systems.icons.events.fighting import SPENT
from referee.systems.icons.holds import loosen
from referee.systems.icons.levels import base
from referee.systems.icons.rolling import Story, test
from referee.systems.icons.state import Fighter


def go_on(story: Story, ask: Ask) -> None:
    """Pass over lost panels, then to the next side or page, until somebody can act or nobody ever will."""
    loosen(story)
    while True:
        _lose_panels(story)
        fight = story.state
        if any(fighter.panel != "done" for fighter in fight.fighters if fighter.sheet.side == fight.side):
            return
        rest = fight.sides[fight.sides.index(fight.side) + 1 :]
        waiting = {fighter.sheet.side for fighter in fight.fighters if fighter.panel != "done"}
        following = next((side for side in rest if side in waiting), None)
        if following is not None:
            story.emit(e.SideBegan(side=following, clause="icons.conflict.alternate"))
            continue
        end_page(story, ask)
        fight = story.state
        asleep = any(fighter.unconscious and not fighter.dead for fighter in fight.fighters)
        if not any(fighter.able for fighter in fight.fighters) and not asleep:
            return


def _due(fighter: Fighter) -> tuple[str, ...]:
    """Panels that are lost now; whoever still lingers loses only what was given away by choice."""
    return tuple(one for one in fighter.owed if not fighter.lingers or one in SPENT)


def _lose_panels(story: Story) -> None:
    fight = story.state
    for fighter in fight.fighters:
        if fighter.sheet.side == fight.side and fighter.panel == "waiting" and _due(fighter):
            owed = _due(fighter)[0]
            clause = {
                "slam": "icons.slamming.lost-panel", "stun": "icons.stunning.moderate", "block": "icons.blocking.cost",
                "interpose": "icons.interposing.cost",
            }[owed]  # fmt: skip
            story.emit(e.PanelLost(actor=fighter.name, owed=owed, clause=clause))


def end_page(story: Story, ask: Ask) -> None:
    """Breath and exhaustion, losses of the dying, waking rolls, then the next page and who comes to on it."""
    page = story.state.page
    for fighter in story.state.fighters:
        _breathe(story, fighter, ask)
        _tire(story, fighter, ask)
        _regenerate(story, fighter)
    for fighter in story.state.fighters:
        if fighter.dying_from is not None and fighter.dying_from < page and not fighter.clings:
            weaken(story, fighter, "icons.killing.strength-loss", ask)
    for fighter in story.state.fighters:
        if fighter.unconscious and not fighter.dead and not fighter.dying and fighter.wake is None:
            text = f"When does {fighter.name} come to?"
            rolled = ask.roll(WAKING, "icons.recovery.wake", text, roller=GAME_MASTER, seen_by=(GAME_MASTER,))
            story.emit(
                e.WakeSet(
                    target=fighter.name,
                    dice=rolled.shown,
                    page=page + rolled.total,
                    clause="icons.recovery.wake",
                    seen_by=(GAME_MASTER,),
                )
            )
    lingered = any(fighter.lingers for fighter in story.state.fighters)
    also = ("icons.time.panel", "icons.conflict.simultaneous") if lingered else ("icons.time.panel",)
    story.emit(e.PageBegan(page=page + 1, side=story.state.sides[0], clause="icons.time.page", also=also))
    for fighter in story.state.fighters:
        if fighter.rests_until is not None and fighter.rests_until < page + 1:
            story.emit(e.Rested(actor=fighter.name, clause="icons.exhaustion.moderate"))
        if fighter.wake is not None and fighter.wake <= page + 1:
            stamina = min(fighter.sheet.full_stamina, max(1, fighter.strength))
            story.emit(
                e.Woke(
                    target=fighter.name,
                    stamina=stamina,
                    clause="icons.recovery.wake",
                    also=("icons.recovery.wake-stamina",),
                )
            )
    loosen(story)


def _breathe(story: Story, fighter: Fighter, ask: Ask) -> None:
    """A page under water without air: a Strength test, harder each time (icons.swimming.breath-test)."""
    if fighter.dead or not story.state.marked(fighter.name, "underwater") or fighter.sheet.breathes:
        if fighter.sheet.breathes and story.state.marked(fighter.name, "underwater") and not fighter.dive:
            by_life = not fighter.sheet.power("Aquatic")
            clause = "icons.context.life-support" if by_life else "icons.context.aquatic"
            story.emit(e.Breathed(actor=fighter.name, pages=1, clause=clause))
        return
    if fighter.unconscious:
        if not fighter.dying:
            # Nobody who is out under water holds the breath: failed without a roll.
            page = story.state.page
            story.emit(e.KnockedOut(target=fighter.name, dying_from=page, clause="icons.swimming.moderate"))
        return
    against = [Part("pages under water", fighter.dive, "icons.swimming.cumulative")]
    text = f"{fighter.name} holds the breath"
    clause = "icons.swimming.breath-test"
    also = ("icons.underwater.breath", "icons.reactions.free")
    graded = test(story, ask, fighter, "breath", clause, base(fighter, "strength"), against, text, also)
    story.emit(e.Breathed(actor=fighter.name, pages=fighter.dive + 1, clause="icons.swimming.cumulative"))
    if graded.outcome == "failure":
        page = story.state.page
        story.emit(e.KnockedOut(target=fighter.name, dying_from=page, clause="icons.swimming.failure"))
        propose_injury(story, fighter.name, ask)
    elif graded.outcome == "moderate":
        parts = (Part("winded", 2, "icons.swimming.moderate"),)
        left = max(0, fighter.stamina - 2)
        clause = "icons.swimming.moderate"
        story.emit(e.Hurt(target=fighter.name, net=2, stamina=left, parts=parts, clause=clause))
        if not left:
            story.emit(e.KnockedOut(target=fighter.name, clause="icons.damage.zero-stamina"))
    else:
        note = "holds the breath with ease"
        clause = "icons.swimming.major"
        story.emit(e.Tried(actor=fighter.name, deed="breath", outcome=graded.outcome, note=note, clause=clause))


def _tire(story: Story, fighter: Fighter, ask: Ask) -> None:
    """Moving on and on wears out; a minute of rest mends it (icons.exhaustion.threshold)."""
    now = story.state[fighter.name]
    if now.unconscious or now.dead:
        return
    minute = int(story.state.rule("pages_per_minute"))
    if not now.moved and not {"move", "swim", "jump"} & set(now.deeds):
        if now.paces:
            idle = now.idle + 1
            rested = idle >= minute
            clause = "icons.exhaustion.cumulative" if rested else "icons.exhaustion.threshold"
            paces = 0 if rested else now.paces
            story.emit(e.Paced(actor=now.name, paces=paces, idle=0 if rested else idle, clause=clause))
        return
    paces = now.paces + 1
    story.emit(e.Paced(actor=now.name, paces=paces, idle=0, clause="icons.exhaustion.threshold"))
    limit = max(1, now.strength) * 10
    if paces <= limit:
        return
    against = [Part("pages too many", paces - limit - 1, "icons.exhaustion.cumulative")]
    also = ("icons.reactions.marked.exhaustion", "icons.reactions.free")
    text = f"{now.name} keeps going"
    clause = "icons.exhaustion.threshold"
    graded = test(story, ask, now, "exhaustion", clause, base(now, "strength"), against, text, also)
    page = story.state.page
    if graded.outcome == "failure":
        story.emit(e.Collapsed(actor=now.name, until=page + 10 * minute, clause="icons.exhaustion.failure"))
    elif graded.outcome == "moderate":
        story.emit(e.Collapsed(actor=now.name, until=page + minute, clause="icons.exhaustion.moderate"))
    else:
        note = "keeps going"
        clause = "icons.exhaustion.major"
        story.emit(e.Tried(actor=now.name, deed="exhaustion", outcome=graded.outcome, note=note, clause=clause))


def _regenerate(story: Story, fighter: Fighter) -> None:
    """Regeneration gives its level in Stamina every ten pages, evenly spread (icons.context.regeneration)."""
    now = story.state[fighter.name]
    level = now.sheet.power("Regeneration")
    if not level or now.unconscious or now.dead:
        return
    due = level * (story.state.page - story.state.since + 1) // 10
    if due > now.regrown:
        stamina = min(now.sheet.full_stamina, now.stamina + due - now.regrown)
        clause = "icons.context.regeneration"
        story.emit(e.Regrew(target=now.name, stamina=stamina, total=due, clause=clause))


def injuries_of(story: Story, ask: Ask) -> None:
    """By house rule, a failed slam, stun or kill may leave an injury (icons.injuries.lasting)."""
    hurt = []
    for event in story.events:
        failed = (e.Flung, e.KnockedOut)
        clauses = ("icons.slamming.failure", "icons.stunning.failure", "icons.killing.failure")
        if isinstance(event, failed) and event.clause in clauses:
            hurt.append(event.target)
    for name in dict.fromkeys(hurt):
        propose_injury(story, name, ask)
