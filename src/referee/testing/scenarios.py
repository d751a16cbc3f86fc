"""Scenarios as data: a set-up, acts with their dice, and what must come of them.

A file names its system and a set-up that its scenarios share (or takes the set-up of another file by
`setup_from`); a scenario lists acts. Each act may expect events (any fields of them, in order), parts
of the state, or the clause of a refusal. Dice that are not used fail the scenario.

    system = "icons"
    setup_from = "cast.toml"

    [[scenario]]
    name = "A major bash slams"
    proves = ["icons.bashing.major", "icons.slamming.failure"]

    [[scenario.act]]
    do = "Dart bash Thug"
    dice = [[4, 3], [2, 2]]
    answers = ["no"]
    events = [{ event = "Flung", target = "Thug" }]
    state = { Thug = { stamina = 1, down = true } }

    [[scenario.act]]
    do = "Dart bash Thug"
    refused = "icons.supplemental.one-active-test"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from referee.clauses import index
from referee.core.codec import BadInput, from_toml, nearest, to_tree
from referee.core.system import Illegal
from referee.testing.scene import NotScripted, NotUsed, Scene


class ScriptedAct(Struct, frozen=True, forbid_unknown_fields=True):
    """One act of a scenario.

    do       the intent in words; `by` the seat, if not the actor's
    dice     one list of faces per throw; answers: labels of the choices
    events   events that must happen, in this order (others may stand between); any fields
    state    parts of the state after the act: a character's name, or a field of the whole state
    refused  the clause of the refusal that must come; then nothing else may be expected
    odds     chance of a headline of the report before the act, as a fraction: { "major hit" = "1/4" }
    """

    do: str
    by: str | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    answers: tuple[str, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    state: dict[str, Any] = field(default_factory=dict)
    refused: str | None = None
    odds: dict[str, str] = field(default_factory=dict)


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A story with an end to check. `proves` are clauses that its events or refusals must cite;
    `change` is laid over the file's set-up (a table is merged, a character found by its name); with `setup_refused`
    the set-up itself must be refused, for the reason of that clause, and there is nothing to act."""

    name: str
    act: tuple[ScriptedAct, ...] = ()
    proves: tuple[str, ...] = ()
    change: dict[str, Any] = field(default_factory=dict)
    setup_refused: str = ""


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of scenarios."""

    system: str
    scenario: tuple[Scenario, ...]
    setup: dict[str, Any] = field(default_factory=dict)
    setup_from: str = ""


class Failure(Struct, frozen=True):
    """What differs from the script."""

    scenario: str
    act: int
    why: str

    def __str__(self) -> str:
        return f"{self.scenario}" + (f", act {self.act}" if self.act else "") + f": {self.why}"


def load_scenarios(path: Path) -> tuple[ScenarioFile, dict[str, Any]]:
    """A file of scenarios and the set-up they share. Raises `BadInput` with file and field."""
    try:
        kept = from_toml(path.read_text(encoding="utf-8"), ScenarioFile)
        setup = kept.setup
        if kept.setup_from:
            import tomllib

            shared = tomllib.loads((path.parent / kept.setup_from).read_text(encoding="utf-8"))
            setup = merged(shared, setup)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", error.filename) from None
    except BadInput as error:
        raise BadInput(str(error), str(path)) from None
    return kept, setup


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """`above` laid over `below`: tables are merged, lists of named tables by name, anything else replaced.

    A named table with `absent = true` is taken out.
    """
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = merged(old, value)
        elif (
            isinstance(old, list)
            and isinstance(value, list)
            and all(isinstance(v, dict) and "name" in v for v in value + old)
        ):
            named = {one["name"]: one for one in old}
            for one in value:
                named[one["name"]] = merged(named.get(one["name"], {}), one)
            result[key] = [one for one in named.values() if not one.get("absent")]
        else:
            result[key] = value
    return result


def run(kept: ScenarioFile, setup: dict[str, Any], scenario: Scenario) -> tuple[tuple[Failure, ...], set[str]]:
    """Play a scenario. Returns what differs from the script, and every clause cited on the way."""
    if scenario.setup_refused:
        return _refused_setup(kept, merged(setup, scenario.change), scenario)
    scene = Scene(kept.system, merged(setup, scenario.change))
    failures: list[Failure] = []
    for number, act in enumerate(scenario.act, 1):
        found = [Failure(scenario.name, number, why) for why in _play(scene, act)]
        failures += found
        if found:
            break
    else:
        for clause in scenario.proves:
            if clause not in index():
                failures.append(Failure(scenario.name, 0, f"{clause!r} is no clause{nearest(clause, scene.cited)}"))
            elif not scene.cites(clause):
                failures.append(Failure(scenario.name, 0, f"nothing cited {clause}"))
    return tuple(failures), scene.cited


def _refused_setup(
    kept: ScenarioFile, setup: dict[str, Any], scenario: Scenario
) -> tuple[tuple[Failure, ...], set[str]]:
    clause = scenario.setup_refused
    try:
        Scene(kept.system, setup)
    except BadInput as error:
        if f"[{clause}]" in str(error):
            return (), {clause}
        why = f"the set-up was to be refused by {clause}, but is by {error}"
    else:
        why = f"the set-up was to be refused by {clause}, but is allowed"
    return (Failure(scenario.name, 0, why),), set()


def _play(scene: Scene, act: ScriptedAct) -> Iterator[str]:
    try:
        if act.refused is not None:
            refused = scene.refusal(act.do, act.by)
            if refused is None:
                yield f"{act.do!r} was to be refused by {act.refused}, but is allowed"
            elif refused.clause != act.refused:
                yield f"{act.do!r} was to be refused by {act.refused}, but is by {refused}"
            return
        if act.odds:
            yield from _odds(scene, act)
        scene.act(act.do, dice=act.dice, answers=act.answers, by=act.by)
    except (Illegal, NotScripted, NotUsed, ValueError) as error:
        yield f"{act.do!r}: {error}"
        return
    yield from _events(act.events, [to_tree(event) for event in scene.events])
    yield from _state(act.state, scene)


def _odds(scene: Scene, act: ScriptedAct) -> Iterator[str]:
    from referee.odds import report

    intent = scene.read(act.do)
    seat = act.by or scene.system.seat_of(scene.state, intent)
    found = report(scene.system, scene.state, seat, intent)
    for headline, chance in act.odds.items():
        total = sum(
            (branch.chance for branch in found.branches if headline in branch.tests), start=0 * found.branches[0].chance
        )
        if str(total) != chance:
            yield f"odds of {headline!r}: expected {chance}, found {total}"


def _events(wanted: Sequence[dict[str, Any]], happened: Sequence[dict[str, Any]]) -> Iterator[str]:
    at = 0
    for want in wanted:
        while at < len(happened) and any(_plain(happened[at].get(key)) != _plain(value) for key, value in want.items()):
            at += 1
        if at == len(happened):
            said = ", ".join(str(event["event"]) for event in happened)
            yield f"expected the event {want} (in this order); happened: {said}"
            return
        at += 1


def _state(wanted: dict[str, Any], scene: Scene) -> Iterator[str]:
    for name, value in wanted.items():
        if isinstance(value, dict):
            try:
                record = scene.find(name)
            except KeyError:
                yield f"state: nobody is called {name!r}"
                continue
            for field_name, want in value.items():
                if not hasattr(record, field_name):
                    yield f"state: {name} has no {field_name!r}{nearest(field_name, dir(record))}"
                elif _plain(getattr(record, field_name)) != _plain(want):
                    yield f"{name}.{field_name}: expected {want!r}, found {_plain(getattr(record, field_name))!r}"
        elif " - " in name:
            one, other = name.split(" - ")
            if scene.state.range(one, other) != value:
                yield f"{name}: expected {value}, found {scene.state.range(one, other)}"
        elif _plain(getattr(scene.state, name, None)) != _plain(value):
            yield f"{name}: expected {value!r}, found {_plain(getattr(scene.state, name, None))!r}"


def _plain(value: Any) -> Any:
    return to_tree(value) if not isinstance(value, tuple | list) else [_plain(one) for one in value]
