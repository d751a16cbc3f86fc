"""What people write about a character and a fight, and the checked record the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from referee.core.asking import CHANCE
from referee.core.codec import BadInput, nearest
from referee.core.system import Switch, check_rules
from referee.systems.graded.field import GAME_MASTER

Level: TypeAlias = Annotated[int, Meta(ge=1, le=10, description="1 to 10; 3 is average, 6 the human limit")]
Ability: TypeAlias = Literal["prowess", "coordination", "strength", "intellect", "awareness", "willpower"]
AttackKind: TypeAlias = Literal["bashing", "slashing", "blasting", "shooting", "thrown"]
Range: TypeAlias = Literal["Personal", "Close", "Extended", "Visual", "Beyond"]

ABILITIES: tuple[Ability, ...] = ("prowess", "coordination", "strength", "intellect", "awareness", "willpower")
RANGES: tuple[Range, ...] = ("Personal", "Close", "Extended", "Visual", "Beyond")


class Attack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon, power or object that a character attacks with.

    kind     bashing and slashing are close attacks, blasting and shooting ranged; a thrown object flies
    damage   level of the damage; a thrown object leaves it out and has `strength` and `lift` instead
    reach    how far a ranged attack carries, where it is not the usual range
    group    weapon group of a Weapons specialty: Blades, Bludgeons, Bows, Guns or Throwing
    sharp    a thrown point or edge
    strength of the material: a thrown object needs it, and a weapon that is grabbed or shot at
    lift     the Strength it takes to lift a thrown object
    """

    name: str
    kind: AttackKind
    damage: Annotated[int, Meta(ge=0, le=20)] | None = None
    reach: Range | None = None
    group: str = ""
    sharp: bool = False
    strength: Level | None = None
    lift: Annotated[int, Meta(ge=0, le=10)] = 1


class Thing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that a character carries and that can be grabbed, shot at or broken.

    strength of its material; damage of at least this much breaks it
    lift     the Strength it takes to lift it
    """

    name: str
    strength: Level
    lift: Annotated[int, Meta(ge=0, le=10)] = 1


class Power(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A named power with its level.

    kind  which kind of attack a Blast or a Strike is
    of    the sense that Supersenses enhance, or the needs that Life Support cancels (`breathing, pressure`)
    """

    name: str
    level: Level
    kind: AttackKind | None = None
    of: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What `of` lists, in small letters."""
        return tuple(word.strip().casefold() for word in self.of.split(",") if word.strip())


class Specialty(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A specialty: +1, or +2 as Expert, +3 as Master."""

    name: str
    rank: Literal["Skilled", "Expert", "Master"] = "Skilled"

    @property
    def bonus(self) -> int:
        return ("Skilled", "Expert", "Master").index(self.rank) + 1


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character as people write it.

    side          whose side of the conflict
    player        the seat that plays the character; without one the game master does
    intellect, awareness, willpower
                  left out for a robot or a zombie that lacks the ability: it is never tested, nor tested against
    stamina       full Stamina; Strength plus Willpower if left out (twice Strength without Willpower)
    determination points at the start; 6 minus powers and superhuman abilities, at least 1, if left out
    minion        a henchman, for the house rule `minions`
    weapons       names of common weapons, which become attacks
    things        what the character carries besides
    qualities     one to five that can be tagged and compelled
    challenges    up to five that can only be compelled
    languages     known besides the native one
    """

    name: str
    side: str
    prowess: Level
    coordination: Level
    strength: Level
    intellect: Level | None = None
    awareness: Level | None = None
    willpower: Level | None = None
    player: str = GAME_MASTER
    stamina: Annotated[int, Meta(ge=1, le=40)] | None = None
    armor: Annotated[int, Meta(ge=0, le=20)] = 0
    determination: Annotated[int, Meta(ge=0, le=20)] | None = None
    minion: bool = False
    attacks: tuple[Attack, ...] = ()
    weapons: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    powers: tuple[Power, ...] = ()
    specialties: tuple[Specialty, ...] = ()
    qualities: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @property
    def full_stamina(self) -> int:
        """icons.context.stamina"""
        if self.stamina is not None:
            return self.stamina
        return self.strength + (self.strength if self.willpower is None else self.willpower)

    @property
    def start_determination(self) -> int:
        """icons.context.determination-start; Immortality counts twice (icons.context.immortality)."""
        if self.determination is not None:
            return self.determination
        superhuman = sum(1 for ability in ABILITIES if (getattr(self, ability) or 0) >= 7)
        powers = sum(2 if power.name == "Immortality" else 1 for power in self.powers)
        return max(1, 6 - powers - superhuman)

    def power(self, name: str) -> int:
        """The level of a power, 0 without it."""
        return next((power.level for power in self.powers if power.name == name), 0)

    def sharpened(self, sense: str) -> int:
        """What Supersenses add to Awareness with one sense."""
        return sum(one.level for one in self.powers if one.name == "Supersenses" and sense.casefold() in one.words)

    @property
    def language_room(self) -> int:
        """How many languages besides the native one (icons.languages.count)."""
        trained = self.specialty("Languages")
        level = (self.intellect or 0) + (trained.bonus if trained else 0)
        return 2 ** (level - 4) if level >= 4 else 0

    @property
    def breathes(self) -> bool:
        """Whether water is no danger: Aquatic, or Life Support for breathing."""
        supported = any(one.name == "Life Support" and "breathing" in one.words for one in self.powers)
        return supported or self.power("Aquatic") > 0

    def specialty(self, *names: str) -> Specialty | None:
        """The best of the named specialties that the character has."""
        known = [one for one in self.specialties if one.name in names]
        return max(known, key=lambda one: one.bonus, default=None)


class Gap(Struct, frozen=True, forbid_unknown_fields=True):
    """How far apart two characters are at the start."""

    between: tuple[str, str]
    range: Range


class Barrier(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something behind a character that a slam may send it into or through; several stand in order.

    material  of the table that `referee clause icons.bending.materials` prints
    inches    thickness, where it matters: under 2 is weaker, over 12 and over 24 stronger
    range     where it stands, seen from the attacker; where the character stands if left out
    """

    behind: str
    name: str
    material: str
    inches: Annotated[int, Meta(ge=1)] | None = None
    range: Range | None = None


