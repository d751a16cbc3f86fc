"""Panels, sides and pages: who is next, and what the end of a page brings."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.systems.icons import events as e
from referee.systems.icons.attack import Story
from referee.systems.icons.book import WAKING
from referee.systems.icons.sheet import GAME_MASTER


def go_on(story: Story, ask: Ask) -> None:
    """Pass over lost panels, then to the next side or page, until somebody can act or nobody ever will."""
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
        _end_page(story, ask)
        fight = story.state
        asleep = any(fighter.unconscious and not fighter.dead for fighter in fight.fighters)
        if not any(fighter.able for fighter in fight.fighters) and not asleep:
            return


def _lose_panels(story: Story) -> None:
    fight = story.state
    for fighter in fight.fighters:
        if fighter.sheet.side == fight.side and fighter.panel == "waiting" and fighter.owed:
            owed = fighter.owed[0]
            clause = {
                "slam": "icons.slamming.lost-panel", "stun": "icons.stunning.moderate", "block": "icons.blocking.cost",
            }[owed]  # fmt: skip
            story.emit(e.PanelLost(actor=fighter.name, owed=owed, clause=clause))


def _end_page(story: Story, ask: Ask) -> None:
    """Losses of the dying, waking rolls, then the next page and who comes to on it."""
    page = story.state.page
    for fighter in story.state.fighters:
        if fighter.dying_from is not None and fighter.dying_from < page and not fighter.clings:
            story.emit(
                e.Weakened(target=fighter.name, strength=fighter.strength - 1, clause="icons.killing.strength-loss")
            )
            if fighter.strength - 1 < 0:
                story.emit(e.Died(target=fighter.name, clause="icons.killing.death"))
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
    story.emit(
        e.PageBegan(page=page + 1, side=story.state.sides[0], clause="icons.time.page", also=("icons.time.panel",))
    )
    for fighter in story.state.fighters:
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
