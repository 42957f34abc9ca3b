"""`minigpt generate PROMPT`: a continuation, token by token as it is chosen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from minigpt.alignment import Misalignment
    from minigpt.corpus import CorpusRecord
    from minigpt.encoding import Piece
    from minigpt.generation import Ending, Step
    from minigpt.tokens import TokenMap

_LESSON = """\
how it works:
  The model scores all candidates for the next token; one is chosen and appended, and again.
  Temperature 0 takes the likeliest. Above 0 one is drawn: logits are divided by the temperature,
  then top-k and after it top-p take candidates out, and the rest is divided by its sum. BOS and
  PAD are never chosen, EOS ends. The same seed draws the same tokens. IDs are appended and
  never tokenised again, so a prompt that stops inside a token of a training record leads where
  no record goes; a note says so. A model of one long text has no EOS: it goes on until the
  budget is used up, reading as many of the last tokens as its context holds.

examples:
  minigpt generate "The key is red. Answer: " --checkpoint mine
  minigpt generate "The key is" --checkpoint mine --temperature 0.8 --top-k 20 --seed 7
  minigpt generate "ROMEO:" --model shakespeare --temperature 0.8 --max-new-tokens 500
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
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Generate, and write each piece of text as soon as it is certain."""
    import torch

    from minigpt.alignment import misalignment
    from minigpt.errors import CheckpointError
    from minigpt.generation import generate
    from minigpt.generation_json import check_recordable, generation_document
    from minigpt.generation_settings import GenerationSettings
    from minigpt.opened import load
    from minigpt.trace_json import to_json

    torch.set_num_threads(1)
    settings = GenerationSettings(
        temperature=arguments.temperature,
        top_k=arguments.top_k,
        top_p=arguments.top_p,
        seed=arguments.seed,
        max_new_tokens=arguments.max_new_tokens,
    )
    folder, prompt = arguments.checkpoint or data_folder(arguments), arguments.prompt
    opened = load(folder)
    if arguments.checkpoint is not None and opened.trained_step is None:
        raise CheckpointError(
            f"{folder} has no weights yet; without --checkpoint nothing is trained."
        )
    made = generate(opened.model, opened.tokenizer, prompt, settings)
    parting = misalignment(prompt, _training_records(folder), opened.tokenizer)
    if arguments.json:
        check_recordable(settings, opened.tokenizer)
        name = opened.config.name
        document = generation_document(
            made, model_name=name, prompt=prompt, settings=settings, alignment=parting
        )
        write_json(to_json({**document, "identities": opened.identities}))
        return 0
    if parting is not None:
        print(_note(parting, opened.tokenizer), file=sys.stderr)
    _stream(prompt, made)
    return 0


def _training_records(folder: Path) -> tuple[CorpusRecord, ...]:
    """What the model learns from; nothing where the folder has no corpus."""
    from minigpt.corpus import Corpus

    path = folder / "corpus.json"
    return Corpus.load(path).train if path.exists() else ()


def _note(parting: Misalignment, tokenizer: TokenMap) -> str:
    """Why the prompt leads where no record goes, in one line."""
    from minigpt.vocabulary import visible

    def named(pieces: Sequence[Piece]) -> str:
        return ", ".join(f"{piece.id} ({visible(tokenizer.piece(piece.id))})" for piece in pieces)

    return (
        f"[the prompt begins record {parting.record.id} as text, but not as tokens: from slot "
        f"{parting.slot} on it has {named(parting.prompt)}, the record {named(parting.training)}; "
        "what follows such a prompt was never learned]"
    )


def _stream(prompt: str, made: Iterable[Step | Ending]) -> None:
    from minigpt.generation import Ending

    sys.stdout.write(prompt)
    for each in made:
        sys.stdout.write(each.tail if isinstance(each, Ending) else each.text)
        sys.stdout.flush()
        if isinstance(each, Ending):
            _tell(each)


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
