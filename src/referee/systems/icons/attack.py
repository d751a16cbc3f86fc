"""An attack from the swing to its consequences, in the order of the book."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.asking import Ask
from referee.core.events import Part
from referee.systems.graded.tests import total
from referee.systems.icons import events as e
from referee.systems.icons.blows import option_of, verb, weapon
from referee.systems.icons.book import MENTAL, OUTCOMES, RANGE_ROWS, Option, attacks_allowed, throw_row
from referee.systems.icons.damage import hit
from referee.systems.icons.feats import catch, caught_late, free_to_catch
from referee.systems.icons.intents import Attacking, Bash, Bind, Grab, Intent, Slash, Squeeze, Sweep, Wrestle
from referee.systems.icons.levels import attack_level, attacks_of, best_defence, defence_level
from referee.systems.icons.manoeuvres import called, combine, interpose, redirect
from referee.systems.icons.rolling import Story, attack_mode, contest, fits, mirrored, record, test, throw_dice
from referee.systems.icons.sheet import Attack
from referee.systems.icons.state import Fight, Fighter


def play_attack(story: Story, intent: Attacking, ask: Ask) -> None:
    """Test, grade, damage, and what the outcome may bring. Then the panel is used up (or not: Fast Attack)."""
    actor = story.state[intent.actor]
    attack = weapon(actor, intent)
    option = option_of(story.state, intent, attack)
    helped = combine(story, intent, ask) if intent.allies else []
    aimed_at = intent.target
    if option is not MENTAL:
        onto = interpose(story, actor.name, aimed_at, option.name, ask)
        intent = intent if onto == aimed_at else replace(intent, target=onto, at="")
    baited = story.state[intent.target].lures == actor.name
    outcome, clauses = settle(story, intent, option, attack, ask)
    if outcome == "failure":
        if intent.target != aimed_at:
            clauses = (*clauses, "icons.interposing.miss")
        story.emit(e.Missed(actor=actor.name, target=intent.target, clause=clauses[0], also=clauses[1:]))
        if option.name == "rush":
            _close_in(story, intent, 1, "icons.rushing.failure")
        if baited and option is not MENTAL:
            redirect(story, intent, option, attack, helped, ask)
    else:
        if intent.pull and OUTCOMES.rank(outcome) > OUTCOMES.rank(intent.pull):
            outcome = intent.pull
            clauses = (*clauses, "icons.pulling.cap", "icons.pulling.declare")
        row = option.row(outcome)
        if option.name == "rush":
            _close_in(story, intent, 0, "icons.rushing.moderate")
        story.emit(e.Scored(actor=actor.name, target=intent.target, outcome=outcome, clause=row.clause, also=clauses))
        if not (intent.at and called(story, intent, option, attack, outcome, helped, ask)):
            hit(story, intent, option, attack, outcome, helped, ask)
    if baited:
        story.emit(e.TookBait(actor=intent.target, foe=actor.name, clause="icons.luring.bonus"))
    use_attack(story, actor)


def use_attack(story: Story, actor: Fighter) -> None:
    """One attack test of the panel is made; Fast Attack leaves more."""
    allowed = attacks_allowed(actor.sheet.power("Fast Attack"))
    last = story.state[actor.name].attacks + 1 >= allowed
    if allowed == 1:
        story.emit(e.Used(actor=actor.name, last=last, clause="icons.supplemental.one-active-test"))
    else:
        also = ("icons.context.fast-attack",)
        story.emit(e.Used(actor=actor.name, last=last, clause="icons.supplemental.fast-attack", also=also))


def _close_in(story: Story, intent: Attacking, step: int, clause: str) -> None:
    story.emit(e.Moved(actor=intent.actor, target=intent.target, step=step, clause=clause, also=(RANGE_ROWS[step],)))


def difficulty(fight: Fight, target: Fighter, option: Option) -> list[Part]:
    """What an attacker's test is up against: the ability that the attack names, or 0 if the target is immobile."""
    if not fight.helpless(target) or (option is MENTAL and target.able):
        return best_defence(fight, target, option.against, mental=option is MENTAL)
    why = "held" if target.able else "unconscious"
    return [Part("immobile", 0, "icons.immobile.difficulty"), Part(why, 0, "icons.immobile.includes")]


def victims(fight: Fight, intent: Intent) -> tuple[str, ...]:
    """Whom an intent attacks; nobody for any other intent."""
    if isinstance(intent, Sweep):
        return tuple(one.name for one in surrounding(fight, fight[intent.actor]))
    return (intent.target,) if isinstance(intent, Attacking | Wrestle | Bind | Grab | Squeeze) else ()


