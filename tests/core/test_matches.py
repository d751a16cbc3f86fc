"""Entries back and forth: waiting, undo, branches, amendments, trust."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from play import ICONS, Whim, act, fight

from referee.core.codec import BadInput, canonical, from_json, from_toml, to_tree
from referee.core.dealing import Dealer
from referee.core.match import Match
from referee.core.system import Illegal
from referee.formats import files
from referee.formats.words import read_intent
from referee.systems import system_named

CAST = "tests/systems/icons/cast.toml"


@pytest.fixture
def match():
    return fight(CAST, "7")


def intent(match, words):
    return read_intent(match.system, words, match.system.names(match.state))


def do(match, words, answers=()):
    wanted = intent(match, words)
    return match.do(match.system.seat_of(match.state, wanted), wanted, answers)


BASH = [18, 0, 7]  # dice 4 1 (+3): effect 5 against the Thug; no block; dice 2 2


def test_an_act_can_wait_answer_by_answer_over_a_restart(match):
    whole = fight(CAST, "7")
    do(whole, "Dart bash Thug", BASH)
    wanted = intent(match, "Dart bash Thug")
    match.do("ben", wanted, dealt=False)
    for answer in BASH:
        assert match.waiting is not None
        match = Match.from_bytes(match.to_bytes(), system_named)
        match.answer(answer, dealt=False)
    assert match.waiting is None
    assert match.state == whole.state
    assert match.head == whole.head


def test_while_an_act_waits_no_other_is_played_and_it_can_be_withdrawn(match):
    before = match.state
    match.do("ben", intent(match, "Dart bash Thug"), dealt=False)
    with pytest.raises(BadInput, match="waits for"):
        do(match, "Anvil pass")
    match.withdraw()
    assert match.state == before
    do(match, "Anvil pass")


def test_the_question_comes_with_what_has_happened_so_far(match):
    match.do("ben", intent(match, "Dart bash Thug"), [18], dealt=False)
    assert [type(event).__name__ for event in match.so_far()] == ["Tested", "Scored"]
    assert match.revision == 0


def test_undo_deals_the_same_dice_and_fresh_ones_only_on_record(match):
    first = do(match, "Lantern blast Viper") or match.answer(0)
    match.undo()
    again = do(match, "Lantern blast Viper") or match.answer(0)
    assert again == first
    match.undo(fresh=True, why="cocked die")
    assert match.notes == ["entry 1 taken back (fresh dice, deal 2): cocked die"]
    do(match, "Lantern blast Viper")
    if match.waiting is not None:
        match.answer(0)
    assert match.entries[0].act.deal == 1
    assert match.entries[0].act.answers[0] == Dealer("7", 0, 1).below(36, 0)
    assert match.verify() is None


def test_a_new_act_forgets_what_was_undone(match):
    do(match, "Anvil pass")
    match.undo()
    do(match, "Dart pass")
    with pytest.raises(BadInput, match="nothing to redo"):
        match.redo()


def test_a_branch_goes_its_own_way(match):
    do(match, "Anvil pass")
    do(match, "Dart pass")
    other = match.branch(1)
    do(other, "Dart bash Thug", BASH)
    assert match.revision == 2
    assert match.state["Thug"].stamina == 5
    assert other.state["Thug"].stamina < 5
    assert other.verify() is None


def test_an_amendment_runs_the_rest_again(match):
    do(match, "Dart bash Thug", [5])  # 1 6: a miss
    do(match, "Anvil bash Thug", [18, 0])  # 4 1: effect 4, major; the Thug falls, then the slam test
    if match.waiting is not None:
        match.answer(0)
    do(match, "Lantern pass")
    do(match, "Viper pass")
    do(match, "Thug pass") if match.state["Thug"].able and match.state["Thug"].panel != "done" else None
    amended, told = match.amend(1, answers=[30, 0, 5], why="misread")  # 6 1 massive, stunned out
    assert amended.state["Thug"].unconscious
    assert match.entries[0].act.answers == (5,)
    assert amended.notes == ["entry 1 amended: misread"]
    assert amended.verify() is None
    assert any("entry 2" in line for line in told)  # asked something else: no block by an unconscious Thug


def test_an_amendment_leaves_out_what_became_illegal(match):
    for words in ("Anvil pass", "Dart pass", "Lantern pass"):
        do(match, words)
    do(match, "Thug pass")
    amended, told = match.amend(2, intent=intent(match.branch(1), "Dart bash Thug"), answers=[30, 0, 5])
    assert told == ("entry 4 left out: Thug is unconscious [icons.damage.zero-stamina]",)
    assert amended.revision == 3


def test_an_amendment_that_is_illegal_itself_changes_nothing(match):
    do(match, "Anvil pass")
    with pytest.raises(Illegal, match=r"conflict\.alternate"):
        match.amend(1, by="gm", intent=intent(match, "Thug pass"))
    assert match.revision == 1
    with pytest.raises(BadInput, match="there is no entry 4"):
        match.amend(4, answers=[])


def test_any_past_point_can_be_seen_across_snapshots():
    match, whim = fight(seed="3"), Whim("past")
    seen = [match.state]
    while match.revision < 50 and act(match, whim) is not None:
        seen.append(match.state)
    assert len(seen) > 41
    loaded = Match.from_bytes(match.to_bytes(), system_named)
    for at, state in enumerate(seen):
        assert match.state_at(at) == state
        assert loaded.state_at(at) == state


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda tree: tree["entries"][0]["events"][0].update(effort=9), r"entries\[0\].*edited"),
        (lambda tree: tree["entries"][0]["act"].update(by="gm"), r"entries\[0\].*edited"),
        (lambda tree: tree["setup"]["characters"][0].update(strength=9), "edited"),
        (lambda tree: tree.update(seed="other"), "seed.*commitment"),
        (lambda tree: tree.update(format=99), "newer referee"),
        (lambda tree: tree.update(version=99), "icons rules 99"),
        (lambda tree: tree.update(sytem=1), "unknown field.*'system'"),
        (lambda tree: tree.update(system="icon"), "did you mean 'icons'"),
    ],
)
def test_an_edited_file_is_refused(match, change, words):
    do(match, "Dart bash Thug", [5])
    tree = json.loads(match.to_bytes())
    change(tree)
    with pytest.raises(BadInput, match=words):
        Match.from_bytes(json.dumps(tree).encode(), system_named)


def test_a_file_cut_anywhere_is_refused(match):
    do(match, "Dart bash Thug", [5])
    whole = match.to_bytes()
    for end in range(0, len(whole) - 2, 97):
        with pytest.raises(BadInput, match="cut short"):
            Match.from_bytes(whole[:end], system_named)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(match, tmp_path, monkeypatch):
    path = tmp_path / "fight.json"
    files.save(path, match, None)
    old = path.read_bytes()
    do(match, "Anvil pass")

    def fails(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", fails)
    with pytest.raises(BadInput, match="cannot be written: No space left"):
        files.save(path, match, old)
    assert path.read_bytes() == old
    assert [one.name for one in tmp_path.iterdir()] == ["fight.json"]


def test_a_save_keeps_who_may_read_the_file(match, tmp_path):
    path = tmp_path / "fight.json"
    files.save(path, match, None)
    path.chmod(0o640)
    files.save(path, match, path.read_bytes())
    assert path.stat().st_mode & 0o777 == 0o640


def test_two_writers_cannot_overwrite_each_other(match, tmp_path):
    path = tmp_path / "fight.json"
    files.save(path, match, None)
    mine, read_mine = files.load(path)
    yours, read_yours = files.load(path)
    do(mine, "Anvil pass")
    files.save(path, mine, read_mine)
    do(yours, "Dart pass")
    with pytest.raises(files.Stale, match="changed by somebody else"):
        files.save(path, yours, read_yours)
    with pytest.raises(files.Stale, match="exists already"):
        files.save(path, yours, None)
    assert files.load(path)[0].state == mine.state


def test_errors_of_decoding_name_path_and_nearest_word():
    setup = ICONS.setup_type
    with pytest.raises(BadInput, match=r"characters\[0\].*missing required field `side`"):
        from_toml('[[characters]]\nname = "A"', setup)
    with pytest.raises(BadInput, match="did you mean 'characters'"):
        from_toml("charcters = []", setup)
    with pytest.raises(BadInput, match="not valid TOML"):
        from_toml("characters = [", setup)
    with pytest.raises(BadInput, match="cut short"):
        from_json(b'{"characters": [', setup)


def test_equal_records_have_equal_bytes(match):
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1}) == b'{"a":2,"b":1}'
    assert canonical(match.state) == canonical(from_json(canonical(match.state), ICONS.state_type))
    assert to_tree(match.setup) == json.loads(canonical(match.setup))
