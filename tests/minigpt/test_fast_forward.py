"""Training's forward pass against the explicit one, which is what everything else shows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from minigpt.model import MiniGPT, create_model
from minigpt.opened import load
from minigpt.presets import preset_folder
from minigpt.stream.text import sample_text
from minigpt.training.stream import fast_forward
from minigpt.training.stream.fast_forward import FastForward
from tests.minigpt.family import VARIANTS, family_batch, family_config, family_model


def explicit(model: MiniGPT, ids: torch.Tensor) -> torch.Tensor:
    logits: torch.Tensor = model(ids, torch.ones_like(ids, dtype=torch.bool)).logits  # [B, T, V]
    return logits


@pytest.mark.parametrize("variant", VARIANTS)
def test_logits_and_gradients_are_those_of_the_explicit_pass(variant: str) -> None:
    """float64: what is left is rounding. float32: a thousand times the last digit of logits of
    about 10, the promise being 1e-5 at the size of a trained model's."""
    model = family_model(**VARIANTS[variant])
    tolerance = 1e-5 if model.config.dtype == "float32" else 1e-12
    ids = family_batch(model.config).ids  # [B, T]
    targets = ids.roll(1, dims=1)  # [B, T]
    fast = FastForward(model)
    torch.testing.assert_close(fast.logits(ids), explicit(model, ids), rtol=0, atol=tolerance)

    valid = torch.ones_like(ids, dtype=torch.bool)
    gradients: list[dict[str, torch.Tensor]] = []
    for loss in (model(ids, valid, targets).loss, fast(ids, targets)):
        names = dict(model.named_parameters())
        found = torch.autograd.grad(loss, list(names.values()))
        gradients.append(dict(zip(names, found, strict=True)))
    for name, gradient in gradients[0].items():
        torch.testing.assert_close(gradients[1][name], gradient, rtol=0, atol=tolerance, msg=name)


def test_it_agrees_at_the_size_of_shakespeare_as_it_was_trained() -> None:
    """All 128 positions of a page of the text. In float64 only the last digits are left; in
    float32, which has seven, 1e-5 is meant of logits of size 1, and these reach 15."""
    folder = preset_folder("shakespeare")
    opened = load(folder)
    assert opened.trained_step
    ids = torch.tensor(opened.tokenizer.encode(sample_text(folder))[:1024]).view(8, 128)  # [B, T]
    with torch.no_grad():
        single = FastForward(opened.model).logits(ids), explicit(opened.model, ids)
        doubled = opened.model.double()
        double = FastForward(doubled).logits(ids), explicit(doubled, ids)
    largest = single[1].abs().max().item()
    torch.testing.assert_close(*single, rtol=0, atol=1e-5 * largest)
    torch.testing.assert_close(*double, rtol=0, atol=1e-11)


def test_it_trains_the_models_own_parameters() -> None:
    model = family_model(tied_head=True)
    fast = FastForward(model)
    assert {id(p) for p in fast.parameters()} == {id(p) for p in model.parameters()}


def test_dropout_acts_in_training_alone_and_in_the_four_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = create_model(family_config(dropout=0.25, init_std=0.4))
    ids = family_batch(model.config).ids  # [B, T]
    rates: dict[str, list[float]] = {"rows": [], "weights": []}
    dropout = torch.nn.functional.dropout
    attention = torch.nn.functional.scaled_dot_product_attention

    def seen(x: torch.Tensor, rate: float) -> torch.Tensor:
        rates["rows"].append(rate)
        return dropout(x, rate)

    def attended(
        q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, *, dropout_p: float, is_causal: bool
    ) -> torch.Tensor:
        rates["weights"].append(dropout_p)
        return attention(q, k, v, dropout_p=dropout_p, is_causal=is_causal)

    fused = SimpleNamespace(**vars(torch.nn.functional))
    fused.dropout, fused.scaled_dot_product_attention = seen, attended
    monkeypatch.setattr(fast_forward, "F", fused)
    fast = FastForward(model).eval()
    still = fast.logits(ids)
    assert rates == {"rows": [], "weights": [0.0, 0.0]}
    torch.testing.assert_close(still, explicit(model, ids), rtol=0, atol=1e-12)
    rates["weights"].clear()
    fast.train()
    with torch.random.fork_rng():
        assert not torch.equal(fast.logits(ids), still)
    # The embeddings' sum, and two branches in each of two blocks.
    assert rates == {"rows": [0.25] * 5, "weights": [0.25] * 2}
