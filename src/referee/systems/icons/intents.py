"""What a seat can intend. The tag is the verb that people type: `bash`, `shoot`, `move`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from referee.systems.icons.sheet import Ability, Range

Outcome: TypeAlias = Literal["moderate", "major", "massive"]
Figure: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Flag: TypeAlias = Literal["airborne", "underwater", "startled", "once", "paralyzed", "unaware", "dim"]
Unit: TypeAlias = Literal["pages", "minutes", "hours", "days", "weeks"]


class Intent(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that `actor` is to do; `gm` for what the game master says of the whole table."""

    actor: str


# ------------------------------------------------------------------- attacks


class Attacking(Intent, frozen=True):
    """An attack. `using` names a weapon, power or object (the first fitting one if left out);
    `pull` is the highest outcome that the attack may have (icons.pulling.declare); `at` is the precise spot of a
    called shot, or something that the target carries; `allies` are characters of the own side who add their
    attacks, such as `Anvil` or `Anvil/fists, Dart/pistol` (icons.combined.eligibility)."""

    target: str
    using: str = ""
    pull: Literal["", "moderate", "major"] = ""
    at: str = ""
    allies: str = ""


class Bash(Attacking, frozen=True, tag="bash"):
    """Strike unarmed or with something blunt."""


class Slash(Attacking, frozen=True, tag="slash"):
    """Strike with a blade or a point."""


class Blast(Attacking, frozen=True, tag="blast"):
    """Blunt force at range."""


class Shoot(Attacking, frozen=True, tag="shoot"):
    """Lethal force at range."""


class ShootToStun(Attacking, frozen=True, tag="stun"):
    """A shot meant to stun: a major success stuns, a massive one may still kill."""


class Throw(Attacking, frozen=True, tag="throw"):
    """Throw an object at somebody."""


class Rush(Attacking, frozen=True, tag="rush"):
    """Charge a target at close range or farther."""


class MentalBlast(Attacking, frozen=True, tag="mental"):
    """Attack a mind with Mental Blast."""


class Sweep(Intent, frozen=True, tag="sweep"):
    """Attack every opponent at close range at once, with fists or a close weapon, at -4."""

    using: str = ""


class Snipe(Intent, frozen=True, tag="snipe"):
    """A called shot at something that nobody carries: a lever, a button. The game master sets the difficulty, and
    its Strength where it matters whether it breaks."""

    at: str
    using: str = ""
    difficulty: Figure | None = None
    strength: Figure | None = None


class Aim(Intent, frozen=True, tag="aim"):
    """Spend the whole panel aiming: +1 on a ranged attack on the next page."""


class Guard(Intent, frozen=True, tag="guard"):
    """Be ready to jump in front of another character; you are asked when that one is attacked."""

    target: str


class Unguard(Intent, frozen=True, tag="unguard"):
    """Be ready for it no longer."""

    target: str


class Lure(Intent, frozen=True, tag="lure"):
    """Spend the panel luring a foe: +2 on its next attack on you, which may then hit something behind you."""

    target: str


# --------------------------------------------------------------------- holds


class Wrestle(Intent, frozen=True, tag="wrestle"):
    """Grab and restrain somebody within reach."""

    target: str
    pull: Literal["", "moderate"] = ""


class Bind(Intent, frozen=True, tag="bind"):
    """Restrain somebody with the Binding power."""

    target: str


class Escape(Intent, frozen=True, tag="escape"):
    """Break free of a hold, by Prowess or Strength (the higher one if left out)."""

    target: str
    ability: Literal["", "prowess", "strength"] = ""


class Squeeze(Intent, frozen=True, tag="squeeze"):
    """Spend the panel on Strength damage to somebody in the own complete hold."""

    target: str


class Release(Intent, frozen=True, tag="release"):
    """Let somebody go."""

    target: str


class Grab(Intent, frozen=True, tag="grab"):
    """Wrest something out of somebody's grasp; `pull=major` keeps it whole."""

    target: str
    item: str
    pull: Literal["", "major"] = ""


# --------------------------------------------------- movement, help and powers


class Move(Intent, frozen=True, tag="move"):
    """Change the range to another character: a supplemental action, or a whole panel beyond one's reach.
    Over bad ground (`ground` is its difficulty, by the game master) it takes a test, unless one goes a step slower."""

    target: str
    to: Range
    ground: Figure | None = None


class Jump(Intent, frozen=True, tag="jump"):
    """Change the range by a leap; `extra` tries for one step more."""

    target: str
    to: Range
    extra: bool = False


class Stand(Intent, frozen=True, tag="stand"):
    """Get up after being knocked down: a supplemental action."""


class Aid(Intent, frozen=True, tag="aid"):
    """Spend the panel on a dying character, who is then stable."""

    target: str


