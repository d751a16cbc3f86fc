"""Cards: what the packaged roster compiles to, what is refused and how, and what a card says of itself."""

import copy
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import jsonschema
import msgspec
import pytest

from referee.core.codec import BadInput, to_tree
from referee.systems.iconica.cards import schema, words
from referee.systems.iconica.cards.check import read_set
from referee.systems.iconica.cards.compile import (
    COLUMNS,
    EVEN,
    ODD,
    build,
    card_schema,
    read_file,
    shipped,
    with_cards,
    with_file,
)
from referee.systems.iconica.rules import layout as L
from referee.systems.iconica.rules.cites import CLAUSES

FOLDER = files("referee.systems.iconica.cards")
DOCS = Path(__file__).parents[3] / "docs" / "cards.md"
HIT = {"op": "damage", "to": "one_foe", "amount": 10}


def tree(id="ash-lancer"):
    """A packaged card as plain values, to be changed."""
    return tomllib.loads(FOLDER.joinpath(f"roster/{id}.toml").read_text(encoding="utf-8"))


def one(effects, final=False, id="ash-lancer"):
    """A card whose action 3, or Final Act, has these effects."""
    card = tree(id)
    if final:
        card["final_act"]["effects"] = effects
    else:
        card["action"][2]["effects"] = effects
    return card


def compiled(card, status=(), aura=()):
    kept = read_set({"card": [card], "status": list(status), "aura": list(aura)})
    roster = with_cards(shipped(), kept.card, kept.status, kept.aura)
    return roster, roster.number(card["id"])


def rows(book, first):
    """The rows of a list up to its END, as (operation, what is not neutral), with `goto` counted from its first row."""
    found, at = [], first
    while True:
        row = {name: getattr(book, name)[at] for name in COLUMNS if name != "op"}
        told = {name: value for name, value in row.items() if value != COLUMNS[name]}
        if "goto" in told:
            told["goto"] -= first
        found.append((book.op[at], told))
        if book.op[at] == L.END:
            return found
        at += 1


def rows_of(effects, final=False, **more):
    """A list of effects as rows, with its book."""
    roster, card = compiled(one(effects, final), **more)
    first = roster.book.final[card] if final else roster.book.action[card][3]
    return rows(roster.book, first), roster.book


# --- The packaged roster ---------------------------------------------------------------------------------------------


def test_thirty_cards_in_their_order():
    roster = shipped()
    assert len(roster.cards) == roster.book.cards == 30
    assert [roster.cards[number].id for number in (0, 1, 29)] == ["ash-lancer", "pale-collector", "quarry-beast"]
    assert {card.id for card in roster.cards} == {
        Path(file.name).stem for file in FOLDER.joinpath("roster").iterdir()
    }  # fmt: skip
    assert shipped() is roster
    assert (roster.book.statuses, roster.book.auras) == (10, 8)


def test_words_have_the_numbers_that_the_rules_know():
    roster = shipped()
    assert roster.factions[L.INDEPENDENT] == "Independent"
    assert roster.factions[L.LEGION] == "Legion"
    assert roster.factions[L.PROTECTORATE] == "Protectorate"
    assert [roster.kinds[kind] for kind in (L.STANDARD, L.LEGEND, L.SPECIAL)] == ["Standard", "Legend", "Special"]
    assert roster.types == ("melee", "ranged", "status")
    names = ("self", "one_foe", "other_foe", "all_foes", "random_foe", "opponent_choice", "one_friend", "one_ally",
             "all_friends", "all_allies", "everyone", "everyone_else", "target", "matched", "bearer")  # fmt: skip
    assert [getattr(L, name.upper()) for name in names] == list(range(15))
    assert names == schema.SELECTORS


def test_cards_are_found_by_id_and_name():
    roster = shipped()
    assert roster.number("ash-lancer") == roster.number("ASH  lancer") == 0
    with pytest.raises(BadInput, match="no card is called 'ash lanser'; did you mean 'Ash Lancer'"):
        roster.number("ash lanser")


def test_every_list_field_is_as_long_as_needed():
    book = shipped().book
    heads = {L.CARDS: 30, L.ROWS: len(book.op), L.PREDICATES: len(book.p_race), L.STATUSES: 10, L.AURAS: 8}
    for name, _, shape in L.fields(L.Book):
        if not shape:
            continue
        column = getattr(book, name)
        if shape[0] != L.CONDITIONS:
            assert len(column) == heads[shape[0]], name
        if len(shape) > 1:
            assert {len(line) for line in column} == {shape[1]}, name
    assert len(book.if_self) == len(book.if_no_ally)
    assert len(book.bonus_if) == len(book.bonus_amount)
    assert book.op[0] == L.END


def test_rows_lead_forward_and_every_list_ends():
    book = shipped().book
    firsts = [row for line in (*book.action, *book.strength) for row in line]
    firsts += [*book.final, *book.final_fail, *book.tick]
    assert 0 not in firsts
    for at, op in enumerate(book.op):
        jumps = op in (L.CASE, L.JUMP, L.TEST)
        assert (book.goto[at] > at) if jumps else book.goto[at] == -1
    assert book.op[-1] == L.END


