"""Where the data files lie: in the installed package, or in the checkout."""

from __future__ import annotations

from pathlib import Path


def data_dir() -> Path:
    """The folder with config.json, corpus.json and tokenizer.json.

    Raises:
        FileNotFoundError: neither place has it.
    """
    package = Path(__file__).resolve().parent
    places = (package / "data" / "mini-gpt", package.parent / "data" / "mini-gpt")
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"The data folder is missing; looked in {places[0]} and {places[1]}.")
