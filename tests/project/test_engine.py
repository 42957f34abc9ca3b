"""The page computes the model a third time, in JavaScript: it agrees, or says where not.

Its arithmetic runs in Node here, on what `minigpt trace --json` prints; in the page it is the same
modules. Every number of every trace must lie within 1e-12 of max(1, |x|), the bound that the
chapter's scalar check uses.
"""

from __future__ import annotations

import copy
import dataclasses
import io
import json
import subprocess
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import pytest
import torch

from minigpt import scalar
from minigpt.attention import Mask
from minigpt.batch import batch_records, replace_ids
from minigpt.cli.main import main
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.parameters import named_parameters, parameter_lists
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from minigpt.trace import trace
from minigpt.trace_json import to_json, trace_document
from tests.project.project_files import ROOT

RED = "The key is red. Answer: red."
BLUE = "The key is blue. Answer: blue."
TOLERANCE = 1e-12

Case = dict[str, Any]


@pytest.fixture(scope="module")
def config() -> ModelConfig:
    return ModelConfig.load(data_dir() / "config.json")


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.load(data_dir() / "tokenizer.json")


@pytest.fixture(scope="module")
def check(node: str) -> Callable[[Case], dict[str, Any]]:
    """The page's comparison of one case."""

    def run(case: Case) -> dict[str, Any]:
        done = subprocess.run(
            [node, "tests/js/engine-check.mjs"],
            cwd=ROOT,
            input=json.dumps({"case": case}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        outcome: dict[str, Any] = json.loads(done.stdout)["case"]
        return outcome

    return run


def printed_trace(*arguments: str) -> dict[str, Any]:
    """What `minigpt trace --json` prints."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(stream):
        assert main(["trace", "--json", *arguments]) == 0
    stream.flush()
    document: dict[str, Any] = json.loads(stream.buffer.getvalue())
    return document


def case_of(model: MiniGPT, eos_id: int, document: dict[str, Any], mask: Mask) -> Case:
    """A trace with what the page has beside it: parameters, sizes, the ID of EOS."""
    parameters = [
        {"name": name, "shape": list(values.shape), "values": values.tolist()}
        for name, values in named_parameters(model).items()
    ]
    config = model.config.to_dict()
    return {
        "trace": document,
        "mask": mask,
        "parameters": parameters,
        "config": config,
        "eosId": eos_id,
    }


def numbers_in(value: Any) -> int:
    """How many numbers a document holds; flags and what is absent are none."""
    if isinstance(value, dict):
        return sum(map(numbers_in, value.values()))
    if isinstance(value, list):
        return sum(map(numbers_in, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def assert_agrees(outcome: dict[str, Any], document: dict[str, Any]) -> None:
    """All numbers were compared, and none is too far away."""
    assert outcome["first"] is None
    assert outcome["max"] <= TOLERANCE
    compared = [
        (record["targets"], record["losses"], record["tensors"]) for record in document["records"]
    ]
    assert outcome["count"] == numbers_in([list(parts) for parts in compared]) + 1


@pytest.mark.parametrize(
    "arguments",
    [
        (RED, BLUE),
        ("--mask", "none", RED, BLUE),
        ("",),
        ("巴黎是法国的首都。", "", "钥匙 is\tred 🔑"),
        (RED, BLUE, "", "a", "Q" * 63, "每晚750元", "Hotel limit: 750 yuan.", " " * 9),
    ],
    ids=["chapter", "no mask", "empty", "Chinese", "eight"],
)
def test_the_page_agrees_with_the_command(
    arguments: tuple[str, ...],
    check: Callable[[Case], dict[str, Any]],
    config: ModelConfig,
    tokenizer: Tokenizer,
) -> None:
    document = printed_trace(*arguments)
    case = case_of(create_model(config), tokenizer.eos_id, document, document["mask"])
    assert_agrees(check(case), document)


@pytest.mark.parametrize("mask", ["causal", "none"])
def test_it_agrees_where_padding_was_computed_and_ids_were_swapped(
    mask: Mask,
    check: Callable[[Case], dict[str, Any]],
    config: ModelConfig,
    tokenizer: Tokenizer,
) -> None:
    batch = batch_records([RED, BLUE], tokenizer, config.context_length)
    batch = replace_ids(batch, 0, {6: 274, 40: 7})
    model = create_model(config)
    traced = trace(model, batch, mask)
    document = json.loads(to_json(trace_document(traced, [RED, BLUE], model_name="mg-1")))
    assert document["slots"] == 64
    assert_agrees(check(case_of(model, tokenizer.eos_id, document, mask)), document)


@pytest.fixture(scope="module")
def wide_model(config: ModelConfig) -> MiniGPT:
    """Two blocks, three heads, and no parameter that is 0 or 1 by construction."""
    sizes = {"blocks": 2, "heads": 3, "width": 18, "ffn_width": 20}
    model = create_model(dataclasses.replace(config, **sizes))  # type: ignore[arg-type]  # all are int
    generator = torch.Generator().manual_seed(20)
    with torch.no_grad():
        for values in model.parameters():
            values.normal_(0, 0.5, generator=generator)
    return model


@pytest.mark.parametrize("mask", ["causal", "none"])
def test_blocks_and_heads_may_be_any_number(
    mask: Mask,
    wide_model: MiniGPT,
    check: Callable[[Case], dict[str, Any]],
    tokenizer: Tokenizer,
) -> None:
    batch = batch_records([RED, ""], tokenizer, wide_model.config.context_length)
    traced = trace(wide_model, batch, mask)
    document = json.loads(to_json(trace_document(traced, [RED, ""], model_name="wide")))
    outcome = check(case_of(wide_model, tokenizer.eos_id, document, mask))
    assert_agrees(outcome, document)
    assert {tensor["block"] for tensor in outcome["tensors"]} == {None, 0, 1}


def test_it_agrees_with_the_scalar_path_too(
    wide_model: MiniGPT, check: Callable[[Case], dict[str, Any]], tokenizer: Tokenizer
) -> None:
    ids = [tokenizer.bos_id, *tokenizer.encode(RED)]
    targets = [*ids[1:], tokenizer.eos_id]
    config = wide_model.config
    by_loops = scalar.forward(
        parameter_lists(wide_model),
        blocks=config.blocks,
        heads=config.heads,
        norm_epsilon=config.norm_epsilon,
        ids=[ids],
        valid=[[True] * len(ids)],
        targets=[targets],
        mask="causal",
    )
    document = document_of(by_loops, ids, targets)
    assert_agrees(check(case_of(wide_model, tokenizer.eos_id, document, "causal")), document)


def document_of(by_loops: dict[str, Any], ids: list[int], targets: list[int]) -> dict[str, Any]:
    """The scalar path's one record, arranged as a trace; it has scores for hidden pairs as well."""
    blocks = [{name: values[0] for name, values in block.items()} for block in by_loops["blocks"]]
    for block in blocks:
        (visible,) = block["visible"]
        block["scores"] = [
            [
                [score if seen else None for score, seen in zip(*rows, strict=True)]
                for rows in zip(head, visible, strict=True)
            ]
            for head in block["scores"]
        ]
    tensors = {
        "token_embedding": by_loops["token_embedding"][0],
        "position_embedding": by_loops["position_embedding"],
        "blocks": blocks,
        "final_norm": by_loops["final_norm"][0],
        "logits": by_loops["logits"][0],
    }
    record = {"ids": ids, "targets": targets, "losses": by_loops["losses"][0], "tensors": tensors}
    return {"loss": by_loops["loss"], "records": [record]}


def wrong_weight(case: Case) -> None:
    (wk,) = [entry for entry in case["parameters"] if entry["name"] == "blocks.0.wk"]
    wk["values"][3][9] += 1e-9


def wrong_id(case: Case) -> None:
    case["trace"]["records"][1]["ids"][0] = 65


def wrong_epsilon(case: Case) -> None:
    case["config"]["norm_epsilon"] = 1.0001e-5


def wrong_target(case: Case) -> None:
    case["trace"]["records"][0]["targets"][5] = 274


def wrong_flag(case: Case) -> None:
    case["trace"]["records"][0]["tensors"]["blocks"][0]["visible"][0][2][3] = True


def wrong_mask(case: Case) -> None:
    case["mask"] = "none"


def wrong_eos(case: Case) -> None:
    case["eosId"] = 258


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (wrong_weight, "k_projection"),
        (wrong_id, "token_embedding"),
        (wrong_epsilon, "norm1"),
        (wrong_target, "targets"),
        (wrong_flag, "visible"),
        (wrong_mask, "scores"),
        (wrong_eos, "targets"),
    ],
)
def test_one_wrong_thing_is_found_where_it_first_acts(
    change: Callable[[Case], None],
    first: str,
    chapter_case: Case,
    check: Callable[[Case], dict[str, Any]],
) -> None:
    case = copy.deepcopy(chapter_case)
    change(case)
    assert check(case)["first"]["name"] == first


@pytest.fixture(scope="module")
def chapter_case(config: ModelConfig, tokenizer: Tokenizer) -> Case:
    return case_of(create_model(config), tokenizer.eos_id, printed_trace(RED, BLUE), "causal")
