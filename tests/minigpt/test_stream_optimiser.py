"""AdamW, clipping and the schedule, against torch's own and by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
import torch

from minigpt.errors import TrainingConfigError
from minigpt.training.adam import FlatParameters
from minigpt.training.stream.adamw import AdamW
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.schedule import learning_rate
from tests.minigpt.family import family_model
from tests.minigpt.tiny_text import SETTINGS

CONFIG = StreamTrainingConfig.from_dict(SETTINGS)


def test_fifteen_updates_are_those_of_torch() -> None:
    """Matrices decay, vectors do not; torch's own loop, parameter by parameter, in float64."""
    ours, theirs = family_model(attention_bias=True), family_model(attention_bias=True)
    config = replace(CONFIG, weight_decay=0.3)
    adamw = AdamW(ours, FlatParameters(ours), config)
    decaying = [p for p in theirs.parameters() if p.ndim == 2]
    others = [p for p in theirs.parameters() if p.ndim == 1]
    groups: list[dict[str, Any]] = [
        {"params": decaying, "weight_decay": config.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    betas = (config.beta1, config.beta2)
    torchs = torch.optim.AdamW(groups, lr=1.0, betas=betas, eps=config.epsilon, foreach=False)
    noise = torch.Generator().manual_seed(2)
    pairs = list(zip(ours.parameters(), theirs.parameters(), strict=True))
    for update in range(1, 16):
        rate = learning_rate(config, update)
        for mine, other in pairs:
            gradient = torch.randn(mine.shape, generator=noise, dtype=mine.dtype)
            assert mine.grad is not None
            mine.grad.copy_(gradient)
            other.grad = gradient
        adamw.update(rate)
        for group in torchs.param_groups:
            group["lr"] = rate
        torchs.step()
    for mine, other in pairs:
        torch.testing.assert_close(mine, other, rtol=0, atol=1e-13)


def test_a_gradient_is_shortened_to_the_clip_and_a_short_one_is_not() -> None:
    model = family_model()
    adamw = AdamW(model, FlatParameters(model), replace(CONFIG, clip_norm=2.0))
    adamw.gradient[0], adamw.gradient[7] = 3.0, -4.0
    assert adamw.clip() == 5.0
    assert adamw.gradient[[0, 7]].tolist() == pytest.approx([1.2, -1.6])
    before = adamw.gradient.clone()
    assert adamw.clip() == pytest.approx(2.0)
    assert torch.equal(adamw.gradient, before) or math.isclose(float(adamw.gradient.norm()), 2.0)


@pytest.mark.parametrize("spoilt", ["weights", "first", "second"])
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_it_knows_when_one_of_its_numbers_is_none(spoilt: str, value: float) -> None:
    model = family_model()
    adamw = AdamW(model, FlatParameters(model), CONFIG)
    assert adamw.is_finite
    getattr(adamw, spoilt)[5] = value
    assert not adamw.is_finite


def test_the_rate_rises_in_a_line_and_falls_along_a_cosine() -> None:
    config = replace(
        CONFIG, learning_rate=1.0, min_learning_rate=0.2, warmup_steps=4, decay_steps=12, steps=99
    )
    rates = [learning_rate(config, update) for update in (1, 2, 4, 6, 8, 10, 12, 13, 99)]
    half = math.sqrt(0.5)  # the cosine of an eighth of a turn
    high, low = 0.6 + 0.4 * half, 0.6 - 0.4 * half
    assert rates == pytest.approx([0.25, 0.5, 1.0, high, 0.6, low, 0.2, 0.2, 0.2], abs=1e-15)


def test_without_warm_up_or_way_down_the_rate_is_still_one() -> None:
    flat = replace(CONFIG, warmup_steps=0, decay_steps=1)
    assert learning_rate(flat, 1) == learning_rate(flat, 50) == flat.min_learning_rate
    short = replace(CONFIG, warmup_steps=5, decay_steps=3)
    assert learning_rate(short, 5) == short.learning_rate
    assert learning_rate(short, 6) == short.min_learning_rate


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("steps", -1, "from 0 to"),
        ("batch_windows", 0, "from 1 to 4096"),
        ("batch_windows", True, "whole number"),
        ("decay_steps", 0, "from 1 to"),
        ("learning_rate", 0.0, "above 0"),
        ("learning_rate", math.nan, "above 0"),
        ("learning_rate", 1e300, "at most 1000"),
        ("clip_norm", math.inf, "above 0"),
        ("weight_decay", -0.1, "from 0 to 1000"),
        ("min_learning_rate", 0.5, "at most the learning_rate 0.02"),
        ("beta2", 1.0, "below 1"),
        ("seed", 2**63, "2\\^63-1"),
    ],
)
def test_a_setting_out_of_range_is_named(field: str, value: float, says: str) -> None:
    with pytest.raises(TrainingConfigError, match=f"{field} must be .*{says}") as refused:
        StreamTrainingConfig.from_dict(SETTINGS | {field: value})
    assert refused.value.details == {"field": field}


def test_a_missing_and_an_unknown_setting_are_named() -> None:
    settings = {name: value for name, value in SETTINGS.items() if name != "seed"}
    with pytest.raises(TrainingConfigError, match="missing or unknown settings: lr, seed"):
        StreamTrainingConfig.from_dict(settings | {"lr": 1.0})
