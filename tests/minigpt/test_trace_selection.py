"""A part of a trace against the whole of it, and the names of what is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import batch_records
from minigpt.errors import SelectionError
from minigpt.model import create_model
from minigpt.opened import load
from minigpt.trace import Trace, cut, trace
from minigpt.trace_selection import Selection, count_numbers, cut_part, flat_arrays

TEXTS = ("The key is red.", "Hi")


@pytest.fixture(scope="module")
def traced() -> Trace:
    """Two records through two blocks of three heads."""
    opened = load()
    config = replace(opened.config, width=12, heads=3, blocks=2, ffn_width=10, dtype="float32")
    batch = batch_records(TEXTS, opened.tokenizer, config.context_length)
    return trace(create_model(config), batch)


@pytest.mark.parametrize("record", [0, 1])
@pytest.mark.parametrize("padded", [False, True])
def test_everything_is_the_whole_cut(traced: Trace, record: int, padded: bool) -> None:
    part = cut_part(traced, record, Selection(), padded=padded)
    whole = flat_arrays("", cut(traced, record, padded=padded))
    found = flat_arrays("", part.tensors)
    assert list(found) == list(whole)
    for name, array in whole.items():
        assert array.dtype == found[name].dtype, name
        assert np.array_equal(array, found[name], equal_nan=name.endswith("scores")), name
        assert found[name].flags["C_CONTIGUOUS"], name
    assert part.left_out == []
    assert count_numbers(part.tensors) == sum(array.size for array in whole.values())


def test_names_blocks_and_full_names(traced: Trace) -> None:
    asked = Selection(("logits", "norm1", "blocks.0.weights"), (1,))
    part = cut_part(traced, 1, asked)
    assert [name for name in part.tensors if name != "blocks"] == ["logits"]
    assert [list(block) for block in part.tensors["blocks"]] == [["weights"], ["norm1"]]
    n = traced.lengths[1]
    assert {"name": "weights", "block": 1, "shape": [3, n, n]} in part.left_out
    assert {"name": "visible", "block": 0, "shape": [1, n, n]} in part.left_out
    assert {"name": "ffn_relu", "block": 0, "shape": [n, 10]} in part.left_out
    assert {"name": "position_embedding", "block": None, "shape": [n, 12]} in part.left_out
    every = len(INPUT_TENSORS) + len(OUTPUT_TENSORS) + 2 * len(BLOCK_TENSORS)
    assert len(part.left_out) == every - 3


def test_heads_and_positions_are_cut_and_keys_are_all_there(traced: Trace) -> None:
    asked = Selection(heads=(2, 0), positions=(3, 5))
    part = cut_part(traced, 0, asked).tensors
    whole, n = cut(traced, 0), traced.lengths[0]
    block, full = part["blocks"][1], whole["blocks"][1]
    assert block["weights"].shape == (2, 2, n)
    assert np.array_equal(block["weights"], full["weights"][[2, 0], 3:5])
    assert np.array_equal(block["scores"], full["scores"][[2, 0], 3:5], equal_nan=True)
    assert np.array_equal(block["visible"], full["visible"][:, 3:5])
    assert np.array_equal(block["mixtures"], full["mixtures"][[2, 0], 3:5])
    assert np.array_equal(part["position_embedding"], whole["position_embedding"][3:5])
    assert np.array_equal(part["logits"], whole["logits"][3:5])


def test_positions_past_the_end_are_none(traced: Trace) -> None:
    assert cut_part(traced, 1, Selection(positions=(2, 60))).tensors["logits"].shape[0] == 1
    assert cut_part(traced, 1, Selection(positions=(50, 60))).tensors["logits"].shape[0] == 0


@pytest.mark.parametrize(
    "selection",
    [
        Selection(("weight",)),
        Selection(("blocks.2.weights",)),
        Selection(("blocks.0.logits",)),
        Selection(("blocks.-1.weights",)),
        Selection(("blocks.².weights",)),
        Selection(blocks=(2,)),
        Selection(blocks=(-1,)),
        Selection(heads=(3,)),
        Selection(positions=(4, 4)),
        Selection(positions=(-1, 4)),
    ],
)
def test_what_is_not_there_is_refused(traced: Trace, selection: Selection) -> None:
    config = replace(load().config, width=12, heads=3, blocks=2)
    with pytest.raises(SelectionError):
        selection.check(config)
