"""From cards to the numbers of `layout.Book`: effect lists become rows that end with END, words become numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.json import schema as json_schema

from referee.core.codec import BadInput, canonical, from_json, from_toml, nearest
from referee.systems.iconica.cards import schema
from referee.systems.iconica.cards.check import FACTIONS, check, read_set, words_of
from referee.systems.iconica.cards.schema import Aura, Card, CardSet, Cond, Effect, Predicate, Shelf, Status
from referee.systems.iconica.rules import cites, layout

ODD: Final = 0b010101
EVEN: Final = 0b101010
"""Faces of a die, bit face - 1."""

WORDS: Final = 31
"""How many races, archetypes or factions a roster may have: they are masks."""

AIMS = {selector: number for number, selector in enumerate(schema.SELECTORS)}
COUNTS = {"foes": layout.FOES, "friends": layout.FRIENDS, "allies": layout.ALLIES}
AFFECTS = {"self": layout.NOBODY, **COUNTS}
UNTIL = {None: layout.PASSIVE, "source_opening": layout.SOURCE_OPENING, "source_closing": layout.SOURCE_CLOSING}
OPS: dict[type[Struct], int] = {
    schema.Damage: layout.DAMAGE, schema.Heal: layout.HEAL, schema.Give: layout.GIVE, schema.Dispel: layout.DISPEL,
    schema.Strip: layout.STRIP, schema.Remove: layout.REMOVE, schema.Transfer: layout.TRANSFER, schema.Lay: layout.LAY,
}  # fmt: skip
COLUMNS = {
    "op": layout.END, "aim": 0, "giver": 0, "where": -1, "giver_where": -1, "amount": 0, "what": -1, "goto": -1,
    "faces": 0, "limit": -1, "per": layout.NOBODY, "per_where": -1, "per_amount": 0, "type": -1, "flat": 0,
    "when": -1, "bonus": -1, "bonuses": 0,
}  # fmt: skip
"""The columns of a row, with what stands where an operation does not use them."""


class Roster(Struct, frozen=True, eq=False):
    """Cards that can be played with, in the order of their numbers, and what they compile to.

    Words have the number of their place: `factions` begins with Independent, Legion, Protectorate.
    `choices` are the lists that a CHOOSE row offers, by the number of the row.
    Two rosters of the same content are the same object.
    """

    cards: tuple[Card, ...]
    statuses: tuple[Status, ...]
    auras: tuple[Aura, ...]
    book: layout.Book
    factions: tuple[str, ...]
    races: tuple[str, ...]
    archetypes: tuple[str, ...]
    classes: tuple[str, ...]
    kinds: tuple[str, ...]
    types: tuple[str, ...]
    status_ids: tuple[str, ...]
    aura_ids: tuple[str, ...]
    numbers: dict[str, int]
    choices: dict[int, tuple[tuple[Effect, ...], ...]]

    def number(self, name: str) -> int:
        """The number of a card by its id or its name, without regard to case. Raises `BadInput`."""
        word = " ".join(name.split()).casefold()
        if word not in self.numbers:
            near = nearest(word, [card.name for card in self.cards]) or nearest(word, [card.id for card in self.cards])
            raise BadInput(f"no card is called {name!r}{near}", "card")
        return self.numbers[word]


# --- Where rosters come from ---------------------------------------------------------------------------------------


def build(cards: Iterable[Card], statuses: Iterable[Status], auras: Iterable[Aura]) -> Roster:
    """Check cards and compile them. Raises `BadInput`."""
    return _built(canonical(CardSet(tuple(cards), tuple(statuses), tuple(auras))))


@lru_cache(maxsize=64)
def _built(content: bytes) -> Roster:
    # Records made in Python have not been through the types yet: read them as a file is read.
    kept = read_set(from_json(content, dict[str, Any]))
    check(kept.card, kept.status, kept.aura)
    return _Compiler(kept).roster()


@cache
def shipped() -> Roster:
    """The thirty packaged cards."""
    from importlib.resources import files

    folder = files("referee.systems.iconica.cards")
    shelf = from_toml(folder.joinpath("statuses.toml").read_text(encoding="utf-8"), Shelf)
    cards: list[Card] = []
    for id in shelf.roster.order:
        name = f"roster/{id}.toml"
        cards.extend(read_file(folder.joinpath(name).read_text(encoding="utf-8"), name).card)
    return build(cards, shelf.status, shelf.aura)


def read_file(text: str, name: str) -> CardSet:
    """The cards of a TOML file; complaints begin with its name. Raises `BadInput`."""
    try:
        return read_set(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not valid TOML: {error}", name) from None
    except BadInput as error:
        raise BadInput(str(error), name) from None


def with_cards(
    roster: Roster, cards: Iterable[Card], statuses: Iterable[Status] = (), auras: Iterable[Aura] = ()
) -> Roster:
    """A roster with more cards, statuses and auras; one with a known id replaces it. Raises `BadInput`."""
    return build(_merged(roster.cards, cards), _merged(roster.statuses, statuses), _merged(roster.auras, auras))


def with_file(roster: Roster, text: str, name: str) -> Roster:
    """A roster with the cards of a TOML file; complaints begin with its name. Raises `BadInput`."""
    kept = read_file(text, name)
    try:
        return with_cards(roster, kept.card, kept.status, kept.aura)
    except BadInput as error:
        raise BadInput(str(error), name) from None


def _merged(old: Sequence[Any], new: Iterable[Any]) -> list[Any]:
    # What is new stands under its own key a second time, so that `check` still sees ids given twice in one file.
    fresh = list(new)
    by_id = {one.id: one for one in reversed(fresh)}
    merged = [by_id.get(one.id, one) for one in old]
    known = {one.id for one in old}
    seen: set[str] = set()
    for one in fresh:
        if one.id not in known or one.id in seen:
            merged.append(one)
        seen.add(one.id)
    return merged


def card_schema() -> dict[str, Any]:
    """The JSON Schema of a card file, for editors."""
    return json_schema(Card)


# --- Compiling -----------------------------------------------------------------------------------------------------


class _Rows:
    """The table of rows, written from top to bottom. Row 0 is END, so no list begins there."""

    def __init__(self) -> None:
        self.columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
        self.add(layout.END)

    def __len__(self) -> int:
        return len(self.columns["op"])

    def add(self, op: int, **columns: int) -> int:
        """Write a row; columns left out are neutral. Its number."""
        if len(self) >= layout.ROWS:
            raise BadInput(f"the cards come to more than {layout.ROWS} rows; use fewer cards or shorter lists", "card")
        for name, value in ({**COLUMNS, **columns, "op": op}).items():
            self.columns[name].append(value)
        return len(self) - 1

    def here(self, *rows: int) -> None:
        """The row to be written next is where these go."""
        for row in rows:
            self.columns["goto"][row] = len(self)


class _Table:
    """Entries by number; an equal entry has the same number."""

    def __init__(self, what: str, names: tuple[str, ...], most: int) -> None:
        self.what, self.names, self.most = what, names, most
        self.entries: dict[tuple[int, ...], int] = {}

    def add(self, entry: dict[str, int]) -> int:
        number = self.entries.setdefault(tuple(entry[name] for name in self.names), len(self.entries))
        if number >= self.most:
            raise BadInput(f"the cards come to more than {self.most} different {self.what}", "card")
        return number

    def columns(self) -> dict[str, list[int]]:
        return {name: [entry[at] for entry in self.entries] for at, name in enumerate(self.names)}


PREDICATES = (
    "p_faction", "p_race", "p_archetype", "p_class", "p_kind", "p_has", "p_lacks", "p_least", "p_most", "p_damaged",
    "p_negative", "p_positive", "p_not",
)  # fmt: skip
CONDITIONS = ("if_self", "if_target", "if_any_foe", "if_any_friend", "if_any_ally", "if_no_ally")


class _Compiler:
    def __init__(self, kept: CardSet) -> None:
        self.cards, self.statuses, self.auras = kept.card, kept.status, kept.aura
        races = [*(card.race for card in kept.card), *(one.only_race for one in kept.status if one.only_race)]
        self.factions = _numbered("factions", (*FACTIONS, *(card.faction for card in kept.card)))
        self.races = _numbered("races", races)
        self.archetypes = _numbered("archetypes", (card.archetype for card in kept.card))
        self.classes = _numbered("classes", schema.CLASSES)
        self.kinds = _numbered("card types", schema.KINDS)
        self.types = _numbered("types", schema.TYPES)
        self.status_at = {one.id: number for number, one in enumerate(kept.status)}
        self.aura_at = {one.id: number for number, one in enumerate(kept.aura)}
        self.rows = _Rows()
        self.predicates = _Table("predicates", PREDICATES, layout.PREDICATES)
        self.conditions = _Table("conditions", CONDITIONS, layout.CONDITIONS)
        self.bonuses: list[tuple[int, int]] = []
        self.bonus_at: dict[tuple[tuple[int, int], ...], int] = {}
        self.delayed: list[tuple[int, tuple[Effect, ...]]] = []
        self.choices: dict[int, tuple[tuple[Effect, ...], ...]] = {}

    def roster(self) -> Roster:
        book = layout.Book()
        book.cards, book.statuses, book.auras = len(self.cards), len(self.statuses), len(self.auras)
        self.write_statuses(book)
        self.write_auras(book)
        self.write_cards(book)
        columns = self.rows.columns | self.predicates.columns() | self.conditions.columns()
        columns["bonus_if"] = [when for when, _ in self.bonuses]
        columns["bonus_amount"] = [amount for _, amount in self.bonuses]
        for name, column in columns.items():
            setattr(book, name, column)
        numbers = {card.id.casefold(): number for number, card in enumerate(self.cards)}
        numbers |= {card.name.casefold(): number for number, card in enumerate(self.cards)}
        return Roster(
            self.cards, self.statuses, self.auras, book, tuple(self.factions), tuple(self.races),
            tuple(self.archetypes), tuple(self.classes), tuple(self.kinds), tuple(self.types), tuple(self.status_at),
            tuple(self.aura_at), numbers, self.choices,
        )  # fmt: skip

    # Cards, statuses, auras

    def write_cards(self, book: layout.Book) -> None:
        cards = self.cards
        blocked = {
            word: sum(1 << number for number, one in enumerate(self.statuses) if one.blocked_by == word)
            for word in layout.NULLIFIERS
            if word != "parry"
        }
        book.health = [card.health // 10 for card in cards]
        book.faction = [self.factions[card.faction] for card in cards]
        book.race = [self.races[card.race] for card in cards]
        book.archetype = [self.archetypes[card.archetype] for card in cards]
        book.class_ = [self.classes[card.class_] for card in cards]
        book.kind = [self.kinds[card.card_type] for card in cards]
        book.badge = [card.action_break or 0 for card in cards]
        book.passive = [-1 if card.passive is None else self.aura_at[card.passive] for card in cards]
        book.nullifies, book.parries, book.reacts = (_grid(len(cards), layout.TILES) for _ in range(3))
        book.action, book.action_type = _grid(len(cards), layout.NUMBERS, -1), _grid(len(cards), layout.NUMBERS)
        book.strength, book.strength_vs = (_grid(len(cards), layout.STRENGTHS, -1) for _ in range(2))
        book.final, book.final_fail, book.final_if = ([-1] * len(cards) for _ in range(3))
        book.final_faces = [0] * len(cards)
        for at, card in enumerate(cards):
            for tile in card.tiles:
                if tile.nullifier == "parry":
                    book.parries[at][tile.at] = 1
                elif tile.nullifier is not None:
                    book.nullifies[at][tile.at] = blocked[tile.nullifier]
                else:
                    book.reacts[at][tile.at] = (tile.reaction or 0) // 10
            for action in card.action:
                book.action[at][action.number] = self.whole(action.effects)
                book.action_type[at][action.number] = self.types[action.type]
            for place, strength in enumerate(card.strengths):
                book.strength[at][place] = self.whole(strength.effects)
                book.strength_vs[at][place] = self.predicate(strength.vs)
            if card.final_act is not None:
                final = card.final_act
                book.final[at] = self.whole(final.effects)
                book.final_fail[at] = self.whole(final.fail) if final.fail else -1
                book.final_faces[at] = 0 if final.attempt == "always" else faces_mask(final.attempt)
                book.final_if[at] = self.cond(final.when)

    def write_statuses(self, book: layout.Book) -> None:
        statuses = self.statuses

        def mask(*those: bool) -> int:
            return sum(1 << number for number, holds in enumerate(those) if holds)

        book.negative = mask(*(one.negative for one in statuses))
        book.counted = mask(*(one.lasts == "turns" for one in statuses))
        book.rolled = mask(*(one.lasts == "roll" for one in statuses))
        book.ticking = mask(*(one.roll == "none" for one in statuses))
        book.blinding = mask(*(one.action_roll == "blind" for one in statuses))
        book.confusing = mask(*(one.action_roll == "confusion" for one in statuses))
        book.stopping = mask(*(one.prevents_action for one in statuses))
        book.holding = mask(*(one.prevents_action_when_held for one in statuses))
        book.no_healing = mask(*(one.blocks_healing for one in statuses))
        book.broken = mask(*(one.broken_by_damage for one in statuses))
        book.unique = mask(*(one.unique for one in statuses))
        book.lasting = [one.turns or 0 for one in statuses]
        book.ends_on = [0 if one.ends_on is None else faces_mask(one.ends_on) for one in statuses]
        book.tick = [self.whole(one.tick) if one.tick else -1 for one in statuses]
        book.blocked_by = [layout.NULLIFIERS.index(one.blocked_by or "") for one in statuses]
        book.status_cites = [cites.STATUSES.get(one.id, cites.STATUS_UNIQUE) for one in statuses]
        book.only_race = [-1 if one.only_race is None else self.races[one.only_race] for one in statuses]

    def write_auras(self, book: layout.Book) -> None:
        auras = self.auras
        book.a_negative = sum(1 << at for at, aura in enumerate(auras) if aura.negative)
        book.a_affects = [AFFECTS[aura.affects or "self"] for aura in auras]
        book.a_until = [UNTIL[aura.until] for aura in auras]
        book.a_taken, book.a_dealt = (_grid(len(auras), layout.TYPES) for _ in range(2))
        book.a_healing, book.a_immune = ([0] * len(auras) for _ in range(2))
        book.guards = book.wards = 0
        for at, aura in enumerate(auras):
            for mod in aura.mods:
                match mod:
                    case schema.DamageTaken() | schema.DamageDealt():
                        changed = (book.a_taken if isinstance(mod, schema.DamageTaken) else book.a_dealt)[at]
                        for number in range(layout.TYPES) if mod.type is None else (self.types[mod.type],):
                            changed[number] += _tiles(mod.amount)
                    case schema.HealingReceived():
                        book.a_healing[at] += _tiles(mod.amount)
                    case schema.Immune():
                        only = 1 << self.status_at.get(mod.status, 0)
                        book.a_immune[at] |= book.negative if mod.status == "any_negative" else only
                    case schema.Taunt():
                        book.guards |= 1 << at
                    case schema.FinalActWard():
                        book.wards |= 1 << at

    # Effects

    def whole(self, effects: tuple[Effect, ...]) -> int:
        """A list with its END, then the delayed lists that it lays. Its first row."""
        first = len(self.rows)
        self.effects(effects)
        self.rows.add(layout.END)
        waiting, self.delayed = self.delayed, []
        for row, later in waiting:
            self.rows.columns["what"][row] = self.whole(later)
        return first

    def effects(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if effect.when is None:
                self.effect(effect)
                continue
            test = self.rows.add(layout.TEST, when=self.cond(effect.when))
            self.effect(effect)
            if effect.otherwise:
                jump = self.rows.add(layout.JUMP)
                self.rows.here(test)
                self.effects(effect.otherwise)
                self.rows.here(jump)
            else:
                self.rows.here(test)

    def effect(self, effect: Effect) -> None:
        add = self.rows.add
        match effect:
            case schema.Do():
                self.effects(effect.do)
            case schema.Repeat():
                for _ in range(effect.times):
                    self.effects(effect.do)
            case schema.Roll():
                add(layout.ROLL)
                self.cases([(faces_mask(case.on), case.do) for case in effect.cases])
            case schema.Choose():
                row = add(layout.CHOOSE, what=int(effect.by == "opponent"), amount=len(effect.options))
                self.choices[row] = effect.options
                self.cases([(1 << number, option) for number, option in enumerate(effect.options)])
            case schema.Delay():
                self.delayed.append((add(layout.DELAY, amount=effect.turns), effect.do))
            case schema.LoseTurn():
                add(layout.LOSE_TURN)
            case schema.Revive():
                add(layout.REVIVE, amount=effect.health // 10)
            case _:
                add(OPS[type(effect)], aim=AIMS[effect.to], where=self.predicate(effect.where), **self.more(effect))

    def cases(self, cases: list[tuple[int, tuple[Effect, ...]]]) -> None:
        jumps = []
        for faces, effects in cases:
            case = self.rows.add(layout.CASE, faces=faces)
            self.effects(effects)
            jumps.append(self.rows.add(layout.JUMP))
            self.rows.here(case)
        self.rows.here(*jumps)

    def more(self, effect: Effect) -> dict[str, int]:
        """The columns that not every aimed effect has."""
        match effect:
            case schema.Damage() | schema.Heal():
                found = {"amount": effect.amount // 10, "limit": -1 if effect.max is None else effect.max // 10}
                if effect.per is not None:
                    per = effect.per
                    found |= {"per": COUNTS[per.count], "per_where": self.predicate(per.where),
                              "per_amount": per.amount // 10}  # fmt: skip
                if effect.bonus:
                    found |= {"bonus": self.bonus(effect.bonus), "bonuses": len(effect.bonus)}
                if isinstance(effect, schema.Damage):
                    found["flat"] = int(effect.flat)
                    found["type"] = -1 if effect.type is None else self.types[effect.type]
                return found
            case schema.Give():
                return {"what": self.status_at[effect.status], "amount": effect.turns or 0}
            case schema.Remove():
                return {"what": self.status_at[effect.status]}
            case schema.Lay():
                return {"what": self.aura_at[effect.aura]}
            case schema.Transfer():
                return {"giver": AIMS[effect.giver]}
            case _:
                return {}

    def bonus(self, bonus: tuple[schema.Bonus, ...]) -> int:
        """The first of these bonuses, which stand one after the other."""
        key = tuple((self.cond(one.when), one.amount // 10) for one in bonus)
        if key not in self.bonus_at:
            self.bonus_at[key] = len(self.bonuses)
            self.bonuses.extend(key)
            if len(self.bonuses) > layout.CONDITIONS:
                raise BadInput(f"the cards come to more than {layout.CONDITIONS} bonuses", "card")
        return self.bonus_at[key]

    def cond(self, cond: Cond | None) -> int:
        if cond is None:
            return -1
        asked = (cond.own, cond.target, cond.any_foe, cond.any_friend, cond.any_ally, cond.no_ally)
        return self.conditions.add({name: self.predicate(one) for name, one in zip(CONDITIONS, asked)})

    def predicate(self, predicate: Predicate | None) -> int:
        if predicate is None:
            return -1
        asked = predicate
        return self.predicates.add({
            "p_faction": _mask(self.factions, asked.faction), "p_race": _mask(self.races, asked.race),
            "p_archetype": _mask(self.archetypes, asked.archetype), "p_class": _mask(self.classes, asked.class_),
            "p_kind": _mask(self.kinds, asked.card_type), "p_has": _mask(self.status_at, asked.status),
            "p_lacks": _mask(self.status_at, asked.without),
            "p_least": -1 if asked.min_health is None else asked.min_health // 10,
            "p_most": -1 if asked.max_health is None else asked.max_health // 10,
            "p_damaged": _asked(asked.damaged), "p_negative": _asked(asked.negative),
            "p_positive": _asked(asked.positive), "p_not": self.predicate(asked.other_than),
        })  # fmt: skip


def faces_mask(on: str | Sequence[int]) -> int:
    """ "odd", "even" or faces as bits face - 1."""
    if isinstance(on, str):
        return ODD if on == "odd" else EVEN
    return sum({1 << face - 1 for face in on})


def _asked(value: bool | None) -> int:
    return -1 if value is None else int(value)


def _mask(numbers: dict[str, int], words: str | Sequence[str] | None) -> int:
    return sum({1 << numbers[word] for word in words_of(words)})


def _tiles(amount: int) -> int:
    """Health in tiles; a change below 0 too (amounts are multiples of 10)."""
    return amount // 10


def _numbered(what: str, words: Iterable[str]) -> dict[str, int]:
    found = {word: number for number, word in enumerate(dict.fromkeys(words))}
    if len(found) > WORDS:
        raise BadInput(f"{len(found)} different {what}; a roster has room for {WORDS}", "card")
    return found


def _grid(count: int, width: int, value: int = 0) -> list[list[int]]:
    return [[value] * width for _ in range(count)]
