"""House limits that a linter does not know: sizes, names, and what the page may never do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.project_files import ROOT, project_files

FILE_LINES = 250
FUNCTION_LINES = 40

#: Longer files, each with the reason why cutting it would not make it clearer.
LONGER_FILES: dict[str, str] = {}

CODE = [
    path
    for path in project_files(ROOT, ".py", ".js", ".css", ".html")
    if path.name not in ("package-lock.json",)
]
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


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every Python function with its number of lines, docstring left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            if ast.get_docstring(node) is not None:
                first = node.body[1] if len(node.body) > 1 else node.body[0]
            signature = node.body[0].lineno - node.lineno
            assert node.end_lineno
            yield node.name, signature + node.end_lineno - first.lineno + 1


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_a_file_can_be_read_in_one_go(path: Path) -> None:
    """One reason per file keeps it short; a long one needs its reason in the list."""
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= FILE_LINES or name_of(path) in LONGER_FILES, f"{lines} lines"


def test_no_excuse_outlives_its_file() -> None:
    """The list of longer files names only files that are longer."""
    sizes = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert [name for name in LONGER_FILES if sizes.get(name, 0) <= FILE_LINES] == []


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_a_function_fits_on_a_screen(path: Path) -> None:
    """A function does one thing at one height."""
    assert [(name, lines) for name, lines in functions(path) if lines > FUNCTION_LINES] == []


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
    found = LEAKS.findall(path.read_text(encoding="utf-8"))
    assert found == []


@pytest.mark.parametrize("path", PYTHON, ids=name_of)
def test_nothing_is_put_off_or_switched_off(path: Path) -> None:
    """No unfinished marks, no skipped tests, no unexplained silence of the type checker."""
    content = path.read_text(encoding="utf-8")
    marks = r"\b(?:TO" + r"DO|FIX" + r"ME)\b|pytest\.(?:mark\.)?sk" + r"ip|mark\.xf" + "ail"
    assert not re.search(marks, content)
    assert not re.search(r"type: ignore(?:\[[\w, -]+\])?\s*$", content, flags=re.M)
