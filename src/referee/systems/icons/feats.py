"""Uses of the six abilities outside blows and holds."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.asking import set_by_master
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.graded.tests import Graded, total
from referee.systems.icons import events as e
from referee.systems.icons import intents as i
from referee.systems.icons.book import (
    JUMPING,
    LEAPING,
    LIFTED,
    LIFTS,
    MATERIALS,
    OUTCOMES,
    RANGE_ROWS,
    reach_of,
    step_of,
    toughness,
)  # fmt: skip
from referee.systems.icons.damage import lose_stamina, strike
from referee.systems.icons.levels import ability_level, active, active_level, armor, free_level, lacks
from referee.systems.icons.rolling import Story, attack_mode, capped, contest, fits, test
from referee.systems.icons.sheet import ABILITIES, Ability
from referee.systems.icons.state import Fight, Fighter


def _end(story: Story, actor: Fighter, clause: str) -> None:
    """The active test of the panel has been made."""
    story.emit(e.PanelEnded(actor=actor.name, clause=clause))


# --------------------------------------------------------------- levels of tests


def _level(
    fight: Fight, actor: Fighter, ability: Ability, intent: i.Test, *names: str, weighed: bool = True
) -> list[Part]:
    """The level of a use: limited or combined with something as the intent says, with fitting specialties."""
    named = (*names, intent.specialty) if intent.specialty else names
    parts = (active_level if weighed else free_level)(fight, actor, ability, *named)
    first, rest = parts[0], parts[1:]
    own = first.amount
    if intent.limit and ability_level(actor, intent.limit) < own:
        what = f"{ability.title()} limited by {intent.limit.title()}"
        first = Part(what, ability_level(actor, intent.limit), "icons.limiting.lower")
    if intent.combine:
        helper = intent.combine not in ABILITIES
        other = ability_level(fight[intent.combine] if helper else actor, ability if helper else intent.combine)  # type: ignore[arg-type]
        clause = "icons.combining.equal" if other == own else "icons.combining.lowest-plus-one"
        lower = min(own, other)
        first = Part(f"{ability.title()} with {intent.combine}", lower, clause)
        rest = [Part("combined", 1, clause), *rest]
    return [first, *rest]


def _refuse_level(fight: Fight, seat: str, actor: Fighter, ability: Ability, intent: i.Test) -> Refusal | None:
    if lacks(actor, ability):
        return Refusal("icons.context.stock-characters", f"{actor.name} has no {ability.title()}")
    if intent.difficulty is not None and seat != GAME_MASTER:
        return Refusal("icons.doing.anything", "the game master sets the difficulty; leave it out to be asked for it")
    if intent.combine and intent.combine not in ABILITIES:
        if not fight.has(intent.combine) or intent.combine == actor.name:
            known = (*ABILITIES, *fight.names())
            why = f"combine names an ability or another character{nearest(intent.combine, known)}"
            return Refusal("icons.combining.lowest-plus-one", why)
        helper = fight[intent.combine]
        if isinstance(intent, i.Know | i.Notice):
            return Refusal("icons.combining.lowest-plus-one", "nobody can help with that")
        if helper.seat != seat and seat != GAME_MASTER:
            why = f"{helper.name} is played by {helper.seat}; the game master declares it when both want to"
            return Refusal("icons.combining.lowest-plus-one", why)
        busy = helper.panel == "done" or fight.helpless(helper) or helper.rests_until is not None
        if busy or helper.sheet.side != actor.sheet.side:
            why = f"{helper.name} has no panel on this side's turn to help with"
            return Refusal("icons.combining.lowest-plus-one", why)
    return None


def _helped(story: Story, intent: i.Test) -> None:
    """Another character who helps spends the panel too."""
    if intent.combine and intent.combine not in ABILITIES:
        story.emit(e.PanelEnded(actor=intent.combine, clause="icons.combining.lowest-plus-one"))


def _against(ask: Ask, given: int | None, clause: str, question: str) -> list[Part]:
    return [Part("difficulty", set_by_master(ask, given, clause, question), clause)]


def _outcome_words(graded: Graded) -> str:
    return "failure" if graded.outcome == "failure" else f"{graded.outcome} success"


def _simple(
    story: Story, ask: Ask, intent: i.Test, ability: Ability, name: str, clause: str, note: str, *names: str,
    reaction: bool = False, also: tuple[str, ...] = (), extra: tuple[Part, ...] = (),
) -> Graded:  # fmt: skip
    """A test against the game master's difficulty, and what came of it."""
    actor = story.state[intent.actor]
    level = [*_level(story.state, actor, ability, intent, *names, weighed=not reaction), *extra]
    against = _against(ask, intent.difficulty, clause, f"{actor.name}: {note}. How hard is it?")
    graded = test(story, ask, actor, name, clause, level, against, f"{actor.name}: {note}", also)
    _helped(story, intent)
    return graded