class Heal(Intent, frozen=True, tag="heal"):
    """Use the Healing power by touch; `strength` gives a lost level of Strength back instead."""

    target: str
    strength: bool = False


class Control(Intent, frozen=True, tag="control"):
    """Use Mind Control on somebody."""

    target: str


class Size(Intent, frozen=True, tag="size"):
    """Grow, shrink, or be of normal size again."""

    to: Literal["normal", "grown", "shrunk"]


class Pass(Intent, frozen=True, tag="pass"):
    """End the own panel."""


# ------------------------------------------------------------ uses of abilities


class Test(Intent, frozen=True):
    """A test against a difficulty that the game master sets, or is asked for.

    specialty  that fits, by name
    combine    another ability of the actor, or another character who helps: the lower level and +1
    limit      an ability that lowers the level where it is lower
    """

    NAMED: ClassVar[tuple[str, ...]] = ("specialty", "combine", "limit")
    """Fields that are always typed with their name."""

    difficulty: Figure | None = None
    specialty: str = ""
    combine: str = ""
    limit: Ability | Literal[""] = ""


class Try(Test, frozen=True, tag="try"):
    """Try anything: a free test of an ability. `reaction` costs no panel."""

    ability: Ability = "prowess"
    modifier: Annotated[int, Meta(ge=-20, le=20)] = 0
    text: str = ""
    reaction: bool = False


class Climb(Test, frozen=True, tag="climb"):
    """Climb a wall or the like; a ladder is `easy` and takes no test, a flight or two of `stairs` anybody climbs,
    `long` adds to the difficulty."""

    easy: bool = False
    stairs: bool = False
    long: Figure = 0


class Catch(Intent, frozen=True, tag="catch"):
    """Catch what falls or flies, at any time. Size, weight and Strength are the game master's to say.

    size  of a small thing (1 to 3, added) or a large one (-1 to -3)
    """

    what: str
    size: Annotated[int, Meta(ge=-3, le=3)] = 0
    lift: Annotated[int, Meta(ge=0, le=10)] = 1
    strength: Figure | None = None


class Break(Test, frozen=True, tag="break"):
    """Bend or break a lifeless thing; its difficulty is its Strength, or comes from `material` and `inches`."""

    what: str = ""
    material: str = ""
    inches: Annotated[int, Meta(ge=1)] | None = None


class Lift(Intent, frozen=True, tag="lift"):
    """Lift something of a level of the lifting table; one category more than the own Strength takes a test."""

    what: str
    level: Annotated[int, Meta(ge=1, le=10)]
    active: bool = False


class Invent(Test, frozen=True, tag="invent"):
    """Invent or modify equipment."""

    text: str = ""


class Know(Test, frozen=True, tag="know"):
    """Know something. The game master may add up to three facts that a success reveals, more with a higher outcome
    (`facts` are separated by a slash); `benchmark` reads the level without a test."""

    about: str = ""
    facts: str = ""
    benchmark: bool = False


class Learn(Test, frozen=True, tag="learn"):
    """Work out a puzzle or something new, by Intellect or another ability that gets around it."""

    ability: Ability = "intellect"
    text: str = ""


class Notice(Test, frozen=True, tag="notice"):
    """Notice something (`of` a character who tries to stay unnoticed, or something still). The game master may do it
    in `secret`, or as a `decoy` for nothing."""

    of: str = ""
    facts: str = ""
    secret: bool = False
    decoy: bool = False


class Search(Test, frozen=True, tag="search"):
    """Look for something: noticing that takes the panel."""

    text: str = ""
    facts: str = ""


class Sneak(Intent, frozen=True, tag="sneak"):
    """Stay unnoticed: the effort is what others have to reach to notice."""


class Track(Test, frozen=True, tag="track"):
    """Follow a trail. `sense` names the Supersense that picks it up, `only` says that nothing else can."""

    sense: str = ""
    only: bool = False


class Intimidate(Intent, frozen=True, tag="intimidate"):
    """Overawe somebody."""

    target: str


class Perform(Test, frozen=True, tag="perform"):
    """Give a performance; the effort says how impressive it is."""

    text: str = ""


class Persuade(Test, frozen=True, tag="persuade"):
    """Win somebody over: a character who is set against you (`target`), or anybody at the game master's difficulty.
    `rival` is a character who argues for the other side."""

    target: str = ""
    rival: str = ""


class Race(Intent, frozen=True, tag="race"):
    """Find out who is faster, by Coordination or another ability."""

    target: str
    ability: Ability = "coordination"


class Speak(Intent, frozen=True, tag="speak"):
    """Speak to somebody in a language."""

    target: str
    language: str


# --------------------------------------------------------------- Determination


class Cling(Intent, frozen=True, tag="cling"):
    """Spend a point of Determination so that a dying character loses no Strength on this page."""


