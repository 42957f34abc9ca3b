"""`minigpt evaluate`: the loss of a model on a whole split of its text, and the usual estimate."""

from __future__ import annotations

import argparse

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.number_argument import LARGEST_SEED, whole_number
from minigpt.cli.output import console, write_json

#: They would take days; the exact loss is there for less.
_MOST_WINDOWS = 1_000_000

_LESSON = """\
two numbers, and why they differ:
  exact      every target of the split counts once: the split is cut into windows as long as the
             context, one after another; the last may be shorter. One sum, one divisor
  estimate   the mean over windows drawn at random, as other projects report it; it moves with
             the seed, by about its standard error. Never compare it with an exact one

  The text must be there: minigpt data shakespeare. A model of records has its losses in the
  table that minigpt train prints.

examples:
  minigpt evaluate --model shakespeare
  minigpt evaluate --model bard --split train --windows 200 --seed 1
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "evaluate",
        help="the exact loss of a model on its text, and an estimate beside it",
        description="Compute the loss of a model on a whole split of the text it learns from.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--split", choices=("train", "validation"), default="validation", help="(validation)"
    )
    windows, seeds = whole_number(1, _MOST_WINDOWS), whole_number(0, LARGEST_SEED)
    parser.add_argument("--windows", type=windows, default=200, metavar="N", help="to estimate by")
    parser.add_argument("--seed", type=seeds, default=0, metavar="N", help="of the estimate")
    parser.add_argument("--json", action="store_true", help="print both as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read the text, score the split, print both losses."""
    import orjson

    from minigpt.errors import TextIdentityError
    from minigpt.opened import load
    from minigpt.stream.exact_loss import estimated_loss, exact_loss
    from minigpt.stream.text import load_text

    folder = data_folder(arguments)
    opened = load(folder)
    if opened.config.data != "stream":
        raise TextIdentityError(
            f"{opened.config.name} learns from records and not from one text; minigpt train "
            "prints the losses of their splits."
        )
    text = load_text(folder)
    ids = text.ids(arguments.split, opened.tokenizer)  # [N]
    exact = exact_loss(opened.model, ids)
    estimate = estimated_loss(opened.model, ids, windows=arguments.windows, seed=arguments.seed)
    if arguments.json:
        found = {"split": arguments.split, "exact": exact, "estimate": estimate}
        write_json(orjson.dumps({"model": opened.config.name, **found}))
        return 0
    trained = "untrained" if opened.trained_step is None else f"update {opened.trained_step}"
    out = console()
    out.print(f"{opened.config.name} ({trained}), {arguments.split} split of {text.identity.name}")
    out.print(f"exact     {exact.mean:.6f} nats per token, {exact.targets:,} targets")
    out.print(
        f"estimate  {estimate.mean:.6f} ± {estimate.standard_error:.6f} over {estimate.windows} "
        f"random windows, seed {estimate.seed}"
    )
    return 0
