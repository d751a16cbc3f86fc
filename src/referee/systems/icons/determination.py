"""Determination and what it buys."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.asking import agrees
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.book import OUTCOMES
from referee.systems.icons.levels import ability_level, active, active_level
from referee.systems.icons.rolling import Story, test
from referee.systems.icons.sheet import ABILITIES
from referee.systems.icons.state import Fight, Fighter, Resolve

TESTS = (
    "attack", "evade", "dodge", "resist", "block", "slam", "stun", "kill", "field", "interpose", "wrestle", "hold",
    "bind", "escape", "grab", "keep", "snipe", "try", "climb", "catch", "break", "jump", "lift", "move", "invent", "know",
    "learn", "notice", "search", "sneak", "track", "intimidate", "perform", "persuade", "argue", "race", "heal", "control",
    "breath", "exhaustion", "stunt",
)  # fmt: skip
"""Every test by the name under which an effort is declared for it."""


def _poor(actor: Fighter, clause: str) -> Refusal | None:
    return None if actor.determination >= 1 else Refusal(clause, f"{actor.name} has no Determination left")


def _refuse_tag(fight: Fight, actor: Fighter, tag: str) -> Refusal | None:
    """A tag is a quality of the character, or any aspect of somebody else (icons.context.tagging)."""
    own = actor.sheet.qualities
    others = [aspect for one in fight.others(actor.name) for aspect in one.aspects]
    if tag in own or tag in others:
        return None
    why = f"{tag!r} is no quality of {actor.name} and nobody else's aspect{nearest(tag, (*own, *others))}"
    return Refusal("icons.context.tagging", f"{why} (qualities: {', '.join(own) or 'none'})")


def _tag_fits(story: Story, ask: Ask, actor: str, tag: str, deed: str) -> bool:
    """Whether a quality fits is the game master's yes or no."""
    clause = "icons.context.tagging"
    if agrees(ask, GAME_MASTER, clause, f"{actor} tags {tag!r} for {deed}. Does it fit?"):
        return True
    story.emit(e.Declined(actor=GAME_MASTER, what=f"{tag!r} does not fit", clause=clause))
    return False


def _refuse_effort(fight: Fight, seat: str, actor: Fighter, intent: i.Determine | i.Focus) -> Refusal | None:
    determined = isinstance(intent, i.Determine)
    clause = "icons.context.determined-effort" if determined else "icons.context.focused-effort"
    if intent.test not in TESTS:
        why = f"{intent.test!r} is no test{nearest(intent.test, TESTS)} (tests: {', '.join(TESTS)})"
        return Refusal(clause, why)
    if intent.target and not fight.has(intent.target):
        return Refusal(clause, f"nobody here is called {intent.target!r}{nearest(intent.target, fight.names())}")
    standing = actor.resolve
    if standing is not None and (
        (standing.test, standing.target) != (intent.test, intent.target)
        or (standing.want if determined else standing.focus)
    ):
        return Refusal(clause, f"{actor.name} has declared an effort already; forgo it first")
    needed = 1 if standing is None else 2
    if actor.determination < needed:
        return Refusal(clause, f"{actor.name} has {actor.determination} Determination, and each effort takes a point")
    if isinstance(intent, i.Determine):
        if intent.test == "notice" and fight.rule("noticing_determined") == "forbidden":
            return Refusal("icons.noticing.no-determined-effort", "noticing takes no exertion; this table forbids it")
        wanted = OUTCOMES.rank(intent.want)
        tried = _failed_before(fight, actor.name, intent.test, intent.target, wanted)
        if not tried and not fight.marked(actor.name, "once"):
            why = "it takes a test that was tried before without that success, or one that the game master marks as the only chance"
            return Refusal("icons.context.determined-effort.condition", why)
    return _refuse_tag(fight, actor, intent.tag)


def _failed_before(fight: Fight, actor: str, name: str, target: str, wanted: int) -> bool:
    return any((one.actor, one.test, one.target) == (actor, name, target) and one.rank < wanted for one in fight.tries)


