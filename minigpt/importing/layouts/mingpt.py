"""minGPT: state dicts alone, matrices out × in, an output matrix of its own.

Its first versions (such as commit 08c08d8) keep query, key and value apart and number the two
layers of the FFN; later ones took over GPT-2's names. Neither tells the number of heads.
"""

from __future__ import annotations

import re
from typing import Final

from minigpt.importing.conventions import activation_assumed, heads_of
from minigpt.importing.gpt2_names import HEAD, PREFIX, read_gpt2_names, stored_as
from minigpt.importing.layouts.nanogpt import has_own_head
from minigpt.importing.mask_buffers import set_masks_aside
from minigpt.importing.reading import Reading
from minigpt.importing.source import Source

_EPSILON: Final = 1e-5
_BLOCK: Final = re.compile(r"^blocks\.(\d{1,6})\.")
_EMBEDDING: Final = "tok_emb.weight"


class MinGPT:
    """Both generations of minGPT's names."""

    name = "mingpt"

    def recognises(self, source: Source) -> bool:
        """By `tok_emb` and `pos_emb`, else by GPT-2's names with an output matrix of its own."""
        if source.settings_from:
            return False
        if _is_first_generation(source):
            return True
        return stored_as(source) == "out × in" and has_own_head(source)

    def read(self, reading: Reading) -> None:
        """Every parameter, transposed where it is a matrix."""
        if _is_first_generation(reading.source):
            _read_first_generation(reading)
            reading.take_head("head", _EMBEDDING, tied=None)
            default, reason = "gelu", "minGPT's first versions compute the exact form"
        else:
            read_gpt2_names(reading, "out × in")
            reading.take_head(HEAD, f"{PREFIX}wte.weight", tied=None)
            default, reason = "gelu_tanh", "minGPT with these names computes the tanh form"
        width = reading.assembly.parameters["token_embedding"].shape[1]
        said, answers = reading.said, reading.answers
        reading.settings |= {
            "heads": heads_of(said, width, None, "", answers.heads),
            "activation": activation_assumed(said, default, reason, answers.activation),
            "norm_epsilon": _EPSILON,
            "dropout": 0.0,
        }
        reading.assume("norm_epsilon", _EPSILON, "PyTorch's, which minGPT leaves as it is")


def _is_first_generation(source: Source) -> bool:
    return _EMBEDDING in source.tensors or "pos_emb" in source.tensors


def _read_first_generation(reading: Reading) -> None:
    assembly = reading.assembly
    vocabulary, width = assembly.shape(_EMBEDDING, 2)
    _, context, _ = assembly.shape("pos_emb", 3)
    hidden, _ = assembly.shape("blocks.0.mlp.0.weight", 2)
    numbers = [int(found[1]) for name in reading.source.tensors if (found := _BLOCK.match(name))]
    blocks = max(numbers) + 1
    set_masks_aside(assembly, context)
    assembly.take("token_embedding", _EMBEDDING, (vocabulary, width))
    assembly.take_reshaped("position_embedding", "pos_emb", (1, context, width))
    for block in range(blocks):
        _take_block(reading, f"blocks.{block}", width, hidden)
    _take_norm(reading, "final_norm", "ln_f", width)
    reading.settings |= {
        "vocabulary_size": vocabulary,
        "context_length": context,
        "width": width,
        "ffn_width": hidden,
        "blocks": blocks,
        "attention_bias": True,
        "ffn_bias": True,
        "norm_bias": True,
    }
    told = f"blocks.0.mlp.0.weight is {[hidden, width]}: transposed on reading"
    reading.assume("matrices", "out × in", told)
    reading.assume("q|k|v", "three matrices", "this layout names query, key and value each")


def _take_block(reading: Reading, block: str, width: int, hidden: int) -> None:
    """Their blocks are numbered as ours and have the same prefix."""
    assembly = reading.assembly
    _take_norm(reading, f"{block}.norm1", f"{block}.ln1", width)
    _take_norm(reading, f"{block}.norm2", f"{block}.ln2", width)
    layers = (
        ("q", "attn.query", width, width),
        ("k", "attn.key", width, width),
        ("v", "attn.value", width, width),
        ("o", "attn.proj", width, width),
        ("1", "mlp.0", width, hidden),
        ("2", "mlp.2", hidden, width),
    )
    for ours, theirs, inputs, outputs in layers:
        weight = f"{block}.{theirs}.weight"
        assembly.take(f"{block}.w{ours}", weight, (inputs, outputs), transposed=True)
        assembly.take(f"{block}.b{ours}", f"{block}.{theirs}.bias", (outputs,))


def _take_norm(reading: Reading, ours: str, theirs: str, width: int) -> None:
    reading.assembly.take(f"{ours}.scale", f"{theirs}.weight", (width,))
    reading.assembly.take(f"{ours}.offset", f"{theirs}.bias", (width,))


LAYOUT = MinGPT()
