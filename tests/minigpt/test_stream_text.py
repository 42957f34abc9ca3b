"""The text of a model: which it is, where it is looked for, and how it is parted."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.errors import TextDamagedError, TextIdentityError, TextMissingError
from minigpt.resources import data_root
from minigpt.stream.text import (
    StreamText,
    TextIdentity,
    load_text,
    sample_text,
    stored_text,
    texts_folder,
)

TEXT = "To be, or not to be: that\nis the question."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model's folder, and an empty folder of texts."""
    monkeypatch.setenv("MINIGPT_TEXTS", str(tmp_path / "texts"))
    made = tmp_path / "model"
    made.mkdir()
    identity = TextIdentity.of(TEXT.encode(), "A Question")
    (made / "text.json").write_text(json.dumps(identity.to_dict()))
    return made


@pytest.mark.parametrize("name", ["shakespeare", "shakespeare-large"])
def test_the_presets_name_the_text_that_everybody_uses(name: str) -> None:
    # Figures from outside: `wc -m` and `sha256sum` of the public file.
    assert TextIdentity.load(data_root() / name / "text.json") == TextIdentity(
        "Tiny Shakespeare",
        "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
        "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
        1_115_394,
    )


@pytest.mark.parametrize("where", ["the folder itself", "the texts that were brought"])
def test_a_text_is_found(folder: Path, where: str) -> None:
    identity = TextIdentity.load(folder / "text.json")
    place = folder / "text.txt" if where == "the folder itself" else stored_text(identity)
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(TEXT.encode())
    assert load_text(folder) == StreamText(identity, TEXT)
    assert identity.characters == len(TEXT)


def test_nine_tenths_are_to_learn_from() -> None:
    text = "abcdefghijklmnopqrs"  # 19 characters: nine tenths are 17.1
    stream = StreamText(TextIdentity.of(text.encode(), "letters"), text)
    assert (stream.split("train"), stream.split("validation")) == (text[:17], "rs")
    assert stream.parting == 17
    letters = CharacterTokenizer.from_text(text)
    assert stream.ids("validation", letters).tolist() == [17, 18]
    assert stream.ids("train", letters).tolist() == list(range(17))


def test_a_text_that_is_missing_says_how_to_get_it(folder: Path) -> None:
    with pytest.raises(TextMissingError, match=r"into the model's folder as text\.txt"):
        load_text(folder)
    with pytest.raises(TextMissingError) as caught:
        load_text(data_root() / "shakespeare-large")
    assert caught.value.code == "text_missing"
    # One text, one command: that both presets learn from it makes no second one.
    assert "minigpt data shakespeare (or, from a copy: minigpt data shakespeare --file FILE)" in (
        caught.value.message
    )


def test_another_text_is_not_taken_for_it(folder: Path) -> None:
    (folder / "text.txt").write_bytes((TEXT + " ").encode())
    with pytest.raises(TextDamagedError, match="This is not A Question: 43 bytes") as caught:
        load_text(folder)
    assert caught.value.details["found"] == hashlib.sha256((TEXT + " ").encode()).hexdigest()


def test_bytes_that_are_no_text_have_no_identity() -> None:
    with pytest.raises(TextDamagedError, match="not UTF-8"):
        TextIdentity.of(b"\xff", "broken")
    with pytest.raises(TextDamagedError, match="empty"):
        TextIdentity.of(b"", "nothing")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"url": "file:///etc/passwd"}, "url"),
        ({"url": 3}, "url"),
        ({"sha256": "86c4"}, "sha256"),
        ({"sha256": "X" * 64}, "sha256"),
        ({"characters": 0}, "characters"),
        ({"characters": True}, "characters"),
        ({"size": 1}, "unknown fields"),
    ],
)
def test_a_wrong_identity_is_refused(folder: Path, changes: dict[str, object], field: str) -> None:
    path = folder / "text.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(TextIdentityError, match=field):
        load_text(folder)


def test_a_file_name_cannot_lead_elsewhere() -> None:
    identity = TextIdentity("../../Etc & so on", None, "ab" * 32, 3)
    assert identity.file_name == "etc-so-on-abababab.txt"
    assert stored_text(identity).parent == texts_folder()


def test_the_page_of_the_text_is_there_without_it(folder: Path) -> None:
    assert sample_text(data_root() / "shakespeare").startswith("FERDINAND:\n")
    assert sample_text(folder) == ""
