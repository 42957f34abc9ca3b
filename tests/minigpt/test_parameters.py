"""Table 20.3, and the parameters by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.parameters import (
    listed_parameters,
    named_parameters,
    parameter_lists,
    parameter_table,
)
from minigpt.trace_json import to_json


def test_counts_of_mg1(model: MiniGPT, figures: dict[str, Any]) -> None:
    counts = {row.component: row.count for row in parameter_table(model)}
    assert list(counts.items()) == list(figures["parameters"].items())


def test_how_the_counts_come_about(model: MiniGPT) -> None:
    formulas = {
        row.component: row.shape.replace("\N{MULTIPLICATION SIGN}", "x")
        for row in parameter_table(model)
    }
    assert formulas == {
        "token_embedding": "291 x 16",
        "position_embedding": "64 x 16",
        "attention": "4 x 16 x 16",
        "ffn": "16 x 64 + 64 + 64 x 16 + 16",
        "norms": "3 x (2 x 16)",
        "lm_head": "16 x 291 + 291",
        "total": "",
    }


def test_every_formula_comes_to_its_count(other_config: Callable[..., ModelConfig]) -> None:
    model = create_model(other_config(blocks=3, width=15, heads=5, ffn_width=7))
    rows = parameter_table(model)
    for row in rows[:-1]:
        assert eval(row.shape.replace("\N{MULTIPLICATION SIGN}", "*")) == row.count, row
    total = sum(parameter.numel() for parameter in model.parameters())
    assert rows[-1].count == total == sum(row.count for row in rows[:-1])


def test_every_parameter_by_name(model: MiniGPT) -> None:
    named = named_parameters(model)
    assert set(named) == {
        "token_embedding",
        "position_embedding",
        *(f"blocks.0.{name}" for name in ("wq", "wk", "wv", "wo", "w1", "b1", "w2", "b2")),
        *(f"blocks.0.norm{i}.{part}" for i in (1, 2) for part in ("scale", "offset")),
        "final_norm.scale",
        "final_norm.offset",
        "lm_head",
        "lm_bias",
    }
    assert not any(tensor.requires_grad for tensor in named.values())


def test_lists_hold_the_same_numbers(model: MiniGPT) -> None:
    named, lists = named_parameters(model), parameter_lists(model)
    assert list(named) == list(lists)
    for name, tensor in named.items():
        assert torch.equal(torch.tensor(lists[name], dtype=torch.float64), tensor), name


def test_a_list_for_json_takes_tensors_however_they_lie_in_memory() -> None:
    transposed = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], dtype=torch.float64).t()
    written = to_json({"parameters": listed_parameters({"w": transposed})})
    assert written == (
        b'{"parameters":[{"name":"w","shape":[2,3],"values":[[1.0,3.0,5.0],[2.0,4.0,6.0]]}]}'
    )