# --- Compiling -------------------------------------------------------------------------------------------------------


def test_gatewarden_tile_by_tile():
    roster = shipped()
    book, card = roster.book, roster.number("Gatewarden")
    evasion = 1 << roster.status_ids.index("stun")
    assert book.health[card] == 12
    assert {at: mask for at, mask in enumerate(book.nullifies[card]) if mask} == {9: evasion}
    assert [at for at, parries in enumerate(book.parries[card]) if parries] == [3]
    assert {at: tiles for at, tiles in enumerate(book.reacts[card]) if tiles} == {6: 2}
    assert book.badge[card] == 2
    assert book.passive[card] == -1
    assert book.action_type[card] == [0, 0, 2, 0, 2, 2, 0]
    assert (book.final_faces[card], book.final_fail[card], book.final_if[card]) == (0, -1, -1)
    stun = roster.status_ids.index("stun")
    assert rows(book, book.final[card]) == [(L.GIVE, {"aim": L.ONE_FOE, "what": stun, "amount": 2}), (L.END, {})]


def test_a_nullifier_meets_every_status_that_it_blocks():
    roster = shipped()
    card = roster.number("river-mother")
    blocked = roster.book.nullifies[card][2]
    assert blocked == sum(1 << roster.status_ids.index(id) for id in ("poison", "venom"))


def test_statuses_as_masks():
    roster = shipped()
    book = roster.book

    def of(mask):
        return [id for at, id in enumerate(roster.status_ids) if mask >> at & 1]

    assert of(book.negative) == ["poison", "fear", "stun", "blind", "confusion", "venom", "toxin", "sleep"]
    assert of(book.counted) == ["stun", "blind", "confusion", "toxin"]
    assert of(book.rolled) == ["poison", "fear", "restoration", "siphon", "venom", "sleep"]
    assert (of(book.ticking), of(book.no_healing)) == (["toxin"], ["toxin"])
    assert (of(book.blinding), of(book.confusing)) == (["blind"], ["confusion"])
    assert (of(book.stopping), of(book.holding), of(book.broken)) == (["stun", "sleep"], ["fear"], ["sleep"])
    assert [CLAUSES[number] for number in book.status_cites[:2]] == ["iconica.status.poison", "iconica.status.fear"]
    assert {CLAUSES[number] for number in book.status_cites[7:]} == {"iconica.status.unique"}
    assert [L.NULLIFIERS[number] for number in book.blocked_by] == [
        "antidote", "courage", "", "", "evasion", "clarity", "focus", "antidote", "", "",
    ]  # fmt: skip
    assert of(book.unique) == ["venom", "toxin", "sleep"]
    assert book.lasting == [0, 0, 0, 0, 1, 1, 1, 0, 2, 0]
    assert book.ends_on == [ODD, ODD, EVEN, EVEN, 0, 0, 0, 0b11, 0, ODD]
    siphon = roster.status_ids.index("siphon")
    assert roster.races[book.only_race[siphon]] == "Sarion"
    assert rows(book, book.tick[siphon]) == [
        (L.HEAL, {"aim": L.BEARER, "amount": 1}), (L.DAMAGE, {"aim": L.ONE_FOE, "amount": 1}), (L.END, {}),
    ]  # fmt: skip
    assert book.tick[roster.status_ids.index("stun")] == -1


def test_auras_as_modifiers():
    roster = shipped()
    book, at = roster.book, roster.aura_ids.index
    assert book.a_taken[at("shield-wall")] == [-1] * L.TYPES
    assert book.a_taken[at("high-reeds")][:3] == [0, -1, 0]
    assert book.a_dealt[at("war-chant")] == [1] * L.TYPES
    assert book.a_healing[at("rot-breath")] == -1
    assert book.a_negative == 1 << at("marked")
    assert (book.guards, book.wards) == (1 << at("stand-before"), 1 << at("lantern-light"))
    immune = sum(1 << roster.status_ids.index(id) for id in ("fear", "stun"))
    assert book.a_immune[at("oath-of-stone")] == immune
    passive = ("oath-of-stone", "lantern-light", "rot-breath")
    assert [book.a_affects[at(id)] for id in passive] == [L.ALLIES, L.FRIENDS, L.FOES]
    assert [book.a_until[at(id)] for id in ("oath-of-stone", "shield-wall", "war-chant")] == [
        L.PASSIVE, L.SOURCE_OPENING, L.SOURCE_CLOSING,
    ]  # fmt: skip
    assert book.passive[roster.number("oathkeeper-brun")] == at("oath-of-stone")


def test_immunity_to_anything_negative():
    kept = read_set(
        {"aura": [{"id": "calm", "affects": "self", "mods": [{"mod": "immune", "status": "any_negative"}]}]}
    )
    roster = with_cards(shipped(), (), (), kept.aura)
    assert roster.book.a_immune[roster.aura_ids.index("calm")] == roster.book.negative


