"""Every variant of the family against loops, and against a model built of torch's own modules."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from minigpt import scalar
from minigpt.activations import ACTIVATIONS
from minigpt.attention import Mask
from minigpt.checks.recomputed import recomputed
from minigpt.config import ModelConfig
from minigpt.errors import CheckpointError
from minigpt.gradient_json import gradient_document
from minigpt.gradient_trace import trace_gradients
from minigpt.loss import cross_entropy
from minigpt.model import MiniGPT, create_model
from minigpt.row_norm import RowNorm
from minigpt.trace import cut, trace
from minigpt.trace_json import to_json, trace_document
from minigpt.training.adam import FlatParameters
from minigpt.training.checkpoint import load_weights, save_weights
from minigpt.training.gradients import loss_and_gradients
from tests.minigpt.agreement import assert_every_number_agrees
from tests.minigpt.family import VARIANTS, family_batch, family_config, family_model

#: Numbers of this size after two blocks: rounding near 1e-15 and 1e-6, times what norms magnify.
TOLERANCE = {torch.float64: 1e-12, torch.float32: 2e-5}


def layer_norm(config: ModelConfig) -> nn.LayerNorm:
    return nn.LayerNorm(config.width, config.norm_epsilon, bias=config.norm_bias)


class ReferenceLayer(nn.Module):
    """One block of it."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config, width = config, config.width
        self.ln_1 = layer_norm(config)
        self.ln_2 = layer_norm(config)
        self.c_attn = nn.Linear(width, 3 * width, bias=config.attention_bias)
        self.c_proj = nn.Linear(width, width, bias=config.attention_bias)
        self.up = nn.Linear(width, config.ffn_width, bias=config.ffn_bias)
        self.down = nn.Linear(config.ffn_width, width, bias=config.ffn_bias)

    def forward(self, x: Tensor) -> Tensor:
        heads = self.config.heads
        q, k, v = (
            part.unflatten(-1, (heads, -1)).transpose(1, 2)
            for part in self.c_attn(self.ln_1(x)).chunk(3, dim=-1)
        )  # [B, H, T, d]
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)  # [B, H, T, d]
        x = x + self.c_proj(mixed.transpose(1, 2).flatten(2))  # [B, T, C]
        transformed: Tensor = self.down(self.activated(self.up(self.ln_2(x))))  # [B, T, C]
        return x + transformed  # [B, T, C]

    def activated(self, x: Tensor) -> Tensor:
        if self.config.activation == "relu":
            return functional.relu(x)
        approximate = "tanh" if self.config.activation == "gelu_tanh" else "none"
        return functional.gelu(x, approximate=approximate)


class Reference(nn.Module):
    """The same network as people write it: nn.Linear, nn.LayerNorm, one fused projection."""

    def __init__(self, model: MiniGPT) -> None:
        super().__init__()
        self.config = config = model.config
        width, vocabulary = config.width, config.vocabulary_size
        self.wte = nn.Embedding(vocabulary, width)
        self.wpe = nn.Embedding(config.context_length, width)
        self.h = nn.ModuleList(ReferenceLayer(config) for _ in range(config.blocks))
        self.ln_f = layer_norm(config)
        self.head = nn.Linear(width, vocabulary, bias=config.head_bias)
        if config.tied_head:
            self.head.weight = self.wte.weight
        self.to(getattr(torch, config.dtype)).load_state_dict(self.named(model))

    @staticmethod
    def named(model: MiniGPT) -> dict[str, Tensor]:
        ours = {name: tensor.detach() for name, tensor in model.named_parameters()}
        found = {"wte.weight": ours["token_embedding"], "wpe.weight": ours["position_embedding"]}
        norms = [("final_norm", "ln_f")]
        head = (("lm_head",), ("lm_bias",), "head")
        linears: list[tuple[tuple[str, ...], tuple[str, ...], str]] = [head]
        for i in range(model.config.blocks):
            here, there = f"blocks.{i}", f"h.{i}"
            norms += [(f"{here}.norm{n}", f"{there}.ln_{n}") for n in (1, 2)]
            fused = tuple(f"{here}.w{part}" for part in "qkv")
            biases = tuple(f"{here}.b{part}" for part in "qkv")
            linears.append((fused, biases, f"{there}.c_attn"))
            for weight, bias, name in (
                ("wo", "bo", "c_proj"),
                ("w1", "b1", "up"),
                ("w2", "b2", "down"),
            ):
                linears.append(((f"{here}.{weight}",), (f"{here}.{bias}",), f"{there}.{name}"))
        for here, there in norms:
            found[f"{there}.weight"] = ours[f"{here}.scale"]
            if f"{here}.offset" in ours:
                found[f"{there}.bias"] = ours[f"{here}.offset"]
        for weights, offsets, there in linears:
            if weights[0] in ours:
                found[f"{there}.weight"] = torch.cat([ours[name].t() for name in weights])
            else:
                found[f"{there}.weight"] = ours["token_embedding"]
            if offsets[0] in ours:
                found[f"{there}.bias"] = torch.cat([ours[name] for name in offsets])
        return found

    def forward(self, ids: Tensor) -> Tensor:
        x = self.wte(ids) + self.wpe(torch.arange(ids.shape[1]))  # [B, T, C]
        for layer in self.h:
            x = layer(x)  # [B, T, C]
        logits: Tensor = self.head(self.ln_f(x))  # [B, T, V]
        return logits


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


