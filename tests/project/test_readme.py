"""What the README says about the project is true: its tree, its figures, its commands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest

from minigpt.resources import data_dir
from minigpt.verify import verify_folder
from tests.project.project_files import ROOT, project_files

README = (ROOT / "README.md").read_text(encoding="utf-8")

#: Folders whose files are many and alike; the tree names the folder and says what is in it.
SUMMED_UP = ("static/", "tests/", "docs/")


def tree_paths() -> list[str]:
    """The paths in the annotated tree: two spaces deeper is one folder further in."""
    (block,) = re.findall(r"^```tree\n(.*?)^```", README, flags=re.S | re.M)
    parents: list[str] = []
    paths: list[str] = []
    for line in block.splitlines():
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        parents[depth:] = [name]
        paths.append("".join(parents))
    return paths


def test_every_path_in_the_tree_exists() -> None:
    wrong = [
        path
        for path in tree_paths()
        if not ((ROOT / path).is_dir() if path.endswith("/") else (ROOT / path).is_file())
    ]
    assert wrong == []


def test_every_file_and_folder_has_its_place_in_the_tree() -> None:
    listed = set(tree_paths())
    missing = set()
    for path in project_files():
        name = path.relative_to(ROOT).as_posix()
        folder = name.rpartition("/")[0] + "/"
        if path.name == "__init__.py":
            continue
        wanted = folder if name.startswith(SUMMED_UP) else name
        if wanted not in listed:
            missing.add(wanted)
    assert missing == set()


def figure_rows() -> list[list[str]]:
    """The cells of the table of figures: what, row of verify, chapter, here."""
    (table,) = re.findall(r"^\| figure \|.*?\n\n", README, flags=re.S | re.M)
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.split("\n")]
    return [row for row in rows[2:] if len(row) == 4]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


@pytest.fixture(scope="module")
def computed() -> dict[str, str]:
    return {row.check: row.got for section in verify_folder(data_dir()) for row in section.rows}


def test_the_table_has_the_chapters_figures() -> None:
    assert len(figure_rows()) >= 15


@pytest.mark.parametrize("row", figure_rows(), ids=lambda row: row[0])
def test_a_figure_is_what_the_code_computes(row: list[str], computed: dict[str, str]) -> None:
    _, check, chapter, here = row
    ours = numbers(here)
    # Of a row with many coordinates the first may stand for all. Machines may differ in last bits.
    assert ours == pytest.approx(numbers(computed[check])[: len(ours)], rel=0, abs=1e-12)
    for printed, value in zip(chapter.split(" … "), ours, strict=True):
        decimals = len(printed.partition(".")[2])
        # Half a unit of the last printed place, or, at full precision, a few bits.
        assert abs(float(printed) - value) <= max(0.5 * 10**-decimals, 1e-12)


def test_the_two_commands_are_one_line_each() -> None:
    commands = re.findall(r"^```\n(pip install .*)\n```$", README, flags=re.M)
    assert commands == ["pip install . && minigpt-explorer", 'pip install -e ".[test]" && pytest']
    assert all(shlex.split(command) for command in commands)


@pytest.mark.parametrize("name", re.findall(r"\]\(([^)#]+)\)", README))
def test_every_picture_and_link_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_the_python_lines_do_what_they_say() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", README, flags=re.S | re.M)
    assert len([line for line in block.splitlines() if line]) <= 5
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "| `final_norm` | 1.401739 |" in done.stdout  # as the table of figures above has it
