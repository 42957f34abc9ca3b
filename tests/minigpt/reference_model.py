"""The family once more, as people write it: of torch's own modules, with one fused projection."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from minigpt.config import ModelConfig
from minigpt.model import MiniGPT


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
