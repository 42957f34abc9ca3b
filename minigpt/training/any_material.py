"""What a run is made of, before it has a folder: records or one text, as the config says.

The declaration that both kinds answer to, and the one place where a folder's kind is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from minigpt.config import ModelConfig
from minigpt.training.any_run import Run
from minigpt.training.settings import Settings

Told = TypeVar("Told", bound=Settings)


class AnyMaterial(Protocol, Generic[Told]):
    """A model's config, what it learns from, and what a run is told."""

    @property
    def config(self) -> ModelConfig:
        """The model's sizes."""
        ...

    @property
    def training(self) -> Told:
        """What a run is told unless somebody says otherwise."""
        ...

    @property
    def files(self) -> Sequence[str]:
        """The folder's files besides config.json and training.json."""
        ...

    @property
    def belongs_to(self) -> Sequence[str]:
        """Stems of the JSON files that weights belong to."""
        ...

    def start(self, training: Told, /) -> Run:
        """A run at step 0."""
        ...

    def write(self, folder: Path, /) -> None:
        """Write `files` anew into a folder."""
        ...
