"""What a hit does: damage, armor, blocks, slams, stuns and kills, and blows at lifeless things."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.core.events import Part
from referee.systems.graded.asking import set_by_master
from referee.systems.graded.field import GAME_MASTER
from referee.systems.graded.tests import total
from referee.systems.icons import events as e
from referee.systems.icons.book import MENTAL, OUTCOMES, POOLS, RANGE_ROWS, Harm, Option, Row, step_of, toughness
from referee.systems.icons.intents import Attacking
from referee.systems.icons.levels import armor, base, invulnerable, rated_damage, resist_difficulty
from referee.systems.icons.rolling import Story, test
from referee.systems.icons.sheet import Attack, Thing
from referee.systems.icons.state import Fight, Fighter


def hit(
    story: Story,
    intent: Attacking,
    option: Option,
    attack: Attack | None,
    outcome: str,
    helped: list[Part],
    ask: Ask,
    *,
    row: Row | None = None,
    also: tuple[str, ...] = (),
) -> None:
    """Damage first, then the test that the row of this outcome may force. `helped` is what others add."""
    row = row or option.row(outcome)
    fight = story.state
    actor, target = fight[intent.actor], fight[intent.target]
    rated = [*rated_damage(fight, actor, option, attack), *helped]
    if option is MENTAL:
        rated += mind_shield(target)
        parts = list(rated)
    else:
        parts = [*rated, *block(story, option, target, total(rated), ask), *armor(fight, target)]
    net = total(parts)
    left = max(0, target.stamina - max(0, net))
    cited = [*also, "icons.damage.stamina"]
    if helped and net == 0:
        cited.append("icons.combined.zero-net")
    if not armor(fight, target):
        cited.append("icons.armor.none")
    story.emit(
        e.Hurt(target=target.name, net=net, stamina=left, parts=tuple(parts), clause=row.clause, also=tuple(cited))
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


def mind_shield(target: Fighter) -> list[Part]:
    """What Mind Shield takes off a hostile mental power (icons.context.mind-shield)."""
    level = target.sheet.power("Mind Shield")
    return [Part("Mind Shield", -level, "icons.context.mind-shield")] if level else []


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
        story,
        ask,
        target,
        "block",
        "icons.blocking.test",
        level,
        against,
        f"{target.name} blocks",
        tuple(also),
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
    if fight.helpless(target):
        return "icons.wrestling.complete-hold"
    if option.block == "never":
        return "icons.blocking.scope"
    if option.block == "invulnerable" and not invulnerable(target):
        return "icons.blocking.scope"
    if "stun" in target.owed:
        return "icons.stunning.moderate"
    if target.rests_until is not None:
        return "icons.exhaustion.moderate"
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


def lose_stamina(story: Story, target: Fighter, parts: list[Part], clause: str, also: tuple[str, ...] = ()) -> int:
    """Damage without a test to follow; what is net of armor in `parts`. Returns it."""
    left = max(0, story.state[target.name].stamina - max(0, total(parts)))
    cited = (*also, "icons.damage.stamina")
    story.emit(
        e.Hurt(target=target.name, net=total(parts), stamina=left, parts=tuple(parts), clause=clause, also=cited)
    )
    if left == 0 and story.state[target.name].able:
        story.emit(e.KnockedOut(target=target.name, clause="icons.damage.zero-stamina"))
    return total(parts)


def collide(story: Story, target: Fighter, parts: list[Part]) -> None:
    """By house rule a broken obstacle hurts as much as its material is strong, less armor."""
    lose_stamina(story, target, [*parts, *armor(story.state, target)], "icons.slamming.obstacle-through")


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
        target=target.name,
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
        return test(
            story, ask, target, kind, clause, strength, damage, f"{target.name} resists", target=actor.name
        ).outcome
    graded = test(
        story, ask, actor, kind, clause, damage, strength, f"{actor.name} presses on {target.name}", target=target.name
    )
    return OUTCOMES.row(-graded.effect).name


def strike(
    story: Story, thing: str, damage: int, strength: int, ask: Ask, *, owner: str = "", behind: bool = False,
    clause: str = "icons.bending.success",
) -> bool:  # fmt: skip
    """Damage against the Strength of a lifeless thing; whether it breaks (icons.bending.success)."""
    broken = damage >= strength
    if story.state.rule("object_damage") == "test":
        rolled = ask.roll(
            POOLS[str(story.state.rule("dice"))], "icons.bending.success", f"{damage} against the {thing}",
            roller=GAME_MASTER,
        )  # fmt: skip
        broken = damage + rolled.total >= strength
    story.emit(
        e.Struck(
            thing=thing, damage=damage, strength=strength, broken=broken, owner=owner, behind=behind, clause=clause,
            also=("icons.bending.success",),
        )
    )  # fmt: skip
    return broken


def toughness_of(ask: Ask, thing: Thing | Attack, clause: str) -> int:
    """The Strength of a carried thing; of a weapon without one the game master says it."""
    return set_by_master(ask, thing.strength, clause, f"What Strength has the {thing.name}?", 1)


def weaken(story: Story, target: Fighter, clause: str, ask: Ask) -> None:
    """A level of Strength is lost; below 0 is death (icons.killing.death)."""
    strength = story.state[target.name].strength - 1
    story.emit(e.Weakened(target=target.name, strength=strength, clause=clause))
    if strength < 0:
        story.emit(e.Died(target=target.name, clause="icons.killing.death"))
    else:
        propose_injury(story, target.name, ask)


INJURIES = ("none", "Concussion", "Broken bone", "Laceration", "Dislocated shoulder")
"""What the engine proposes; the game master may name another one by overruling."""


def propose_injury(story: Story, name: str, ask: Ask) -> None:
    """The game master decides whether an injury lasts."""
    if story.state.rule("lasting_injuries") == "off" or story.state[name].dead:
        return
    question = f"{name} was hit hard. Does an injury last?"
    injury = ask.choose(GAME_MASTER, INJURIES, "icons.injuries.lasting", question)
    if injury != "none" and injury not in story.state[name].injuries:
        story.emit(e.Injured(target=name, injury=injury, clause="icons.injuries.lasting"))
