"""Where the page's files lie: in the installed package, or in the checkout."""

from __future__ import annotations

from pathlib import Path


def static_dir() -> Path:
    """The folder with the page's scripts and style sheets.

    Raises:
        FileNotFoundError: neither place has it.
    """
    return _find("static")


def templates_dir() -> Path:
    """The folder with index.html.

    Raises:
        FileNotFoundError: neither place has it.
    """
    return _find("templates")


def _find(name: str) -> Path:
    package = Path(__file__).resolve().parent
    places = (package / name, package.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The {name} folder is missing; looked in {places[0]} and {places[1]}.")
