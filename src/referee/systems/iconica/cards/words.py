"""Cards as sentences, made from their effects: a card cannot say one thing and do another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.systems.iconica.cards import schema
from referee.systems.iconica.cards.check import words_of
from referee.systems.iconica.cards.schema import Aura, Cond, Effect, FinalAct, Predicate, Status, Strength

NOUNS = {
    "self": "this character", "one_foe": "a foe", "other_foe": "another foe", "all_foes": "all foes",
    "random_foe": "a random foe", "opponent_choice": "a foe of the opponent's choice", "one_friend": "a friend",
    "one_ally": "an ally", "all_friends": "all friends", "all_allies": "all allies", "everyone": "everyone",
    "everyone_else": "everyone else", "matched": "each of them", "bearer": "the bearer",
}  # fmt: skip
AGAIN = {
    "one_foe": "that foe", "other_foe": "that other foe", "all_foes": "those foes", "random_foe": "that foe",
    "opponent_choice": "that foe", "one_friend": "that friend", "one_ally": "that ally",
}  # fmt: skip
"""What `target` is called after a selector."""
TIMES = {1: "Once", 2: "Twice", 3: "Three times", 4: "Four times", 5: "Five times", 6: "Six times"}
COUNTED = {"foes": "foe", "friends": "friend", "allies": "ally"}
NEXT = {1: "your next turn", 2: "your second turn from now", 3: "your third turn from now"}
AFFECTED = {"self": "this character", "allies": "its allies", "friends": "its side", "foes": "its foes"}
UNTIL = {
    "source_opening": "Until its side's next turn begins",
    "source_closing": "Until the end of its side's next turn",
}
ACTION_ROLLS = {
    "blind": "A die when the bearer acts: odd ends it, even loses the action.",
    "confusion": "A die when the bearer acts: odd ends it; even loses the action, and one of its own side takes 10 "
    "damage or a rival is healed by 10.",
}


def title(id: str) -> str:
    """`war-chant` as `War Chant`."""
    small = ("of", "the", "and", "to", "in")
    words = id.split("-")
    return " ".join(word if at and word in small else word.capitalize() for at, word in enumerate(words))


def sentence(effects: Sequence[Effect]) -> str:
    """A list of effects in English: `Deal 20 damage to a foe. Give that foe Stun.`"""
    return " ".join(_closed(clause) for clause in _Speaker().clauses(effects))


def strength_words(strength: Strength) -> str:
    """`Against rivals of class Supportive: deal 10 damage to each of them.`"""
    fit = noun(strength.vs)
    return f"Against rivals{f' {fit}' if fit else ''}: {_lower(sentence(strength.effects))}"


def final_act_words(final: FinalAct) -> str:
    """What a Final Act does, with its condition, its die, and what happens where the die fails."""
    parts = []
    if final.when is not None:
        parts.append(f"Only if {condition(final.when)}.")
    parts.append(sentence(final.effects))
    if final.fail:
        parts.append(f"If the die fails: {_lower(sentence(final.fail))}")
    return " ".join(parts)


def attempt_words(attempt: str | Sequence[int]) -> str:
    """`always`, `on odd`, `on 5 or 6`."""
    return "always" if attempt == "always" else f"on {faces_words(attempt)}"


def faces_words(on: str | Sequence[int]) -> str:
    """`odd`, or `5 or 6`, or `1 to 4`."""
    if isinstance(on, str):
        return on
    faces = sorted(set(on))
    if len(faces) > 2 and faces == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]} to {faces[-1]}"
    return _or(map(str, faces))


def aura_words(aura: Aura) -> str:
    """What an aura does, on whom or for how long."""
    what = "; ".join(_mod(mod) for mod in aura.mods)
    if aura.affects is not None:
        return f"While in play, for {AFFECTED[aura.affects]}: {what}."
    return f"{UNTIL[aura.until or 'source_opening']}: {what}."


def status_words(status: Status) -> str:
    """What a status does and how it ends."""
    parts = []
    if status.prevents_action:
        parts.append("The bearer cannot act.")
    if status.action_roll is not None:
        parts.append(ACTION_ROLLS[status.action_roll])
    if status.lasts == "turns":
        if status.tick:
            parts.append(f"Each turn: {_lower(sentence(status.tick))}")
        parts.append(f"Lasts {_turns(status.turns or 1)}.")
    else:
        held = [_lower(sentence(status.tick)).rstrip(".")] if status.tick else []
        held += ["the bearer cannot act this turn"] if status.prevents_action_when_held else []
        otherwise = f"; otherwise {' and '.join(held)}" if held else ""
        parts.append(f"A die each turn: {faces_words(status.ends_on or 'odd')} ends it{otherwise}.")
    if status.blocks_healing:
        parts.append("The bearer cannot be healed.")
    if status.broken_by_damage:
        parts.append("Damage of an action ends it.")
    if status.only_race is not None:
        parts.append(f"Only for the race {status.only_race}.")
    if status.blocked_by is not None:
        parts.append(f"{title(status.blocked_by)} tiles refuse it.")
    return " ".join(parts)


def noun(predicate: Predicate) -> str:
    """After a noun: `of race Velk with at most 40 health`."""
    return " ".join(text for text, _ in _facts(predicate))


def condition(cond: Cond) -> str:
    """`this character has Siphon and any foe is of faction Legion`."""
    asked = (
        ("this character", cond.own), ("the target", cond.target), ("any foe", cond.any_foe),
        ("any friend", cond.any_friend), ("any ally", cond.any_ally), ("no ally", cond.no_ally),
    )  # fmt: skip
    parts = []
    for subject, predicate in asked:
        if predicate is None:
            continue
        facts = _and(fact for _, fact in _facts(predicate)) or "is in play"
        parts.append(f"{subject} {facts}")
    return _and(parts)


def _facts(predicate: Predicate) -> list[tuple[str, str]]:
    """Each key of a predicate as words after a noun and as words after a subject."""
    facts = []
    for what, words in (
        ("faction", predicate.faction), ("race", predicate.race), ("class", predicate.class_),
        ("archetype", predicate.archetype), ("type", predicate.card_type),
    ):  # fmt: skip
        if words is not None:
            text = f"of {what} {_or(words_of(words))}"
            facts.append((text, f"is {text}"))
    if predicate.status is not None:
        facts.append(_owned(_or(map(title, words_of(predicate.status)))))
    if predicate.without is not None:
        facts.append((f"without {title(predicate.without)}", f"does not have {title(predicate.without)}"))
    if predicate.min_health is not None:
        facts.append(_owned(f"at least {predicate.min_health} health left"))
    if predicate.max_health is not None:
        facts.append(_owned(f"at most {predicate.max_health} health left"))
    if predicate.damaged is not None:
        facts.append(
            ("that is damaged", "is damaged") if predicate.damaged else ("at full health", "is at full health")
        )
    for sign, value in (("negative", predicate.negative), ("positive", predicate.positive)):
        if value is not None:
            status = f"a {sign} status"
            facts.append(_owned(status) if value else (f"without {status}", f"does not have {status}"))
    if predicate.other_than is not None:
        text = f"other than one {noun(predicate.other_than)}"
        facts.append((text, f"is {text}"))
    return facts


def _owned(what: str) -> tuple[str, str]:
    return f"with {what}", f"has {what}"


class _Speaker:
    """Puts effects into clauses, one after the other, and remembers whom `target` means."""

    def __init__(self, target: str = "that character") -> None:
        self.target = target

    def clauses(self, effects: Sequence[Effect]) -> list[str]:
        found = []
        for effect in effects:
            clause = self.clause(effect)
            if effect.when is not None:
                clause = f"If {self.condition(effect.when)}: {clause}"
                if effect.otherwise:
                    clause += f"; otherwise {self.inner(effect.otherwise)}"
            found.append(clause)
        return found

    def inner(self, effects: Sequence[Effect]) -> str:
        """A list within a sentence."""
        return ", then ".join(self.clauses(effects))

    def condition(self, cond: Cond) -> str:
        return condition(cond).replace("the target", self.target)

    def clause(self, effect: Effect) -> str:
        match effect:
            case schema.Damage() | schema.Heal():
                return self.measured(effect)
            case schema.Give():
                turns = f" for {_turns(effect.turns)}" if effect.turns is not None else ""
                whom = self.whom(effect.to, effect.where)
                if effect.where is not None:
                    return f"give {title(effect.status)}{turns} to {whom}"
                return f"give {whom} {title(effect.status)}{turns}"
            case schema.Dispel():
                return f"remove every negative status and aura from {self.whom(effect.to, effect.where)}"
            case schema.Strip():
                return f"remove every positive status and aura from {self.whom(effect.to, effect.where)}"
            case schema.Remove():
                return f"remove {title(effect.status)} from {self.whom(effect.to, effect.where)}"
            case schema.Transfer():
                before = self.target
                giver = self.whom(effect.giver, None)
                after, self.target = self.target, before if effect.to == "target" else self.target
                taker = self.whom(effect.to, effect.where)
                self.target = after if effect.to == "target" else self.target
                return f"move every negative status from {giver} to {taker}"
            case schema.Lay():
                return f"lay {title(effect.aura)} on {self.whom(effect.to, effect.where)}"
            case schema.Delay():
                return f"at the start of {NEXT[effect.turns]}, {_Speaker().inner(effect.do)}"
            case schema.LoseTurn():
                return "the opponent loses the next turn"
            case schema.Revive():
                return f"return to play with {effect.health} health"
            case schema.Roll():
                return "roll a die: " + "; ".join(
                    f"on {faces_words(case.on)}, {text}"
                    for case, text in zip(effect.cases, self.apart(case.do for case in effect.cases))
                )
            case schema.Choose():
                whose = "choose one" if effect.by == "owner" else "the opponent chooses one"
                return f"{whose}: " + ", or ".join(self.apart(effect.options))
            case schema.Repeat():
                return f"{_lower(TIMES[effect.times])}: {self.inner(effect.do)}"
            case schema.Do():
                return self.inner(effect.do)

    def apart(self, lists: Iterable[Sequence[Effect]]) -> list[str]:
        """Lists of which only one runs: none of them knows whom another one picks."""
        before, texts = self.target, []
        for effects in lists:
            self.target = before
            texts.append(self.inner(effects))
        return texts

    def measured(self, effect: schema.Damage | schema.Heal) -> str:
        whom = self.whom(effect.to, effect.where)
        if isinstance(effect, schema.Damage):
            kind = f"{effect.type} " if effect.type is not None else ""
            text = f"deal {effect.amount} {kind}damage to {whom}"
        else:
            text = f"heal {whom} by {effect.amount}"
        more = [f"{bonus.amount} more {self.bonus(bonus.when)}" for bonus in effect.bonus]
        if effect.per is not None:
            where = f" {noun(effect.per.where)}" if effect.per.where is not None else ""
            more.append(f"{effect.per.amount} more for each {COUNTED[effect.per.count]}{where}")
        if effect.max is not None:
            more.append(f"at most {effect.max}")
        if isinstance(effect, schema.Damage) and effect.flat:
            more.append("whatever auras say")
        return ", ".join([text, *more])

    def bonus(self, cond: Cond) -> str:
        if cond.target is not None and cond == Cond(target=cond.target):
            return f"for one {noun(cond.target)}"
        return f"if {condition(cond)}"

    def whom(self, selector: str, where: Predicate | None) -> str:
        text = self.target if selector == "target" else NOUNS[selector]
        if selector in AGAIN:
            self.target = AGAIN[selector]
        fit = noun(where) if where is not None else ""
        return f"{text} {fit}" if fit else text


def _mod(mod: schema.Mod) -> str:
    match mod:
        case schema.DamageTaken():
            return f"{_more(mod.amount)} {_typed(mod.type)}damage taken"
        case schema.DamageDealt():
            return f"{_more(mod.amount)} {_typed(mod.type)}damage dealt"
        case schema.HealingReceived():
            return f"{_more(mod.amount)} from every heal"
        case schema.Immune():
            return "no negative status" if mod.status == "any_negative" else f"no {title(mod.status)}"
        case schema.Taunt():
            return "rivals who pick one foe must pick this one"
        case schema.FinalActWard():
            return "no harm from Final Acts"


def _more(amount: int) -> str:
    return f"{abs(amount)} {'more' if amount > 0 else 'less'}"


def _typed(type: str | None) -> str:
    return f"{type} " if type is not None else ""


def _turns(turns: int) -> str:
    return "1 turn" if turns == 1 else f"{turns} turns"


def _or(words: Iterable[str]) -> str:
    return _listed(words, "or")


def _and(words: Iterable[str]) -> str:
    return _listed(words, "and")


def _listed(words: Iterable[str], joint: str) -> str:
    *most, last = [*words] or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _closed(clause: str) -> str:
    return f"{_upper(clause)}."
