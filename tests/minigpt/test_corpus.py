"""The corpus file: MG-1's records as they are, and every way a file can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigpt.corpus import Corpus, CorpusRecord
from minigpt.errors import CorpusError
from minigpt.tokenizer import Tokenizer


def test_mg1_has_24_training_and_8_validation_records(corpus: Corpus) -> None:
    assert corpus.version == "mini-gpt-corpus-v1"
    assert len(corpus.train) == 24
    assert len(corpus.validation) == 8
    assert corpus.train[4] == CorpusRecord("train-05", "The key is red. Answer: red.")
    assert corpus.train[22].text == "巴黎是法国的首都。"
    assert corpus.validation[0] == CorpusRecord("validation-01", "France: capital Paris.")
    assert corpus.validation[7].id == "validation-08"


def test_no_text_lies_in_both_splits(corpus: Corpus) -> None:
    train = {record.text for record in corpus.train}
    assert len(train) == 24
    assert train.isdisjoint(record.text for record in corpus.validation)


def test_the_longest_record_scores_34_positions(corpus: Corpus, tokenizer: Tokenizer) -> None:
    # The chapter's figure: 34 positions at most, EOS included.
    records = corpus.train + corpus.validation
    assert max(len(tokenizer.encode(record.text)) + 1 for record in records) == 34


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param("", "cannot be read as JSON", id="empty file"),
        pytest.param("[" * 100_000, "cannot be read as JSON", id="nested too deep"),
        pytest.param("[]", "must be a JSON object", id="not an object"),
        pytest.param('{"version": "v", "train": []}', "lacks validation", id="missing split"),
        pytest.param(
            '{"version": "v", "train": [], "validation": [], "test": []}',
            "unknown fields: test",
            id="unknown split",
        ),
        pytest.param(
            '{"version": "v", "train": [], "train": [], "validation": []}',
            "given twice",
            id="split given twice",
        ),
        pytest.param(
            '{"version": 1, "train": [], "validation": []}', "version must be", id="version"
        ),
        pytest.param(
            '{"version": "v", "train": {}, "validation": []}',
            "train must be a list",
            id="split not a list",
        ),
        pytest.param(
            '{"version": "v", "train": [], "validation": ["text"]}',
            r"validation\[0\] must be a JSON object",
            id="record not an object",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "a"}], "validation": []}',
            r"train\[0\] lacks text",
            id="record without text",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "a", "text": "", "x": 1}], "validation": []}',
            r"train\[0\] has unknown fields: x",
            id="record with more",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "", "text": ""}], "validation": []}',
            r"train\[0\]: id must be",
            id="empty ID",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "a", "text": null}], "validation": []}',
            r"train\[0\] \(a\): text must be",
            id="text not text",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "a", "text": "ab\\ud83d"}], "validation": []}',
            r"train\[0\] \(a\): character 2 is half a surrogate pair",
            id="lone surrogate",
        ),
        pytest.param(
            '{"version": "v", "train": [{"id": "a", "text": "x"}],'
            ' "validation": [{"id": "a", "text": "y"}]}',
            "'a' is used by two records",
            id="ID used twice",
        ),
    ],
)
def test_a_wrong_file_is_refused_by_name(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "corpus.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CorpusError, match=complaint):
        Corpus.load(path)


def test_a_file_that_is_not_utf8_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "corpus.json"
    with pytest.raises(CorpusError, match=r"There is no .*corpus\.json"):
        Corpus.load(path)
    path.write_bytes(b'{"version": "\xff"}')
    with pytest.raises(CorpusError, match=r"corpus\.json cannot be read"):
        Corpus.load(path)
