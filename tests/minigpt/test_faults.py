"""Every fault does what its name says, starts where it says, and touches nothing healthy."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.errors import UnknownFaultError
from minigpt.faults import FAULTS, fault_named, faults_of
from minigpt.faults.norm import EpsilonOutside, UnbiasedVariance
from minigpt.faults.transform import GELUForReLU
from minigpt.model import MiniGPT, create_model
from minigpt.pipeline import Pipeline, healthy_pipeline
from minigpt.resources import data_dir
from minigpt.row_norm import RowNorm
from minigpt.tokenizer import Tokenizer
from minigpt.trace import Trace, trace

#: Those that MG-1 can have; `test_family_faults.py` has the others.
OF_MG1 = faults_of(ModelConfig.load(data_dir() / "config.json"))

RED = "The key is red. Answer: red."
BLUE = "The key is blue. Answer: blue."


def batch_of(pipeline: Pipeline, tokenizer: Tokenizer, slots: int = 64) -> Batch:
    sequences = [tokenizer.encode(text) for text in (RED, BLUE)]
    return pipeline.make_batch(sequences, tokenizer, 64, slots=slots)


def traced(pipeline: Pipeline, tokenizer: Tokenizer) -> Trace:
    return trace(pipeline.model, batch_of(pipeline, tokenizer))


def in_order(found: Trace) -> Iterator[tuple[str, Tensor]]:
    """Everything computed, with its name, in the declared order."""
    yield from (("ids", found.batch.ids), ("valid", found.batch.valid))
    yield "targets", found.batch.targets
    yield from ((name, found.inputs[name]) for name in INPUT_TENSORS)
    for block in found.blocks:
        yield from ((name, block[name]) for name in BLOCK_TENSORS)
    yield from ((name, found.outputs[name]) for name in OUTPUT_TENSORS)
    assert found.output.losses is not None
    assert found.output.loss is not None
    yield from (("losses", found.output.losses), ("loss", found.output.loss))


def bits(tensor: Tensor) -> Tensor:
    """NaN equals itself, and 0 is not -0."""
    return tensor.view(torch.int64) if tensor.is_floating_point() else tensor


def first_difference(healthy: Trace, faulty: Trace) -> str | None:
    pairs = zip(in_order(healthy), in_order(faulty), strict=True)
    return next(
        (name for (name, one), (_, other) in pairs if not torch.equal(bits(one), bits(other))),
        None,
    )


@pytest.mark.parametrize("name", OF_MG1)
def test_a_fault_starts_exactly_where_it_says(
    name: str, config: ModelConfig, tokenizer: Tokenizer
) -> None:
    healthy = healthy_pipeline(create_model(config))
    faulty = FAULTS[name].apply(healthy)
    found = first_difference(traced(healthy, tokenizer), traced(faulty, tokenizer))
    assert found == FAULTS[name].first


@pytest.mark.parametrize("name", OF_MG1)
def test_it_does_in_a_model_of_other_sizes_too(
    name: str, tokenizer: Tokenizer, other_config: Callable[..., ModelConfig]
) -> None:
    healthy = healthy_pipeline(create_model(other_config(blocks=3, heads=4, ffn_width=24)))
    faulty = FAULTS[name].apply(healthy)
    found = first_difference(traced(healthy, tokenizer), traced(faulty, tokenizer))
    assert found == FAULTS[name].first


def test_with_one_head_two_mistakes_are_none(
    tokenizer: Tokenizer, other_config: Callable[..., ModelConfig]
) -> None:
    """Then d is C, and there is no axis to move."""
    healthy = healthy_pipeline(create_model(other_config(heads=1)))
    for name in ("scale-by-root-width", "heads-not-moved"):
        faulty = FAULTS[name].apply(healthy)
        assert first_difference(traced(healthy, tokenizer), traced(faulty, tokenizer)) is None


@pytest.mark.parametrize("name", OF_MG1)
def test_the_healthy_pipeline_is_left_as_it_was(
    name: str, model: MiniGPT, tokenizer: Tokenizer
) -> None:
    healthy = healthy_pipeline(model)
    before = traced(healthy, tokenizer)
    classes = [type(module) for module in model.modules()]
    faulty = FAULTS[name].apply(healthy)
    traced(faulty, tokenizer)
    assert first_difference(before, traced(healthy, tokenizer)) is None
    assert [type(module) for module in model.modules()] == classes
    assert hasattr(model, "lm_head")


@pytest.mark.parametrize("name", [name for name in OF_MG1 if name != "float32"])
def test_a_fault_shares_the_parameters(name: str, model: MiniGPT) -> None:
    """What is shown under a fault is the model's own numbers, not a copy from some time ago."""
    faulty = FAULTS[name].apply(healthy_pipeline(model)).model
    own = dict(model.named_parameters())
    assert all(parameter is own[name] for name, parameter in faulty.named_parameters())


