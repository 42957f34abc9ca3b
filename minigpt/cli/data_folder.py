"""The options `--data` and `--model`: which model a command is about."""

from __future__ import annotations

import argparse
from pathlib import Path

from minigpt.errors import UnknownModelError
from minigpt.presets import preset_folder, preset_names
from minigpt.resources import data_dir


def add_data_option(parser: argparse._ActionsContainer) -> None:
    """Offer `--data`; without it the folder that came with the package is used."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="a folder with its own config.json and tokenizer.json, instead of MG-1's",
    )


def add_model_option(parser: argparse.ArgumentParser) -> None:
    """Offer `--model` and, meaning the same where it is a folder, `--data`."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--model",
        metavar="NAME",
        help=f"{', '.join(preset_names())}, or a model's folder (mg-1)",
    )
    add_data_option(group)


def data_folder(arguments: argparse.Namespace) -> Path:
    """The folder asked for by either option, or the package's own.

    Raises:
        UnknownModelError: there is no such model and no such folder.
    """
    if (name := getattr(arguments, "model", None)) is not None:
        return named_folder(name)
    return arguments.data or data_dir()


def named_folder(name: str) -> Path:
    """The folder of a model that comes with the package, or any folder that holds one.

    Raises:
        UnknownModelError: it is neither.
    """
    if name in preset_names():
        return preset_folder(name)
    if (Path(name) / "config.json").is_file():
        return Path(name)
    raise UnknownModelError(
        f"{name!r} is no model ({', '.join(preset_names())}) and no folder with a config.json.",
        details={"known": list(preset_names())},
    )
