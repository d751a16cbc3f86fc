"""Random legal play, driven by a counter so that a seed always gives the same fight."""

import tomllib
from hashlib import sha256
from pathlib import Path

from referee.core.codec import from_tree
from referee.core.match import Match
from referee.systems import system_named

ROOT = Path(__file__).parents[2]
ICONS = system_named("icons")


def fight(name="examples/harbour.toml", seed="0", first=None, **rules):
    """A new match from a set-up of the repository."""
    tree = tomllib.loads((ROOT / name).read_text())
    tree["rules"] = {**tree.get("rules", {}), **rules}
    if first is not None:
        tree["first"] = first
    return Match(ICONS, from_tree(tree, ICONS.setup_type), seed)


SORCERY = system_named("sorcery")
SORCERY_CAST = ROOT / "tests/systems/sorcery/cast.toml"


def scuffle(seed, **rules):
    """A new match of Sorcery & Super Science!, with mutations, awkward objects and a quality on both sides."""
    tree = tomllib.loads(SORCERY_CAST.read_text())
    whim = Whim(f"scuffle {seed}")
    for sheet in tree["characters"]:
        for ability in ("prowess", "coordination", "strength", "willpower"):
            sheet[ability] = 1 + whim.below(10)
        sheet["qualities"] = [f"{sheet['name']}'s nerve"]
        sheet["determination"] = whim.below(4)
        sheet["master"] = whim.below(2) == 0
    tree["range"] = ("Personal", "Close", "Medium", "Long")[whim.below(4)]
    chosen = {name: switch.values[whim.below(2)] for name, switch in SORCERY.switches().items()}
    return Match(SORCERY, from_tree({**tree, "rules": {**chosen, **rules}}, SORCERY.setup_type), str(seed))


DICEUP = system_named("diceup")
DICEUP_CAST = ROOT / "tests/systems/diceup/cast.toml"


def session(seed, **rules):
    """A new session of Dice Up under random house rules."""
    whim = Whim(f"session {seed}")
    chosen = {
        name: switch.values[whim.below(2)] if switch.values else 1 + whim.below(2)
        for name, switch in DICEUP.switches().items()
    }
    tree = {**tomllib.loads(DICEUP_CAST.read_text()), "band": 1 + whim.below(4), "rules": {**chosen, **rules}}
    return Match(DICEUP, from_tree(tree, DICEUP.setup_type), str(seed))


ICONICA = system_named("iconica")