def test_a_die_with_cases():
    found, _ = rows_of([
        {"op": "roll", "cases": [{"on": "odd", "do": [HIT]}, {"on": [2, 6], "do": [HIT, HIT]}]}, HIT,
    ])  # fmt: skip
    hit = (L.DAMAGE, {"aim": L.ONE_FOE, "amount": 1})
    assert found == [
        (L.ROLL, {}),
        (L.CASE, {"faces": ODD, "goto": 4}), hit, (L.JUMP, {"goto": 8}),
        (L.CASE, {"faces": 0b100010, "goto": 8}), hit, hit, (L.JUMP, {"goto": 8}),
        hit, (L.END, {}),
    ]  # fmt: skip


@pytest.mark.parametrize("by, what", [("owner", 0), ("opponent", 1)])
def test_a_choice(by, what):
    found, _ = rows_of([{"op": "choose", "by": by, "options": [[HIT], [{"op": "heal", "to": "self", "amount": 20}]]}])
    assert found == [
        (L.CHOOSE, {"what": what, "amount": 2}),
        (L.CASE, {"faces": 1, "goto": 4}), (L.DAMAGE, {"aim": L.ONE_FOE, "amount": 1}), (L.JUMP, {"goto": 7}),
        (L.CASE, {"faces": 2, "goto": 7}), (L.HEAL, {"amount": 2}), (L.JUMP, {"goto": 7}),
        (L.END, {}),
    ]  # fmt: skip


def test_if_else_and_blocks():
    heal = {"op": "heal", "to": "self", "amount": 20}
    cond = {"self": {"max_health": 40}}
    found, book = rows_of([HIT | {"if": cond, "else": [heal]}, {"op": "do", "if": cond, "do": [heal, HIT]}])
    when = found[0][1]["when"]
    assert found == [
        (L.TEST, {"when": when, "goto": 3}), (L.DAMAGE, {"aim": L.ONE_FOE, "amount": 1}), (L.JUMP, {"goto": 4}),
        (L.HEAL, {"amount": 2}),
        (L.TEST, {"when": when, "goto": 7}), (L.HEAL, {"amount": 2}), (L.DAMAGE, {"aim": L.ONE_FOE, "amount": 1}),
        (L.END, {}),
    ]  # fmt: skip
    assert book.p_most[book.if_self[when]] == 4
    assert [getattr(book, name)[when] for name in ("if_target", "if_any_foe", "if_any_ally", "if_no_ally")] == [-1] * 4


def test_repeats_are_written_out_and_delays_stand_elsewhere():
    delay = {"op": "delay", "turns": 2, "do": [{"op": "damage", "to": "all_foes", "amount": 20}]}
    found, book = rows_of([{"op": "repeat", "times": 2, "do": [HIT, delay]}])
    assert [op for op, _ in found] == [L.DAMAGE, L.DELAY, L.DAMAGE, L.DELAY, L.END]
    for _, told in (found[1], found[3]):
        assert told["amount"] == 2
        assert rows(book, told["what"]) == [(L.DAMAGE, {"aim": L.ALL_FOES, "amount": 2}), (L.END, {})]


def test_damage_with_everything():
    found, book = rows_of([
        HIT | {
            "where": {"race": ["Velk", "Sarion"], "not": {"status": "fear"}},
            "bonus": [{"if": {"target": {"negative": True}}, "amount": 20}, {"if": {"no_ally": {}}, "amount": 10}],
            "per": {"count": "allies", "where": {"faction": "Legion"}, "amount": 10},
            "max": 50, "type": "ranged", "flat": True,
        }
    ])  # fmt: skip
    told = found[0][1]
    fixed = {name: told[name] for name in ("aim", "amount", "limit", "type", "flat", "per", "per_amount", "bonuses")}
    assert fixed == {"aim": L.ONE_FOE, "amount": 1, "limit": 5, "type": 1, "flat": 1, "per": L.ALLIES,
                     "per_amount": 1, "bonuses": 2}  # fmt: skip
    roster = shipped()
    where = told["where"]
    assert book.p_race[where] == sum(1 << roster.races.index(race) for race in ("Velk", "Sarion"))
    assert book.p_has[book.p_not[where]] == 1 << roster.status_ids.index("fear")
    assert book.p_faction[told["per_where"]] == 1 << L.LEGION
    assert book.bonus_amount[told["bonus"] : told["bonus"] + 2] == [2, 1]
    first, second = book.bonus_if[told["bonus"] : told["bonus"] + 2]
    assert book.p_negative[book.if_target[first]] == 1
    assert book.if_no_ally[second] >= 0


def test_what_the_other_operations_become():
    roster = shipped()
    poison = roster.status_ids.index("poison")
    found, _ = rows_of([
        {"op": "transfer", "from": "one_friend", "to": "one_foe"},
        {"op": "remove", "to": "self", "status": "poison"},
        {"op": "dispel", "to": "all_allies"},
        {"op": "strip", "to": "target"},
        {"op": "aura", "to": "self", "aura": "war-chant"},
        {"op": "status", "to": "other_foe", "status": "poison"},
        {"op": "lose_turn", "who": "opponent"},
    ])  # fmt: skip
    assert found == [
        (L.TRANSFER, {"giver": L.ONE_FRIEND, "aim": L.ONE_FOE}),
        (L.REMOVE, {"what": poison}),
        (L.DISPEL, {"aim": L.ALL_ALLIES}),
        (L.STRIP, {"aim": L.TARGET}),
        (L.LAY, {"what": roster.aura_ids.index("war-chant")}),
        (L.GIVE, {"aim": L.OTHER_FOE, "what": poison}),
        (L.LOSE_TURN, {}),
        (L.END, {}),
    ]  # fmt: skip
    assert rows_of([{"op": "revive", "health": 30}], final=True)[0] == [(L.REVIVE, {"amount": 3}), (L.END, {})]


