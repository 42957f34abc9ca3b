"""The files that belong to the project: what a checkout holds, without what tools leave in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_LEFT_BY_TOOLS = {
    ".git",
    "__pycache__",
    "node_modules",
    "build",
    "dist",
    "test-results",
    ".pytest_cache",
    ".hypothesis",
    ".mypy_cache",
    ".ruff_cache",
    ".schemathesis",
}


def project_files(folder: Path = ROOT, *suffixes: str) -> list[Path]:
    """All files below `folder`, or those with one of the suffixes, in order."""
    return sorted(path for path in _walk(folder) if not suffixes or path.suffix in suffixes)


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if not path.is_dir():
            yield path
        elif _belongs(path):
            yield from _walk(path)


def _belongs(folder: Path) -> bool:
    if folder.name in _LEFT_BY_TOOLS or folder.name.endswith(".egg-info"):
        return False
    return not (folder / "pyvenv.cfg").exists()  # someone's virtual environment