def _tried(story: Story, actor: str, deed: str, graded: Graded, clause: str, note: str, *also: str) -> None:
    story.emit(
        e.Tried(actor=actor, deed=deed, outcome=graded.outcome, note=note, clause=clause, also=(graded.clause, *also))
    )


# ------------------------------------------------------------------- free tests


def _refuse_try(fight: Fight, seat: str, actor: Fighter, intent: i.Try) -> Refusal | None:
    if intent.reaction and seat != GAME_MASTER:
        return Refusal("icons.reactions.free", "a reaction is called for by the game master")
    if intent.modifier and seat != GAME_MASTER:
        return Refusal("icons.doing.anything", "modifiers are the game master's to give")
    return _refuse_level(fight, seat, actor, intent.ability, intent)


def _try(story: Story, intent: i.Try, ask: Ask) -> None:
    note = intent.text or f"a {intent.ability.title()} test"
    extra = (Part("modifier", intent.modifier, "icons.doing.anything"),) if intent.modifier else ()
    also = ("icons.reactions.free",) if intent.reaction else ()
    clause = "icons.doing.anything"
    graded = _simple(
        story, ask, intent, intent.ability, "try", clause, note, reaction=intent.reaction, extra=extra, also=also
    )
    _tried(story, intent.actor, "try", graded, clause, f"{note}: {_outcome_words(graded)}")
    if not intent.reaction:
        _end(story, story.state[intent.actor], "icons.supplemental.one-active-test")


# ----------------------------------------------------------------- Coordination


def _refuse_climb(fight: Fight, seat: str, actor: Fighter, intent: i.Climb) -> Refusal | None:
    if intent.easy and min(actor.strength, actor.sheet.coordination) < 2:
        why = f"a level of 1 is too low for more than a flight of stairs, and {actor.name} has one"
        return Refusal("icons.climbing.too-weak", why)
    if fight.held_by(actor.name) or fight.holding(actor.name):
        return Refusal("icons.wrestling.partial-penalty", f"{actor.name} cannot move away in a hold")
    if actor.prone:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if (intent.easy or intent.stairs) and "move" in actor.deeds:
        return Refusal("icons.supplemental.penalty", f"{actor.name} has moved on this page")
    if intent.long and seat != GAME_MASTER:
        return Refusal("icons.climbing.long", "the game master says how much harder a long climb is")
    return _refuse_level(fight, seat, actor, "coordination", intent)


def _climb(story: Story, intent: i.Climb, ask: Ask) -> None:
    actor = story.state[intent.actor]
    if intent.easy or intent.stairs:
        # Moving upwards: a supplemental action without a test.
        clause = "icons.climbing.automatic"
        also = ("icons.supplemental.penalty", "icons.supplemental.marked.moving")
        return story.emit(e.Did(actor=actor.name, deed="move", clause=clause, also=also))
    level = _level(story.state, actor, "coordination", intent, "Athletics")
    against = _against(ask, intent.difficulty, "icons.climbing.test", f"{actor.name} climbs. How hard is it?")
    if intent.long:
        against.append(Part("a long climb", intent.long, "icons.climbing.long"))
    text = f"{actor.name} climbs"
    graded = test(story, ask, actor, "climb", "icons.climbing.test", level, against, text)
    _helped(story, intent)
    if graded.outcome == "failure":
        _tried(story, actor.name, "climb", graded, "icons.climbing.fall", "falls")
        question = f"{actor.name} falls. For how much damage?"
        damage = set_by_master(ask, None, "icons.climbing.fall", question)
        parts = [Part("fall", damage, "icons.climbing.fall"), *armor(story.state, actor)]
        if damage:
            lose_stamina(story, actor, parts, "icons.climbing.fall")
    else:
        _tried(story, actor.name, "climb", graded, "icons.climbing.test", "is up")
    return _end(story, actor, "icons.climbing.test")


def _refuse_catch(fight: Fight, seat: str, actor: Fighter, intent: i.Catch) -> Refusal | None:
    if seat != GAME_MASTER and (intent.size or intent.lift != 1 or intent.strength is not None):
        return Refusal(
            "icons.catching.size", "size, weight and Strength of what is caught are the game master's to say"
        )
    if intent.lift > actor.strength:
        why = f"the {intent.what} takes Strength {intent.lift} to lift, and {actor.name} has {actor.strength}"
        return Refusal("icons.catching.must-lift", why, (LIFTS.get(intent.lift, LIFTS[1]),))
    return (
        None if free_to_catch(fight, actor) else Refusal("icons.stunning.moderate", f"{actor.name} cannot move freely")
    )


def free_to_catch(fight: Fight, actor: Fighter) -> bool:
    """Whether somebody could catch anything now: not helpless, stunned or collapsed."""
    return not fight.helpless(actor) and "stun" not in actor.owed and actor.rests_until is None