def embolden(story: Story, intent: Intent) -> None:
    """Whoever attacks a foe that has given up cannot count on it any longer (icons.intimidating.massive)."""
    for name in victims(story.state, intent):
        if intent.actor in story.state[name].awed_by:
            story.emit(e.Emboldened(target=name, by=intent.actor, clause="icons.intimidating.massive"))


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
        graded = record(
            story,
            actor,
            "attack",
            option.test,
            level,
            difficulty(story.state, target, option),
            rolled,
            by,
            target=target.name,
        )
        if graded.outcome == "failure":
            story.emit(e.Missed(actor=actor.name, target=target.name, clause=option.failure))
        else:
            hits.append((target.name, graded.outcome))
    for target in surrounding(story.state, actor):
        if target.lures == actor.name:
            story.emit(e.TookBait(actor=target.name, foe=actor.name, clause="icons.luring.bonus"))
    for name, outcome in hits:
        clause = option.row(outcome).clause
        story.emit(e.Scored(actor=actor.name, target=name, outcome=outcome, clause=clause))
        hit(story, replace(blow, target=name), option, attack, outcome, [], ask)
    story.emit(e.Used(actor=actor.name, last=True, clause="icons.supplemental.one-active-test"))


def sweep_blow(actor: Fighter, intent: Sweep) -> Bash | Slash:
    """A sweep as the blow that it is: a bash, or a slash with a blade."""
    edged = any(one.name == intent.using and one.kind == "slashing" for one in attacks_of(actor))
    return (Slash if edged else Bash)(intent.actor, "", intent.using)


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
        if fits(actor.resolve, "attack", target.name):
            by = (*by, "icons.shoot-to-stun.determined")
    if option.name == "throw" and attack is not None:
        by = ("icons.throwing.minimum", throw_row(actor.strength, attack.lift).clause)
    if option is MENTAL:
        against = difficulty(fight, target, option)
        graded = contest(story, ask, actor, target, "attack", option.test, level, against, what, mental=True)
        return graded.outcome, (option.failure,) if graded.outcome == "failure" else (graded.clause,)
    if intent.at:
        by = (*by, "icons.called-shots.requirement")
    if attack_mode(fight, actor, target):
        against = difficulty(fight, target, option)
        graded = test(story, ask, actor, "attack", option.test, level, against, what, by, target=target.name)
        if graded.outcome == "failure":
            return "failure", (option.failure,)
        return graded.outcome, (graded.clause,)
    dodge = total(defence_level(fight, target, "coordination", as_test=True))
    ways: tuple[str, ...] = ("dodge",)
    if option.close:
        quicker = dodge > total(defence_level(fight, target, "prowess", as_test=True))
        ways = ("dodge", "evade") if quicker else ("evade", "dodge")
    catchable = attack is not None and attack.kind == "thrown" and attack.lift <= target.strength
    catchable = catchable and free_to_catch(fight, target)
    if catchable:
        ways = (*ways, "catch")
    way = ask.choose(target.seat, ways, "icons.evading.scope", f"{what}: how does {target.name} defend?")
    if way == "catch" and attack is not None:
        return catch_throw(story, intent, attack, ask)
    ability, own = ("prowess", "icons.evading.test") if way == "evade" else ("coordination", "icons.dodging.test")
    parts = defence_level(fight, target, "prowess" if ability == "prowess" else "coordination", as_test=True)
    mark = "icons.reactions.marked.evading" if way == "evade" else "icons.reactions.marked.dodging"
    also = (option.test, *by, "icons.evading.scope", "icons.reactions.free", mark, "icons.context.players-roll")
    if target.lures == actor.name:
        also = (*also, "icons.luring.defence")
    text = f"{target.name} {way}s"
    graded = test(story, ask, target, way, own, parts, level, text, also, target=actor.name)
    if graded.effect >= 0:
        success = "icons.evading.success" if way == "evade" else "icons.dodging.success"
        return "failure", (success, option.failure)
    margin = "icons.evading.failure-margin" if way == "evade" else "icons.dodging.failure-margin"
    other = mirrored(graded)
    return other.outcome, (margin, other.clause)


def catch_throw(story: Story, intent: Attacking, attack: Attack, ask: Ask) -> tuple[str, tuple[str, ...]]:
    """Catching what was thrown at oneself replaces the dodge; a failure is hit (icons.catching.thrown-at-you)."""
    target = story.state[intent.target]
    strength = attack.strength or 1
    caught = catch(story, ask, target, attack.name, 0, strength, clause="icons.catching.thrown-at-you")
    caught_late(story, target)
    if caught:
        return "failure", ("icons.catching.thrown-at-you",)
    return "moderate", ("icons.catching.thrown-at-you", "icons.catching.failure")
