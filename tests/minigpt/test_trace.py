"""Traces: complete, untouched by being watched, and cut to one record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import Batch, batch_records, trim
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import Trace, cut, trace


def flat(trace: Trace) -> dict[str, torch.Tensor]:
    """All tensors of a one-block trace under one roof."""
    (block,) = trace.blocks
    return {**trace.inputs, **block, **trace.outputs}


def flat_cut(tensors: dict[str, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """The same for what `cut` returns."""
    (block,) = tensors["blocks"]
    return {**{k: v for k, v in tensors.items() if k != "blocks"}, **block}


def test_shapes_of_table_20_2(
    model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
) -> None:
    shapes = {
        name: list(tensor.shape) for name, tensor in flat(trace(model, chapter_batch)).items()
    }
    batch_parts = ("ids", "valid", "targets")
    assert shapes == {k: v for k, v in figures["shapes"].items() if k not in batch_parts}


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("slots", [17, 64])
def test_watching_changes_no_bit(
    model: MiniGPT, chapter_batch: Batch, mask: Mask, slots: int
) -> None:
    batch = trim(chapter_batch) if slots == 17 else chapter_batch
    watched = trace(model, batch, mask)
    plain = model(batch.ids, batch.valid, batch.targets, mask=mask)
    assert watched.output.logits.shape == (2, slots, 291)
    assert torch.equal(watched.output.logits, plain.logits)
    assert torch.equal(watched.outputs["logits"], plain.logits)
    assert watched.output.losses is not None
    assert torch.equal(watched.output.losses, plain.losses)
    assert watched.mask == mask


def test_a_trace_carries_no_gradients(model: MiniGPT, chapter_batch: Batch) -> None:
    taken = trace(model, chapter_batch)
    assert not any(tensor.requires_grad for tensor in flat(taken).values())
    assert not taken.output.logits.requires_grad


@pytest.mark.parametrize("training", [True, False])
def test_the_mode_of_the_model_is_as_before(
    model: MiniGPT, chapter_batch: Batch, training: bool
) -> None:
    model.train(training)
    modes: list[bool] = []
    model.final_norm.register_forward_hook(lambda *_: modes.append(model.final_norm.training))
    trace(model, chapter_batch)
    assert modes == [False]
    assert {module.training for module in model.modules()} == {training}


def test_a_later_update_does_not_reach_into_a_trace(model: MiniGPT, chapter_batch: Batch) -> None:
    taken = trace(model, chapter_batch)
    before = {name: tensor.clone() for name, tensor in flat(taken).items()}
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(1.0)
    for name, tensor in flat(taken).items():
        assert torch.equal(tensor, before[name]), name


def test_the_trace_fits_together(model: MiniGPT, chapter_batch: Batch) -> None:
    seen = flat(trace(model, chapter_batch))
    assert torch.equal(seen["block_input"], seen["token_embedding"] + seen["position_embedding"])
    assert torch.equal(seen["residual1"], seen["block_input"] + seen["attention_output"])
    assert torch.equal(seen["block_output"], seen["residual1"] + seen["ffn_output"])


AXES = {**INPUT_TENSORS, **BLOCK_TENSORS, **OUTPUT_TENSORS}


class TestCut:
    @pytest.mark.parametrize(("record", "n"), [(0, 15), (1, 17)])
    def test_position_axes_hold_the_valid_positions(
        self, model: MiniGPT, chapter_batch: Batch, record: int, n: int
    ) -> None:
        sizes = {"T": n, "Q": n, "K": n, "C": 16, "H": 2, "d": 8, "F": 64, "V": 291, "1": 1}
        for name, array in flat_cut(cut(trace(model, chapter_batch), record)).items():
            assert array.shape == tuple(sizes[axis] for axis in AXES[name] if axis != "B"), name

    def test_padded_holds_all_slots(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        arrays = flat_cut(cut(trace(model, chapter_batch), 0, padded=True))
        for name, array in arrays.items():
            shape = figures["shapes"][name]
            assert list(array.shape) == (shape[1:] if AXES[name][0] == "B" else shape), name

    def test_names_come_in_the_order_of_the_computation(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        tensors = cut(trace(model, chapter_batch), 0)
        assert list(tensors) == [*INPUT_TENSORS, "blocks", *OUTPUT_TENSORS]
        assert [list(block) for block in tensors["blocks"]] == [list(BLOCK_TENSORS)]

    @pytest.mark.parametrize("padded", [True, False])
    @pytest.mark.parametrize("record", [0, 1])
    def test_numbers_are_the_records_own(
        self, model: MiniGPT, chapter_batch: Batch, record: int, padded: bool
    ) -> None:
        taken = trace(model, chapter_batch)
        n = 64 if padded else (15, 17)[record]
        arrays, seen = flat_cut(cut(taken, record, padded=padded)), flat(taken)
        for name, array in arrays.items():
            if name == "scores":
                continue
            own = seen[name][record] if AXES[name][0] == "B" else seen[name]
            for axis, letter in enumerate(letter for letter in AXES[name] if letter != "B"):
                if letter in "TQK":
                    own = own.narrow(axis, 0, n)
            assert array.tolist() == own.tolist(), name

    @pytest.mark.parametrize("padded", [True, False])
    @pytest.mark.parametrize("mask", ["causal", "none"])
    def test_a_score_is_nan_exactly_where_the_key_is_invisible(
        self, model: MiniGPT, chapter_batch: Batch, mask: Mask, padded: bool
    ) -> None:
        taken = trace(model, chapter_batch, mask)
        (block,) = cut(taken, 0, padded=padded)["blocks"]
        scores, visible = block["scores"], np.broadcast_to(block["visible"], block["scores"].shape)
        assert np.array_equal(np.isnan(scores), ~visible)
        n = scores.shape[-1]
        own = taken.blocks[0]["scores"][0, :, :n, :n].numpy()  # [H, Q, K]
        assert np.array_equal(scores[visible], own[visible])
        # 15 real positions: all pairs, or the triangle with its diagonal.
        assert visible[0].sum() == (15 * 15 if mask == "none" else 15 * 16 // 2)

    def test_no_other_array_holds_nan(self, model: MiniGPT, chapter_batch: Batch) -> None:
        arrays = flat_cut(cut(trace(model, chapter_batch), 0, padded=True))
        assert [name for name, array in arrays.items() if np.isnan(array).any()] == ["scores"]

    def test_the_scores_of_the_trace_keep_their_numbers(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        taken = trace(model, chapter_batch)
        cut(taken, 0, padded=True)
        assert bool(taken.blocks[0]["scores"].isfinite().all())

    def test_arrays_are_contiguous_and_of_plain_types(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        for name, array in flat_cut(cut(trace(model, chapter_batch), 1)).items():
            assert array.flags.c_contiguous, name
            assert array.dtype == (np.bool_ if name == "visible" else np.float64), name

    def test_each_block_has_its_own(
        self, other_config: Callable[..., ModelConfig], chapter_batch: Batch
    ) -> None:
        taken = trace(create_model(other_config(blocks=2)), chapter_batch)
        first, second = cut(taken, 1)["blocks"]
        assert np.array_equal(first["block_output"], second["block_input"])
        assert not np.array_equal(first["block_input"], second["block_input"])

    @pytest.mark.parametrize("record", [-1, 2])
    def test_no_such_record(self, model: MiniGPT, chapter_batch: Batch, record: int) -> None:
        with pytest.raises(IndexError, match=str(record)):
            cut(trace(model, chapter_batch), record)

    def test_the_empty_text_has_one_position(
        self, model: MiniGPT, tokenizer: Tokenizer, config: ModelConfig
    ) -> None:
        batch = batch_records(["", "a"], tokenizer, config.context_length)
        assert cut(trace(model, batch), 0)["logits"].shape == (1, 291)
