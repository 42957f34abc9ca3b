"""What a run on one text is made of: a model's config, its tokenizer, which text, the settings.

The text itself is read when a run starts, and needed by nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import torch

from minigpt.config import ModelConfig
from minigpt.model import create_model
from minigpt.stream.text import IDENTITY_FILE, SAMPLE_FILE, TEXT_FILE, TextIdentity, load_text
from minigpt.tokens import TokenMap, load_tokenizer
from minigpt.training.atomic_file import write_atomically
from minigpt.training.settings import TRAINING
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.processes import Processes
from minigpt.training.stream.run import StreamRun
from minigpt.training.stream.splits import Splits

_TOKENIZER = "tokenizer.json"
_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class StreamMaterial:
    """A folder's model of one text. `folder` is where the text is looked for first."""

    config: ModelConfig
    tokenizer: TokenMap
    text: TextIdentity
    training: StreamTrainingConfig
    folder: Path

    @property
    def files(self) -> tuple[str, ...]:
        """The folder's files besides config.json and training.json."""
        needed = (TEXT_FILE, IDENTITY_FILE, _TOKENIZER, SAMPLE_FILE)
        return tuple(name for name in needed if (self.folder / name).exists())

    @property
    def belongs_to(self) -> tuple[str, ...]:
        """Stems of the files that weights belong to."""
        return ("config", "tokenizer", "text")

    def write(self, folder: Path) -> None:
        """Write `files` anew into a folder."""
        for name in self.files:
            write_atomically(folder / name, (self.folder / name).read_bytes())

    def begun_with(self, seed: int) -> StreamMaterial:
        """The same, but that the first weights are another draw."""
        return replace(self, config=replace(self.config, seed=seed))

    def start(
        self,
        training: StreamTrainingConfig,
        device: torch.device = _CPU,
        processes: Processes | None = None,
    ) -> StreamRun:
        """A run at step 0.

        Raises:
            TextMissingError, TextDamagedError: the text is not there, or is another.
            TrainingConfigError: the processes cannot share a batch evenly.
        """
        text = load_text(self.folder)
        splits = Splits(text.ids("train", self.tokenizer), text.ids("validation", self.tokenizer))
        return StreamRun(create_model(self.config), training, splits, device, processes)


def stream_material_of(folder: Path) -> StreamMaterial:
    """What lies in a folder whose config says that its data is a stream.

    Raises:
        ConfigError, TokenizerError, TextIdentityError, TrainingConfigError: a file is missing
            or damaged.
    """
    config = ModelConfig.load(folder / "config.json")
    return StreamMaterial(
        config,
        load_tokenizer(folder, config),
        TextIdentity.load(folder / IDENTITY_FILE),
        StreamTrainingConfig.from_file(folder / TRAINING),
        folder,
    )
