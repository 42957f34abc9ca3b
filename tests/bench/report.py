"""Puts measured figures into BENCHMARKS.md, between its two marks; the words around them stay."""

from __future__ import annotations

import datetime
from pathlib import Path

from tests.bench.result import Result

BEGIN = "<!-- figures: written by python -m tests.bench --write -->"
END = "<!-- end of figures -->"


def write_report(path: Path, measured: dict[str, list[Result]], machine: str) -> None:
    """Replace what stands between the marks.

    Raises:
        ValueError: the file has lost one of its marks.
    """
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path.name} must hold {BEGIN} and {END}")
    figures = "\n".join(_lines(measured, machine))
    path.write_text(f"{before}{BEGIN}\n{figures}\n{END}{after}", encoding="utf-8")


def _lines(measured: dict[str, list[Result]], machine: str) -> list[str]:
    lines = [
        f"Measured {datetime.datetime.now(tz=datetime.UTC):%Y-%m-%d} on {machine}.",
        "",
        "| benchmark | measured | target | verdict | detail |",
        "| --- | ---: | ---: | --- | --- |",
    ]
    for name, results in measured.items():
        for result in results:
            cells = (f"{name}: {result.name}", result.measured, result.limit, result.verdict)
            lines.append("| " + " | ".join((*cells, result.detail)) + " |")
    return lines