def _catch(story: Story, intent: i.Catch, ask: Ask) -> None:
    actor = story.state[intent.actor]
    question = f"What Strength has the {intent.what}?"
    strength = set_by_master(ask, intent.strength, "icons.catching.moderate", question)
    catch(story, ask, actor, intent.what, intent.size, strength)
    caught_late(story, actor)


def caught_late(story: Story, actor: Fighter) -> None:
    """A catch is a supplemental action, whenever it comes."""
    clauses = ("icons.supplemental.marked.catching", "icons.supplemental.penalty")
    story.emit(e.Did(actor=actor.name, deed="catch", clause=clauses[0], also=clauses[1:]))


def catch(
    story: Story, ask: Ask, actor: Fighter, what: str, size: int, strength: int, clause: str = "icons.catching.test"
) -> bool:
    """Try to catch something; whether it is caught (broken or not)."""
    against = [Part("to catch", 3, "icons.catching.test")]
    if size:
        against.append(Part("size", size, "icons.catching.size"))
    level = free_level(story.state, actor, "coordination")
    text = f"{actor.name} catches the {what}"
    graded = test(story, ask, actor, "catch", "icons.catching.test", level, against, text, (clause,))
    if graded.outcome == "failure":
        _tried(story, actor.name, "catch", graded, "icons.catching.failure", f"misses the {what}")
        return False
    if graded.outcome != "moderate":
        _tried(story, actor.name, "catch", graded, "icons.catching.major", f"catches the {what} cleanly")
        return True
    question = f"{actor.name} has the {what}, but hard. Who takes the damage?"
    choice = ask.choose(actor.seat, (f"the {what}", actor.name), "icons.catching.absorb", question)
    note = f"catches the {what}"
    if choice == actor.name:
        _tried(story, actor.name, "catch", graded, "icons.catching.absorb", f"{note} and takes the blow")
        parts = [Part(what, strength, "icons.catching.absorb"), *armor(story.state, actor)]
        lose_stamina(story, actor, parts, "icons.catching.absorb")
    elif story.state.has(what):
        # A person who is caught hard loses Stamina, after armor.
        _tried(story, actor.name, "catch", graded, "icons.catching.moderate", note)
        person = story.state[what]
        parts = [Part("Strength", actor.strength, "icons.catching.moderate"), *armor(story.state, person)]
        lose_stamina(story, person, parts, "icons.catching.moderate")
    else:
        _tried(story, actor.name, "catch", graded, "icons.catching.moderate", note)
        strike(story, what, actor.strength, strength, ask, clause="icons.catching.moderate")
    return True


# --------------------------------------------------------------------- Strength


def _refuse_break(fight: Fight, seat: str, actor: Fighter, intent: i.Break) -> Refusal | None:
    if (intent.material or intent.inches is not None) and seat != GAME_MASTER:
        return Refusal("icons.bending.test", "what a thing is made of is the game master's to say")
    if intent.material and intent.material not in MATERIALS:
        known = ", ".join(MATERIALS)
        why = f"{intent.material!r} is no known material{nearest(intent.material, MATERIALS)} (known: {known})"
        return Refusal("icons.bending.materials", why)
    return _refuse_level(fight, seat, actor, "strength", intent)


def _break(story: Story, intent: i.Break, ask: Ask) -> None:
    actor = story.state[intent.actor]
    what = intent.what or intent.material.casefold() or "thing"
    if intent.material:
        against = toughness(intent.material, intent.inches)
    else:
        against = _against(ask, intent.difficulty, "icons.bending.test", f"What Strength has the {what}?")
    level = _level(story.state, actor, "strength", intent)
    text = f"{actor.name} breaks the {what}"
    graded = test(story, ask, actor, "break", "icons.bending.test", level, against, text)
    _helped(story, intent)
    if graded.outcome == "failure":
        _tried(story, actor.name, "break", graded, "icons.bending.test", f"the {what} holds")
    else:
        _tried(story, actor.name, "break", graded, "icons.bending.success", f"the {what} breaks")
    _end(story, actor, "icons.bending.test")


OUR_READING = "by this project's reading for low levels of the power"
"""Said where a power's table is filled in, not printed."""


def jump_reach(actor: Fighter) -> int:
    """How far a leap carries, as a step: by Strength or by Leaping, whichever is better (icons.jumping.leaping)."""
    usual = step_of(JUMPING.row(min(10, max(1, actor.strength))).name)
    return max(usual, reach_of(actor.sheet.power("Leaping"), LEAPING))


