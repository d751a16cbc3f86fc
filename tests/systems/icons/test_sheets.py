"""What a sheet works out, and what it refuses."""

import pytest

from referee.core.codec import BadInput, from_tree
from referee.systems import system_named

ICONS = system_named("icons")
PLAIN = {"prowess": 3, "coordination": 3, "strength": 3, "intellect": 3, "awareness": 3, "willpower": 3}
FOE = {"name": "Foe", "side": "villains", **PLAIN}


def fight(hero, **more):
    cast = [{"name": "Hero", "side": "heroes", "player": "ann", **PLAIN, **hero}, FOE]
    return ICONS.setup(from_tree({"characters": cast, **more}, ICONS.setup_type))


def test_stamina_is_strength_plus_willpower_or_twice_strength_without_a_will():
    """icons.context.stamina"""
    assert fight({"strength": 7, "willpower": 4})["Hero"].stamina == 11
    assert fight({"strength": 4, "willpower": None})["Hero"].stamina == 8


@pytest.mark.parametrize(
    ("hero", "points"),
    [
        ({}, 6),
        ({"strength": 8, "powers": [{"name": "Invulnerability", "level": 6}]}, 4),
        ({"powers": [{"name": "Immortality", "level": 3}]}, 4),
        ({name: 8 for name in PLAIN} | {"powers": [{"name": "Flight", "level": 3}]}, 1),
        ({"determination": 2}, 2),
    ],
)
def test_starting_determination(hero, points):
    """icons.context.determination-start, and Immortality as two powers"""
    assert fight(hero)["Hero"].determination == points


def test_extras_are_a_crowd_with_names_and_weapons():
    """icons.context.stock-characters, icons.context.weapon-damage"""
    state = fight({}, extras=[{"stock": "Thug", "side": "villains", "count": 12, "weapons": ["sidearm"]}])
    assert len(state.fighters) == 14
    thug = state["Thug 12"]
    assert (thug.stamina, thug.sheet.minion, thug.sheet.player) == (5, True, "gm")
    assert [(one.name, one.kind, one.damage) for one in thug.arms] == [("sidearm", "shooting", 4)]
    robot = fight({}, extras=[{"stock": "Robot", "side": "villains", "name": "Tin Man"}])["Tin Man"]
    assert robot.sheet.willpower is None
    assert robot.stamina == 8


@pytest.mark.parametrize(
    ("hero", "more", "said"),
    [
        ({}, {"extras": [{"stock": "Thugg", "side": "villains"}]}, r"extras\[0\].stock: .*did you mean 'Thug'"),
        ({"weapons": ["swrod"]}, {}, r"characters\[0\].weapons\[0\]: .*did you mean 'sword'"),
        ({"powers": [{"name": "Supersenses", "level": 2}]}, {}, r"powers\[0\].of: .*a sense"),
        ({"powers": [{"name": "Life Support", "level": 1, "of": "breathing, pressure"}]}, {}, "at most 1 needs"),
        ({"specialties": [{"name": "Wrestlin"}]}, {}, "did you mean 'Wrestling'"),
        ({"qualities": list("abcdef")}, {}, "at most five"),
        ({"prowess": 11}, {}, "prowess"),
        ({}, {"teams": [{"side": "heros"}]}, r"teams\[0\].side: .*did you mean 'heroes'"),
        ({}, {"teams": [{"side": "heroes", "leader": "Foe"}]}, r"teams\[0\].leader: "),
        ({}, {"rules": {"pages_per_minute": 0}}, r"rules.pages_per_minute: "),
    ],
)
def test_a_wrong_sheet_names_the_field_and_the_fix(hero, more, said):
    with pytest.raises(BadInput, match=said):
        fight(hero, **more)


def test_the_game_masters_name_is_taken():
    with pytest.raises(BadInput, match="means the game master"):
        fight({"name": "GM"})


def test_a_specialty_of_the_players_own_is_welcome():
    assert fight({"specialties": [{"name": "Physics", "rank": "Expert"}]})["Hero"].sheet.specialty("Physics").bonus == 2
