"""Match files: read whole, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.core.codec import BadInput, from_toml
from referee.core.match import Match
from referee.core.system import System
from referee.formats.moves import MoveList, read_moves, replayed
from referee.systems import system_named


class Stale(BadInput):
    """Somebody else changed the file since it was read."""


def read(path: Path) -> bytes:
    """The bytes of a file. Raises `BadInput` naming the path."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", str(path)) from None


def load(path: Path) -> tuple[Match[Any, Any, Any], bytes]:
    """A match and the bytes it was read from (`save` wants them back). Raises `BadInput`."""
    data = read(path)
    try:
        return Match.from_bytes(data, system_named), data
    except BadInput as error:
        raise BadInput(str(error), str(path)) from None


def save(path: Path, match: Match[Any, Any, Any], read_as: bytes | None) -> None:
    """Write a match file; see `write`."""
    write(path, match.to_bytes(), read_as)


def write(path: Path, data: bytes, read_as: bytes | None) -> None:
    """Replace the file in one piece: a crash leaves the old one or the new one.

    `read_as` is what was read from it, None for a new file. Raises `Stale` if the file has
    changed since, or exists already; nothing is written then.
    """
    with _held(path):
        if read_as is None:
            if path.exists():
                raise Stale("exists already; choose another name or delete it", str(path))
        elif read(path) != read_as:
            raise Stale("was changed by somebody else since it was read; look at it and try again", str(path))
        try:
            _replace(path, data)
        except OSError as error:
            raise BadInput(f"cannot be written: {error.strerror or error}; nothing was changed", str(path)) from None


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file and swap; who may read it stays as it was."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What new files leave out; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Hold the folder's lock for as long as a save takes, so that two cannot cross."""
    try:
        import fcntl
    except ImportError:  # a system without file locks: the comparison before the write has to do
        yield
        return
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", str(path)) from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def read_setup(system: System[Any, Any, Any], path: Path) -> Any:
    """A set-up in TOML. Raises `BadInput` with file and field."""
    try:
        return from_toml(read(path).decode(), system.setup_type)
    except UnicodeDecodeError:
        raise BadInput("is not UTF-8 text", str(path)) from None
    except BadInput as error:
        raise _placed(error, path) from None


def start(system: System[Any, Any, Any], path: Path, seed: str) -> Match[Any, Any, Any]:
    """A new match from a set-up in TOML. Raises `BadInput` with file and field."""
    try:
        return Match(system, read_setup(system, path), seed)
    except BadInput as error:
        raise _placed(error, path) from None


def load_moves(path: Path) -> MoveList:
    """A list of moves. Raises `BadInput` with file and line."""
    try:
        return read_moves(read(path).decode())
    except UnicodeDecodeError:
        raise BadInput("is not UTF-8 text", str(path)) from None
    except BadInput as error:
        raise _placed(error, path) from None


def load_question(path: Path) -> tuple[Match[Any, Any, Any], str]:
    """A match from its file, or from a list of moves with the act whose odds the list asks for. Raises `BadInput`."""
    if read(path).lstrip()[:1] != b"[":
        return load(path)[0], ""
    return replay(path), load_moves(path).odds


def replay(path: Path, upto: int | None = None) -> Match[Any, Any, Any]:
    """The match of a list of moves, or of its first `upto`, played again. Raises `BadInput` with file, line and move."""
    try:
        return replayed(load_moves(path), upto)
    except BadInput as error:
        raise _placed(error, path) from None


def _placed(error: BadInput, path: Path) -> BadInput:
    """An error that names the file, once."""
    return error if str(error).startswith(str(path)) else BadInput(str(error), str(path))
