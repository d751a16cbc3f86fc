"""Icons: the actions chapter, original edition."""

from referee.systems.icons.system import ICONS

__all__ = ["ICONS"]
