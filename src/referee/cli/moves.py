"""`referee moves`: a match as a list of moves, with marks and comments."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.common import FILE
from referee.formats.files import load, load_moves, read, write
from referee.formats.moves import MARKS, MoveList, annotated, moves_of, write_moves


@click.command("moves")
@FILE
@click.option("--out", "-o", type=click.Path(path_type=Path),
              help="write the list to a file instead; FILE itself, if that is a list, to annotate it in place")  # fmt: skip
@click.option("--mark", "marks", multiple=True, type=(int, str), metavar="N MARK",
              help=f"mark move N: {' '.join(MARKS)}, or '' to take its mark away; may be repeated")  # fmt: skip
@click.option("--comment", "comments", multiple=True, type=(int, str), metavar="N TEXT",
              help="a comment after move N, 0 for before the first; '' takes its comments away; may be repeated")  # fmt: skip
def command(
    path: Path, out: Path | None, marks: tuple[tuple[int, str], ...], comments: tuple[tuple[int, str], ...]
) -> None:
    """Print FILE, a match file or a list of moves, as a list of moves. A match file stays as it is.

    Everything is in the list, also what only the game master knows.
    """
    data = read(path)
    moves = _listed(path, data)
    for number, mark in marks:
        moves = annotated(moves, number, mark=mark)
    for number, comment in comments:
        moves = annotated(moves, number, comment=comment)
    text = write_moves(moves)
    if out is None:
        click.echo(text, nl=False)
        return
    in_place = out.exists() and out.samefile(path) and not _is_match(data)
    write(out, text.encode(), data if in_place else None)
    click.echo(f"{out} written, {len(moves.moves)} moves.")


def _is_match(data: bytes) -> bool:
    return data.lstrip().startswith(b"{")


def _listed(path: Path, data: bytes) -> MoveList:
    if not _is_match(data):
        return load_moves(path)
    match, _ = load(path)
    if match.waiting is not None:
        click.echo("referee: an act waits for an answer; it is left out", err=True)
    return moves_of(match)
