"""The `--data` option that all commands share: which folder the model is read from."""

from __future__ import annotations

import argparse
from pathlib import Path

from minigpt.resources import data_dir


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Offer `--data`; without it the folder that came with the package is used."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder with its own config.json and tokenizer.json, instead of MG-1's",
    )


def data_folder(arguments: argparse.Namespace) -> Path:
    """The folder asked for, or the package's own."""
    return arguments.data or data_dir()
