"""The one command for all benchmarks: what it finds, what it judges, what it writes."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.bench.report import BEGIN, END, write_report
from tests.bench.result import Result
from tests.project.project_files import ROOT

BENCHES = sorted(path.stem for path in (ROOT / "tests" / "bench").glob("bench_*.py"))


@pytest.mark.parametrize("name", BENCHES)
def test_every_benchmark_can_be_run_by_the_one_command(name: str) -> None:
    module = importlib.import_module(f"tests.bench.{name}")
    assert module.run.__annotations__["return"] in ("list[Result]", list[Result])


@pytest.mark.parametrize(
    ("value", "target", "reached"),
    [
        (1.9, 2.0, True),
        (2.0, 2.0, True),
        (2.1, 2.0, False),
        (95.0, -90.0, True),
        (89.0, -90.0, False),
        (1.0, None, None),
    ],
)
def test_a_target_is_a_most_or_if_negative_a_least(
    value: float, target: float | None, reached: bool | None
) -> None:
    assert Result("x", value, "ms", target).reached is reached


def test_a_missed_target_says_so() -> None:
    result = Result("x", 123.456, "ms", 100.0)
    assert (result.measured, result.limit, result.verdict) == ("123 ms", "≤ 100", "MISSED")
    assert Result("y", 0.0123456, "s", -90).limit == "≥ 90"
    assert Result("y", 0.0123456, "s").measured == "0.0123 s"


def test_a_report_replaces_figures_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "BENCHMARKS.md"
    path.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    write_report(path, {"encode": [Result("text", 1.5, "s", 2.0, "best of 5")]}, "a machine")
    written = path.read_text(encoding="utf-8")
    assert "| encode: text | 1.5 s | ≤ 2 | reached | best of 5 |" in written
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    assert "old" not in written


def test_a_report_without_its_marks_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "BENCHMARKS.md"
    path.write_text("only words", encoding="utf-8")
    with pytest.raises(ValueError, match="must hold"):
        write_report(path, {}, "a machine")
    assert path.read_text(encoding="utf-8") == "only words"


def test_the_projects_own_report_can_be_written(tmp_path: Path) -> None:
    copy = tmp_path / "BENCHMARKS.md"
    copy.write_text((ROOT / "BENCHMARKS.md").read_text(encoding="utf-8"), encoding="utf-8")
    write_report(copy, {"a": [Result("b", 1.0, "ms")]}, "a machine")
    assert "| a: b | 1 ms |" in copy.read_text(encoding="utf-8")
