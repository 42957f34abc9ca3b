"""One update spelled out: the run's own bits, torch's Adam, the algorithm by hand, refusals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from minigpt.batch import batch_records
from minigpt.errors import (
    NoUpdateError,
    ParameterIndexError,
    StepUnknownError,
    UnknownParameterError,
)
from minigpt.model import create_model
from minigpt.resources import data_dir
from minigpt.training.config import TrainingConfig
from minigpt.training.events import Updated
from minigpt.training.loop import TrainingRun
from minigpt.training.one_update import OneUpdate, one_update
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import Material, material_of

STEPS = 12


@pytest.fixture(scope="module")
def material() -> Material:
    return material_of(data_dir())


@pytest.fixture(scope="module")
def losses() -> list[float]:
    """Of updates 1, 2, ...; filled by `recorded`."""
    return []


@pytest.fixture(scope="module")
def recorded(material: Material, losses: list[float]) -> RecordedRun[TrainingRun]:
    """A finished run of twelve updates, every state kept."""
    settings = TrainingConfig.default(
        steps=STEPS, evaluate_every=5, save_every=1, beta1=0.8, epsilon=1e-6
    )
    found = RecordedRun(material.start(settings))
    losses += [event.loss for event in found.events() if isinstance(event, Updated)]
    return found


@pytest.fixture(scope="module")
def spelled_out(recorded: RecordedRun[TrainingRun], material: Material) -> OneUpdate:
    return one_update(recorded, 6, "blocks.0.w1", (3, 17), material.corpus.train)


@pytest.mark.parametrize("step", [0, 1, 6, STEPS - 1])
@pytest.mark.parametrize(
    ("parameter", "index"),
    [
        ("token_embedding", (256, 3)),
        ("position_embedding", (63, 0)),  # no record is this long: no gradient ever
        ("blocks.0.wq", (15, 15)),
        ("blocks.0.norm2.scale", (5,)),
        ("final_norm.offset", (0,)),
        ("lm_head", (2, 290)),
        ("lm_bias", (257,)),
    ],
)
def test_the_numbers_are_those_of_the_run_bit_for_bit(
    step: int,
    parameter: str,
    index: tuple[int, ...],
    recorded: RecordedRun[TrainingRun],
    material: Material,
    losses: list[float],
) -> None:
    found = one_update(recorded, step, parameter, index, material.corpus.train)
    assert (found.step, found.next, found.loss) == (step, step + 1, losses[step])
    assert (found.parameter, found.index) == (parameter, index)
    parameters = recorded.run.parameters
    for moment, names in [
        (step, ("value", "first", "second")),
        (step + 1, ("new_value", "first_after", "second_after")),
    ]:
        state = recorded.state_at(moment)
        for name, vector in zip(names, (state.weights, state.first, state.second), strict=True):
            assert getattr(found, name) == parameters.split(vector)[parameter][index].item()


def test_the_algorithm_by_hand(spelled_out: OneUpdate) -> None:
    """Kingma and Ba (2015), algorithm 1, in Python's own numbers."""
    found = spelled_out
    assert (found.beta1, found.beta2, found.epsilon) == (0.8, 0.999, 1e-6)
    assert (found.learning_rate, found.next) == (0.01, 7)
    first = 0.8 * found.first + 0.2 * found.gradient
    second = 0.999 * found.second + 0.001 * found.gradient**2
    # Two or three roundings of a float each.
    assert found.first_after == pytest.approx(first, rel=1e-14)
    assert found.second_after == pytest.approx(second, rel=1e-14)
    assert found.first_corrected == pytest.approx(first / (1 - 0.8**7), rel=1e-13)
    assert found.second_corrected == pytest.approx(second / (1 - 0.999**7), rel=1e-13)
    change = -0.01 * found.first_corrected / (math.sqrt(found.second_corrected) + 1e-6)
    assert found.change == pytest.approx(change, rel=1e-15)
    assert abs(found.change) > 1e-4  # or the next line would hold for any change
    # One unit in the last place of a number below 1.
    assert found.new_value == pytest.approx(found.value + found.change, rel=0, abs=2.3e-16)


