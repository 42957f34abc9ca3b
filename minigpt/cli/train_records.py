"""`minigpt train` for a model that learns records."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from minigpt.cli.train_options import given_settings
from minigpt.cli.train_report import announce_model, announce_records, follow, summarise
from minigpt.corpus_file import read_corpus
from minigpt.errors import TrainingConfigError
from minigpt.training.run_folder import (
    Material,
    RunFolder,
    check_same_corpus,
    material_for,
    material_of,
)

if TYPE_CHECKING:
    from minigpt.training.loop import TrainingRun


def train_records(arguments: argparse.Namespace, source: Path, folder: RunFolder | None) -> int:
    """Train, show, save. Returns 1 if the run met a number that is not finite."""
    _check_alone(arguments)
    # Products this small are quickest on one thread, and the same on any number of cores.
    torch.set_num_threads(1)
    if folder and arguments.resume and folder.holds_model:
        material, training_run = _resumed(arguments, folder)
    else:
        material = _material(arguments, source)
        given = given_settings(arguments, "records")
        training_run = material.start(replace(material.training, **given))
        if folder:
            folder.begin(material, training_run.config, None if arguments.corpus else source)
    announce_records(material)
    announce_model(material, training_run)
    failure = follow(material, training_run, folder, plain=arguments.plain)
    summarise(training_run, folder, failure)
    return 1 if failure else 0


def _check_alone(arguments: argparse.Namespace) -> None:
    """Refuse what would be ignored."""
    ignored = {
        "--device": arguments.device != "cpu",
        "--threads": arguments.threads is not None,
        "--model-seed": arguments.model_seed is not None,
    }
    for option, is_given in ignored.items():
        if is_given:
            raise TrainingConfigError(
                f"{option} is for a model that learns one text; this one learns records."
            )


def _material(arguments: argparse.Namespace, source: Path) -> Material:
    given = material_of(source)
    if not arguments.corpus:
        return given
    corpus = read_corpus(arguments.corpus)
    return given if corpus == given.corpus else material_for(corpus, given)


def _resumed(arguments: argparse.Namespace, folder: RunFolder) -> tuple[Material, TrainingRun]:
    material = material_of(folder.path)
    if arguments.corpus:
        check_same_corpus(read_corpus(arguments.corpus), material.corpus)
    training = folder.saved_training(material) or material.training
    training = replace(training, **given_settings(arguments, "records"))
    return material, folder.resume(material, training, material.start(training))
