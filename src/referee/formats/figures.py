"""Figures of odds: bars and grids, drawn (extra `plots`: matplotlib) or as CSV."""

from __future__ import annotations

import csv
import io
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from referee.core.codec import BadInput

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
"""Of series, apart for every kind of colour vision (Okabe and Ito); series also differ by hatching."""
HATCHES = ("", "//", "..", "xx")
MOST_BARS = 60
"""Bars that are still legible; of more the likeliest are drawn, and the rest is one bar."""


class Bars(Struct, frozen=True):
    """Chances of the same things in one or several cases side by side.

    labels  of the bars; series  the name of each case ("" for a single one) with a chance for each label
    """

    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[Fraction, ...]], ...]


class Grid(Struct, frozen=True):
    """A chance for each value of one thing (`down`) against each of another (`across`)."""

    title: str
    down: str
    across: str
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[Fraction, ...], ...]


Figure: TypeAlias = Bars | Grid


def as_csv(figure: Figure) -> str:
    """The figures with a line of headings: chances as fractions, and as decimals for programs that know no fractions."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    if isinstance(figure, Grid):
        write((figure.down, figure.across, "exact", "chance"))
        for row, cells in zip(figure.rows, figure.cells, strict=True):
            for column, chance in zip(figure.columns, cells, strict=True):
                write((row, column, chance, float(chance)))
    else:
        write(("case", "what", "exact", "chance"))
        for name, chances in figure.series:
            for label, chance in zip(figure.labels, chances, strict=True):
                write((name, label, chance, float(chance)))
    return out.getvalue()


def draw(figure: Figure, path: Path) -> None:
    """Draw a figure into an SVG or PNG file. Raises `BadInput` for another ending, or without matplotlib."""
    if path.suffix not in (".svg", ".png"):
        raise BadInput(f"{path.name!r} ends neither in .svg nor in .png", str(path))
    try:
        import matplotlib
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise BadInput("plots need matplotlib: pip install 'referee[plots]'", str(path)) from None
    # The same figure gives the same file; text stays text in SVG, for search and for screen readers.
    settings: Any = {"svg.hashsalt": "referee", "svg.fonttype": "none", "font.size": 10, "hatch.linewidth": 0.6}
    with matplotlib.rc_context(settings):
        canvas = Canvas(layout="constrained")
        if isinstance(figure, Grid):
            _grid(canvas, figure)
        else:
            _bars(canvas, figure)
        canvas.suptitle(figure.title, fontsize=12, fontweight="bold")
        canvas.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


def _bars(canvas: Any, figure: Bars) -> None:
    labels, series = _legible(figure)
    many = len(series)
    canvas.set_size_inches(8, 1.4 + len(labels) * (0.12 + 0.22 * many) + 0.3 * (many > 1))
    axes = canvas.subplots()
    height = 0.8 / many
    most = max(float(chance) for _, chances in series for chance in chances)
    for at, (name, chances) in enumerate(series):
        places = [place + (at - (many - 1) / 2) * height for place in range(len(labels))]
        widths = [100 * float(chance) for chance in chances]
        axes.barh(places, widths, height * 0.92, label=name, color=COLOURS[at % 4], hatch=HATCHES[at % 4],
                  edgecolor="white", linewidth=0)  # fmt: skip
        for place, width in zip(places, widths, strict=True):
            if many > 1 and not width:
                continue  # one of the cases does not know this
            axes.text(width + most, place, _percent(width), va="center", fontsize=8)
    axes.set_yticks(range(len(labels)), [_folded(label) for label in labels])
    axes.invert_yaxis()
    axes.set_xlim(0, 100 * most * 1.12 + 1)
    axes.set_xlabel("chance in %")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    if many > 1:
        canvas.legend(loc="outside upper right", ncols=many, frameon=False)


def _legible(figure: Bars) -> tuple[list[str], list[tuple[str, list[Fraction]]]]:
    """All bars, or the likeliest in their order and one for all others."""
    if len(figure.labels) <= MOST_BARS:
        return list(figure.labels), [(name, list(chances)) for name, chances in figure.series]
    order = sorted(range(len(figure.labels)), key=lambda at: -max(chances[at] for _, chances in figure.series))
    keep = sorted(order[: MOST_BARS - 1])
    rest = order[MOST_BARS - 1 :]
    labels = [figure.labels[at] for at in keep] + [f"{len(rest)} others"]
    series = [
        (name, [chances[at] for at in keep] + [sum((chances[at] for at in rest), Fraction(0))])
        for name, chances in figure.series
    ]
    return labels, series


def _grid(canvas: Any, figure: Grid) -> None:
    canvas.set_size_inches(2.2 + 0.62 * len(figure.columns), 1.8 + 0.42 * len(figure.rows))
    axes = canvas.subplots()
    values = [[100 * float(chance) for chance in row] for row in figure.cells]
    image = axes.imshow(values, cmap="cividis", vmin=0, vmax=100, aspect="auto")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            axes.text(
                x,
                y,
                _percent(value, ""),
                ha="center",
                va="center",
                fontsize=8,
                color="black" if value > 55 else "white",
            )
    axes.set_xticks(range(len(figure.columns)), figure.columns)
    axes.set_yticks(range(len(figure.rows)), figure.rows)
    axes.set_xlabel(figure.across)
    axes.set_ylabel(figure.down)
    canvas.colorbar(image, label="chance in %")


def _percent(value: float, unit: str = " %") -> str:
    """Certain and impossible look it; what is nearly so does not."""
    if 0 < value < 0.05:
        return "< 0.1" + unit
    if 99.95 <= value < 100:
        return "> 99.9" + unit
    return f"{value:.0f}{unit}" if value in (0, 100) else f"{value:.1f}{unit}"


def _folded(label: str, width: int = 46) -> str:
    return "\n".join(textwrap.wrap(label, width)) or label
