"""`python -m tests.bench`: run every benchmark, print one table, say what missed its target.

A benchmark is a module tests/bench/bench_*.py with `run() -> list[Result]`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.bench.machine import describe_machine
from tests.bench.report import write_report
from tests.bench.result import Result

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run all benchmarks, or those named. Exit code 1 when a target is missed."""
    names = [path.stem.removeprefix("bench_") for path in sorted(HERE.glob("bench_*.py"))]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names))
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    arguments = parser.parse_args()
    measured: dict[str, list[Result]] = {}
    for name in arguments.names or names:
        print(f"running {name} ...", file=sys.stderr, flush=True)
        measured[name] = importlib.import_module(f"tests.bench.bench_{name}").run()
    machine = describe_machine()
    show(measured, machine)
    if arguments.write:
        write_report(HERE.parents[1] / "BENCHMARKS.md", measured, machine)
    results = [result for group in measured.values() for result in group]
    return 1 if any(result.reached is False for result in results) else 0


def show(measured: dict[str, list[Result]], machine: str) -> None:
    """Print the results; without a terminal nothing is cut."""
    width = None if sys.stdout.isatty() else 240
    console = Console(width=width, markup=False, highlight=False)
    table = Table(title=machine, title_justify="left")
    for heading in ("benchmark", "measured", "target", "verdict", "detail"):
        table.add_column(heading)
    for name, results in measured.items():
        table.add_section()
        for result in results:
            what = f"{name}: {result.name}"
            table.add_row(what, result.measured, result.limit, result.verdict, result.detail)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