class Team(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Players' characters of one side who share a pool of Determination; each gives a point to it."""

    side: str
    leader: str = ""


class Extra(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Ready-made opponents, such as twelve thugs: `Thug 1` to `Thug 12`.

    stock    a name of `referee clause icons.context.stock-characters`
    name     what they are called, instead
    weapons  common weapons that each has
    """

    stock: str
    side: str
    count: Annotated[int, Meta(ge=1, le=50)] = 1
    name: str = ""
    player: str = GAME_MASTER
    minion: bool = True
    weapons: tuple[str, ...] = ()


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight as people write it.

    characters  everybody, at least two (with the extras)
    extras      ready-made opponents
    teams       sides with a shared pool of Determination
    first       the side that starts the conflict; the first character's if left out
    range       how far apart everybody is if `distances` does not say
    obstacles   what stands behind whom
    rules       house rules, by the names that `referee show` lists
    """

    characters: tuple[Sheet, ...]
    title: str = ""
    first: str | None = None
    range: Range = "Close"
    distances: tuple[Gap, ...] = ()
    obstacles: tuple[Barrier, ...] = ()
    extras: tuple[Extra, ...] = ()
    teams: tuple[Team, ...] = ()
    rules: dict[str, str | int] = field(default_factory=dict)


KNOWN_POWERS = (
    "Aquatic", "Binding", "Blast", "Danger Sense", "Fast Attack", "Flight", "Force Field", "Growth", "Healing",
    "Immortality", "Invisibility", "Invulnerability", "Leaping", "Life Support", "Mental Blast", "Mind Control",
    "Mind Shield", "Regeneration", "Shrinking", "Strike", "Super-Speed", "Supersenses",
)  # fmt: skip
"""Powers that the rules apply. Another name is refused, because nothing would come of it."""

KNOWN_SPECIALTIES = (
    "Acrobatics", "Aerial Combat", "Athletics", "Languages", "Leadership", "Martial Arts", "Medicine",
    "Mental Resistance", "Power", "Stealth", "Underwater Combat", "Weapons: Blades", "Weapons: Bludgeons",
    "Weapons: Bows", "Weapons: Guns", "Weapons: Throwing", "Wrestling",
)  # fmt: skip
"""Specialties that the rules apply by themselves. Any other may be named in a free test."""


def check(setup: Setup, switches: Mapping[str, Switch], materials: Mapping[str, int]) -> None:
    """Refuse a set-up that no fight can start from. Raises `BadInput` with the field."""
    if len(setup.characters) < 2:
        raise BadInput("a fight needs at least two characters", "characters")
    names: dict[str, int] = {}
    for at, sheet in enumerate(setup.characters):
        where = f"characters[{at}]"
        if not sheet.name.strip() or sheet.name != sheet.name.strip():
            raise BadInput("a character needs a name without spaces around it", f"{where}.name")
        if sheet.name.casefold() == GAME_MASTER:
            raise BadInput(f"{GAME_MASTER!r} means the game master; choose another name", f"{where}.name")
        if sheet.player == CHANCE:
            raise BadInput(f"{CHANCE!r} means the dice; choose another seat", f"{where}.player")
        if sheet.name.casefold() in names:
            raise BadInput(f"{sheet.name!r} is also characters[{names[sheet.name.casefold()]}]", f"{where}.name")
        names[sheet.name.casefold()] = at
        _check_sheet(sheet, where)
    sides = {sheet.side for sheet in setup.characters}
    if len(sides) < 2:
        raise BadInput("all characters are on one side; give at least two sides", "characters[0].side")
    if setup.first is not None and setup.first not in sides:
        raise BadInput(f"no character is on side {setup.first!r}{nearest(setup.first, sides)}", "first")
    for at, gap in enumerate(setup.distances):
        for name in gap.between:
            if all(name != sheet.name for sheet in setup.characters):
                known = [sheet.name for sheet in setup.characters]
                raise BadInput(f"no character is called {name!r}{nearest(name, known)}", f"distances[{at}].between")
        if gap.between[0] == gap.between[1]:
            raise BadInput("a distance is between two characters", f"distances[{at}].between")
    for at, barrier in enumerate(setup.obstacles):
        if all(barrier.behind != sheet.name for sheet in setup.characters):
            known = [sheet.name for sheet in setup.characters]
            raise BadInput(
                f"no character is called {barrier.behind!r}{nearest(barrier.behind, known)}", f"obstacles[{at}].behind"
            )
        if barrier.material not in materials:
            raise BadInput(
                f"{barrier.material!r} is no known material{nearest(barrier.material, materials)} "
                f"(known: {', '.join(materials)})",
                f"obstacles[{at}].material",
            )
    check_rules(switches, setup.rules)
    for at, team in enumerate(setup.teams):
        if team.side not in sides:
            raise BadInput(f"no character is on side {team.side!r}{nearest(team.side, sides)}", f"teams[{at}].side")
        players = [one.name for one in setup.characters if one.side == team.side and one.player != GAME_MASTER]
        if team.leader and team.leader not in players:
            raise BadInput(
                f"{team.leader!r} is no player's character of the {team.side}{nearest(team.leader, players)}",
                f"teams[{at}].leader",
            )


def _check_sheet(sheet: Sheet, where: str) -> None:
    for at, power in enumerate(sheet.powers):
        here = f"{where}.powers[{at}]"
        if power.name not in KNOWN_POWERS:
            raise BadInput(
                f"the power {power.name!r} is not known{nearest(power.name, KNOWN_POWERS)} "
                f"(known: {', '.join(KNOWN_POWERS)})",
                f"{here}.name",
            )
        kinds = {"Blast": ("blasting", "shooting"), "Strike": ("bashing", "slashing")}.get(power.name)
        if kinds and power.kind not in kinds:
            raise BadInput(f"{power.name} is either {kinds[0]} or {kinds[1]}", f"{here}.kind")
        if power.name in ("Supersenses", "Life Support") and not power.words:
            raise BadInput(f"{power.name} needs `of`: a sense, or the needs that it cancels", f"{here}.of")
        if power.name == "Life Support" and len(power.words) > power.level:
            raise BadInput(f"level {power.level} cancels at most {power.level} needs", f"{here}.of")
    for at, specialty in enumerate(sheet.specialties):
        # Any specialty may serve a free test, but a slip of the pen in one that the rules apply must not pass.
        close = nearest(specialty.name, KNOWN_SPECIALTIES)
        if specialty.name not in KNOWN_SPECIALTIES and close and _alike(specialty.name, close):
            raise BadInput(f"the specialty {specialty.name!r} is not known{close}", f"{where}.specialties[{at}].name")
    room = sheet.language_room
    if len(sheet.languages) > room and (sheet.intellect or 0) < 9:
        raise BadInput(f"Intellect (with Languages) leaves room for {room} languages", f"{where}.languages")
    if len(sheet.qualities) > 5 or len(sheet.challenges) > 5:
        raise BadInput("at most five qualities and five challenges", f"{where}.qualities")
    seen = {"fists"} | {power.name.casefold() for power in sheet.powers}
    for at, thing in enumerate(sheet.things):
        if thing.name.casefold() in seen:
            raise BadInput(f"{thing.name!r} is the name of something else", f"{where}.things[{at}].name")
        seen.add(thing.name.casefold())
    for at, attack in enumerate(sheet.attacks):
        here = f"{where}.attacks[{at}]"
        if attack.name.casefold() in seen:
            raise BadInput(f"{attack.name!r} is the name of another attack", f"{here}.name")
        seen.add(attack.name.casefold())
        if attack.kind == "thrown" and attack.strength is None:
            raise BadInput("a thrown object needs the Strength of its material", f"{here}.strength")
        if attack.kind != "thrown" and attack.damage is None:
            raise BadInput(f"a {attack.kind} attack needs a damage level", f"{here}.damage")


def _alike(word: str, hint: str) -> bool:
    """Whether a word is a misspelling of the one in a hint, rather than a specialty of its own."""
    import difflib

    meant = hint.split("'")[1]
    return difflib.SequenceMatcher(None, word.casefold(), meant.casefold()).ratio() > 0.8
