"""minGPT's two generations of state dicts, against passes written for these tests."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from minigpt.importing import Answers, read_checkpoint
from minigpt.importing.errors import TensorMissingError
from tests.minigpt.foreign_models import (
    SIZES,
    first_mingpt_logits,
    first_mingpt_state,
    later_mingpt_state,
    nanogpt_logits,
)
from tests.minigpt.importing import assumed, imported_from, logits_of, saved

#: As for nanoGPT: float32, sums in another order.
CLOSE = 1e-5
HEADS = Answers(heads=SIZES.heads)


def test_the_first_generations_logits(tmp_path: Path) -> None:
    state, ids = first_mingpt_state(), SIZES.ids()
    imported = imported_from(tmp_path, state, HEADS)
    theirs = first_mingpt_logits(state, ids, SIZES.heads)
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    assert imported.report.layout == "mingpt"
    assert assumed(imported, "activation").value == "gelu"
    assert assumed(imported, "head").value == "separate"
    assert not imported.config.tied_head
    assert not imported.config.head_bias


def test_the_later_generations_logits(tmp_path: Path) -> None:
    state, ids = later_mingpt_state(), SIZES.ids()
    imported = imported_from(tmp_path, state, HEADS)
    theirs = nanogpt_logits(state, ids, SIZES.heads, "tanh")
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    assert imported.report.layout == "mingpt"
    assert assumed(imported, "activation").value == "gelu_tanh"
    assert not imported.config.tied_head


@pytest.mark.parametrize(
    "state", [first_mingpt_state(), later_mingpt_state()], ids=["first", "later"]
)
def test_masks_are_set_aside_and_heads_asked_for(
    tmp_path: Path, state: dict[str, torch.Tensor]
) -> None:
    report = read_checkpoint(saved(tmp_path, state))
    masks = [name for name in state if name.endswith((".attn.mask", ".attn.bias"))]
    assert [each.name for each in report.statements.ignored] == masks
    assert [each.what for each in report.statements.needed] == ["heads"]


def test_key_query_and_value_are_not_mixed_up(tmp_path: Path) -> None:
    """They are stored in this order, and all three are square."""
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    origins = {origin.parameter: origin for origin in imported.report.origins}
    for ours, theirs in (("q", "query"), ("k", "key"), ("v", "value"), ("o", "proj")):
        origin = origins[f"blocks.1.w{ours}"]
        assert (origin.source, origin.transform) == (
            f"blocks.1.attn.{theirs}.weight",
            "transposed",
        )
        assert origins[f"blocks.1.b{ours}"].source == f"blocks.1.attn.{theirs}.bias"


def test_equal_matrices_are_tied(tmp_path: Path) -> None:
    state, ids = first_mingpt_state(), SIZES.ids()
    state["head.weight"] = state["tok_emb.weight"].clone()
    imported = imported_from(tmp_path, state, HEADS)
    theirs = first_mingpt_logits(state, ids, SIZES.heads)
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    assert imported.config.tied_head


def test_a_head_that_is_missing_is_refused(tmp_path: Path) -> None:
    state = first_mingpt_state()
    del state["head.weight"]
    with pytest.raises(TensorMissingError, match=r"head\.weight is missing"):
        imported_from(tmp_path, state, HEADS)
