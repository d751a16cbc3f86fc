"""Put people on the table, script every die and every choice, act, and look.

>>> scene = Scene("icons", {"characters": [
...     {"name": "Dart", "side": "heroes", "player": "ann", "prowess": 5, "coordination": 6, "strength": 4,
...      "intellect": 4, "awareness": 5, "willpower": 4},
...     {"name": "Thug", "side": "villains", "prowess": 3, "coordination": 2, "strength": 3,
...      "intellect": 2, "awareness": 2, "willpower": 2}]})
>>> scene.act("Dart bash Thug", dice=[[3, 3]], answers=["no"])
>>> scene.find("Thug").stamina, scene.cites("icons.bashing.moderate")
(1, True)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from referee.core.asking import BadAnswer, Need, Pending, Tape, read_answer
from referee.core.codec import from_tree
from referee.core.system import Illegal, Refusal
from referee.formats.words import read_intent
from referee.systems import system_named


class NotScripted(AssertionError):
    """The rules asked for more than the script holds."""


class NotUsed(AssertionError):
    """The script holds more than the rules asked for."""


class Scene:
    """A fight under a script. Every die and every answer must be used, and none may be missing."""

    def __init__(self, system: str, setup: dict[str, Any]) -> None:
        """Raises `BadInput` for a set-up that cannot be."""
        self.system = system_named(system)
        self.state = self.system.setup(from_tree(setup, self.system.setup_type))
        self.events: list[Any] = []
        self.cited: set[str] = set()

    def act(
        self, words: str, *, dice: Sequence[Sequence[int]] = (), answers: Sequence[object] = (), by: str | None = None
    ) -> None:
        """Play an intent with these throws and answers, in the order in which they are asked for.

        Raises `Illegal`, `NotScripted`, `NotUsed` or `BadAnswer`.
        """
        intent = self.read(words)
        seat = by or self.system.seat_of(self.state, intent)
        refusal = self.system.refusal(self.state, seat, intent)
        if refusal is not None:
            raise Illegal(refusal)
        throws, choices = deque(dice), deque(answers)

        def scripted(need: Need) -> int:
            left = throws if need.is_chance else choices
            if not left:
                raise NotScripted(f"{words}: no {'dice' if need.is_chance else 'answer'} left for {need.text!r}")
            return read_answer(need, left.popleft())

        tape = Tape((), scripted)
        self.state, events = self.system.step(self.state, seat, intent, tape)
        if throws or choices:
            raise NotUsed(f"{words}: left over: dice {list(throws)}, answers {list(choices)}")
        self.events = list(events)
        self.cited.update(clause for event in events for clause in event.cites())

    def refusal(self, words: str, by: str | None = None) -> Refusal | None:
        """Why the rules forbid an intent now, or None. Its clause counts as cited."""
        intent = self.read(words)
        refused = self.system.refusal(self.state, by or self.system.seat_of(self.state, intent), intent)
        if refused is not None:
            self.cited.update((refused.clause, *refused.also))
        return refused

    def read(self, words: str) -> Any:
        """An intent from words."""
        return read_intent(self.system, words, self.system.names(self.state))

    def find(self, name: str) -> Any:
        """A character of the state. Raises `KeyError`."""
        return self.state[name]

    def cites(self, clause: str) -> bool:
        """Whether an event or refusal so far stands on a clause."""
        return clause in self.cited


__all__ = ["BadAnswer", "NotScripted", "NotUsed", "Pending", "Scene"]
