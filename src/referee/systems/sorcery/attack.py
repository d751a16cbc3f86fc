"""An attack from the swing to its consequences: blows, bursts, charges, answers."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.events import Part
from referee.systems.graded.tests import Graded, total
from referee.systems.sorcery import events as e
from referee.systems.sorcery import intents as i
from referee.systems.sorcery.book import (
    CHARGE,
    GRAB,
    KILLS,
    KINDS,
    OUTCOMES,
    PLAIN,
    SLAMS,
    STUNS,
    THROW,
    THROW_SHARP,
    Option,
    Row,
    fails,
    row_of,
    throw_step,
)  # fmt: skip
from referee.systems.sorcery.rolling import (
    FISTS,
    Story,
    ability_part,
    acting_die,
    boosted,
    could_block,
    covered,
    defence,
    hampered,
    opposing_die,
    own_level,
    record,
    shifted,
    spend,
    stands_at,
    test,
    throw_dice,
    usable,
    weapons,
)  # fmt: skip
from referee.systems.sorcery.sheet import RANGES, Attack
from referee.systems.sorcery.state import Fighter, Scene
from referee.systems.sorcery.things import tear


def verb(intent: i.Attacking) -> str:
    """The word of an attack: bash, slash, blast, shoot, throw or charge."""
    return str(intent.__struct_config__.tag)


def weapon(actor: Fighter, intent: i.Attacking) -> Attack | None:
    """What the attack is made with; None for bare hands and charges. Raises `LookupError` if there is nothing."""
    kind = KINDS.get(verb(intent))
    if kind is None or intent.using == FISTS:
        return None
    if intent.using:
        return next(attack for attack in actor.arms if attack.name == intent.using)
    if kind == "bashing":
        return None
    fitting = weapons(actor, kind)
    if not fitting:
        raise LookupError(kind)
    return fitting[0]


def option_of(intent: i.Attacking, attack: Attack | None) -> Option:
    """The ladder for this attack."""
    if verb(intent) == "throw":
        return THROW_SHARP if attack is not None and attack.sharp else THROW
    return PLAIN[verb(intent)]


def throw_strength(actor: Fighter, intent: i.Attacking) -> int:
    """The Strength used for a throw: the full one, or a lower one that was declared."""
    declared = getattr(intent, "strength", None)
    return min(actor.strength, declared) if declared is not None else actor.strength


def damage_of(actor: Fighter, intent: i.Attacking, option: Option, attack: Attack | None) -> Part:
    """The damage level of an attack (sorcery.context.damage_level)."""
    if option is CHARGE:
        best = max(actor.strength + 1, actor.sheet.movement + 1)
        return Part("charge", best, "sorcery.charging.damage")
    if attack is not None and attack.kind == "thrown":
        lower = min(throw_strength(actor, intent), attack.material or 0)
        return Part(attack.name, lower, "sorcery.throwing.damage")
    if attack is None:
        return Part("Strength", actor.strength, "sorcery.context.damage_level")
    return Part(attack.name, attack.damage or 0, "sorcery.context.damage_level")


def reach(actor: Fighter, intent: i.Attacking, option: Option, attack: Attack | None) -> tuple[int, str]:
    """How far the attack carries, as a step, and the clause that says so."""
    ranged = intent.stunt == "ranged"
    if option is CHARGE:
        return actor.sheet.stride, "sorcery.charging.move"
    if option.close:
        return (2, "sorcery.close.stunt_ranged") if ranged else (1, option.test)
    if attack is not None and attack.kind == "thrown":
        step, clause = throw_step(throw_strength(actor, intent) - attack.lift)
    else:
        step, clause = RANGES.index(attack.reach if attack is not None else "Long"), option.test
    thrown = attack is not None and attack.kind == "thrown"
    if ranged and (step > 0 or not thrown):
        # To Long, or one band farther where it reaches Long or more.
        return (3 if step < 3 else min(5, step + 1)), "sorcery.ranged.stunt_range"
    return step, clause


def is_burst(intent: i.Attacking, attack: Attack | None) -> bool:
    return intent.stunt == "burst" or (attack is not None and attack.burst)


def targets_of(scene: Scene, intent: i.Attacking, attack: Attack | None) -> list[str]:
    """Whom an attack reaches: the target, and with a Burst whoever else is named or in the area."""
    named = [intent.target, *(word.strip() for word in intent.others.split(",") if word.strip())]
    if intent.stunt != "burst" or intent.others:
        return list(dict.fromkeys(named))
    actor = scene[intent.actor]
    centre = actor.name if option_of(intent, attack).close else intent.target
    foes = [one for one in scene.others(actor.name) if one.sheet.side != actor.sheet.side and not one.dead]
    return list(dict.fromkeys([intent.target, *(one.name for one in foes if scene.step(centre, one.name) <= 1)]))


def attack_level(
    scene: Scene, actor: Fighter, intent: i.Attacking, option: Option, attack: Attack | None
) -> list[Part]:
    parts = own_level(actor, ability_part(actor, option.ability), intent.boost)
    if attack is not None and attack.kind == "thrown":
        awkward = not (attack.made or attack.easy)
        clause = "sorcery.throwing.awkward_penalty" if awkward else "sorcery.throwing.awkward_exempt"
        if awkward or attack.easy:
            parts.append(Part("not made for throwing" if awkward else "easy shape", -1 if awkward else 0, clause))
    return parts


def difficulty(scene: Scene, actor: Fighter, target: Fighter, intent: i.Attacking, option: Option) -> list[Part]:
    """The target's defence, and what lies on the attacker's side: a called shot, a hold."""
    parts = [*defence(scene, target, option), *hampered(scene, actor)]
    if intent.spot:
        parts.append(Part(f"called shot ({intent.spot})", 2, "sorcery.called_shot.difficulty"))
    return parts


def play_attack(story: Story, intent: i.Attacking, ask: Ask) -> None:
    """One test, compared with every target's difficulty; results first, answers after them."""
    actor = story.state[intent.actor]
    attack = weapon(actor, intent)
    option = option_of(intent, attack)
    _declare(story, intent, option)
    targets = targets_of(story.state, intent, attack)
    for name in targets:
        brace(story, story.state[name], intent.actor, option, ask)
    answers = []
    for name, graded in _graded(story, intent, option, attack, targets, ask):
        row = option.rows[graded.outcome]
        if row.answered:
            answers.append((name, row))
        if fails(graded.outcome):
            also: tuple[str, ...] = (graded.clause, option.ladder)
            if covered(story.state[name], option):
                also = (*also, "sorcery.blocking.result")
            story.emit(e.Missed(actor=actor.name, target=name, outcome=graded.outcome, clause=row.clause, also=also))
            if row.past:
                _pass_by(story, actor.name, name, row)
        else:
            _hit(story, replace(intent, target=name), option, attack, graded, row, ask)
    for name, row in answers:
        answer(story, name, actor.name, row, ask, always=option is CHARGE)


