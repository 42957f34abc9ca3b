"""House limits that a linter does not know: sizes, names, and what the page may never do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.project_files import ROOT, project_files

CODE_LINES = 250
TEST_LINES = 350  # a list of cases, read one at a time
FUNCTION_LINES = 40

#: Longer files, each with the reason why cutting it would not make it clearer.
LONGER_FILES = {
    "minigpt/scalar.py": "one text from top to bottom that shares, so imports, nothing",
}
LONGER_FUNCTIONS = {
    "minigpt/scalar.py forward_block": "one line for each of the block's steps, and for its name",
}

CODE = project_files(ROOT, ".py", ".js", ".css", ".html")
PYTHON = [path for path in CODE if path.suffix == ".py"]
PAGE = [
    path
    for folder in ("static", "templates")
    for path in project_files(ROOT / folder, ".js", ".html", ".css")
]

#: Ways for text to become markup or code, or for the page to reach another origin.
FORBIDDEN = {
    "markup from a string": r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser"
    r"|createContextualFragment|setHTML",
    "code from a string": r"\beval\(|new Function\(|setTimeout\(\s*[\"'`]|javascript:",
    "another origin": r"https?://(?!www\.w3\.org/(?:1998/Math/MathML|2000/svg|1999/xhtml)\b)",
    "a type check switched off": r"@ts-ignore|@ts-nocheck",
}
FORBIDDEN_IN_HTML = {
    "inline style": r"<style|\sstyle\s*=",
    "inline script": r"<script(?![^>]*\ssrc=)|\son[a-z]+\s*=",
}

# Written in pieces, so that this file does not hold what it looks for.
LEAKS = re.compile(
    "|".join(
        [
            r"(?<![\w.])/" + r"(?:work|tmp|root|home)/",
            r"\.\./" + "shared",
            "py" + r"pi\.org",
            "python" + "hosted",
            "npm" + "js",
        ]
    )
)


def name_of(path: Path) -> str:
    """The path as written in messages and lists."""
    return path.relative_to(ROOT).as_posix()


def limit_of(path: Path) -> int:
    """How many lines a file of this kind may have."""
    return TEST_LINES if path.is_relative_to(ROOT / "tests") else CODE_LINES


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every Python function with the lines of its body; signature and docstring do not count."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            described = ast.get_docstring(node) is not None
            first = node.body[1 if described and len(node.body) > 1 else 0]
            assert node.end_lineno
            yield node.name, node.end_lineno - first.lineno + 1


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_a_file_can_be_read_in_one_go(path: Path) -> None:
    """One reason per file keeps it short; a long one needs its reason in the list."""
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= limit_of(path) or name_of(path) in LONGER_FILES, f"{lines} lines"


def test_no_excuse_outlives_its_file() -> None:
    """The list of longer files names only files that are longer."""
    longer = {
        name_of(path)
        for path in CODE
        if len(path.read_text(encoding="utf-8").splitlines()) > limit_of(path)
    }
    assert LONGER_FILES.keys() <= longer


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    """A function does one thing at one height."""
    longer = [name for name, lines in functions(path) if lines > FUNCTION_LINES]
    assert [name for name in longer if f"{name_of(path)} {name}" not in LONGER_FUNCTIONS] == []


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_names_say_what_is_inside(path: Path) -> None:
    """A drawer for everything tells nobody what is in it."""
    assert not re.search(r"util|helper|misc|common|stuff", path.stem)


@pytest.mark.parametrize("path", PAGE, ids=name_of)
def test_text_reaches_the_page_as_text(path: Path) -> None:
    """Typed text may look like markup; it is never read as such, and nothing leaves the origin."""
    content = path.read_text(encoding="utf-8")
    rules = FORBIDDEN | (FORBIDDEN_IN_HTML if path.suffix == ".html" else {})
    assert [what for what, pattern in rules.items() if re.search(pattern, content)] == []


@pytest.mark.parametrize("path", project_files(), ids=name_of)
def test_nothing_is_bound_to_one_machine(path: Path) -> None:
    """No path of a developer's machine and no package registry is written into the project."""
    if path.suffix in (".png", ".pyc", ".woff2"):
        return
    content = path.read_bytes().decode("utf-8", errors="replace")  # weights are mostly none
    assert LEAKS.findall(content) == []


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_nothing_is_put_off_or_switched_off(path: Path) -> None:
    """No unfinished marks, no skipped tests, no unexplained silence of the type checker."""
    content = path.read_text(encoding="utf-8")
    marks = r"\b(?:TO" + r"DO|FIX" + r"ME)\b|pytest\.(?:mark\.)?sk" + r"ip|mark\.xf" + "ail"
    assert not re.search(marks, content)
    assert not re.search(r"type: ignore(?:\[[\w, -]+\])?\s*$", content, flags=re.M)


def test_every_style_sheet_is_linked() -> None:
    """A sheet that is never asked for styles nothing, and no other test would see it."""
    linking = [ROOT / "templates" / "index.html", *project_files(ROOT / "static" / "js", ".js")]
    named = "".join(path.read_text(encoding="utf-8") for path in linking)
    sheets = [path.stem for path in project_files(ROOT / "static" / "css", ".css")]
    assert [stem for stem in sheets if f'"{stem}"' not in named and f"'{stem}'" not in named] == []
