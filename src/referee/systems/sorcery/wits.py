"""Maneuvers, advantages, breaking things, searching and noticing."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.codec import nearest
from referee.core.events import Part
from referee.core.system import Refusal
from referee.systems.graded.asking import set_by_master
from referee.systems.graded.deeds import Deed, Deeds
from referee.systems.graded.field import GAME_MASTER
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery.book import COUNTERS, MANEUVERS, OUTCOMES, fails
from referee.systems.sorcery.close import boost_refusal
from referee.systems.sorcery.rolling import FISTS, Story, boosted, hampered, own_level, shifted, stands_at, test
from referee.systems.sorcery.sheet import ABILITIES
from referee.systems.sorcery.state import Fighter, Quality, Scene

PHYSICAL = ("prowess", "coordination", "strength")


def _trait(actor: Fighter, name: str) -> int | None:
    """The level of an ability or a mutation, or None."""
    if name in ABILITIES:
        return actor.level(name)
    return next((one.level for one in actor.sheet.mutations if one.name.casefold() == name.casefold()), None)


def _begin(story: Story, actor: Fighter, boost: str) -> None:
    story.emit(e.Acted(actor=actor.name, clause="sorcery.context.turns"))
    boosted(story, actor, boost)


def _refuse_trait(scene: Scene, actor: Fighter, ability: str, clause: str) -> Refusal | None:
    if _trait(actor, ability) is None:
        known = (*ABILITIES, *(one.name for one in actor.sheet.mutations))
        return Refusal(clause, f"{actor.name} has no {ability!r}{nearest(ability, known)}")
    if ability in PHYSICAL and scene.pinned(actor.name):
        why = f"{actor.name} is completely held: only an escape, or what takes no body"
        return Refusal("sorcery.wrestling.complete_restraint", why)
    return None


# -------------------------------------------------------------------- maneuvers


def _refuse_maneuver(scene: Scene, seat: str, actor: Fighter, intent: i.Maneuver) -> Refusal | None:
    clause = "sorcery.maneuver.test"
    if intent.against.isdecimal():
        if len(intent.against) > 2:
            return Refusal(clause, f"{intent.against} is no difficulty; 0 to 99")
        if intent.target or seat != GAME_MASTER:
            why = "a figure is the game master's to set, where nobody opposes; else name the opposing ability"
            return Refusal(clause, why)
    elif intent.against not in ABILITIES:
        why = f"`against` is an ability of the opposition{nearest(intent.against, ABILITIES)} ({', '.join(ABILITIES)})"
        return Refusal(clause, why)
    elif not intent.target or scene[intent.target].sheet.side == actor.sheet.side:
        return Refusal(clause, "name the opponent whose ability it is: target=NAME")
    if not intent.quality.strip():
        return Refusal(clause, "the quality needs a name")
    if intent.target and scene[intent.target].dead:
        return Refusal(clause, f"{intent.target} is dead")
    known = scene.quality_of_foes(intent.quality, actor.sheet.side)
    if known is not None and not known.permanent:
        return Refusal(clause, f"{intent.quality!r} is an advantage of the {known.side}; counter it instead")
    return _refuse_trait(scene, actor, intent.ability, clause) or boost_refusal(scene, actor, intent.boost)


def _maneuver(story: Story, intent: i.Maneuver, ask: Ask) -> None:
    actor = story.state[intent.actor]
    _begin(story, actor, intent.boost)
    clause = "sorcery.maneuver.test"
    own = _trait(actor, intent.ability) or 0
    level = own_level(actor, Part(intent.ability.title(), own, clause), intent.boost)
    if intent.against.isdecimal():
        against = [Part("difficulty", int(intent.against), clause)]
    else:
        opponent = story.state[intent.target]
        against = stands_at(opponent, Part(intent.against.title(), opponent.level(intent.against), clause))
    against += hampered(story.state, actor)
    text = f"{actor.name} maneuvers for {intent.quality!r}"
    also: tuple[str, ...] = ("sorcery.maneuver.free_choice",)
    graded = test(story, ask, actor, "maneuver", clause, level, against, text, also, target=intent.target)
    graded = shifted(actor, intent.ability not in ABILITIES, graded)
    row = MANEUVERS[graded.outcome]
    if fails(graded.outcome):
        note = f"gains no quality {intent.quality!r}, and may try again"
        story.emit(
            e.Found(actor=actor.name, outcome=graded.outcome, note=note, clause=row.clause, also=(graded.clause,))
        )
        return
    before = story.state.quality(intent.quality, actor.sheet.side)
    told = story.state.quality_of_foes(intent.quality, actor.sheet.side)
    permanent = intent.permanent or told is not None  # a fact about a foe is revealed, not made
    quality = before or Quality(intent.quality, actor.sheet.side, actor.name, intent.target, permanent, own, 0)
    quality = replace(quality, made_with=quality.made_with or own, activations=quality.activations + row.count)
    also = ("sorcery.maneuver.separate_activation",) if not row.count else ()
    also += ("sorcery.context.qualities", graded.clause)
    story.emit(e.QualitySet(quality=quality, clause=row.clause, also=also))


def _refuse_counter(scene: Scene, seat: str, actor: Fighter, intent: i.Counter) -> Refusal | None:
    clause = "sorcery.maneuver.counter_test"
    quality = scene.quality_of_foes(intent.quality, actor.sheet.side)
    if quality is None and scene.quality(intent.quality, actor.sheet.side) is not None:
        return Refusal(clause, f"{intent.quality!r} is an advantage of the own side")
    if quality is None:
        known = [one.name for one in scene.qualities]
        return Refusal(clause, f"no quality is called {intent.quality!r}{nearest(intent.quality, known)}")
    if quality.subject and quality.subject != actor.name:
        return Refusal(clause, f"{intent.quality!r} gives an advantage only over {quality.subject}")
    if intent.difficulty is not None and seat != GAME_MASTER:
        return Refusal(clause, "the game master may name another difficulty; leave it out")
    return _refuse_trait(scene, actor, intent.ability, clause) or boost_refusal(scene, actor, intent.boost)


def _counter(story: Story, intent: i.Counter, ask: Ask) -> None:
    actor = story.state[intent.actor]
    quality = story.state.quality_of_foes(intent.quality, actor.sheet.side)
    assert quality is not None  # refused otherwise
    _begin(story, actor, intent.boost)
    clause = "sorcery.maneuver.counter_test"
    own = _trait(actor, intent.ability) or 0
    level = own_level(actor, Part(intent.ability.title(), own, clause), intent.boost)
    hard = intent.difficulty
    if hard is None and not quality.made_with:
        # Nobody made a quality of the sheet, so there is no level to go by.
        hard = set_by_master(ask, None, clause, f"{actor.name} counters {quality.name!r}. How hard is it?")
    made = Part("what made it", quality.made_with if hard is None else hard, clause)
    maker = story.state[quality.owner]
    against = [*(stands_at(maker, made) if hard is None else [made]), *hampered(story.state, actor)]
    text = f"{actor.name} counters {quality.name!r}"
    graded = test(story, ask, actor, "counter", clause, level, against, text, target=quality.owner)
    graded = shifted(actor, intent.ability not in ABILITIES, graded)
    name = "any failure" if fails(graded.outcome) else graded.outcome
    row = COUNTERS[name]
    if not row.count:
        note = f"takes nothing from {quality.name!r}"
        story.emit(
            e.Found(actor=actor.name, outcome=graded.outcome, note=note, clause=row.clause, also=(graded.clause,))
        )
        return
    left = max(0, quality.activations - row.count)
    if left == 0 and not quality.permanent:
        also = (row.clause, graded.clause)
        story.emit(
            e.QualityGone(name=quality.name, side=quality.side, clause="sorcery.maneuver.counter_temporary", also=also)
        )
        return
    by = "sorcery.maneuver.counter_permanent" if left == 0 else row.clause
    story.emit(e.QualitySet(quality=replace(quality, activations=left), clause=by, also=(row.clause, graded.clause)))


def _refuse_activate(scene: Scene, seat: str, actor: Fighter, intent: i.Activate) -> Refusal | None:
    clause = "sorcery.context.determination"
    quality = scene.quality(intent.quality, actor.sheet.side)
    if quality is None:
        known = [one.name for one in scene.qualities if one.side == actor.sheet.side]
        return Refusal(
            clause, f"the {actor.sheet.side} have no quality {intent.quality!r}{nearest(intent.quality, known)}"
        )
    if actor.determination < 1:
        return Refusal(clause, f"{actor.name} has no Determination left")
    return None


def _activate(story: Story, intent: i.Activate, ask: Ask) -> None:
    quality = story.state.quality(intent.quality, story.state[intent.actor].sheet.side)
    assert quality is not None  # refused otherwise
    clause = "sorcery.context.determination"
    story.emit(e.Paid(actor=intent.actor, quality=quality.name, clause=clause))
    more = replace(quality, activations=quality.activations + 1)
    story.emit(e.QualitySet(quality=more, clause=clause, also=("sorcery.context.qualities",)))


# ---------------------------------------------------------------------- breaking


def _refuse_break(scene: Scene, seat: str, actor: Fighter, intent: i.Break) -> Refusal | None:
    clause = "sorcery.breaking.test"
    if intent.using and intent.using != FISTS and all(one.name != intent.using for one in actor.arms):
        known = [one.name for one in actor.arms]
        return Refusal(clause, f"{actor.name} has no {intent.using!r}{nearest(intent.using, known)}")
    if (intent.material is not None or intent.adjust) and seat != GAME_MASTER:
        return Refusal(clause, "material and thickness are the game master's to say; leave them out to be asked")
    if not -2 <= intent.adjust <= 2:
        by = "sorcery.breaking.thick" if intent.adjust > 0 else "sorcery.breaking.thin"
        return Refusal(by, "thickness changes the material by 2 levels at most")
    return boost_refusal(scene, actor, intent.boost)


def _break(story: Story, intent: i.Break, ask: Ask) -> None:
    actor = story.state[intent.actor]
    _begin(story, actor, intent.boost)
    clause = "sorcery.breaking.test"
    question = f"{actor.name} breaks the {intent.what}. Of what material level is it?"
    material = set_by_master(ask, intent.material, "sorcery.context.material", question)
    attack = next((one for one in actor.arms if one.name == intent.using), None)
    damage = actor.strength
    if attack is not None:
        damage = attack.damage if attack.damage is not None else min(actor.strength, attack.material or 0)
    level = own_level(actor, Part("damage", damage, clause), intent.boost)
    against = [Part("material", material, "sorcery.context.material"), *hampered(story.state, actor)]
    if intent.adjust:
        by = "sorcery.breaking.thick" if intent.adjust > 0 else "sorcery.breaking.thin"
        against.append(Part("thickness", max(-material, intent.adjust), by))
    text = f"{actor.name} breaks the {intent.what}"
    graded = test(story, ask, actor, "break", clause, level, against, text)
    broken = not fails(graded.outcome)
    by = "sorcery.breaking.success" if broken else "sorcery.breaking.failure"
    story.emit(e.Struck(actor=actor.name, what=intent.what, broken=broken, clause=by, also=(graded.clause,)))


# ------------------------------------------------------------ searching, noticing


def _refuse_look(scene: Scene, seat: str, actor: Fighter, intent: i.Search | i.Notice) -> Refusal | None:
    if intent.difficulty is not None and seat != GAME_MASTER:
        return Refusal("sorcery.searching.test", "the game master sets the difficulty; leave it out to be asked for it")
    return boost_refusal(scene, actor, intent.boost)


def _search(story: Story, intent: i.Search, ask: Ask) -> None:
    actor = story.state[intent.actor]
    _begin(story, actor, intent.boost)
    clause = "sorcery.searching.test"
    hard = set_by_master(ask, intent.difficulty, clause, f"{actor.name} searches. How hard is it?")
    level = own_level(actor, Part("Intellect", actor.level("intellect"), clause), intent.boost)
    against = [Part("difficulty", hard, clause), *hampered(story.state, actor)]
    also = ("sorcery.searching.action", "sorcery.searching.nature")
    graded = test(story, ask, actor, "search", clause, level, against, f"{actor.name} searches", also)
    note = "finds nothing" if fails(graded.outcome) else "finds it"
    story.emit(e.Found(actor=actor.name, outcome=graded.outcome, note=note, clause=clause, also=(graded.clause,)))


def _notice(story: Story, intent: i.Notice, ask: Ask) -> None:
    actor = story.state[intent.actor]
    boosted(story, actor, intent.boost)
    clause = "sorcery.searching.action"
    hard = set_by_master(ask, intent.difficulty, clause, f"{actor.name} may notice something. How hard is it?")
    level = own_level(actor, Part("Awareness", actor.level("awareness"), clause), intent.boost)
    graded = test(
        story, ask, actor, "notice", clause, level, [Part("difficulty", hard, clause)], f"{actor.name} notices"
    )
    note = "notices nothing" if OUTCOMES.rank(graded.outcome) < OUTCOMES.rank("marginal success") else "notices it"
    story.emit(e.Found(actor=actor.name, outcome=graded.outcome, note=note, clause=clause, also=(graded.clause,)))


DEEDS: Deeds = {
    i.Maneuver: Deed(_maneuver, "attack", _refuse_maneuver, mental=True),
    i.Counter: Deed(_counter, "attack", _refuse_counter, mental=True),
    i.Activate: Deed(_activate, "reaction", _refuse_activate, mental=True),
    i.Break: Deed(_break, "attack", _refuse_break),
    i.Search: Deed(_search, "attack", _refuse_look, mental=True),
    i.Notice: Deed(_notice, "reaction", _refuse_look, mental=True),
}