def table(seed):
    """A new match of Iconica: two or four players who draft, or who have parties that are worn already."""
    whim = Whim(f"table {seed}")
    players = [{"name": name} for name in ("ann", "ben", "cay", "dan")[: 2 + 2 * whim.below(2)]]
    tree = {
        "players": players,
        "rules": {"pool": ("shared", "own")[whim.below(2)], "turn_limit": (0, 30)[whim.below(2)]},
    }
    if whim.below(2):
        tree["rules"]["party_size"] = ("3", "5")[whim.below(2)] if len(players) == 2 else "3"
        return Match(ICONICA, from_tree(tree, ICONICA.setup_type), str(seed))
    cards = list(ICONICA.setup(ICONICA.fresh(("ann", "ben"), {})).roster.cards)
    for player in players:
        # Independent characters only, so that any of them may stand together, but one Legend or Special.
        free = [card for card in cards if card.faction == "Independent" and card.card_type == "Standard"]
        player["party"] = []
        for _ in range(3 if len(players) == 2 else 2):
            card = free.pop(whim.below(len(free)))
            cards.remove(card)
            left = 10 * whim.below(card.health // 10 + 1)
            statuses = ("poison", "fear", "restoration", "stun 2", "blind", "confusion", "venom", "toxin", "sleep")
            worn = tuple(status for status in statuses if left and whim.below(5) == 0)
            player["party"].append({"card": card.id, "left": left, "statuses": worn})
        player["party"][0].pop("left")
    if whim.below(2):
        tree["first"] = players[whim.below(len(players))]["name"]
    return Match(ICONICA, from_tree(tree, ICONICA.setup_type), str(seed))


POWERS = (
    {"name": "Aquatic"}, {"name": "Binding"}, {"name": "Blast", "kind": "blasting"}, {"name": "Blast", "kind": "shooting"},
    {"name": "Danger Sense"}, {"name": "Fast Attack"}, {"name": "Flight"}, {"name": "Force Field"}, {"name": "Growth"},
    {"name": "Healing"}, {"name": "Immortality"}, {"name": "Invisibility"}, {"name": "Invulnerability"},
    {"name": "Leaping"}, {"name": "Life Support", "of": "breathing"}, {"name": "Mental Blast"}, {"name": "Mind Control"},
    {"name": "Mind Shield"}, {"name": "Regeneration"}, {"name": "Shrinking"}, {"name": "Strike", "kind": "slashing"},
    {"name": "Super-Speed"}, {"name": "Supersenses", "of": "smell"},
)  # fmt: skip
SPECIALTIES = ("Acrobatics", "Aerial Combat", "Leadership", "Martial Arts", "Medicine", "Mental Resistance", "Stealth",
               "Underwater Combat", "Wrestling", "Power")  # fmt: skip
WEAPONS = ("sword", "billy club", "sidearm", "rifle", "throwing star")
RULES = {name: switch.values or (5, 10) for name, switch in ICONS.switches().items()}
"""Every house rule with its values."""


def anybody(whim, number, side, player):
    """A random character."""
    abilities = ("prowess", "coordination", "strength", "intellect", "awareness", "willpower")
    sheet = {"name": f"Somebody {number}", "side": side, "player": player, "armor": whim.below(4)}
    sheet |= {name: 1 + whim.below(10) for name in abilities}
    if whim.below(8) == 0:
        sheet |= {"willpower": None, "intellect": None}
    powers = {POWERS[whim.below(len(POWERS))]["name"]: whim.below(len(POWERS)) for _ in range(whim.below(5))}
    sheet["powers"] = [
        {**next(one for one in POWERS if one["name"] == name), "level": 1 + at % 10} for name, at in powers.items()
    ]
    names = {SPECIALTIES[whim.below(len(SPECIALTIES))] for _ in range(whim.below(3))}
    sheet["specialties"] = [{"name": name, "rank": "Expert"} for name in sorted(names)]
    sheet["weapons"] = sorted({WEAPONS[whim.below(len(WEAPONS))] for _ in range(whim.below(3))})
    sheet["things"] = [{"name": "case", "strength": 1 + whim.below(9)}] if whim.below(2) else []
    sheet["qualities"] = ["Never gives up"]
    sheet["minion"] = whim.below(3) == 0
    return sheet


def strangers(seed):
    """A new match of four to six random characters under random house rules, anywhere."""
    whim = Whim(f"cast {seed}")
    cast = [
        anybody(whim, n, ("heroes", "villains")[n % 2], ("ann", "gm", "ben", "gm")[n % 4])
        for n in range(4 + whim.below(3))
    ]
    ranges = ("Personal", "Close", "Extended", "Visual")
    rules = {name: values[whim.below(len(values))] for name, values in RULES.items() if whim.below(2)}
    tree = {
        "characters": cast, "range": ranges[whim.below(4)], "rules": rules,
        "teams": [{"side": "heroes"}],
        "obstacles": [{"behind": "Somebody 1", "name": "wall", "material": "Brick"}],
    }  # fmt: skip
    return Match(ICONS, from_tree(tree, ICONS.setup_type), str(seed))


class Whim:
    """An endless run of small numbers from a seed."""

    def __init__(self, seed):
        self.seed = seed
        self.count = 0

    def below(self, size):
        self.count += 1
        return int.from_bytes(sha256(f"{self.seed}/{self.count}".encode()).digest()[:6], "big") % size


def act(match, whim, meddling=0):
    """One random legal act with random answers; None when nobody can act any more.

    `meddling`: one act in so many is the game master's, whoever is to act.
    """
    seats = match.system.to_act(match.state)
    if not seats:
        return None
    seat = "gm" if meddling and whim.below(meddling) == 0 else seats[whim.below(len(seats))]
    # Any legal act is as likely as any other: draw from all offers until one is legal.
    offers = list(match.system.candidates(match.state, seat))
    intent = offers[whim.below(len(offers))]
    while match.system.refusal(match.state, seat, intent) is not None:
        intent = offers[whim.below(len(offers))]
    events = match.do(seat, intent)
    while match.waiting is not None:
        events = match.answer(whim.below(match.waiting.need.size))
    return seat, intent, events
