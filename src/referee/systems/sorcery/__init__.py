"""Sorcery & Super Science!, second edition: the action options of the sneak peek."""

from referee.systems.sorcery.system import SORCERY

__all__ = ["SORCERY"]
