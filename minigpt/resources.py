"""Where the data files lie: in the installed package, or in the checkout."""

from __future__ import annotations

from pathlib import Path


def data_root() -> Path:
    """The folder that holds one folder for each model that comes with the package.

    Raises:
        FileNotFoundError: neither place has it.
    """
    package = Path(__file__).resolve().parent
    places = (package / "data", package.parent / "data")
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The data folder is missing; looked in {places[0]} and {places[1]}.")


def data_dir() -> Path:
    """The folder of MG-1: config.json, corpus.json, tokenizer.json.

    Raises:
        FileNotFoundError: there is no data folder.
    """
    return data_root() / "mini-gpt"
