"""Iconica: a battle game for two or four players with character cards, dice, statuses, tiles and Final Acts."""

from referee.systems.iconica.system import ICONICA

__all__ = ["ICONICA"]