def _declare(story: Story, intent: i.Determine | i.Focus, ask: Ask) -> None:
    actor = intent.actor
    if not _tag_fits(story, ask, actor, intent.tag, f"the {intent.test} test"):
        return
    if isinstance(intent, i.Determine):
        resolve = Resolve(intent.test, intent.target, want=intent.want)
        also: tuple[str, ...] = ("icons.context.tagging", "icons.context.determined-effort.condition")
        story.emit(
            e.Declared(
                actor=actor, resolve=resolve, tag=intent.tag, clause="icons.context.determined-effort", also=also
            )
        )
    else:
        resolve = Resolve(intent.test, intent.target, focus=intent.ability)
        also = ("icons.context.tagging",)
        story.emit(
            e.Declared(actor=actor, resolve=resolve, tag=intent.tag, clause="icons.context.focused-effort", also=also)
        )


def _refuse_forgo(fight: Fight, seat: str, actor: Fighter, intent: i.Forgo) -> Refusal | None:
    if actor.resolve is None:
        return Refusal("icons.context.determined-effort", f"{actor.name} has declared nothing")
    return None


def _forgo(story: Story, intent: i.Forgo, ask: Ask) -> None:
    story.emit(e.Forgone(actor=intent.actor, clause="icons.context.determined-effort"))


def _refuse_recover(fight: Fight, seat: str, actor: Fighter, intent: i.Recover) -> Refusal | None:
    clause = "icons.context.recover"
    if actor.dead or actor.dying:
        return Refusal(clause, f"{actor.name} is {'dead' if actor.dead else 'dying'}")
    if actor.recovered:
        return Refusal(clause, f"{actor.name} has recovered once in this conflict")
    if actor.stamina >= actor.sheet.full_stamina:
        return Refusal(clause, f"{actor.name} is at full Stamina")
    return _poor(actor, clause)


def _recover(story: Story, intent: i.Recover, ask: Ask) -> None:
    actor = story.state[intent.actor]
    gain = max(1, actor.strength, actor.sheet.willpower or 0)
    stamina = min(actor.sheet.full_stamina, actor.stamina + gain)
    story.emit(e.Recovered(actor=actor.name, stamina=stamina, clause="icons.context.recover"))


def _refuse_retcon(fight: Fight, seat: str, actor: Fighter, intent: i.Retcon) -> Refusal | None:
    return _poor(actor, "icons.context.retcon") or _refuse_tag(fight, actor, intent.tag)


def _retcon(story: Story, intent: i.Retcon, ask: Ask) -> None:
    clause = "icons.context.retcon"
    if agrees(ask, GAME_MASTER, clause, f"{intent.actor} tags {intent.tag!r}: {intent.text}. Is it so?"):
        also = ("icons.context.tagging",)
        story.emit(e.Spent(actor=intent.actor, points=1, what=intent.text, clause=clause, also=also))
    else:
        story.emit(e.Declined(actor=GAME_MASTER, what=intent.text, clause=clause))


def _refuse_stunt(fight: Fight, seat: str, actor: Fighter, intent: i.Stunt) -> Refusal | None:
    clause = "icons.context.stunt"
    traits = (*ABILITIES, *(power.name for power in actor.sheet.powers))
    if intent.trait not in traits:
        return Refusal(clause, f"{actor.name} has no {intent.trait!r}{nearest(intent.trait, traits)}")
    return _poor(actor, clause) or _refuse_tag(fight, actor, intent.tag)


