"""`minigpt train`: learn from a corpus, watch the losses, keep what was learned."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.number_argument import whole_number
from minigpt.cli.train_options import add_settings
from minigpt.errors import TrainingConfigError
from minigpt.training.config import TrainingConfig

_MOST_THREADS = 1024
_LESSON = """\
how it learns:
  Each update draws {batch_records} whole training records, computes their mean loss, follows its
  gradient back to all parameters and lets Adam change them. Every {evaluate_every} updates both
  splits are scored whole. Where the validation loss was lowest first is the selected model:
  after that the records are learned by heart, and texts it has not seen get worse.

your own records:
  --corpus takes JSON like data/mini-gpt/corpus.json, or a text file with one record per line;
  of a text file every fourth record is held back for validation. A tokenizer is learned first.

one text instead:
  A model like shakespeare learns windows of one text, drawn at random, by AdamW whose rate
  rises and falls; `minigpt data shakespeare` brings its text. torchrun makes several processes
  of it, which share each batch.

examples:
  minigpt train
  minigpt train --corpus notes.txt --out notes     notes/ is then a folder for --data
  minigpt train --out notes --resume               after a pause, a kill, or with more --steps
  minigpt train --model shakespeare --out bard     3,000 updates: ten minutes on two cores
  minigpt train --model shakespeare --help         its settings, in place of MG-1's
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "train",
        help="train the model on a corpus",
        description="Train the model on a corpus and select the best of its states.",
        epilog=_LESSON.format_map(TrainingConfig.default().to_dict()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,  # its own says what the named model's settings are
    )
    add_settings(parser)
    parser.add_argument("--corpus", type=Path, metavar="FILE", help="records to learn from")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a folder to keep the model in")
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out")
    parser.add_argument("--model-seed", type=int, metavar="N", help="another draw of first weights")
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="what computes a text's run (cpu)"
    )
    threads = whole_number(1, _MOST_THREADS)
    parser.add_argument("--threads", type=threads, metavar="N", help="cores for a text's run (all)")
    parser.add_argument("--plain", action="store_true", help="lines for a log, no progress bar")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, show, save. Returns 1 if the run met a number that is not finite."""
    # Threads that spin while they wait take the cores from each other on a busy machine: a run was
    # ten times as slow. It is read when torch is loaded, which is in the next line.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from minigpt.cli.train_model import check_named_model
    from minigpt.config import ModelConfig
    from minigpt.stream.text import IDENTITY_FILE
    from minigpt.training.run_folder import CONFIG, RunFolder

    if arguments.resume and not arguments.out:
        raise TrainingConfigError("--resume needs --out DIR, the folder of the run.")
    folder = RunFolder(arguments.out) if arguments.out else None
    resumes = bool(folder and arguments.resume and folder.holds_model)
    if resumes:
        check_named_model(arguments, arguments.out)
    source = arguments.out if resumes else data_folder(arguments)
    if ModelConfig.load(source / CONFIG).data == "stream":
        from minigpt.cli.train_text import train_text

        return train_text(arguments, source, folder)
    if folder and arguments.resume and not resumes and (arguments.out / IDENTITY_FILE).exists():
        # Killed before it was whole; MG-1's run must not go into it.
        raise TrainingConfigError(
            f"{arguments.out} was begun for a model of one text and not finished; name that "
            "model again with --model."
        )
    from minigpt.cli.train_records import train_records

    return train_records(arguments, source, folder)
