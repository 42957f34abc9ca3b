"""The run itself: its states share nothing with it; what ends it, and where it then stands."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch

from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.corpus import Corpus, CorpusRecord
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.training.adam import Adam
from minigpt.training.batches import lay_out
from minigpt.training.config import TrainingConfig
from minigpt.training.evaluate import split_loss
from minigpt.training.events import Evaluated, NotFinite, Updated
from minigpt.training.loop import TrainingRun
from minigpt.training.state import TrainingState

TENSORS = ("weights", "first", "second", "generator", "selected")
HUGE = 1.7e308  # two of them are more than a float can hold

Start = Callable[..., TrainingRun]


@pytest.fixture(scope="module")
def splits(corpus: Corpus, tokenizer: Tokenizer, config: ModelConfig) -> tuple[Batch, Batch]:
    length = config.context_length
    return (
        lay_out(corpus.train, "train", tokenizer, length),
        lay_out(corpus.validation, "validation", tokenizer, length),
    )


@pytest.fixture(scope="module")
def start(splits: tuple[Batch, Batch], config: ModelConfig) -> Start:
    """Starts a run of MG-1: `start(steps=20)`."""

    def begin(**settings: Any) -> TrainingRun:
        return TrainingRun(create_model(config), TrainingConfig.default(**settings), *splits)

    return begin


def copied(state: TrainingState) -> dict[str, torch.Tensor]:
    return {name: getattr(state, name).clone() for name in TENSORS}


def same(state: TrainingState, tensors: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(getattr(state, name), tensors[name]) for name in TENSORS)


def test_a_state_stays_as_it_was_while_the_run_goes_on(start: Start) -> None:
    run = start(steps=6, evaluate_every=2)
    states = [run.state()]
    before = [copied(states[0])]
    for _ in run.events():
        states.append(run.state())
        before.append(copied(states[-1]))
    assert len(states) == 1 + 4 + 6  # before, four evaluations, six updates
    assert all(same(state, tensors) for state, tensors in zip(states, before, strict=True))
    assert not same(states[0], before[-1])


def test_a_run_stays_as_it_is_when_the_state_it_came_from_is_changed(start: Start) -> None:
    first = start(steps=4, evaluate_every=2)
    list(first.events())
    state, wanted = first.state(), copied(first.state())
    run = start(steps=4, evaluate_every=2)
    run.restore(state)
    assert run.resumable is run.good is state
    for name in TENSORS:
        getattr(state, name).zero_()
    assert same(run.state(), wanted)
    assert torch.equal(run.selected, wanted["selected"])


def test_the_selected_weights_are_those_of_the_selected_step(
    start: Start, splits: tuple[Batch, Batch], config: ModelConfig
) -> None:
    """A learning rate so large that the validation loss soon rises again."""
    run = start(steps=40, evaluate_every=10, learning_rate=0.05)
    list(run.events())
    losses = {evaluation.step: evaluation.validation for evaluation in run.curve}
    assert run.selected_step == 30 == min(losses, key=losses.__getitem__)
    model = create_model(config)
    torch.nn.utils.vector_to_parameters(run.selected, model.parameters())
    # Torch goes through the parameters in the model's own order, as the vector does.
    assert split_loss(model, splits[1]) == losses[30]


def test_of_equal_losses_the_first_is_selected(start: Start) -> None:
    run = start(steps=4, evaluate_every=1, learning_rate=1e-300)  # too small to change a bit
    events = [event for event in run.events() if isinstance(event, Evaluated)]
    assert len({event.evaluation.validation for event in events}) == 1
    assert [event.selected for event in events] == [True, False, False, False, False]
    assert run.selected_step == 0


def test_what_can_be_resumed_lacks_the_evaluation_that_only_the_end_called_for(
    start: Start,
) -> None:
    run = start(steps=7, evaluate_every=5)
    seen = []
    for event in run.events():
        if isinstance(event, Evaluated):
            kept = run.resumable
            steps = [evaluation.step for evaluation in kept.curve]
            seen.append((event.evaluation.step, kept.step, steps, kept.selected_step))
    assert seen == [(0, 0, [0], 0), (5, 5, [0, 5], 5), (7, 7, [0, 5], 5)]
    again = start(steps=7, evaluate_every=5)
    again.restore(run.resumable)
    (event,) = again.events()  # it has no update left to do, but its last word to say
    assert isinstance(event, Evaluated)
    assert again.curve == run.curve
    assert list(again.events()) == []


def test_a_loss_that_is_no_number_is_named_with_its_records(start: Start) -> None:
    """Steps of 1e200 leave finite weights, from which the second update has no finite loss."""
    run = start(learning_rate=1e200, steps=30)
    before = copied(run.state())
    events = list(run.events())
    generator = torch.Generator().manual_seed(101)
    rows = [torch.randint(24, (8,), generator=generator).tolist() for _ in range(2)]
    last = events[-1]
    assert isinstance(last, NotFinite)
    assert (last.step, last.kept) == (2, 0)
    names = ", ".join(map(str, rows[1]))
    assert last.what == f"the loss of update 2 (training records {names}) is nan"
    assert [event.step for event in events[:-1] if isinstance(event, Updated)] == [1]
    # Back before the update that spoilt it, and there it stays.
    assert run.step == 0
    assert all(torch.equal(getattr(run.state(), n), before[n]) for n in TENSORS[:-1])
    assert list(run.events()) == []


def test_a_gradient_that_is_no_number_is_named(start: Start) -> None:
    """All logits are 0, so the loss is ln 291; but what flows back is huge, and a norm of
    zeros multiplies it by 1 / sqrt(epsilon)."""
    run = start(steps=3)
    with torch.no_grad():
        run.parameters.vector.zero_()
        run.model.final_norm.scale.fill_(1.0)
        run.model.output_matrix[0, ::2] = HUGE
        run.model.output_matrix[0, 1::2] = -HUGE
    events = list(run.events())
    assert isinstance(events[0], Evaluated)
    assert events[0].evaluation.train == pytest.approx(math.log(291), rel=1e-14)
    (last,) = events[1:]
    assert isinstance(last, NotFinite)
    assert last.what.startswith("a gradient of update 1 (training records ")
    assert last.what.endswith(") is not finite")
    assert run.step == 0


@pytest.mark.parametrize("split", ["training", "validation"])
def test_a_split_without_a_finite_loss_is_named(
    split: str, tokenizer: Tokenizer, model: MiniGPT
) -> None:
    """Q is as unlikely as a float can say, and one split has two of it."""
    texts = {"training": "ab", "validation": "cd", split: "QQ"}
    train, validation = (
        lay_out([CorpusRecord("only", texts[name])], name, tokenizer, 64)
        for name in ("training", "validation")
    )
    with torch.no_grad():
        model.get_parameter("lm_bias")[ord("Q")] = -HUGE
    run = TrainingRun(model, TrainingConfig.default(), train, validation)
    (event,) = run.events()
    assert event == NotFinite(0, f"the {split} loss after update 0 is inf", 0)
    assert run.curve == ()


@pytest.mark.parametrize("spoilt", ["weights", "first", "second"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_adam_knows_when_one_of_its_numbers_is_none(spoilt: str, value: float) -> None:
    adam = Adam(torch.ones(5, dtype=torch.float64), TrainingConfig.default())
    assert adam.is_finite
    getattr(adam, spoilt)[3] = value
    assert not adam.is_finite


def test_a_split_is_scored_in_parts_that_fit_in_memory(
    model: MiniGPT, tokenizer: Tokenizer
) -> None:
    records = [CorpusRecord(str(i), "x" * (i % 7)) for i in range(150)]
    laid_out = lay_out(records, "train", tokenizer, 64)
    shapes: list[tuple[int, ...]] = []
    with_hook = model.register_forward_pre_hook(lambda _, inputs: shapes.append(inputs[0].shape))
    found = split_loss(model, laid_out)
    with_hook.remove()
    assert [tuple(shape) for shape in shapes] == [(64, 7), (64, 7), (22, 7)]
    whole = model(laid_out.ids, laid_out.valid, laid_out.targets)
    assert found == pytest.approx(whole.loss.item(), rel=1e-13)
