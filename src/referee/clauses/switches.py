"""House rules that the ledgers name, read out of their rulings.

A ruling that offers another reading names a switch in one of these forms; the first value is the default::

    Switch: page_results = immediate | end_of_page.
    Switch: pages_per_minute = 10.
    (switch: hold_damage_same_turn, default on; ...)
    default surge_on_miss = 1

Sentences that only mention a switch ("same switch", "With the switch on ...") define nothing, and examples
are not read at all, because they show switches in use. Definitions that no form covers are listed in
`CORRECTIONS`, each with the words that it reads and the reason why a person had to read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from referee.clauses.index import Clause


class LedgerError(ValueError):
    """A ledger, or a file about one, that cannot be used. The message names the place and the reason."""


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house rule: its name, its values with the default first, the default, and the clause that names it.

    A switch that holds a number has no values and an int default.
    """

    name: str
    values: tuple[str, ...]
    default: str | int
    clause: str


class Correction(msgspec.Struct, frozen=True):
    """A switch that a person read: the words of its clause that were read, and why no form fits them."""

    switch: Switch
    words: str
    reason: str


CORRECTIONS: Mapping[str, tuple[Correction, ...]] = {
    "sorcery": (
        Correction(
            Switch("dice", ("plus_minus", "opposed"), "plus_minus", "sorcery.context.opposed_dice"),
            words="Offer dice = opposed as a switch.",
            reason="Two clauses share the definition: the default is said in sorcery.context.test_roll.",
        ),
    ),
    "diceup": (
        Correction(
            Switch("healing", ("off", "on"), "off", "diceup.strain.item_removal"),
            words="Disabled unless the setting switch healing is on.",
            reason="The default is said by 'disabled unless', not by a value.",
        ),
        Correction(
            Switch("soak", ("off", "on"), "off", "diceup.reducing.setting"),
            words="Setting switch soak off:",
            reason="Only an example names it. 'If the setting allows it' reads as off, as for healing.",
        ),
        Correction(
            Switch("condition_bars_assist", ("on", "off"), "on", "diceup.conditions.second"),
            words="since an assist helps overcome a challenge (switch, default on).",
            reason="The ruling gives no name; this one says what happens while it is on.",
        ),
    ),
}

_VALUES = re.compile(r"\b[Ss]witch:? (?P<name>[a-z]\w*) = (?P<values>\w+(?: \| \w+)*)")
_DEFAULT = re.compile(r"\b[Ss]witch:? (?P<name>[a-z]\w*), default (?P<default>on|off|\d+)\b")
_NUMBER = re.compile(r"\b[Dd]efault (?P<name>[a-z]\w*) = (?P<default>\d+)\b")


def read_switches(system: str, clauses: Iterable[Clause]) -> tuple[Switch, ...]:
    """All switches of a system, in the order in which its ledger names them first.

    Raises `LedgerError` if two clauses disagree about a switch, if a switch has one word as its only value,
    or if the words behind a correction are no longer in the ledger.
    """
    clauses = tuple(clauses)
    corrections = CORRECTIONS.get(system, ())
    _check_words(corrections, clauses)
    at_clause = {correction.switch.clause: correction.switch for correction in corrections}
    found: dict[str, Switch] = {}
    for clause in clauses:
        here = list(_defined_by(clause))
        if clause.id in at_clause:
            here.append(at_clause[clause.id])
        for switch in here:
            first = found.setdefault(switch.name, switch)
            if (first.values, first.default) != (switch.values, switch.default):
                raise LedgerError(f'{first.clause} and {clause.id} disagree about the switch "{switch.name}"')
    return tuple(found.values())


def _defined_by(clause: Clause) -> Iterator[Switch]:
    ruling = clause.ruling or ""
    for match in _VALUES.finditer(ruling):
        name, values = match["name"], tuple(match["values"].split(" | "))
        if len(values) > 1:
            yield Switch(name, values, values[0], clause.id)
        elif values[0].isdecimal():
            yield Switch(name, (), int(values[0]), clause.id)
        else:
            raise LedgerError(f'{clause.id}: the switch "{name}" has "{values[0]}" as its only value')
    for form in (_DEFAULT, _NUMBER):
        for match in form.finditer(ruling):
            default = match["default"]
            if default.isdecimal():
                yield Switch(match["name"], (), int(default), clause.id)
            else:
                values = ("on", "off") if default == "on" else ("off", "on")
                yield Switch(match["name"], values, default, clause.id)


def _check_words(corrections: Iterable[Correction], clauses: Iterable[Clause]) -> None:
    texts = {clause.id: f"{clause.ruling}\n{clause.example}" for clause in clauses}
    for correction in corrections:
        switch = correction.switch
        if correction.words not in texts.get(switch.clause, ""):
            raise LedgerError(
                f'{switch.clause} no longer says "{correction.words}", '
                f'which the switch "{switch.name}" was read from; look at its entry in CORRECTIONS again'
            )
