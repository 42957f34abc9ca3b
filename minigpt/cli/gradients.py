"""`minigpt gradients TEXT...`: what a small change of each number would do to the loss.

It shows; the backward pass and the document are made elsewhere.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from rich.table import Table
    from torch import Tensor

    from minigpt.gradient_trace import Gradients

_LESSON = """\
how to read the tables:
  Every number x that the model computed has a gradient dL/dx: add a little e to x, leave all
  else alone, and the mean loss L changes by dL/dx times e. The chain rule works it out from
  the loss backward: logits first (softmax minus one-hot, over N targets), token rows last.
  A parameter is used at every position, so its gradient is the sum over all of them; training
  steps against it. Token IDs and the mask are choices, not numbers: they have no gradient.

  norm      length of the gradient as one long vector: how much the loss leans on the tensor
  largest   the entry furthest from 0, and where it stands: [record, position, coordinate], in
            attention [record, head, query, key], in a parameter its own [row, column]

examples:
  minigpt gradients "The key is red. Answer: red."
  minigpt gradients "The key is red." "The key is blue."      one loss for two records
  minigpt gradients --data mine "The key is red."             of a model you have trained
  minigpt gradients --json "The key is red."                  all, as POST /api/gradients sends it
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "gradients",
        help="go backward from the loss: dL/d of every number and every parameter",
        description="Run the model once forward and once backward, and show how much the mean "
        "loss of the texts depends on each tensor and each parameter.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "texts", nargs="+", type=text_argument, metavar="TEXT", help='one record; "" is legal'
    )
    parser.add_argument(
        "--mask",
        choices=("causal", "none"),
        default="causal",
        help="what a position may see: the past (default), or everything that is not padding",
    )
    parser.add_argument("--json", action="store_true", help="print every gradient as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Differentiate the loss of the texts and print two tables, or the document."""
    # Imported here: torch takes longer to load than everything else takes to run.
    import torch

    from minigpt.batch import batch_records, trim
    from minigpt.gradient_json import gradient_document
    from minigpt.gradient_trace import trace_gradients
    from minigpt.opened import load
    from minigpt.trace_json import to_json

    # The same bits on any number of cores.
    torch.set_num_threads(1)
    opened = load(data_folder(arguments))
    batch = batch_records(arguments.texts, opened.tokenizer, opened.config.context_length)
    gradients = trace_gradients(opened.model, trim(batch), arguments.mask)
    if arguments.json:
        write_json(to_json(gradient_document(gradients, model_name=opened.config.name)))
    else:
        _show(gradients)
    return 0


def _show(gradients: Gradients) -> None:
    tensors = _table("dL/d of every tensor, all records")
    traced = gradients.tensors
    groups = [("", traced.inputs)]
    groups += [(f"blocks.{index}.", block) for index, block in enumerate(traced.blocks)]
    for prefix, group in [*groups, ("", traced.outputs)]:
        for name, gradient in group.items():
            if gradient.is_floating_point():
                _add_row(tensors, prefix + name, gradient)
    parameters = _table("dL/d of every parameter")
    for name, gradient in gradients.parameters.items():
        _add_row(parameters, name, gradient)
    console().print(tensors)
    console().print(parameters)
    output = gradients.values.output
    assert output.loss is not None  # without it there are no gradients
    console().print(
        f"L is the mean loss {output.loss.item()!r} over {output.scored_events} targets"
    )


def _table(title: str) -> Table:
    return table(
        title,
        ("name", "left"),
        ("shape", "left"),
        ("norm", "right"),
        ("largest", "right"),
        ("at", "left"),
    )


def _add_row(shown: Table, name: str, gradient: Tensor) -> None:
    place = gradient.abs().argmax()  # [], counted along the flattened tensor
    index: list[int] = []
    for length in reversed(gradient.shape):
        index.insert(0, int(place % length))
        place = place // length  # []
    shown.add_row(
        name,
        str(list(gradient.shape)),
        f"{gradient.norm().item():.6e}",
        f"{gradient[tuple(index)].item():.6e}",
        str(index),
    )
