"""Print one JSON document: a real trace, with the parameters and the config it was computed from.

For the tests of the page's scripts, which have no other way to MG-1's numbers. Blocks and heads
can be asked for, so that nothing is only true of one block and two heads.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys

from minigpt.batch import batch_records, trim
from minigpt.config import ModelConfig
from minigpt.model import create_model
from minigpt.parameters import named_parameters
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from minigpt.trace import trace
from minigpt.trace_json import to_json, trace_document


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--mask", choices=("causal", "none"), default="causal")
    parser.add_argument("--blocks", type=int)
    parser.add_argument("--heads", type=int)
    asked = parser.parse_args()
    config = ModelConfig.load(data_dir() / "config.json")
    config = dataclasses.replace(
        config, blocks=asked.blocks or config.blocks, heads=asked.heads or config.heads
    )
    model = create_model(config)
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    batch = trim(batch_records(asked.texts, tokenizer, config.context_length))
    document = {
        "config": config.to_dict(),
        "parameters": [
            {"name": name, "shape": list(values.shape), "values": values.numpy()}
            for name, values in named_parameters(model).items()
        ],
        "trace": trace_document(
            trace(model, batch, asked.mask), asked.texts, model_name=config.name
        ),
    }
    sys.stdout.buffer.write(to_json(document))


if __name__ == "__main__":
    main()
