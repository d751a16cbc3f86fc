"""The registry: every system by name. Nothing above this room names a system."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from referee.core.codec import BadInput, nearest
from referee.core.system import System

NAMES = ("icons", "sorcery", "diceup", "iconica")
"""Systems that can be played."""


def system_named(name: str) -> System[Any, Any, Any]:
    """A system by its name. Raises `BadInput`."""
    if name not in NAMES:
        raise BadInput(f"no system is called {name!r}{nearest(name, NAMES)} (playable: {', '.join(NAMES)})", "system")
    system: System[Any, Any, Any] = getattr(import_module(f"referee.systems.{name}"), name.upper())
    return system