def test_what_a_choice_offers_is_kept_by_its_row():
    roster = shipped()
    assert {roster.book.op[row] for row in roster.choices} == {L.CHOOSE}
    row = roster.book.action[roster.number("dice-reader")][6]
    said = [words.sentence(option) for option in roster.choices[row]]
    assert said == ["Heal a friend by 30.", "Deal 30 damage to a foe."]


def test_every_operation_of_the_rules_is_in_some_packaged_card():
    assert set(shipped().book.op) == set(range(L.TEST + 1))


def test_strengths_and_final_acts():
    roster = shipped()
    book, sorrel, blade = roster.book, roster.number("captain-sorrel"), roster.number("wander-blade")
    assert [row >= 0 for row in book.strength[sorrel]] == [True, True, False, False]
    assert book.strength_vs[sorrel][2:] == [-1, -1]
    assert rows(book, book.strength[sorrel][0]) == [(L.DAMAGE, {"aim": L.MATCHED, "amount": 2}), (L.END, {})]
    vs = book.strength_vs[sorrel][1]
    assert book.p_class[vs] == 1 << roster.classes.index("Defensive")
    nobody = book.if_no_ally[book.final_if[blade]]
    assert book.p_faction[nobody] == 1 << L.LEGION
    duelist = roster.number("coin-duelist")
    assert book.final_faces[duelist] == ODD
    assert rows(book, book.final_fail[duelist])[0] == (L.HEAL, {"aim": L.ONE_FRIEND, "amount": 1})
    brun = roster.number("oathkeeper-brun")
    assert book.action[brun][5] == -1
    assert book.final_faces[brun] == 0b110000


def test_a_card_without_final_act_badge_or_tiles():
    card = tree()
    for field in ("final_act", "action_break", "tiles", "strengths"):
        del card[field]
    roster, number = compiled(card)
    book = roster.book
    assert (book.final[number], book.badge[number], book.strength[number]) == (-1, 0, [-1] * L.STRENGTHS)


def test_equal_predicates_and_conditions_share_a_number():
    book = shipped().book
    both = [tuple(getattr(book, name)[at] for name, _, shape in L.fields(L.Book) if shape == (L.PREDICATES,))
            for at in range(len(book.p_race))]  # fmt: skip
    assert len(set(both)) == len(both)


# --- Rosters ---------------------------------------------------------------------------------------------------------


def test_the_same_content_is_the_same_object():
    roster = shipped()
    assert build(roster.cards, roster.statuses, roster.auras) is roster
    assert with_cards(roster, roster.cards[:3]) is roster
    changed = msgspec.structs.replace(roster.cards[0], health=90)
    more = with_cards(roster, [changed])
    assert more is not roster
    assert more is with_cards(roster, [changed])
    assert (more.book.health[0], len(more.cards), roster.book.health[0]) == (9, 30, 8)


def test_an_extra_card_may_bring_words_statuses_and_auras():
    card = one([{"op": "status", "to": "one_foe", "status": "rust"}]) | {
        "id": "tin-man", "name": "Tin Man", "race": "Engine", "faction": "Foundry",
        "strengths": [{"vs": {"race": "Engine", "faction": "Foundry"}, "effects": [HIT]}],
    }  # fmt: skip
    rust = {"id": "rust", "negative": True, "lasts": "turns", "turns": 3}
    roster, number = compiled(card, status=[rust])
    assert number == 30
    assert roster.factions[roster.book.faction[number]] == "Foundry"
    assert roster.book.faction[number] > L.PROTECTORATE
    assert roster.status_ids[-1] == "rust"


def test_the_example_of_the_docs_is_a_card():
    blocks = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    roster = with_file(shipped(), blocks[0], "ember-scout.toml")
    assert roster.cards[roster.number("Ember Scout")].health == 80
    assert with_file(shipped(), blocks[1], "venom.toml").status_ids == shipped().status_ids


# --- What is refused -------------------------------------------------------------------------------------------------


def at(path, value):
    """A change of a card: `action.2.effects.0.amount`."""

    def change(card):
        *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
        for word in way:
            card = card[word]
        if value is None:
            del card[last]
        else:
            card[last] = value

    return change


def effects(*those):
    return at("action.2.effects", list(those))


DELAY = {"op": "delay", "turns": 1, "do": [HIT]}
GIVE = {"op": "status", "to": "one_foe", "status": "stun"}
FIRST = "action.2.effects.0"
PLACE = "ash-lancer, action 3, effects[0]"


