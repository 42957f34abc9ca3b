"""What can be opened by name: in the folder, not out of it; and the tokenizer that lies there."""

from __future__ import annotations

import json
import pickle
import string
from pathlib import Path

import pytest
import tokenizers
import torch

from minigpt.errors import FolderExistsError
from minigpt.importing import (
    Answers,
    Candidate,
    checkpoints_in,
    import_checkpoint,
    read_checkpoint,
    safe_path,
)
from minigpt.importing.errors import ImportAnswerError, ImportFileError, ImportPathError
from minigpt.importing.model_folder import write_model_folder
from minigpt.opened import load
from tests.minigpt.foreign_models import SIZES, first_mingpt_state, nanogpt_state
from tests.minigpt.importing import assumed, imported_from, logits_of, saved

HEADS = Answers(heads=SIZES.heads)
CHARACTERS = "\n" + string.ascii_lowercase[: SIZES.vocabulary - 1]


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A models folder with a file and a folder in it, and a checkpoint outside."""
    folder = tmp_path / "models"
    (folder / "run").mkdir(parents=True)
    saved(folder, nanogpt_state(), "story.pt")
    saved(folder / "run", nanogpt_state(), "ckpt.pt")
    (folder / "notes.txt").write_text("no checkpoint")
    (folder / "empty").mkdir()
    saved(tmp_path, nanogpt_state(), "secret.pt")
    return folder


def test_files_and_folders_are_offered_by_name(models: Path) -> None:
    found = checkpoints_in(models)
    assert [each.name for each in found] == ["run", "story.pt"]
    assert found[1].bytes == (models / "story.pt").stat().st_size
    assert checkpoints_in(models / "nowhere") == []
    for each in found:
        assert read_checkpoint(safe_path(models, each.name), HEADS).ready


@pytest.mark.parametrize(
    "name",
    [
        "../secret.pt",
        "/etc/passwd",
        "run/ckpt.pt",
        "..",
        ".",
        "",
        "a\0b.pt",
        "..\\secret.pt",
        "x.pt",
    ],
)
def test_any_other_name_is_refused(models: Path, name: str) -> None:
    with pytest.raises(ImportPathError):
        safe_path(models, name)


def test_a_link_out_of_the_folder_is_refused_and_not_offered(models: Path) -> None:
    (models / "link.pt").symlink_to(models.parent / "secret.pt")
    (models / "far").symlink_to(models.parent)
    (models / "run" / "config.json").symlink_to(models.parent / "secret.pt")
    for name in ("link.pt", "far", "run"):
        with pytest.raises(ImportPathError):
            safe_path(models, name)
    assert [each.name for each in checkpoints_in(models)] == ["story.pt"]


def test_a_tokenizer_beside_it_may_not_be_a_link_out_either(models: Path) -> None:
    (models / "story.characters.txt").symlink_to(models.parent / "secret.pt")
    with pytest.raises(ImportPathError, match="characters"):
        safe_path(models, "story.pt")


def test_shards_are_offered_with_their_bytes_and_refused_with_the_way_out(models: Path) -> None:
    folder = models / "shards"
    folder.mkdir()
    (folder / "model.safetensors.index.json").write_text("{}", "utf-8")
    for at in (1, 2):
        (folder / f"model-0000{at}-of-00002.safetensors").write_bytes(bytes(100))
    assert Candidate("shards", 200) in checkpoints_in(models)
    with pytest.raises(ImportFileError, match="To make them one"):
        read_checkpoint(safe_path(models, "shards"))


def test_a_link_within_the_folder_is_followed(models: Path) -> None:
    (models / "same.pt").symlink_to(models / "story.pt")
    assert safe_path(models, "same.pt") == (models / "story.pt").resolve()


def test_characters_beside_the_file_become_its_tokenizer(tmp_path: Path) -> None:
    (tmp_path / "model.characters.txt").write_bytes(CHARACTERS.encode())
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.config.tokenizer == "characters"
    assert imported.tokenizer.encode("a\nb") == [1, 0, 2]
    stated = assumed(imported, "tokenizer")
    assert (stated.value, stated.choices) == ("file", ("file", "ids"))
    numbers = Answers(heads=SIZES.heads, tokenizer="ids")
    assert imported_from(tmp_path, first_mingpt_state(), numbers).config.tokenizer == "ids"


def test_a_newline_that_ends_the_file_is_no_second_one(tmp_path: Path) -> None:
    (tmp_path / "characters.txt").write_bytes(CHARACTERS.encode() + b"\n")
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.config.tokenizer == "characters"
    assert imported.tokenizer.encode("a\n") == [1, 0]


def test_characters_as_our_own_file(tmp_path: Path) -> None:
    fields = {"name": "mine", "characters": CHARACTERS}
    (tmp_path / "tokenizer.json").write_text(json.dumps(fields), "utf-8")
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.tokenizer.name == "mine"


def test_the_librarys_tokenizer_may_have_fewer_ids_than_the_model(tmp_path: Path) -> None:
    vocabulary = {name: token for token, name in enumerate("abcĠ")}
    library = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    library.decoder = tokenizers.decoders.ByteLevel()
    library.save(str(tmp_path / "tokenizer.json"))
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.config.tokenizer == "library"
    assert imported.tokenizer.encode("a c") == [0, 3, 2]


def test_a_tokenizer_that_drops_merges_at_random_says_so_and_does_not(tmp_path: Path) -> None:
    vocabulary = {name: token for token, name in enumerate(["a", "b", "ab"])}
    library = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, [("a", "b")], dropout=0.5))
    library.decoder = tokenizers.decoders.ByteLevel()
    library.save(str(tmp_path / "tokenizer.json"))
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert "drops merges at random, 0.5 of them" in assumed(imported, "tokenizer").reason
    assert {tuple(imported.tokenizer.encode("abab")) for _ in range(20)} == {(2, 2)}
    write_model_folder(imported, tmp_path / "kept")
    kept = load(tmp_path / "kept").tokenizer
    assert {tuple(kept.encode("abab")) for _ in range(20)} == {(2, 2)}


def test_a_tokenizer_that_marks_ends_of_words_is_left_out_and_named(tmp_path: Path) -> None:
    vocabulary = {name: token for token, name in enumerate(["a", "b</w>"])}
    model = tokenizers.models.BPE(vocabulary, [], end_of_word_suffix="</w>")
    library = tokenizers.Tokenizer(model)
    library.decoder = tokenizers.decoders.ByteLevel()
    library.save(str(tmp_path / "tokenizer.json"))
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.config.tokenizer == "ids"
    (ignored,) = [each for each in imported.report.statements.ignored if "json" in each.name]
    assert "end_of_word_suffix" in ignored.reason


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("characters.txt", b"abc"),
        ("characters.txt", b"\xff"),
        ("characters.txt", b"a" * SIZES.vocabulary),
        ("tokenizer.json", b"{"),
        ("tokenizer.json", b'{"merges": []}'),
        ("tokenizer.json", b'{"model": {}}'),
        ("tokenizer.json", b'{"name": "x", "characters": 3}'),
    ],
)
def test_a_tokenizer_that_does_not_belong_is_left_out_and_named(
    tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    assert imported.config.tokenizer == "ids"
    assert name in [each.name for each in imported.report.statements.ignored]
    assert imported.tokenizer.piece(12) == b"#12"


def test_a_pickle_beside_it_is_named_and_never_opened(tmp_path: Path) -> None:
    class Touches:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (tmp_path / "touched",))

    (tmp_path / "meta.pkl").write_bytes(pickle.dumps(Touches()))
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    (ignored,) = [each for each in imported.report.statements.ignored if each.name == "meta.pkl"]
    assert "characters.txt" in ignored.reason
    assert not (tmp_path / "touched").exists()


def test_the_folder_that_is_written_opens_as_the_same_model(tmp_path: Path) -> None:
    (tmp_path / "model.characters.txt").write_bytes(CHARACTERS.encode())
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    folder = tmp_path / "deep" / "mine"
    write_model_folder(imported, folder)
    names = ["config.json", "import.json", "tokenizer.json", "weights.safetensors"]
    assert sorted(path.name for path in folder.iterdir()) == names
    opened = load(folder)
    assert opened.config == imported.config
    assert opened.tokenizer.decode([1, 2, 3]) == "abc"
    ids = SIZES.ids()
    with torch.no_grad():
        logits = opened.model(ids, torch.ones_like(ids, dtype=torch.bool)).logits
    assert torch.equal(logits, logits_of(imported, ids))
    report = json.loads((folder / "import.json").read_text("utf-8"))
    assert report == json.loads(json.dumps(imported.report.to_dict()))


def test_a_tied_head_stays_tied_through_the_folder(tmp_path: Path) -> None:
    content = {"model": nanogpt_state(), "model_args": SIZES.model_args, "iter_num": 12}
    write_model_folder(imported_from(tmp_path, content), tmp_path / "mine")
    opened = load(tmp_path / "mine")
    assert opened.config.tied_head
    assert opened.trained_step == 12
    assert "lm_head" not in opened.model.state_dict()


def test_a_folder_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)
    folder = tmp_path / "mine"
    folder.mkdir()
    with pytest.raises(FolderExistsError, match="mine"):
        write_model_folder(imported, folder)
    assert list(folder.iterdir()) == []


def test_nothing_is_left_of_a_folder_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = imported_from(tmp_path, first_mingpt_state(), HEADS)

    def full_disk(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("minigpt.importing.model_folder.save_weights", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_model_folder(imported, tmp_path / "made" / "mine")
    assert list((tmp_path / "made").iterdir()) == []


def test_a_name_is_made_fit_for_an_address(tmp_path: Path) -> None:
    path = saved(tmp_path, first_mingpt_state(), "my model (2).pt")
    assert import_checkpoint(path, HEADS).config.name == "my-model-2"
    assert import_checkpoint(path, HEADS, name="other").config.name == "other"


def test_a_file_that_was_asked_for_and_is_not_there_is_no_ids_in_silence(tmp_path: Path) -> None:
    wanting = Answers(heads=SIZES.heads, tokenizer="file")
    path = saved(tmp_path, first_mingpt_state())
    for does in (read_checkpoint, import_checkpoint):
        with pytest.raises(ImportAnswerError, match=r"no tokenizer\.json and no characters\.txt"):
            does(path, wanting)
    (tmp_path / "characters.txt").write_text("ab", "utf-8")
    with pytest.raises(ImportAnswerError, match="it has 2 IDs, the model 19") as refused:
        read_checkpoint(path, wanting)
    assert refused.value.details == {"answer": "tokenizer", "choices": ["ids"]}
    (tmp_path / "characters.txt").write_text(CHARACTERS, "utf-8")
    assert import_checkpoint(path, wanting).config.tokenizer == "characters"
