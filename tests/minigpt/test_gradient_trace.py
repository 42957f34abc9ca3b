"""One backward pass: not a bit of the forward one changed, and every gradient where it belongs.

`test_gradient_nudges.py` holds the numbers to a second program.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch
from torch import Tensor

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import IGNORED, Batch, batch_records, trim
from minigpt.errors import NothingScoredError
from minigpt.gradient_json import gradient_document
from minigpt.gradient_trace import trace_gradients
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import Trace, trace
from minigpt.trace_json import to_json
from minigpt.training.gradients import loss_and_gradients

MASKS: tuple[Mask, ...] = ("causal", "none")


def groups(traced: Trace) -> list[dict[str, Tensor]]:
    return [traced.inputs, *traced.blocks, traced.outputs]


def test_what_lies_between_follows_from_its_neighbours(
    deep_model: MiniGPT, short_batch: Batch
) -> None:
    """The three that no function of the scalar program returns, by the rule of one step."""
    found = trace_gradients(deep_model, short_batch)
    inputs, block = found.tensors.inputs, found.tensors.blocks[0]
    assert torch.equal(inputs["token_embedding"], block["block_input"])
    # Records share the position rows: theirs is the sum.
    torch.testing.assert_close(
        inputs["position_embedding"], block["block_input"].sum(dim=0), rtol=1e-12, atol=1e-15
    )
    ffn = block["ffn_output"] @ deep_model.get_parameter("blocks.0.w2").detach().t()
    torch.testing.assert_close(block["ffn_relu"], ffn, rtol=1e-12, atol=1e-15)
    rows = found.tensors.outputs["logits"] @ deep_model.output_matrix.detach().t()
    torch.testing.assert_close(found.tensors.outputs["final_norm"], rows, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("slots", [5, 12])
def test_the_forward_pass_keeps_its_bits(
    slots: int, mask: Mask, deep_model: MiniGPT, short_texts: tuple[str, ...], tokenizer: Tokenizer
) -> None:
    batch = batch_records(short_texts, tokenizer, 12, slots=slots)
    found, plain = trace_gradients(deep_model, batch, mask), trace(deep_model, batch, mask)
    for ours, theirs in zip(groups(found.values), groups(plain), strict=True):
        assert list(ours) == list(theirs)
        assert all(torch.equal(ours[name], theirs[name]) for name in theirs)
    assert found.values.output.loss is not None
    assert plain.output.loss is not None
    assert found.values.output.loss.item() == plain.output.loss.item()
    ours_scored, theirs_scored = found.values.output.losses, plain.output.losses
    assert ours_scored is not None
    assert theirs_scored is not None
    assert torch.equal(ours_scored, theirs_scored)
    assert torch.equal(found.values.output.logits, plain.output.logits)
    # Nothing of autograd is left: neither on the model nor in what was handed out.
    assert all(parameter.grad is None for parameter in deep_model.parameters())
    handed_out = [*groups(found.values), *groups(found.tensors), found.parameters]
    assert not any(t.requires_grad for group in handed_out for t in group.values())
    assert not ours_scored.requires_grad
    assert not found.values.output.logits.requires_grad


def test_a_later_update_reaches_into_nothing(deep_model: MiniGPT, short_batch: Batch) -> None:
    model = create_model(deep_model.config)
    found = trace_gradients(model, short_batch)
    before = found.values.inputs["position_embedding"].clone()
    with torch.no_grad():
        model.position_embedding.add_(1)
    assert torch.equal(found.values.inputs["position_embedding"], before)


@pytest.mark.parametrize("slots", [5, 12])
def test_the_written_out_gradients_agree(
    slots: int, deep_model: MiniGPT, short_texts: tuple[str, ...], tokenizer: Tokenizer
) -> None:
    batch = batch_records(short_texts, tokenizer, 12, slots=slots)
    loss, written_out = loss_and_gradients(deep_model, batch)
    found = trace_gradients(deep_model, batch)
    assert found.values.output.loss is not None
    assert found.values.output.loss.item() == pytest.approx(loss.item(), rel=1e-14)
    assert found.parameters.keys() == written_out.keys()
    for name, gradient in written_out.items():
        # The same sums in another order.
        torch.testing.assert_close(found.parameters[name], gradient, rtol=1e-11, atol=1e-14)


def test_logits_hold_softmax_minus_one_hot_over_the_targets(
    deep_model: MiniGPT, short_batch: Batch
) -> None:
    found = trace_gradients(deep_model, short_batch)
    logits = found.values.outputs["logits"]  # [B,T,V]
    scored = short_batch.targets != IGNORED  # [B,T]
    one_hot = torch.zeros_like(logits).scatter_(2, short_batch.targets.clamp(min=0)[..., None], 1.0)
    expected = (logits.softmax(dim=-1) - one_hot) * scored[..., None] / scored.sum()
    torch.testing.assert_close(found.tensors.outputs["logits"], expected, rtol=1e-12, atol=1e-17)
    assert torch.equal(found.losses, scored.to(torch.float64) / 9)
    assert found.tensors.outputs["logits"].sum(dim=-1).abs().max() < 1e-16


def test_padding_and_what_the_mask_hides_have_exactly_no_gradient(
    deep_model: MiniGPT, short_texts: tuple[str, ...], tokenizer: Tokenizer
) -> None:
    batch = batch_records(short_texts, tokenizer, 12)
    found = trace_gradients(deep_model, batch)
    padding = ~batch.valid  # [B,T]
    assert int(padding.sum()) == 24 - 9
    for group, axes in [
        (found.tensors.inputs, INPUT_TENSORS),
        *((block, BLOCK_TENSORS) for block in found.tensors.blocks),
        (found.tensors.outputs, OUTPUT_TENSORS),
    ]:
        for name, gradient in group.items():
            assert not bool(gradient.isnan().any()), name
            if axes[name][:2] == ("B", "T"):
                assert gradient[padding].count_nonzero() == 0, name
                assert gradient[batch.valid].count_nonzero() > 0, name
    for block in found.tensors.blocks:
        hidden = ~block["visible"].expand_as(block["scores"])  # [B,H,Q,K]
        assert block["scores"][hidden].count_nonzero() == 0
        # The first query reads itself alone: whatever its score, its weight is 1.
        assert block["scores"][:, :, 0, 0].abs().max() < 1e-15
        # Softmax: what one score gains the others of its row lose.
        assert block["scores"].sum(dim=-1).abs().max() < 1e-15
    # What is read at the last position is read by nobody else; causally nothing flows back.
    assert found.parameters["position_embedding"][9:].count_nonzero() == 0


def test_the_mask_decides_whose_loss_a_position_feels(
    deep_model: MiniGPT, tokenizer: Tokenizer
) -> None:
    """One scored target, at position 1: what stands after it matters only without the mask."""
    whole = batch_records(["abcd"], tokenizer, 12, slots=5)
    targets = torch.full_like(whole.targets, IGNORED)  # [B,T]
    targets[0, 1] = whole.targets[0, 1]
    batch = Batch(whole.ids, whole.valid, targets, whole.vocabulary_size)
    for mask, reached in zip(MASKS, (2, 5), strict=True):
        gradient = trace_gradients(deep_model, batch, mask).tensors.inputs["token_embedding"]
        touched = gradient[0].abs().sum(dim=-1) > 0  # [T]
        assert touched.tolist() == [True] * reached + [False] * (5 - reached)


def test_padding_changes_no_gradient(
    deep_model: MiniGPT, short_texts: tuple[str, ...], tokenizer: Tokenizer
) -> None:
    batch = batch_records(short_texts, tokenizer, 12)
    padded, trimmed = trace_gradients(deep_model, batch), trace_gradients(deep_model, trim(batch))
    for name, gradient in trimmed.parameters.items():
        torch.testing.assert_close(padded.parameters[name], gradient, rtol=1e-11, atol=1e-15)


def test_a_batch_is_the_weighted_sum_of_its_records(
    deep_model: MiniGPT, short_texts: tuple[str, ...], tokenizer: Tokenizer
) -> None:
    """Never a mean of means: 5 targets of one record and 4 of the other count as 9."""
    one, other = (
        trace_gradients(deep_model, trim(batch_records([text], tokenizer, 12))).parameters
        for text in short_texts
    )
    both = trace_gradients(
        deep_model, batch_records(short_texts, tokenizer, 12, slots=5)
    ).parameters
    for name, gradient in both.items():
        expected = (5 * one[name] + 4 * other[name]) / 9
        torch.testing.assert_close(gradient, expected, rtol=1e-10, atol=1e-14)


def test_without_a_target_there_is_nothing_to_differentiate(
    deep_model: MiniGPT, short_batch: Batch
) -> None:
    ignored = Batch(
        short_batch.ids,
        short_batch.valid,
        torch.full_like(short_batch.targets, IGNORED),
        short_batch.vocabulary_size,
    )
    with pytest.raises(NothingScoredError, match="no loss"):
        trace_gradients(deep_model, ignored)


def test_a_caller_that_keeps_no_account_gets_gradients_too(
    deep_model: MiniGPT, short_batch: Batch
) -> None:
    with torch.no_grad():
        found = trace_gradients(deep_model, short_batch)
    assert found.parameters["lm_bias"].count_nonzero() == 291


def test_a_model_in_training_stays_in_it(deep_model: MiniGPT, short_batch: Batch) -> None:
    model = create_model(deep_model.config).train()
    trace_gradients(model, short_batch)
    assert model.training


@pytest.fixture(scope="module")
def document(deep_model: MiniGPT, short_batch: Batch) -> dict[str, Any]:
    found = trace_gradients(deep_model, short_batch)
    read: dict[str, Any] = json.loads(to_json(gradient_document(found, model_name="deep", step=30)))
    return read


def test_the_document_has_every_gradient_under_the_names_of_a_trace(
    document: dict[str, Any], deep_model: MiniGPT, short_batch: Batch
) -> None:
    found = trace_gradients(deep_model, short_batch)
    records = document.pop("records")
    parameters = document.pop("parameters")
    assert document == {
        "model": "deep",
        "mask": "causal",
        "step": 30,
        "slots": 5,
        "loss": found.values.output.loss.item() if found.values.output.loss is not None else None,
        "scored_events": 9,
    }
    assert [record["valid_count"] for record in records] == [5, 4]
    assert records[1]["losses"] == [1 / 9] * 4
    tensors = records[1]["tensors"]
    assert list(tensors) == [*INPUT_TENSORS, "blocks", *OUTPUT_TENSORS]
    for read, block in zip(tensors["blocks"], found.tensors.blocks, strict=True):
        assert list(read) == [name for name in BLOCK_TENSORS if name != "visible"]
        assert read["norm1"] == block["norm1"][1, :4].tolist()
        assert read["q_heads"] == block["q_heads"][1, :, :4].tolist()
        for query, row in enumerate(read["scores"][2]):
            exact = block["scores"][1, 2, query].tolist()
            assert row == exact[: query + 1] + [None] * (3 - query)
    assert tensors["position_embedding"] == found.tensors.inputs["position_embedding"][:4].tolist()
    assert [parameter["name"] for parameter in parameters] == list(found.parameters)
    for parameter in parameters:
        gradient = found.parameters[parameter["name"]]
        assert parameter["shape"] == list(gradient.shape)
        assert parameter["values"] == gradient.tolist()


def test_a_position_without_a_target_has_no_loss_to_differentiate(
    deep_model: MiniGPT, short_batch: Batch
) -> None:
    targets = short_batch.targets.clone()  # [B,T]
    targets[1, 2] = IGNORED
    found = trace_gradients(
        deep_model, Batch(short_batch.ids, short_batch.valid, targets, short_batch.vocabulary_size)
    )
    read = json.loads(to_json(gradient_document(found, model_name="deep")))
    assert [record["losses"] for record in read["records"]] == [
        [1 / 8] * 5,
        [1 / 8, 1 / 8, None, 1 / 8],
    ]
    assert read["step"] is None
