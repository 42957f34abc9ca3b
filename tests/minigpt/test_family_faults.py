"""Each fault in the models that can have it: begins where it says, and some check sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import torch

from minigpt.block import Block
from minigpt.bug_matrix import HEALTHY, BugMatrix
from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.checks.lab import CHECKS
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.prefix import futures
from minigpt.errors import FaultNotApplicableError
from minigpt.faults import FAULTS, fault_named, faults_of
from minigpt.id_tokenizer import IdTokenizer
from minigpt.lab_records import RECORDS, lab_records
from minigpt.model import MiniGPT, create_model
from minigpt.pipeline import healthy_pipeline
from minigpt.tokenizer import Tokenizer
from minigpt.tokens import TokenMap
from minigpt.trace import trace
from tests.minigpt.family import family_config, family_model

_LETTERS = "".join(sorted(set("".join(RECORDS)) | set("?\n")))
_STREAM = {"data": "stream", "tokenizer": "characters", "context_length": 16}
#: Every position of every record is changed once for every fault, so characters have few of them.
_BEGINNINGS = (RECORDS[0][:12], RECORDS[1][:13])
_GPT2 = {"attention_bias": True, "activation": "gelu", "tied_head": True}

#: A small one like each preset, and one of IDs alone.
MODELS: dict[str, dict[str, Any]] = {
    "gpt2-mini": {**_GPT2, "vocabulary_size": 291, "context_length": 24},
    "nanogpt": {**_GPT2, **_STREAM, "activation": "gelu_tanh", "head_bias": False},
    "shakespeare": {**_GPT2, **_STREAM, "tied_head": False, "dtype": "float32"},
    "ids": {**_GPT2, "data": "stream", "tokenizer": "ids", "context_length": 8},
}


def made(name: str, tokenizer: Tokenizer) -> tuple[MiniGPT, TokenMap]:
    """The model with as many IDs as its tokenizer, and that."""
    changes = MODELS[name]
    kind = changes.get("tokenizer", "byte-bpe")
    tokens: TokenMap = tokenizer
    if kind == "characters":
        tokens = CharacterTokenizer(_LETTERS)
    elif kind == "ids":
        tokens = IdTokenizer(17)
    size = {"vocabulary_size": tokens.vocabulary_size}
    # Rows as small as those of an untrained model: beside large ones, what an epsilon in the
    # wrong place changes is below the rounding of 32 bits.
    model = family_model(**{**changes, **size, "init_std": 0.02}, noise=0.02)
    with torch.no_grad():
        for block in model.blocks:
            block.get_parameter("w1").mul_(40)  # to where both kinds of GELU are apart
    return model, tokens


@pytest.mark.parametrize("name", MODELS)
def test_every_fault_it_can_have_is_noticed_and_health_is_not(
    name: str, tokenizer: Tokenizer
) -> None:
    model, tokens = made(name, tokenizer)
    records = _BEGINNINGS if tokens.kind == "characters" else None
    matrix = BugMatrix(model, tokens, records)
    alarms = [v.check for v in matrix.verdicts(HEALTHY) if v.status != "silent"]
    assert alarms == []
    rows = {fault: {one.status for one in row} for fault, row in matrix.rows()}
    assert [fault for fault, found in rows.items() if "caught" not in found] == []
    assert len(rows) >= 25


def test_which_faults_a_model_can_have() -> None:
    relu = set(faults_of(family_config()))
    assert relu == {
        *FAULTS.keys()
        - {"relu-for-gelu", "tanh-for-exact-gelu", "exact-for-tanh-gelu", "head-not-tied"}
    }
    gelu = set(faults_of(family_config(activation="gelu")))
    assert gelu - relu == {"relu-for-gelu", "tanh-for-exact-gelu"}
    assert relu - gelu == {"gelu-for-relu"}
    tanh = set(faults_of(family_config(activation="gelu_tanh")))
    assert tanh - relu == {"exact-for-tanh-gelu"}
    tied = set(faults_of(family_config(tied_head=True)))
    assert (relu - tied, tied - relu) == ({"embeddings-tied"}, {"head-not-tied"})
    assert relu - set(faults_of(family_config(data="stream"))) == {"eos-dropped"}
    assert relu - set(faults_of(family_config(dtype="float32"))) == {"float32"}
    one_head = relu - set(faults_of(family_config(heads=1)))
    assert one_head == {"heads-not-moved", "scale-by-root-width"}
    narrow = relu - set(faults_of(family_config(heads=8)))
    assert narrow == {"scale-by-head-width", "scale-missing"}


def test_a_fault_about_what_is_not_there_says_so() -> None:
    config = family_config(activation="gelu", name="other")
    with pytest.raises(FaultNotApplicableError, match="'other': it is only in a model with ReLU"):
        fault_named("gelu-for-relu", config)


@pytest.mark.parametrize(
    ("fault", "changes"),
    [
        ("relu-for-gelu", {"activation": "gelu"}),
        ("tanh-for-exact-gelu", {"activation": "gelu"}),
        ("exact-for-tanh-gelu", {"activation": "gelu_tanh"}),
    ],
)
def test_another_activation_begins_at_the_activation(fault: str, changes: dict[str, Any]) -> None:
    model = family_model(**changes)
    matrix = BugMatrix(model, IdTokenizer(11), ["1 2 3", "4 5 6 7"])
    first = {v.check: v for v in matrix.verdicts(fault)}["full-scalar"].evidence["first"]
    assert (first["name"], first["block"]) == ("ffn_relu", 0)
    wrong = fault_named(fault, model.config).apply(healthy_pipeline(model)).model
    block = wrong.blocks[0]
    one = torch.tensor([[[1.0, -1.0]]], dtype=torch.float64)  # [B, T, F]
    by_name = {
        "relu-for-gelu": [1.0, 0.0],
        "tanh-for-exact-gelu": [0.8411919906082768, -0.15880800939172324],
        "exact-for-tanh-gelu": [0.8413447460685429, -0.15865525393145707],
    }
    assert isinstance(block, Block)
    assert block._activate(one)[0, 0].tolist() == pytest.approx(by_name[fault], abs=1e-15)


def test_a_head_that_nobody_tied_is_another_matrix() -> None:
    model = family_model(tied_head=True)
    wrong = FAULTS["head-not-tied"].apply(healthy_pipeline(model)).model
    assert model.lm_head is None
    assert wrong.lm_head is not None
    assert wrong.lm_head.shape == (8, 11)
    assert wrong.token_embedding is model.token_embedding
    matrix = BugMatrix(model, IdTokenizer(11), ["1 2 3", "4 5 6 7"])
    row = {v.check: v for v in matrix.verdicts("head-not-tied")}
    assert row["full-scalar"].evidence["first"]["name"] == "logits"
    counted = {one["name"]: one for one in row["parameter-count"].evidence["figures"]}
    assert counted["lm_head"]["found"] - counted["lm_head"]["expected"] == 8 * 11


def test_a_tied_head_by_mistake_has_no_matrix_of_its_own() -> None:
    model = family_model()
    wrong = FAULTS["embeddings-tied"].apply(healthy_pipeline(model)).model
    assert wrong.output_matrix.data_ptr() == model.token_embedding.data_ptr()
    assert "lm_head" not in dict(wrong.named_parameters())
    assert model.lm_head is not None


def test_a_large_model_is_checked_on_the_beginnings_of_the_records(tokenizer: Tokenizer) -> None:
    small = create_model(family_config(vocabulary_size=291, context_length=64))
    assert lab_records(small, tokenizer) == RECORDS
    sizes = {"vocabulary_size": 291, "context_length": 64, "width": 128, "ffn_width": 3072}
    large = create_model(family_config(**sizes, blocks=4))
    first, second = lab_records(large, tokenizer)
    assert RECORDS[0].startswith(first)
    assert RECORDS[1].startswith(second)
    lengths = [len(tokenizer.encode(text)) for text in (first, second)]
    parameters = sum(parameter.numel() for parameter in large.parameters())
    assert lengths[1] == lengths[0] + 1 > 2
    assert sum(lengths) * parameters <= 40_000_000


def test_a_model_of_ids_is_checked_on_ids() -> None:
    model = create_model(family_config(context_length=16, vocabulary_size=17))
    tokens = IdTokenizer(17)
    first, second = (tokens.encode(text) for text in lab_records(model, tokens))
    assert (len(first), len(second)) == (14, 15)
    assert len(set(first)) == 14
    short = create_model(replace(model.config, context_length=3))
    assert [len(tokens.encode(text)) for text in lab_records(short, tokens)] == [2, 3]


def test_a_stream_model_traces_under_a_fault_of_its_targets(tokenizer: Tokenizer) -> None:
    model, tokens = made("shakespeare", tokenizer)
    pipeline = fault_named("targets-shifted-twice", model.config).apply(healthy_pipeline(model))
    batch = pipeline.make_batch([tokens.encode("The key")], tokens, 16)
    ids = tokens.encode("The key")
    assert batch.targets.tolist() == [[*ids[2:], *[-100] * (batch.ids.shape[1] - 5)]]
    assert trace(pipeline.model, batch).output.scored_events == 5


def test_of_a_large_model_some_positions_are_tried_in_some_of_its_slots() -> None:
    letters = CharacterTokenizer(_LETTERS)
    size = letters.vocabulary_size
    sizes: dict[str, Any] = {"vocabulary_size": size, "context_length": 128, "width": 64}
    model = family_model(**{**_GPT2, **_STREAM, **sizes, "ffn_width": 512})
    assert sum(parameter.numel() for parameter in model.parameters()) > 100_000
    context = Context(healthy_pipeline(model), letters, ["The key is red.", "The key is."])
    assert context.widths == (15, 16, 64)
    found = CHECKS["prefix-unchanged"].run(Subject(context.healthy, context))
    assert found.evidence["tried"] == 2 * (6 + 6)  # at two widths, six positions of each record
    assert not found.caught
    assert not CHECKS["shapes"].run(Subject(context.healthy, context)).caught
    tried = [change.upto for change in futures(context.narrow, letters, 6) if change.record == 0]
    assert tried == [1, 3, 6, 8, 11, 14]  # the first and the last that have a future
    leaking = FAULTS["mask-one-ahead"].apply(context.healthy)
    assert CHECKS["prefix-unchanged"].run(Subject(leaking, context)).caught