def _stunt(story: Story, intent: i.Stunt, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    if not _tag_fits(story, ask, actor.name, intent.tag, intent.text):
        return
    clause = "icons.context.stunt"
    if intent.trait in ABILITIES:
        level = active_level(fight, actor, intent.trait)
        own = ability_level(actor, intent.trait)
    else:
        own = actor.sheet.power(intent.trait)
        level = [Part(intent.trait, own, clause), *active(fight, actor, "willpower")]
    _perform_stunt(story, ask, actor, intent.text, level, [Part(f"own {intent.trait}", own, clause)], clause)


def _perform_stunt(
    story: Story, ask: Ask, actor: Fighter, what: str, level: list[Part], against: list[Part], clause: str
) -> None:
    """Failure nothing, effect 0 side effects, effect 1 and more as planned (icons.context.stunt)."""
    story.emit(e.Spent(actor=actor.name, points=1, what=what, clause="icons.context.stunt"))
    graded = test(story, ask, story.state[actor.name], "stunt", clause, level, against, f"{actor.name}: {what}")
    words = (
        "does not work"
        if graded.effect < 0
        else "works, with side effects"
        if graded.effect == 0
        else "works as planned"
    )
    note = f"{what}: {words}"
    also = (graded.clause,)
    story.emit(
        e.Tried(
            actor=actor.name, deed="stunt", outcome=graded.outcome, note=note, clause="icons.context.stunt", also=also
        )
    )
    story.emit(e.PanelEnded(actor=actor.name, clause="icons.context.stunt"))


def _refuse_improvise(fight: Fight, seat: str, actor: Fighter, intent: i.Improvise) -> Refusal | None:
    clause = "icons.inventing.stunts"
    known = actor.sheet.specialty(intent.specialty) if intent.specialty else None
    level = (actor.sheet.intellect or 0) + (known.bonus if known else 0)
    if level < 6:
        return Refusal(clause, f"{actor.name}'s effective Intellect is {level}; it takes 6")
    return _poor(actor, "icons.context.stunt") or _refuse_tag(fight, actor, intent.tag)


def _improvise(story: Story, intent: i.Improvise, ask: Ask) -> None:
    actor = story.state[intent.actor]
    if not _tag_fits(story, ask, actor.name, intent.tag, intent.text):
        return
    clause = "icons.inventing.stunt-difficulty"
    level = active_level(story.state, actor, "intellect", intent.specialty)
    _perform_stunt(story, ask, actor, intent.text, level, [Part("level of the stunt", intent.level, clause)], clause)


def _refuse_cling(fight: Fight, seat: str, actor: Fighter, intent: i.Cling) -> Refusal | None:
    clause = "icons.killing.determination"
    if not actor.dying:
        return Refusal(clause, f"{actor.name} is not dying")
    if actor.clings:
        return Refusal(clause, f"{actor.name} has spent a point on this page already")
    return _poor(actor, clause)


def _cling(story: Story, intent: i.Cling, ask: Ask) -> None:
    story.emit(e.Clung(actor=intent.actor, clause="icons.killing.determination"))


def _refuse_draw(fight: Fight, seat: str, actor: Fighter, intent: i.Draw) -> Refusal | None:
    clause = "icons.context.team-determination"
    pool = next((one for one in fight.pools if one.side == actor.sheet.side), None)
    if pool is None or not fight.is_player(actor):
        return Refusal(clause, f"{actor.name} is in no team with a pool")
    if pool.points < 1:
        return Refusal(clause, f"the {pool.side} have no team Determination left")
    return None


def _draw(story: Story, intent: i.Draw, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    clause = "icons.context.team-determination"
    mates = [
        one.seat for one in fight.others(actor.name) if one.sheet.side == actor.sheet.side and fight.is_player(one)
    ]
    for seat in dict.fromkeys(mates):
        if seat == actor.seat:
            continue
        if not agrees(ask, seat, clause, f"May {actor.name} take a point of the team's Determination?"):
            return story.emit(e.Declined(actor=seat, what="a point of the team's Determination", clause=clause))
    left = next(one.points for one in fight.pools if one.side == actor.sheet.side) - 1
    return story.emit(e.Drew(actor=actor.name, side=actor.sheet.side, left=left, clause=clause))


def team_pool(fight: Fight, side: str, leader: str) -> int:
    """Members plus 1 plus the leader's Leadership (icons.context.team-determination)."""
    members = sum(1 for one in fight.fighters if one.sheet.side == side and fight.is_player(one))
    trained = fight[leader].sheet.specialty("Leadership") if leader else None
    return members + 1 + (trained.bonus if trained else 0)


DEEDS: Deeds = {
    i.Determine: Deed(_declare, "always", _refuse_effort),
    i.Focus: Deed(_declare, "always", _refuse_effort),
    i.Forgo: Deed(_forgo, "always", _refuse_forgo),
    i.Recover: Deed(_recover, "always", _refuse_recover),
    i.Retcon: Deed(_retcon, "always", _refuse_retcon),
    i.Stunt: Deed(_stunt, "panel", _refuse_stunt),
    i.Improvise: Deed(_improvise, "panel", _refuse_improvise),
    i.Cling: Deed(_cling, "always", _refuse_cling),
    i.Draw: Deed(_draw, "always", _refuse_draw),
}
