"""The switches of each ledger, written out, so that a misread ruling shows."""

import re

import pytest

from referee.clauses import SYSTEMS, LedgerError, Switch, index, read_ledger
from referee.clauses.switches import CORRECTIONS

ON, OFF = ("on", "off"), ("off", "on")

EXPECTED: dict[str, list[tuple[str, tuple[str, ...], str | int, str]]] = {
    "icons": [
        ("pages_per_minute", (), 10, "icons.time.page-length"),
        ("late_supplemental", ("free", "carry"), "free", "icons.supplemental.penalty"),
        ("page_results", ("immediate", "end_of_page"), "immediate", "icons.conflict.simultaneous"),
        ("max_ranged", ("extended", "visual"), "extended", "icons.distance.ranged-attack-reach"),
        ("far_moves", ("whole_page", "supplemental"), "whole_page", "icons.moving.distance"),
        ("thrown_blunt", ("throwing", "blasting"), "throwing", "icons.throwing.massive-stun"),
        ("object_damage", ("threshold", "test"), "threshold", "icons.bending.success"),
        ("block_cost", ("panel", "reaction"), "panel", "icons.blocking.cost"),
        ("escape_cost", ("reaction", "panel"), "reaction", "icons.escaping.test"),
        ("languages", ON, "on", "icons.languages.ignore"),
        ("noticing_determined", ("allowed", "forbidden"), "allowed", "icons.noticing.no-determined-effort"),
        ("unbraced_slam", ("test", "automatic"), "test", "icons.aerial.slam"),
        ("weapon_damage", ("weapon", "best"), "weapon", "icons.damage.close"),
        ("armor_stacking", ("highest", "sum"), "highest", "icons.armor.subtract"),
        ("resist_roll", ("target", "attacker"), "target", "icons.slamming.trigger"),
        ("slam_collision_damage", ("none", "material"), "none", "icons.slamming.obstacle-through"),
        ("minions", ("off", "any", "major"), "off", "icons.minions.any-success"),
        ("chapter_recovery", ("hourly", "full"), "hourly", "icons.recovery.between-chapters"),
        ("lasting_injuries", OFF, "off", "icons.injuries.lasting"),
        ("dice", ("difference", "sum_minus_7"), "difference", "icons.context.dice"),
        ("rolling", ("players", "attacker", "defender"), "players", "icons.context.players-roll"),
    ],
    "sorcery": [
        ("kill_optional", OFF, "off", "sorcery.slashing.ladder"),
        ("hold_penalty_on_escape", OFF, "off", "sorcery.wrestling.partial_difficulty"),
        ("hold_damage_same_turn", ON, "on", "sorcery.wrestling.hold_damage"),
        ("combined_strength", ("sum", "icons_combine"), "sum", "sorcery.grabbing.object_damage"),
        ("dice", ("plus_minus", "opposed"), "plus_minus", "sorcery.context.opposed_dice"),
    ],
    "diceup": [
        ("removal_per_roll", (), 1, "diceup.strain.item_removal"),
        ("healing", OFF, "off", "diceup.strain.item_removal"),
        ("miss_strain", ("levels_plus_one", "levels"), "levels_plus_one", "diceup.taking.miss"),
        ("soak", OFF, "off", "diceup.reducing.setting"),
        ("soak_per_action", (), 1, "diceup.reducing.per_action"),
        ("max_per_aptitude", (), 2, "diceup.conditions.aptitudes"),
        ("condition_bars_assist", ON, "on", "diceup.conditions.second"),
        ("surge_on_miss", (), 1, "diceup.context.surge_earning"),
    ],
    "iconica": [],
}

# Rulings that say "switch" without defining one: they point to a switch that another clause defines.
MENTIONS = {"icons.underwater.slam": 1, "diceup.recovering.methods": 1}

