"""Dice Up: strain, conditions and scars."""

from referee.systems.diceup.system import DICEUP

__all__ = ["DICEUP"]
