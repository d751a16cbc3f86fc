"""Every scenario of every system, as data: one or more for each clause."""

from pathlib import Path

import pytest

from referee.testing import load_scenarios, run

HERE = Path(__file__).parent
FILES = [path for path in sorted(HERE.glob("*/*.toml")) if path.name != "cast.toml"]


def _scenarios():
    for path in FILES:
        kept, setup = load_scenarios(path)
        for scenario in kept.scenario:
            yield pytest.param(kept, setup, scenario, id=f"{path.parent.name} {path.stem}: {scenario.name}")


@pytest.mark.parametrize(("kept", "setup", "scenario"), list(_scenarios()))
def test_scenario(kept, setup, scenario):
    failures, _ = run(kept, setup, scenario)
    assert not failures, "\n".join(map(str, failures))
