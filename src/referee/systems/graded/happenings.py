"""The base of every event of a graded game: it knows what it changes and how to say it."""

from __future__ import annotations

from typing import Any

from referee.core.events import Event, Part


def summed(parts: tuple[Part, ...]) -> str:
    """A breakdown in words: `Prowess 5, surprise +2`."""
    words = [
        f"{part.what} {part.amount}" if at == 0 else f"{part.what} {part.amount:+d}" for at, part in enumerate(parts)
    ]
    return ", ".join(words)


class Happening(Event, frozen=True, kw_only=True):
    """The base of all events of a scene."""

    def on(self, state: Any) -> Any:
        """The state after this event."""
        return state

    def say(self) -> str:
        raise TypeError(f"{type(self).__name__} has no words")

    def headline(self) -> str | None:
        """A few words for an odds report, or None."""
        return None
