"""How much of a ledger does the code cover, and how much of that is proven by tests?

Every clause, and every row with an id, has one standing:

    data        a table that runs: the sources load it with `table(id)` or `ladder(id)`
    code        the sources name its id
    guidance    nothing to enforce: the ledger calls it guidance, or `reasons.toml` says why
    not_yet     none of these

The sources are read, not run, so an id counts where it is written out whole. An id that code puts together
from pieces is not found, on purpose: nobody could search for it either.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, TypeAlias

import msgspec

from referee.clauses.index import SYSTEMS, Ledger, UnknownClause, index
from referee.clauses.switches import LedgerError

Standing: TypeAlias = Literal["data", "code", "guidance", "not_yet"]

LOADERS = ("table", "ladder")
"""The calls that turn a clause into data that runs."""

Reasons: TypeAlias = Mapping[str, str]
Proofs: TypeAlias = Mapping[str, tuple[str, ...]]


class Use(msgspec.Struct, frozen=True, order=True):
    """One place where a source names an id: file, line, enclosing function ("" at module level), and how."""

    file: str
    line: int
    function: str
    id: str
    loads: bool
    """Whether the id is handed to `table` or `ladder`."""


class Entry(msgspec.Struct, frozen=True):
    """One clause or row: where it stands and what speaks for it.

    `uses` are the places that name this very id, `proofs` the tests that do, `reason` is from `reasons.toml`.
    """

    id: str
    is_row: bool
    standing: Standing
    proven: bool
    uses: tuple[Use, ...] = ()
    proofs: tuple[str, ...] = ()
    reason: str | None = None


class Coverage(msgspec.Struct, frozen=True, dict=True):
    """The standing of all clauses and rows of one system, in ledger order, with the counts.

    `data + code + guidance + not_yet` is `clauses + rows`.
    """

    system: str
    entries: tuple[Entry, ...]

    def __getitem__(self, id: str) -> Entry:
        """The entry of a clause or row. Raises `KeyError`."""
        return self._by_id[id]

    @property
    def clauses(self) -> int:
        return sum(not entry.is_row for entry in self.entries)

    @property
    def rows(self) -> int:
        """How many rows have an id of their own."""
        return sum(entry.is_row for entry in self.entries)

    @property
    def data(self) -> int:
        return self._standing("data")

    @property
    def code(self) -> int:
        return self._standing("code")

    @property
    def guidance(self) -> int:
        return self._standing("guidance")

    @property
    def not_yet(self) -> int:
        return self._standing("not_yet")

    @property
    def unproven(self) -> int:
        return len(self.unproven_ids)

    @cached_property
    def not_yet_ids(self) -> tuple[str, ...]:
        return tuple(entry.id for entry in self.entries if entry.standing == "not_yet")

    @cached_property
    def unproven_ids(self) -> tuple[str, ...]:
        """The ids that code or data covers and no test proves."""
        covered = ("data", "code")
        return tuple(entry.id for entry in self.entries if entry.standing in covered and not entry.proven)

    @cached_property
    def _by_id(self) -> dict[str, Entry]:
        return {entry.id: entry for entry in self.entries}

    def _standing(self, standing: Standing) -> int:
        return sum(entry.standing == standing for entry in self.entries)


def coverage(system: str) -> Coverage:
    """The coverage of a system by the sources of this package, and by the proofs recorded with it.

    Raises `UnknownSystem`, and `LedgerError` if `reasons.toml` or `proofs.json` cannot be used.
    """
    ledger = index().system(system)
    here = files("referee.clauses")
    proofs = here.joinpath("proofs.json")
    return weigh(
        ledger,
        uses=system_uses(ledger, files("referee").joinpath("systems")),
        reasons=read_reasons(here.joinpath("reasons.toml").read_text(encoding="utf-8"))[system],
        proofs=read_proofs(proofs.read_text(encoding="utf-8")) if proofs.is_file() else {},
    )


def weigh(ledger: Ledger, uses: Iterable[Use], reasons: Reasons, proofs: Proofs) -> Coverage:
    """The coverage of a ledger by these uses of its ids, reasons for needing no code, and proofs by tests."""
    used: dict[str, list[Use]] = {}
    for use in uses:
        used.setdefault(use.id, []).append(use)
    loaded = {id for id, places in used.items() if any(use.loads for use in places)}
    entries = []
    for id, cited in ledger.citable.items():
        standing: Standing
        if id in loaded:
            standing = "data"
        elif id in used:
            standing = "code"
        elif cited.row and cited.clause.id in loaded:
            standing = "data"
        elif cited.kind == "guidance" or id in reasons:
            standing = "guidance"
        else:
            standing = "not_yet"
        proven = bool(proofs.get(id))
        if standing == "data" and not proven:
            # A table that runs is proven by any of its rows. A row is proven by nothing but itself.
            proven = any(proofs.get(row.id) for row in cited.rows if row.id)
        entries.append(
            Entry(
                id=id,
                is_row=cited.row is not None,
                standing=standing,
                proven=proven,
                uses=tuple(sorted(used.get(id, ()))),
                proofs=tuple(proofs.get(id, ())),
                reason=reasons.get(id),
            )
        )
    return Coverage(ledger.system, tuple(entries))


def system_uses(ledger: Ledger, systems: Traversable) -> tuple[Use, ...]:
    """Where the system and the skeleton `graded`, both folders of `systems`, name the ids of a ledger."""
    uses: list[Use] = []
    for package in (ledger.system, "graded"):
        uses += scan(systems.joinpath(package), ledger.citable, f"referee/systems/{package}")
    return tuple(uses)


def scan(folder: Traversable, known: Container[str], shown_as: str = "") -> Iterator[Use]:
    """All places below `folder` where a Python source has a known id as a string, docstrings aside.

    `shown_as` is how the folder is called in `Use.file`. A folder that does not exist holds nothing. Raises
    `LedgerError` for a source that cannot be parsed.
    """
    if not folder.is_dir():
        return
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = f"{shown_as}/{item.name}" if shown_as else item.name
        if item.is_dir():
            yield from scan(item, known, name)
        elif item.name.endswith(".py"):
            try:
                tree = ast.parse(item.read_text(encoding="utf-8"))
            except SyntaxError as error:
                raise LedgerError(f"{name}, line {error.lineno}: {error.msg}") from None
            yield from _uses_in(tree, known, name, function="", loads=False)


def _uses_in(node: ast.AST, known: Container[str], file: str, function: str, loads: bool) -> Iterator[Use]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and node.value in known:
            yield Use(file, node.lineno, function, node.value, loads)
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring, of whatever is documented: it says something and does nothing
    inner = function
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        inner = f"{function}.{node.name}" if function else node.name
    loading = isinstance(node, ast.Call) and _called(node) in LOADERS
    for child in ast.iter_child_nodes(node):
        argument = child.value if isinstance(child, ast.keyword) else child
        yield from _uses_in(argument, known, file, inner, loads=loading)


def _called(call: ast.Call) -> str | None:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def read_reasons(text: str) -> Mapping[str, Reasons]:
    """Why some clauses need no code, by system, from the text of `reasons.toml`.

    Raises `LedgerError` for a system or an id that does not exist, an id under the wrong system, and a reason
    that says nothing.
    """
    try:
        written = msgspec.convert(tomllib.loads(text), dict[str, dict[str, str]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LedgerError(f"reasons.toml: {error}") from None
    for system, reasons in written.items():
        if system not in SYSTEMS:
            raise LedgerError(f'reasons.toml: there is no system "{system}"; there are {", ".join(SYSTEMS)}')
        for id, reason in reasons.items():
            _check_known(id, "reasons.toml")
            if not id.startswith(f"{system}."):
                raise LedgerError(f'reasons.toml: "{id}" stands under [{system}]')
            if not reason.strip():
                raise LedgerError(f'reasons.toml: "{id}" has an empty reason')
    return {system: written.get(system, {}) for system in SYSTEMS}


def read_proofs(text: str) -> Proofs:
    """Which tests prove which ids, from the text of `proofs.json`: an object of lists of test names.

    Raises `LedgerError` for another shape and for an id that no ledger has.
    """
    try:
        proofs = msgspec.json.decode(text, type=dict[str, tuple[str, ...]])
    except (msgspec.DecodeError, UnicodeError) as error:
        raise LedgerError(f"proofs.json: {error}") from None
    for id in proofs:
        _check_known(id, "proofs.json")
    return proofs


def _check_known(id: str, file: str) -> None:
    try:
        index()[id]
    except UnknownClause as error:
        raise LedgerError(f"{file}: {error}") from None
