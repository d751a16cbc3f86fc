"""What does the rule book say? The four ledgers, by clause id.

A clause id starts with its system and a dot (`sorcery.bashing.free_attack`); a row of a table may have an id
of its own, in the same namespace. `index()` answers for all of them. A ledger is read when the first of its
ids is asked for, because every command imports this module and most commands play one system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from referee.clauses.switches import LedgerError, Switch, read_switches
from referee.core.ladders import OPEN_ABOVE, OPEN_BELOW, Ladder, Rung

SYSTEMS = ("icons", "sorcery", "diceup", "iconica")
"""The systems that have a ledger."""

Kind: TypeAlias = Literal["mechanic", "modifier", "table", "option", "definition", "guidance", "context"]
Value: TypeAlias = str | int | bool


class UnknownClause(LookupError):
    """No clause or row has this id. The message names the nearest id that exists."""


class UnknownSystem(LookupError):
    """No system has this name. The message lists the names."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a clause: its id, if it may be cited by itself, and its columns (the id is not among them)."""

    id: str | None
    values: Mapping[str, Value]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule as the ledger has it.

    `rule` is the rule in a sentence, `example` a worked case, `ruling` this project's own reading where the
    source is silent, and `basis` the source of a clause that comes from elsewhere.
    """

    id: str
    system: str
    section: str
    kind: Kind
    rule: str
    example: str | None = None
    ruling: str | None = None
    basis: str | None = None
    rows: tuple[Row, ...] = ()


class Cited(msgspec.Struct, frozen=True):
    """What an id stands for: a clause, or one row of it (`row` is None for the clause as a whole).

    The texts of the clause can be read from here directly: `index()[id].rule`.
    """

    id: str
    clause: Clause
    row: Row | None = None

    @property
    def values(self) -> Mapping[str, Value]:
        """The columns of the row; empty for a whole clause."""
        return self.row.values if self.row else MappingProxyType({})

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows below this id: those of a clause; none for a row."""
        return () if self.row else self.clause.rows

    @property
    def system(self) -> str:
        return self.clause.system

    @property
    def section(self) -> str:
        return self.clause.section

    @property
    def kind(self) -> Kind:
        return self.clause.kind

    @property
    def rule(self) -> str:
        return self.clause.rule

    @property
    def example(self) -> str | None:
        return self.clause.example

    @property
    def ruling(self) -> str | None:
        return self.clause.ruling

    @property
    def basis(self) -> str | None:
        return self.clause.basis


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the rules of a ledger come from, and how its examples write dice."""

    id: str
    title: str
    family: str | None = None
    edition: str | None = None
    address: str | None = None
    dice_notation: str | None = None


class _WrittenClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    section: str
    kind: Kind
    rule: str
    example: str | None = None
    ruling: str | None = None
    basis: str | None = None
    rows: tuple[dict[str, Value], ...] = ()


class _WrittenLedger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    clause: tuple[_WrittenClause, ...]


@dataclass(frozen=True)
class Ledger:
    """The rules of one system: its source, its clauses in the order of the source, and all citable ids."""

    source: Source
    clauses: tuple[Clause, ...]
    citable: Mapping[str, Cited]

    @property
    def system(self) -> str:
        return self.source.id

    @cached_property
    def switches(self) -> tuple[Switch, ...]:
        """The house rules that the rulings name. Raises `LedgerError` if they contradict each other."""
        return read_switches(self.system, self.clauses)


def read_ledger(system: str, text: str) -> Ledger:
    """The ledger of `system` from its TOML text.

    Raises `LedgerError` for text that is no TOML, an unknown or missing field, an id that does not start
    with the system's name, and an id that is used twice, by clauses or rows.
    """
    import tomllib

    try:
        written = msgspec.convert(tomllib.loads(text), _WrittenLedger)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LedgerError(f"the ledger of {system}: {error}") from None
    if written.source.id != system:
        raise LedgerError(f'the ledger of {system} says that it belongs to "{written.source.id}"')
    clauses = tuple(_clause(system, entry) for entry in written.clause)
    citable: dict[str, Cited] = {}
    for cited in _all_cited(clauses):
        if not cited.id.startswith(f"{system}."):
            raise LedgerError(f'the ledger of {system}: the id "{cited.id}" must start with "{system}."')
        if cited.id in citable:
            raise LedgerError(f'the ledger of {system} uses the id "{cited.id}" twice')
        citable[cited.id] = cited
    return Ledger(written.source, clauses, MappingProxyType(citable))


def _clause(system: str, entry: _WrittenClause) -> Clause:
    return Clause(
        id=entry.id,
        system=system,
        section=entry.section,
        kind=entry.kind,
        rule=entry.rule,
        example=entry.example,
        ruling=entry.ruling,
        basis=entry.basis,
        rows=tuple(_row(entry.id, row) for row in entry.rows),
    )


def _row(clause: str, columns: dict[str, Value]) -> Row:
    id = columns.pop("id", None)
    if id is not None and not isinstance(id, str):
        raise LedgerError(f"{clause}: a row has the id {id!r}, which is no text")
    return Row(id, MappingProxyType(columns))


def _all_cited(clauses: tuple[Clause, ...]) -> Iterator[Cited]:
    for clause in clauses:
        yield Cited(clause.id, clause)
        for row in clause.rows:
            if row.id is not None:
                yield Cited(row.id, clause, row)


def _packaged(system: str) -> str:
    from importlib.resources import files

    return files("referee.clauses").joinpath(f"{system}.toml").read_text(encoding="utf-8")


class Index:
    """All ledgers behind one door: `index()[id]`, `id in index()`, tables, ladders, and switches."""

    def __init__(self) -> None:
        self._ledgers: dict[str, Ledger] = {}
        self._met: set[str] = set()  # ids that have been asked for and are there: every event asks

    def system(self, name: str) -> Ledger:
        """The ledger of a system. Raises `UnknownSystem`, or `LedgerError` if the ledger cannot be used."""
        ledger = self._ledgers.get(name)
        if ledger is None:
            if name not in SYSTEMS:
                raise UnknownSystem(f'there is no system "{name}"; there are {", ".join(SYSTEMS)}')
            ledger = self._ledgers[name] = read_ledger(name, _packaged(name))
        return ledger

    def __getitem__(self, id: str) -> Cited:
        """What `id` stands for. Raises `UnknownClause`."""
        prefix = id.partition(".")[0]
        if prefix in SYSTEMS and (cited := self.system(prefix).citable.get(id)):
            return cited
        raise UnknownClause(f'there is no clause "{id}"; the nearest is "{self._nearest(id)}"')

    def __contains__(self, id: object) -> bool:
        if id in self._met:
            return True
        if not isinstance(id, str):
            return False
        prefix = id.partition(".")[0]
        there = prefix in SYSTEMS and id in self.system(prefix).citable
        if there:
            self._met.add(id)
        return there

    def _nearest(self, id: str) -> str:
        from difflib import get_close_matches

        prefix = id.partition(".")[0]
        systems = (prefix,) if prefix in SYSTEMS else SYSTEMS
        known = [each for system in systems for each in self.system(system).citable]
        return get_close_matches(id, known, n=1, cutoff=0.0)[0]

    def table(self, id: str) -> tuple[Mapping[str, Value], ...]:
        """The rows of a clause as the ledger has them, with the key "id" where a row has one.

        Raises `UnknownClause`, or `LedgerError` if `id` names no clause with rows.
        """
        rows = self[id].rows
        if not rows:
            raise LedgerError(f"{id} has no rows")
        return tuple(MappingProxyType({"id": row.id, **row.values} if row.id else {**row.values}) for row in rows)

    def ladder(self, id: str, column: str = "effect", name: str = "outcome") -> Ladder:
        """The rows of a clause as a ladder.

        The ends of a rung are the columns `<column>_from` and `<column>_to`, or, in a table that grades the
        outcome itself, `min` and `max`, where a missing one is an open end. Its name is the column `name`,
        and its clause is the row's id, or the table's where the row has none.

        Raises `UnknownClause`, or `LedgerError` if the rows do not have these columns or do not join up.
        """
        rungs = []
        for row in self[id].rows:
            values = row.values
            if f"{column}_from" in values or f"{column}_to" in values:
                low, high = values.get(f"{column}_from"), values.get(f"{column}_to")
            elif "min" in values or "max" in values:
                low, high = values.get("min", OPEN_BELOW), values.get("max", OPEN_ABOVE)
            else:
                raise LedgerError(f"{id}: a row has neither {column}_from and {column}_to nor min and max")
            title = values.get(name)
            if not (isinstance(low, int) and isinstance(high, int) and isinstance(title, str)):
                raise LedgerError(
                    f'{id}: a row needs whole numbers for its ends and a text "{name}"; it has {dict(values)}'
                )
            rungs.append((low, high, title, row.id or id))
        try:
            return Ladder(id, tuple(Rung(*rung) for rung in rungs))
        except ValueError as error:
            raise LedgerError(str(error)) from None

    def switches(self, system: str) -> tuple[Switch, ...]:
        """The house rules of a system, in the order of its ledger. Raises `UnknownSystem`."""
        return self.system(system).switches


@cache
def index() -> Index:
    """The one index of this process."""
    return Index()


def table(id: str) -> tuple[Mapping[str, Value], ...]:
    """`index().table(id)`: the call by which a system runs a table of its ledger as data."""
    return index().table(id)


def ladder(id: str, column: str = "effect", name: str = "outcome") -> Ladder:
    """`index().ladder(id, ...)`: the call by which a system runs a graded table of its ledger as data."""
    return index().ladder(id, column, name)
