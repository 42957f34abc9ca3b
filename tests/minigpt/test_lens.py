"""The logit lens: after the last block it says what the model says; ranks counted by sorting."""

from __future__ import annotations

import math
from collections.abc import Callable

import orjson
import pytest
import torch

from minigpt.batch import Batch, batch_ids, batch_records
from minigpt.config import ModelConfig
from minigpt.id_tokenizer import IdTokenizer
from minigpt.lens import lens_document, logit_lens
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import Trace, trace
from minigpt.trace_json import to_json


@pytest.fixture
def deep_trace(deep_model: MiniGPT, short_batch: Batch) -> Trace:
    return trace(deep_model, short_batch)


def test_after_the_last_block_it_is_the_models_own_answer(
    deep_model: MiniGPT, deep_trace: Trace
) -> None:
    rows = logit_lens(deep_model, deep_trace)
    assert [row.after for row in rows] == [-1, 0, 1]
    losses = deep_trace.output.losses
    assert losses is not None
    scored = deep_trace.batch.targets >= 0
    last = rows[-1].probability[scored].tolist()
    # The model's loss takes another way to the same number.
    assert last == pytest.approx([math.exp(-loss) for loss in losses[scored].tolist()], rel=1e-12)
    assert rows[0].probability[scored].tolist() != pytest.approx(last, rel=1e-3)


def test_each_row_is_final_norm_and_head_on_its_stream(
    deep_model: MiniGPT, deep_trace: Trace
) -> None:
    streams = [
        deep_trace.blocks[0]["block_input"],
        deep_trace.blocks[0]["block_output"],
        deep_trace.blocks[1]["block_output"],
    ]
    own = {name: value.detach() for name, value in deep_model.named_parameters()}
    scale, offset = own["final_norm.scale"], own["final_norm.offset"]
    for stream, row in zip(streams, logit_lens(deep_model, deep_trace), strict=True):
        for record, position in ((0, 0), (1, 3)):
            residual = stream[record, position]
            centred = residual - residual.mean()
            variance = (centred**2).mean() + deep_model.config.norm_epsilon
            scaled = centred / variance.sqrt() * scale + offset
            probabilities = (scaled @ own["lm_head"] + own["lm_bias"]).softmax(dim=-1).tolist()
            target = int(deep_trace.batch.targets[record, position])
            order = sorted(range(len(probabilities)), key=lambda token: -probabilities[token])
            place = (record, position)
            assert float(row.probability[place]) == pytest.approx(probabilities[target], rel=1e-9)
            assert int(row.rank[place]) == order.index(target) + 1
            assert row.top_ids[place].tolist() == order[:3]
            assert row.top_probabilities[place].tolist() == pytest.approx(
                [probabilities[token] for token in order[:3]], rel=1e-9
            )


def test_the_document_has_null_where_nothing_is_scored(
    other_config: Callable[..., ModelConfig],
) -> None:
    config = other_config(vocabulary_size=2, context_length=4, width=4, ffn_width=4)
    batch = batch_ids([[0, 1, 1], [1]], IdTokenizer(2), 4)
    model = create_model(config)
    rows = logit_lens(model, trace(model, batch))
    found = orjson.loads(to_json({"lens": lens_document(rows, 0, 3)}))["lens"]
    assert [row["after"] for row in found] == [-1, 0]
    for row in found:
        assert len(row["probability"]) == len(row["rank"]) == len(row["top"]) == 3
        assert (row["probability"][2], row["rank"][2]) == (None, None)
        assert None not in row["rank"][:2]
        # Two IDs make a top of two, and they are all there is.
        assert sorted(token for token, _ in row["top"][2]) == [0, 1]
        assert sum(p for _, p in row["top"][2]) == pytest.approx(1, abs=1e-12)


def test_equal_scores_share_a_rank(tokenizer: Tokenizer, model: MiniGPT) -> None:
    with torch.no_grad():
        for parameter in (model.lm_head, model.lm_bias):
            assert parameter is not None
            parameter.zero_()
    batch = batch_records(["ab"], tokenizer, 64, slots=3)
    for row in logit_lens(model, trace(model, batch)):
        assert row.rank.tolist() == [[1, 1, 1]]
        assert row.probability.tolist() == [[pytest.approx(1 / 291, rel=1e-12)] * 3]