@pytest.mark.parametrize("name", OF_MG1)
def test_a_fault_takes_records_that_end_open(
    name: str, model: MiniGPT, tokenizer: Tokenizer
) -> None:
    pipeline = FAULTS[name].apply(healthy_pipeline(model))
    for sequences, continued in (([[], [97]], [[98, 99], None]), ([[]], [[]])):
        batch = pipeline.make_batch(sequences, tokenizer, 64, continued=continued)
        longest = max(batch.lengths)
        assert batch.ids[0, :longest].tolist() == [256, 98, 99][:longest]
        assert trace(pipeline.model, batch).output.logits.shape == (len(sequences), 64, 291)


@pytest.mark.parametrize("name", OF_MG1)
def test_pieces_say_what_is_replaced(name: str, model: MiniGPT, tokenizer: Tokenizer) -> None:
    healthy = healthy_pipeline(model)
    faulty = FAULTS[name].apply(healthy)
    pieces = FAULTS[name].pieces
    assert ("batch" in pieces) == (faulty.make_batch is not healthy.make_batch)
    if "batch" in pieces:
        assert faulty.model is healthy.model
    batch = batch_of(healthy, tokenizer)
    logits = [trace(pipe.model, batch).output.logits for pipe in (healthy, faulty)]
    valid = batch.valid
    same_bits = torch.equal(bits(logits[0][valid]), bits(logits[1][valid]))
    # Two faults show at padding alone, which `test_a_fault_starts...` sees.
    if name not in ("padding-visible", "masked-rows-nan"):
        assert ("model" in pieces) != same_bits
    plain = MiniGPT.score
    assert ("score" in pieces) == (type(faulty.model).score is not plain)


def test_stages_are_in_order_and_names_are_ids() -> None:
    stages = [fault.stage for fault in FAULTS.values()]
    assert stages == sorted(stages)
    assert all(name == fault.name == name.lower() for name, fault in FAULTS.items())
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in FAULTS)


def test_an_unknown_name_is_refused_with_the_known_ones(config: ModelConfig) -> None:
    with pytest.raises(UnknownFaultError, match="eos-dropped"):
        fault_named("eos_dropped", config)


def test_the_ordinary_path_knows_no_fault() -> None:
    """No module outside the bug lab, its checks and its commands imports a fault."""
    package = Path(__file__).resolve().parents[2] / "minigpt"
    lab = {"bug_matrix.py", "faults.py", "lab", "faults"}
    for path in package.rglob("*.py"):
        if lab & set(path.parts[-2:]):
            continue
        imported = {
            node.module
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module
        }
        assert not [name for name in imported if name.startswith("minigpt.faults")], path


TARGETS = {
    "targets-shifted-twice": [98, 99, 257, -100, -100],
    "targets-not-shifted": [256, 97, 98, 99, -100],
    "eos-dropped": [97, 98, 99, -100, -100],
}


@pytest.mark.parametrize("name", TARGETS)
def test_targets_by_hand(name: str, model: MiniGPT, tokenizer: Tokenizer) -> None:
    """`abc` in five slots: BOS a b c PAD should be asked for a b c EOS nothing."""
    faulty = FAULTS[name].apply(healthy_pipeline(model))
    batch = faulty.make_batch([[97, 98, 99]], tokenizer, 64, slots=5)
    assert batch.ids.tolist() == [[256, 97, 98, 99, 258]]
    assert batch.targets.tolist() == [TARGETS[name]]


#: Of three real slots and a padding slot: which keys (columns) each query (row) sees.
VISIBLE = {
    "mask-missing": ["1110", "1110", "1110", "0000"],
    "mask-inverted": ["0111", "0011", "0001", "1111"],
    "mask-excludes-self": ["0000", "1000", "1100", "0000"],
    "mask-one-ahead": ["1100", "1110", "1110", "0000"],
    "padding-visible": ["1000", "1100", "1110", "1111"],
}


@pytest.mark.parametrize("name", VISIBLE)
def test_masks_by_hand(name: str, model: MiniGPT, tokenizer: Tokenizer) -> None:
    faulty = FAULTS[name].apply(healthy_pipeline(model))
    batch = faulty.make_batch([[97, 98]], tokenizer, 64, slots=4)
    visible = trace(faulty.model, batch).blocks[0]["visible"][0, 0].int().tolist()  # [Q, K]
    assert ["".join(map(str, row)) for row in visible] == VISIBLE[name]


