"""Uses of abilities and powers outside blows and holds."""

from __future__ import annotations

from referee.systems.graded.happenings import Happening
from referee.systems.icons.state import Fight


class Tried(Happening, frozen=True, kw_only=True):
    """What came of a use of an ability. `note` is a sentence for people."""

    actor: str
    deed: str
    outcome: str
    note: str

    def say(self) -> str:
        return f"{self.actor}: {self.note}"

    def headline(self) -> str:
        return f"{self.deed}: {self.note}"


class Told(Happening, frozen=True, kw_only=True):
    """What a character perceives or knows; all that the others learn of a secret test."""

    who: str
    text: str

    def say(self) -> str:
        return f"{self.who}: {self.text}"

    def headline(self) -> str:
        return self.text


class Hid(Happening, frozen=True, kw_only=True):
    """What others have to reach to notice somebody."""

    actor: str
    effort: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, unseen=self.effort)

    def say(self) -> str:
        return f"{self.actor} moves unnoticed, unless somebody reaches {self.effort}"


class Fell(Happening, frozen=True, kw_only=True):
    """Somebody slipped and lies on the ground."""

    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, down=True)

    def say(self) -> str:
        return f"{self.actor} slips and falls"

    def headline(self) -> str:
        return "slips"


class Shaken(Happening, frozen=True, kw_only=True):
    """-2 on active tests against the intimidator until the page is over."""

    target: str
    by: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, cowed_by=(*fight[self.target].cowed_by, self.by))

    def say(self) -> str:
        return f"{self.target} has -2 against {self.by} on this page"


class GaveUp(Happening, frozen=True, kw_only=True):
    """A massive intimidation: flight or surrender, and no attack on the intimidator."""

    target: str
    by: str
    how: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, awed_by=(*fight[self.target].awed_by, self.by), panel="done")

    def say(self) -> str:
        return f"{self.target} {'flees from' if self.how == 'flee' else 'surrenders to'} {self.by}"

    def headline(self) -> str:
        return f"{self.target} {'flees' if self.how == 'flee' else 'surrenders'}"


class Defied(Happening, frozen=True, kw_only=True):
    """An intimidation failed and cannot be tried again (`locked`), or now it can."""

    target: str
    by: str
    locked: bool

    def on(self, fight: Fight) -> Fight:
        rest = tuple(name for name in fight[self.target].defied if name != self.by)
        return fight.with_fighter(self.target, defied=(*rest, self.by) if self.locked else rest)

    def say(self) -> str:
        if self.locked:
            return f"{self.by} cannot intimidate {self.target} again until circumstances change"
        return f"Circumstances have changed: {self.by} may intimidate {self.target} again"


class Emboldened(Happening, frozen=True, kw_only=True):
    """Whom an intimidator attacks need not give up any longer."""

    target: str
    by: str

    def on(self, fight: Fight) -> Fight:
        left = tuple(name for name in fight[self.target].awed_by if name != self.by)
        return fight.with_fighter(self.target, awed_by=left)

    def say(self) -> str:
        return f"{self.by} attacks, so {self.target} may fight back"


class Restored(Happening, frozen=True, kw_only=True):
    """Stamina came back, to this much; `by` is the power or the healer. `strength` levels came back too."""

    target: str
    stamina: int
    by: str
    strength: int = 0

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.target]
        return fight.with_fighter(
            self.target,
            stamina=self.stamina,
            lost=max(0, fighter.lost - self.strength),
            unconscious=fighter.unconscious and self.stamina == 0,
            wake=None if self.stamina else fighter.wake,
        )

    def say(self) -> str:
        words = f"{self.target} is at Stamina {self.stamina}"
        if self.strength:
            words += f" and regains {self.strength} level{'s' if self.strength > 1 else ''} of Strength"
        return f"{words}: {self.by}"

    def headline(self) -> str:
        return f"{self.target} regains Strength" if self.strength else f"{self.target} at Stamina {self.stamina}"


class Treated(Happening, frozen=True, kw_only=True):
    """A use of Healing on a character, one of two a day; later ones cost the healer a point."""

    actor: str
    target: str
    paid: int

    def on(self, fight: Fight) -> Fight:
        fight = fight.with_fighter(self.target, healed=fight[self.target].healed + 1)
        return fight.with_fighter(self.actor, determination=fight[self.actor].determination - self.paid)

    def say(self) -> str:
        return f"{self.actor} heals {self.target}" + (" for a point of Determination" if self.paid else "")


class Regrew(Happening, frozen=True, kw_only=True):
    """Regeneration gave Stamina; `total` so far in this conflict."""

    target: str
    stamina: int
    total: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.target, stamina=self.stamina, regrown=self.total)

    def say(self) -> str:
        return f"{self.target} regenerates to Stamina {self.stamina}"


class Resized(Happening, frozen=True, kw_only=True):
    actor: str
    size: str

    def on(self, fight: Fight) -> Fight:
        fighter = fight[self.actor]
        # What was lost of a giant's Strength does not kill whoever is small again.
        return fight.with_fighter(self.actor, size=self.size, lost=min(fighter.lost, fighter.sheet.strength))

    def say(self) -> str:
        return f"{self.actor} {'is of normal size again' if not self.size else 'has ' + self.size}"


class Paced(Happening, frozen=True, kw_only=True):
    """The count of pages of moving (and of pages of rest between) at the end of a page."""

    actor: str
    paces: int
    idle: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, paces=self.paces, idle=self.idle)

    def say(self) -> str:
        return f"{self.actor} has been moving for {self.paces} pages" if self.paces else f"{self.actor} is rested"


class Collapsed(Happening, frozen=True, kw_only=True):
    """Exhaustion: no physical action until the rest is over."""

    actor: str
    until: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, down=True, rests_until=self.until, paces=0, idle=0)

    def say(self) -> str:
        return f"{self.actor} collapses and has to rest until page {self.until} is over"

    def headline(self) -> str:
        return "collapses"


class Rested(Happening, frozen=True, kw_only=True):
    actor: str

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, rests_until=None)

    def say(self) -> str:
        return f"{self.actor} has rested enough"


class Breathed(Happening, frozen=True, kw_only=True):
    """One more page under water."""

    actor: str
    pages: int

    def on(self, fight: Fight) -> Fight:
        return fight.with_fighter(self.actor, dive=self.pages)

    def say(self) -> str:
        return f"{self.actor} has been under water for {self.pages} page{'s' if self.pages > 1 else ''}"
