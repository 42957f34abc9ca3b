"""The names of all traced tensors, in the order they are computed, with their axes.

This is the project's one glossary of axes. It declares; it computes nothing.

    B  records of the batch        H  heads
    T  positions (slots)           d  width of one head, C / H
    Q  positions as queries        F  width of the FFN's middle
    K  positions as keys           V  vocabulary IDs
    C  model width                 1  an axis shared by all heads

Q and K have T's length: attention has two position axes, and which is which
decides the direction of its softmax (over K).
"""

from __future__ import annotations

from typing import Final

Axes = tuple[str, ...]

POSITION_AXES: Final = frozenset({"T", "Q", "K"})

#: Taps before the first block.
INPUT_TENSORS: Final[dict[str, Axes]] = {
    "token_embedding": ("B", "T", "C"),
    "position_embedding": ("T", "C"),
}

#: Taps of every block, in order.
BLOCK_TENSORS: Final[dict[str, Axes]] = {
    "block_input": ("B", "T", "C"),
    "norm1": ("B", "T", "C"),
    "q_projection": ("B", "T", "C"),
    "k_projection": ("B", "T", "C"),
    "v_projection": ("B", "T", "C"),
    "q_heads": ("B", "H", "T", "d"),
    "k_heads": ("B", "H", "T", "d"),
    "v_heads": ("B", "H", "T", "d"),
    "scores": ("B", "H", "Q", "K"),
    "visible": ("B", "1", "Q", "K"),
    "weights": ("B", "H", "Q", "K"),
    "mixtures": ("B", "H", "T", "d"),
    "joined": ("B", "T", "C"),
    "attention_output": ("B", "T", "C"),
    "residual1": ("B", "T", "C"),
    "norm2": ("B", "T", "C"),
    "ffn_linear": ("B", "T", "F"),
    "ffn_relu": ("B", "T", "F"),
    "ffn_output": ("B", "T", "C"),
    "block_output": ("B", "T", "C"),
}

#: Taps after the last block.
OUTPUT_TENSORS: Final[dict[str, Axes]] = {
    "final_norm": ("B", "T", "C"),
    "logits": ("B", "T", "V"),
}
