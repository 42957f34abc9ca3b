"""Generation where nothing ends a text: the context slides, and only the budget stops it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.config import ModelConfig
from minigpt.errors import EmptyRecordError, GenerationError, UnknownCharacterError
from minigpt.generation import Ending, Step, generate
from minigpt.generation_json import check_recordable, generation_document
from minigpt.generation_settings import GenerationSettings
from minigpt.id_tokenizer import IdTokenizer
from minigpt.model import MiniGPT, create_model
from minigpt.sampling import choose
from minigpt.tokenizer import Tokenizer
from minigpt.trace_json import to_json

LETTERS = CharacterTokenizer("abcdef")
SETTINGS = GenerationSettings(temperature=0.9, seed=4, max_new_tokens=9)


@pytest.fixture(scope="module")
def small(other_config: Callable[..., ModelConfig]) -> MiniGPT:
    return create_model(
        other_config(
            vocabulary_size=6,
            context_length=4,
            width=8,
            ffn_width=8,
            init_std=0.6,
            dtype="float32",
            tokenizer="characters",
            data="stream",
        )
    )


def made(model: MiniGPT, prompt: str, settings: GenerationSettings) -> tuple[list[Step], Ending]:
    *steps, ending = generate(model, LETTERS, prompt, settings)
    assert isinstance(ending, Ending)
    return [step for step in steps if isinstance(step, Step)], ending


def test_the_context_slides_and_the_budget_ends_it(small: MiniGPT) -> None:
    steps, ending = made(small, "ab", SETTINGS)
    assert ending.stop == "budget"
    assert len(ending.new_ids) == len(steps) == 9
    assert [step.window for step in steps] == [0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert [step.position for step in steps] == [1, 2] + [3] * 7
    assert "ab" + ending.text == LETTERS.decode(ending.ids)
    # Each choice follows from the last four IDs alone, by the model itself.
    for step in steps:
        assert step.window is not None
        read = torch.tensor([ending.ids[step.window : step.window + step.position + 1]])
        assert read.shape[1] == min(4, 2 + step.index)
        logits = small(read, torch.ones_like(read, dtype=torch.bool)).logits[0, -1]
        expected = logits.detach().double().softmax(dim=-1).numpy()
        np.testing.assert_allclose(step.choice.model, expected, rtol=0, atol=1e-15)


def test_a_prompt_may_be_longer_than_the_context(small: MiniGPT) -> None:
    steps, ending = made(small, "abcdefabc", SETTINGS)
    assert steps[0].window == 5
    assert ending.ids[:9] == tuple(LETTERS.encode("abcdefabc"))
    # What has slid out has no say.
    other, _ = made(small, "ffffffabc"[:5] + "fabc", SETTINGS)
    assert [step.token for step in other] == [step.token for step in steps]


def test_an_empty_or_foreign_prompt_is_refused_at_once(small: MiniGPT) -> None:
    with pytest.raises(EmptyRecordError, match="The prompt is empty"):
        generate(small, LETTERS, "", SETTINGS)
    with pytest.raises(UnknownCharacterError):
        generate(small, LETTERS, "abz", SETTINGS)


def test_every_id_of_a_stream_may_come_out(small: MiniGPT) -> None:
    steps, _ = made(small, "a", replace(SETTINGS, temperature=5.0, max_new_tokens=80))
    assert {step.token for step in steps} == set(range(6))
    assert not steps[0].choice.taken_out["forbidden"].any()


def test_an_id_without_a_piece_never_comes_out(small: MiniGPT) -> None:
    three = IdTokenizer(3)
    *steps, ending = generate(small, three, "1", replace(SETTINGS, temperature=50.0))
    assert isinstance(ending, Ending)
    assert set(ending.new_ids) <= {0, 1, 2}
    assert isinstance(steps[0], Step)
    assert steps[0].choice.removed["forbidden"] == [3, 4, 5]


def test_float32_logits_are_drawn_from_in_float64() -> None:
    logits = torch.tensor([3.25, 1.5, -2.0, 0.125], dtype=torch.float32)
    settings = GenerationSettings(temperature=0.7, seed=1)
    found = choose(logits, settings, torch.Generator().manual_seed(1))
    wide = choose(logits.double(), settings, torch.Generator().manual_seed(1))
    assert found.filtered.dtype == found.model.dtype == np.float64
    assert found.filtered.tobytes() == wide.filtered.tobytes()
    assert (found.u, found.token) == (wide.u, wide.token)
    # As shares of one they are exact to float64, which float32 could not be.
    assert abs(math.fsum(found.model.tolist()) - 1) < 2**-51


def test_the_document_says_where_the_window_was(small: MiniGPT) -> None:
    def document(prompt: str) -> dict[str, Any]:
        run = generate(small, LETTERS, prompt, SETTINGS)
        written = generation_document(
            run, model_name="m", prompt=prompt, settings=SETTINGS, alignment=None
        )
        found: dict[str, Any] = json.loads(to_json(written))
        return found

    assert [step["window"] for step in document("abc")["steps"]][:3] == [0, 0, 1]


def test_a_document_of_a_stream_has_an_end(tokenizer: Tokenizer) -> None:
    check_recordable(GenerationSettings(max_new_tokens=2048), LETTERS)
    with pytest.raises(GenerationError, match="0 to 2048") as caught:
        check_recordable(GenerationSettings(max_new_tokens=2049), LETTERS)
    assert caught.value.details["setting"] == "max_new_tokens"
    # Where records end, so does every generation.
    check_recordable(GenerationSettings(max_new_tokens=2**62), tokenizer)


def test_mg_1_has_no_window(model: MiniGPT, tokenizer: Tokenizer) -> None:
    settings = GenerationSettings(max_new_tokens=2)
    run = list(generate(model, tokenizer, "The", settings))
    assert [step.window for step in run if isinstance(step, Step)] == [None, None]
    written = generation_document(
        run, model_name="m", prompt="The", settings=settings, alignment=None
    )
    assert all("window" not in step for step in json.loads(to_json(written))["steps"])
