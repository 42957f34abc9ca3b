"""Parts switched off, residuals exchanged: held to hand work, and to what must not change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from minigpt.axes import BLOCK_TENSORS
from minigpt.batch import Batch, batch_ids
from minigpt.config import ModelConfig
from minigpt.errors import NothingScoredError, SwapError, UnknownPartError
from minigpt.id_tokenizer import IdTokenizer
from minigpt.model import MiniGPT, create_model
from minigpt.take_apart.ablations import ablations
from minigpt.take_apart.parts import Part, all_parts, parse_part, parse_parts
from minigpt.take_apart.switched import Swap, TakenApart, trace_apart
from minigpt.trace import Trace, trace

Order = list[tuple[int | None, str]]


@pytest.fixture(scope="module")
def small(other_config: Callable[..., ModelConfig]) -> MiniGPT:
    """Three blocks of two heads with every bias there is, and numbers far from zero and one."""
    config = other_config(
        vocabulary_size=11,
        context_length=8,
        width=8,
        heads=2,
        ffn_width=12,
        blocks=3,
        activation="gelu",
        attention_bias=True,
        data="stream",
        tokenizer="ids",
    )
    model = create_model(config)
    noise = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for parameter in model.parameters():
            drawn = torch.randn(parameter.shape, generator=noise, dtype=torch.float64)
            parameter.add_(drawn, alpha=0.4)
    return model


@pytest.fixture(scope="module")
def batch() -> Batch:
    return batch_ids(
        [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 0, 2]],
        IdTokenizer(11),
        8,
        slots=6,
        following=[6, None, 1],
    )


def taken(model: MiniGPT, batch: Batch, *off: str, swaps: tuple[Swap, ...] = ()) -> Trace:
    parts = parse_parts(off, model.config)
    return trace_apart(model, batch, TakenApart(parts, swaps))


def numbers(model: MiniGPT) -> dict[str, Tensor]:
    """All parameters by name, without their gradients."""
    return {name: value.detach() for name, value in model.named_parameters()}


def logits(found: Trace) -> Tensor:
    return found.outputs["logits"]


def same_bits(left: Tensor, right: Tensor) -> bool:
    return left.numpy().tobytes() == right.numpy().tobytes()


def columns(found: Trace) -> dict[tuple[int | None, str], Tensor]:
    """All tensors, in the order they were computed."""
    return {
        **{(None, name): tensor for name, tensor in found.inputs.items()},
        **{
            (index, name): tensor
            for index, block in enumerate(found.blocks)
            for name, tensor in block.items()
        },
        **{(None, name): tensor for name, tensor in found.outputs.items()},
    }


# --- how parts are written -----------------------------------------------------------------


def test_parts_are_written_and_read(small: MiniGPT) -> None:
    assert parse_part("0.1", small.config) == Part(0, "head", 1)
    assert parse_part("ffn2", small.config) == Part(2, "ffn")
    assert parse_part("block1", small.config) == Part(1, "block")
    every = all_parts(small.config)
    assert len(every) == 3 * (2 + 2)
    assert [parse_part(str(part), small.config) for part in every] == every


@pytest.mark.parametrize(
    "text", ["", "0.2", "3.0", "ffn3", "block3", "0", "head0.1", "0.1 ", "-1.0", "0.٣", "9" * 99]
)
def test_an_unknown_part_is_refused(small: MiniGPT, text: str) -> None:
    with pytest.raises(UnknownPartError) as caught:
        parse_part(text, small.config)
    assert caught.value.details == {"blocks": 3, "heads": 2}
    assert len(caught.value.message) < 200


# --- switching off -------------------------------------------------------------------------


def test_nothing_off_is_the_intact_trace(small: MiniGPT, batch: Batch) -> None:
    intact, found = columns(trace(small, batch)), columns(taken(small, batch))
    assert list(found) == list(intact)
    assert all(same_bits(found[name], intact[name]) for name in intact)


@pytest.mark.parametrize(
    ("off", "first"),
    [
        ("0.0", (0, "mixtures")),
        ("1.1", (1, "mixtures")),
        ("ffn1", (1, "ffn_output")),
        ("block2", (2, "attention_output")),
    ],
)
def test_what_lies_before_the_first_switch_keeps_every_bit(
    small: MiniGPT, batch: Batch, off: str, first: tuple[int, str]
) -> None:
    intact, found = columns(trace(small, batch)), columns(taken(small, batch, off))
    changed = [name for name in intact if not same_bits(found[name], intact[name])]
    assert changed[0] == first
    assert changed[-1] == (None, "logits")
    order = list(intact)
    # And everything that can change after it does, except what no number decides.
    after = order[order.index(first) :]
    assert set(after) - set(changed) <= {(index, "visible") for index in range(3)}


def test_a_head_that_is_off_reads_nothing(small: MiniGPT, batch: Batch) -> None:
    found = taken(small, batch, "1.0")
    intact, own = trace(small, batch).blocks[1], numbers(small)
    assert not found.blocks[1]["mixtures"][:, 0].any()
    assert same_bits(found.blocks[1]["mixtures"][:, 1], intact["mixtures"][:, 1])
    # By hand: the other head's four columns through their rows of Wo, and the bias, which stays.
    other = intact["mixtures"][:, 1] @ own["blocks.1.wo"][4:] + own["blocks.1.bo"]
    torch.testing.assert_close(found.blocks[1]["attention_output"], other, rtol=0, atol=1e-12)


def test_a_block_that_is_off_hands_its_input_on(small: MiniGPT, batch: Batch) -> None:
    found = taken(small, batch, "block1").blocks
    for name in ("residual1", "block_output"):
        assert torch.equal(found[1][name], found[1]["block_input"])
    assert torch.equal(found[2]["block_input"], found[0]["block_output"])
    both = taken(small, batch, "1.0", "1.1", "ffn1").blocks
    # Switching off all its heads is not the same: the projection's bias is no head's.
    bias = numbers(small)["blocks.1.bo"]
    torch.testing.assert_close(
        both[1]["block_output"], both[1]["block_input"] + bias, rtol=0, atol=1e-12
    )


def test_with_everything_off_the_embeddings_alone_speak(small: MiniGPT, batch: Batch) -> None:
    found = taken(small, batch, "block0", "block1", "block2")
    # By hand: look up, add, normalise, project.
    own = numbers(small)
    rows = own["token_embedding"][batch.ids] + own["position_embedding"][:6]  # [B, T, C]
    centred = rows - rows.mean(dim=-1, keepdim=True)
    variance = (centred**2).mean(dim=-1, keepdim=True)
    norm = centred / (variance + small.config.norm_epsilon).sqrt()
    norm = norm * own["final_norm.scale"] + own["final_norm.offset"]
    by_hand = norm @ own["lm_head"] + own["lm_bias"]
    torch.testing.assert_close(logits(found), by_hand, rtol=0, atol=1e-12)


def test_the_order_and_the_number_of_switches_do_not_matter(small: MiniGPT, batch: Batch) -> None:
    one = logits(taken(small, batch, "ffn0", "2.1", "1.0"))
    assert same_bits(one, logits(taken(small, batch, "1.0", "2.1", "ffn0", "ffn0")))
    assert not same_bits(one, logits(taken(small, batch, "1.0", "2.1")))


def test_the_model_is_left_as_it_was(small: MiniGPT, batch: Batch) -> None:
    before = {name: value.clone() for name, value in small.named_parameters()}
    intact = logits(trace(small, batch)).clone()
    taken(small, batch, "block0", swaps=(Swap(0, 1, 2, 1),))
    assert all(torch.equal(before[name], value) for name, value in small.named_parameters())
    assert same_bits(logits(trace(small, batch)), intact)


# --- exchanging residuals ------------------------------------------------------------------


@pytest.mark.parametrize("block", [-1, 0, 2])
def test_a_residual_comes_from_another_record(small: MiniGPT, batch: Batch, block: int) -> None:
    intact = trace(small, batch)
    found = taken(small, batch, swaps=(Swap(0, block, 2, 1),))
    name, at = ("block_input", 0) if block < 0 else ("block_output", block)
    stream, own = found.blocks[at][name], intact.blocks[at][name]
    assert same_bits(stream[0, 2], own[1, 2])
    # All other rows of this column are the intact ones, and so is all of the other records.
    kept = torch.ones(stream.shape[:2], dtype=torch.bool)
    kept[0, 2] = False
    assert same_bits(stream[kept], own[kept])
    assert same_bits(logits(found)[1:], logits(intact)[1:])
    # What comes before the position sees nothing of it; the position itself does.
    assert same_bits(logits(found)[0, :2], logits(intact)[0, :2])
    assert not same_bits(logits(found)[0, 2], logits(intact)[0, 2])
    # After the last block nothing is left that would read across positions.
    assert same_bits(logits(found)[0, 3:], logits(intact)[0, 3:]) == (block == 2)
    if block == 2:
        assert same_bits(logits(found)[0, 2], logits(intact)[1, 2])


def test_two_records_can_exchange_their_rows(small: MiniGPT, batch: Batch) -> None:
    intact = trace(small, batch).blocks[1]["block_output"]
    swaps = (Swap(0, 1, 1, 1), Swap(1, 1, 1, 0))
    found = taken(small, batch, swaps=swaps).blocks[1]["block_output"]
    assert same_bits(found[0, 1], intact[1, 1])
    assert same_bits(found[1, 1], intact[0, 1])


def test_a_row_is_taken_with_what_is_off_in_the_same_pass(small: MiniGPT, batch: Batch) -> None:
    without = taken(small, batch, "ffn0").blocks[0]["block_output"]
    found = taken(small, batch, "ffn0", swaps=(Swap(2, 0, 0, 1),)).blocks[0]["block_output"]
    assert same_bits(found[2, 0], without[1, 0])


def test_all_rows_of_another_record_make_its_logits(small: MiniGPT, batch: Batch) -> None:
    swaps = tuple(Swap(1, -1, position, 0) for position in range(4))
    found = logits(taken(small, batch, swaps=swaps))
    assert same_bits(found[1, :4], found[0, :4])


@pytest.mark.parametrize(
    ("swaps", "sentence", "record"),
    [
        ([Swap(3, 0, 0, 1)], "There is no record 3; the batch has 3", None),
        ([Swap(0, 0, 0, -1)], "There is no record -1", None),
        ([Swap(0, 3, 0, 1)], "There is no block 3; the model has 0 to 2", 0),
        ([Swap(0, -2, 0, 1)], "There is no block -2", 0),
        ([Swap(2, 0, 3, 0)], "Record 2 has no position 3; it has 0 to 2", 2),
        ([Swap(0, 0, 4, 1)], "Record 1 has no position 4; it has 0 to 3", 1),
        ([Swap(0, 0, -1, 1)], "Record 0 has no position -1", 0),
        ([Swap(1, 0, 0, 1)], "its own would change nothing", 1),
        ([Swap(0, 0, 0, 1), Swap(0, 0, 0, 2)], "exchanged twice", 0),
    ],
)
def test_a_swap_that_cannot_be_is_refused(
    small: MiniGPT, batch: Batch, swaps: list[Swap], sentence: str, record: int | None
) -> None:
    with pytest.raises(SwapError) as caught:
        taken(small, batch, swaps=tuple(swaps))
    assert sentence in caught.value.message
    assert caught.value.record == record


# --- what each part is worth ---------------------------------------------------------------


@pytest.mark.parametrize("record", [0, 1, 2])
def test_ablations_are_the_losses_of_the_switched_runs(
    small: MiniGPT, batch: Batch, record: int
) -> None:
    found = ablations(small, trace(small, batch), record)

    def mean(run: Trace) -> float:
        assert run.output.losses is not None
        scored = batch.targets[record] >= 0
        return run.output.losses[record][scored].mean().item()

    assert found.loss == pytest.approx(mean(trace(small, batch)), rel=0, abs=1e-12)
    for part in all_parts(small.config):
        expected = mean(taken(small, batch, str(part)))
        losses = {"ffn": found.ffn, "block": found.blocks}.get(part.kind)
        value = found.heads[part.block][part.head or 0] if losses is None else losses[part.block]
        assert value == pytest.approx(expected, rel=0, abs=1e-12), str(part)
        assert abs(value - found.loss) > 1e-6  # every part does something
    assert (len(found.heads), len(found.ffn), len(found.blocks)) == (3, 3, 3)
    assert set(found.document()) == {"loss", "heads", "ffn", "blocks"}


def test_a_record_without_targets_has_no_ablations(small: MiniGPT) -> None:
    alone = batch_ids([[1, 2], [3]], IdTokenizer(11), 8)
    with pytest.raises(NothingScoredError):
        ablations(small, trace(small, alone), 1)
    assert ablations(small, trace(small, alone), 0).loss > 0


@given(st.sets(st.sampled_from(["0.0", "0.1", "ffn0", "block0"]), max_size=4), st.integers(0, 2))
@settings(max_examples=15, deadline=None)
def test_no_switch_lets_a_position_see_the_future(off: set[str], position: int) -> None:
    config = replace(
        ModelConfig(
            name="tiny", vocabulary_size=5, context_length=4, width=4, heads=2, ffn_width=4,
            blocks=1, activation="relu", norm_epsilon=1e-5, dropout=0, dtype="float32",
            device="cpu", seed=1, init_std=0.5,
        ),
        data="stream",
    )  # fmt: skip
    model, ids = create_model(config), [0, 1, 2, 3]
    changed = [*ids[: position + 1], *(4 for _ in ids[position + 1 :])]
    runs = [
        logits(taken(model, batch_ids([each], IdTokenizer(5), 4), *off)) for each in (ids, changed)
    ]
    assert same_bits(runs[0][:, : position + 1], runs[1][:, : position + 1])


def test_every_traced_tensor_is_still_there(small: MiniGPT, batch: Batch) -> None:
    found = taken(small, batch, "block0", "1.1", swaps=(Swap(0, -1, 0, 1),))
    assert all(list(block) == list(BLOCK_TENSORS) for block in found.blocks)
