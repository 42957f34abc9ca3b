"""A run on one text: its events, its states bit for bit, its ends, and its losses."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import torch

from minigpt.stream.exact_loss import exact_loss
from minigpt.training.events import Evaluated, Event, NotFinite, Updated
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.state import TrainingState
from minigpt.training.stream.material import StreamMaterial
from minigpt.training.stream.randomness import drawn_for
from minigpt.training.stream.run import StreamRun
from tests.minigpt.tiny_text import tiny_text


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> StreamMaterial:
    """With dropout, so that its draws have to be the same, too."""
    return tiny_text(tmp_path_factory.mktemp("text"), dropout=0.2)


@pytest.fixture(scope="module")
def whole(material: StreamMaterial) -> tuple[StreamRun, list[Event]]:
    run = material.start(material.training)
    return run, list(run.events())


def same(one: TrainingState, other: TrainingState) -> bool:
    tensors = ("weights", "first", "second", "generator", "selected")
    return (one.step, one.curve, one.selected_step) == (
        other.step,
        other.curve,
        other.selected_step,
    ) and all(torch.equal(getattr(one, name), getattr(other, name)) for name in tensors)


def test_it_learns_and_tells_what_a_run_tells(whole: tuple[StreamRun, list[Event]]) -> None:
    run, events = whole
    kinds = "".join("E" if isinstance(event, Evaluated) else "u" for event in events)
    assert kinds == "EuuuuEuuuuEuuuuE"
    assert [event.step for event in events if isinstance(event, Updated)] == list(range(1, 13))
    assert [evaluation.step for evaluation in run.curve] == [0, 4, 8, 12]
    assert run.curve[-1].validation < run.curve[0].validation - 0.5
    lowest = min(run.curve, key=lambda evaluation: evaluation.validation)
    assert run.selected_step == lowest.step


def test_the_validation_loss_is_the_exact_one(
    material: StreamMaterial, whole: tuple[StreamRun, list[Event]]
) -> None:
    """That of the explicit pass over every target; both sum float32 losses, hence 1e-6."""
    run, _ = whole
    exact = exact_loss(run.model, run.splits.validation)
    assert run.curve[-1].validation == pytest.approx(exact.mean, abs=1e-6)
    assert exact.targets == len(run.splits.validation) - 1
    assert exact.targets % material.config.context_length  # a shorter window is among them


def test_paused_anywhere_and_gone_on_it_is_the_run_that_never_stopped(
    material: StreamMaterial, whole: tuple[StreamRun, list[Event]]
) -> None:
    """In the middle between evaluations, in a new run, with dropout: the same bits."""
    run, events = whole
    first = material.start(material.training)
    seen: list[Event] = []
    for event in first.events():
        seen.append(event)
        if isinstance(event, Updated) and event.step == 6:
            break
    second = first.again()
    assert second.step == 0
    second.restore(first.state())
    seen += list(second.events())
    assert seen == events
    assert same(second.state(), run.state())


def test_dropout_acts_and_moves_no_global_generator(
    material: StreamMaterial, whole: tuple[StreamRun, list[Event]]
) -> None:
    without = replace(material, config=replace(material.config, dropout=0))
    before = torch.get_rng_state()
    events = list(without.start(material.training).events())
    assert torch.equal(torch.get_rng_state(), before)
    again = list(material.start(material.training).events())
    assert torch.equal(torch.get_rng_state(), before)
    assert again == whole[1]
    assert events[1] != whole[1][1]


def test_two_threads_do_not_take_each_others_draws() -> None:
    """As a run and an update that is spelled out beside it; each lets the other in as it may."""

    def drawn(update: int) -> list[float]:
        found = []
        with drawn_for(1, update, 0, torch.device("cpu")):
            for _ in range(20):
                found.append(torch.rand(()).item())
                time.sleep(0.001)
        return found

    alone = [drawn(update) for update in (1, 2)]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(drawn, (1, 2))) == alone


def test_a_state_stays_as_it_was_while_the_run_goes_on(material: StreamMaterial) -> None:
    run = material.start(material.training)
    events = run.events()
    for _ in range(3):
        next(events)
    state, good = run.state(), run.good
    kept = [t.clone() for s in (state, good) for t in (s.weights, s.first, s.second)]
    assert (state.step, good.step, run.good_step) == (2, 1, 1)
    for _ in range(3):
        next(events)
    for s, tensors in ((state, kept[:3]), (good, kept[3:])):
        assert all(map(torch.equal, (s.weights, s.first, s.second), tensors))


@pytest.mark.parametrize("at", [1, 5])
def test_a_loss_that_is_no_number_ends_it_at_the_last_good_state(
    at: int, material: StreamMaterial
) -> None:
    run = material.start(material.training)
    events, states = run.events(), {}
    for event in events:
        states[run.step] = run.state()
        if isinstance(event, Updated) and event.step == at:
            run.parameters.vector[3] = torch.nan
            break
    *_, last = events
    assert isinstance(last, NotFinite)
    assert (last.step, last.kept) == (at + 1 if at % 4 else at, at - 1)
    assert "the loss of update" in last.what
    assert run.step == at - 1
    assert torch.equal(run.parameters.vector, states[at - 1].weights)
    assert list(run.events()) == []


def test_a_rate_that_bursts_is_seen_before_it_is_kept(material: StreamMaterial) -> None:
    """Weights grow a millionfold with each update, until float32 has no room for them."""
    wild = replace(
        material.training,
        **{"learning_rate": 1000, "weight_decay": 1000, "warmup_steps": 0},
        **{"evaluate_every": 12, "decay_steps": 100},
    )
    run = material.start(wild)
    *_, last = run.events()
    assert isinstance(last, NotFinite)
    assert last.kept == run.step > 0
    assert torch.isfinite(run.parameters.vector).all()
    assert torch.isfinite(run.state().second).all()


def test_its_states_can_be_kept_and_gone_back_to(
    material: StreamMaterial, whole: tuple[StreamRun, list[Event]]
) -> None:
    recorded = RecordedRun(material.start(material.training))
    assert list(recorded.events()) == whole[1]
    assert recorded.saved == (0, 4, 8, 12)
    again = recorded.run_at(8)
    assert [event.step for event in again.events() if isinstance(event, Updated)] == [9, 10, 11, 12]
    assert same(again.state(), recorded.state_at(12))
    model = recorded.model_at(12)
    assert torch.equal(model.token_embedding, recorded.run.model.token_embedding)


def test_more_steps_go_on_as_if_there_had_been_no_end(
    material: StreamMaterial, whole: tuple[StreamRun, list[Event]]
) -> None:
    """`steps` moves neither the schedule nor the curve: 10 is evaluated only as the end."""
    short = material.start(replace(material.training, steps=10))
    list(short.events())
    assert [evaluation.step for evaluation in short.curve] == [0, 4, 8, 10]
    longer = material.start(material.training)
    longer.restore(short.resumable)
    list(longer.events())
    assert same(longer.state(), whole[0].state())
