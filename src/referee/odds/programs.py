"""Rolls as programs for icepool and AnyDice, so that others can check our figures."""

from __future__ import annotations

from referee.core.codec import BadInput
from referee.core.dice import Dice, Pool

LANGUAGES = ("icepool", "anydice")


def program(pool: Pool, language: str) -> str:
    """The distribution of a pool as a program. Raises `BadInput` where the language has no words for it."""
    roll = pool_words(pool, language)
    return f"import icepool\n\nroll = {roll}\nprint(roll)\n" if language == "icepool" else f"output {roll}\n"


def pool_words(pool: Pool, language: str) -> str:
    """A pool as an expression. Raises `BadInput`."""
    if language not in LANGUAGES:
        raise BadInput(f"{language!r} is none of: {', '.join(LANGUAGES)}", "--program")
    words = _icepool if language == "icepool" else _anydice
    text = ""
    for term in pool.terms:
        sign = "-" if term.sign < 0 else "+"
        word = words(term) if isinstance(term, Dice) else str(term.number)
        text += f" {sign} {word}" if text else f"-{word}" if sign == "-" else word
    return text


def _icepool(dice: Dice) -> str:
    plain = "icepool.Die([-1, 0, 1])" if dice.sides == "F" else f"icepool.d({dice.sides})"
    die = plain
    if dice.reroll is not None:
        # A die that comes to the limit of its rerolls keeps what it shows.
        die = f"{die}.reroll({_faces(dice.again)}, depth={dice.rerolls})"
    if dice.explode is not None and dice.reroll is None:
        die = f"{die}.explode({_faces(dice.bursts)}, depth={dice.explosions})"
    elif dice.explode is not None:
        # The further dice of an explosion are not rerolled.
        more = f"{plain}.explode({_faces(dice.bursts)}, depth={dice.explosions - 1})" if dice.explosions > 1 else plain
        die = f"{die}.map(lambda face: face + {more} if face in {_faces(dice.bursts)} else face)"
    if not dice.keep:
        return die if dice.count == 1 else f"{dice.count} @ {die}"
    return f"{die}.pool({dice.count}).{'lowest' if dice.keeps_low else 'highest'}({dice.kept}).sum()"


def _faces(faces: frozenset[int]) -> str:
    return f"{{{', '.join(map(str, sorted(faces)))}}}"


def _anydice(dice: Dice) -> str:
    die = "d{-1, 0, 1}" if dice.sides == "F" else f"d{dice.sides}"
    if dice.reroll is not None or dice.explode is not None:
        raise BadInput("AnyDice counts rerolls and explosions to limits of its own; try --program icepool", "--program")
    if not dice.keep:
        return die if dice.count == 1 else f"{dice.count}{die}"
    return f"[{'lowest' if dice.keeps_low else 'highest'} {dice.kept} of {dice.count}{die}]"
