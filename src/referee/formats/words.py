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
    free = iter(fields)
    for word in words[2:]:
        name, sign, value = word.partition("=")
        # A name at the table may itself hold a sign of equality.
        if not sign or (name not in fields and _known(word, names) in names):
            name, value = next((one for one in free if one not in tree), ""), word
            if not name:
                raise BadInput(f"{word!r} is one word too many; write {usage(kind)}")
        elif name not in fields:
            raise BadInput(f"{kind.__struct_config__.tag} has no {name!r}{nearest(name, fields)} (write {usage(kind)})")
        tree[name] = _known(value, names) if name in ("target", "of") else value
    missing = [field.name for field in msgspec.structs.fields(kind)[1:] if field.required and field.name not in tree]
    if missing:
        raise BadInput(f"{missing[0]} is missing; write {usage(kind)}")
    if "to" in tree:
        tree["to"] = tree["to"].title()
    return from_tree(tree, system.intent_type)


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


def _known(word: str, names: tuple[str, ...]) -> str:
    return next((name for name in names if name.casefold() == word.casefold()), word)
