"""What a level comes to: ability, specialties and whatever modifies it, line by line with its clause."""

from __future__ import annotations

from referee.core.events import Part
from referee.systems.icons.book import (
    BASH,
    GROWTH,
    MENTAL,
    SHRINKING,
    THROW,
    THROW_AS_BLAST,
    THROW_SHARP,
    WEAPONS,
    Option,
)
from referee.systems.icons.sheet import Ability, Attack
from referee.systems.icons.state import Fight, Fighter

FISTS = "fists"

TRIGGERS = {"slam": "icons.slamming.trigger", "stun": "icons.stunning.trigger", "kill": "icons.killing.trigger"}


def ability_level(fighter: Fighter, ability: Ability) -> int:
    """The bare level; Strength as it is now."""
    return fighter.strength if ability == "strength" else int(getattr(fighter.sheet, ability) or 0)


def lacks(fighter: Fighter, ability: Ability) -> bool:
    """Whether a character has no such ability at all, as a robot (icons.context.stock-characters)."""
    return getattr(fighter.sheet, ability) is None


def weakened(fighter: Fighter, ability: Ability) -> list[Part]:
    """Lost Strength weighs on every test but those of Strength (icons.lost-strength.penalty)."""
    if fighter.lost and ability != "strength":
        return [Part("lost Strength", -2, "icons.lost-strength.penalty")]
    return []


def base(fighter: Fighter, ability: Ability, limit: Ability | None = None) -> list[Part]:
    """An ability's line, limited by another where that is lower (icons.limiting.lower)."""
    level = ability_level(fighter, ability)
    if limit is not None and ability_level(fighter, limit) < level:
        what = f"{ability.title()} limited by {limit.title()}"
        return [Part(what, ability_level(fighter, limit), "icons.limiting.lower")]
    return [Part(ability.title(), level, "icons.context.effort")]


def attack_level(fight: Fight, fighter: Fighter, target: Fighter, option: Option, attack: Attack | None) -> list[Part]:
    """The level of an attack, before dice. Its supplemental penalty is the page's (icons.supplemental.penalty)."""
    parts = in_water(fight, fighter, option.ability) or base(fighter, option.ability, option.limit)
    groups = []
    if option is MENTAL:
        parts = [*parts, Part("Mental Blast", 0, "icons.context.mental-blast")]
        groups.append("Power")
    if attack is None and option is BASH:
        groups.append("Martial Arts")
    if attack is not None and attack.group:
        groups.append(f"Weapons: {attack.group}")
    if attack is not None and any(power.name == attack.name for power in fighter.sheet.powers):
        groups.append("Power")
    parts += specialty(fighter, *groups)
    parts += circumstances(fight, fighter, target, option.name, close=option.close)
    return parts + active(fight, fighter, option.ability, target)


def active(fight: Fight, fighter: Fighter, ability: Ability, target: Fighter | None = None) -> list[Part]:
    """What weighs on every active test: supplemental actions, holds, water, fear, lost Strength."""
    parts = []
    if fighter.deeds:
        parts.append(Part("supplemental actions", -len(fighter.deeds), "icons.supplemental.penalty"))
    if any(not hold.complete for hold in fight.held_by(fighter.name)):
        parts.append(Part("partial hold", -2, "icons.wrestling.partial-penalty"))
    if target is not None and target.name in fighter.cowed_by:
        parts.append(Part(f"shaken by {target.name}", -2, "icons.intimidating.major"))
    if fight.marked(fighter.name, "underwater"):
        trained = fighter.sheet.specialty("Underwater Combat")
        clause = "icons.underwater.specialty" if trained else "icons.underwater.penalty"
        parts.append(Part("under water", 0 if trained else -1, clause))
    return parts + weakened(fighter, ability)


def free_level(fight: Fight, fighter: Fighter, ability: Ability, *names: str) -> list[Part]:
    """The level of a test of an ability without anything that weighs on active tests alone."""
    return _plain(fight, fighter, ability, *names) + weakened(fighter, ability)


def active_level(
    fight: Fight, fighter: Fighter, ability: Ability, *names: str, target: Fighter | None = None
) -> list[Part]:
    """The level of an active test of an ability, with everything that weighs on it."""
    return _plain(fight, fighter, ability, *names) + active(fight, fighter, ability, target)


def _plain(fight: Fight, fighter: Fighter, ability: Ability, *names: str) -> list[Part]:
    return (in_water(fight, fighter, ability) or base(fighter, ability)) + specialty(fighter, *names)