# Constants that are easily confused; the numbers are from tables of the functions.


def test_layer_norm_divides_by_n_and_has_epsilon_inside_the_root() -> None:
    row = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)  # [C]
    expected = [-1.34163542, -0.44721181, 0.44721181, 1.34163542]
    for offset in (True, False):
        norm = RowNorm(4, 1e-5, offset=offset).double()
        assert norm(row).tolist() == pytest.approx(expected, abs=5e-9)
        other = functional.layer_norm(row, (4,), norm.scale, norm.offset, 1e-5)
        torch.testing.assert_close(norm(row), other, rtol=0, atol=1e-14)
    assert scalar.row_norm([1.0, 2.0, 3.0, 4.0], [1.0] * 4, None, 1e-5) == pytest.approx(
        expected, abs=5e-9
    )


def test_both_kinds_of_gelu_have_their_own_constants() -> None:
    one = torch.tensor(1.0, dtype=torch.float64)
    assert ACTIVATIONS["gelu"](one).item() == pytest.approx(0.8413447461, abs=5e-11)
    assert ACTIVATIONS["gelu_tanh"](one).item() == pytest.approx(0.8411919906, abs=5e-11)
    assert scalar.gelu(1.0) == pytest.approx(0.8413447461, abs=5e-11)
    assert scalar.gelu_tanh(1.0) == pytest.approx(0.8411919906, abs=5e-11)


def test_the_two_gelus_are_furthest_apart_near_2_7() -> None:
    x = torch.linspace(-5, 5, 10_001, dtype=torch.float64)
    gap = (ACTIVATIONS["gelu"](x) - ACTIVATIONS["gelu_tanh"](x)).abs()
    assert gap.max().item() == pytest.approx(4.73e-4, abs=5e-7)
    assert abs(x[gap.argmax()].item()) == pytest.approx(2.70, abs=0.02)


def test_the_loops_activations_are_torchs() -> None:
    x = torch.linspace(-40, 40, 1601, dtype=torch.float64)
    for name, activate in ACTIVATIONS.items():
        numbers = [scalar.ACTIVATIONS[name](number) for number in x.tolist()]
        by_loops = torch.tensor(numbers, dtype=torch.float64)
        torch.testing.assert_close(activate(x), by_loops, rtol=1e-13, atol=1e-14)


def test_the_loss_takes_one_softmax_and_cannot_overflow() -> None:
    vocabulary = 291
    flat = torch.zeros(1, vocabulary, dtype=torch.float64)  # [N, V]
    sure = flat.clone()
    sure[0, 5] = 50.0
    target = torch.tensor([5])  # [N]
    assert cross_entropy(flat, target).losses.item() == pytest.approx(5.673323, abs=5e-7)
    once = cross_entropy(sure, target).losses.item()
    twice = cross_entropy(sure.softmax(dim=-1), target).losses.item()
    assert once < 1e-18
    assert twice == pytest.approx(math.log(math.e + 290) - 1, abs=1e-12)
    assert twice == pytest.approx(4.679211, abs=5e-7)
    far = torch.tensor([[1000.0, 0.0]], dtype=torch.float64)  # [N, V]
    assert cross_entropy(far, torch.tensor([1])).losses.item() == 1000.0


def test_the_name_of_a_config_changes_no_number() -> None:
    config = family_config(tied_head=True)
    other = create_model(replace(config, name="other"))
    assert torch.equal(create_model(config).token_embedding, other.token_embedding)


# Gradients: written out for training, by autograd for the page.


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
