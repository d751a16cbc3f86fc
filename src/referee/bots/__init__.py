"""Players that are programs. They know a game only by the System contract, and nobody's dice to come."""

from referee.bots.deciding import Bot, Decision, decision_of, take
from referee.bots.names import BOTS, bot_named

__all__ = ["BOTS", "Bot", "Decision", "bot_named", "decision_of", "take"]