def in_water(fight: Fight, fighter: Fighter, ability: Ability) -> list[Part]:
    """Aquatic stands in for a lower Coordination or Awareness under water (icons.underwater.aquatic)."""
    aquatic = fighter.sheet.power("Aquatic")
    if ability not in ("coordination", "awareness") or not fight.marked(fighter.name, "underwater"):
        return []
    if aquatic <= ability_level(fighter, ability):
        return []
    return [Part("Aquatic", aquatic, "icons.underwater.aquatic"), Part("under water", 0, "icons.context.aquatic")]


def circumstances(fight: Fight, fighter: Fighter, target: Fighter, name: str, *, close: bool) -> list[Part]:
    """What the place, the light and surprise do to an attack; entries add up (icons.maneuvers.scope)."""
    parts = []
    if fight.marked(target.name, "unaware", fighter.name):
        parts.append(Part("surprise", 2, "icons.surprise.bonus"))
        if fighter.sheet.power("Invisibility") or fighter.unseen is not None:
            parts.append(Part("unseen", 0, "icons.context.invisibility"))
    elif fight.marked(target.name, "startled") and fight.page == fight.since:
        parts.append(Part("sudden start", 2, "icons.conflict.surprise-start"))
    dim = fight.marked(fighter.name, "dim", target.name) or fight.marked(target.name, "dim", fighter.name)
    if dim and fight.step(fighter.name, target.name) > 1:
        parts.append(Part("poor sight", -2, "icons.visibility.penalty"))
    if fighter.aimed == fight.page - 1 and not close and not fighter.attacks:
        parts.append(Part("aimed", 1, "icons.aiming.bonus"))
    diving = name == "rush" and fight.marked(fighter.name, "airborne")
    if diving and not fight.marked(target.name, "airborne"):
        parts.append(Part("dive", 2, "icons.aerial.dive"))
    if target.lures == fighter.name:
        parts.append(Part("lured", 2, "icons.luring.bonus"))
    small = _shrunk(fighter)
    if small and not target.size:
        parts.append(Part("small", small, "icons.context.shrinking-table"))
    return parts


def _shrunk(fighter: Fighter) -> int:
    return SHRINKING[fighter.sheet.power("Shrinking")] if fighter.size == "shrunk" else 0


def defence_level(
    fight: Fight, fighter: Fighter, ability: Ability, *, as_test: bool, mental: bool = False
) -> list[Part]:
    """The level of an evade (Prowess) or a dodge (Coordination), or the difficulty that it sets.

    Danger Sense may stand in for either (icons.context.danger-sense); Acrobatics helps to dodge, and so does a
    specialty of the place: the air or the water. Size counts against everything but `mental` attacks.
    """
    sense = fighter.sheet.power("Danger Sense")
    if sense > ability_level(fighter, ability) and ability in ("prowess", "coordination"):
        parts = [Part("Danger Sense", sense, "icons.context.danger-sense")]
    else:
        parts = in_water(fight, fighter, ability)
        if not parts and as_test:
            parts = [Part(ability.title(), ability_level(fighter, ability), "icons.context.effort")]
        elif not parts:
            parts = [Part(ability.title(), ability_level(fighter, ability), "icons.context.players-roll")]
    if mental:
        return parts + specialty(fighter, "Mental Resistance") + weakened(fighter, ability)
    places = ["Aerial Combat"] if fight.marked(fighter.name, "airborne") else []
    named = {"coordination": ["Acrobatics"], "prowess": ["Martial Arts"]}.get(ability, [])
    best = specialty(fighter, *named, *places)
    diver = fighter.sheet.specialty("Underwater Combat")
    if fight.marked(fighter.name, "underwater") and diver is not None and diver.bonus - 1 > total_of(best):
        best = [Part(diver.name, diver.bonus - 1, "icons.context.specialty-list")]
    parts += best
    if fighter.size == "grown" and (clumsy := GROWTH[fighter.sheet.power("Growth")]):
        parts.append(Part("huge", clumsy, "icons.context.growth-table"))
    if small := _shrunk(fighter):
        parts.append(Part("small", small, "icons.context.shrinking-table"))
    return parts + weakened(fighter, ability)


def total_of(parts: list[Part]) -> int:
    return sum(part.amount for part in parts)


def best_defence(fight: Fight, fighter: Fighter, abilities: tuple[Ability, ...], *, mental: bool = False) -> list[Part]:
    """The difficulty that a target sets: the best of the abilities that the attack names."""
    every = [defence_level(fight, fighter, ability, as_test=False, mental=mental) for ability in abilities]
    return max(every, key=total_of)


