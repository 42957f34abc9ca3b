"""One update of a run on a text: the run's own bits, AdamW by hand, another gradient, refusals."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from minigpt.errors import (
    NoUpdateError,
    ParameterIndexError,
    StepUnknownError,
    UnknownParameterError,
)
from minigpt.model import create_model
from minigpt.training.adam import FlatParameters
from minigpt.training.events import Updated
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.material import StreamMaterial, stream_material_of
from minigpt.training.stream.one_update import OneStreamUpdate, one_stream_update
from minigpt.training.stream.run import StreamRun
from tests.minigpt.tiny_text import TEXT, tiny_text_folder

STEPS = 6
#: A table that is the head too, a matrix, a scale and a bias.
CHOSEN = [
    ("token_embedding", (3, 7)),
    ("blocks.1.wq", (15, 0)),
    ("final_norm.scale", (5,)),
    ("blocks.0.bv", (2,)),
]
#: Of a float32 operation; a handful of them makes one line.
ROUNDING = 8 * 2.0**-24


class Kept:
    """A finished run whose states are all kept, and the losses of its updates."""

    def __init__(self, material: StreamMaterial, settings: StreamTrainingConfig) -> None:
        self.material = material
        self.recorded: RecordedRun[StreamRun] = RecordedRun(material.start(settings))
        events = list(self.recorded.events())
        self.losses = [event.loss for event in events if isinstance(event, Updated)]

    def update(self, step: int, parameter: str, index: Sequence[int]) -> OneStreamUpdate:
        return one_stream_update(self.recorded, step, parameter, index, self.material.tokenizer)


def tied(folder: Path, dropout: float) -> StreamMaterial:
    """The tiny model, but that its token table is its head."""
    config = tiny_text_folder(folder, dropout=dropout) / "config.json"
    told = json.loads(config.read_text(encoding="utf-8")) | {"tied_head": True}
    config.write_text(json.dumps(told), encoding="utf-8")
    return stream_material_of(folder)


@pytest.fixture(scope="module", params=[0.05, 100.0], ids=["clipped", "unclipped"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """With dropout; the rate rises through three updates and falls through three."""
    material = tied(tmp_path_factory.mktemp("text") / "tied", 0.1)
    told = replace(material.training, steps=STEPS, save_every=1, decay_steps=5, weight_decay=3.0)
    return Kept(material, replace(told, clip_norm=request.param, beta1=0.8))


@pytest.mark.parametrize(("parameter", "index"), CHOSEN)
def test_the_numbers_are_those_of_the_run_bit_for_bit(
    parameter: str, index: tuple[int, ...], kept: Kept
) -> None:
    split = kept.recorded.run.parameters.split
    for step in range(STEPS):
        found = kept.update(step, parameter, index)
        assert (found.step, found.next, found.loss) == (step, step + 1, kept.losses[step])
        assert (found.parameter, found.index) == (parameter, index)
        for moment, names in [
            (step, ("value", "first", "second")),
            (step + 1, ("new_value", "first_after", "second_after")),
        ]:
            state = kept.recorded.state_at(moment)
            vectors = (state.weights, state.first, state.second)  # [P] each
            for name, vector in zip(names, vectors, strict=True):
                assert getattr(found, name) == split(vector)[parameter][index].item(), name


def rate_by_hand(update: int) -> float:
    """Of SETTINGS, with its warm-up of 3 and a half cosine that ends at 5."""
    falling = {4: 0.002 + 0.018 * (1 + math.cos(math.pi / 2)) / 2}
    return 0.02 * update / 3 if update <= 3 else falling.get(update, 0.002)


@pytest.mark.parametrize(("parameter", "index"), CHOSEN)
def test_the_algorithm_by_hand(parameter: str, index: tuple[int, ...], kept: Kept) -> None:
    """Loshchilov and Hutter (2019), algorithm 2, in Python's own numbers, update by update."""
    clip = kept.recorded.run.config.clip_norm
    for step in range(STEPS):
        found = kept.update(step, parameter, index)
        rate = rate_by_hand(found.next)
        assert found.learning_rate == pytest.approx(rate, rel=1e-15)
        assert (found.norm > clip) is (clip < 1)
        g = found.gradient * min(1.0, clip / found.norm)
        assert found.clipped == pytest.approx(g, rel=ROUNDING)
        assert clip < 1 or found.clipped == found.gradient
        assert found.decays is (len(index) > 1)
        decayed = found.value * (1 - rate * 3.0) if len(index) > 1 else found.value
        assert found.decayed == pytest.approx(decayed, rel=1e-15)
        first = 0.8 * found.first + 0.2 * g
        second = 0.99 * found.second + 0.01 * g**2
        assert found.first_after == pytest.approx(
            first, rel=0, abs=ROUNDING * (abs(found.first) + abs(g))
        )
        assert found.second_after == pytest.approx(second, rel=ROUNDING)
        unbiased = found.first_after / (1 - 0.8**found.next)
        root = math.sqrt(found.second_after / (1 - 0.99**found.next))
        change = -rate * unbiased / (root + 1e-8)
        assert found.change == pytest.approx(change, rel=1e-13)
        new = decayed + change
        assert found.new_value == pytest.approx(new, rel=0, abs=ROUNDING * (abs(new) + abs(rate)))
        assert abs(change) > 1e-5  # or the line before would hold for any


