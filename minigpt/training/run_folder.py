"""The folder of a run: a complete data folder of its own, and where the run can go on from.

    config.json tokenizer.json corpus.json    what the model is and what it learns from
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
from typing import Final

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.corpus_file import corpus_json
from minigpt.errors import ForeignCheckpointError, RunExistsError, TrainingConfigError
from minigpt.identity import identities
from minigpt.model import create_model
from minigpt.opened import WEIGHTS
from minigpt.tokenizer import MERGES, Tokenizer
from minigpt.training.atomic_file import write_atomically
from minigpt.training.batches import lay_out
from minigpt.training.checkpoint import load_resumable, save_resumable, save_weights
from minigpt.training.config import TRAINING, TrainingConfig
from minigpt.training.loop import TrainingRun

CHECKPOINT: Final = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True)
class Material:
    """What a run is made of, before it has a folder."""

    config: ModelConfig
    tokenizer: Tokenizer
    corpus: Corpus
    training: TrainingConfig  # what a run is told unless somebody says otherwise

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
        ModelConfig.load(folder / "config.json"),
        Tokenizer.load(folder / "tokenizer.json"),
        Corpus.load(folder / "corpus.json"),
        TrainingConfig.default(folder),
    )


def material_for(corpus: Corpus, base: Material) -> Material:
    """A tokenizer learned from the training records, and `base` with a vocabulary to fit."""
    tokenizer = Tokenizer.train([record.text for record in corpus.train], MERGES)
    config = replace(
        base.config,
        name=f"{base.config.name} on {corpus.version}",
        vocabulary_size=tokenizer.vocabulary_size,
    )
    return Material(config, tokenizer, corpus, base.training)


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
        return (self.path / "config.json").exists()

    def begin(self, material: Material, training: TrainingConfig, source: Path | None) -> None:
        """Make the folder and write what the model is made of, and what the run is told.

        Files of `source`, a data folder with the same material, are copied byte for byte, so
        that their identities stay. Without it they are written anew.

        Raises:
            RunExistsError: a run lies here already.
            OSError: the folder cannot be made or written to.
        """
        if self.holds_model:
            raise RunExistsError(
                f"{self.path} already holds a model; go on with its run (--resume) or name "
                "another folder. Nothing was changed."
            )
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path / TRAINING, _json(training.to_dict()))
        if source is None:
            write_atomically(self.path / "corpus.json", corpus_json(material.corpus))
            material.tokenizer.save(self.path / "tokenizer.json")
            write_atomically(self.path / "config.json", _json(material.config.to_dict()))
            return
        for name in ("corpus.json", "tokenizer.json", "config.json"):
            write_atomically(self.path / name, (source / name).read_bytes())

    def resume(self, material: Material, training: TrainingConfig) -> TrainingRun:
        """The run as it was last saved, or at step 0 if it was killed before that.

        Raises:
            CheckpointError, ForeignCheckpointError: the file is damaged, or of other files.
            TrainingConfigError: it was told something else than `training`, or is further on.
        """
        run = material.start(training)
        path = self.path / CHECKPOINT
        if not path.exists():
            return run
        saved = load_resumable(path, run.parameters, identities(self.path))
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
        self._save_selected(run)
        return run

    def saved_training(self, material: Material) -> TrainingConfig | None:
        """What the run was told, if it has been saved.

        Raises:
            CheckpointError, ForeignCheckpointError: as `resume`.
        """
        path = self.path / CHECKPOINT
        if not path.exists():
            return None
        parameters = material.start(material.training).parameters
        return load_resumable(path, parameters, identities(self.path)).config

    def save(self, run: TrainingRun) -> None:
        """Write the run, and then the weights that are selected so far.

        Raises:
            CheckpointError, OSError: nothing is replaced by something worse.
        """
        belongs = identities(self.path)
        save_resumable(self.path / CHECKPOINT, run.parameters, run.resumable, run.config, belongs)
        self._save_selected(run)

    def _save_selected(self, run: TrainingRun) -> None:
        belongs = identities(self.path)
        save_weights(self.path / WEIGHTS, run.parameters, run.selected, run.selected_step, belongs)


def _json(values: Mapping[str, object]) -> bytes:
    return (json.dumps(values, indent=2) + "\n").encode()
