"""A run that keeps its states: which, how good they are, and that any can be gone on from."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from minigpt.errors import StepUnknownError
from minigpt.resources import data_dir
from minigpt.training.config import TrainingConfig
from minigpt.training.events import NotFinite, Updated
from minigpt.training.loop import TrainingRun
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import Material, material_of


@pytest.fixture(scope="module")
def material() -> Material:
    return material_of(data_dir())


def recorded(material: Material, save_every: int, **settings: Any) -> RecordedRun[TrainingRun]:
    config = TrainingConfig.default(save_every=save_every, **settings)
    return RecordedRun(material.start(config))


@pytest.fixture(scope="module")
def finished(material: Material) -> RecordedRun[TrainingRun]:
    """23 updates, evaluated at each 7th and the last, every 5th kept."""
    run = recorded(material, 5, steps=23, evaluate_every=7)
    list(run.events())
    return run


def test_kept_are_every_fifth_the_selected_ones_and_the_last(
    finished: RecordedRun[TrainingRun],
) -> None:
    # The validation loss falls all along, so each evaluated state was selected in its time.
    assert [evaluation.step for evaluation in finished.run.curve] == [0, 7, 14, 21, 23]
    assert finished.run.selected_step == 23
    assert finished.saved == (0, 5, 7, 10, 14, 15, 20, 21, 23)


@pytest.mark.parametrize("step", [0, 10, 14])
def test_any_state_can_be_gone_on_from(finished: RecordedRun[TrainingRun], step: int) -> None:
    again = finished.run_at(step)
    assert again.step == step
    for _ in again.events():
        pass
    last = finished.state_at(23)
    assert torch.equal(again.parameters.vector, last.weights)
    assert torch.equal(again.state().first, last.first)
    assert torch.equal(again.state().second, last.second)
    assert torch.equal(again.state().generator, last.generator)


def test_looking_back_changes_nothing(
    material: Material, finished: RecordedRun[TrainingRun]
) -> None:
    plain: TrainingRun = material.start(finished.run.config)
    for _ in plain.events():
        pass
    assert torch.equal(plain.parameters.vector, finished.run.parameters.vector)


def test_a_model_has_weights_of_its_own(material: Material) -> None:
    run = recorded(material, 5, steps=5)
    list(run.events())
    before = run.state_at(5).weights.clone()
    with torch.no_grad():
        run.model_at(5).get_parameter("lm_bias").add_(1)
    assert torch.equal(run.state_at(5).weights, before)


def test_models_are_those_of_their_states(
    finished: RecordedRun[TrainingRun], material: Material
) -> None:
    untrained = material.start(finished.run.config).model
    assert torch.equal(finished.model_at(0).output_matrix, untrained.output_matrix)
    assert torch.equal(finished.model_at(23).output_matrix, finished.run.model.output_matrix)
    assert not torch.equal(finished.model_at(10).output_matrix, finished.run.model.output_matrix)
    assert not finished.model_at(10).training


def test_what_is_not_kept_is_named_with_what_is(finished: RecordedRun[TrainingRun]) -> None:
    with pytest.raises(StepUnknownError, match="after update 6; 9 are saved, from 0 to 23") as no:
        finished.model_at(6)
    assert no.value.details == {"step": 6, "saved": [0, 5, 7, 10, 14, 15, 20, 21, 23]}
    assert "none is saved yet" in str(_refusal(RecordedRun(finished.run)))


def _refusal(run: RecordedRun[TrainingRun]) -> StepUnknownError:
    with pytest.raises(StepUnknownError) as caught:
        run.state_at(0)
    return caught.value


def test_a_state_that_led_nowhere_is_not_kept(material: Material) -> None:
    burst = recorded(material, 1, steps=9, learning_rate=1e300)
    *_, last = burst.events()
    assert isinstance(last, NotFinite)
    # Update 1 made weights whose loss, seen by update 2, is none.
    assert (last.step, last.kept, burst.saved) == (2, 0, (0,))


def test_where_a_spoilt_run_is_back_is_kept(material: Material) -> None:
    run = recorded(material, 100, steps=9)
    for event in run.events():
        if isinstance(event, Updated) and event.step == 3:
            run.run.parameters.vector[-1] = math.nan  # of the LM bias
    assert isinstance(event, NotFinite)
    # Update 4 saw a loss that is none; what update 3 had begun with was still good.
    assert (event.step, event.kept, run.saved) == (4, 2, (0, 2))


def test_where_a_run_stands_can_be_kept(material: Material) -> None:
    run = recorded(material, 100, steps=9)
    events = run.events()
    for _ in range(4):
        next(events)
    run.keep()
    run.keep()
    assert run.saved == (0, 3)
    assert torch.equal(run.state_at(3).weights, run.run.parameters.vector)