def test_the_gradient_is_that_of_its_windows(tmp_path: Path) -> None:
    """The explicit forward pass and autograd, in float64, of the text that the update names."""
    material = tied(tmp_path / "text", 0.0)
    own = Kept(material, replace(material.training, steps=3, save_every=1))
    encode = material.tokenizer.encode
    for step in range(3):
        found = own.update(step, *CHOSEN[0])
        assert found.length == 16
        assert len(found.windows) == 4
        rows = [TEXT[window.start : window.start + 17] for window in found.windows]
        assert [window.text for window in found.windows] == [row[:16] for row in rows]
        ids = torch.tensor([encode(row) for row in rows])  # [B, T + 1]
        model = create_model(replace(material.config, dtype="float64"))
        flat = FlatParameters(model)
        flat.vector.copy_(own.recorded.state_at(step).weights)  # [P]
        valid = torch.ones(4, 16, dtype=torch.bool)  # [B, T]
        loss = model(ids[:, :-1], valid, ids[:, 1:]).loss  # []
        loss.backward()
        named = dict(model.named_parameters())
        assert found.loss == pytest.approx(loss.item(), rel=1e-6)
        norm = math.sqrt(
            sum(float((p.grad**2).sum()) for p in named.values() if p.grad is not None)
        )
        assert found.norm == pytest.approx(norm, rel=1e-5)
        for parameter, index in CHOSEN:
            theirs = named[parameter].grad
            assert theirs is not None
            gradient = own.update(step, parameter, index).gradient
            # Sums of float32 products, against the largest of such numbers.
            assert gradient == pytest.approx(
                theirs[index].item(), abs=1e-6 * float(theirs.abs().max())
            )


def test_asking_moves_nothing(kept: Kept) -> None:
    torch.manual_seed(3)
    drawn, before = torch.get_rng_state(), kept.recorded.run.state()
    once = kept.update(3, "lm_bias", (7,))
    assert kept.update(3, "lm_bias", (7,)) == once
    after = kept.recorded.run.state()
    assert (after.step, after.curve) == (before.step, before.curve)
    for name in ("weights", "first", "second", "generator"):
        assert torch.equal(getattr(after, name), getattr(before, name))
    assert torch.equal(torch.get_rng_state(), drawn)  # dropout draws from the global generator


@pytest.mark.parametrize(
    ("step", "parameter", "index", "refusal", "says"),
    [
        (STEPS, "lm_bias", (0,), NoUpdateError, "No update was made after step 6; the run stands"),
        (99, "lm_bias", (0,), StepUnknownError, "no state after update 99"),
        (-1, "lm_bias", (0,), StepUnknownError, "no state after update -1"),
        (0, "lm_head", (0, 0), UnknownParameterError, "it has token_embedding"),  # it is tied
        (0, "final_norm.scale", (16,), ParameterIndexError, r"\[16\]: its index is 0 to 15"),
        (0, "final_norm.scale", (-1,), ParameterIndexError, "0 to 15"),
        (0, "blocks.0.w1", (3,), ParameterIndexError, "0 to 15 and 0 to 31"),
    ],
)
def test_what_is_not_there_is_refused(
    step: int,
    parameter: str,
    index: Sequence[int],
    refusal: type[Exception],
    says: str,
    kept: Kept,
) -> None:
    with pytest.raises(refusal, match=says):
        kept.update(step, parameter, index)


def test_an_update_that_burst_was_none(tmp_path: Path) -> None:
    """As another thread sees the run while it is in the middle of an update without a loss."""
    material = tied(tmp_path / "text", 0.0)
    burst = Kept(material, replace(material.training, steps=6, save_every=3))
    good = burst.recorded.state_at(0)
    burst.recorded.run.restore(replace(good, step=2, weights=good.weights * math.nan))
    burst.recorded.keep()
    burst.recorded.run.restore(replace(good, step=3))
    with pytest.raises(NoUpdateError, match="after step 2: the loss of update 3 is nan"):
        burst.update(2, "lm_bias", (0,))
