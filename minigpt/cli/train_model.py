"""Whether a run that is gone on with is of the model that the command line names beside it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from minigpt.bpe import Merge
from minigpt.cli.data_folder import data_folder
from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.errors import TrainingConfigError
from minigpt.identity import identities
from minigpt.tokenizer import Tokenizer
from minigpt.training.run_folder import CONFIG, config_for

_TEXT_FILES: Final = ("tokenizer", "text")


def check_named_model(arguments: argparse.Namespace, run: Path) -> None:
    """Refuse `--model` or `--data` of a model that the run in the folder `run` has not begun with.

    Raises:
        TrainingConfigError: it is another model, or learns from something else.
        UnknownModelError, ConfigError, TokenizerError, CorpusError: there is no such model, or a
            file of either is damaged.
    """
    given = {"--model": arguments.model, "--data": arguments.data}
    for option, name in given.items():
        if name is not None and not _began_with(data_folder(arguments), run):
            raise TrainingConfigError(
                f"The run in {run} did not begin with the model of {option} {name}; leave out "
                f"{option} to go on with it, or name another folder with --out to train that model."
            )


def _began_with(named: Path, run: Path) -> bool:
    theirs, ours = (ModelConfig.load(folder / CONFIG) for folder in (named, run))
    if ours.data == "stream":
        # Which first weights were drawn is a matter of --model-seed.
        told = replace(theirs, seed=ours.seed)
        return told == ours and identities(named, _TEXT_FILES) == identities(run, _TEXT_FILES)
    corpus = _corpus(run)
    if ours == config_for(corpus, ours.vocabulary_size, theirs):
        return True  # with a --corpus of its own
    # By content: what was given as --corpus is written anew, in other bytes.
    return theirs == ours and _corpus(named) == corpus and _merges(named) == _merges(run)


def _corpus(folder: Path) -> Corpus:
    return Corpus.load(folder / "corpus.json")


def _merges(folder: Path) -> Sequence[Merge]:
    return Tokenizer.load(folder / "tokenizer.json").merges
