"""Every variant of the family against loops, and against a model built of torch's own modules."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from minigpt.attention import Mask
from minigpt.checks.recomputed import recomputed
from minigpt.model import create_model
from minigpt.trace import cut, trace
from minigpt.trace_json import to_json, trace_document
from tests.minigpt.agreement import assert_every_number_agrees
from tests.minigpt.family import TOLERANCE, VARIANTS, family_batch, family_config, family_model
from tests.minigpt.reference_model import Reference


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_numbers_are_those_of_the_loops(variant: str, mask: Mask) -> None:
    model = family_model(**VARIANTS[variant])
    batch = family_batch(model.config)
    traced = trace(model, batch, mask)
    dtype = model.token_embedding.dtype
    assert {t.dtype for block in traced.blocks for t in block.values()} == {dtype, torch.bool}
    assert len(traced.blocks) == 2
    bound = TOLERANCE[dtype]
    assert_every_number_agrees(traced, recomputed(model, batch, mask), rtol=bound, atol=bound)


@pytest.mark.parametrize("variant", VARIANTS)
def test_logits_are_those_of_torchs_own_modules(variant: str) -> None:
    model = family_model(**VARIANTS[variant])
    batch = family_batch(model.config)
    everything = torch.ones_like(batch.valid)
    ours = model(batch.ids, everything).logits.detach()
    bound = TOLERANCE[ours.dtype]
    theirs = Reference(model)(batch.ids).detach()
    torch.testing.assert_close(ours, theirs, rtol=bound, atol=bound)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_absent_number_is_no_parameter(variant: str) -> None:
    model = family_model(**VARIANTS[variant])
    config, names = model.config, dict(model.named_parameters())
    assert ("lm_head" in names) is not config.tied_head
    assert ("lm_bias" in names) is config.head_bias
    for block in range(2):
        for name in ("bq", "bk", "bv", "bo"):
            assert (f"blocks.{block}.{name}" in names) is config.attention_bias
        assert (f"blocks.{block}.b1" in names) is config.ffn_bias
        assert (f"blocks.{block}.norm2.offset" in names) is config.norm_bias
    assert ("final_norm.offset" in names) is config.norm_bias


def test_a_tied_head_is_the_token_table_and_follows_it() -> None:
    model = family_model(tied_head=True)
    assert model.output_matrix.data_ptr() == model.token_embedding.data_ptr()
    batch = family_batch(model.config)
    before = model(batch.ids, batch.valid).logits.detach()
    with torch.no_grad():
        model.token_embedding[7] += 1.0  # an ID that this batch does not read
    assert 7 not in batch.ids
    after = model(batch.ids, batch.valid).logits.detach()
    moved = (before != after).any(dim=0).any(dim=0)  # [V]
    assert moved.tolist() == [token == 7 for token in range(11)]
    untied = family_model()
    assert untied.output_matrix is untied.lm_head


def test_dropout_acts_in_training_alone() -> None:
    plain, dropping = family_model(), family_model(dropout=0.5)
    batch = family_batch(plain.config)
    expected = plain(batch.ids, batch.valid).logits
    assert torch.equal(dropping(batch.ids, batch.valid).logits, expected)
    dropping.train()
    trained = dropping(batch.ids, batch.valid).logits
    assert not torch.equal(trained, expected)
    # A trace is evaluation, whatever the model is doing meanwhile, and leaves it at that.
    assert torch.equal(trace(dropping, batch).output.logits, expected)
    assert dropping.training


def test_dropout_hits_each_of_its_four_places() -> None:
    model = family_model(dropout=0.999)
    batch = family_batch(model.config)
    seen: dict[str, Tensor] = {}

    class Tap:
        def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
            seen.setdefault(name, tensor.detach())
            return tensor

        def block(self, index: int, /) -> Tap:
            return self

    model.train()
    torch.manual_seed(1)
    model(batch.ids, batch.valid, tap=Tap())
    assert (seen["block_input"] == 0).double().mean() > 0.9  # the sum of both embeddings
    assert (seen["mixtures"] == 0).double().mean() > 0.9  # of weights that were dropped
    unchanged = seen["residual1"] == seen["block_input"]
    assert unchanged.double().mean() > 0.9
    assert (seen["block_output"] == seen["residual1"]).double().mean() > 0.9


def test_residuals_are_drawn_smaller_where_the_config_says_so() -> None:
    usual = create_model(family_config(blocks=8))
    shrunk = create_model(family_config(blocks=8, residual_init=True))
    for name, matrix in usual.named_parameters():
        factor = 0.25 if name.endswith(("wo", "w2")) else 1.0  # 1 / sqrt(2 * 8)
        other = dict(shrunk.named_parameters())[name]
        torch.testing.assert_close(other, matrix * factor, rtol=1e-15, atol=0)


def test_a_variants_matrices_are_mg1s_draws_up_to_its_head() -> None:
    plain = dict(create_model(family_config()).named_parameters())
    tied = create_model(family_config(tied_head=True, attention_bias=True, activation="gelu"))
    for name, parameter in tied.named_parameters():
        if name in plain:
            assert torch.equal(parameter, plain[name]), name
        else:
            assert not parameter.any(), name


def test_float32_is_written_with_all_its_digits() -> None:
    model = family_model(dtype="float32")
    batch = family_batch(model.config)
    traced = trace(model, batch)
    assert cut(traced, 0)["logits"].dtype == "float32"
    document = trace_document(traced, ["", ""], model_name="small")
    written = json.loads(to_json(document))
    record = written["records"][0]
    exact = [float(number) for number in traced.output.logits[0, 2]]
    assert record["tensors"]["logits"][2] == exact
    assert traced.output.losses is not None
    assert record["losses"][1] == float(traced.output.losses[0, 1])


def test_the_name_of_a_config_changes_no_number() -> None:
    config = family_config(tied_head=True)
    other = create_model(replace(config, name="other"))
    assert torch.equal(create_model(config).token_embedding, other.token_embedding)
