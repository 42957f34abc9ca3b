"""MG-1 whole: the chapter's figures, its initial numbers, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from minigpt.batch import IGNORED, Batch, batch_ids
from minigpt.block import Block
from minigpt.config import ModelConfig
from minigpt.errors import EmptyBatchError, ShapeError, TargetIdError, TokenIdError
from minigpt.model import MiniGPT, Output, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import cut, trace

# The figures file's own tolerance.
TOLERANCE = 1e-12


def run(model: MiniGPT, batch: Batch) -> Output:
    output = model(batch.ids, batch.valid, batch.targets)
    assert isinstance(output, Output)
    return output


def close(got: Any, expected: Any) -> None:
    torch.testing.assert_close(
        torch.as_tensor(got, dtype=torch.float64),
        torch.as_tensor(expected, dtype=torch.float64),
        rtol=0,
        atol=TOLERANCE,
    )


class TestFigures:
    """The two chapter records at seed 1729."""

    def test_mean_loss(self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]) -> None:
        output = run(model, chapter_batch)
        assert output.scored_events == figures["batch"]["scored_events"] == 32
        close(output.loss, figures["mean_loss"])

    def test_each_loss(self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]) -> None:
        losses = run(model, chapter_batch).losses
        assert losses is not None
        assert [len(row) for row in figures["losses"]] == [15, 17]
        for row, expected in zip(losses, figures["losses"], strict=True):
            close(row[: len(expected)], expected)
            assert torch.count_nonzero(row[len(expected) :]) == 0

    def test_every_row_of_position_5(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        tensors = cut(trace(model, chapter_batch), record=0)
        rows = figures["record0_position5"]["rows"]
        assert len(rows) == 17
        for name, expected in rows.items():
            place = tensors if name in tensors else tensors["blocks"][0]
            close(place[name][5], expected)

    def test_mean_and_variance_of_position_5(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        row = trace(model, chapter_batch).blocks[0]["block_input"][0, 5]  # [C]
        close(row.mean(), figures["record0_position5"]["norm1_mean"])
        close(row.var(correction=0), figures["record0_position5"]["norm1_variance"])

    def test_both_heads_of_position_5(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        block = trace(model, chapter_batch).blocks[0]
        heads = figures["record0_position5"]["heads"]
        assert len(heads) == 2
        for h, head in enumerate(heads):
            close(block["scores"][0, h, 5, :6], head["scores"])
            close(block["weights"][0, h, 5, :6], head["weights"])
            assert torch.count_nonzero(block["weights"][0, h, 5, 6:]) == 0

    def test_the_last_softmax_of_position_5(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        logits = run(model, chapter_batch).logits[0, 5]  # [V]
        facts = figures["record0_position5"]
        shifted = (logits - logits.max()).exp()  # [V]
        close(logits.max(), facts["max_logit"])
        close(logits[facts["target_id"]], facts["target_logit"])
        # A sum of 291 numbers near 1 is 236 times as coarse as one of them.
        assert shifted.sum().item() == pytest.approx(
            facts["exp_sum_after_max_shift"], rel=TOLERANCE
        )
        close(shifted[facts["target_id"]] / shifted.sum(), facts["target_probability"])

    def test_zero_logits_cost_ln_291(
        self, model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
    ) -> None:
        with torch.no_grad():
            model.output_matrix.zero_()
        close(run(model, chapter_batch).loss, figures["zero_logits_loss"])


class TestInitialNumbers:
    def test_they_are_the_global_generators_draws_in_the_books_order(
        self, config: ModelConfig
    ) -> None:
        model = create_model(config)
        (block,) = model.blocks
        assert isinstance(block, Block)
        with torch.random.fork_rng():
            torch.manual_seed(1729)
            for matrix, rows, columns in [
                (model.token_embedding, 291, 16),
                (model.position_embedding, 64, 16),
                (block.wq, 16, 16),
                (block.wk, 16, 16),
                (block.wv, 16, 16),
                (block.wo, 16, 16),
                (block.w1, 16, 64),
                (block.w2, 64, 16),
                (model.output_matrix, 16, 291),
            ]:
                assert torch.equal(matrix, torch.randn(rows, columns, dtype=torch.float64) * 0.02)

    def test_the_rest_is_zero_or_one(self, model: MiniGPT) -> None:
        for name, parameter in model.named_parameters():
            if name.endswith(("offset", "b1", "b2", "bias")):
                assert torch.count_nonzero(parameter) == 0, name
            if name.endswith("scale"):
                assert torch.equal(parameter, torch.ones_like(parameter)), name

    def test_the_global_generator_is_neither_read_nor_moved(self, config: ModelConfig) -> None:
        with torch.random.fork_rng():
            torch.manual_seed(1)
            before = torch.get_rng_state()
            first = create_model(config)
            assert torch.equal(torch.get_rng_state(), before)
            torch.manual_seed(2)
            second = create_model(config)
        for one, other in zip(first.parameters(), second.parameters(), strict=True):
            assert torch.equal(one, other)

    def test_another_seed_gives_other_numbers(
        self, other_config: Callable[..., ModelConfig], model: MiniGPT
    ) -> None:
        other = create_model(other_config(seed=1730))
        assert not torch.equal(other.output_matrix, model.output_matrix)

    def test_each_block_draws_its_own(self, other_config: Callable[..., ModelConfig]) -> None:
        first, second = create_model(other_config(blocks=2)).blocks
        assert isinstance(first, Block)
        assert isinstance(second, Block)
        assert not torch.equal(first.wq, second.wq)

    def test_a_new_model_is_in_evaluation_mode(self, model: MiniGPT) -> None:
        assert not any(module.training for module in model.modules())

    def test_all_are_float64_on_the_cpu(self, model: MiniGPT) -> None:
        kinds = {(parameter.dtype, parameter.device.type) for parameter in model.parameters()}
        assert kinds == {(torch.float64, "cpu")}


def backward(loss: Tensor | None) -> None:
    assert loss is not None
    torch.autograd.backward(loss)


class TestGradients:
    def test_they_reach_every_parameter(self, model: MiniGPT, chapter_batch: Batch) -> None:
        backward(run(model, chapter_batch).loss)
        for name, parameter in model.named_parameters():
            assert parameter.grad is not None, name
            assert bool(parameter.grad.isfinite().all()), name
            assert torch.count_nonzero(parameter.grad) > 0, name

    def test_padding_and_unused_ids_get_none(self, model: MiniGPT, chapter_batch: Batch) -> None:
        backward(run(model, chapter_batch).loss)
        gradient = model.token_embedding.grad
        assert gradient is not None
        used = set(chapter_batch.ids[chapter_batch.valid].tolist())
        moved = set(gradient.abs().sum(dim=-1).nonzero()[:, 0].tolist())
        assert moved == used

    def test_a_record_that_is_all_padding_breaks_none(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        alone = run(model, chapter_batch).loss
        nothing = torch.zeros_like(chapter_batch.valid[:1])
        output = model(
            torch.cat([chapter_batch.ids, chapter_batch.ids[:1]]),
            torch.cat([chapter_batch.valid, nothing]),
            torch.cat([chapter_batch.targets, torch.full_like(chapter_batch.ids[:1], IGNORED)]),
        )
        assert bool(output.logits.isfinite().all())
        assert alone is not None
        close(output.loss.detach(), alone.detach())
        backward(output.loss)
        for name, parameter in model.named_parameters():
            assert parameter.grad is not None, name
            assert bool(parameter.grad.isfinite().all()), name


class TestSizes:
    @pytest.mark.parametrize(
        "changes",
        [
            {"heads": 3, "width": 9, "ffn_width": 5},
            {"blocks": 3},
            {"heads": 1, "width": 1, "ffn_width": 1},
            {"context_length": 17},
        ],
    )
    def test_other_models_of_the_family_run(
        self,
        other_config: Callable[..., ModelConfig],
        chapter_batch: Batch,
        changes: dict[str, int],
    ) -> None:
        model = create_model(other_config(**changes))
        short = [part[:, :17] for part in (chapter_batch.ids, chapter_batch.valid)]
        output = model(*short, chapter_batch.targets[:, :17])
        assert output.logits.shape == (2, 17, 291)
        assert bool(output.logits.isfinite().all())
        assert output.scored_events == 32

    def test_two_blocks_are_one_after_the_other(
        self, other_config: Callable[..., ModelConfig], chapter_batch: Batch
    ) -> None:
        traced = trace(create_model(other_config(blocks=2)), chapter_batch)
        first, second = traced.blocks
        assert torch.equal(first["block_output"], second["block_input"])
        assert not torch.equal(second["block_input"], second["block_output"])

    def test_without_targets_there_is_no_loss(self, model: MiniGPT, chapter_batch: Batch) -> None:
        output = model(chapter_batch.ids, chapter_batch.valid)
        assert (output.losses, output.loss, output.scored_events) == (None, None, 0)

    def test_nothing_to_score_has_no_loss(self, model: MiniGPT, chapter_batch: Batch) -> None:
        targets = torch.full_like(chapter_batch.targets, IGNORED)
        output = model(chapter_batch.ids, chapter_batch.valid, targets)
        assert output.loss is None
        assert output.scored_events == 0

    def test_only_bos_is_a_record(
        self, model: MiniGPT, tokenizer: Tokenizer, config: ModelConfig
    ) -> None:
        output = run(model, batch_ids([[]], tokenizer, config.context_length))
        assert output.scored_events == 1
        assert output.loss is not None


def part(batch: Batch, name: str, value: Tensor) -> dict[str, Tensor]:
    """The arguments of a forward pass, with one of them replaced."""
    parts = {"ids": batch.ids, "valid": batch.valid, "targets": batch.targets}
    return {**parts, name: value}


class TestRefusals:
    @pytest.mark.parametrize("unknown", [-1, 291, 10**12])
    @pytest.mark.parametrize("slot", [3, 60])
    def test_ids_outside_the_vocabulary(
        self, model: MiniGPT, chapter_batch: Batch, unknown: int, slot: int
    ) -> None:
        ids = chapter_batch.ids.clone()
        ids[1, slot] = unknown
        with pytest.raises(TokenIdError, match=str(unknown)) as caught:
            model(**part(chapter_batch, "ids", ids))
        assert caught.value.record == 1
        assert caught.value.details == {"id": unknown, "slot": slot, "vocabulary_size": 291}

    @pytest.mark.parametrize("unknown", [-1, 291])
    def test_targets_outside_the_vocabulary(
        self, model: MiniGPT, chapter_batch: Batch, unknown: int
    ) -> None:
        targets = chapter_batch.targets.clone()
        targets[0, 2] = unknown
        with pytest.raises(TargetIdError, match=str(unknown)):
            model(**part(chapter_batch, "targets", targets))

    def test_no_record(self, model: MiniGPT) -> None:
        nothing = torch.zeros(0, 4, dtype=torch.long)
        with pytest.raises(EmptyBatchError):
            model(nothing, nothing.bool())

    def test_no_slot(self, model: MiniGPT) -> None:
        nothing = torch.zeros(2, 0, dtype=torch.long)
        with pytest.raises(ShapeError):
            model(nothing, nothing.bool())

    def test_more_slots_than_the_context(self, model: MiniGPT) -> None:
        ids = torch.zeros(1, 65, dtype=torch.long)
        with pytest.raises(ShapeError, match="65") as caught:
            model(ids, torch.ones_like(ids).bool())
        assert caught.value.details == {"slots": 65, "limit": 64}

    @pytest.mark.parametrize("name", ["ids", "valid", "targets"])
    @pytest.mark.parametrize(
        "change",
        [
            pytest.param(lambda tensor: tensor[0], id="one axis"),
            pytest.param(lambda tensor: tensor.double(), id="floats"),
        ],
    )
    def test_arrays_of_the_wrong_kind(
        self,
        model: MiniGPT,
        chapter_batch: Batch,
        name: str,
        change: Callable[[Tensor], Tensor],
    ) -> None:
        wrong = change(getattr(chapter_batch, name))
        with pytest.raises(ShapeError, match=f"^{name} must be"):
            model(**part(chapter_batch, name, wrong))

    @pytest.mark.parametrize("name", ["valid", "targets"])
    @pytest.mark.parametrize(("records", "slots"), [(2, 63), (1, 64), (1, 1)])
    def test_arrays_that_do_not_fit_the_ids(
        self, model: MiniGPT, chapter_batch: Batch, name: str, records: int, slots: int
    ) -> None:
        wrong = getattr(chapter_batch, name)[:records, :slots]
        with pytest.raises(ShapeError, match=f"^{name} must be"):
            model(**part(chapter_batch, name, wrong))