SCALES = {
    "scale-by-root-width": math.sqrt(16),
    "scale-by-head-width": 8.0,
    "scale-missing": 1.0,
}


@pytest.mark.parametrize("name", SCALES)
def test_scales_by_hand(name: str, model: MiniGPT, tokenizer: Tokenizer) -> None:
    block = traced(FAULTS[name].apply(healthy_pipeline(model)), tokenizer).blocks[0]
    products = block["q_heads"] @ block["k_heads"].transpose(-2, -1)  # [B, H, Q, K]
    # The same two float64 operations; nothing to round differently.
    assert torch.equal(block["scores"], products / SCALES[name])


def test_heads_that_are_not_moved_hold_other_positions(
    model: MiniGPT, tokenizer: Tokenizer
) -> None:
    """Head 1 begins in the middle of the record: slot 32 of 64, coordinate 0."""
    block = traced(FAULTS["heads-not-moved"].apply(healthy_pipeline(model)), tokenizer).blocks[0]
    for part in ("q", "k", "v"):
        rows, heads = block[f"{part}_projection"], block[f"{part}_heads"]
        assert torch.equal(heads[:, 0, 3], rows[:, 1, 8:])
        assert torch.equal(heads[:, 1, 0], rows[:, 32, :8])


def test_norms_by_hand() -> None:
    """(1, 2, 3, 4): squares of deviations sum to 5; the root of 5/4 or of 5/3."""
    row = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)  # [C]
    expected = {
        RowNorm: 1.5 / math.sqrt(1.25 + 1e-5),
        UnbiasedVariance: 1.5 / math.sqrt(5 / 3 + 1e-5),
        EpsilonOutside: 1.5 / (math.sqrt(1.25) + 1e-5),
    }
    for kind, last in expected.items():
        found = kind(4, 1e-5).double()(row)  # [C]
        assert found[3].item() == pytest.approx(last, abs=1e-14)
        assert found[0].item() == pytest.approx(-last, abs=1e-14)
    assert expected[RowNorm] == pytest.approx(1.34163542, abs=5e-9)


def test_gelu_is_the_exact_one(config: ModelConfig) -> None:
    """x times the normal distribution function: at 1 that is 0.8413447461."""
    one = torch.ones(1, 1, 1, dtype=torch.float64)  # [B, T, F]
    found = GELUForReLU(config)._activate(one).item()
    assert found == pytest.approx(0.8413447460685429, abs=1e-15)


def test_a_second_softmax_has_a_floor(model: MiniGPT) -> None:
    """Probabilities reach 1 at most, so the loss cannot fall below ln(e + 290) - 1."""
    faulty = FAULTS["softmax-twice"].apply(healthy_pipeline(model)).model
    logits = torch.zeros(1, 1, 291, dtype=torch.float64)  # [B, T, V]
    logits[0, 0, 7] = 1000.0
    mean = faulty.score(logits, torch.tensor([[7]])).mean  # []
    assert mean is not None
    assert mean.item() == pytest.approx(4.679211, abs=5e-7)


def test_rows_over_positions_have_mean_zero_along_them(
    model: MiniGPT, tokenizer: Tokenizer
) -> None:
    faulty = FAULTS["norm-over-positions"].apply(healthy_pipeline(model))
    norm1 = traced(faulty, tokenizer).blocks[0]["norm1"]  # [B, T, C]
    assert norm1.mean(dim=1).abs().max().item() < 1e-14


def test_post_norm_rows_leave_the_block_normalised(model: MiniGPT, tokenizer: Tokenizer) -> None:
    block = traced(FAULTS["post-norm"].apply(healthy_pipeline(model)), tokenizer).blocks[0]
    assert torch.equal(block["block_output"], block["norm2"])
    assert block["block_output"].mean(dim=-1).abs().max().item() < 1e-14
    assert torch.equal(block["residual1"], block["block_input"] + block["attention_output"])


def test_float32_shows_float32_numbers(model: MiniGPT, tokenizer: Tokenizer) -> None:
    """Every number shown is one that 32 bits can hold."""
    found = traced(FAULTS["float32"].apply(healthy_pipeline(model)), tokenizer)
    for name, tensor in in_order(found):
        if tensor.is_floating_point():
            assert tensor.dtype == torch.float64, name
            assert torch.equal(tensor, tensor.float().double()), name
