"""Draws how a cost grows, as one SVG of small plots side by side that any page can show."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

_WIDTH, _HEIGHT = 420, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 12, 36, 32
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#555}.line{fill:none;stroke:#2a6f97;stroke-width:2}"
    "circle{fill:#2a6f97}.axis{stroke:#999}rect{fill:#fff}"
)


class Series(NamedTuple):
    """A title, and points of (size, milliseconds), rising."""

    title: str
    points: Sequence[tuple[int, float]]


def write_curves(path: Path, *plots: Series) -> None:
    """Write the plots, each with a scale of its own that begins at 0."""
    total = _WIDTH * len(plots)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {_HEIGHT}" '
        f'width="{total}" height="{_HEIGHT}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{total}" height="{_HEIGHT}"/>',
    ]
    for index, series in enumerate(plots):
        parts.append(f'<g transform="translate({index * _WIDTH} 0)">{_plot(series)}</g>')
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


def _plot(series: Series) -> str:
    most_x = max(x for x, _ in series.points)
    most_y = max(y for _, y in series.points)
    across, up = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    floor = _HEIGHT - _BOTTOM
    places = [
        (_LEFT + across * x / most_x, floor - up * y / most_y, x, y) for x, y in series.points
    ]
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py, _, _ in places)
    marks = "".join(
        f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3"><title>{x}: {y:.1f} ms</title></circle>'
        f'<text x="{px:.1f}" y="{floor + 18}" text-anchor="middle">{x}</text>'
        for px, py, x, y in places
    )
    return (
        f'<text x="{_LEFT}" y="20">{escape(series.title)}</text>'
        f'<path class="axis" d="M{_LEFT} {_TOP}V{floor}H{_WIDTH - _RIGHT}" fill="none"/>'
        f'<text x="{_LEFT - 6}" y="{_TOP + 4}" text-anchor="end">{most_y:.0f} ms</text>'
        f'<text x="{_LEFT - 6}" y="{floor}" text-anchor="end">0</text>'
        f'<polyline class="line" points="{line}"/>{marks}'
    )
