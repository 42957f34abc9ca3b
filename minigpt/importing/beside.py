"""Finds the tokenizer that lies beside somebody else's checkpoint, or says why there is none.

A pickle such as nanoGPT's meta.pkl is named and never opened: reading one runs what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.errors import MiniGPTError, TokenizerError
from minigpt.id_tokenizer import IdTokenizer
from minigpt.importing.errors import ImportAnswerError
from minigpt.importing.limits import check_size
from minigpt.importing.reading import Reading
from minigpt.importing.report import Assumed, Ignored
from minigpt.importing.source import read_json
from minigpt.library_tokenizer import LibraryTokenizer
from minigpt.ordinary_file import LARGEST_TEXT

FoundTokenizer = CharacterTokenizer | LibraryTokenizer | IdTokenizer

_JSON: Final = "tokenizer.json"
_CHARACTERS: Final = "characters.txt"
_PICKLES: Final = ("meta.pkl",)


def files_beside(path: Path) -> Iterator[Path]:
    """Where a tokenizer is looked for, in this order; of a file first under its own name."""
    folder = path if path.is_dir() else path.parent
    if folder != path:
        yield from (folder / f"{path.stem}.{name}" for name in (_JSON, _CHARACTERS))
    yield from (folder / name for name in (_JSON, _CHARACTERS))


def tokenizer_beside(reading: Reading, path: Path, vocabulary_size: int) -> FoundTokenizer:
    """The tokenizer that will be used, stated with its reason; IDs alone if there is none.

    Raises:
        ImportAnswerError: the file beside it was asked for, and none there is this model's.
    """
    said, answer = reading.said, reading.answers.tokenizer
    folder = path if path.is_dir() else path.parent
    said.ignored += [
        Ignored(
            name,
            "a pickle runs what is in it when it is opened, so it was not; its characters, in "
            f"the order of their IDs, can be given in {_CHARACTERS}",
        )
        for name in _PICKLES
        if (folder / name).exists()
    ]
    unfit: list[Ignored] = []
    for file in files_beside(path):
        if not file.exists():
            continue
        try:
            found = _opened(file)
            _check_fits(found, vocabulary_size)
        except MiniGPTError as cause:
            unfit.append(Ignored(file.name, f"no tokenizer of this model: {cause.message}"))
            continue
        said.ignored += unfit
        return _chosen(said.assumed, file, found, vocabulary_size, answer)
    if answer == "file":
        raise _none_beside(unfit)
    said.ignored += unfit
    reason = "no tokenizer lies beside the file: tokens show as #id, and records are numbers"
    said.assumed.append(Assumed("tokenizer", "ids", reason))
    return IdTokenizer(vocabulary_size)


def _none_beside(unfit: list[Ignored]) -> ImportAnswerError:
    """The answer asks for a file: to go on with IDs alone would be another answer."""
    why = "; ".join(f"{name} is {reason}" for name, reason in unfit)
    return ImportAnswerError(
        f"tokenizer: file was answered, but no {_JSON} and no {_CHARACTERS} of this model lies "
        f"beside it{f' ({why})' if why else ''}. Put one there, or answer tokenizer: ids.",
        details={"answer": "tokenizer", "choices": ["ids"]},
    )


def _chosen(
    assumed: list[Assumed],
    file: Path,
    found: CharacterTokenizer | LibraryTokenizer,
    vocabulary_size: int,
    answer: str | None,
) -> FoundTokenizer:
    kind = "characters" if found.kind == "characters" else "tokens"
    reason = (
        f"{file.name} lies beside the file and has {found.vocabulary_size:,} {kind}; "
        f"the model has {vocabulary_size:,} IDs"
    )
    if answer == "ids":
        assumed.append(Assumed("tokenizer", "ids", f"your answer; {reason}", ("file", "ids")))
        return IdTokenizer(vocabulary_size)
    if isinstance(found, LibraryTokenizer) and found.dropout:
        reason += (
            f"; it drops merges at random, {found.dropout:g} of them, for training; "
            "here none is dropped, so a text has the same IDs every time"
        )
    assumed.append(Assumed("tokenizer", "file", reason, ("file", "ids")))
    return found


def _opened(file: Path) -> CharacterTokenizer | LibraryTokenizer:
    if file.name.endswith(_CHARACTERS):
        return _characters(file)
    fields = read_json(file)
    if "characters" in fields:
        return CharacterTokenizer.load(file)
    if "model" in fields:
        return LibraryTokenizer.load(file)
    raise TokenizerError(f"{file.name} is neither a list of characters nor the library's.")


def _characters(file: Path) -> CharacterTokenizer:
    """All characters in the order of their IDs; a newline that ends the file may be one more."""
    check_size(file, LARGEST_TEXT)
    try:
        characters = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as cause:
        raise TokenizerError(f"{file.name} is no UTF-8: {cause}") from cause
    ending = characters[:-1]
    return CharacterTokenizer(
        ending if characters.endswith("\n") and "\n" in ending else characters
    )


def _check_fits(found: CharacterTokenizer | LibraryTokenizer, vocabulary_size: int) -> None:
    """A list of characters is the whole vocabulary; a library's may be padded to a round size."""
    size = found.vocabulary_size
    if size > vocabulary_size or (found.kind == "characters" and size != vocabulary_size):
        raise TokenizerError(f"it has {size:,} IDs, the model {vocabulary_size:,}")
