"""Real traces as JSON, each with the parameters and the config that it was computed from.

For the tests of the page's scripts, which have no other way to MG-1's numbers. Blocks and heads
can be asked for, so that nothing is only true of one block and two heads, and any other member of
the family by what of its configuration differs; and shaken parameters, so that nothing is only true
while every scale is 1 and every bias 0. What is asked for stands
between "+"s, since starting Python takes longer than any of it.
"""

from __future__ import annotations

import argparse
import dataclasses
import json

import torch

from minigpt.batch import batch_records, trim
from minigpt.config import ModelConfig
from minigpt.gradient_json import gradient_document
from minigpt.gradient_trace import trace_gradients
from minigpt.lens import lens_document, logit_lens
from minigpt.model import MiniGPT, create_model
from minigpt.parameters import named_parameters
from minigpt.resources import data_dir
from minigpt.take_apart.parts import parse_parts
from minigpt.take_apart.switched import Swap, TakenApart, trace_apart
from minigpt.tokenizer import Tokenizer
from minigpt.trace_json import Document, to_json, trace_document

AND = "+"


def documents(arguments: list[str]) -> bytes:
    """A list of them, one for each case."""
    cases: list[list[str]] = [[]]
    for argument in arguments:
        if argument == AND:
            cases.append([])
        else:
            cases[-1].append(argument)
    return b"[" + b",".join(to_json(document(case)) for case in cases) + b"]"


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--mask", choices=("causal", "none"), default="causal")
    parser.add_argument("--blocks", type=int)
    parser.add_argument("--heads", type=int)
    parser.add_argument("--config", type=json.loads, default={})
    parser.add_argument("--apart", type=json.loads, default={"off": [], "swap": []})
    parser.add_argument("--shaken", action="store_true")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--lens", action="store_true")
    return parser.parse_args(arguments)


def document(arguments: list[str]) -> Document:
    """One case."""
    asked = parsed(arguments)
    config = ModelConfig.load(data_dir() / "config.json")
    chosen = {name: value for name in ("blocks", "heads") if (value := getattr(asked, name))}
    config = dataclasses.replace(config, **chosen, **asked.config)
    model = create_model(config)
    if asked.shaken:
        shake(model)
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    batch = trim(batch_records(asked.texts, tokenizer, config.context_length))
    apart = TakenApart(
        parse_parts(asked.apart["off"], config),
        tuple(
            Swap(one["record"], one["block"], one["position"], one["from"])
            for one in asked.apart["swap"]
        ),
    )
    traced = trace_apart(model, batch, apart, asked.mask)
    found: Document = {
        "config": config.to_dict(),
        "parameters": [
            {"name": name, "shape": list(values.shape), "values": values.detach().double().numpy()}
            for name, values in named_parameters(model).items()
        ],
        "trace": trace_document(traced, asked.texts, model_name=config.name),
    }
    if asked.lens:
        rows = logit_lens(model, traced)
        for index, record in enumerate(found["trace"]["records"]):
            record["lens"] = lens_document(rows, index, traced.lengths[index])
    if asked.gradients:
        gradients = trace_gradients(model, batch, asked.mask)
        found["gradients"] = gradient_document(gradients, model_name=config.name)
    return found


@torch.no_grad()
def shake(model: MiniGPT) -> None:
    """Move every parameter a good way, the same in every run."""
    generator = torch.Generator().manual_seed(4)
    for parameter in model.parameters():
        shift = torch.randn(parameter.shape, generator=generator, dtype=parameter.dtype)
        parameter.add_(0.3 * shift)
