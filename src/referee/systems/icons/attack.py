"""An attack from the swing to its consequences, in the order of the book."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from referee.core.asking import Ask, Rolled
from referee.core.events import Draft, Part
from referee.systems.graded.tests import Graded, grade, total
from referee.systems.icons import events as e
from referee.systems.icons.book import (
    KIND_OF,
    OUTCOMES,
    PLAIN,
    POOLS,
    RANGE_ROWS,
    THROW,
    THROW_AS_BLAST,
    THROW_SHARP,
    Harm,
    Option,
    attacks_allowed,
    step_of,
    throw_row,
    toughness,
)  # fmt: skip
from referee.systems.icons.intents import Attacking, Bash, Slash, Sweep
from referee.systems.icons.levels import (
    FISTS,
    armor,
    attack_level,
    attacks_of,
    base,
    best_defence,
    defence_level,
    invulnerable,
    rated_damage,
    resist_difficulty,
)  # fmt: skip
from referee.systems.icons.sheet import Attack
from referee.systems.icons.state import Fight, Fighter

Story: TypeAlias = Draft[Fight, e.Happening]

CHANCE_CLAUSES = ("icons.context.dice", "icons.context.difficulty")


def verb(intent: Attacking) -> str:
    """The word of an attack: bash, slash, blast, shoot, throw or rush."""
    return str(intent.__struct_config__.tag)


def weapon(fighter: Fighter, intent: Attacking) -> Attack | None:
    """What the attack is made with; None for bare hands and rushes. Raises `LookupError` if there is nothing."""
    kind = KIND_OF[verb(intent)]
    if kind is None or intent.using == FISTS:
        return None
    fitting = [attack for attack in attacks_of(fighter) if attack.kind == kind]
    if intent.using:
        return next(attack for attack in attacks_of(fighter) if attack.name == intent.using)
    if kind == "bashing":
        return None
    if not fitting:
        raise LookupError(kind)
    return fitting[0]


def option_of(fight: Fight, intent: Attacking, attack: Attack | None) -> Option:
    """The row of the book for this attack."""
    if verb(intent) != "throw":
        return PLAIN[verb(intent)]
    if attack is not None and attack.sharp:
        return THROW_SHARP
    return THROW_AS_BLAST if fight.rule("thrown_blunt") == "blasting" else THROW


def play_attack(story: Story, intent: Attacking, ask: Ask) -> None:
    """Test, grade, damage, and what the outcome may bring. Then the panel is used up (or not: Fast Attack)."""
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    attack = weapon(actor, intent)
    option = option_of(fight, intent, attack)
    outcome, clauses = settle(story, intent, option, attack, ask)
    if outcome == "failure":
        story.emit(e.Missed(actor=actor.name, target=target.name, clause=clauses[0], also=clauses[1:]))
        if option.name == "rush":
            also = (RANGE_ROWS[1],)
            story.emit(e.Moved(actor=actor.name, target=target.name, step=1, clause="icons.rushing.failure", also=also))
    else:
        if intent.pull and OUTCOMES.rank(outcome) > OUTCOMES.rank(intent.pull):
            outcome = intent.pull
            clauses = (*clauses, "icons.pulling.cap", "icons.pulling.declare")
        row = option.row(outcome)
        if option.name == "rush":
            also = (RANGE_ROWS[0],)
            story.emit(
                e.Moved(actor=actor.name, target=target.name, step=0, clause="icons.rushing.moderate", also=also)
            )
        story.emit(e.Scored(actor=actor.name, target=target.name, outcome=outcome, clause=row.clause, also=clauses))
        hit(story, intent, option, attack, outcome, ask)
    allowed = attacks_allowed(actor.sheet.power("Fast Attack"))
    last = story.state[actor.name].attacks + 1 >= allowed
    if allowed == 1:
        story.emit(e.Used(actor=actor.name, last=last, clause="icons.supplemental.one-active-test"))
    else:
        also = ("icons.context.fast-attack",)
        story.emit(e.Used(actor=actor.name, last=last, clause="icons.supplemental.fast-attack", also=also))


def difficulty(target: Fighter, option: Option) -> list[Part]:
    """What an attacker's test is up against: the ability that the attack names, or 0 if the target is immobile."""
    if target.able:
        return best_defence(target, option.against)
    return [Part("immobile", 0, "icons.immobile.difficulty"), Part("unconscious", 0, "icons.immobile.includes")]


