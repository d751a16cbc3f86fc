"""Intents as words: `Dart bash Thug using=fists pull=major`, and back.

The verb is the tag of an intent record, the first word its actor, further words its other fields in
order (`using`, `pull` and the like may be named). A name with spaces stands in quotes.
"""

from __future__ import annotations

import shlex
import typing
from typing import Any

import msgspec

from referee.core.codec import BadInput, from_tree, nearest
from referee.core.system import System


def kinds(system: System[Any, Any, Any]) -> dict[str, type[msgspec.Struct]]:
    """Every intent record of a system by its verb."""
    return {str(kind.__struct_config__.tag): kind for kind in typing.get_args(system.intent_type)}


def usage(kind: type[msgspec.Struct]) -> str:
    """How an intent is typed: `NAME bash TARGET [using=…] [pull=…]`."""
    words = ["NAME", str(kind.__struct_config__.tag)]
    for field in msgspec.structs.fields(kind)[1:]:
        words.append(field.name.upper() if field.required else f"[{field.name}=…]")
    return " ".join(words)


def read_intent(system: System[Any, Any, Any], text: str, names: tuple[str, ...] = ()) -> Any:
    """An intent from words. `names` are known names, matched without regard to case.

    Raises `BadInput` that says what was expected.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput(f"{text!r} cannot be read: {error}") from None
    by_verb = kinds(system)
    if len(words) < 2:
        raise BadInput(f"an act is a name and a verb, such as `Dart bash Thug`; verbs: {', '.join(by_verb)}")
    words[0] = _known(words[0], names)
    kind = by_verb.get(words[1].casefold())
    if kind is None:
        raise BadInput(f"{words[1]!r} is no verb{nearest(words[1], by_verb)} (verbs: {', '.join(by_verb)})")
    fields = [field.name for field in msgspec.structs.fields(kind)][1:]
    tree: dict[str, str] = {kind.__struct_config__.tag_field or "do": words[1].casefold(), "actor": words[0]}
    hints = typing.get_type_hints(kind)
    named = getattr(kind, "NAMED", ())
    for word in words[2:]:
        name, sign, value = word.partition("=")
        # A name at the table may itself hold a sign of equality.
        if not sign or (name not in fields and _known(word, names) in names):
            free = (one for one in fields if one not in tree and one not in named and _could_be(word, hints[one]))
            name, value = next(free, ""), word
            if not name:
                raise BadInput(f"{word!r} is one word too many; write {usage(kind)}")
        elif name not in fields:
            raise BadInput(f"{kind.__struct_config__.tag} has no {name!r}{nearest(name, fields)} (write {usage(kind)})")
        tree[name] = _known(value, names) if name in ("target", "of") else value
    missing = [field.name for field in msgspec.structs.fields(kind)[1:] if field.required and field.name not in tree]
    if missing:
        raise BadInput(f"{missing[0]} is missing; write {usage(kind)}")
    for name in tree.keys() & hints.keys():
        tree[name] = _known(tree[name], _literals(hints[name]))
        if hints[name] is bool:
            tree[name] = {"yes": "true", "no": "false"}.get(tree[name].casefold(), tree[name])
    return from_tree(tree, system.intent_type, lax=True)


def write_intent(intent: msgspec.Struct) -> str:
    """An intent in the words that `read_intent` reads."""
    words = []
    for field in msgspec.structs.fields(type(intent)):
        value = getattr(intent, field.name)
        if not field.required and value == field.default:
            continue
        quoted = shlex.quote(str(value))
        words.append(quoted if field.required else f"{field.name}={quoted}")
    return " ".join([words[0], str(intent.__struct_config__.tag), *words[1:]])


def _could_be(word: str, hint: Any) -> bool:
    """Whether a word without a field's name may be meant for a field: a figure for figures, a word for the rest."""
    plain = {part for part in (hint, *typing.get_args(hint)) if part in (int, str, bool)}
    return bool(plain & {str}) or not plain or word.lstrip("-").isdecimal() == bool(plain & {int})


def _literals(hint: Any) -> tuple[str, ...]:
    """The words that a field takes, if it takes only words."""
    if typing.get_origin(hint) is typing.Literal:
        return tuple(word for word in typing.get_args(hint) if isinstance(word, str))
    return ()


def _known(word: str, names: tuple[str, ...]) -> str:
    return next((name for name in names if name.casefold() == word.casefold()), word)
