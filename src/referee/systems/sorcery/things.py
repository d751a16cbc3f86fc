"""What becomes of a thing that is wrested from somebody's grip."""

from __future__ import annotations

from referee.core.asking import Ask
from referee.systems.graded.asking import set_by_master
from referee.systems.sorcery import events as e
from referee.systems.sorcery.book import Row
from referee.systems.sorcery.rolling import Story
from referee.systems.sorcery.state import Fighter


def tear(story: Story, actor: Fighter, target: Fighter, item: str, row: Row, ask: Ask) -> None:
    """A moderate grab damages the thing by both Strengths; the grabber may let go (sorcery.grabbing.decline)."""
    thing = next(one for one in target.belongings if one.name == item)
    clause = "sorcery.grabbing.object_damage"
    both = actor.strength + target.strength
    if story.state.rule("combined_strength") == "icons_combine":
        both = min(actor.strength, target.strength) + 1
    material = thing.material
    if material is None:
        material = set_by_master(ask, None, clause, f"Of what material level is the {item}?")
    question = f"Grab the {item}? It takes {both} damage, and its material is {material}."
    if ask.choose(actor.seat, ("yes", "no"), "sorcery.grabbing.decline", question) == "no":
        story.emit(e.Declined(actor=actor.name, what=f"the {item}", clause="sorcery.grabbing.decline"))
        return
    broken = both > material
    by = "sorcery.grabbing.split" if broken else row.clause
    story.emit(
        e.Grabbed(actor=actor.name, target=target.name, item=item, broken=broken, clause=by, also=(row.clause, clause))
    )