def _declare(story: Story, intent: i.Attacking, option: Option) -> None:
    """What is spent before the dice: the action, and advantages for a stunt and for +2."""
    actor = story.state[intent.actor]
    story.emit(e.Acted(actor=actor.name, clause="sorcery.context.turns"))
    if option is CHARGE:
        story.emit(e.MoveUsed(actor=actor.name, clause="sorcery.charging.move"))
    if intent.stunt:
        clauses = {
            (True, "burst"): "sorcery.close.stunt_burst", (True, "ranged"): "sorcery.close.stunt_ranged",
            (False, "burst"): "sorcery.ranged.stunt_burst", (False, "ranged"): "sorcery.ranged.stunt_range",
        }  # fmt: skip
        need = "sorcery.close.stunt_needs_advantage" if option.close else "sorcery.ranged.stunt_needs_advantage"
        clause = clauses[option.close, intent.stunt]
        spend(story, actor, intent.by, f"a stunt, {intent.stunt.title()}", clause, (need,))
    boosted(story, actor, intent.boost)


def brace(story: Story, target: Fighter, attacker: str, option: Option, ask: Ask) -> None:
    """A block as a stunt, for whoever has an advantage, before the dice (sorcery.blocking.stunt)."""
    scene = story.state
    quality = usable(scene, target, attacker)
    if not could_block(target, option) or quality is None or target.blocks or target.braced or scene.helpless(target):
        return
    question = f"{attacker} attacks {target.name} ({option.name}). Block as a stunt, by {quality.name!r}?"
    if ask.choose(target.seat, ("no", "yes"), "sorcery.blocking.stunt", question) == "yes":
        clause = "sorcery.blocking.stunt"
        spend(story, target, quality.name, "a block as a stunt", clause)
        story.emit(e.Stance(actor=target.name, stance="braced", begun=True, clause=clause))


