"""`minigpt generate PROMPT`: a continuation, token by token as it is chosen."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_data_option, data_folder
from minigpt.cli.output import write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from minigpt.generation import Ending

_LESSON = """\
how it works:
  The model scores all candidates for the next token; one is chosen and appended, and again.
  Temperature 0 takes the likeliest. Above 0 one is drawn: logits are divided by the temperature,
  then top-k and after it top-p take candidates out, and the rest is divided by its sum. BOS and
  PAD are never chosen, EOS ends. The same seed draws the same tokens.

examples:
  minigpt generate "The key is red. Answer:" --checkpoint mine
  minigpt generate "The key is" --checkpoint mine --temperature 0.8 --top-k 20 --seed 7
  minigpt generate "The key is" --json          every step: what the model said, what was removed
"""

_STOPS = {
    "eos": "EOS was chosen",
    "budget": "the budget of new tokens is used up",
    "context": "the context is full",
}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "generate",
        help="continue a text token by token",
        description="Continue a text token by token.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "prompt", type=text_argument, metavar="PROMPT", help='the text to continue; "" is legal'
    )
    parser.add_argument("--temperature", type=float, default=0.0, metavar="T", help="0 is greedy")
    parser.add_argument("--top-k", type=int, default=0, metavar="K", help="0 is off")
    parser.add_argument("--top-p", type=float, default=1.0, metavar="P", help="1 is off")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--max-new-tokens", type=int, default=24, metavar="N", help="the budget (24)"
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="DIR",
        help="a folder that minigpt train wrote; without it the model is untrained",
    )
    parser.add_argument("--json", action="store_true", help="print every step as one document")
    add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Generate, and write each piece of text as soon as it is certain."""
    import orjson
    import torch

    from minigpt.generation import Ending, generate
    from minigpt.generation_json import ending_document, step_document
    from minigpt.generation_settings import GenerationSettings
    from minigpt.opened import load

    torch.set_num_threads(1)
    settings = GenerationSettings(
        temperature=arguments.temperature,
        top_k=arguments.top_k,
        top_p=arguments.top_p,
        seed=arguments.seed,
        max_new_tokens=arguments.max_new_tokens,
    )
    opened = load(arguments.checkpoint or data_folder(arguments))
    steps: list[dict[str, object]] = []
    if not arguments.json:
        sys.stdout.write(arguments.prompt)
    for made in generate(opened.model, opened.tokenizer, arguments.prompt, settings):
        if arguments.json:
            steps.append(ending_document(made) if isinstance(made, Ending) else step_document(made))
            continue
        sys.stdout.write(made.tail if isinstance(made, Ending) else made.text)
        sys.stdout.flush()
        if isinstance(made, Ending):
            _tell(made)
    if arguments.json:
        document = {
            "model": opened.config.name,
            "identities": opened.identities,
            "prompt": arguments.prompt,
            "settings": settings.to_dict(),
            "steps": steps[:-1],
            "ending": steps[-1],
        }
        write_json(orjson.dumps(document))
    return 0


def _tell(ending: Ending) -> None:
    """End the line; why it stopped goes beside the text, not into it."""
    sys.stdout.write("\n")
    sys.stdout.flush()
    count = len(ending.new_ids)
    print(
        f"[{count} new token{'' if count == 1 else 's'}; stopped: {_STOPS[ending.stop]}]",
        file=sys.stderr,
    )
    if not ending.is_utf8:
        print(f"[not all bytes are UTF-8: {ending.content.hex(' ')}]", file=sys.stderr)