@pytest.mark.parametrize("change, message", [
    (at(f"{FIRST}.amount", 35), f"{PLACE}.amount: 35 is no multiple of 10; write 30 or 40"),
    (at(f"{FIRST}.amount", 0), f"{PLACE}.amount: 0 is too little; at least 10"),
    (at(f"{FIRST}.amount", -10), f"{PLACE}.amount: -10 is too little; at least 10"),
    (at(f"{FIRST}.amount", 310), f"{PLACE}.amount: 310 is too much; at most 300"),
    (at(f"{FIRST}.op", "damge"), f"{PLACE}.op: 'damge' is none of …; did you mean 'damage'?"),
    (at(f"{FIRST}.to", "one_fo"), f"{PLACE}.to: 'one_fo' is none of …; did you mean 'one_foe'?"),
    (at(f"{FIRST}.amonut", 10), f"{PLACE}: object contains unknown field `amonut`; did you mean 'amount'?"),
    (at(f"{FIRST}.turns", 1), f"{PLACE}: the field `turns` does not belong here"),
    (at(f"{FIRST}.where", {"race": "Velc"}), f"{PLACE}.where.race: no card of this roster has the race 'Velc'; did you mean 'Velk'?"),
    (at(f"{FIRST}.where", {"not": {"archetype": "Beest"}}), f"{PLACE}.where.not.archetype: no card of this roster has the archetype 'Beest'; did you mean 'Beast'?"),
    (at(f"{FIRST}.where", {"class": "Offensiv"}), f"{PLACE}.where.class: 'Offensiv' is none of …; did you mean 'Offensive'?"),
    (at(f"{FIRST}.where", {"status": ["stun", "poisn"]}), f"{PLACE}.where.status: no status is called 'poisn'; did you mean 'poison'?"),
    (at(f"{FIRST}.where", {"without": "poisn"}), f"{PLACE}.where.without: no status is called 'poisn'; did you mean 'poison'?"),
    (at(f"{FIRST}.where", {"without": ["poison"]}), f"{PLACE}.where.without: expected `str | null`, got `array`"),
    (at(f"{FIRST}.bonus", [{"if": {"target": {"faction": "Legoin"}}, "amount": 10}]), f"{PLACE}.bonus[0].if.target.faction: no card of this roster has the faction 'Legoin'; did you mean 'Legion'?"),
    (at(f"{FIRST}.bonus", [{"if": {"self": {}}, "amount": 5}]), f"{PLACE}.bonus[0].amount: 5 is too little; at least 10"),
    (at(f"{FIRST}.per", {"count": "allys", "amount": 10}), f"{PLACE}.per.count: 'allys' is none of …; did you mean 'allies'?"),
    (at(f"{FIRST}.if", {}), f"{PLACE}.if: this asks nothing"),
    (at(f"{FIRST}.if", {"sef": {}}), f"{PLACE}.if: object contains unknown field `sef`; did you mean 'self'?"),
    (at(f"{FIRST}.if", {"target": {}}), f"{PLACE}.if.target: nobody has been picked before this in the list"),
    (at(f"{FIRST}.else", [HIT]), f"{PLACE}.if: `else` needs `if`"),
    (effects({"op": "do", "do": [HIT]}), f"{PLACE}.if: a conditional block needs `if`"),
    (at(f"{FIRST}.to", "target"), f"{PLACE}.to: nobody has been picked before this in the list; pick with 'one_foe'"),
    (effects({"op": "choose", "by": "owner", "options": [[HIT], [HIT | {"to": "target"}]]}), f"{PLACE}.options[1][0].to: nobody has been picked"),
    (effects(HIT, DELAY | {"do": [HIT | {"to": "target"}]}), "ash-lancer, action 3, effects[1].do[0].to: nobody has been picked"),
    (at(f"{FIRST}.to", "matched"), f"{PLACE}.to: only a Strength has matched rivals"),
    (at("strengths.0.effects.0", DELAY), "ash-lancer, strengths[0].effects[0]: a Strength delays nothing"),
    (at(f"{FIRST}.to", "bearer"), f"{PLACE}.to: only the tick of a status has a bearer; write 'self'"),
    (effects({"op": "revive", "health": 30}), f"{PLACE}: only a Final Act revives"),
    (at("final_act.effects", [{"op": "revive", "health": 90}]), "ash-lancer, Final Act, effects[0].health: 90 is more than the card's 80"),
    (at("final_act.effects", [DELAY]), "ash-lancer, Final Act, effects[0]: a Final Act delays nothing"),
    (at("final_act.attempt", "od"), "ash-lancer, Final Act, attempt: 'od' is none of …; did you mean 'odd'?"),
    (at("final_act.attempt", [7]), "ash-lancer, Final Act, attempt[0]: 7 is too much; at most 6"),
    (lambda card: card["final_act"].update(attempt="always", fail=[HIT]), "ash-lancer, Final Act, fail: without a die nothing fails"),
    (at("final_act.if", {"target": {}}), "ash-lancer, Final Act, if.target: nobody has been picked"),
    (effects(DELAY | {"turns": 4}), f"{PLACE}.turns: 4 is too much; at most 3"),
    (effects(DELAY | {"do": [DELAY]}), f"{PLACE}.do[0]: a delayed list cannot delay another"),
    (effects(*[DELAY] * 3), "ash-lancer, action 3, effects: 3 delayed lists with all repeats; at most 2"),
    (effects({"op": "repeat", "times": 5, "do": [DELAY]}), "ash-lancer, action 3, effects: 5 delayed lists"),
    (effects({"op": "repeat", "times": 7, "do": [HIT]}), f"{PLACE}.times: 7 is too much; at most 6"),
    (effects({"op": "repeat", "times": 6, "do": [{"op": "repeat", "times": 6, "do": [HIT, HIT]}]}), "ash-lancer, action 3, effects: 79 steps"),
    (effects({"op": "roll", "cases": []}), f"{PLACE}.cases: 0 entries; there must be at least 1"),
    (effects({"op": "choose", "by": "owner", "options": [[HIT]]}), f"{PLACE}.options: 1 entries; there must be at least 2"),
    (effects(), "ash-lancer, action 3, effects: 0 entries; there must be at least 1"),
    (effects({"op": "lose_turn", "who": "owner"}), f"{PLACE}.who: 'owner' is none of"),
    (effects({"op": "transfer", "from": "all_friends", "to": "one_foe"}), f"{PLACE}.from: 'all_friends' is not one character"),
    (effects({"op": "transfer", "from": "one_friend", "to": "target"}), f"{PLACE}.to: nobody has been picked"),
    (effects(GIVE | {"status": "stum"}), f"{PLACE}.status: no status is called 'stum'; did you mean 'stun'?"),
    (effects(GIVE | {"status": "fear", "turns": 2}), f"{PLACE}.turns: 'fear' ends by its die"),
    (effects(GIVE | {"turns": 0}), f"{PLACE}.turns: 0 is too little; at least 1"),
    (effects({"op": "aura", "to": "self", "aura": "war-chent"}), f"{PLACE}.aura: no aura is called 'war-chent'; did you mean 'war-chant'?"),
    (effects({"op": "aura", "to": "self", "aura": "rot-breath"}), f"{PLACE}.aura: 'rot-breath' is a passive aura"),
    (at("passive", "shield-wal"), "ash-lancer, passive: no aura is called 'shield-wal'; did you mean 'shield-wall'?"),
    (at("passive", "shield-wall"), "ash-lancer, passive: 'shield-wall' is an aura to be laid"),
    (at("passive", "rot-breath"), "ash-lancer, passive: a card with a passive aura prints at most five actions"),
    (at("health", 85), "ash-lancer, health: 85 is no multiple of 10; write 80 or 90"),
    (at("health", 310), "ash-lancer, health: 310 is too much; at most 300"),
    (at("tiles.0.at", 8), "ash-lancer, tiles[0].at: 8 is the Skull Tile of a card with 80 health"),
    (at("tiles.0.at", 9), "ash-lancer, tiles[0].at: 9 is beyond the Skull Tile"),
    (at("tiles.0.at", 0), "ash-lancer, tiles[0].at: 0 is too little; at least 1"),
    (at("tiles.1.at", 3), "ash-lancer, tiles[1].at: tile 3 has an entry already"),
    (at("tiles.0.reaction", 10), "ash-lancer, tiles[0]: a tile has either a nullifier or a reaction"),
    (at("tiles.0.nullifier", None), "ash-lancer, tiles[0]: a tile has either a nullifier or a reaction"),
    (at("tiles.0.nullifier", "courag"), "ash-lancer, tiles[0].nullifier: 'courag' is none of …; did you mean 'courage'?"),
    (at("action.2.number", 2), "ash-lancer, action 2: this number stands on the card already"),
    (at("action.2.number", 7), "ash-lancer, action 7, number: 7 is too much; at most 6"),
    (at("action.2.type", "meele"), "ash-lancer, action 3, type: 'meele' is none of …; did you mean 'melee'?"),
    (at("action.4", None), "ash-lancer, action_break: the card has no action 5 (it has 1, 2, 3, 4, 6)"),
    (at("strengths.0.vs", {"clas": "Supportive"}), "ash-lancer, strengths[0].vs: object contains unknown field `clas`; did you mean 'class'?"),
    (at("id", "Ash Lancer"), "id: 'Ash Lancer' is no id; write lower-case words joined by hyphens, such as 'ash-lancer'"),
    (at("name", "Gnash"), "card.name: two entries have the name 'Gnash'"),
    (at("name", " Ash"), "ash-lancer, name: ' Ash' has spaces around it"),
    (at("race", None), "ash-lancer: object missing required field `race`"),
])  # fmt: skip
def test_what_is_wrong_is_named(change, message):
    card = copy.deepcopy(tree())
    change(card)
    with pytest.raises(BadInput) as found:
        compiled(card)
    for part in message.split("…"):
        assert part in str(found.value)


