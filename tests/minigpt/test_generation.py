"""Generation: filters at their edges, draws, stops, bytes; expected values by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from minigpt.errors import GenerationError, NonFiniteError, RecordTooLongError
from minigpt.generation import Ending, Step, generate
from minigpt.generation_json import generation_document
from minigpt.generation_settings import GenerationSettings
from minigpt.model import MiniGPT
from minigpt.sampling import (
    Choice,
    Kept,
    Row,
    choose,
    draw,
    keep_top_k,
    keep_top_p,
    likeliest_first,
    renormalised,
)
from minigpt.streamed_text import StreamedText
from minigpt.tokenizer import Tokenizer
from minigpt.trace_json import to_json

BELOW_ONE = 1 - 2**-53
EOS = 257


def row(*values: float) -> Row:
    return np.array(values, dtype=np.float64)


def ids(kept: Row | Kept) -> set[int]:
    return set(kept.nonzero()[0].tolist())


def top_k(probabilities: Row, k: int) -> Kept:
    everything = np.ones(len(probabilities), dtype=np.bool_)
    return keep_top_k(likeliest_first(probabilities, everything), k, everything)


def top_p(probabilities: Row, p: float, kept: Kept) -> Kept:
    return keep_top_p(likeliest_first(probabilities, kept), probabilities, p, kept)


def chosen(logits: Row, seed: int = 0, forbidden: Sequence[int] = (), **settings: Any) -> Choice:
    generator = torch.Generator().manual_seed(seed)
    return choose(torch.from_numpy(logits), GenerationSettings(**settings), generator, forbidden)


@pytest.mark.parametrize("k", [0, 291, 292, 10**9])
def test_k_of_nothing_or_beyond_the_vocabulary_keeps_all(k: int) -> None:
    probabilities = torch.arange(291, dtype=torch.float64).softmax(-1).numpy()
    assert ids(top_k(probabilities, k)) == set(range(291))


@pytest.mark.parametrize(
    ("k", "kept"), [(1, {4}), (2, {4, 1}), (3, {4, 1, 2}), (4, {1, 2, 3, 4}), (5, set(range(5)))]
)
def test_ties_at_k_keep_the_lowest_ids(k: int, kept: set[int]) -> None:
    choice = chosen(row(1, 2, 2, 2, 3), temperature=1.0, top_k=k)
    assert ids(choice.filtered) == kept
    assert set(choice.removed["top_k"]) == set(range(5)) - kept
    assert all(choice.filtered[token] == 0.0 for token in choice.removed["top_k"])


@pytest.mark.parametrize(
    ("p", "kept"),
    [
        (0, {3}),
        (0.5, {3}),
        (0.6, {3, 0}),
        (0.8, {3, 0}),
        (0.80001, {3, 0, 1}),
        (1, {0, 1, 2, 3}),
        (BELOW_ONE, {0, 1, 2, 3}),
    ],
)
def test_p_keeps_the_fewest_that_reach_it(p: float, kept: set[int]) -> None:
    everything = np.ones(4, dtype=np.bool_)
    assert ids(top_p(row(0.3, 0.1, 0.1, 0.5), p, everything)) == kept


def test_p_looks_at_what_k_left_renormalised() -> None:
    # 0.4 / 0.7 = 0.571 is at least 0.5 by itself; 0.4 is not.
    probabilities = row(0.4, 0.3, 0.2, 0.1)
    after_k = top_k(probabilities, 2)
    left = renormalised(probabilities, after_k)
    assert left.tolist() == pytest.approx([4 / 7, 3 / 7, 0, 0], abs=1e-15)
    assert ids(top_p(left, 0.5, after_k)) == {0}
    choice = chosen(np.log(probabilities), temperature=1.0, top_k=2, top_p=0.5)
    assert choice.removed == {"forbidden": [], "top_k": [2, 3], "top_p": [1]}
    assert choice.filtered.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(("u", "token"), [(0.0, 1), (0.29, 1), (0.3, 3), (0.31, 3), (BELOW_ONE, 3)])
def test_a_draw_takes_no_token_without_probability(u: float, token: int) -> None:
    assert draw(row(0, 0.3, 0, 0.7, 0), u) == token


def test_a_sum_short_of_one_still_draws_the_last_likely_token() -> None:
    assert draw(row(0.1, 0.2, 0.7 - 1e-12, 0), BELOW_ONE) == 2


def test_a_hundred_thousand_draws_follow_the_distribution() -> None:
    choice = chosen(row(1, 2, 2, 2, 3), temperature=1.0, top_k=3)
    numbers = torch.rand(100_000, dtype=torch.float64, generator=torch.Generator().manual_seed(7))
    reached = torch.from_numpy(choice.filtered).cumsum(-1)
    drawn = torch.tensor([draw(choice.filtered, u) for u in numbers[:2000].tolist()])
    assert torch.equal(drawn, torch.searchsorted(reached, numbers[:2000], right=True))
    counts = torch.bincount(torch.searchsorted(reached, numbers, right=True), minlength=5)
    assert counts[0] == counts[3] == 0
    # e / (e + 2) = 0.576 and 0.212 twice; five standard deviations of 100,000 draws.
    shares = [math.e / (math.e + 2), 1 / (math.e + 2), 1 / (math.e + 2)]
    for token, share in zip((4, 1, 2), shares, strict=True):
        spread = 5 * math.sqrt(share * (1 - share) / 100_000)
        assert counts[token] / 100_000 == pytest.approx(share, abs=spread)


def test_greedy_takes_the_lowest_of_equals_and_asks_for_no_number() -> None:
    choice = chosen(row(1, 3, 3, 2))
    assert (choice.token, choice.u) == (1, None)
    scores = torch.tensor([1.0, 3.0, 3.0, 2.0], dtype=torch.float64)
    assert choice.model.tolist() == pytest.approx(scores.softmax(-1).tolist(), abs=1e-15)


@pytest.mark.parametrize("temperature", [5e-324, 1e-300, 1e-4])
def test_a_temperature_near_zero_is_nearly_greedy(temperature: float) -> None:
    choice = chosen(row(1, 3, 2.9, 2), temperature=temperature)
    assert choice.token == 1
    assert choice.filtered.tolist() == [0, 1, 0, 0]


def test_the_temperature_divides_logits() -> None:
    choice = chosen(row(0, math.log(4)), temperature=2.0)
    assert choice.tempered.tolist() == pytest.approx([1 / 3, 2 / 3], abs=1e-15)  # sqrt 4 = 2
    assert choice.model.tolist() == pytest.approx([1 / 5, 4 / 5], abs=1e-15)


def test_the_forbidden_are_never_chosen() -> None:
    logits = np.zeros(291)
    logits[[256, 258]] = 1000.0
    ways: list[dict[str, Any]] = [
        {},
        {"temperature": 1.0},
        {"temperature": 1.0, "top_k": 2, "top_p": 0.0},
    ]
    for settings in ways:
        choice = chosen(logits, forbidden=(256, 258), **settings)
        assert choice.token not in (256, 258)
        assert choice.removed["forbidden"] == [256, 258]
        assert choice.filtered[256] == choice.filtered[258] == 0
        assert choice.filtered.sum().item() == pytest.approx(1, abs=1e-12)


def test_logits_that_are_no_numbers_choose_nothing() -> None:
    with pytest.raises(NonFiniteError):
        chosen(row(0, math.nan))


@given(
    logits=st.lists(st.floats(-50, 50), min_size=2, max_size=12),
    temperature=st.floats(0.01, 100),
    k=st.integers(0, 14),
    p=st.floats(0, 1),
    seed=st.integers(0, 99),
)
def test_filters_keep_what_their_definitions_say(
    logits: list[float], temperature: float, k: int, p: float, seed: int
) -> None:
    choice = chosen(row(*logits), seed, (0,), temperature=temperature, top_k=k, top_p=p)
    by_k, by_p = choice.removed["top_k"], choice.removed["top_p"]
    kept = set(range(len(logits))) - {0, *by_k, *by_p}
    assert choice.token in kept
    assert choice.filtered[choice.token] > 0
    assert choice.filtered.sum().item() == pytest.approx(1, abs=1e-12)
    assert ids(choice.filtered) <= kept
    # By the definitions, on plain lists: sort, cut at k, renormalise, cut at p.
    probabilities = choice.tempered.tolist()
    ranked = sorted(range(1, len(logits)), key=lambda token: (-probabilities[token], token))
    ranked = ranked[: k or None]
    assert set(ranked) == kept | set(by_p)
    mass = math.fsum(probabilities[token] for token in ranked)
    share = math.fsum(probabilities[token] for token in sorted(kept)) / mass
    assert share >= p - 1e-12
    least = ranked[len(kept) - 1]
    assert set(ranked[: len(kept)]) == kept
    if len(kept) > 1 and by_p:
        assert share - probabilities[least] / mass < p + 1e-12


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
                model.lm_head[:, token] += 10 * normed[slot] / len(wanted)
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
        model.lm_bias[65] = 100.0
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
    assert draw(row(*step["filtered"]), step["u"]) == step["token"]
    assert isinstance(made[1], Step)
    assert step["model"] == made[1].choice.model.tolist()