def _refuse_jump(fight: Fight, seat: str, actor: Fighter, intent: i.Jump) -> Refusal | None:
    clause = "icons.jumping.distance"
    if intent.target == actor.name:
        return Refusal("icons.distance.abstract", "a range lies between two characters; name another one")
    now, to = fight.step(actor.name, intent.target), step_of(intent.to)
    if now == to:
        return Refusal("icons.distance.abstract", f"{actor.name} is already at {intent.to} range from {intent.target}")
    if actor.prone:
        return Refusal("icons.slamming.get-up", f"{actor.name} is down; stand first")
    if fight.held_by(actor.name) or fight.holding(actor.name):
        return Refusal("icons.wrestling.partial-penalty", f"{actor.name} cannot move away in a hold")
    if "jump" in actor.deeds:
        return Refusal("icons.supplemental.penalty", f"{actor.name} has jumped on this page")
    if max(now, to) > jump_reach(actor) + intent.extra:
        return Refusal(clause, f"that is farther than {actor.name} can jump")
    return None


def _jump(story: Story, intent: i.Jump, ask: Ask) -> None:
    actor = story.state[intent.actor]
    now, to = story.state.step(actor.name, intent.target), step_of(intent.to)
    reach = jump_reach(actor)
    row = JUMPING.row(min(10, max(1, actor.strength)))
    leaps = reach > step_of(row.name)
    by = "icons.jumping.leaping" if leaps else row.clause
    also: tuple[str, ...] = ("icons.context.leaping",) if leaps else ()
    if intent.extra:
        level = free_level(story.state, actor, "strength", "Athletics")
        own = [Part("own Strength", actor.strength, "icons.jumping.extra")]
        text = f"{actor.name} jumps for one step more"
        graded = test(story, ask, actor, "jump", "icons.jumping.extra", level, own, text)
        farther = graded.outcome in ("major", "massive")
        reach += farther
        by = "icons.jumping.extra"
        also = (*also, graded.clause, row.clause)
    landed = to if max(now, to) <= reach else _nearer(now, to, reach)
    if landed != now:
        also = (*also, RANGE_ROWS[landed])
        note = OUR_READING if leaps and actor.sheet.power("Leaping") < 7 else ""
        story.emit(e.Moved(actor=actor.name, target=intent.target, step=landed, note=note, clause=by, also=also))
    else:
        story.emit(e.Tried(actor=actor.name, deed="jump", outcome="failure", note="falls short", clause=by, also=also))
    clauses = ("icons.supplemental.marked.jumping", "icons.supplemental.penalty", "icons.supplemental.no-test")
    story.emit(e.Did(actor=actor.name, deed="jump", clause=clauses[0], also=clauses[1:]))


def _nearer(now: int, to: int, reach: int) -> int:
    """Where a jump ends that does not reach: as far out as it carries, or where it began."""
    return min(to, reach) if to > now and reach >= now else now


def _refuse_lift(fight: Fight, seat: str, actor: Fighter, intent: i.Lift) -> Refusal | None:
    if intent.level > min(10, actor.strength + 1):
        why = f"{LIFTED[intent.level]} is level {intent.level}; {actor.name} gets to {min(10, actor.strength + 1)} at most"
        return Refusal("icons.lifting.extra", why, (LIFTS[intent.level],))
    if "lift" in actor.deeds:
        return Refusal("icons.supplemental.penalty", f"{actor.name} has lifted something on this page")
    return None


def _lift(story: Story, intent: i.Lift, ask: Ask) -> None:
    actor = story.state[intent.actor]
    row = LIFTS[intent.level]
    what = intent.what
    if intent.level > actor.strength:
        level = free_level(story.state, actor, "strength")
        if intent.active:
            level += active(story.state, actor, "strength")
        own = [Part("own Strength", actor.strength, "icons.lifting.extra")]
        graded = test(story, ask, actor, "lift", "icons.lifting.extra", level, own, f"{actor.name} lifts the {what}")
        lifted = graded.outcome in ("major", "massive")
        note = f"lifts the {what} for this page" if lifted else f"cannot lift the {what}"
        _tried(story, actor.name, "lift", graded, "icons.lifting.extra", note, row)
    else:
        story.emit(
            e.Tried(
                actor=actor.name, deed="lift", outcome="moderate", note=f"lifts the {what}", clause="icons.lifting.table",
                also=(row,),
            )
        )  # fmt: skip
    if intent.active:
        return _end(story, actor, "icons.supplemental.marked.lifting")
    clauses = ("icons.supplemental.marked.lifting", "icons.supplemental.penalty")
    story.emit(e.Did(actor=actor.name, deed="lift", clause=clauses[0], also=clauses[1:]))


# -------------------------------------------------------------------- Intellect


def _refuse_intellect(fight: Fight, seat: str, actor: Fighter, intent: i.Invent) -> Refusal | None:
    return _refuse_level(fight, seat, actor, "intellect", intent)


def _invent(story: Story, intent: i.Invent, ask: Ask) -> None:
    note = intent.text or "an invention"
    graded = _simple(story, ask, intent, "intellect", "invent", "icons.inventing.test", note)
    _tried(story, intent.actor, "invent", graded, "icons.inventing.test", f"{note}: {_outcome_words(graded)}")
    _end(story, story.state[intent.actor], "icons.inventing.test")