def surrounding(fight: Fight, actor: Fighter) -> list[Fighter]:
    """Every conscious opponent at Personal or Close range, in the order of the fight."""
    return [
        other
        for other in fight.others(actor.name)
        if other.able and other.sheet.side != actor.sheet.side and fight.step(actor.name, other.name) <= 1
    ]


def play_sweep(story: Story, intent: Sweep, ask: Ask) -> None:
    """One throw at -4 against everybody around, each with a difficulty of its own (icons.multiple.penalty)."""
    actor = story.state[intent.actor]
    blow = sweep_blow(actor, intent)
    attack = weapon(actor, blow)
    option = option_of(story.state, blow, attack)
    rolled = throw_dice(story, ask, actor, option.test, f"{actor.name} attacks everybody around")
    crowd = Part("many targets", -4, "icons.multiple.penalty")
    hits: list[tuple[str, str]] = []
    for target in surrounding(story.state, actor):
        level = [*attack_level(story.state, actor, target, option, attack), crowd]
        by = ("icons.multiple.condition",)
        graded = record(story, actor, "attack", option.test, level, difficulty(target, option), rolled, by)
        if graded.outcome == "failure":
            story.emit(e.Missed(actor=actor.name, target=target.name, clause=option.failure))
        else:
            hits.append((target.name, graded.outcome))
    for name, outcome in hits:
        clause = option.row(outcome).clause
        story.emit(e.Scored(actor=actor.name, target=name, outcome=outcome, clause=clause))
        hit(story, replace(blow, target=name), option, attack, outcome, ask)
    story.emit(e.Used(actor=actor.name, last=True, clause="icons.supplemental.one-active-test"))


def sweep_blow(actor: Fighter, intent: Sweep) -> Bash | Slash:
    """A sweep as the blow that it is: a bash, or a slash with a blade."""
    edged = any(one.name == intent.using and one.kind == "slashing" for one in attacks_of(actor))
    return (Slash if edged else Bash)(intent.actor, "", intent.using)


def attack_mode(fight: Fight, actor: Fighter, target: Fighter) -> bool:
    """Whether the attacker's test settles an attack, rather than the target's defence (icons.context.players-roll)."""
    if not target.able:
        return True
    rolling = fight.rule("rolling")
    if rolling == "players":
        return fight.is_player(actor) or not fight.is_player(target)
    return rolling == "attacker"


def settle(
    story: Story, intent: Attacking, option: Option, attack: Attack | None, ask: Ask
) -> tuple[str, tuple[str, ...]]:
    """Roll the one test that settles an attack. Returns the attacker's outcome and the clauses behind it."""
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    level = attack_level(fight, actor, target, option, attack)
    what = f"{actor.name} {option.name}{'es' if option.name.endswith('sh') else 's'} {target.name}"
    by: tuple[str, ...] = ()
    if verb(intent) == "stun":
        by = ("icons.shooting.major-stun",)
    if option.name == "throw" and attack is not None:
        by = ("icons.throwing.minimum", throw_row(actor.strength, attack.lift).clause)
    if attack_mode(fight, actor, target):
        graded = test(story, ask, actor, "attack", option.test, level, difficulty(target, option), what, by)
        if graded.outcome == "failure":
            return "failure", (option.failure,)
        return graded.outcome, (graded.clause,)
    ways = ("evade", "dodge") if option.close else ("dodge",)
    if option.close and total(defence_level(target, "coordination", as_test=True)) > total(
        defence_level(target, "prowess", as_test=True)
    ):
        ways = ("dodge", "evade")
    question = f"{what}: how does {target.name} defend?"
    way = ask.choose(target.seat, ways, "icons.evading.scope", question)
    ability, own = ("prowess", "icons.evading.test") if way == "evade" else ("coordination", "icons.dodging.test")
    parts = defence_level(target, "prowess" if ability == "prowess" else "coordination", as_test=True)
    also = (option.test, *by, "icons.evading.scope", "icons.reactions.free", "icons.context.players-roll")
    graded = test(story, ask, target, way, own, parts, level, f"{target.name} {way}s", also)
    if graded.effect >= 0:
        success = "icons.evading.success" if way == "evade" else "icons.dodging.success"
        return "failure", (success, option.failure)
    margin = "icons.evading.failure-margin" if way == "evade" else "icons.dodging.failure-margin"
    mirrored = OUTCOMES.row(-graded.effect)
    return mirrored.name, (margin, mirrored.clause)


