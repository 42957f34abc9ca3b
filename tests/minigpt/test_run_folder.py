"""The folder of a run: begun whole or not at all, with the selected weights and its own corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from minigpt.cli.main import main
from minigpt.corpus import Corpus, CorpusRecord
from minigpt.corpus_file import corpus_json, read_corpus
from minigpt.identity import identities
from minigpt.opened import WEIGHTS, load
from minigpt.resources import data_dir
from minigpt.training import run_folder
from minigpt.training.atomic_file import write_atomically
from minigpt.training.checkpoint import load_weights
from minigpt.training.config import TrainingConfig
from minigpt.training.run_folder import Material, RunFolder, material_of


@pytest.fixture(scope="module")
def material() -> Material:
    return material_of(data_dir())


@pytest.fixture
def _threads() -> Iterator[None]:
    """The command sets how many threads its process uses; here that is everybody's."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("written", range(4))
def test_what_was_begun_by_half_is_begun_anew(
    written: int, material: Material, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after so many of its four files: no model yet, and nothing in the way of one."""
    folder = RunFolder(tmp_path / "mine")
    left = iter(range(written))

    def killed(path: Path, content: bytes) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        write_atomically(path, content)

    monkeypatch.setattr(run_folder, "write_atomically", killed)
    with pytest.raises(KeyboardInterrupt):
        folder.begin(material, material.training, data_dir())
    assert not folder.holds_model
    monkeypatch.undo()
    folder.begin(material, material.training, data_dir())
    assert identities(folder.path) == identities(data_dir())
    assert material_of(folder.path).training == material.training


def test_the_weights_kept_are_those_of_the_first_minimum(
    material: Material, tmp_path: Path
) -> None:
    """A learning rate so large that the validation loss soon rises again."""
    folder = RunFolder(tmp_path / "mine")
    training = TrainingConfig.default(steps=40, evaluate_every=10, learning_rate=0.05)
    folder.begin(material, training, data_dir())
    run = material.start(training)
    list(run.events())
    folder.save(material, run)
    kept = load_weights(folder.path / WEIGHTS, run.parameters, identities(folder.path))
    assert kept.step == run.selected_step == 30
    assert torch.equal(kept.vector, run.selected)
    assert not torch.equal(kept.vector, run.parameters.vector)
    assert torch.equal(
        load(folder.path).model.get_parameter("lm_bias"),
        run.parameters.split(run.selected)["lm_bias"],
    )


@pytest.mark.usefixtures("_threads")
def test_another_corpus_is_refused_with_both_identities_and_the_same_one_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, other, folder = tmp_path / "mine.txt", tmp_path / "other.txt", tmp_path / "run"
    mine.write_text("one\ntwo\nthree\nfour\n", encoding="utf-8")
    other.write_text("one\ntwo\nthree\nfive\n", encoding="utf-8")
    arguments = ["train", "--out", str(folder), "--plain", "--steps", "1"]
    torch.set_num_threads(2)
    assert main([*arguments, "--corpus", str(mine)]) == 0
    assert torch.get_num_threads() == 1  # the same bits on any number of cores
    capsys.readouterr()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main([*arguments, "--resume", "--corpus", str(other)]) == 2
    said = capsys.readouterr().err
    assert "belongs to another corpus" in said
    assert len({word for word in said.split() if len(word.strip(",.")) == 64}) == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert main([*arguments, "--resume", "--corpus", str(mine)]) == 0


def test_a_corpus_is_written_as_it_would_be_by_hand(tmp_path: Path) -> None:
    records = (CorpusRecord("1", "钥匙"), CorpusRecord("2", 'a "b"\n\x00'))
    corpus = Corpus("mine-1", records, records[:1])
    assert "钥匙".encode() in corpus_json(corpus)
    path = tmp_path / "mine.JSON"
    document = json.loads(corpus_json(replace(corpus, validation=(CorpusRecord("3", ""),))))
    path.write_text(json.dumps(document), encoding="utf-8")
    assert read_corpus(path) == replace(corpus, validation=(CorpusRecord("3", ""),))
