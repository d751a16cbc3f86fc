"""Records to JSON and back: strict, with the path of a bad field and the nearest known word."""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class BadInput(ValueError):
    """Input that cannot be read. `where` is the path of the field (`characters[0].prowess`), or empty."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


def canonical(value: object) -> bytes:
    """The one byte string of a record: JSON, keys in order, no spaces. Equal records, equal bytes."""
    return msgspec.json.encode(value, order="deterministic")


def digest(*parts: bytes) -> str:
    """SHA-256 over the parts, each with its length before it, as 64 hex digits."""
    total = hashlib.sha256()
    for part in parts:
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


def from_json(data: bytes | str, kind: type[T]) -> T:
    """Decode JSON strictly. Raises `BadInput`."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise _explained(error, kind) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"this is not whole JSON ({error}); the file may have been cut short") from None


def from_toml(text: str, kind: type[T]) -> T:
    """Decode TOML strictly. Raises `BadInput`."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"this is not valid TOML: {error}") from None
    return from_tree(tree, kind)


def from_tree(tree: object, kind: type[T], *, lax: bool = False) -> T:
    """Check a tree of dicts, lists and plain values against a record type (`lax`: figures and yes or no may be words).

    Raises `BadInput`.
    """
    try:
        return msgspec.convert(tree, type=kind, strict=not lax)
    except msgspec.ValidationError as error:
        raise _explained(error, kind) from None


def to_tree(value: object) -> Any:
    """A record as plain dicts, lists and values, just as a file would give it back (no tuples)."""
    return msgspec.json.decode(msgspec.json.encode(value))


def nearest(word: str, known: typing.Iterable[str]) -> str:
    """`; did you mean 'x'?`, or an empty string."""
    by_fold = {other.casefold(): other for other in known}
    close = difflib.get_close_matches(word.casefold(), list(by_fold), n=1, cutoff=0.5)
    return f"; did you mean {by_fold[close[0]]!r}?" if close else ""


_WHERE = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_QUOTED = re.compile(r"unknown field `([^`]*)`|[Ii]nvalid (?:enum )?value '([^']*)'|Invalid value `([^`]*)`")


def _explained(error: msgspec.ValidationError, kind: object) -> BadInput:
    message = str(error)
    found = _WHERE.search(message)
    where = found.group(1) if found else ""
    message = _WHERE.sub("", message)
    quoted = _QUOTED.search(message)
    if quoted:
        word = next(group for group in quoted.groups() if group is not None)
        message += nearest(word, vocabulary(kind))
    return BadInput(message[0].lower() + message[1:], where)


@cache
def vocabulary(kind: object) -> tuple[str, ...]:
    """Every field name, tag and literal value that a record type knows."""
    return tuple(dict.fromkeys(_words(kind, set())))


def _words(kind: Any, seen: set[int]) -> Iterator[str]:
    if id(kind) in seen:
        return
    seen.add(id(kind))
    if typing.get_origin(kind) is typing.Literal:
        yield from (value for value in typing.get_args(kind) if isinstance(value, str))
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not typing.get_origin(kind):
        yield from kind.__struct_encode_fields__
        if isinstance(kind.__struct_config__.tag, str):
            yield kind.__struct_config__.tag
        for hint in typing.get_type_hints(kind).values():
            yield from _words(hint, seen)
    elif isinstance(kind, types.UnionType) or typing.get_args(kind):
        for part in typing.get_args(kind):
            yield from _words(part, seen)
