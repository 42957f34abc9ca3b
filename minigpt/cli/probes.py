"""`minigpt probes`: what was learned by heart, and what was understood."""

from __future__ import annotations

import argparse
from pathlib import Path

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table
from minigpt.errors import CorpusError

_LESSON = """\
how it works:
  Records of the corpus are cut where they answer, and continued greedily: as they are, with a
  new colour or number in them, and stopped inside a token. Whoever copied the colour would get
  the new ones right; whoever knows the records by heart gets those that were seen right.

examples:
  minigpt probes --checkpoint mine     beside each other: untrained, and as saved there
  minigpt probes                       the untrained model alone
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "probes",
        help="what was learned by heart, and what was understood",
        description="Continue prompts made from the corpus, and compare with its records.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="a folder that minigpt train wrote; without it the model is untrained",
    )
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """One line a probe; ✓ where all that was expected came, and then EOS."""
    import torch

    from minigpt.corpus import Corpus
    from minigpt.model import create_model
    from minigpt.opened import WEIGHTS, load
    from minigpt.probes import answer, probes_of

    torch.set_num_threads(1)
    folder = arguments.checkpoint or data_folder(arguments)
    opened = load(folder)
    if opened.config.data != "records":
        raise CorpusError(
            f"{opened.config.name} learns one text; probes are made from the records of a corpus."
        )
    corpus = Corpus.load(folder / "corpus.json")
    models = {"untrained": create_model(opened.config)}
    if (folder / WEIGHTS).exists():
        models["as saved"] = opened.model
    shown = table(
        f"{opened.config.name}: probes, greedily",
        ("kind", "left"),
        ("prompt", "left"),
        ("expected", "left"),
        *((name, "left") for name in models),
    )
    for probe in probes_of(corpus, opened.tokenizer, opened.config.context_length):
        cells = [probe.kind, _quoted(probe.prompt), _quoted(probe.expected)]
        for model in models.values():
            ending = answer(model, opened.tokenizer, probe)
            is_right = ending.stop == "eos" and ending.text == probe.expected
            said = _quoted(ending.text) if ending.is_utf8 else f"{len(ending.content)} bytes"
            cells.append(f"{'✓' if is_right else '✗'} {said}")
        shown.add_row(*cells)
    console().print(shown)
    return 0


def _quoted(text: str) -> str:
    """In quotes, so that a space at its end is seen and control characters do nothing."""
    return repr(text)