def test(
    story: Story,
    ask: Ask,
    actor: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    text: str,
    also: tuple[str, ...] = (),
) -> Graded:
    """Roll one test for a character and put it on the record."""
    rolled = throw_dice(story, ask, actor, clause, text)
    return record(story, actor, name, clause, level, against, rolled, also)


def throw_dice(story: Story, ask: Ask, actor: Fighter, clause: str, text: str) -> Rolled:
    """The two dice of a test, rolled by whoever plays the character."""
    return ask.roll(POOLS[str(story.state.rule("dice"))], clause, text, roller=actor.seat)


def record(
    story: Story,
    actor: Fighter,
    name: str,
    clause: str,
    level: list[Part],
    against: list[Part],
    rolled: Rolled,
    also: tuple[str, ...] = (),
) -> Graded:
    """Read a throw as a test and put it on the record."""
    graded = grade(OUTCOMES, level, rolled.total, against)
    story.emit(
        e.Tested(
            actor=actor.name,
            test=name,
            roller=actor.seat,
            dice=rolled.shown,
            roll=rolled.total,
            effort=graded.effort,
            difficulty=graded.difficulty,
            effect=graded.effect,
            outcome=graded.outcome,
            parts=tuple(level),
            against=tuple(against),
            clause=clause,
            also=(*also, *CHANCE_CLAUSES, graded.clause),
        )
    )
    return graded


# -------------------------------------------------------------------- damage


def hit(story: Story, intent: Attacking, option: Option, attack: Attack | None, outcome: str, ask: Ask) -> None:
    """Damage first, then the test that the row of this outcome may force."""
    row = option.row(outcome)
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    rated = rated_damage(fight, actor, option, attack)
    parts = [*rated, *block(story, option, target, total(rated), ask), *armor(fight, target)]
    net = total(parts)
    left = max(0, target.stamina - max(0, net))
    also = ["icons.damage.stamina"]
    if not armor(fight, target):
        also.append("icons.armor.none")
    story.emit(
        e.Hurt(target=target.name, net=net, stamina=left, parts=tuple(parts), clause=row.clause, also=tuple(also))
    )
    if left == 0 and target.able:
        story.emit(e.KnockedOut(target=target.name, clause="icons.damage.zero-stamina"))
    if felled(story.state, actor, target, outcome, net):
        story.emit(e.KnockedOut(target=target.name, clause=MINIONS[str(fight.rule("minions"))]))
        return
    if row.may is None:
        return
    if net < 0:
        story.emit(e.Spared(target=target.name, harm=row.may, clause=HARMS[row.may].below_zero))
    elif row.may == "stun" and not story.state[target.name].able:
        return  # nothing is left to stun, so nothing is rolled: ruling of icons.blasting.massive
    else:
        harm(story, intent, option, attack, row.may, total(rated), ask)


MINIONS = {"any": "icons.minions.any-success", "major": "icons.minions.major-success"}