@pytest.mark.parametrize("change, message", [
    ({"lasts": "turns"}, "rust, turns: a status counted in turns needs `turns`"),
    ({"lasts": "turns", "turns": 1, "ends_on": "odd"}, "rust, roll: a status counted in turns has no die"),
    ({"lasts": "turns", "turns": 1, "tick": [HIT]}, 'rust, roll: a tick without a die needs roll = "none"'),
    ({"lasts": "roll", "turns": 1}, "rust, turns: a status that ends by its die is not counted"),
    ({"lasts": "roll", "ends_on": "odd"}, 'rust, roll: a status that ends by its die needs roll = "odd_even"'),
    ({"lasts": "roll", "roll": "faces", "ends_on": "odd"}, 'rust, ends_on: write "odd" or "even" with roll = "odd_even"'),
    ({"lasts": "roll", "roll": "odd_even"}, 'rust, ends_on: write "odd" or "even"'),
    ({"lasts": "turns", "turns": 1, "prevents_action_when_held": True}, "rust, prevents_action_when_held: only"),
    ({"lasts": "roll", "roll": "odd_even", "ends_on": "odd", "tick": [HIT | {"to": "self"}]}, "rust, tick[0].to: in the tick of a status write 'bearer'"),
    ({"lasts": "roll", "roll": "odd_even", "ends_on": "odd", "tick": [DELAY]}, "rust, tick[0]: a status delays nothing"),
    ({"lasts": "roll", "roll": "odd_even", "ends_on": "odd", "tick": [{"op": "lose_turn"}]}, "rust, tick[0]: a status takes no turn away"),
    ({"lasts": "roll", "roll": "odd_even", "ends_on": "odd", "tick": [{"op": "revive", "health": 10}]}, "rust, tick[0]: only a Final Act revives"),
    ({"lasts": "roll", "roll": "odd_even", "ends_on": "odd", "blocked_by": "parry"}, "rust, blocked_by: 'parry' is none of"),
])  # fmt: skip
def test_what_is_wrong_with_a_status(change, message):
    with pytest.raises(BadInput) as found:
        compiled(tree(), status=[{"id": "rust", "negative": True} | change])
    for part in message.split("…"):
        assert part in str(found.value)


