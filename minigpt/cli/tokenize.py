"""`minigpt tokenize TEXT`: the tokens of a text, and the merges that made them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from minigpt.encoding import Encoding
    from minigpt.tokens import TokenMap

_LESSON = """\
how it works:
  The text's UTF-8 bytes are the first tokens. Then the learned merges are applied by rank:
  each joins two neighbouring tokens into one, wherever they meet, from left to right. Nothing
  is normalised or lost: the bytes of the tokens are the bytes of the text.

how to read it:
  ␠ is a space, ⟨e7⟩ the byte e7. Offsets count bytes, and the end is not included.
  A model of characters has one token for each and no merges; one without a tokenizer takes
  IDs, as in "12 5 #7".

examples:
  minigpt tokenize "The key is blue."
  minigpt tokenize --json "钥匙"
  minigpt tokenize --model shakespeare "What light is this?"
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "tokenize",
        help="split a text into tokens and show the merges behind them",
        description="Split a text into tokens and show the merges behind them.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", type=text_argument, metavar="TEXT")
    parser.add_argument("--json", action="store_true", help="print IDs, pieces and merge steps")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Encode the text and print tables, or JSON."""
    import orjson

    from minigpt.config import ModelConfig
    from minigpt.encoding_json import encoding_document
    from minigpt.tokens import load_tokenizer

    folder = data_folder(arguments)
    tokenizer = load_tokenizer(folder, ModelConfig.load(folder / "config.json"))
    encoding = tokenizer.encode_steps(arguments.text)
    if arguments.json:
        write_json(orjson.dumps(encoding_document(encoding)))
    else:
        _show(encoding, tokenizer)
    return 0


def _show(encoding: Encoding, tokenizer: TokenMap) -> None:
    from minigpt.vocabulary import vocabulary

    names = [entry.name for entry in vocabulary(tokenizer)]
    tokens = table(
        f"{len(encoding.ids)} tokens",
        ("token", "right"),
        ("ID", "right"),
        ("piece", "left"),
        ("bytes", "left"),
        ("hex", "left"),
    )
    for index, piece in enumerate(encoding.pieces):
        code = tokenizer.piece(piece.id).hex(" ")
        tokens.add_row(
            str(index), str(piece.id), names[piece.id], f"{piece.start}–{piece.end}", code
        )
    merges = table(
        "merges, in the order they were applied",
        ("rank", "right"),
        ("joins", "left"),
        ("into", "left"),
        ("at byte", "left"),
    )
    for step in encoding.steps:
        left, right, made = names[step.left], names[step.right], names[step.id]
        at = " ".join(map(str, step.at))
        merges.add_row(str(step.rank), f"{left} + {right}", f"{made} ({step.id})", at)
    out = console()
    out.print(tokens)
    if encoding.steps:
        out.print(merges)