def felled(fight: Fight, actor: Fighter, target: Fighter, outcome: str, net: int) -> bool:
    """Whether a hero's hit takes a minion out at once, by the house rule `minions`."""
    rule = fight.rule("minions")
    if rule == "off" or net < 0 or not target.sheet.minion or not fight.is_player(actor):
        return False
    return rule == "any" or outcome != "moderate"


def block(story: Story, option: Option, target: Fighter, rated: int, ask: Ask) -> list[Part]:
    """Offer a block, now that the hit is known; what it takes off the damage (icons.blocking)."""
    if block_refusal(story.state, option, target) is not None:
        return []
    question = f"{target.name} is hit for {rated}. Block?"
    if ask.choose(target.seat, ("no", "yes"), "icons.blocking.scope", question) == "no":
        return []
    level = base(target, "strength")
    also = ["icons.blocking.scope"]
    if option.block == "invulnerable":
        lesser = min(invulnerable(target), target.strength)
        level = [Part("lesser of Strength and Invulnerability", lesser, "icons.blocking.invulnerable-level")]
        also += ["icons.blocking.invulnerable-scope", "icons.blocking.invulnerable-armor"]
    against = [Part("damage", rated, "icons.blocking.test")]
    graded = test(
        story, ask, target, "block", "icons.blocking.test", level, against, f"{target.name} blocks", tuple(also)
    )
    amount = max(0, graded.effect)
    free = story.state.rule("block_cost") == "reaction"
    story.emit(
        e.Blocked(
            actor=target.name, amount=amount, free=free, clause="icons.blocking.reduce", also=("icons.blocking.cost",)
        )
    )
    return [Part("block", -amount, "icons.blocking.reduce")]


def block_refusal(fight: Fight, option: Option, target: Fighter) -> str | None:
    """The clause that forbids a block, or None."""
    if not target.able:
        return "icons.damage.zero-stamina"
    if option.block == "invulnerable" and not invulnerable(target):
        return "icons.blocking.scope"
    if "stun" in target.owed:
        return "icons.stunning.moderate"
    if target.owed and fight.rule("block_cost") == "panel":
        return "icons.blocking.cost"
    return None


class _Harm:
    """The clauses of one kind of harm."""

    def __init__(self, trigger: str, below_zero: str, failure: str, moderate: str, major: str) -> None:
        self.trigger = trigger
        self.below_zero = below_zero
        self.failure = failure
        self.moderate = moderate
        self.major = major


HARMS: dict[Harm, _Harm] = {
    "slam": _Harm(
        "icons.slamming.trigger", "icons.slamming.below-zero", "icons.slamming.failure", "icons.slamming.moderate",
        "icons.slamming.major",
    ),
    "stun": _Harm(
        "icons.stunning.trigger", "icons.stunning.below-zero", "icons.stunning.failure", "icons.stunning.moderate",
        "icons.stunning.major",
    ),
    "kill": _Harm(
        "icons.killing.trigger", "icons.killing.below-zero", "icons.killing.failure", "icons.killing.moderate",
        "icons.killing.major",
    ),
}  # fmt: skip


def harm(
    story: Story, intent: Attacking, option: Option, attack: Attack | None, kind: Harm, rated: int, ask: Ask
) -> None:
    """The target's Strength against the damage level decides how a slam, stun or kill ends."""
    actor, target = story.state[intent.actor], story.state[intent.target]
    clauses = HARMS[kind]
    free = unbraced(story.state, target) if kind == "slam" else ()
    if free and story.state.rule("unbraced_slam") == "automatic":
        outcome = "failure"
    else:
        outcome = _resisted(story, actor, target, option, attack, kind, rated, ask)
    if outcome in ("major", "massive"):
        story.emit(e.Shrugged(target=target.name, harm=kind, clause=clauses.major))
        return
    failed = outcome == "failure"
    clause = clauses.failure if failed else clauses.moderate
    if kind == "slam" and failed:
        step, met = cross(story, actor, target, rated)
        also = ("icons.slamming.lost-panel", RANGE_ROWS[step], *met, *free)
        story.emit(e.Flung(target=target.name, away_from=actor.name, step=step, clause=clause, also=also))
    elif kind == "slam":
        if target.able:
            story.emit(e.KnockedDown(target=target.name, clause=clause, also=free))
    elif kind == "stun" and not failed:
        story.emit(e.Stunned(target=target.name, clause=clause))
        hold_field(story, target, ask)
    else:
        dying = story.state.page if kind == "kill" and failed else None
        story.emit(e.KnockedOut(target=target.name, dying_from=dying, clause=clause))


