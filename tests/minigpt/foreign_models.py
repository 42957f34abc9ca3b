"""Checkpoints as other projects write them, and those projects' forward passes, from scratch.

Every number is random, scales and offsets too, so no two tensors can be taken for each other
and no transpose goes unseen. The passes use PyTorch's own layers; nothing here is the project's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor
from torch.nn import functional

State = dict[str, Tensor]
Gelu = Literal["none", "tanh"]


@dataclass(frozen=True)
class Sizes:
    """A small model whose sizes all differ."""

    vocabulary: int = 19
    context: int = 9
    width: int = 12
    heads: int = 3
    hidden: int = 28
    blocks: int = 2

    @property
    def model_args(self) -> dict[str, Any]:
        """As nanoGPT's train.py writes them."""
        return {
            "n_layer": self.blocks,
            "n_head": self.heads,
            "n_embd": self.width,
            "block_size": self.context,
            "bias": True,
            "vocab_size": self.vocabulary,
            "dropout": 0.0,
        }

    def ids(self) -> Tensor:
        """Two full contexts of IDs."""
        generator = torch.Generator().manual_seed(5)
        return torch.randint(self.vocabulary, (2, self.context), generator=generator)


SIZES = Sizes()


class Drawer:
    """Draws tensors under names; norms near 1, everything else around 0."""

    def __init__(self, seed: int, bias: bool) -> None:
        self.generator = torch.Generator().manual_seed(seed)
        self.bias = bias
        self.state: State = {}

    def draw(self, name: str, *shape: int, about: float = 0.0) -> None:
        self.state[name] = about + 0.3 * torch.randn(shape, generator=self.generator)

    def linear(self, name: str, inputs: int, outputs: int) -> None:
        """As torch.nn.Linear stores it."""
        self.draw(f"{name}.weight", outputs, inputs)
        if self.bias:
            self.draw(f"{name}.bias", outputs)

    def norm(self, name: str, width: int) -> None:
        self.draw(f"{name}.weight", width, about=1.0)
        if self.bias:
            self.draw(f"{name}.bias", width)


def nanogpt_state(sizes: Sizes = SIZES, *, bias: bool = True, seed: int = 1) -> State:
    """nanoGPT: fused Linear layers, the head the same tensor as the embedding."""
    drawer = Drawer(seed, bias)
    drawer.draw("transformer.wte.weight", sizes.vocabulary, sizes.width)
    drawer.draw("transformer.wpe.weight", sizes.context, sizes.width)
    for block in range(sizes.blocks):
        name = f"transformer.h.{block}"
        drawer.norm(f"{name}.ln_1", sizes.width)
        drawer.linear(f"{name}.attn.c_attn", sizes.width, 3 * sizes.width)
        drawer.linear(f"{name}.attn.c_proj", sizes.width, sizes.width)
        drawer.norm(f"{name}.ln_2", sizes.width)
        drawer.linear(f"{name}.mlp.c_fc", sizes.width, sizes.hidden)
        drawer.linear(f"{name}.mlp.c_proj", sizes.hidden, sizes.width)
    drawer.norm("transformer.ln_f", sizes.width)
    return drawer.state | {"lm_head.weight": drawer.state["transformer.wte.weight"]}


def later_mingpt_state(sizes: Sizes = SIZES) -> State:
    """minGPT since it has GPT-2's names: a head of its own, and masks among the weights."""
    drawer = Drawer(2, bias=False)
    drawer.draw("lm_head.weight", sizes.vocabulary, sizes.width)
    return with_masks(nanogpt_state(sizes, seed=3), sizes) | drawer.state


def with_masks(state: State, sizes: Sizes = SIZES) -> State:
    """With the causal mask that each block once kept as a buffer called `bias`."""
    mask = torch.ones(sizes.context, sizes.context).tril().view(1, 1, *[sizes.context] * 2)
    masks = {f"transformer.h.{block}.attn.bias": mask.clone() for block in range(sizes.blocks)}
    return state | masks


