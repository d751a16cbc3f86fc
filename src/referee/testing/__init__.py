"""For people who write rules, cards and house rules: scenarios as data, and the Scene builder in Python."""

from referee.testing.scenarios import Failure, Scenario, ScenarioFile, load_scenarios, run
from referee.testing.scene import Scene

__all__ = ["Failure", "Scenario", "ScenarioFile", "Scene", "load_scenarios", "run"]
