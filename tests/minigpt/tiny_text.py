"""A folder with a model of one text, small enough to train in a moment; the text lies in it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.stream.text import TextIdentity
from minigpt.training.stream.material import StreamMaterial, stream_material_of
from tests.minigpt.family import family_config

#: Rows of a poem that repeats itself, so that there is something to learn soon.
TEXT: Final = "".join(
    f"{number} green bottles hanging on the wall, and {number - 1} would be left.\n"
    for number in range(60, 0, -1)
)
SETTINGS: Final[dict[str, Any]] = {
    "steps": 12,
    "batch_windows": 4,
    "learning_rate": 0.02,
    "min_learning_rate": 0.002,
    "warmup_steps": 3,
    "decay_steps": 12,
    "beta1": 0.9,
    "beta2": 0.99,
    "epsilon": 1e-8,
    "weight_decay": 0.1,
    "clip_norm": 1.0,
    "seed": 7,
    "evaluate_every": 4,
    "save_every": 4,
}


def tiny_text_folder(
    folder: Path, *, dropout: float = 0.0, text: str = TEXT, dtype: str = "float32"
) -> Path:
    """Write all files that a run needs."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = CharacterTokenizer.from_text(text)
    config = family_config(
        name="tiny-text",
        vocabulary_size=tokenizer.vocabulary_size,
        context_length=16,
        width=16,
        ffn_width=32,
        activation="gelu",
        attention_bias=True,
        dtype=dtype,
        init_std=0.05,
        dropout=dropout,
        tokenizer="characters",
        data="stream",
    )
    (folder / "text.txt").write_bytes(text.encode())
    tokenizer.save(folder / "tokenizer.json")
    identity = asdict(TextIdentity.of(text.encode(), "bottles"))
    contents = {"config": config.to_dict(), "training": SETTINGS, "text": identity}
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def tiny_text(folder: Path, *, dropout: float = 0.0, text: str = TEXT) -> StreamMaterial:
    """What lies in such a folder."""
    return stream_material_of(tiny_text_folder(folder, dropout=dropout, text=text))
