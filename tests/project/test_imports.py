"""Imports run one way: the model knows nothing of the web, parts of the page nothing of each other.

The rules are read off the files themselves, so a new module is held to them from its first day.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.project.project_files import ROOT, project_files

WEB = {"server", "fastapi", "starlette", "uvicorn", "jinja2", "pydantic", "httpx"}
SCRIPTS = ROOT / "static" / "js"

#: They put the parts together: at once, and when the first picture stands.
WIRING = {"main.js", "late.js"}

#: What a folder of static/js may import from, besides itself and the type declarations.
MAY_IMPORT: dict[str, set[str]] = {
    "math": set(),
    "draw": set(),
    "format": set(),
    "state": set(),
    "api": set(),
    "i18n": set(),
    "lessons": {"math", "state"},
    "views": {"dom.js", "format", "math", "draw", "state", "lessons", "i18n"},
    "drawing.js": set(),
    "keys.js": set(),
    "link.js": {"state"},
    "theme.js": {"i18n"},
    "verify.js": {"math", "state", "recompute-beside.js"},
    "recompute-beside.js": set(),
    "recompute-worker.js": {"api", "math", "state"},
    "sheets.js": set(),
    "offline": {"api", "math", "main.js"},
    "dom.js": set(),
    "types.js": set(),
    "types": set(),
}

#: import x from "y", import "y", export ... from "y", import("y"); the name is what is captured.
IMPORTS = (
    r"""^import\s+(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']""",
    r"""^export\s+(?:\*[^'";]*|\{[^}]*\})\s*from\s+["']([^"']+)["']""",
    r"""\bimport\(\s*["']([^"']+)["']""",
)


def imported_modules(path: Path) -> set[str]:
    """Full names of all modules that a Python file imports, at the top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            assert node.module
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def imported_paths(path: Path) -> set[Path]:
    """All files that a JavaScript module imports, statically or not."""
    text = path.read_text(encoding="utf-8")
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)  # types are named in comments
    named = [name for pattern in IMPORTS for name in re.findall(pattern, code, flags=re.M)]
    assert all(name.startswith(".") for name in named), f"{path}: only relative imports: {named}"
    return {(path.parent / name).resolve() for name in named}


def part_of(path: Path) -> str:
    """The folder (or file) directly below static/js that a script belongs to."""
    return path.relative_to(SCRIPTS).parts[0]


@pytest.mark.parametrize("path", project_files(ROOT / "minigpt", ".py"), ids=lambda p: p.name)
def test_the_model_knows_nothing_of_the_web(path: Path) -> None:
    """Nothing below minigpt/ imports the server or what serves."""
    tops = {name.split(".")[0] for name in imported_modules(path)}
    assert not tops & WEB


@pytest.mark.parametrize("path", project_files(ROOT / "minigpt", ".py"), ids=lambda p: p.name)
def test_only_the_command_line_imports_the_command_line(path: Path) -> None:
    """The core can be used without argparse and rich."""
    if path.parent.name == "cli" or path.name == "__main__.py":
        return
    names = imported_modules(path)
    assert not [name for name in names if name.startswith(("minigpt.cli", "rich", "argparse"))]


@pytest.mark.parametrize("path", project_files(ROOT / "minigpt", ".py"), ids=lambda p: p.name)
def test_only_the_verification_imports_the_checks(path: Path) -> None:
    """What is checked must not lean on what checks it."""
    if {"checks", "cli"} & set(path.parts) or path.name in (
        "verify.py",
        "verify_family.py",
        "bug_matrix.py",
    ):
        return
    names = imported_modules(path)
    assert not [name for name in names if name.startswith(("minigpt.checks", "minigpt.verify"))]


@pytest.mark.parametrize("path", project_files(ROOT / "server", ".py"), ids=lambda p: p.name)
def test_the_server_does_not_use_the_command_line_of_the_model(path: Path) -> None:
    """`server` parses, calls and wraps; it prints through no other program's commands."""
    assert not [name for name in imported_modules(path) if name.startswith("minigpt.cli")]


def test_the_scalar_path_shares_nothing_with_the_tensors() -> None:
    """A second opinion that imports the first one is none."""
    allowed = {"__future__", "math", "collections", "typing", "dataclasses"}
    found = {name.split(".")[0] for name in imported_modules(ROOT / "minigpt" / "scalar.py")}
    assert found <= allowed


@pytest.mark.parametrize("path", project_files(SCRIPTS, ".js"), ids=lambda p: p.name)
def test_parts_of_the_page_import_one_way(path: Path) -> None:
    """Only what wires the page sees all of it; a view never reaches the network."""
    part = part_of(path)
    imports = imported_paths(path)
    assert all(target.is_file() for target in imports), "an import of a file that is not there"
    if part in WIRING:
        return
    allowed = MAY_IMPORT[part] | {part, "types.js"}
    assert {part_of(target) for target in imports} <= allowed


@pytest.mark.parametrize("path", project_files(SCRIPTS, ".js"), ids=lambda p: p.name)
def test_only_the_api_folder_fetches(path: Path) -> None:
    """One place talks to the server."""
    if part_of(path) == "api":
        return
    code = path.read_text(encoding="utf-8")
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon", code)