def specialty(fighter: Fighter, *names: str) -> list[Part]:
    """Of several fitting specialties the better one only (icons.context.specialties)."""
    best = fighter.sheet.specialty(*names) if names else None
    return [Part(best.name, best.bonus, "icons.context.specialties")] if best else []


def rated_damage(fight: Fight, fighter: Fighter, option: Option, attack: Attack | None) -> list[Part]:
    """The damage level of an attack before armor and block."""
    if option.name == "rush":
        return [Part("Strength", fighter.strength, "icons.rushing.moderate")]
    if option is MENTAL:
        return [Part("Mental Blast", fighter.sheet.power("Mental Blast"), "icons.context.mental-blast")]
    if option in (THROW, THROW_SHARP, THROW_AS_BLAST) and attack is not None and attack.strength is not None:
        lesser = min(fighter.strength, attack.strength)
        return [Part(f"{attack.name}, lesser Strength", lesser, "icons.damage.thrown")]
    if attack is None or attack.damage is None:
        return [Part("Strength", fighter.strength, "icons.damage.close")]
    power = next((power for power in fighter.sheet.powers if power.name == attack.name), None)
    if power is not None and power.name == "Strike":
        level = max(power.level, fighter.strength + 1) if power.kind == "bashing" else power.level
        return [Part("Strike", level, "icons.context.strike")]
    if power is not None:
        return [Part(power.name, power.level, "icons.context.blast")]
    # A common weapon is as good as its entry, unless the sheet says otherwise.
    common = WEAPONS.get(attack.name)
    listed = common is not None and int(common["damage"]) == attack.damage
    source = [Part("common weapon", 0, "icons.context.weapon-damage")] if listed else []
    if not option.close:
        return [Part(attack.name, attack.damage, "icons.damage.ranged"), *source]
    damage = attack.damage
    if fight.rule("weapon_damage") == "best":
        damage = max(damage, fighter.strength)
    return [Part(attack.name, damage, "icons.damage.close"), *source]


def armor(fight: Fight, fighter: Fighter) -> list[Part]:
    """What is taken off the damage. Sources do not add up, unless the house rule says so (icons.armor.subtract)."""
    sources = [
        Part(name, -level, clause)
        for name, level, clause in (
            ("armor", fighter.sheet.armor, "icons.armor.subtract"),
            ("Invulnerability", fighter.sheet.power("Invulnerability"), "icons.context.invulnerability"),
            ("Growth", _grown(fighter), "icons.context.growth-table"),
            ("Force Field", _field(fighter), "icons.context.force-field"),
        )
        if level
    ]
    if fight.rule("armor_stacking") == "sum" or len(sources) < 2:
        return sources
    return [min(sources, key=lambda part: part.amount)]


def _field(fighter: Fighter) -> int:
    """What a Force Field stops now; it drops with its owner, and a stun may weaken it."""
    if not fighter.able:
        return 0
    return fighter.sheet.power("Force Field") if fighter.field is None else fighter.field


def invulnerable(fighter: Fighter) -> int:
    """The level that opens a block of blades and bullets (icons.blocking.invulnerable-scope)."""
    return max(fighter.sheet.power("Invulnerability"), _field(fighter), _grown(fighter))


def _grown(fighter: Fighter) -> int:
    """Invulnerability that comes with Growth (icons.context.growth-table)."""
    return fighter.sheet.power("Growth") if fighter.size == "grown" else 0


def microscopic(fighter: Fighter) -> bool:
    """Too small to touch the large world (icons.context.shrinking-table)."""
    return fighter.size == "shrunk" and fighter.sheet.power("Shrinking") >= 9


def attacks_of(fighter: Fighter) -> tuple[Attack, ...]:
    """Every weapon, object and attack power of a character; powers count as attacks of their kind."""
    powers = tuple(
        Attack(power.name, power.kind, power.level)
        for power in fighter.sheet.powers
        if power.name in ("Blast", "Strike") and power.kind is not None
    )
    return powers + fighter.arms


def resist_difficulty(attacker: Fighter, option: Option, attack: Attack | None, rated: int, harm: str) -> Part:
    """What a slam, stun or kill is resisted against: the rated damage, or better by Martial Arts."""
    if attack is None and option is BASH and harm != "kill":
        trained = attacker.sheet.specialty("Martial Arts")
        if trained is not None:
            level = max(attacker.strength, attacker.sheet.prowess + trained.bonus)
            return Part("Martial Arts", level, "icons.context.martial-arts")
    return Part("damage", rated, TRIGGERS[harm])
