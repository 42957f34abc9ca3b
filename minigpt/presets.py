"""The models that come with the package, by name: each is a folder under data/.

It knows names and folders; `minigpt/opened.py` opens any of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from minigpt.errors import UnknownModelError
from minigpt.resources import data_root

#: Name and folder, MG-1 first.
_FOLDERS: Final = {
    "mg-1": "mini-gpt",
    "gpt2-mini": "gpt2-mini",
    "shakespeare": "shakespeare",
    "shakespeare-large": "shakespeare-large",
}


def preset_names() -> tuple[str, ...]:
    """The names of the models that come with the package, MG-1 first."""
    return tuple(_FOLDERS)


def preset_folder(name: str) -> Path:
    """Where the files of a preset lie.

    Raises:
        UnknownModelError: there is no preset of this name; names those there are.
    """
    if name not in _FOLDERS:
        raise UnknownModelError(
            f"There is no model of this name; the known ones are {', '.join(_FOLDERS)}.",
            details={"known": list(_FOLDERS)},
        )
    return data_root() / _FOLDERS[name]