def test_it_is_what_torch_does(recorded: RecordedRun[TrainingRun], material: Material) -> None:
    """The same batches, autograd and torch's Adam from the start: up to rounding the same."""
    model = create_model(material.config)
    adam = torch.optim.Adam(model.parameters(), lr=0.01, betas=(0.8, 0.999), eps=1e-6)
    generator = torch.Generator().manual_seed(101)
    train = material.corpus.train
    for step in range(4):
        found = one_update(recorded, step, "lm_bias", (257,), train)
        drawn = torch.randint(len(train), (8,), generator=generator).tolist()  # [B]
        assert found.records == tuple(train[row] for row in drawn)
        batch = batch_records([train[row].text for row in drawn], material.tokenizer, 64)
        adam.zero_grad()
        loss = model(batch.ids, batch.valid, batch.targets).loss
        loss.backward()
        assert found.loss == pytest.approx(loss.item(), rel=1e-12)
        bias = model.get_parameter("lm_bias")
        assert bias.grad is not None
        assert found.gradient == pytest.approx(bias.grad[257].item(), rel=1e-9)
        adam.step()
        assert found.new_value == pytest.approx(bias[257].item(), rel=1e-9)


def test_asking_moves_nothing(recorded: RecordedRun[TrainingRun], material: Material) -> None:
    before = recorded.run.state()
    once = one_update(recorded, 3, "lm_bias", (7,), material.corpus.train)
    assert one_update(recorded, 3, "lm_bias", (7,), material.corpus.train) == once
    after = recorded.run.state()
    assert (after.step, after.curve) == (before.step, before.curve)
    for name in ("weights", "first", "second", "generator"):
        assert torch.equal(getattr(after, name), getattr(before, name))


@pytest.mark.parametrize(
    ("step", "parameter", "index", "refusal", "says"),
    [
        (STEPS, "lm_bias", (0,), NoUpdateError, "No update was made after step 12"),
        (99, "lm_bias", (0,), StepUnknownError, "no state after update 99"),
        (-1, "lm_bias", (0,), StepUnknownError, "no state after update -1"),
        (0, "blocks.1.wq", (0, 0), UnknownParameterError, "blocks.0.wq"),
        (0, "lm_bias", (291,), ParameterIndexError, r"\[291\]: its index is 0 to 290"),
        (0, "lm_bias", (-1,), ParameterIndexError, "0 to 290"),
        (0, "lm_bias", (), ParameterIndexError, "0 to 290"),
        (0, "lm_head", (3,), ParameterIndexError, "0 to 15 and 0 to 290"),
        (0, "lm_head", (0, 0, 0), ParameterIndexError, "0 to 15 and 0 to 290"),
        (0, "lm_head", (16, 0), ParameterIndexError, "0 to 15 and 0 to 290"),
    ],
)
def test_what_is_not_there_is_refused(
    step: int,
    parameter: str,
    index: Sequence[int],
    refusal: type[Exception],
    says: str,
    recorded: RecordedRun[TrainingRun],
    material: Material,
) -> None:
    with pytest.raises(refusal, match=says):
        one_update(recorded, step, parameter, index, material.corpus.train)


def test_an_update_that_burst_was_none(material: Material) -> None:
    settings = TrainingConfig.default(learning_rate=1e308, steps=5, save_every=1)
    burst = RecordedRun(material.start(settings))
    list(burst.events())
    assert burst.saved == (0,)
    with pytest.raises(NoUpdateError, match="the run stands there"):
        one_update(burst, 0, "lm_bias", (0,), material.corpus.train)
    # As another thread sees the run while it is in the middle of that update.
    burst.run.restore(replace(burst.state_at(0), step=1))
    with pytest.raises(NoUpdateError, match="after update 1 is not finite"):
        one_update(burst, 0, "lm_bias", (0,), material.corpus.train)
