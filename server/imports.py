"""Other people's checkpoints in the models folder: read, reported on, opened as models.

Nothing outside the folder is opened, and nothing is written: an opened checkpoint is a model in
memory, and is read again if it was let go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from minigpt.importing import (
    Answers,
    Candidate,
    ImportReport,
    checkpoints_in,
    import_checkpoint,
    read_checkpoint,
    safe_path,
)
from minigpt.model_summary import ModelSummary
from server.errors import RefusedRequestError
from server.loaded_model import LoadedModel
from server.model_sources import Source

#: Models opened from checkpoints that are remembered, loaded or not.
MOST_OPENED = 64


class Imports:
    """One server's models folder, and what was opened from it."""

    def __init__(self, folder: Path | None) -> None:
        """With nothing opened. None: there is no folder."""
        self.folder = folder
        self._opened: dict[str, Source] = {}

    def files(self) -> list[Candidate]:
        """What might be opened."""
        return checkpoints_in(self.folder) if self.folder else []

    def sources(self) -> Iterator[Source]:
        """The models that were opened."""
        yield from tuple(self._opened.values())

    def read(self, file: str, answers: Mapping[str, object]) -> ImportReport:
        """What an import would do, and what it still has to ask.

        Raises:
            ImportRefusedError: it cannot be opened; names the tensor.
            RefusedRequestError: 404, there is no folder.
        """
        return read_checkpoint(self._path(file), Answers.from_dict(answers))

    def open(self, file: str, answers: Mapping[str, object], taken: set[str]) -> Source:
        """A new model from a checkpoint, under a name that is not `taken`; checked by loading it.

        Raises:
            ImportRefusedError: as `read`, or something is still to be answered.
            RefusedRequestError: 404, there is no folder; 409, too many are open.
        """
        path, said = self._path(file), Answers.from_dict(answers)
        if len(self._opened) >= MOST_OPENED:
            raise RefusedRequestError(
                409, "models_full", f"{MOST_OPENED} checkpoints were opened; restart the server."
            )
        name = _free_name(path, taken)

        def load() -> LoadedModel:
            imported = import_checkpoint(path, said, name=name)
            return LoadedModel(
                imported.config,
                imported.tokenizer,
                imported.model,
                material=None,
                identities={},
                trained_step=imported.updates,
                folder=None,
                imported=imported.report.origins_told(),
            )

        summary = load().summary
        return self._keep(name, load, summary)

    def _keep(self, name: str, load: Callable[[], LoadedModel], summary: ModelSummary) -> Source:
        source = Source(name, "imported", lambda: summary, load)
        self._opened[name] = source
        return source

    def _path(self, file: str) -> Path:
        if self.folder is None:
            raise RefusedRequestError(
                404,
                "models_folder_missing",
                "There is no models folder; start the server with --models FOLDER.",
            )
        return safe_path(self.folder, file)


def _free_name(path: Path, taken: set[str]) -> str:
    """As the file is called, in signs that fit in an address; with a number if that is taken."""
    stem = path.name if path.is_dir() else path.stem
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", stem).strip("-.") or "imported"
    name, number = plain, 2
    while name in taken:
        name, number = f"{plain}-{number}", number + 1
    return name
