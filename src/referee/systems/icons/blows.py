"""What an attack intent means: its verb, its weapon, and its row of the book."""

from __future__ import annotations

from referee.core.events import Part
from referee.systems.icons import intents as i
from referee.systems.icons.book import KIND_OF, PLAIN, THROW, THROW_AS_BLAST, THROW_SHARP, Option
from referee.systems.icons.levels import FISTS, attacks_of, rated_damage
from referee.systems.icons.sheet import Attack, Thing
from referee.systems.icons.state import Fight, Fighter

VERBS: dict[str, type[i.Bash | i.Slash | i.Blast | i.Shoot | i.Throw]] = {
    "bashing": i.Bash, "slashing": i.Slash, "blasting": i.Blast, "shooting": i.Shoot, "thrown": i.Throw,
}  # fmt: skip
"""How an attack of each kind is made."""


def verb(intent: i.Attacking) -> str:
    """The word of an attack: bash, slash, blast, shoot, throw or rush."""
    return str(intent.__struct_config__.tag)


def weapon(fighter: Fighter, intent: i.Attacking) -> Attack | None:
    """What the attack is made with; None for bare hands and rushes. Raises `LookupError` if there is nothing."""
    kind = KIND_OF[verb(intent)]
    if kind is None or intent.using == FISTS:
        return None
    fitting = [attack for attack in attacks_of(fighter) if attack.kind == kind]
    if intent.using:
        return next(attack for attack in attacks_of(fighter) if attack.name == intent.using)
    if kind == "bashing":
        return None
    if not fitting:
        raise LookupError(kind)
    return fitting[0]


def option_of(fight: Fight, intent: i.Attacking, attack: Attack | None) -> Option:
    """The row of the book for this attack."""
    if verb(intent) != "throw":
        return PLAIN[verb(intent)]
    if attack is not None and attack.sharp:
        return THROW_SHARP
    return THROW_AS_BLAST if fight.rule("thrown_blunt") == "blasting" else THROW


def damage_of(fight: Fight, intent: i.Attacking) -> list[Part]:
    """The rated damage of an attack, before armor."""
    actor = fight[intent.actor]
    attack = weapon(actor, intent)
    return rated_damage(fight, actor, option_of(fight, intent, attack), attack)


def carried(fighter: Fighter, name: str) -> Thing | Attack | None:
    """A weapon or thing that a character has at hand, by name."""
    return next((one for one in fighter.belongings if one.name == name), None)
