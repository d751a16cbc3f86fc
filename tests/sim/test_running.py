"""Runs of many games: the same tally however the work is split, intervals that are right, words for people."""

import json
import sys

import pytest

pytest.importorskip("numba")

from referee.cli import main
from referee.core.codec import BadInput
from referee.odds.intervals import wilson
from referee.sim import running
from referee.systems import system_named

SYSTEM = system_named("iconica")
DRAFTS = SYSTEM.setup(SYSTEM.fresh(("A", "B"), {}))
TEAMS = SYSTEM.setup(SYSTEM.fresh(("A", "B", "C", "D"), {}))


def run(state, games, **how):
    return running.run(state.game(), state.roster, games, "dice", **how)


@pytest.mark.parametrize("state", [DRAFTS, TEAMS], ids=["two", "teams"])
def test_a_tally_does_not_depend_on_how_the_work_is_split(state, monkeypatch):
    whole = run(state, 300)
    assert whole.games == 300 == sum(whole.wins)
    assert run(state, 100) + run(state, 120, first=100) + run(state, 80, first=220) == whole
    monkeypatch.setattr(running, "CHUNK", 7)
    heard = []
    assert run(state, 300, threads=3, told=heard.append) == whole
    assert heard == [*range(7, 301, 7), 300]


def test_another_seed_plays_other_games():
    here = running.run(DRAFTS.game(), DRAFTS.roster, 300, "other")
    assert here != run(DRAFTS, 300)


def test_every_card_is_counted_where_its_side_won():
    tally = run(DRAFTS, 400)
    led = sum(games for games, _ in tally.cards)
    won = sum(wins for _, wins in tally.cards)
    assert led == 400 * 2 * 3
    assert won == 3 * (tally.wins[0] + tally.wins[1])


def test_no_games_is_refused():
    with pytest.raises(BadInput, match="at least one game"):
        run(DRAFTS, 0)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Figures of the interval as they stand in tables; no games say nothing.
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (520, 1000, 0.4890, 0.5508), (0, 0, 0, 1)],
)
def test_wilson_intervals(won, games, low, high):
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def shell(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["referee", "simulate", "iconica", *words])
    try:
        main()
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


def test_simulate_says_who_wins_and_how_sure_that_is(monkeypatch, capsys):
    code, out, _ = shell(monkeypatch, capsys, "--games", "300", "--seed", "dice", "--cards")
    tally = run(DRAFTS, 300)
    low, high = wilson(tally.wins[0], 300)
    assert code == 0
    assert f"300 games, {tally.turns} turns: {tally.turns / 300:.1f} on average, the longest {tally.longest}" in out
    assert f"95 %: {100 * low:6.2f} to {100 * high:6.2f} %   {tally.wins[0]} of 300" in out
    assert "Wins of the side that leads a card:" in out

    code, out, _ = shell(monkeypatch, capsys, "--games", "300", "--seed", "dice", "--json")
    assert json.loads(out)["tally"]["wins"] == list(tally.wins)


def test_simulate_can_look_at_every_position(monkeypatch, capsys):
    code, out, _ = shell(monkeypatch, capsys, "--games", "50", "--check")
    assert code == 0
    assert out.endswith("Every position was looked at, and is one that the rules allow.\n")
    assert run(DRAFTS, 300, check=True) == run(DRAFTS, 300)


def test_a_flaw_is_named_with_its_game(monkeypatch, capsys):
    game = DRAFTS.game()
    game.turn_limit = -1
    with pytest.raises(running.UnsoundGame, match="game 7, turn 0: seats, party size or house rules"):
        running.run(game, DRAFTS.roster, 3, "dice", first=7, check=True)
    monkeypatch.setattr(running, "run", lambda *_, **__: (_ for _ in ()).throw(running.UnsoundGame(12, 3, 2)))
    code, _, err = shell(monkeypatch, capsys, "--games", "50", "--check")
    assert (code, err.strip()) == (1, "Error: game 12, turn 3: there is no such phase")


def test_without_numba_one_sentence_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "referee.sim.running", None)
    code, _, err = shell(monkeypatch, capsys, "--games", "3")
    assert code == 2
    assert "pip install 'referee[sim]'" in err