@pytest.mark.parametrize("change, message", [
    ({"mods": [{"mod": "taunt"}]}, "calm, until: a passive aura has `affects`, one to be laid `until`"),
    ({"mods": [{"mod": "taunt"}], "affects": "self", "until": "source_opening"}, "calm, until: a passive aura has"),
    ({"mods": [{"mod": "tount"}], "affects": "self"}, "calm, mods[0].mod: 'tount' is none of …; did you mean 'taunt'?"),
    ({"mods": [{"mod": "immune", "status": "feer"}], "affects": "self"}, "calm, mods[0].status: no status is called 'feer'; did you mean 'fear'?"),
    ({"mods": [{"mod": "damage_taken", "amount": 0}], "affects": "self"}, "calm, mods[0].amount: 0 changes nothing"),
    ({"mods": [{"mod": "damage_taken", "amount": -15}], "affects": "self"}, "calm, mods[0].amount: -15 is no multiple of 10; write -20 or -10"),
    ({"mods": [], "affects": "self"}, "calm, mods: 0 entries; there must be at least 1"),
])  # fmt: skip
def test_what_is_wrong_with_an_aura(change, message):
    with pytest.raises(BadInput) as found:
        compiled(tree(), aura=[{"id": "calm"} | change])
    for part in message.split("…"):
        assert part in str(found.value)


def test_complaints_about_a_file_begin_with_its_name():
    with pytest.raises(BadInput, match=r"^mine.toml: this is not valid TOML"):
        read_file("id = ", "mine.toml")
    text = FOLDER.joinpath("roster/gnash.toml").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match=r"^mine.toml: gnash, action 1, effects\[0\].amount: 35 is no multiple of 10"):
        with_file(shipped(), text.replace("amount = 30", "amount = 35", 1), "mine.toml")
    with pytest.raises(
        BadInput, match=r"^mine.toml: gnash, action 2, effects\[0\].status: no status is called 'venon'"
    ):
        with_file(shipped(), text.replace('"venom"', '"venon"'), "mine.toml")


def test_the_room_of_a_roster():
    card = read_set(tree()).card[0]
    many = [msgspec.structs.replace(card, id=f"lancer-{at}", name=f"Lancer {at}") for at in range(L.CARDS)]
    with pytest.raises(BadInput, match="158 entries; a roster has room for 128"):
        with_cards(shipped(), many)
    few = [msgspec.structs.replace(one, race=f"Race {at}") for at, one in enumerate(many[:40])]
    with pytest.raises(BadInput, match="46 different races; a roster has room for 31"):
        with_cards(shipped(), few)
    with pytest.raises(BadInput, match="two entries have the id 'lancer-0'"):
        with_cards(shipped(), [many[0], many[0]])
    hit = card.action[0].effects[0]
    long = [
        msgspec.structs.replace(one, action=tuple(
            msgspec.structs.replace(action, effects=(hit,) * 60) for action in one.action
        ))
        for one in many[:12]
    ]  # fmt: skip
    with pytest.raises(BadInput, match="more than 4096 rows"):
        with_cards(shipped(), long)


# --- Schema and sentences --------------------------------------------------------------------------------------------


