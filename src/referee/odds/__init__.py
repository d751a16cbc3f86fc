"""Exact odds: every result of a step with its chance, by running the very same rules."""

from referee.odds.best import decided
from referee.odds.budget import Budget, Sample
from referee.odds.chain import Chain, Plan, Spread, chain
from referee.odds.differences import Difference, difference, under_rule
from referee.odds.outcomes import after, outcomes
from referee.odds.report import Branch, Goal, Report, ahead, best_for, best_for_each, report, worst_for

__all__ = [
    "Branch",
    "Budget",
    "Chain",
    "Difference",
    "Goal",
    "Plan",
    "Report",
    "Sample",
    "Spread",
    "after",
    "ahead",
    "best_for",
    "best_for_each",
    "chain",
    "decided",
    "difference",
    "outcomes",
    "report",
    "under_rule",
    "worst_for",
]
