"""`referee compare`: the same deed under two rule systems, side by side."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import click
from msgspec.structs import fields

from referee.cli.common import FIGURES, JSON, percent, print_json, write_figure
from referee.cli.odds import assuming, bars
from referee.core.codec import BadInput, from_tree, nearest
from referee.core.system import Illegal
from referee.formats.words import kinds, read_intent
from referee.odds import Report, report
from referee.systems import system_named

ABILITIES = ("prowess", "coordination", "strength", "intellect", "awareness", "willpower")
WEAPONS = {
    "slash": ("blade", "slashing"), "blast": ("beam", "blasting"), "shoot": ("gun", "shooting"), "stun": ("gun", "shooting"),
}  # fmt: skip
"""What a deed needs at hand, by its verb."""


def figures(text: str, option: str) -> dict[str, int]:
    """`prowess=6,strength=4` as levels. Raises `BadInput`."""
    found = {}
    for word in filter(None, (one.strip() for one in text.split(","))):
        name, _, value = word.partition("=")
        known = (*ABILITIES, "stamina", "armor")
        if name not in known or not value.isdecimal():
            raise BadInput(f"{word!r} is no NAME=LEVEL{nearest(name, known)} (names: {', '.join(known)})", option)
        found[name] = int(value)
    return found


def character(name: str, levels: dict[str, int], known: set[str]) -> dict[str, Any]:
    """A sheet with average abilities and the given ones. What stops damage has another name in some systems."""
    sheet: dict[str, Any] = {"name": name, "side": name, "player": name, **dict.fromkeys(ABILITIES, 4), **levels}
    if "armor" in sheet and "armor" not in known:
        sheet["resistance"] = sheet.pop("armor")
    return sheet


def asked(name: str, action: str, own: dict[str, int], other: dict[str, int], damage: int) -> tuple[str, Report]:
    """The odds of the deed in one system: the first verb of `action` that it knows. Raises `BadInput`, `Illegal`."""
    system = system_named(name)
    verbs = kinds(system)
    verb = next((one for one in action.split("/") if one in verbs), None)
    if verb is None:
        raise BadInput(
            f"{name} has no {action!r}{nearest(action.split('/')[0], verbs)} (verbs: {', '.join(verbs)})", "ACTION"
        )
    sheets = next(field.type for field in fields(system.setup_type) if field.name == "characters").__args__[0]
    known = {field.name for field in fields(sheets)}
    mine, theirs = character("Attacker", own, known), character("Target", other, known)
    using = ""
    if verb == "throw":
        mine["attacks"] = [_stone(sheets, damage)]
        using = " using=stone"
    elif verb in WEAPONS:
        weapon, kind = WEAPONS[verb]
        mine["attacks"] = [{"name": weapon, "kind": kind, "damage": damage}]
        using = f" using={weapon}"
    theirs["things"] = [_thing(sheets)]
    setup = from_tree({"characters": [mine, theirs], "range": "Close"}, system.setup_type)
    state = system.setup(setup)
    record = verbs[verb]
    named = {field.name: field for field in fields(record)}
    whom = " target=Target" if "target" in named else ""
    item = " item=case" if "item" in named else ""
    if any(field.required for name, field in named.items() if name not in ("actor", "target", "item")):
        raise BadInput(f"{verb!r} needs words of its own, and cannot be compared", "ACTION")
    intent = read_intent(system, f"Attacker {verb}{whom}{item}{using}", system.names(state))
    return verb, report(system, state, "Attacker", intent)


def _thing(sheets: Any) -> dict[str, Any]:
    """Something to grab, of the strength of iron, by the names that the system uses."""
    kind = next(field.type for field in fields(sheets) if field.name == "things").__args__[0]
    return {"name": "case", **{field.name: 7 for field in fields(kind) if field.required and field.name != "name"}}


def _stone(sheets: Any, damage: int) -> dict[str, Any]:
    """Something to throw, as hard as the damage, by the name that the system has for hardness."""
    kind = next(field.type for field in fields(sheets) if field.name == "attacks").__args__[0]
    hardness = "material" if "material" in {field.name for field in fields(kind)} else "strength"
    return {
        "name": "stone",
        "kind": "thrown",
        hardness: damage,
        "lift": 1,
        **({"easy": True} if hardness == "material" else {}),
    }


def columns(left: list[str], right: list[str]) -> list[str]:
    width = max(map(len, left), default=0)
    return [f"{one:<{width}}   {other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]


def lines_of(name: str, verb: str, found: Report) -> list[str]:
    lines = [f"{name}: {verb}"]
    lines += [f"  {percent(chance)}  {chance!s:>7}  {grade}" for grade, chance in found.grades]
    lines += [f"  {one}" for one in assuming(found)]
    lines.append("what comes of it")
    lines += [f"  {percent(chance)}  {'; '.join(changes) or 'nothing changes'}" for changes, chance in found.states]
    return lines


@click.command("compare")
@click.argument("one")
@click.argument("other")
@click.argument("action")
@click.option("--own", default="", metavar="NAME=LEVEL,…", help="levels of the one who acts; 4 where left out")
@click.option("--target", default="", metavar="NAME=LEVEL,…", help="levels of the target; `armor` and `stamina` too")
@click.option("--damage", default=5, show_default=True, help="damage of the weapon, where the deed needs one")
@FIGURES
@JSON
def command(one: str, other: str, action: str, own: str, target: str, damage: int, as_json: bool, **files: Any) -> None:
    """The odds of ACTION in the systems ONE and OTHER. A deed that they call differently is written rush/charge."""
    mine, theirs = figures(own, "--own"), figures(target, "--target")
    try:
        found = [(name, *asked(name, action, mine, theirs, damage)) for name in (one, other)]
    except Illegal as error:
        raise BadInput(str(error), "ACTION") from None
    if write_figure(bars(f"{action}: {one} and {other}", *((name, each) for name, _, each in found)), **files):
        return
    if as_json:
        print_json(
            [{"system": name, "verb": verb, "grades": each.grades, "states": each.states} for name, verb, each in found]
        )
        return
    click.echo("\n".join(columns(*(lines_of(name, verb, each) for name, verb, each in found))))