# One ruling says it of the amount that it names, not as the word for a house rule: "0 to switch it off".
VERBS = {"diceup.context.surge_earning": 1}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_switches_are_these_and_no_others(system: str) -> None:
    assert list(index().switches(system)) == [Switch(*each) for each in EXPECTED[system]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_ruling_that_says_switch_is_accounted_for(system: str) -> None:
    said = {
        clause.id: count
        for clause in index().system(system).clauses
        if (count := len(re.findall("switch", clause.ruling or "", re.IGNORECASE)))
    }
    read: dict[str, int] = {}
    for switch in index().switches(system):
        if re.search("switch", index()[switch.clause].ruling or "", re.IGNORECASE):
            read[switch.clause] = read.get(switch.clause, 0) + 1
    read.update({id: count for id, count in (MENTIONS | VERBS).items() if id.startswith(system + ".")})
    assert said == read


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_default_is_the_first_value_or_a_number(system: str) -> None:
    for switch in index().switches(system):
        assert switch.default == switch.values[0] if switch.values else isinstance(switch.default, int)


def made(*rulings: str) -> tuple[Switch, ...]:
    """The switches of a made-up ledger with these rulings; its clauses are icons.0, icons.1, ..."""
    text = '[source]\nid = "icons"\ntitle = "made up"\n'
    for number, ruling in enumerate(rulings):
        text += f'[[clause]]\nid = "icons.{number}"\nsection = "s"\nkind = "option"\nrule = "r"\n'
        text += f'ruling = "{ruling}"\nexample = "Switch shown = only | here."\n'
    return read_ledger("icons", text).switches


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("Switch: pace = slow | fast.", ("pace", ("slow", "fast"), "slow")),
        ("Switch: pace = slow | fast (fast: twice a page).", ("pace", ("slow", "fast"), "slow")),
        ("Kept as the switch pace = slow | fast with slow as default.", ("pace", ("slow", "fast"), "slow")),
        ("Switch pages = 10. More text.", ("pages", (), 10)),
        ("A limit (switch: limit, default 2); more.", ("limit", (), 2)),
        ("Allowed (switch: late, default on; off for strict tables).", ("late", ("on", "off"), "on")),
        ("Switch: late, default off.", ("late", ("off", "on"), "off")),
        ("Not stated; default per_miss = 1 whatever the size.", ("per_miss", (), 1)),
    ],
)
def test_each_form_is_read(ruling: str, expected: tuple[str, tuple[str, ...], str | int]) -> None:
    assert made(ruling) == (Switch(*expected, clause="icons.0"),)


@pytest.mark.parametrize("ruling", ["As before, same switch.", "With the switch on automatic, no roll.", "No default."])
def test_a_mention_defines_nothing(ruling: str) -> None:
    assert made(ruling) == ()


def test_two_clauses_that_agree_make_one_switch() -> None:
    assert made("Switch: pace = slow | fast.", "Switch: pace = slow | fast.") == (
        Switch("pace", ("slow", "fast"), "slow", "icons.0"),
    )


def test_two_clauses_that_disagree_are_refused() -> None:
    with pytest.raises(LedgerError, match=r'icons\.0 and icons\.1 disagree about the switch "pace"'):
        made("Switch: pace = slow | fast.", "Switch: pace = fast | slow.")


def test_a_word_as_the_only_value_is_refused() -> None:
    with pytest.raises(LedgerError, match=r'icons\.0: the switch "pace" has "slow" as its only value'):
        made("Switch: pace = slow.")


def test_a_correction_holds_only_while_its_clause_says_so() -> None:
    text = '[source]\nid = "sorcery"\ntitle = "made up"\n[[clause]]\nid = "sorcery.context.opposed_dice"\n'
    text += 'section = "s"\nkind = "context"\nrule = "r"\nruling = "Offer dice = plus_minus as a switch."\n'
    with pytest.raises(LedgerError, match=r"sorcery\.context\.opposed_dice no longer says"):
        _ = read_ledger("sorcery", text).switches


def test_every_correction_gives_its_reason() -> None:
    assert all(each.reason and each.words for listed in CORRECTIONS.values() for each in listed)
