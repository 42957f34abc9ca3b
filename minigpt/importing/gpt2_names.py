"""The names that GPT-2 gave its tensors, which nanoGPT and minGPT took over.

`wte`, `wpe`, `h.N.attn.c_attn` and so on, below `transformer.` or not. What differs between
those projects, how matrices are stored above all, is each layout's own to say.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from minigpt.importing.conventions import whole_number
from minigpt.importing.mask_buffers import is_mask_name, set_masks_aside
from minigpt.importing.reading import Reading
from minigpt.importing.source import Source

Stored = Literal["out × in", "in × out"]

PREFIX: Final = "transformer."
HEAD: Final = "lm_head"
_BLOCK: Final = re.compile(r"^(?:transformer\.)?h\.(\d{1,6})\.")
_FUSED: Final = "attn.c_attn.weight"
_HIDDEN: Final = "mlp.c_fc.weight"


def prefix_of(source: Source) -> str:
    """ "transformer." or nothing: what stands before wte and h."""
    return PREFIX if any(name.startswith(PREFIX) for name in source.tensors) else ""


def stored_as(source: Source) -> Stored | None:
    """How the matrices are stored, told by those that are not square; None if none tells."""
    for name, tensor in source.tensors.items():
        if name.endswith(_FUSED) and tensor.ndim == 2 and _BLOCK.match(name):
            rows, columns = tensor.shape
            if rows == 3 * columns:
                return "out × in"
            if columns == 3 * rows:
                return "in × out"
    width = _width(source)
    for name, tensor in source.tensors.items():
        if name.endswith(_HIDDEN) and tensor.ndim == 2 and _BLOCK.match(name):
            rows, columns = tensor.shape
            if rows != columns and width in (rows, columns):
                return "out × in" if columns == width else "in × out"
    return None


def _width(source: Source) -> int:
    tensor = source.tensors.get(f"{prefix_of(source)}wte.weight")
    return tensor.shape[-1] if tensor is not None and tensor.ndim == 2 else 0


def read_gpt2_names(reading: Reading, stored: Stored) -> None:
    """Take embeddings, blocks and final norm; sizes are read off them, or held to the settings.

    Raises:
        TensorMissingError, TensorShapeError, TensorTypeError, TensorNotFiniteError: by name.
        ImportSettingError: a size among the settings is none.
    """
    assembly, source = reading.assembly, reading.source
    prefix = prefix_of(source)
    embedding, positions = f"{prefix}wte.weight", f"{prefix}wpe.weight"
    vocabulary, width = assembly.shape(embedding, 2)
    context, _ = assembly.shape(positions, 2)
    vocabulary = _told(reading, "vocab_size") or vocabulary
    width = _told(reading, "n_embd") or width
    context = _told(reading, "block_size", "n_positions") or context
    numbers = [int(found[1]) for name in source.tensors if (found := _BLOCK.match(name))]
    blocks = _told(reading, "n_layer") or max(numbers, default=0) + 1
    set_masks_aside(assembly, context)
    assembly.take("token_embedding", embedding, (vocabulary, width))
    assembly.take("position_embedding", positions, (context, width))
    bias = _has_biases(reading)
    hidden = _hidden_width(reading, f"{prefix}h.0.{_HIDDEN}", stored)
    for block in range(blocks):
        _take_block(reading, f"blocks.{block}", f"{prefix}h.{block}", width, hidden, bias, stored)
    _take_norm(reading, "final_norm", f"{prefix}ln_f", width, bias)
    reading.settings |= {
        "vocabulary_size": vocabulary,
        "context_length": context,
        "width": width,
        "ffn_width": hidden,
        "blocks": blocks,
        "attention_bias": bias,
        "ffn_bias": bias,
        "norm_bias": bias,
    }
    matrix = f"h.0.{_FUSED} is {[width, 3 * width] if stored == 'in × out' else [3 * width, width]}"
    how = "taken as they are" if stored == "in × out" else "transposed on reading"
    reading.assume("matrices", stored, f"{matrix}: {how}")
    reading.assume("q|k|v", "fused, in this order", "this layout cuts c_attn into three so")


def _told(reading: Reading, *names: str) -> int | None:
    source = reading.source
    numbers = (whole_number(source.settings, name, source.settings_from) for name in names)
    return next((number for number in numbers if number is not None), None)


def _has_biases(reading: Reading) -> bool:
    """All of them or none: as the settings say, else if there is any."""
    told = reading.source.settings.get("bias")
    if type(told) is bool:
        return told
    names = reading.source.tensors
    return any(_ends_in_bias(name) for name in names)


def _ends_in_bias(name: str) -> bool:
    return name.endswith(".bias") and not is_mask_name(name) and not name.startswith(HEAD)


def _hidden_width(reading: Reading, name: str, stored: Stored) -> int:
    if told := _told(reading, "n_inner"):
        return told
    shape = reading.assembly.shape(name, 2)
    return shape[0] if stored == "out × in" else shape[1]


def _take_block(
    reading: Reading, ours: str, theirs: str, width: int, hidden: int, bias: bool, stored: Stored
) -> None:
    assembly, transposed = reading.assembly, stored == "out × in"
    square = (width, width)
    _take_norm(reading, f"{ours}.norm1", f"{theirs}.ln_1", width, bias)
    matrices = [f"{ours}.{name}" for name in ("wq", "wk", "wv")]
    assembly.take_fused(matrices, f"{theirs}.{_FUSED}", square, transposed=transposed)
    assembly.take(f"{ours}.wo", f"{theirs}.attn.c_proj.weight", square, transposed=transposed)
    _take_norm(reading, f"{ours}.norm2", f"{theirs}.ln_2", width, bias)
    assembly.take(f"{ours}.w1", f"{theirs}.{_HIDDEN}", (width, hidden), transposed=transposed)
    back = f"{theirs}.mlp.c_proj.weight"
    assembly.take(f"{ours}.w2", back, (hidden, width), transposed=transposed)
    if not bias:
        return
    offsets = [f"{ours}.{name}" for name in ("bq", "bk", "bv")]
    assembly.take_fused(offsets, f"{theirs}.attn.c_attn.bias", (width,), transposed=False)
    assembly.take(f"{ours}.bo", f"{theirs}.attn.c_proj.bias", (width,))
    assembly.take(f"{ours}.b1", f"{theirs}.mlp.c_fc.bias", (hidden,))
    assembly.take(f"{ours}.b2", f"{theirs}.mlp.c_proj.bias", (width,))


def _take_norm(reading: Reading, ours: str, theirs: str, width: int, bias: bool) -> None:
    reading.assembly.take(f"{ours}.scale", f"{theirs}.weight", (width,))
    if bias:
        reading.assembly.take(f"{ours}.offset", f"{theirs}.bias", (width,))
