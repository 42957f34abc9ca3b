"""The folder of a run: a complete data folder of its own, and where the run can go on from.

    config.json and its material's files      what the model is and what it learns from
    training.json                             what the run was told
    weights.safetensors                       the selected weights
    checkpoint.safetensors                    the run, to be resumed

It lays files out and reads them back; the loop knows nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.corpus_file import corpus_json
from minigpt.errors import ForeignCheckpointError, RunExistsError, TrainingConfigError
from minigpt.identity import ALL_FILES, identities
from minigpt.model import MiniGPT, create_model
from minigpt.opened import WEIGHTS
from minigpt.tokenizer import MERGES, Tokenizer
from minigpt.training.adam import FlatParameters
from minigpt.training.any_material import AnyMaterial, Told
from minigpt.training.any_run import Run
from minigpt.training.atomic_file import write_atomically
from minigpt.training.batches import lay_out
from minigpt.training.checkpoint import load_resumable, save_resumable, save_weights
from minigpt.training.config import TrainingConfig
from minigpt.training.loop import TrainingRun
from minigpt.training.settings import TRAINING, Settings

AnyRun = TypeVar("AnyRun", bound=Run)
CONFIG: Final = "config.json"
CHECKPOINT: Final = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True)
class Material:
    """What a run is made of, before it has a folder."""

    config: ModelConfig
    tokenizer: Tokenizer
    corpus: Corpus
    training: TrainingConfig  # what a run is told unless somebody says otherwise

    @property
    def files(self) -> tuple[str, ...]:
        """The folder's files besides config.json and training.json."""
        return ("corpus.json", "tokenizer.json")

    @property
    def belongs_to(self) -> tuple[str, ...]:
        """Stems of the files that weights belong to."""
        return ALL_FILES

    def write(self, folder: Path) -> None:
        """Write `files` anew into a folder."""
        write_atomically(folder / "corpus.json", corpus_json(self.corpus))
        self.tokenizer.save(folder / "tokenizer.json")

    def start(self, training: TrainingConfig) -> TrainingRun:
        """A run at step 0.

        Raises:
            RecordTooLongError: a record does not fit the context; names it.
        """
        length = self.config.context_length
        train = lay_out(self.corpus.train, "train", self.tokenizer, length)
        validation = lay_out(self.corpus.validation, "validation", self.tokenizer, length)
        return TrainingRun(create_model(self.config), training, train, validation)


def material_of(folder: Path) -> Material:
    """What lies in a data folder.

    Raises:
        ConfigError, TokenizerError, CorpusError: a file is missing or damaged.
    """
    return Material(
        ModelConfig.load(folder / CONFIG),
        Tokenizer.load(folder / "tokenizer.json"),
        Corpus.load(folder / "corpus.json"),
        TrainingConfig.default(folder),
    )


def material_for(corpus: Corpus, base: Material) -> Material:
    """A tokenizer learned from the training records, and `base` with a vocabulary to fit."""
    tokenizer = Tokenizer.train([record.text for record in corpus.train], MERGES)
    config = config_for(corpus, tokenizer.vocabulary_size, base.config)
    return Material(config, tokenizer, corpus, base.training)


def config_for(corpus: Corpus, vocabulary_size: int, base: ModelConfig) -> ModelConfig:
    """`base` with a vocabulary of another corpus, and named after it."""
    name = f"{base.name} on {corpus.version}"
    return replace(base, name=name, vocabulary_size=vocabulary_size)


def check_same_corpus(given: Corpus, present: Corpus) -> None:
    """Refuse to go on with other records than a run began with.

    Raises:
        ForeignCheckpointError: they differ; both identities are named.
    """
    if given == present:
        return
    theirs, ours = (sha256(corpus_json(corpus)).hexdigest() for corpus in (present, given))
    raise ForeignCheckpointError(
        f"The run belongs to another corpus: {present.version} of SHA-256 {theirs}, and the one "
        f"given is {given.version} of SHA-256 {ours}.",
        details={"file": "corpus", "checkpoint": theirs, "here": ours},
    )


class RunFolder:
    """One run's files on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def holds_model(self) -> bool:
        """Whether `begin` was done; it writes config.json last."""
        return (self.path / CONFIG).exists()

    def check_free(self) -> None:
        """Refuse a folder that is another run's.

        Raises:
            RunExistsError: a run lies here already.
        """
        if self.holds_model:
            raise RunExistsError(
                f"{self.path} already holds a model; go on with its run (--resume) or name "
                "another folder. Nothing was changed."
            )

    def begin(self, material: AnyMaterial[Told], training: Settings, source: Path | None) -> None:
        """Make the folder and write what the model is made of, and what the run is told.

        Files of `source`, a data folder with the same material, are copied byte for byte, so
        that their identities stay. Without it they are written anew.

        Raises:
            RunExistsError: a run lies here already.
            OSError: the folder cannot be made or written to.
        """
        self.check_free()
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path / TRAINING, _json(training.to_dict()))
        config = _json(material.config.to_dict())
        if source is None:
            material.write(self.path)
        else:
            for name in material.files:
                write_atomically(self.path / name, (source / name).read_bytes())
            if ModelConfig.load(source / CONFIG) == material.config:
                config = (source / CONFIG).read_bytes()
        write_atomically(self.path / CONFIG, config)

    def resume(self, material: AnyMaterial[Told], training: Told, run: AnyRun) -> AnyRun:
        """`run`, which is at its start, as it was last saved; killed before that, as it is.

        Raises:
            CheckpointError, ForeignCheckpointError: the file is damaged, or of other files.
            TrainingConfigError: it was told something else than `training`, or is further on.
        """
        path = self.path / CHECKPOINT
        if not path.exists():
            return run
        belongs = identities(self.path, material.belongs_to)
        saved = load_resumable(path, run.parameters, belongs, type(training))
        if different := training.differences(saved.config):
            raise TrainingConfigError(
                f"The run in {self.path} was told otherwise: {'; '.join(different)}. "
                "Only the number of steps can be changed."
            )
        if saved.state.step > training.steps:
            raise TrainingConfigError(
                f"The run in {self.path} has {saved.state.step} updates already, "
                f"more than {training.steps}."
            )
        run.restore(saved.state)
        write_atomically(self.path / TRAINING, _json(training.to_dict()))
        # A kill between the two files of `save` leaves the weights of the save before; a run
        # that has nothing left to do would never write them again.
        self._save_selected(material, run)
        return run

    def saved_training(self, material: AnyMaterial[Told]) -> Told | None:
        """What the run was told, if it has been saved.

        Raises:
            CheckpointError, ForeignCheckpointError: as `resume`.
        """
        path = self.path / CHECKPOINT
        if not path.exists():
            return None
        parameters = FlatParameters(MiniGPT(material.config))
        belongs = identities(self.path, material.belongs_to)
        return load_resumable(path, parameters, belongs, type(material.training)).config

    def save(self, material: AnyMaterial[Told], run: Run) -> None:
        """Write the run, and then the weights that are selected so far.

        Raises:
            CheckpointError, OSError: nothing is replaced by something worse.
        """
        belongs = identities(self.path, material.belongs_to)
        save_resumable(self.path / CHECKPOINT, run.parameters, run.resumable, run.config, belongs)
        self._save_selected(material, run)

    def _save_selected(self, material: AnyMaterial[Told], run: Run) -> None:
        belongs = identities(self.path, material.belongs_to)
        save_weights(self.path / WEIGHTS, run.parameters, run.selected, run.selected_step, belongs)


def _json(values: Mapping[str, object]) -> bytes:
    return (json.dumps(values, indent=2) + "\n").encode()
