"""Gradients of every variant: written out for training, by autograd for the page, kept tied."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.errors import CheckpointError, TrainingConfigError
from minigpt.gradient_json import gradient_document
from minigpt.gradient_trace import trace_gradients
from minigpt.model import create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace_json import to_json
from minigpt.training.adam import FlatParameters
from minigpt.training.batches import lay_out
from minigpt.training.checkpoint import load_weights, save_weights
from minigpt.training.config import TrainingConfig
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.loop import TrainingRun
from tests.minigpt.family import TOLERANCE, VARIANTS, family_batch, family_model


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_written_out_gradients_are_those_of_autograd(variant: str) -> None:
    model = family_model(**VARIANTS[variant])
    batch = family_batch(model.config)
    loss, found = loss_and_gradients(model, batch)
    output = model(batch.ids, batch.valid, batch.targets)
    output.loss.backward()
    bound = TOLERANCE[loss.dtype]
    torch.testing.assert_close(loss, output.loss.detach(), rtol=bound, atol=bound)
    assert set(found) == {name for name, _ in model.named_parameters()}
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None
        assert found[name].is_contiguous(), name
        torch.testing.assert_close(found[name], parameter.grad, rtol=bound, atol=bound, msg=name)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_gradients_on_show_cover_every_parameter_and_tensor(variant: str) -> None:
    model = family_model(**VARIANTS[variant])
    batch = family_batch(model.config)
    shown = trace_gradients(model, batch)
    _, found = loss_and_gradients(model, batch)
    bound = TOLERANCE[model.token_embedding.dtype]
    assert set(shown.parameters) == set(found)
    for name, gradient in shown.parameters.items():
        torch.testing.assert_close(gradient, found[name], rtol=bound, atol=bound, msg=name)
    assert len(shown.tensors.blocks) == 2
    written = json.loads(to_json(gradient_document(shown, model_name="small")))
    assert [row["name"] for row in written["parameters"]] == list(shown.parameters)
    where = [row["name"] for row in written["parameters"]].index("token_embedding")
    exact = shown.parameters["token_embedding"][3].tolist()
    assert written["parameters"][where]["values"][3] == exact


def test_a_tied_gradient_is_the_sum_of_both_uses() -> None:
    tied = family_model(tied_head=True)
    untied = family_model()
    with torch.no_grad():
        named = dict(tied.named_parameters())
        for name, parameter in untied.named_parameters():
            parameter.copy_(tied.token_embedding.t() if name == "lm_head" else named[name])
    batch = family_batch(tied.config)
    _, once = loss_and_gradients(tied, batch)
    _, apart = loss_and_gradients(untied, batch)
    both = apart["token_embedding"] + apart["lm_head"].t()
    torch.testing.assert_close(once["token_embedding"], both, rtol=0, atol=1e-14)
    assert not torch.allclose(both, apart["token_embedding"])


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_tied_model_is_saved_once_and_is_tied_when_read(tmp_path: Path, dtype: str) -> None:
    model = family_model(tied_head=True, dtype=dtype)
    parameters = FlatParameters(model)
    save_weights(tmp_path / "weights", parameters, parameters.vector, 3, {})
    saved = load_file(tmp_path / "weights")
    assert set(saved) == {name for name, _ in model.named_parameters()}
    assert {tensor.dtype for tensor in saved.values()} == {getattr(torch, dtype)}
    other = create_model(model.config)
    read = FlatParameters(other)
    read.vector.copy_(load_weights(tmp_path / "weights", read, {}).vector)  # [P]
    batch = family_batch(model.config)
    assert torch.equal(other(batch.ids, batch.valid).logits, model(batch.ids, batch.valid).logits)
    assert other.output_matrix.data_ptr() == other.token_embedding.data_ptr()
    assert sum(p.numel() for p in other.parameters()) == read.vector.numel()


def test_weights_of_another_precision_are_refused(tmp_path: Path) -> None:
    parameters = FlatParameters(family_model(dtype="float32"))
    save_weights(tmp_path / "weights", parameters, parameters.vector, 3, {})
    with pytest.raises(CheckpointError, match="float64"):
        load_weights(tmp_path / "weights", FlatParameters(family_model()), {})


@pytest.fixture(scope="module")
def splits(corpus: Corpus, tokenizer: Tokenizer, config: ModelConfig) -> tuple[Batch, Batch]:
    length = config.context_length
    return (
        lay_out(corpus.train, "train", tokenizer, length),
        lay_out(corpus.validation, "validation", tokenizer, length),
    )


def test_a_model_with_dropout_does_not_silently_train_without(
    splits: tuple[Batch, Batch], other_config: Callable[..., ModelConfig]
) -> None:
    with pytest.raises(TrainingConfigError, match=r"has 0\.1; set it to 0"):
        TrainingRun(
            create_model(other_config(dropout=0.1)), TrainingConfig.default(steps=1), *splits
        )


def test_a_tied_float32_model_trains_and_goes_on_as_if_never_stopped(
    splits: tuple[Batch, Batch], other_config: Callable[..., ModelConfig]
) -> None:
    config = other_config(tied_head=True, activation="gelu", attention_bias=True, dtype="float32")

    def run(steps: int) -> TrainingRun:
        return TrainingRun(create_model(config), TrainingConfig.default(steps=steps), *splits)

    whole, first, second = run(20), run(10), run(20)
    list(whole.events())
    list(first.events())
    second.restore(first.resumable)
    list(second.events())
    for name in ("weights", "first", "second", "selected"):
        assert torch.equal(getattr(second.state(), name), getattr(whole.state(), name)), name
    assert second.curve == whole.curve
    assert whole.state().weights.dtype == torch.float32
    assert whole.curve[-1].train < whole.curve[0].train - 1
    model = whole.model
    assert model.output_matrix.data_ptr() == model.token_embedding.data_ptr()