def _graded(
    story: Story, intent: i.Attacking, option: Option, attack: Attack | None, targets: list[str], ask: Ask
) -> list[tuple[str, Graded]]:
    """The outcome against each target: one effort for all of them (sorcery.close.burst_one_roll)."""
    actor = story.state[intent.actor]
    level = attack_level(story.state, actor, intent, option, attack)
    also: tuple[str, ...] = ()
    if option is THROW:
        also = ("sorcery.throwing.blunt",)
    elif option is THROW_SHARP:
        also = ("sorcery.throwing.sharp",)
    if len(targets) > 1 or is_burst(intent, attack):
        also += ("sorcery.close.burst_one_roll" if option.close else "sorcery.ranged.burst_one_roll",)
        also += ("sorcery.context.burst_extra",)
        if attack is not None and attack.kind == "thrown":
            also += ("sorcery.throwing.burst",)
    text = f"{actor.name} {option.name}s {', '.join(targets)}"
    alone = len(targets) == 1 and not story.state.helpless(story.state[targets[0]])
    apart = story.state.rule("dice") == "opposed" and not alone
    acting = acting_die(ask, actor, option.test) if apart else 0
    rolled = None if apart else throw_dice(ask, actor, option.test, text)
    found = []
    for name in targets:
        target = story.state[name]
        against = difficulty(story.state, actor, target, intent, option)
        still = story.state.helpless(target)
        if rolled is not None:
            dice, roll = rolled.shown, rolled.total
        else:
            # Each target adds a die of its own, but nobody who cannot act.
            opposing = None if still else opposing_die(ask, target, option.test)
            dice = (acting,) if opposing is None else (acting, opposing)
            roll = acting - (opposing or 0)
        graded = record(story, actor, option.name, option.test, level, against, dice, roll, also, target=name)
        found.append((name, shifted(actor, attack is not None and attack.mutation, graded)))
    return found


def _pass_by(story: Story, actor: str, target: str, row: Row) -> None:
    """A charge that misses or glances ends past the target, at Close."""
    story.emit(e.Moved(actor=actor, target=target, step=1, clause=row.clause))


def _hit(
    story: Story, intent: i.Attacking, option: Option, attack: Attack | None, graded: Graded, row: Row, ask: Ask
) -> None:
    actor, target = story.state[intent.actor], story.state[intent.target]
    also = (graded.clause, option.ladder)
    story.emit(e.Scored(actor=actor.name, target=target.name, outcome=graded.outcome, clause=row.clause, also=also))
    if option is CHARGE:
        story.emit(e.Moved(actor=actor.name, target=target.name, step=1 if row.past else 0, clause=row.clause))
    damage = damage_of(actor, intent, option, attack)
    net = harm(story, target, damage, row, option)
    follow_up(story, intent, option, row, damage.amount, net, ask)