class Determine(Intent, frozen=True, tag="determine"):
    """Declare a determined effort for the next such test, with the quality that fits.

    test    the test, such as `attack`, `evade`, `dodge`, `search`, `intimidate`
    target  whom it concerns, if anybody
    """

    want: Outcome
    test: str
    tag: str
    target: str = ""


class Focus(Intent, frozen=True, tag="focus"):
    """Spend a point to use another ability for the next such test."""

    ability: Ability
    test: str
    tag: str
    target: str = ""


class Forgo(Intent, frozen=True, tag="forgo"):
    """Take a declared effort back, before the test."""


class Recover(Intent, frozen=True, tag="recover"):
    """Spend a point to regain Stamina at once, once a conflict."""


class Retcon(Intent, frozen=True, tag="retcon"):
    """Spend a point to define something that was not established."""

    text: str
    tag: str


class Stunt(Intent, frozen=True, tag="stunt"):
    """Spend a point to do something new with an ability or a power."""

    trait: str
    text: str
    tag: str


class Improvise(Intent, frozen=True, tag="improvise"):
    """A stunt of Intellect: a makeshift invention of a level."""

    level: Annotated[int, Meta(ge=1, le=10)]
    text: str
    tag: str
    specialty: str = ""


class Draw(Intent, frozen=True, tag="draw"):
    """Take a point from the team's Determination; everybody in the team has to agree."""


# ------------------------------------------------------------- the game master


class Mark(Intent, frozen=True, tag="mark"):
    """The game master says how things stand: `airborne`, `underwater`, `startled`, `once` (there is only one chance),
    `paralyzed`, `unaware` (of), `dim` (of)."""

    flag: Flag
    of: str = ""


class Unmark(Intent, frozen=True, tag="unmark"):
    """The game master says that it is so no longer."""

    flag: Flag
    of: str = ""


class Compel(Intent, frozen=True, tag="compel"):
    """The game master compels an aspect: the player accepts and gains a point, or refuses and pays one."""

    aspect: str
    text: str = ""


class Forget(Intent, frozen=True, tag="forget"):
    """Circumstances have changed: `actor` may try to intimidate `target` again."""

    target: str


class Overrule(Intent, frozen=True, tag="overrule"):
    """The game master overrules how a character stands; `why` is kept in the log.

    what  `stamina`, `determination`, `strength`, `paces` with a number; `down`, `unconscious`, `dead`, `dying`,
          `stunned`, `acted` with yes or no; `injured` with an injury, or no; `free` of every hold with yes
    """

    what: Literal[
        "stamina", "determination", "strength", "paces", "down", "unconscious", "dead", "dying", "stunned", "acted",
        "injured", "free",
    ]  # fmt: skip
    to: str
    why: str = ""


class Place(Intent, frozen=True, tag="place"):
    """The game master says how far apart two characters are."""

    target: str
    to: Range
    why: str = ""


class Decree(Intent, frozen=True, tag="decree"):
    """The game master announces the outcome of the next such test of a character, whatever the dice say."""

    outcome: Literal["failure", "moderate", "major", "massive"]
    test: str
    target: str = ""
    why: str = ""


class Conflict(Intent, frozen=True, tag="conflict"):
    """`gm conflict SIDE`: a new conflict begins with the panels of a side."""

    side: str


class Chapter(Intent, frozen=True, tag="chapter"):
    """`gm chapter`: the scene changes and a new chapter begins."""


class Issue(Intent, frozen=True, tag="issue"):
    """`gm issue`: a new session begins, with the renewal of Determination."""


class Wait(Intent, frozen=True, tag="wait"):
    """`gm wait 3 hours`: time passes. `hospital` and `medic` (a character with Medicine) speed recovery."""

    amount: Annotated[int, Meta(ge=1, le=1000)]
    unit: Unit
    hospital: bool = False
    medic: str = ""


class Return(Intent, frozen=True, tag="return"):
    """The dead come back. `prices`: any of `determination`, `adventure`, `reroll`, `someone-else`, by commas."""

    prices: str = ""


TABLE = (Conflict, Chapter, Issue, Wait)
"""What the game master says of the whole table, as `gm`."""

AnyIntent: TypeAlias = (
    Bash | Slash | Blast | Shoot | ShootToStun | Throw | Rush | MentalBlast | Sweep | Snipe | Aim | Guard | Unguard | Lure
    | Wrestle | Bind | Escape | Squeeze | Release | Grab | Move | Jump | Stand | Aid | Heal | Control | Size
    | Try | Climb | Catch | Break | Lift | Invent | Know | Learn | Notice | Search | Sneak | Track | Intimidate | Perform
    | Persuade | Race | Speak | Cling | Determine | Focus | Forgo | Recover | Retcon | Stunt | Improvise | Draw
    | Mark | Unmark | Compel | Forget | Overrule | Place | Decree | Conflict | Chapter | Issue | Wait | Return | Pass
)  # fmt: skip
