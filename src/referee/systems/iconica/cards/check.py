"""What the types of `schema` cannot say: every complaint names card, action and field, and the nearest known word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NoReturn, TypeAlias, get_args

from msgspec import Struct

from referee.core.codec import BadInput, from_tree, nearest
from referee.systems.iconica.cards import schema
from referee.systems.iconica.cards.schema import Aura, Card, CardSet, Cond, Effect, Predicate, Status
from referee.systems.iconica.rules import layout

FACTIONS = ("Independent", "Legion", "Protectorate")
"""In the order of their numbers; other factions follow."""
LONGEST = 64
"""How many steps a list may come to, repeats written out."""
DELAYS = 2
"""How many delayed lists an action may lay, repeats written out: four seats with three turns of them fill
`layout.DELAYS`."""

Scene: TypeAlias = Literal["action", "strength", "final", "delayed", "tick"]


# --- Reading: what msgspec says about a place, said in the words of a card ---------------------------------------


def read_set(tree: dict[str, Any]) -> CardSet:
    """The cards of a file: one card at top level, or [[card]], [[status]] and [[aura]]. Raises `BadInput`."""
    try:
        if any(key in tree for key in ("id", "name", "action")):
            return CardSet(card=(from_tree(tree, Card),))
        return from_tree(tree, CardSet)
    except BadInput as error:
        message = str(error).removeprefix(f"{error.where}: ") if error.where else str(error)
        raise BadInput(
            _said(message, _value(tree, error.where), _field(error.where)), place(tree, error.where)
        ) from None


def place(tree: dict[str, Any], path: str) -> str:
    """`card[0].action[2].effects[0].amount` as `ash-lancer, action 3, effects[0].amount`."""
    words, rest = [], path
    entry = re.match(r"(card|status|aura)\[(\d+)\]\.?(.*)", path)
    if entry:
        kind, at, rest = entry.groups()
        tree = tree[kind][int(at)]
        words.append(str(tree.get("id", f"{kind} {int(at) + 1}")) if isinstance(tree, dict) else f"{kind} {at}")
    elif isinstance(tree.get("id"), str):
        words.append(tree["id"])
    action = re.match(r"action\[(\d+)\]\.?(.*)", rest)
    if action:
        found = tree["action"][int(action.group(1))]
        number = found.get("number") if isinstance(found, dict) else None
        words.append(f"action {number}" if isinstance(number, int) else f"action[{action.group(1)}]")
        rest = action.group(2)
    elif rest == "final_act" or rest.startswith("final_act."):
        words.append("Final Act")
        rest = rest.removeprefix("final_act").removeprefix(".")
    return ", ".join([*words, rest] if rest else words)


def _value(tree: Any, path: str) -> Any:
    """What stands at a path, or None."""
    for word in re.findall(r"[^.\[\]]+", path):
        try:
            tree = tree[int(word)] if isinstance(tree, list) else tree[word]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return tree


def _field(path: str) -> str:
    """The last name of a path, without its place in a list."""
    return path.rpartition(".")[2].partition("[")[0]


def _known_words() -> dict[str, tuple[str, ...]]:
    """The words that a field may hold, where they are few."""
    faces = ("odd", "even")
    return {
        "op": tuple(str(kind.__struct_config__.tag) for kind in get_args(schema.Effect)),
        "mod": tuple(str(kind.__struct_config__.tag) for kind in get_args(schema.Mod)),
        "to": schema.SELECTORS, "from": schema.SELECTORS, "class": schema.CLASSES, "card_type": schema.KINDS,
        "type": schema.TYPES, "count": ("foes", "friends", "allies"), "by": ("owner", "opponent"),
        "who": ("opponent",), "on": faces, "ends_on": faces, "attempt": ("always", *faces),
        "nullifier": (*get_args(schema.StatusNullifier), "parry"), "blocked_by": get_args(schema.StatusNullifier),
        "affects": ("self", "allies", "friends", "foes"), "until": ("source_opening", "source_closing"),
        "lasts": ("roll", "turns"), "roll": ("odd_even", "faces", "none"), "action_roll": ("blind", "confusion"),
    }  # fmt: skip


def _said(message: str, value: Any, field: str) -> str:
    known = _known_words().get(field)
    if known and isinstance(value, str) and message.startswith("invalid "):
        return f"{value!r} is none of {', '.join(known)}{nearest(value, known)}"
    bound = re.search(r"`(?:int|array)`.* ([<>]=) (\d+)$", message)
    unknown = re.search(r"unknown field `(.*)`; did you mean '\1'\?", message)
    if "multiple of 10" in message and isinstance(value, int):
        down = value // 10 * 10
        near = f"write {down} or {down + 10}" if down >= 10 or value < 0 else f"write {down + 10}"
        return f"{value} is no multiple of 10; {near}"
    if bound and isinstance(value, int):
        return f"{value} is too {'much; at most' if bound[1] == '<=' else 'little; at least'} {bound[2]}"
    if bound and "array" in message:
        return f"{len(value or ())} entries; there must be at {'most' if bound[1] == '<=' else 'least'} {bound[2]}"
    if "matching regex" in message and "a-z" in message:
        slug = re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-") or "ash-lancer"
        return f"{value!r} is no id; write lower-case words joined by hyphens, such as {slug!r}"
    if "matching regex" in message:
        return f"{value!r} has spaces around it"
    if unknown:
        return f"the field `{unknown[1]}` does not belong here"
    return message


# --- Checking ------------------------------------------------------------------------------------------------------


def words_of(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """A word or a list of words, as a list."""
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def check(cards: Sequence[Card], statuses: Sequence[Status], auras: Sequence[Aura]) -> None:
    """Refuse a roster that does not hang together. Raises `BadInput`."""
    if not cards:
        raise BadInput("a roster needs at least one card", "card")
    for what, entries, most in (
        ("card", cards, layout.CARDS), ("status", statuses, layout.STATUSES), ("aura", auras, layout.AURAS),
    ):  # fmt: skip
        _once(what, "id", [one.id for one in entries])
        if len(entries) > most:
            raise BadInput(f"{len(entries)} entries; a roster has room for {most}", what)
    _once("card", "name", [one.name for one in cards])
    ids = {one.id: one for one in cards}
    for card in cards:
        if ids.get(card.name.casefold(), card) is not card:
            raise BadInput(f"{card.name!r} is the id of another card", f"{card.id}, name")
    _Checker(cards, statuses, auras).everything()


def _once(what: str, field: str, words: Iterable[str]) -> None:
    seen: set[str] = set()
    for word in words:
        if word.casefold() in seen:
            raise BadInput(f"two entries have the {field} {word!r}", f"{what}.{field}")
        seen.add(word.casefold())


class _Checker:
    def __init__(self, cards: Sequence[Card], statuses: Sequence[Status], auras: Sequence[Aura]) -> None:
        self.cards = cards
        self.statuses = {one.id: one for one in statuses}
        self.auras = {one.id: one for one in auras}
        self.words = {
            "faction": dict.fromkeys((*FACTIONS, *(one.faction for one in cards))),
            "race": dict.fromkeys(one.race for one in cards),
            "archetype": dict.fromkeys(one.archetype for one in cards),
        }

    def everything(self) -> None:
        for status in self.statuses.values():
            self.status(status)
        for aura in self.auras.values():
            self.aura(aura)
        for card in self.cards:
            self.card(card)

    def card(self, card: Card) -> None:
        me, steps = card.id, card.health // 10
        taken: set[int] = set()
        for at, tile in enumerate(card.tiles):
            where = f"{me}, tiles[{at}]"
            if tile.at >= steps:
                what = "the Skull Tile" if tile.at == steps else "beyond the Skull Tile"
                raise BadInput(f"{tile.at} is {what} of a card with {card.health} health", f"{where}.at")
            if tile.at in taken:
                raise BadInput(f"tile {tile.at} has an entry already", f"{where}.at")
            if (tile.nullifier is None) == (tile.reaction is None):
                raise BadInput("a tile has either a nullifier or a reaction", where)
            taken.add(tile.at)
        numbers: set[int] = set()
        for action in card.action:
            where = f"{me}, action {action.number}"
            if action.number in numbers:
                raise BadInput("this number stands on the card already", where)
            numbers.add(action.number)
            self.whole(action.effects, f"{where}, effects", "action", card)
        if card.action_break is not None and card.action_break not in numbers:
            printed = ", ".join(map(str, sorted(numbers)))
            raise BadInput(f"the card has no action {card.action_break} (it has {printed})", f"{me}, action_break")
        if card.passive is not None:
            where = f"{me}, passive"
            aura = self.known_aura(card.passive, where)
            if aura.affects is None:
                raise BadInput(f"{aura.id!r} is an aura to be laid; a passive one has `affects`, no `until`", where)
            if len(numbers) > 5:
                raise BadInput("a card with a passive aura prints at most five actions; leave one number out", where)
        for at, strength in enumerate(card.strengths):
            where = f"{me}, strengths[{at}]"
            self.predicate(strength.vs, f"{where}.vs")
            self.whole(strength.effects, f"{where}.effects", "strength", card)
        if card.final_act is not None:
            final, where = card.final_act, f"{me}, Final Act"
            if final.when is not None:
                self.cond(final.when, f"{where}, if", targeted=False)
            if final.fail and final.attempt == "always":
                raise BadInput("without a die nothing fails; give `attempt` faces", f"{where}, fail")
            self.whole(final.effects, f"{where}, effects", "final", card)
            self.whole(final.fail, f"{where}, fail", "final", card)

    def status(self, status: Status) -> None:
        def no(field: str, message: str) -> NoReturn:
            raise BadInput(message, f"{status.id}, {field}")

        if status.lasts == "turns":
            if status.turns is None:
                no("turns", "a status counted in turns needs `turns`")
            if status.ends_on is not None or status.roll not in (None, "none"):
                no("roll", 'a status counted in turns has no die; leave `ends_on` out, and `roll` or make it "none"')
            if bool(status.tick) != (status.roll == "none"):
                no("roll", 'a tick without a die needs roll = "none", and that needs a tick')
        else:
            if status.turns is not None:
                no("turns", "a status that ends by its die is not counted in turns")
            if status.roll not in ("odd_even", "faces"):
                no("roll", 'a status that ends by its die needs roll = "odd_even" or "faces"')
            if status.ends_on is None or isinstance(status.ends_on, str) != (status.roll == "odd_even"):
                no("ends_on", 'write "odd" or "even" with roll = "odd_even", a list of faces with roll = "faces"')
        if status.prevents_action_when_held and status.lasts != "roll":
            no("prevents_action_when_held", "only a status with a die is held by it")
        self.whole(status.tick, f"{status.id}, tick", "tick", None)

    def aura(self, aura: Aura) -> None:
        if (aura.affects is None) == (aura.until is None):
            raise BadInput("a passive aura has `affects`, one to be laid `until`: one of them", f"{aura.id}, until")
        for at, mod in enumerate(aura.mods):
            where = f"{aura.id}, mods[{at}]"
            if isinstance(mod, schema.Immune) and mod.status not in ("any_negative", *self.statuses):
                near = nearest(mod.status, ("any_negative", *self.statuses))
                raise BadInput(f"no status is called {mod.status!r}{near}", f"{where}.status")
            if isinstance(mod, schema.DamageTaken | schema.DamageDealt | schema.HealingReceived) and not mod.amount:
                raise BadInput("0 changes nothing", f"{where}.amount")

    def whole(self, effects: tuple[Effect, ...], where: str, scene: Scene, card: Card | None) -> None:
        """A list with everything in it."""
        if (steps := _count(effects, Effect)) > LONGEST:
            raise BadInput(f"{steps} steps with all repeats; at most {LONGEST}", where)
        if (delays := _count(effects, schema.Delay)) > DELAYS:
            raise BadInput(f"{delays} delayed lists with all repeats; at most {DELAYS}", where)
        self.effects(effects, where, scene, card, targeted=False)

    def effects(self, effects: tuple[Effect, ...], where: str, scene: Scene, card: Card | None, targeted: bool) -> bool:
        """Check a list in reading order; `targeted`: somebody may have been picked before. True if so after it."""
        for at, effect in enumerate(effects):
            here = f"{where}[{at}]"
            if effect.when is not None:
                self.cond(effect.when, f"{here}.if", targeted)
            elif effect.otherwise or isinstance(effect, schema.Do):
                what = "`else`" if effect.otherwise else "a conditional block"
                raise BadInput(f"{what} needs `if`", f"{here}.if")
            after = self.effect(effect, here, scene, card, targeted)
            after |= self.effects(effect.otherwise, f"{here}.else", scene, card, targeted)
            targeted |= after
        return targeted

    def effect(self, effect: Effect, here: str, scene: Scene, card: Card | None, targeted: bool) -> bool:
        """Check one effect; True if it may pick a target."""

        def inner(effects: tuple[Effect, ...], field: str) -> bool:
            return self.effects(effects, f"{here}.{field}", scene, card, targeted)

        match effect:
            case schema.Repeat() | schema.Do():
                return inner(effect.do, "do")
            case schema.Roll():
                return any([inner(one.do, f"cases[{at}].do") for at, one in enumerate(effect.cases)])
            case schema.Choose():
                return any([inner(one, f"options[{at}]") for at, one in enumerate(effect.options)])
            case schema.Delay():
                if scene != "action":
                    why = {"final": "a Final Act delays nothing: its character is gone",
                           "delayed": "a delayed list cannot delay another", "tick": "a status delays nothing",
                           "strength": "a Strength delays nothing"}  # fmt: skip
                    raise BadInput(why[scene], here)
                self.effects(effect.do, f"{here}.do", "delayed", card, targeted=False)
                return False
            case schema.Revive():
                if scene != "final" or card is None:
                    raise BadInput("only a Final Act revives", here)
                if effect.health > card.health:
                    raise BadInput(f"{effect.health} is more than the card's {card.health}", f"{here}.health")
                return False
            case schema.LoseTurn():
                if scene == "tick":
                    raise BadInput("a status takes no turn away", here)
                return False
            case _:
                return self.aimed(effect, here, scene, targeted)

    def aimed(
        self,
        effect: schema.Damage
        | schema.Heal
        | schema.Give
        | schema.Dispel
        | schema.Strip
        | schema.Remove
        | schema.Transfer
        | schema.Lay,
        here: str,
        scene: Scene,
        targeted: bool,
    ) -> bool:
        self.selector(effect.to, f"{here}.to", scene, targeted)
        if effect.where is not None:
            self.predicate(effect.where, f"{here}.where")
        sets = effect.to in schema.SETS_TARGET
        match effect:
            case schema.Transfer():
                self.selector(effect.giver, f"{here}.from", scene, targeted)
                for selector, field in ((effect.giver, "from"), (effect.to, "to")):
                    if selector not in (*schema.AIMS_AT_ONE, "self", "target", "bearer"):
                        raise BadInput(f"{selector!r} is not one character; a transfer needs one", f"{here}.{field}")
                sets |= effect.giver in schema.SETS_TARGET
            case schema.Damage() | schema.Heal():
                for at, bonus in enumerate(effect.bonus):
                    self.cond(bonus.when, f"{here}.bonus[{at}].if", targeted=True)
                if effect.per is not None and effect.per.where is not None:
                    self.predicate(effect.per.where, f"{here}.per.where")
            case schema.Give() | schema.Remove():
                status = self.known_status(effect.status, f"{here}.status")
                if isinstance(effect, schema.Give) and effect.turns is not None and status.lasts != "turns":
                    raise BadInput(f"{status.id!r} ends by its die and is not counted in turns", f"{here}.turns")
            case schema.Lay():
                aura = self.known_aura(effect.aura, f"{here}.aura")
                if aura.until is None:
                    raise BadInput(f"{aura.id!r} is a passive aura; one to be laid has `until`", f"{here}.aura")
            case _:
                pass
        return sets

    def selector(self, selector: str, where: str, scene: Scene, targeted: bool) -> None:
        if selector == "matched" and scene != "strength":
            raise BadInput("only a Strength has matched rivals", where)
        if selector == "bearer" and scene != "tick":
            raise BadInput("only the tick of a status has a bearer; write 'self'", where)
        if selector == "self" and scene == "tick":
            raise BadInput("in the tick of a status write 'bearer'", where)
        if selector == "target" and not targeted:
            raise BadInput("nobody has been picked before this in the list; pick with 'one_foe' or the like", where)

    def cond(self, cond: Cond, where: str, targeted: bool) -> None:
        if cond == Cond():
            raise BadInput("this asks nothing; write { self = ... }, { target = ... }, { any_foe = ... }", where)
        if cond.target is not None and not targeted:
            raise BadInput("nobody has been picked before this in the list", f"{where}.target")
        for name in Cond.__struct_fields__:
            predicate = getattr(cond, name)
            if predicate is not None:
                self.predicate(predicate, f"{where}.{'self' if name == 'own' else name}")

    def predicate(self, predicate: Predicate, where: str) -> None:
        for name, known in self.words.items():
            for word in words_of(getattr(predicate, name)):
                if word not in known:
                    message = f"no card of this roster has the {name} {word!r}{nearest(word, known)}"
                    raise BadInput(message, f"{where}.{name}")
        for status in words_of(predicate.status):
            self.known_status(status, f"{where}.status")
        if predicate.without is not None:
            self.known_status(predicate.without, f"{where}.without")
        if predicate.other_than is not None:
            self.predicate(predicate.other_than, f"{where}.not")

    def known_status(self, id: str, where: str) -> Status:
        if id not in self.statuses:
            raise BadInput(f"no status is called {id!r}{nearest(id, self.statuses)}", where)
        return self.statuses[id]

    def known_aura(self, id: str, where: str) -> Aura:
        if id not in self.auras:
            raise BadInput(f"no aura is called {id!r}{nearest(id, self.auras)}", where)
        return self.auras[id]


def _count(effects: Iterable[Effect], kind: Any) -> int:
    """Effects of a kind in a list and all lists in it, repeats written out."""
    total = 0
    for effect in effects:
        inner = sum(_count(one, kind) for one in lists_in(effect))
        times = effect.times if isinstance(effect, schema.Repeat) else 1
        total += isinstance(effect, kind) + inner * times + _count(effect.otherwise, kind)
    return total


def lists_in(effect: Struct) -> tuple[tuple[Effect, ...], ...]:
    """The lists that an effect holds, without `else`."""
    match effect:
        case schema.Repeat() | schema.Do() | schema.Delay():
            return (effect.do,)
        case schema.Roll():
            return tuple(one.do for one in effect.cases)
        case schema.Choose():
            return effect.options
        case _:
            return ()
