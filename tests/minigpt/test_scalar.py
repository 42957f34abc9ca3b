"""Two programs that share no code compute the same numbers: all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt import scalar
from minigpt.attention import Mask
from minigpt.batch import IGNORED, Batch, batch_ids
from minigpt.checks.recomputed import recomputed
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import trace
from tests.minigpt.agreement import CHAPTER_BOUND, assert_every_number_agrees


@pytest.mark.parametrize("mask", ["causal", "none"])
def test_the_two_chapter_records_in_all_slots(
    model: MiniGPT, chapter_batch: Batch, mask: Mask
) -> None:
    assert chapter_batch.ids.shape == (2, 64)
    by_loops = recomputed(model, chapter_batch, mask)
    assert_every_number_agrees(trace(model, chapter_batch, mask), by_loops)


def test_the_loops_alone_meet_the_chapters_figures(
    model: MiniGPT, chapter_batch: Batch, figures: dict[str, Any]
) -> None:
    by_loops = recomputed(model, chapter_batch)
    assert by_loops["loss"] == pytest.approx(figures["mean_loss"], abs=CHAPTER_BOUND)
    at = figures["record0_position5"]
    assert by_loops["logits"][0][5] == pytest.approx(at["rows"]["logits"], abs=CHAPTER_BOUND)
    for h, head in enumerate(at["heads"]):
        weights = by_loops["blocks"][0]["weights"][0][h][5]
        assert weights[:6] == pytest.approx(head["weights"], abs=CHAPTER_BOUND)
        assert weights[6:] == [0.0] * 58


def random_model(config: ModelConfig, seed: int) -> MiniGPT:
    """Every parameter random and large: biases, scales, and scores that spread."""
    generator = torch.Generator().manual_seed(seed)
    model = create_model(config)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator, dtype=torch.float64))
    return model


def random_batch(config: ModelConfig, seed: int) -> Batch:
    """Three records: full, partly padding, all padding; a third of the targets ignored."""
    generator = torch.Generator().manual_seed(seed)
    size = (3, config.context_length)
    ids = torch.randint(config.vocabulary_size, size, generator=generator)  # [B, T]
    lengths = torch.tensor([config.context_length, config.context_length // 2, 0])  # [B]
    valid = torch.arange(config.context_length)[None] < lengths[:, None]  # [B, T]
    targets = torch.randint(config.vocabulary_size, size, generator=generator)  # [B, T]
    dropped = torch.rand(size, generator=generator) < 1 / 3  # [B, T]
    targets = targets.masked_fill(~valid | dropped, IGNORED)  # [B, T]
    return Batch(ids, valid, targets, config.vocabulary_size)


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize(
    "sizes",
    [
        {"heads": 3, "width": 12, "ffn_width": 5, "blocks": 2},
        {"heads": 1, "width": 7, "ffn_width": 20, "blocks": 1},
        {"heads": 4, "width": 4, "ffn_width": 1, "blocks": 3},
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_models_of_other_sizes(
    other_config: Callable[..., ModelConfig], sizes: dict[str, int], mask: Mask, seed: int
) -> None:
    config = other_config(vocabulary_size=11, context_length=8, **sizes)
    model, batch = random_model(config, seed), random_batch(config, seed)
    # With parameters near 1 the numbers reach hundreds and each block's norm
    # multiplies the rounding it is given; relative to them 1e-11 is still far
    # below any real difference.
    assert_every_number_agrees(
        trace(model, batch, mask), recomputed(model, batch, mask), rtol=1e-11, atol=1e-11
    )


def test_records_that_end_open(model: MiniGPT, tokenizer: Tokenizer) -> None:
    text = tokenizer.encode("The key is")
    batch = batch_ids([text, text, []], tokenizer, 64, slots=12, continued=[[257, 256], None, []])
    assert_every_number_agrees(trace(model, batch), recomputed(model, batch))


def test_nothing_scored_has_no_loss(model: MiniGPT, chapter_batch: Batch) -> None:
    unscored = Batch(
        chapter_batch.ids[:, :4],
        chapter_batch.valid[:, :4],
        torch.full((2, 4), IGNORED),
        chapter_batch.vocabulary_size,
    )
    by_loops = recomputed(model, unscored)
    assert by_loops["loss"] is None
    assert_every_number_agrees(trace(model, unscored), by_loops)


def test_large_logits_do_not_overflow() -> None:
    assert scalar.cross_entropy([1000.0, 0.0], 1) == 1000.0
    assert scalar.softmax([1000.0, 1000.0]) == [0.5, 0.5]


def test_it_imports_nothing_but_math() -> None:
    tree = ast.parse(Path(scalar.__file__).read_text(encoding="utf-8"))
    imported: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    # `__future__` and `typing` carry annotations only.
    assert imported == {"math", "typing", "__future__"}
