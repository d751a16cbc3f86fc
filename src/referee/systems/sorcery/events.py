"""What can happen in a scene. Each event knows what it changes and how to say it."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from referee.systems.graded import happenings
from referee.systems.graded.field import Hold
from referee.systems.graded.happenings import Declined, Happening, HoldEnded, Hurt, Stabilised, handed_over
from referee.systems.sorcery.sheet import RANGES
from referee.systems.sorcery.state import Quality, Scene


class Tested(happenings.Tested, frozen=True, kw_only=True):
    """A test was rolled."""

    QUIET: ClassVar[tuple[str, ...]] = ("bash", "slash", "blast", "shoot", "throw", "charge")


class Missed(Happening, frozen=True, kw_only=True):
    actor: str
    target: str
    outcome: str

    def say(self) -> str:
        return f"{self.actor} does not get at {self.target}: {self.outcome}"

    def headline(self) -> str:
        return f"miss ({self.outcome})"


class Scored(Happening, frozen=True, kw_only=True):
    """An attack or a hold came off with this outcome."""

    actor: str
    target: str
    outcome: str

    def say(self) -> str:
        return f"{self.actor} gets {self.target}: {self.outcome}"

    def headline(self) -> str:
        return f"{self.outcome} hit"


class Answered(Happening, frozen=True, kw_only=True):
    """A massive failure gave the target a free close attack, with this option, or it gave none (`none`)."""

    actor: str
    target: str
    option: str

    def say(self) -> str:
        return f"{self.actor} answers {self.target}'s massive failure at once: {self.option}"

    def headline(self) -> str:
        return f"{self.actor} answers ({self.option})"


class Waived(Happening, frozen=True, kw_only=True):
    """A possible slam, stun, kill or push does not come about, and no dice are rolled."""

    target: str
    what: str
    why: str

    def say(self) -> str:
        return f"No {self.what} test on {self.target}: {self.why}"


class Unmoved(Happening, frozen=True, kw_only=True):
    """A test for a slam, stun, kill or push had no effect."""

    target: str
    what: str

    def say(self) -> str:
        return f"The {self.what} has no effect on {self.target}"


class KnockedOut(Happening, frozen=True, kw_only=True):
    target: str
    dying_from: int | None = None

    def on(self, scene: Scene) -> Scene:
        before = scene[self.target].dying_from  # whoever is dying already goes on from the first wound
        dying = self.dying_from if before is None else before
        return scene.with_fighter(
            self.target, stamina=0, unconscious=True, dying_from=dying, blocks=False, braced="", defends=False
        )

    def say(self) -> str:
        return f"{self.target} is unconscious" + (" and dying" if self.dying_from is not None else "")


class Prone(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.target, prone=True)

    def say(self) -> str:
        return f"{self.target} is knocked prone"


class Stunned(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.target, stunned=1, blocks=False, braced="")

    def say(self) -> str:
        return f"{self.target} is stunned for one round"


class Moved(Happening, frozen=True, kw_only=True):
    """The range between two characters changed: by a move, a charge, a push or a slam."""

    actor: str
    target: str
    step: int

    def on(self, scene: Scene) -> Scene:
        return scene.with_step(self.actor, self.target, self.step)

    def say(self) -> str:
        return f"{self.actor} is now at {RANGES[self.step]} range from {self.target}"


class Held(Happening, frozen=True, kw_only=True):
    holder: str
    target: str
    complete: bool

    def on(self, scene: Scene) -> Scene:
        rest = tuple(one for one in scene.holds if (one.holder, one.held) != (self.holder, self.target))
        scene = replace(scene, holds=(*rest, Hold(self.holder, self.target, self.complete)))
        if self.complete:
            fresh = (*scene[self.holder].fresh_holds, self.target)
            scene = scene.with_fighter(self.holder, fresh_holds=fresh)
            scene = scene.with_fighter(self.target, blocks=False, braced="")
        return scene

    def say(self) -> str:
        return f"{self.target} is in {self.holder}'s {'complete' if self.complete else 'partial'} hold"

    def headline(self) -> str:
        return f"{'complete' if self.complete else 'partial'} hold on {self.target}"


class Grabbed(Happening, frozen=True, kw_only=True):
    """A thing changed hands, or broke in the attempt."""

    actor: str
    target: str
    item: str
    broken: bool

    def on(self, scene: Scene) -> Scene:
        after: Scene = handed_over(scene, self.target, self.item, None if self.broken else self.actor)
        return after

    def say(self) -> str:
        if self.broken:
            return f"The {self.item} breaks, and {self.actor} and {self.target} each hold one half"
        return f"{self.actor} takes the {self.item} from {self.target}"

    def headline(self) -> str:
        return f"the {self.item} {'breaks' if self.broken else 'is taken'}"


class Squeezed(Happening, frozen=True, kw_only=True):
    actor: str
    target: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.actor, squeezed=(*scene[self.actor].squeezed, self.target))

    def say(self) -> str:
        return f"{self.actor} squeezes {self.target}"


class Stance(Happening, frozen=True, kw_only=True):
    """A block (`by_stunt`: for a round, without an action) or the choice to defend began, or is over."""

    actor: str
    stance: str
    begun: bool

    def on(self, scene: Scene) -> Scene:
        value = scene.turn if self.stance == "braced" else self.begun
        return scene.with_fighter(self.actor, **{self.stance: value})

    def say(self) -> str:
        what = {"blocks": "blocking", "braced": "blocking, by a stunt,", "defends": "defending"}[self.stance]
        return f"{self.actor} is {what} {'from now on' if self.begun else 'no longer'}"


class Favoured(Happening, frozen=True, kw_only=True):
    actor: str
    ability: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.actor, favours=self.ability)

    def say(self) -> str:
        return f"{self.actor} defends close attacks with {self.ability or 'the better ability'}"


class Acted(Happening, frozen=True, kw_only=True):
    """The action of the turn is used; a stance of an earlier action ends as it begins."""

    actor: str

    def on(self, scene: Scene) -> Scene:
        actor = scene[self.actor]
        if actor.acted and actor.extra:
            return scene.with_fighter(self.actor, extra=False, blocks=False)
        return scene.with_fighter(self.actor, acted=True, blocks=False)

    def say(self) -> str:
        return f"{self.actor} takes the action of this turn"


class Allowed(Happening, frozen=True, kw_only=True):
    """Another action is open in this turn."""

    actor: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.actor, extra=True)

    def say(self) -> str:
        return f"{self.actor} may take another action in this turn"

    def headline(self) -> str:
        return "another action"


class MoveUsed(Happening, frozen=True, kw_only=True):
    actor: str
    stands: bool = False

    def on(self, scene: Scene) -> Scene:
        prone = scene[self.actor].prone and not self.stands
        return scene.with_fighter(self.actor, moved=True, prone=prone)

    def say(self) -> str:
        return f"{self.actor} gets up" if self.stands else f"{self.actor}'s move of this turn is used"


class QualitySet(Happening, frozen=True, kw_only=True):
    """A quality was learned or made, or its activations changed."""

    quality: Quality

    def on(self, scene: Scene) -> Scene:
        mine = (self.quality.name, self.quality.side)
        known = [(one.name, one.side) for one in scene.qualities]
        if mine in known:
            qualities = tuple(self.quality if (one.name, one.side) == mine else one for one in scene.qualities)
        else:
            qualities = (*scene.qualities, self.quality)
        return replace(scene, qualities=qualities)

    def say(self) -> str:
        left = self.quality.activations
        about = f" of {self.quality.subject}" if self.quality.subject else ""
        return f"Quality {self.quality.name!r}{about}: {left} free activation{'s' if left != 1 else ''} for the {self.quality.side}"

    def headline(self) -> str:
        return f"{self.quality.name} with {self.quality.activations} activations"


class QualityGone(Happening, frozen=True, kw_only=True):
    name: str
    side: str

    def on(self, scene: Scene) -> Scene:
        return replace(
            scene, qualities=tuple(one for one in scene.qualities if (one.name, one.side) != (self.name, self.side))
        )

    def say(self) -> str:
        return f"Quality {self.name!r} is gone"

    def headline(self) -> str:
        return f"{self.name} is gone"


class Advantage(Happening, frozen=True, kw_only=True):
    """An activation was spent on `use`: +2 on a test, or a stunt."""

    actor: str
    quality: str
    use: str

    def on(self, scene: Scene) -> Scene:
        mine = (self.quality, scene[self.actor].sheet.side)
        qualities = tuple(
            replace(one, activations=one.activations - 1) if (one.name, one.side) == mine else one
            for one in scene.qualities
        )
        return replace(scene, qualities=qualities).with_fighter(
            self.actor, used=(*scene[self.actor].used, self.quality)
        )

    def say(self) -> str:
        return f"{self.actor} activates {self.quality!r}: {self.use}"


class Paid(Happening, frozen=True, kw_only=True):
    """A point of Determination was spent on a quality."""

    actor: str
    quality: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.actor, determination=scene[self.actor].determination - 1)

    def say(self) -> str:
        return f"{self.actor} spends a point of Determination on {self.quality!r}"


class Struck(Happening, frozen=True, kw_only=True):
    """A lifeless thing broke, or did not."""

    actor: str
    what: str
    broken: bool

    def say(self) -> str:
        return f"The {self.what} {'is bent, broken or holed' if self.broken else 'holds'}"

    def headline(self) -> str:
        return f"the {self.what} {'breaks' if self.broken else 'holds'}"


class Found(Happening, frozen=True, kw_only=True):
    """What came of a search, of noticing, or of a touch."""

    actor: str
    outcome: str
    note: str

    def say(self) -> str:
        return f"{self.actor} {self.note} ({self.outcome})"

    def headline(self) -> str:
        return self.note


class TurnBegan(Happening, frozen=True, kw_only=True):
    """The next turn: what held until then is over."""

    actor: str
    round: int

    def on(self, scene: Scene) -> Scene:
        if self.round != scene.round:
            scene = replace(scene, fighters=tuple(replace(one, used=()) for one in scene.fighters), round=self.round)
        for other in scene.fighters:
            if other.braced == self.actor:
                scene = scene.with_fighter(other.name, braced="")
        scene = scene.with_fighter(
            self.actor, acted=False, moved=False, extra=False, defends=False, squeezed=(), fresh_holds=()
        )
        return replace(scene, turn=self.actor)

    def say(self) -> str:
        return f"Round {self.round}: {self.actor}'s turn"


class TurnEnded(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.actor, extra=False, stunned=max(0, scene[self.actor].stunned - 1))

    def say(self) -> str:
        return f"{self.actor}'s turn is over"


class Weakened(Happening, frozen=True, kw_only=True):
    """A dying character lost a level of Strength."""

    target: str
    strength: int

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.target, lost=scene[self.target].lost + 1)

    def say(self) -> str:
        return f"{self.target} loses a level of Strength: {self.strength} left"


class Died(Happening, frozen=True, kw_only=True):
    target: str

    def on(self, scene: Scene) -> Scene:
        return scene.with_fighter(self.target, dead=True, dying_from=None)

    def say(self) -> str:
        return f"{self.target} is dead"


class Overruled(Happening, frozen=True, kw_only=True):
    """The game master said how it is."""

    actor: str
    what: str
    to: str
    changes: dict[str, Any]
    why: str = ""

    def on(self, scene: Scene) -> Scene:
        scene = scene.with_fighter(self.actor, **self.changes)
        if self.what == "free":
            scene = replace(scene, holds=tuple(one for one in scene.holds if one.held != self.actor))
        return scene

    def say(self) -> str:
        return f"The game master overrules: {self.actor}, {self.what} {self.to}" + (
            f" ({self.why})" if self.why else ""
        )


AnyEvent: TypeAlias = (
    Tested | Missed | Scored | Hurt | Answered | Waived | Unmoved | KnockedOut | Prone | Stunned | Moved | Held | HoldEnded
    | Grabbed | Squeezed | Stance | Favoured | Acted | Allowed | MoveUsed | QualitySet | QualityGone | Advantage | Paid
    | Struck | Found | TurnBegan | TurnEnded | Weakened | Died | Stabilised | Declined | Overruled
)  # fmt: skip

__all__ = [
    "Acted",
    "Advantage",
    "Allowed",
    "Answered",
    "AnyEvent",
    "Declined",
    "Died",
    "Favoured",
    "Found",
    "Grabbed",
    "Happening",
    "Held",
    "HoldEnded",
    "Hurt",
    "KnockedOut",
    "Missed",
    "MoveUsed",
    "Moved",
    "Overruled",
    "Paid",
    "Prone",
    "QualityGone",
    "QualitySet",
    "Scored",
    "Squeezed",
    "Stabilised",
    "Stance",
    "Struck",
    "Stunned",
    "Tested",
    "TurnBegan",
    "TurnEnded",
    "Unmoved",
    "Waived",
    "Weakened",
]
