"""Exact odds: every result of a step with its chance, by running the very same rules."""

from referee.odds.outcomes import after, outcomes
from referee.odds.report import Branch, Report, ahead, report

__all__ = ["Branch", "Report", "after", "ahead", "outcomes", "report"]