def _facts(facts: str, outcome: str) -> tuple[str, ...]:
    """One fact at moderate, two at major, three at massive (icons.knowing.degrees)."""
    known = [fact.strip() for fact in facts.split("/") if fact.strip()]
    return tuple(known[: OUTCOMES.rank(outcome)])


def _refuse_know(fight: Fight, seat: str, actor: Fighter, intent: i.Know) -> Refusal | None:
    if intent.facts and seat != GAME_MASTER:
        return Refusal("icons.knowing.degrees", "what there is to know is the game master's to say")
    if intent.benchmark and seat != GAME_MASTER:
        return Refusal("icons.knowing.benchmark", "whether a level is enough by itself is the game master's to say")
    return _refuse_level(fight, seat, actor, "intellect", intent)


def _know(story: Story, intent: i.Know, ask: Ask) -> None:
    actor = story.state[intent.actor]
    note = f"knows about {intent.about}" if intent.about else "knows it"
    level = _level(story.state, actor, "intellect", intent, weighed=False)
    also: tuple[str, ...] = ("icons.reactions.marked.knowing", "icons.reactions.free")
    if any(part.clause == "icons.context.specialties" for part in level):
        also = (*also, "icons.knowing.specialties")
    question = f"{actor.name} wants to know about {intent.about or 'it'}. How obscure is it?"
    if intent.benchmark:
        hard = set_by_master(ask, intent.difficulty, "icons.knowing.benchmark", question)
        outcome = "moderate" if total(level) >= hard else "failure"
        clause = "icons.knowing.benchmark"
        words = note if outcome != "failure" else "does not know"
        story.emit(e.Tried(actor=actor.name, deed="know", outcome=outcome, note=words, clause=clause, also=also[2:]))
    else:
        against = _against(ask, intent.difficulty, "icons.knowing.test", question)
        graded = test(story, ask, actor, "know", "icons.knowing.test", level, against, f"{actor.name} {note}", also)
        outcome = graded.outcome
        words = f"{note} ({_outcome_words(graded)})" if outcome != "failure" else "does not know"
        _tried(story, actor.name, "know", graded, "icons.knowing.test", words)
    for fact in _facts(intent.facts, outcome):
        story.emit(e.Told(who=actor.name, text=fact, clause="icons.knowing.degrees"))


def _refuse_learn(fight: Fight, seat: str, actor: Fighter, intent: i.Learn) -> Refusal | None:
    return _refuse_level(fight, seat, actor, intent.ability, intent)


def _learn(story: Story, intent: i.Learn, ask: Ask) -> None:
    note = intent.text or "a puzzle"
    clause = "icons.learning.test" if intent.ability == "intellect" else "icons.learning.other-abilities"
    graded = _simple(story, ask, intent, intent.ability, "learn", clause, note)
    _tried(story, intent.actor, "learn", graded, clause, f"{note}: {_outcome_words(graded)}")
    _end(story, story.state[intent.actor], clause)


def _refuse_speak(fight: Fight, seat: str, actor: Fighter, intent: i.Speak) -> Refusal | None:
    if fight.rule("languages") == "off" or (actor.sheet.intellect or 0) >= 9:
        return None
    spoken = actor.sheet.languages
    if intent.language not in spoken:
        many = actor.sheet.language_room
        why = f"{actor.name} does not speak {intent.language} (knows {', '.join(spoken) or 'none but the native language'}; room for {many})"
        trained = ("icons.languages.specialty",) if actor.sheet.specialty("Languages") else ()
        return Refusal("icons.languages.count", why, trained)
    return None


def _speak(story: Story, intent: i.Speak, ask: Ask) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    clause = "icons.languages.count"
    also: tuple[str, ...] = ("icons.languages.specialty",) if actor.sheet.specialty("Languages") else ()
    understood = intent.language in target.sheet.languages
    if story.state.rule("languages") == "off":
        clause, understood = "icons.languages.ignore", True
    elif (actor.sheet.intellect or 0) >= 9:
        clause = "icons.languages.all"
    understood = understood or (target.sheet.intellect or 0) >= 9
    note = f"speaks {intent.language} to {target.name}, who {'understands' if understood else 'does not understand'}"
    outcome = "moderate" if understood else "failure"
    story.emit(e.Tried(actor=actor.name, deed="speak", outcome=outcome, note=note, clause=clause, also=also))


# -------------------------------------------------------------------- Awareness

SOMETHING = "something is there"
NOTHING = "nothing unusual"
"""What a secret test tells after a failure, where nothing is, and of a decoy: always the same."""