def unbraced(fight: Fight, target: Fighter) -> tuple[str, ...]:
    """The clauses by which a target off the ground or under water is open to a slam whatever its Strength."""
    flags = (("airborne", "icons.aerial.slam"), ("underwater", "icons.underwater.slam"))
    return tuple(clause for flag, clause in flags if fight.marked(target.name, flag))


def cross(story: Story, actor: Fighter, target: Fighter, rated: int) -> tuple[int, tuple[str, ...]]:
    """The obstacles on a slammed character's way, each against the full damage. Where the flight ends, as a step
    seen from the attacker, and the clauses of the obstacle that ended it."""
    now = story.state.step(actor.name, target.name)
    for barrier in [one for one in story.state.obstacles if one.behind == target.name]:
        parts = toughness(barrier.material, barrier.inches)
        strength = max(0, total(parts))
        through = rated > strength
        clause = "icons.slamming.obstacle-through" if through else "icons.slamming.obstacle-stop"
        also = tuple(part.clause for part in parts)
        story.emit(
            e.Crossed(
                target=target.name,
                obstacle=barrier.name,
                damage=rated,
                strength=strength,
                through=through,
                clause=clause,
                also=also,
            )
        )
        if not through:
            return (now if barrier.range is None else step_of(barrier.range)), (clause,)
        if story.state.rule("slam_collision_damage") == "material":
            collide(story, target, parts)
    return min(4, now + 1), ()


def collide(story: Story, target: Fighter, parts: list[Part]) -> None:
    """By house rule a broken obstacle hurts as much as its material is strong, less armor."""
    lines = [*parts, *armor(story.state, target)]
    left = max(0, story.state[target.name].stamina - max(0, total(lines)))
    story.emit(
        e.Hurt(
            target=target.name,
            net=total(lines),
            stamina=left,
            parts=tuple(lines),
            clause="icons.slamming.obstacle-through",
        )
    )
    if left == 0 and story.state[target.name].able:
        story.emit(e.KnockedOut(target=target.name, clause="icons.damage.zero-stamina"))


def hold_field(story: Story, target: Fighter, ask: Ask) -> None:
    """A stun drops a Force Field, unless Willpower keeps it up: the effort is then its level (icons.context.force-field)."""
    level = target.sheet.power("Force Field")
    if not level:
        return
    nothing = [Part("no difficulty", 0, "icons.context.force-field")]
    graded = test(
        story,
        ask,
        target,
        "field",
        "icons.context.force-field",
        base(target, "willpower"),
        nothing,
        f"{target.name} keeps the Force Field up",
    )
    kept = min(level, max(0, graded.effort))
    story.emit(e.FieldWeakened(target=target.name, level=kept, clause="icons.context.force-field"))


def _resisted(
    story: Story, actor: Fighter, target: Fighter, option: Option, attack: Attack | None, kind: Harm, rated: int,
    ask: Ask,
) -> str:  # fmt: skip
    strength = base(target, "strength")
    damage = [resist_difficulty(actor, option, attack, rated, kind)]
    clause = HARMS[kind].trigger
    if story.state.rule("resist_roll") == "target":
        return test(story, ask, target, kind, clause, strength, damage, f"{target.name} resists").outcome
    graded = test(story, ask, actor, kind, clause, damage, strength, f"{actor.name} presses on {target.name}")
    return OUTCOMES.row(-graded.effect).name
