"""Taps: which fire, how often, in what order, and that they may take part."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.taps import Recorder, no_tap


class Diary:
    """Writes down each call as (block or None, name)."""

    def __init__(self, entries: list[tuple[int | None, str]], inside: int | None = None) -> None:
        self.entries = entries
        self.inside = inside

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        self.entries.append((self.inside, name))
        return tensor

    def block(self, index: int, /) -> Diary:
        return Diary(self.entries, index)


@pytest.mark.parametrize("blocks", [1, 3])
def test_every_declared_tap_fires_once_in_the_declared_order(
    other_config: Callable[..., ModelConfig], chapter_batch: Batch, blocks: int
) -> None:
    entries: list[tuple[int | None, str]] = []
    create_model(other_config(blocks=blocks))(
        chapter_batch.ids, chapter_batch.valid, tap=Diary(entries)
    )
    assert entries == [
        *((None, name) for name in INPUT_TENSORS),
        *((index, name) for index in range(blocks) for name in BLOCK_TENSORS),
        *((None, name) for name in OUTPUT_TENSORS),
    ]


class Replacing:
    """Hands back zeros for one name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        return torch.zeros_like(tensor) if name == self.name else tensor

    def block(self, index: int, /) -> Replacing:
        return self


EVERY_NAME = [*INPUT_TENSORS, *BLOCK_TENSORS, *OUTPUT_TENSORS]


@pytest.mark.parametrize("name", EVERY_NAME)
def test_the_forward_pass_goes_on_with_what_a_tap_hands_back(
    model: MiniGPT, chapter_batch: Batch, name: str
) -> None:
    plain = model(chapter_batch.ids, chapter_batch.valid).logits
    changed = model(chapter_batch.ids, chapter_batch.valid, tap=Replacing(name)).logits
    assert not torch.equal(plain, changed)


def test_no_tap_hands_the_very_tensor_on() -> None:
    tensor = torch.zeros(1)
    assert no_tap("logits", tensor) is tensor
    assert no_tap.block(5)("norm1", tensor) is tensor


def test_a_recorder_keeps_the_very_tensors_of_each_block_apart() -> None:
    recorder = Recorder()
    one, two, three = torch.zeros(1), torch.zeros(1), torch.zeros(1)
    assert recorder("logits", one) is one
    recorder.block(0)("norm1", two)
    recorder.block(1)("norm1", three)
    recorder.block(0)("norm2", one)
    assert recorder.tensors["logits"] is one
    assert recorder.blocks[0].tensors["norm1"] is two
    assert recorder.blocks[1].tensors["norm1"] is three
    assert list(recorder.blocks[0].tensors) == ["norm1", "norm2"]


def test_a_recorder_takes_no_block_out_of_turn() -> None:
    with pytest.raises(IndexError):
        Recorder().block(1)
