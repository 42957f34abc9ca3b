"""`minigpt train` for a model that learns one text: alone, or as one process of several."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from minigpt.cli.train_options import given_settings
from minigpt.cli.train_report import (
    announce_model,
    announce_text,
    follow,
    follow_silently,
    summarise,
)
from minigpt.errors import TrainingConfigError
from minigpt.training.run_folder import RunFolder
from minigpt.training.stream.material import StreamMaterial, stream_material_of
from minigpt.training.stream.processes import Processes, started_by_torchrun

if TYPE_CHECKING:
    from minigpt.training.stream.run import StreamRun


def train_text(arguments: argparse.Namespace, source: Path, folder: RunFolder | None) -> int:
    """Train, show, save. Returns 1 if the run met a number that is not finite.

    Of several processes all train, and the first one alone shows and saves.
    """
    if arguments.corpus:
        raise TrainingConfigError("--corpus is for a model that learns records, not one text.")
    device = _device(arguments.device)
    if folder and not arguments.resume:
        folder.check_free()  # each process by itself: who waits for one that gave up fails loudly
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    with started_by_torchrun(device) as processes:
        resumes = bool(folder and arguments.resume and folder.holds_model)
        processes.wait()  # until all have looked, before one of them writes
        material, run = _prepared(arguments, source, folder if resumes else None, device, processes)
        if not processes.leads:
            return 1 if follow_silently(run) else 0
        if folder and not resumes:
            folder.begin(material, run.config, source)
        announce_text(material)
        announce_model(material, run)
        failure = follow(material, run, folder, plain=arguments.plain)
        summarise(run, folder, failure)
        return 1 if failure else 0


def _device(name: str) -> torch.device:
    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingConfigError("--device cuda: PyTorch finds no GPU here.")
    return torch.device(name)


def _prepared(
    arguments: argparse.Namespace,
    source: Path,
    resumed: RunFolder | None,
    device: torch.device,
    processes: Processes,
) -> tuple[StreamMaterial, StreamRun]:
    """The material and a run at its start, or where `resumed` was last saved."""
    material = stream_material_of(resumed.path if resumed else source)
    if (seed := arguments.model_seed) is not None:
        if resumed and seed != material.config.seed:
            raise TrainingConfigError(
                f"The run in {resumed.path} began with the first weights of seed "
                f"{material.config.seed}; --model-seed {seed} needs another folder."
            )
        material = material.begun_with(seed)
    told = (resumed and resumed.saved_training(material)) or material.training
    training = replace(told, **given_settings(arguments, "stream"))
    run = material.start(training, device, processes)
    return material, resumed.resume(material, training, run) if resumed else run
