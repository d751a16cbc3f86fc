"""A scene and its changes in words: what every graded game shows in the same way."""

from __future__ import annotations

from typing import Any

from referee.systems.graded.field import Field, Hold, Person


def bar(fighter: Person, called: str, width: int, words: str) -> str:
    """A character on one line: name, Stamina as a bar and a figure, Determination, what matters."""
    full = fighter.sheet.full_stamina
    filled = round(10 * fighter.stamina / full)
    return (
        f"  {called:<{width}}  {'█' * filled}{'░' * (10 - filled)} Stamina {fighter.stamina:>2} of {full:<2}"
        f"  Determination {fighter.determination}  {words}"
    ).rstrip()


def ranges(scene: Field[Any]) -> list[str]:
    """Pairs by range, or only how many, where a crowd would fill the screen."""
    by_range: dict[str, list[str]] = {}
    for apart in scene.apart:
        by_range.setdefault(scene.RANGES[apart.step], []).append(f"{apart.one}–{apart.other}")
    return [
        f"  {name}: " + (", ".join(by_range[name]) if len(by_range[name]) <= 25 else f"{len(by_range[name])} pairs")
        for name in scene.RANGES
        if name in by_range
    ]


def told_hold(hold: Hold) -> str:
    kind = "complete" if hold.complete else "partial"
    what = f"bonds of Strength {hold.bond}" if hold.bond else "hold"
    return f"{hold.held} is in {hold.holder}'s {kind} {what}"


def changes(before: Field[Any], after: Field[Any]) -> list[str]:
    """What differs between two scenes: conditions, belongings, distances and holds."""
    told = [words for was, now in zip(before.fighters, after.fighters, strict=True) if (words := _changed(was, now))]
    for was_apart, now_apart in zip(before.apart, after.apart, strict=True):
        if was_apart != now_apart:
            told.append(f"{now_apart.one} and {now_apart.other} at {after.RANGES[now_apart.step]} range")
    told += [told_hold(hold) for hold in after.holds if hold not in before.holds]
    kept = {(hold.holder, hold.held) for hold in after.holds}
    told += [f"{hold.held} free of {hold.holder}" for hold in before.holds if (hold.holder, hold.held) not in kept]
    return told


def _changed(was: Person, now: Person) -> str:
    words = []
    for name, old, new in (
        ("Stamina", was.stamina, now.stamina),
        ("Determination", was.determination, now.determination),
    ):
        if old != new:
            words.append(f"{name} {old} to {new}")
    words += [word for word in now.conditions() if word not in was.conditions()]
    words += [f"no longer {word}" for word in was.conditions() if word not in now.conditions()]
    had, has = [[one.name for one in each.belongings] for each in (was, now)]
    words += [f"has the {name}" for name in has if name not in had]
    words += [f"without the {name}" for name in had if name not in has]
    return f"{now.name}: {', '.join(words)}" if words else ""