def first_mingpt_state(sizes: Sizes = SIZES) -> State:
    """minGPT at commit 08c08d8: query, key and value apart, pos_emb [1, T, C], masks."""
    drawer = Drawer(4, bias=True)
    drawer.draw("pos_emb", 1, sizes.context, sizes.width)
    drawer.draw("tok_emb.weight", sizes.vocabulary, sizes.width)
    mask = torch.ones(sizes.context, sizes.context).tril().view(1, 1, *[sizes.context] * 2)
    for block in range(sizes.blocks):
        name = f"blocks.{block}"
        drawer.norm(f"{name}.ln1", sizes.width)
        drawer.norm(f"{name}.ln2", sizes.width)
        for layer in ("key", "query", "value", "proj"):
            drawer.linear(f"{name}.attn.{layer}", sizes.width, sizes.width)
        drawer.state[f"{name}.attn.mask"] = mask.clone()
        drawer.linear(f"{name}.mlp.0", sizes.width, sizes.hidden)
        drawer.linear(f"{name}.mlp.2", sizes.hidden, sizes.width)
    drawer.norm("ln_f", sizes.width)
    drawer.draw("head.weight", sizes.vocabulary, sizes.width)
    return drawer.state


def nanogpt_logits(state: State, ids: Tensor, heads: int, gelu: Gelu) -> Tensor:
    """[B, T, V]; of nanoGPT and of later minGPT alike."""
    x = state["transformer.wte.weight"][ids] + state["transformer.wpe.weight"][: ids.shape[1]]
    block = 0
    while (name := f"transformer.h.{block}") + ".ln_1.weight" in state:
        joint = _linear(state, f"{name}.attn.c_attn", _norm(state, f"{name}.ln_1", x))
        q, k, v = joint.chunk(3, dim=-1)
        x = x + _linear(state, f"{name}.attn.c_proj", _attention(q, k, v, heads))
        inner = _linear(state, f"{name}.mlp.c_fc", _norm(state, f"{name}.ln_2", x))
        inner = functional.gelu(inner, approximate=gelu)
        x = x + _linear(state, f"{name}.mlp.c_proj", inner)
        block += 1
    return functional.linear(_norm(state, "transformer.ln_f", x), state["lm_head.weight"])


def first_mingpt_logits(state: State, ids: Tensor, heads: int) -> Tensor:
    """[B, T, V] with exact GELU, as at commit 08c08d8."""
    x = state["tok_emb.weight"][ids] + state["pos_emb"][:, : ids.shape[1]]
    block = 0
    while (name := f"blocks.{block}") + ".ln1.weight" in state:
        row = _norm(state, f"{name}.ln1", x)
        q, k, v = (_linear(state, f"{name}.attn.{at}", row) for at in ("query", "key", "value"))
        x = x + _linear(state, f"{name}.attn.proj", _attention(q, k, v, heads))
        inner = functional.gelu(_linear(state, f"{name}.mlp.0", _norm(state, f"{name}.ln2", x)))
        x = x + _linear(state, f"{name}.mlp.2", inner)
        block += 1
    return functional.linear(_norm(state, "ln_f", x), state["head.weight"])


def _linear(state: State, name: str, x: Tensor) -> Tensor:
    return functional.linear(x, state[f"{name}.weight"], state.get(f"{name}.bias"))


def _norm(state: State, name: str, x: Tensor) -> Tensor:
    weight = state[f"{name}.weight"]
    return functional.layer_norm(x, weight.shape, weight, state.get(f"{name}.bias"), 1e-5)


def _attention(q: Tensor, k: Tensor, v: Tensor, heads: int) -> Tensor:
    queries, keys, values = (_by_head(part, heads) for part in (q, k, v))  # [B, H, T, d]
    mixed = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
    return mixed.transpose(1, 2).flatten(-2)  # [B, T, C]


def _by_head(rows: Tensor, heads: int) -> Tensor:
    records, slots, width = rows.shape
    return rows.view(records, slots, heads, width // heads).transpose(1, 2)
