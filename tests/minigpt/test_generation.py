"""Generation: settings, stops, bytes, and every step of it on record."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch

from minigpt.errors import GenerationError, RecordTooLongError
from minigpt.generation import Ending, Step, generate
from minigpt.generation_json import generation_document
from minigpt.generation_settings import GenerationSettings
from minigpt.model import MiniGPT
from minigpt.sampling import draw
from minigpt.streamed_text import StreamedText
from minigpt.tokenizer import Tokenizer
from minigpt.trace_json import to_json

EOS = 257


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": -0.1},
        {"temperature": math.nan},
        {"temperature": 101.0},
        {"temperature": True},
        {"top_p": 1.1},
        {"top_p": math.inf},
        {"top_k": -1},
        {"top_k": 2.0},
        {"seed": 2**63},
        {"max_new_tokens": -1},
    ],
)
def test_settings_out_of_range_name_the_range(wrong: dict[str, Any]) -> None:
    (field,) = wrong
    with pytest.raises(GenerationError, match=rf"{field} must be .* from 0 to ") as caught:
        GenerationSettings(**wrong)
    assert caught.value.details["setting"] == field


@pytest.mark.parametrize(
    ("pieces", "shown", "is_utf8"),
    [
        ([b"\xf0", b"\x9f", b"\x99", b"\x82"], ["", "", "", "🙂", ""], True),
        ([b"\xf0", b"\x9f"], ["", "", "\ufffd"], False),
        ([b"\x80"], ["\ufffd", ""], False),
        ([b"\xc0", b"\xaf"], ["\ufffd", "\ufffd", ""], False),
        ([b"\xed", b"\xa0\x80"], ["", "\ufffd" * 3, ""], False),
        ([b"\xf0\x9f", b"A"], ["", "\ufffdA", ""], False),
    ],
)
def test_half_characters_wait(pieces: list[bytes], shown: list[str], is_utf8: bool) -> None:
    streamed = StreamedText()
    found = [*map(streamed.add, pieces), streamed.finish()]
    assert found == shown
    assert "".join(found) == b"".join(pieces).decode("utf-8", errors="replace")
    assert streamed.is_utf8 is is_utf8
    assert streamed.content == b"".join(pieces)


Forced = Callable[[Sequence[int]], MiniGPT]


@pytest.fixture
def forced(model: MiniGPT) -> Forced:
    """A model that wants the given IDs one after another, whatever is before them."""

    def make(wanted: Sequence[int], start: int = 0) -> MiniGPT:
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.zero_()
            model.final_norm.scale.fill_(1.0)
            generator = torch.Generator().manual_seed(1)
            rows = torch.randn(64, 16, generator=generator, dtype=torch.float64)
            model.position_embedding.copy_(rows)
            normed = model.final_norm(rows)  # what position t shows to the head
            for slot, token in enumerate(wanted, start):
                model.output_matrix[:, token] += 10 * normed[slot] / len(wanted)
        return model

    return make


def run_through(
    model: MiniGPT, tokenizer: Tokenizer, prompt: str, **settings: Any
) -> tuple[list[Step], Ending]:
    *steps, ending = generate(model, tokenizer, prompt, GenerationSettings(**settings))
    assert isinstance(ending, Ending)
    return [step for step in steps if isinstance(step, Step)], ending


def test_a_character_comes_whole_and_eos_ends(forced: Forced, tokenizer: Tokenizer) -> None:
    model = forced([0xF0, 0x9F, 0x99, 0x82, EOS])
    steps, ending = run_through(model, tokenizer, "")
    assert [step.text for step in steps] == ["", "", "", "🙂", ""]
    assert [step.position for step in steps] == [0, 1, 2, 3, 4]
    assert (ending.stop, ending.text, ending.is_utf8) == ("eos", "🙂", True)
    assert ending.ids == (256, 0xF0, 0x9F, 0x99, 0x82)


def test_what_is_no_text_is_kept_and_flagged(forced: Forced, tokenizer: Tokenizer) -> None:
    model = forced([0xF0, 0x9F, 0x99, 0x82, EOS])
    steps, ending = run_through(model, tokenizer, "", max_new_tokens=2)
    assert "".join(step.text for step in steps) == ""
    assert (ending.text, ending.tail, ending.content) == ("\ufffd", "\ufffd", b"\xf0\x9f")
    assert (ending.stop, ending.is_utf8) == ("budget", False)


def test_ids_are_appended_and_never_merged_again(forced: Forced, tokenizer: Tokenizer) -> None:
    space_a = tokenizer.encode(": ")
    assert space_a == [259]  # one merged token, when it is read as text
    _, ending = run_through(forced([58, 32, EOS]), tokenizer, "")
    assert ending.new_ids == (58, 32)
    assert ending.text == ": "


@pytest.mark.parametrize(
    ("letters", "budget", "new", "stop"),
    [
        (62, 10, 1, "context"),
        (63, 10, 0, "context"),
        (60, 3, 3, "budget"),
        (0, 0, 0, "budget"),
        (63, 0, 0, "budget"),
    ],
)
def test_the_context_holds_64_ids_with_bos(
    letters: int, budget: int, new: int, stop: str, model: MiniGPT, tokenizer: Tokenizer
) -> None:
    with torch.no_grad():
        model.get_parameter("lm_bias")[65] = 100.0
    prompt = "z" * letters
    steps, ending = run_through(model, tokenizer, prompt, max_new_tokens=budget)
    assert (ending.stop, len(ending.new_ids), len(steps)) == (stop, new, new)
    assert ending.ids[0] == 256
    assert len(ending.ids) == 1 + letters + new <= 64


def test_a_prompt_beyond_the_context_is_refused(model: MiniGPT, tokenizer: Tokenizer) -> None:
    with pytest.raises(RecordTooLongError, match="65 positions") as caught:
        generate(model, tokenizer, "z" * 64, GenerationSettings())
    assert caught.value.details == {"positions": 65, "limit": 64, "over": 1}


def test_a_seed_draws_the_same_tokens(model: MiniGPT, tokenizer: Tokenizer) -> None:
    before = torch.get_rng_state()
    found = [
        run_through(model, tokenizer, "The", temperature=1.0, seed=seed)[1].new_ids
        for seed in (3, 3, 4)
    ]
    assert found[0] == found[1] != found[2]
    assert len(found[0]) == 24
    assert torch.equal(torch.get_rng_state(), before)


def test_a_document_has_every_step(model: MiniGPT, tokenizer: Tokenizer) -> None:
    settings = GenerationSettings(temperature=1.0, top_k=4, max_new_tokens=2)
    made = list(generate(model, tokenizer, "Th", settings))
    document: Any = json.loads(
        to_json(
            generation_document(
                made, model_name="m", prompt="Th", settings=settings, alignment=None
            )
        )
    )
    assert document["settings"]["max_new_tokens"] == 2
    assert document["new_ids"] == [step["token"] for step in document["steps"]]
    step = document["steps"][1]
    assert step["index"] == 1
    assert len(step["model"]) == len(step["filtered"]) == 291
    assert len(step["removed"]["top_k"]) == 291 - 2 - 4
    assert draw(np.array(step["filtered"]), step["u"]) == step["token"]
    assert isinstance(made[1], Step)
    assert step["model"] == made[1].choice.model.tolist()