def _refuse_notice(fight: Fight, seat: str, actor: Fighter, intent: i.Notice) -> Refusal | None:
    if seat != GAME_MASTER and (intent.secret or intent.decoy or intent.facts):
        return Refusal("icons.awareness.secret", "secret tests, decoys and facts are the game master's")
    if intent.of and (not fight.has(intent.of) or intent.of == actor.name):
        return Refusal(
            "icons.noticing.opposed", f"nobody here is called {intent.of!r}{nearest(intent.of, fight.names())}"
        )
    return _refuse_level(fight, seat, actor, "awareness", intent)


def _notice(story: Story, intent: i.Notice, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    hidden = intent.secret or intent.decoy
    seen_by = (GAME_MASTER,) if hidden else None
    level = _level(fight, actor, "awareness", intent, weighed=False)
    sense = actor.sheet.power("Danger Sense")
    if intent.of and sense > level[0].amount:
        level[0] = Part("Danger Sense", sense, "icons.context.danger-sense")
    if intent.of and not intent.decoy:
        against, clause = [_hiding(fight, fight[intent.of])], "icons.noticing.opposed"
    else:
        clause = "icons.noticing.decoys" if intent.decoy else "icons.noticing.static"
        question = f"{actor.name} might notice something. How hard is it?"
        hard = (
            0 if intent.decoy and intent.difficulty is None else set_by_master(ask, intent.difficulty, clause, question)
        )
        against = [Part("difficulty", hard, clause)]
    also: tuple[str, ...] = ("icons.reactions.marked.noticing", "icons.reactions.free")
    if hidden:
        also = (*also, "icons.awareness.secret")
    text = f"{actor.name} may notice something"
    graded = test(story, ask, actor, "notice", clause, level, against, text, also, target=intent.of, seen_by=seen_by)
    noticed = graded.outcome != "failure" and not intent.decoy
    facts = _facts(intent.facts, graded.outcome) if noticed else ()
    if hidden:
        story.emit(
            e.Told(
                who=actor.name, text=". ".join(facts) if facts else SOMETHING if noticed else NOTHING, clause="icons.awareness.secret",
                also=("icons.noticing.degrees",),
            )
        )  # fmt: skip
    else:
        note = "notices something" if noticed else "notices nothing"
        _tried(
            story, actor.name, "notice", graded, "icons.noticing.degrees", f"{note} ({_outcome_words(graded)})", clause
        )
        for fact in facts:
            story.emit(e.Told(who=actor.name, text=fact, clause="icons.noticing.degrees"))


def _hiding(fight: Fight, sneak: Fighter) -> Part:
    """What it takes to notice somebody: the effort of the test, or the level of the game master's character."""
    if sneak.unseen is not None:
        return Part(f"{sneak.name}'s effort", sneak.unseen, "icons.noticing.opposed")
    level = total(free_level(fight, sneak, "coordination", "Stealth"))
    return Part(f"{sneak.name}'s level", level, "icons.context.gm-actions")


def _sneak(story: Story, intent: i.Sneak, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    if fight.is_player(actor):
        level = active_level(fight, actor, "coordination", "Stealth")
        none = [Part("no difficulty", 0, "icons.noticing.opposed")]
        text = f"{actor.name} moves unnoticed"
        graded = test(story, ask, actor, "sneak", "icons.noticing.opposed", level, none, text)
        effort = graded.effort
    else:
        # Among the game master's characters nothing is rolled.
        effort = total(free_level(fight, actor, "coordination", "Stealth"))
    also = () if fight.is_player(actor) else ("icons.context.gm-actions",)
    seen_by = None if fight.is_player(actor) else (GAME_MASTER,)
    story.emit(e.Hid(actor=actor.name, effort=effort, clause="icons.noticing.opposed", also=also, seen_by=seen_by))
    _end(story, actor, "icons.noticing.opposed")


def _refuse_search(fight: Fight, seat: str, actor: Fighter, intent: i.Search) -> Refusal | None:
    if intent.facts and seat != GAME_MASTER:
        return Refusal("icons.noticing.degrees", "what there is to find is the game master's to say")
    return _refuse_level(fight, seat, actor, "awareness", intent)


def _search(story: Story, intent: i.Search, ask: Ask) -> None:
    note = f"searches {intent.text}" if intent.text else "searches"
    graded = _simple(story, ask, intent, "awareness", "search", "icons.searching.test", note)
    found = "finds it" if graded.outcome != "failure" else "finds nothing"
    _tried(story, intent.actor, "search", graded, "icons.searching.test", f"{note}: {found} ({_outcome_words(graded)})")
    for fact in _facts(intent.facts, graded.outcome):
        story.emit(e.Told(who=intent.actor, text=fact, clause="icons.noticing.degrees"))
    _end(story, story.state[intent.actor], "icons.searching.action")


def _refuse_track(fight: Fight, seat: str, actor: Fighter, intent: i.Track) -> Refusal | None:
    if intent.only and not actor.sheet.sharpened(intent.sense):
        why = f"{actor.name} has no sense that picks up this trail"
        return Refusal("icons.tracking.supersenses", why)
    return _refuse_level(fight, seat, actor, "awareness", intent)


def _track(story: Story, intent: i.Track, ask: Ask) -> None:
    actor = story.state[intent.actor]
    sharp = actor.sheet.sharpened(intent.sense) if intent.sense else 0
    extra = (Part(f"Supersenses, {intent.sense}", sharp, "icons.tracking.supersenses"),) if sharp else ()
    also = ("icons.context.supersenses",) if sharp else ()
    graded = _simple(
        story, ask, intent, "awareness", "track", "icons.tracking.test", "follows a trail", extra=extra, also=also
    )
    note = "keeps the trail" if graded.outcome != "failure" else "loses the trail"
    _tried(story, actor.name, "track", graded, "icons.tracking.test", note)
    _end(story, actor, "icons.tracking.test")


# -------------------------------------------------------------------- Willpower


def immune(fight: Fight, actor: Fighter, target: Fighter, clause: str) -> Refusal | None:
    """Why the mind of a target cannot be reached, or None."""
    if target.name == actor.name:
        return Refusal(clause, "that takes somebody else")
    if lacks(target, "willpower"):
        why = f"{target.name} has no Willpower and is immune"
        return Refusal("icons.context.stock-characters", why)
    if not target.able:
        return Refusal("icons.damage.zero-stamina", f"{target.name} is not conscious")
    return None


def _refuse_intimidate(fight: Fight, seat: str, actor: Fighter, intent: i.Intimidate) -> Refusal | None:
    target = fight[intent.target]
    if lacks(actor, "willpower"):
        return Refusal("icons.context.stock-characters", f"{actor.name} has no Willpower")
    declared = fits(actor.resolve, "intimidate", target.name) and actor.resolve is not None and actor.resolve.want
    if actor.name in target.defied and not declared:
        why = f"{actor.name} has failed to intimidate {target.name}; circumstances must change, or declare a determined effort"
        return Refusal("icons.intimidating.lockout", why)
    return immune(fight, actor, target, "icons.intimidating.test")


def _intimidate(story: Story, intent: i.Intimidate, ask: Ask) -> None:
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    level = active_level(fight, actor, "willpower", target=target)
    against = free_level(fight, target, "willpower", "Mental Resistance")
    text = f"{actor.name} intimidates {target.name}"
    graded = contest(
        story, ask, actor, target, "intimidate", "icons.intimidating.test", level, against, text, mental=True
    )
    if graded.outcome == "failure":
        _tried(story, actor.name, "intimidate", graded, "icons.intimidating.test", f"does not impress {target.name}")
        clause = "icons.intimidating.lockout"
        story.emit(
            e.Defied(target=target.name, by=actor.name, locked=True, clause=clause, also=("icons.intimidating.test",))
        )
    elif graded.outcome == "moderate":
        note = f"{target.name} does what brings no trouble"
        _tried(story, actor.name, "intimidate", graded, "icons.intimidating.moderate", note)
    elif graded.outcome == "major":
        note = f"{target.name} does even what is difficult"
        _tried(story, actor.name, "intimidate", graded, "icons.intimidating.major", note)
        story.emit(e.Shaken(target=target.name, by=actor.name, clause="icons.intimidating.major"))
    else:
        clause = "icons.intimidating.massive"
        question = f"{actor.name} has overawed {target.name}. Flight or surrender?"
        how = ask.choose(target.seat, ("surrender", "flee"), clause, question)
        story.emit(e.GaveUp(target=target.name, by=actor.name, how=how, clause=clause, also=(graded.clause,)))
    _end(story, story.state[actor.name], "icons.intimidating.test")


def _refuse_perform(fight: Fight, seat: str, actor: Fighter, intent: i.Perform) -> Refusal | None:
    return _refuse_level(fight, seat, actor, "willpower", intent)


def _perform(story: Story, intent: i.Perform, ask: Ask) -> None:
    actor = story.state[intent.actor]
    level = _level(story.state, actor, "willpower", intent)
    none = intent.difficulty is None
    clause = "icons.performing.effort" if none else "icons.performing.difficulty"
    against = [Part("no difficulty" if none else "the audience", intent.difficulty or 0, clause)]
    note = intent.text or "a performance"
    text = f"{actor.name}: {note}"
    graded = test(story, ask, actor, "perform", "icons.performing.effort", level, against, text)
    _helped(story, intent)
    told = f"{note}, of level {graded.effort} in effort" if none else f"{note}: {_outcome_words(graded)}"
    _tried(story, actor.name, "perform", graded, clause, told)
    _end(story, actor, "icons.performing.effort")


def _refuse_persuade(fight: Fight, seat: str, actor: Fighter, intent: i.Persuade) -> Refusal | None:
    if intent.rival and (not fight.has(intent.rival) or intent.rival == actor.name):
        return Refusal(
            "icons.persuading.rival", f"nobody here is called {intent.rival!r}{nearest(intent.rival, fight.names())}"
        )
    if intent.target:
        if intent.difficulty is not None:
            return Refusal("icons.persuading.opposed", "against a character the difficulty is that one's Willpower")
        refused = immune(fight, actor, fight[intent.target], "icons.persuading.opposed")
        if refused is not None:
            return refused
    return _refuse_level(fight, seat, actor, "willpower", intent)


def _persuade(story: Story, intent: i.Persuade, ask: Ask) -> None:
    fight = story.state
    actor = fight[intent.actor]
    level = _level(fight, actor, "willpower", intent)
    if intent.target in actor.cowed_by:
        level.append(Part(f"shaken by {intent.target}", -2, "icons.intimidating.major"))
    rival = _rival_effort(story, intent, ask) if intent.rival else None
    if intent.target:
        target = fight[intent.target]
        clause = "icons.persuading.opposed"
        against = free_level(fight, target, "willpower", "Mental Resistance")
        text = f"{actor.name} persuades {target.name}"
        graded = contest(story, ask, actor, target, "persuade", clause, level, against, text, mental=True)
        _helped(story, intent)
    else:
        clause = "icons.persuading.open"
        graded = _simple(story, ask, intent, "willpower", "persuade", clause, "an argument")
    words = {"failure": "disagrees", "moderate": "agrees grudgingly"}.get(graded.outcome, "agrees wholeheartedly")
    also = [clause]
    if rival is not None:
        also.append("icons.persuading.rival")
        if graded.effort <= rival:
            words = "disagrees: the rival is not outdone"
            graded = capped(graded, "failure")
    _tried(
        story,
        actor.name,
        "persuade",
        graded,
        "icons.persuading.outcome",
        f"{intent.target or 'the other'} {words}",
        *also,
    )
    _end(story, story.state[actor.name], clause)


def _rival_effort(story: Story, intent: i.Persuade, ask: Ask) -> int:
    """What a rival speaker achieves: a player's test, or the level of the game master's character."""
    rival = story.state[intent.rival]
    level = free_level(story.state, rival, "willpower")
    if not story.state.is_player(rival):
        return total(level)
    none = [Part("no difficulty", 0, "icons.persuading.rival")]
    text = f"{rival.name} argues against {intent.actor}"
    return test(story, ask, rival, "argue", "icons.persuading.rival", level, none, text).effort


# ---------------------------------------------------------------------- who is first


def _refuse_race(fight: Fight, seat: str, actor: Fighter, intent: i.Race) -> Refusal | None:
    target = fight[intent.target]
    if target.name == actor.name:
        return Refusal("icons.conflict.who-acts-first", "that takes two")
    for one in (actor, target):
        if not one.able or lacks(one, intent.ability):
            return Refusal("icons.conflict.who-acts-first", f"{one.name} cannot compete")
    return None


def _race(story: Story, intent: i.Race, ask: Ask) -> None:
    """A tie goes to the one who tests, which is the player's character (icons.conflict.who-acts-first)."""
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    if not attack_mode(fight, actor, target) and fight.is_player(target):
        actor, target = target, actor
    level = free_level(fight, actor, intent.ability)
    against = free_level(fight, target, intent.ability)
    clause = "icons.conflict.who-acts-first"
    text = f"{actor.name} against {target.name}: who is first?"
    graded = test(story, ask, actor, "race", clause, level, against, text, target=target.name)
    first = actor if graded.effect >= 0 else target
    _tried(story, actor.name, "race", graded, clause, f"{first.name} is first")


DEEDS: Deeds = {
    i.Try: Deed(_try, "panel", _refuse_try),
    i.Climb: Deed(_climb, "panel", _refuse_climb),
    i.Catch: Deed(_catch, "reaction", _refuse_catch),
    i.Break: Deed(_break, "panel", _refuse_break),
    i.Jump: Deed(_jump, "panel", _refuse_jump),
    i.Lift: Deed(_lift, "panel", _refuse_lift),
    i.Invent: Deed(_invent, "panel", _refuse_intellect),
    i.Know: Deed(_know, "reaction", _refuse_know, mental=True),
    i.Learn: Deed(_learn, "panel", _refuse_learn, mental=True),
    i.Speak: Deed(_speak, "reaction", _refuse_speak, mental=True),
    i.Notice: Deed(_notice, "reaction", _refuse_notice, mental=True),
    i.Sneak: Deed(_sneak, "panel"),
    i.Search: Deed(_search, "panel", _refuse_search),
    i.Track: Deed(_track, "panel", _refuse_track),
    i.Intimidate: Deed(_intimidate, "panel", _refuse_intimidate, mental=True),
    i.Perform: Deed(_perform, "panel", _refuse_perform, mental=True),
    i.Persuade: Deed(_persuade, "panel", _refuse_persuade, mental=True),
    i.Race: Deed(_race, "reaction", _refuse_race),
}