def test_the_schema_fits_the_packaged_cards():
    found = card_schema()
    check = jsonschema.Draft202012Validator(found)
    for card in shipped().cards:
        check.validate(tree(card.id))
        check.validate(to_tree(card))
    bad = tree()
    bad["action"][0]["effects"][0]["amount"] = 35
    assert not check.is_valid(bad)


@pytest.mark.parametrize("id, number, text", [
    ("ash-lancer", 2, "Deal 20 damage to a foe. Give that foe Stun."),
    ("ash-lancer", 3, "Deal 20 damage to a foe. Deal 20 damage to another foe."),
    ("gnash", 3, "Three times: deal 10 damage to a random foe."),
    ("gnash", 6, "Deal 30 damage to a foe, 10 more for one with at most 40 health left."),
    ("field-surgeon", 2, "Give Siphon to a friend of race Sarion. Heal a friend by 20."),
    ("brood-runner", 4, "Heal a friend by 20. If this character has at most 40 health left: heal this character by 20; otherwise deal 10 damage to a foe."),
    ("brood-runner", 6, "Deal 30 damage to a foe, 10 more for each ally of faction Legion, at most 40."),
    ("pale-collector", 3, "Deal 30 damage to a foe, 20 more if this character has Siphon."),
    ("iron-chancellor", 5, "Remove every negative status and aura from an ally. Heal that ally by 30. Lay War Chant on that ally."),
    ("bramble-sage", 1, "Heal a friend by 30. Remove Poison from that friend."),
    ("lull-singer", 6, "Move every negative status from a friend to a foe. Deal 30 damage to a foe."),
    ("powder-maker", 1, "At the start of your next turn, deal 20 damage to all foes."),
    ("coin-duelist", 6, "Roll a die: on 5 or 6, deal 60 damage to a foe; on 1 to 4, deal 20 damage to a foe."),
    ("dice-reader", 3, "The opponent chooses one: deal 40 damage to a foe, or deal 20 damage to all foes."),
    ("hollow-piper", 4, "Deal 40 damage to a foe, whatever auras say."),
    ("tusk-guard", 6, "Deal 40 damage to a foe of the opponent's choice."),
])  # fmt: skip
def test_actions_in_words(id, number, text):
    roster = shipped()
    action = next(one for one in roster.cards[roster.number(id)].action if one.number == number)
    assert words.sentence(action.effects) == text


def test_strengths_and_final_acts_in_words():
    cards = {card.id: card for card in shipped().cards}
    brun, blade, duelist = cards["oathkeeper-brun"], cards["wander-blade"], cards["coin-duelist"]
    assert (
        words.strength_words(blade.strengths[0])
        == "Against rivals of race Sarion or Velk: deal 10 damage to each of them."
    )
    assert words.attempt_words(brun.final_act.attempt) == "on 5 or 6"
    assert words.final_act_words(brun.final_act) == "Return to play with 30 health."
    assert words.final_act_words(blade.final_act).startswith("Only if no ally is of faction Legion. Choose one: ")
    assert words.final_act_words(duelist.final_act) == "Deal 40 damage to a foe. If the die fails: heal a friend by 10."


def test_statuses_and_auras_in_words():
    statuses = {one.id: words.status_words(one) for one in shipped().statuses}
    assert (
        statuses["poison"]
        == "A die each turn: odd ends it; otherwise deal 10 damage to the bearer. Antidote tiles refuse it."
    )
    assert (
        statuses["fear"]
        == "A die each turn: odd ends it; otherwise the bearer cannot act this turn. Courage tiles refuse it."
    )
    assert statuses["toxin"] == "Each turn: deal 10 damage to the bearer. Lasts 2 turns. The bearer cannot be healed."
    auras = {one.id: words.aura_words(one) for one in shipped().auras}
    assert auras["oath-of-stone"] == "While in play, for its allies: no Fear; no Stun."
    assert auras["war-chant"] == "Until the end of its side's next turn: 10 more damage dealt."


def test_all_sentences_are_whole():
    for card in shipped().cards:
        said = [words.sentence(action.effects) for action in card.action]
        said += [words.strength_words(strength) for strength in card.strengths]
        said.append(words.final_act_words(card.final_act))
        for text in said:
            assert re.fullmatch(r"[A-Z].*[^.]\.", text), text
            assert not re.search(r"  |\.\.|_|None|[a-z]-[a-z]|that character", text), text


def test_rare_facts_in_words():
    def said(effect):
        return words.sentence(read_set(one([effect])).card[0].action[2].effects)

    assert said(HIT | {"where": {"damaged": True, "without": "stun"}, "type": "ranged"}) == (
        "Deal 10 ranged damage to a foe without Stun that is damaged."
    )
    assert said(HIT | {"if": {"any_foe": {}}}) == "If any foe is in play: deal 10 damage to a foe."
    assert said(HIT | {"where": {"not": {"class": ["Offensive", "Adaptive"]}}}) == (
        "Deal 10 damage to a foe other than one of class Offensive or Adaptive."
    )
    assert said(DELAY | {"turns": 2}) == "At the start of your second turn from now, deal 10 damage to a foe."
