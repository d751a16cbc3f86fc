"""The proofs behind the coverage figures: scenarios that name a clause and really cite it."""

import json
import os
from importlib.resources import files
from pathlib import Path

import pytest

from referee.clauses import index
from referee.clauses.coverage import coverage
from referee.testing import load_scenarios, run

ROOT = Path(__file__).parents[2]
KEPT = files("referee.clauses").joinpath("proofs.json")


@pytest.fixture(scope="module")
def proofs():
    """Every clause that a passing scenario names and cites, with the scenarios."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*/*.toml")):
        if path.name == "cast.toml":
            continue
        kept, setup = load_scenarios(path)
        for scenario in kept.scenario:
            failures, cited = run(kept, setup, scenario)
            if failures:
                continue
            for clause in scenario.proves:
                assert clause in cited
                found.setdefault(clause, []).append(f"{path.relative_to(ROOT)}: {scenario.name}")
    return dict(sorted(found.items()))


def test_recorded_proofs_are_what_the_scenarios_prove(proofs):
    if os.environ.get("RECORD"):
        Path(str(KEPT)).write_text(json.dumps(proofs, indent=1) + "\n")
    assert json.loads(KEPT.read_text()) == proofs, "run `make record` and read the difference"


DONE = ("icons", "sorcery", "diceup", "iconica")


@pytest.mark.parametrize("system", DONE)
def test_code_cites_no_clause_without_a_scenario(system):
    """What is coded is proven: every clause that runs as data or code has a scenario that cites it."""
    assert coverage(system).unproven_ids == ()


def test_every_clause_has_exactly_one_standing():
    for system in ("icons", "sorcery", "diceup", "iconica"):
        covered = coverage(system)
        ledger = index().system(system)
        assert covered.data + covered.code + covered.guidance + covered.not_yet == len(ledger.citable)


@pytest.mark.parametrize("system", DONE)
def test_nothing_is_left(system):
    """Every clause and row works, or says why nothing is to be enforced."""
    assert coverage(system).not_yet_ids == ()
