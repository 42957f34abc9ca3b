"""`minigpt train`: learn from a corpus, watch the losses, keep what was learned."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minigpt.cli.data_folder import add_data_option, data_folder
from minigpt.training.config import TrainingConfig

if TYPE_CHECKING:
    from minigpt.training.loop import TrainingRun
    from minigpt.training.run_folder import Material, RunFolder

_LESSON = """\
how it learns:
  Each update draws {batch_records} whole training records, computes their mean loss, follows its
  gradient back to all parameters and lets Adam change them. Every {evaluate_every} updates both
  splits are scored whole. Where the validation loss was lowest first is the selected model:
  after that the records are learned by heart, and texts it has not seen get worse.

your own records:
  --corpus takes JSON like data/mini-gpt/corpus.json, or a text file with one record per line;
  of a text file every fourth record is held back for validation. A tokenizer is learned first.

examples:
  minigpt train
  minigpt train --corpus notes.txt --out notes     notes/ is then a folder for --data
  minigpt train --out notes --resume               after a pause, a kill, or with more --steps
"""

#: Option, field of TrainingConfig, type, what it says.
_SETTINGS: tuple[tuple[str, str, type[int] | type[float], str], ...] = (
    ("--steps", "steps", int, "updates in all"),
    ("--lr", "learning_rate", float, "Adam's learning rate"),
    ("--beta1", "beta1", float, "decay of its first moment"),
    ("--beta2", "beta2", float, "decay of its second moment"),
    ("--epsilon", "epsilon", float, "added to its root"),
    ("--batch", "batch_records", int, "records in a batch"),
    ("--seed", "seed", int, "of the generator that draws the batches"),
    ("--evaluate-every", "evaluate_every", int, "updates between evaluations and saves"),
)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    default = TrainingConfig.default().to_dict()
    parser = commands.add_parser(
        "train",
        help="train the model on a corpus",
        description="Train the model on a corpus and select the best of its states.",
        epilog=_LESSON.format_map(default),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--corpus", type=Path, metavar="FILE", help="records to learn from")
    for option, field, kind, says in _SETTINGS:
        says += f" ({default[field]})"
        parser.add_argument(option, dest=field, type=kind, metavar="N", help=says)
    parser.add_argument("--out", type=Path, metavar="DIR", help="a folder to keep the model in")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out")
    parser.add_argument("--plain", action="store_true", help="lines for a log, no progress bar")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, show, save. Returns 1 if the run met a number that is not finite."""
    import torch

    from minigpt.cli.train_report import announce, follow, summarise
    from minigpt.errors import TrainingConfigError
    from minigpt.training.run_folder import RunFolder

    if arguments.resume and not arguments.out:
        raise TrainingConfigError("--resume needs --out DIR, the folder of the run.")
    # Products this small are quickest on one thread, and the same on any number of cores.
    torch.set_num_threads(1)
    folder = RunFolder(arguments.out) if arguments.out else None
    if folder and arguments.resume and folder.holds_model:
        material, training_run = _resumed(arguments, folder)
    else:
        source = data_folder(arguments)
        material = _material(arguments, source)
        training_run = material.start(replace(material.training, **_given(arguments)))
        if folder:
            folder.begin(material, training_run.config, None if arguments.corpus else source)
    announce(material, training_run)
    failure = follow(training_run, folder, plain=arguments.plain)
    summarise(training_run, folder, failure)
    return 1 if failure else 0


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that the command line names."""
    values = {field: getattr(arguments, field) for _, field, _, _ in _SETTINGS}
    return {field: value for field, value in values.items() if value is not None}


def _material(arguments: argparse.Namespace, source: Path) -> Material:
    from minigpt.corpus_file import read_corpus
    from minigpt.training.run_folder import material_for, material_of

    given = material_of(source)
    if not arguments.corpus:
        return given
    corpus = read_corpus(arguments.corpus)
    return given if corpus == given.corpus else material_for(corpus, given)


def _resumed(arguments: argparse.Namespace, folder: RunFolder) -> tuple[Material, TrainingRun]:
    from minigpt.corpus_file import read_corpus
    from minigpt.training.run_folder import check_same_corpus, material_of

    material = material_of(folder.path)
    if arguments.corpus:
        check_same_corpus(read_corpus(arguments.corpus), material.corpus)
    training = folder.saved_training(material) or material.training
    return material, folder.resume(material, replace(training, **_given(arguments)))
