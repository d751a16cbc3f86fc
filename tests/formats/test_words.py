"""Intents as people type them."""

import pytest

from referee.core.codec import BadInput
from referee.formats.words import read_intent, write_intent
from referee.systems import system_named
from referee.systems.icons import intents as i

ICONS = system_named("icons")
NAMES = ("Dart", "Thug", "Captain Rook", "A=B")


@pytest.mark.parametrize(
    ("words", "intent"),
    [
        ("Dart bash Thug", i.Bash("Dart", "Thug")),
        ("dart BASH thug", i.Bash("Dart", "Thug")),
        ("Dart bash Thug fists major", i.Bash("Dart", "Thug", "fists", "major")),
        ("Dart bash pull=major Thug", i.Bash("Dart", "Thug", "", "major")),
        ("'captain rook' slash Dart using='long sword'", i.Slash("Captain Rook", "Dart", "long sword")),
        ("Dart move Thug extended", i.Move("Dart", "Thug", "Extended")),
        ("Dart bash A=B", i.Bash("Dart", "A=B")),
        ("Dart mark unaware of=thug", i.Mark("Dart", "unaware", "Thug")),
        ("Dart pass", i.Pass("Dart")),
    ],
)
def test_words_become_intents_and_back(words, intent):
    assert read_intent(ICONS, words, NAMES) == intent
    assert read_intent(ICONS, write_intent(intent), NAMES) == intent


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Dart", "a name and a verb"),
        ("Dart bsh Thug", r"'bsh' is no verb; did you mean 'bash'\? \(verbs: "),
        ("Dart qqqq Thug", r"'qqqq' is no verb \(verbs: "),
        ("Dart bash", "target is missing; write NAME bash TARGET"),
        ("Dart bash Thug fists major eye Anvil now", "'now' is one word too many"),
        ("Dart bash Thug pul=major", r"bash has no 'pul'; did you mean 'pull'\?"),
        ("Dart bash Thug pull=mjor", "did you mean 'major'"),
        ("Dart move Thug Extened", "did you mean 'Extended'"),
        ("Dart bash 'Thug", "cannot be read"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(words, said):
    with pytest.raises(BadInput, match=said):
        read_intent(ICONS, words, NAMES)
