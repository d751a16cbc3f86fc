"""The rule ledgers, and the index that answers "what is this clause?".

How much of a ledger the code covers is in `referee.clauses.coverage`. Play does not need it, so it is not
imported here.
"""

from referee.clauses.index import (
    SYSTEMS,
    Cited,
    Clause,
    Index,
    Kind,
    Ledger,
    Row,
    Source,
    UnknownClause,
    UnknownSystem,
    Value,
    index,
    ladder,
    read_ledger,
    table,
)
from referee.clauses.switches import LedgerError, Switch

__all__ = [
    "SYSTEMS",
    "Cited",
    "Clause",
    "Index",
    "Kind",
    "Ledger",
    "LedgerError",
    "Row",
    "Source",
    "Switch",
    "UnknownClause",
    "UnknownSystem",
    "Value",
    "index",
    "ladder",
    "read_ledger",
    "table",
]