def harm(story: Story, target: Fighter, damage: Part, row: Row, option: Option | None = None) -> int:
    """Damage (half of it for a marginal hit, then Damage Resistance) off Stamina; returns the signed net."""
    parts = [damage]
    if row.damage == "half":
        parts.append(Part("half", damage.amount // 2 - damage.amount, "sorcery.bashing.half_damage"))
    if target.sheet.resistance:
        braced = option is not None and covered(target, option)
        clause = "sorcery.blocking.resistance_still_soaks" if braced else "sorcery.context.damage_resistance"
        parts.append(Part("Damage Resistance", -target.sheet.resistance, clause))
    return lose(story, target.name, parts, row.clause)


def lose(story: Story, name: str, parts: list[Part], clause: str) -> int:
    """Take damage off Stamina; at 0 the character is unconscious (sorcery.context.stamina)."""
    target = story.state[name]
    net = total(parts)
    left = max(0, target.stamina - max(0, net))
    also = ("sorcery.context.stamina",)
    story.emit(e.Hurt(target=name, net=net, stamina=left, parts=tuple(parts), clause=clause, also=also))
    if left == 0 and target.able:
        story.emit(e.KnockedOut(target=name, clause="sorcery.context.stamina"))
    return net


# ------------------------------------------------------------- what may follow


def follow_up(story: Story, intent: i.Attacking, option: Option, row: Row, damage: int, net: int, ask: Ask) -> None:
    """The slam, stun, kill or push that a row may bring; slams, stuns and pushes are the attacker's choice."""
    if not row.may:
        return
    actor, target = story.state[intent.actor], story.state[intent.target]
    if row.may == "push":
        _push(story, actor, target, damage, row, ask)
        return
    if net < 0:
        why = "less than 0 damage got through"
        story.emit(e.Waived(target=target.name, what=row.may, why=why, clause="sorcery.context.effect_gate"))
        return
    if row.may == "kill":
        if intent.spot and option.covers == "shooting":
            clause = "sorcery.called_shot.flesh_wound"
            if ask.choose(actor.seat, ("no", "yes"), clause, f"Spare {target.name} with a flesh wound?") == "yes":
                story.emit(e.Waived(target=target.name, what="kill", why="a flesh wound", clause=clause))
                return
        optional = story.state.rule("kill_optional") == "on"
        if (
            optional
            and ask.choose(actor.seat, ("yes", "no"), row.clause, f"Make the kill test on {target.name}?") == "no"
        ):
            story.emit(e.Waived(target=target.name, what="kill", why=f"{actor.name} holds back", clause=row.clause))
            return
    elif row.may == "stun" and not target.able:
        why = f"{target.name} is out already"
        story.emit(e.Waived(target=target.name, what="stun", why=why, clause=row.clause))
        return
    elif ask.choose(actor.seat, ("yes", "no"), row.clause, f"{row.may.title()} {target.name}?") == "no":
        story.emit(e.Waived(target=target.name, what=row.may, why=f"{actor.name} holds back", clause=row.clause))
        return
    level = [Part("damage", damage, "sorcery.context.effect_gate")]
    clause = {"slam": "sorcery.context.slam", "stun": "sorcery.context.stun", "kill": "sorcery.context.kill"}[row.may]
    against = stands_at(target, Part("Strength", target.strength, clause))
    text = f"{actor.name}'s {row.may} of {target.name}"
    graded = test(story, ask, actor, row.may, clause, level, against, text, target=target.name)
    _effect(story, actor, target, row.may, graded)
    if row.may == "slam" and option is CHARGE and fails(graded.outcome):
        _recoil(story, actor, damage, "sorcery.charging.slam_failure")


def _effect(story: Story, actor: Fighter, target: Fighter, kind: str, graded: Graded) -> None:
    """What a slam, stun or kill test does, by its own small ladder."""
    table = {"slam": SLAMS, "stun": STUNS, "kill": KILLS}[kind]
    clause = row_of(table, graded.outcome)
    rank = OUTCOMES.rank(graded.outcome)
    moderate, major = OUTCOMES.rank("moderate success"), OUTCOMES.rank("major success")
    if rank < moderate:
        story.emit(e.Unmoved(target=target.name, what=kind, clause=clause))
    elif kind == "slam" and rank < major:
        story.emit(e.Prone(target=target.name, clause=clause))
    elif kind == "slam":
        step = min(5, story.state.step(actor.name, target.name) + 1)
        story.emit(e.Moved(actor=target.name, target=actor.name, step=step, clause=clause))
    elif kind == "stun" and rank < major:
        story.emit(e.Stunned(target=target.name, clause=clause))
    else:
        dying = story.state.round if kind == "kill" and rank >= major else None
        story.emit(e.KnockedOut(target=target.name, dying_from=dying, clause=clause))


def _push(story: Story, actor: Fighter, target: Fighter, damage: int, row: Row, ask: Ask) -> None:
    """Strength against Strength: both move on, or the charger recoils (sorcery.charging.push_test)."""
    clause = "sorcery.charging.push_test"
    if ask.choose(actor.seat, ("yes", "no"), clause, f"Push {target.name}?") == "no":
        story.emit(e.Waived(target=target.name, what="push", why=f"{actor.name} does not push", clause=clause))
        return
    level = own_level(actor, Part("Strength", actor.strength, clause), "")
    against = stands_at(target, Part("Strength", target.strength, clause))
    graded = test(
        story, ask, actor, "push", clause, level, against, f"{actor.name} pushes {target.name}", target=target.name
    )
    if fails(graded.outcome):
        _recoil(story, actor, damage, "sorcery.charging.push_failure")
    elif graded.outcome == "marginal success":
        story.emit(e.Unmoved(target=target.name, what="push", clause="sorcery.charging.push_failure"))
    else:
        _carry(story, actor, target, ask)


def _carry(story: Story, actor: Fighter, target: Fighter, ask: Ask) -> None:
    """The charger moves on with the target, up to its normal move, away from whom it likes."""
    clause = "sorcery.charging.push_move"
    others = [one.name for one in story.state.others(actor.name) if one.name != target.name and not one.dead]
    stride = actor.sheet.stride
    away = (
        ask.choose(actor.seat, ("nobody", *others), clause, f"Push {target.name} away from whom?")
        if others
        else "nobody"
    )
    for name in (actor.name, target.name):
        if away != "nobody" and stride:
            step = min(5, story.state.step(name, away) + stride)
            story.emit(e.Moved(actor=name, target=away, step=step, clause=clause))
    story.emit(e.Moved(actor=actor.name, target=target.name, step=0, clause=clause))


def _recoil(story: Story, actor: Fighter, damage: int, clause: str) -> None:
    """Half the charge's damage back on the charger, less its own Damage Resistance."""
    parts = [Part("charge", damage, "sorcery.charging.damage"), Part("half", damage // 2 - damage, clause)]
    if actor.sheet.resistance:
        parts.append(Part("Damage Resistance", -actor.sheet.resistance, "sorcery.context.damage_resistance"))
    lose(story, actor.name, parts, clause)


# -------------------------------------------------------------------- the answer


def answer(story: Story, name: str, attacker: str, row: Row, ask: Ask, *, always: bool = False) -> None:
    """The free close attack that a massive failure grants: a moderate hit without dice, never answered itself."""
    scene = story.state
    target, other = scene[name], scene[attacker]
    clause = "sorcery.bashing.free_attack"
    if scene.helpless(target) or not other.able or (scene.step(name, attacker) > 1 and not always):
        return
    options = answers_of(scene, target, other)
    question = f"{attacker} fails massively. How does {name} answer?"
    choice = ask.choose(target.seat, tuple(options), clause, question)
    also = [row.clause]
    if "slashing" in row.clause:
        also.append("sorcery.slashing.free_attack_scope")
    story.emit(e.Answered(actor=name, target=attacker, option=choice, clause=clause, also=tuple(also)))
    blow = options[choice]
    if blow is None:
        return
    if blow == "hold":
        before = scene.hold(name, attacker)
        complete = before is not None
        held = "sorcery.wrestling.upgrade" if complete else "sorcery.wrestling.moderate"
        story.emit(e.Held(holder=name, target=attacker, complete=complete, clause=held))
        return
    if isinstance(blow, i.Grab):
        tear(story, target, other, blow.item, GRAB.rows["moderate success"], ask)
        return
    if blow == "touch":
        note = f"touches {attacker}"
        story.emit(e.Found(actor=name, outcome="moderate success", note=note, clause="sorcery.touching.test"))
        return
    assert isinstance(blow, i.Attacking)
    attack = weapon(target, blow)
    option = option_of(blow, attack)
    moderate = option.rows["moderate success"]
    harm(story, other, damage_of(target, blow, option, attack), moderate, option)


def answers_of(scene: Scene, target: Fighter, attacker: Fighter) -> dict[str, i.Intent | str | None]:
    """Every close option that a target could answer with, the readied blow first."""
    name, other = target.name, attacker.name
    blades: dict[str, i.Intent | str | None] = {
        f"slash with {one.name}": i.Slash(name, other, one.name) for one in weapons(target, "slashing")
    }
    clubs: dict[str, i.Intent | str | None] = {
        f"bash with {one.name}": i.Bash(name, other, one.name) for one in weapons(target, "bashing")
    }
    found: dict[str, i.Intent | str | None] = {**blades, **clubs, "bash": i.Bash(name, other, FISTS)}
    hold = scene.hold(name, other)
    if hold is None or not hold.complete:
        found["wrestle"] = "hold"
    for thing in attacker.belongings:
        found[f"grab {thing.name}"] = i.Grab(name, other, thing.name)
    return {**found, "touch": "touch", "nothing": None}
