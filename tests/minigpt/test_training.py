"""Training: the published curve, gradients against autograd, Adam against torch's, bits."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.batch import Batch, batch_records, trim
from minigpt.config import ModelConfig
from minigpt.corpus import Corpus, CorpusRecord
from minigpt.errors import RecordTooLongError, TrainingConfigError
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.training.adam import Adam, FlatParameters
from minigpt.training.batches import BatchSource, lay_out
from minigpt.training.config import TrainingConfig
from minigpt.training.evaluate import split_loss
from minigpt.training.events import Evaluated, NotFinite, Updated
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.loop import TrainingRun
from minigpt.training.state import TrainingState

#: Step, training and validation loss, by a loop outside of this project.
CURVE = {
    0: (5.667506776917232, 5.669947966589483),
    50: (1.4563542098, 2.3334198464),
    100: (0.4991283234, 2.0706629292),
    300: (0.1881934371, 2.6647098495),
    600: (0.1864474408, 2.9425242326),
}


@pytest.fixture(scope="module")
def splits(corpus: Corpus, tokenizer: Tokenizer, config: ModelConfig) -> tuple[Batch, Batch]:
    length = config.context_length
    return (
        lay_out(corpus.train, "train", tokenizer, length),
        lay_out(corpus.validation, "validation", tokenizer, length),
    )


@pytest.fixture(scope="module")
def start(splits: tuple[Batch, Batch], config: ModelConfig) -> Callable[..., TrainingRun]:
    """Starts a run of MG-1: `start(steps=20)`."""

    def begin(**settings: Any) -> TrainingRun:
        return TrainingRun(create_model(config), TrainingConfig.default(**settings), *splits)

    return begin


def equal(one: TrainingState, other: TrainingState) -> bool:
    """Bit for bit."""
    tensors = ("weights", "first", "second", "generator", "selected")
    return (one.step, one.curve, one.selected_step) == (
        other.step,
        other.curve,
        other.selected_step,
    ) and all(torch.equal(getattr(one, name), getattr(other, name)) for name in tensors)


def test_the_curve_is_the_published_one(start: Callable[..., TrainingRun]) -> None:
    run = start()
    events = list(run.events())
    found = {e.step: (e.train, e.validation) for e in run.curve}
    assert list(found) == list(range(0, 601, 50))
    for step, losses in CURVE.items():
        assert found[step] == pytest.approx(losses, rel=0, abs=1e-9)
    assert run.selected_step == 100
    chosen = [e.evaluation.step for e in events if isinstance(e, Evaluated) and e.selected]
    assert chosen == [0, 50, 100]
    assert [e.step for e in events if isinstance(e, Updated)] == list(range(1, 601))


def test_two_runs_agree_bit_for_bit_and_touch_no_global_state(
    start: Callable[..., TrainingRun],
) -> None:
    before = torch.get_rng_state()
    runs = [start(steps=30), start(steps=30)]
    losses = [[e for e in run.events() if isinstance(e, Updated)] for run in runs]
    assert losses[0] == losses[1]
    assert equal(runs[0].state(), runs[1].state())
    assert torch.equal(torch.get_rng_state(), before)


def test_a_restored_run_goes_on_as_if_never_stopped(start: Callable[..., TrainingRun]) -> None:
    whole, first = start(steps=20), start(steps=10)
    list(whole.events())
    list(first.events())
    assert first.curve[-1].step == 10  # shown at the end of the short run, not saved with it
    second = start(steps=20)
    second.restore(first.resumable)
    list(second.events())
    assert equal(second.state(), whole.state())


def test_the_batches_are_the_named_draws(splits: tuple[Batch, Batch]) -> None:
    source = BatchSource(splits[0], 8, 101)
    generator = torch.Generator().manual_seed(101)
    for _ in range(5):
        chosen, batch = source.draw()
        assert torch.equal(chosen, torch.randint(24, (8,), generator=generator))
        assert batch.ids.shape == (8, max(batch.lengths))
        wanted = splits[0].ids[chosen][:, : batch.ids.shape[1]]
        assert torch.equal(batch.ids, wanted)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"blocks": 3, "heads": 4},
        {"width": 6, "heads": 1, "ffn_width": 5, "init_std": 0.5},
        {"blocks": 2, "context_length": 40, "init_std": 0.3, "seed": 3},
    ],
)
def test_the_written_out_gradients_are_those_of_autograd(
    changes: dict[str, Any], other_config: Callable[..., ModelConfig], tokenizer: Tokenizer
) -> None:
    config = other_config(**changes)
    model = create_model(config)
    with torch.no_grad():  # at their initial 1 and 0 a mistake in a norm could hide
        noise = torch.Generator().manual_seed(5)
        for parameter in model.parameters():
            parameter.add_(
                torch.randn(parameter.shape, generator=noise, dtype=parameter.dtype), alpha=0.1
            )
    texts = ["The key is red.", "", "钥匙", "a" * 30]
    batch = trim(batch_records(texts, tokenizer, config.context_length))
    loss, found = loss_and_gradients(model, batch)
    output = model(batch.ids, batch.valid, batch.targets)
    output.loss.backward()
    named = dict(model.named_parameters())
    assert loss.item() == pytest.approx(output.loss.item(), rel=1e-14)
    assert found.keys() == named.keys()
    for name, parameter in named.items():
        assert parameter.grad is not None
        # Sums of a few hundred float64 terms in another order.
        torch.testing.assert_close(found[name], parameter.grad, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("edge", ["logits that exp cannot take", "a ReLU at exactly zero"])
def test_at_the_edges_the_gradients_are_those_of_autograd_too(
    edge: str, model: MiniGPT, chapter_batch: Batch
) -> None:
    with torch.no_grad():
        if edge == "a ReLU at exactly zero":
            model.get_parameter("blocks.0.w1")[:, 5] = 0.0
        else:
            model.get_parameter("lm_bias")[7] = 1000.0
    loss, found = loss_and_gradients(model, chapter_batch)
    output = model(chapter_batch.ids, chapter_batch.valid, chapter_batch.targets)
    output.loss.backward()
    assert loss.item() == pytest.approx(output.loss.item(), rel=1e-14)
    for name, parameter in model.named_parameters():
        assert bool(found[name].isfinite().all())
        torch.testing.assert_close(found[name], parameter.grad, rtol=1e-11, atol=1e-14)
    assert found["blocks.0.b1"][5] != 0


def test_padding_changes_no_gradient(model: MiniGPT, chapter_batch: Batch) -> None:
    loss, padded = loss_and_gradients(model, chapter_batch)
    trimmed_loss, trimmed = loss_and_gradients(model, trim(chapter_batch))
    assert loss.item() == pytest.approx(trimmed_loss.item(), rel=1e-14)
    for name in padded:
        torch.testing.assert_close(padded[name], trimmed[name], rtol=1e-11, atol=1e-15)


def test_adam_is_that_of_torch() -> None:
    generator = torch.Generator().manual_seed(1)
    ours = torch.randn(50, generator=generator, dtype=torch.float64)
    theirs = ours.clone().requires_grad_()
    config = TrainingConfig.default(learning_rate=0.02, beta1=0.8, beta2=0.95, epsilon=1e-6)
    adam = Adam(ours, config)
    other = torch.optim.Adam([theirs], lr=0.02, betas=(0.8, 0.95), eps=1e-6, foreach=False)
    for _ in range(20):
        gradient = torch.randn(50, generator=generator, dtype=torch.float64)
        theirs.grad = gradient.clone()
        adam.update(gradient)
        other.step()
        torch.testing.assert_close(ours, theirs.detach(), rtol=1e-13, atol=1e-14)


def test_adams_first_step_by_hand() -> None:
    # Unbiased moments of one gradient g are g and g², so the step is lr * g / (|g| + eps).
    weights = torch.tensor([1.0, 1.0, 1.0], dtype=torch.float64)
    adam = Adam(weights, TrainingConfig.default(learning_rate=0.01))
    adam.update(torch.tensor([4.0, -0.5, 0.0], dtype=torch.float64))
    expected = [1 - 0.01 * 4 / (4 + 1e-8), 1 + 0.01 * 0.5 / (0.5 + 1e-8), 1.0]
    assert weights.tolist() == pytest.approx(expected, abs=1e-16)


def test_parameters_stay_views_of_their_vector(model: MiniGPT) -> None:
    before = {name: value.detach().clone() for name, value in model.named_parameters()}
    flat = FlatParameters(model)
    assert flat.vector.numel() == 13_875
    assert all(torch.equal(before[n], p.detach()) for n, p in model.named_parameters())
    flat.vector += 1
    assert all(torch.equal(before[n] + 1, p.detach()) for n, p in model.named_parameters())


def test_a_split_is_one_sum_over_one_number(
    model: MiniGPT, tokenizer: Tokenizer, config: ModelConfig
) -> None:
    texts = ["a", *["The key is red. Answer: red."] * 70]
    output = model(*(lambda b: (b.ids, b.valid, b.targets))(batch_records(texts, tokenizer, 64)))
    records = [CorpusRecord(str(i), text) for i, text in enumerate(texts)]
    laid_out = lay_out(records, "train", tokenizer, config.context_length)
    assert split_loss(model, laid_out) == pytest.approx(output.loss.item(), rel=1e-13)


@pytest.mark.parametrize("rate", [1e308, 1e200])
def test_a_run_ends_at_the_first_number_that_is_none(
    rate: float, start: Callable[..., TrainingRun]
) -> None:
    run = start(learning_rate=rate, steps=30)
    events = list(run.events())
    last = events[-1]
    assert isinstance(last, NotFinite)
    assert str(last.step) in last.what
    assert last.kept == run.step < last.step
    state = run.state()
    assert bool(torch.isfinite(state.weights).all())
    assert all(math.isfinite(e.train) for e in run.curve)
    assert not any(isinstance(e, NotFinite) for e in events[:-1])


def test_weights_that_are_nan_from_the_start_end_it_at_once(
    config: ModelConfig, splits: tuple[Batch, Batch]
) -> None:
    model = create_model(config)
    with torch.no_grad():
        model.get_parameter("lm_bias")[7] = math.nan
    run = TrainingRun(model, TrainingConfig.default(), *splits)
    (event,) = run.events()
    assert isinstance(event, NotFinite)
    assert event.step == 0
    assert run.curve == ()


def test_moments_that_overflow_end_it(start: Callable[..., TrainingRun]) -> None:
    run = start()
    with torch.no_grad():
        run.parameters.vector.mul_(0)
        run.model.get_parameter("lm_bias")[0] = 0.0
        run.model.final_norm.get_parameter("offset")[0] = (
            1e170  # d lm_head is this large, and its square is not
        )
    events = list(run.events())
    assert isinstance(events[-1], NotFinite)
    assert events[-1].what == "a weight or a moment after update 1 is not finite"


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": -1},
        {"steps": 1.0},
        {"steps": True},
        {"learning_rate": 0},
        {"learning_rate": math.nan},
        {"learning_rate": "1"},
        {"beta1": 1},
        {"beta2": -0.1},
        {"epsilon": math.inf},
        {"batch_records": 0},
        {"batch_records": 4097},
        {"seed": 2**63},
        {"seed": -1},
        {"seed": 1.0},
        {"evaluate_every": 0},
        {"save_every": 0},
    ],
)
def test_settings_out_of_range_are_named(wrong: dict[str, Any]) -> None:
    field = next(iter(wrong))
    with pytest.raises(TrainingConfigError, match=f"^{field} must be ") as caught:
        replace(TrainingConfig.default(), **wrong)
    assert caught.value.details == {"field": field}


def test_the_defaults_are_those_of_the_file_and_those_promised() -> None:
    promised = {
        **{"steps": 600, "learning_rate": 0.01, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8},
        **{"batch_records": 8, "seed": 101, "evaluate_every": 50, "save_every": 10},
    }
    assert TrainingConfig.default().to_dict() == promised


def test_a_data_folder_brings_its_own_settings(tmp_path: Path) -> None:
    assert TrainingConfig.default(tmp_path) == TrainingConfig.default()
    own, path = TrainingConfig.default(steps=7, learning_rate=0.5), tmp_path / "training.json"
    path.write_text(json.dumps(own.to_dict()), encoding="utf-8")
    assert TrainingConfig.default(tmp_path) == own
    assert TrainingConfig.default(tmp_path, seed=3) == replace(own, seed=3)
    path.write_text(json.dumps({**own.to_dict(), "beta1": 2}), encoding="utf-8")
    with pytest.raises(TrainingConfigError, match=r"training\.json: beta1 must be from 0"):
        TrainingConfig.default(tmp_path)
    path.write_text('{"steps": 1}', encoding="utf-8")
    with pytest.raises(TrainingConfigError, match="lacks seed, evaluate_every"):
        TrainingConfig.default(tmp_path)


def test_settings_survive_json_and_refuse_strangers() -> None:
    config = TrainingConfig.default(steps=3, seed=9)
    assert TrainingConfig.from_dict(config.to_dict()) == config
    with pytest.raises(TrainingConfigError, match="momentum"):
        TrainingConfig.from_dict({**config.to_dict(), "momentum": 1})
    with pytest.raises(TrainingConfigError, match=r"missing or unknown settings: seed\."):
        TrainingConfig.from_dict({k: v for k, v in config.to_dict().items() if k != "seed"})


def test_what_makes_the_numbers_of_two_runs_differ() -> None:
    config = TrainingConfig.default()
    assert config.differences(TrainingConfig.default(steps=7, save_every=3)) == []
    other = TrainingConfig.default(
        learning_rate=0.5,
        beta1=0.5,
        beta2=0.5,
        epsilon=0.5,
        batch_records=5,
        seed=5,
        evaluate_every=5,
    )
    assert config.differences(other) == [
        "seed 101 is not 5",
        "evaluate_every 50 is not 5",
        "learning_rate 0.01 is not 0.5",
        "beta1 0.9 is not 0.5",
        "beta2 0.999 is not 0.5",
        "epsilon 1e-08 is not 0.5",
        "batch_records 8 is not 5",
    ]


def test_a_record_that_does_not_fit_is_named(tokenizer: Tokenizer) -> None:
    records = [CorpusRecord("good", "a"), CorpusRecord("chapter-7", "b" * 80)]
    with pytest.raises(RecordTooLongError, match=r"train\[1\] \(chapter-7\)") as caught:
        lay_out(records, "train", tokenizer, 64)
    assert caught.value.record == 1
