"""The text that a model learns from as one stream: which one it is, where it lies, its splits.

A model's folder says which text it is (text.json), by its SHA-256; the text itself need not be
there. Nothing here downloads it: `minigpt/stream/download.py` does.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, Self

import torch
from torch import Tensor

from minigpt.errors import TextDamagedError, TextIdentityError, TextMissingError
from minigpt.json_object import read_object
from minigpt.ordinary_file import LARGEST_FILE, read_ordinary_file
from minigpt.resources import data_root
from minigpt.tokens import TokenMap

Split = Literal["train", "validation"]
SPLITS: Final[tuple[Split, Split]] = ("train", "validation")
IDENTITY_FILE: Final = "text.json"
#: Where a folder may keep its own text; without it the user's folder of texts is looked into.
TEXT_FILE: Final = "text.txt"
#: A page of a text, for when the text itself is not there.
SAMPLE_FILE: Final = "sample.txt"
#: Names another folder of texts than the user's own.
FOLDER_VARIABLE: Final = "MINIGPT_TEXTS"


@dataclass(frozen=True, slots=True)
class TextIdentity:
    """Which text: its name, where the public can get it (or null), SHA-256, characters.

    Raises:
        TextIdentityError: from `__post_init__`, naming the field.
    """

    name: str
    url: str | None
    sha256: str
    characters: int

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise TextIdentityError(f"name must be a non-empty string, not {self.name!r}.")
        if self.url is not None and not (
            isinstance(self.url, str) and self.url.startswith(("https://", "http://"))
        ):
            raise TextIdentityError(f"url must be an http address or null, not {self.url!r}.")
        known = isinstance(self.sha256, str) and len(self.sha256) == 64
        if not known or set(self.sha256) - set("0123456789abcdef"):
            raise TextIdentityError(f"sha256 must be 64 hexadecimal digits, not {self.sha256!r}.")
        if type(self.characters) is not int or self.characters < 1:
            raise TextIdentityError(f"characters must be at least 1, not {self.characters!r}.")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a text.json.

        Raises:
            TextIdentityError: the file is missing, not such JSON, or a field is wrong.
        """
        found = read_object(path, cls.__dataclass_fields__, TextIdentityError)
        return cls(**found)  # type: ignore[arg-type]  # __post_init__ checks every field

    @classmethod
    def of(cls, content: bytes, name: str, url: str | None = None) -> Self:
        """The identity of a text that is at hand.

        Raises:
            TextDamagedError: it is not UTF-8, or empty.
        """
        text = _decoded(content, name)
        return cls(name, url, hashlib.sha256(content).hexdigest(), len(text))

    def to_dict(self) -> dict[str, object]:
        """The fields as plain JSON-ready values."""
        return asdict(self)

    @property
    def file_name(self) -> str:
        """What its file is called in a folder of texts."""
        words = "".join(each if each.isalnum() else " " for each in self.name.lower()).split()
        return f"{'-'.join(words) or 'text'}-{self.sha256[:8]}.txt"

    def check(self, content: bytes) -> str:
        """The text of these bytes, once they are known to be this one's.

        Raises:
            TextDamagedError: they are others; says how many there are, and both checksums.
        """
        found = hashlib.sha256(content).hexdigest()
        if found != self.sha256:
            raise TextDamagedError(
                f"This is not {self.name}: {len(content):,} bytes with SHA-256 {found[:16]}…, "
                f"and not {self.sha256[:16]}…. The file is damaged, or another text.",
                details={"bytes": len(content), "found": found, "expected": self.sha256},
            )
        return _decoded(content, self.name)


@dataclass(frozen=True, slots=True)
class StreamText:
    """A text in two splits: the first nine tenths to learn from, the rest to be measured by."""

    identity: TextIdentity
    text: str

    @property
    def parting(self) -> int:
        """How many characters the training split has; the validation split begins there."""
        return len(self.text) * 9 // 10

    def split(self, split: Split) -> str:
        """The characters of a split."""
        return self.text[: self.parting] if split == "train" else self.text[self.parting :]

    def ids(self, split: Split, tokens: TokenMap) -> Tensor:
        """A split as token IDs [N], long; each split is encoded by itself.

        Raises:
            TextError, TokenIdError: the tokenizer cannot encode it.
        """
        return torch.tensor(tokens.encode(self.split(split)), dtype=torch.long)  # [N]


def texts_folder() -> Path:
    """Where texts are kept that were brought: the user's data folder, or $MINIGPT_TEXTS."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    # Not needed by who only looks at a model, so not imported for them.
    from platformdirs import user_data_path

    return user_data_path("minigpt-explorer", appauthor=False) / "texts"


def stored_text(identity: TextIdentity) -> Path:
    """Where `minigpt data` puts this text, whether or not it is there."""
    return texts_folder() / identity.file_name


def load_text(folder: Path) -> StreamText:
    """The text of a model's folder: its own text.txt, or the one that `minigpt data` brought.

    Raises:
        TextIdentityError: the folder has no sound text.json, so it is no model of a stream.
        TextMissingError: the text is not there; says how to get it.
        TextDamagedError: a file is there and is another text.
    """
    identity = TextIdentity.load(folder / IDENTITY_FILE)
    for place in (folder / TEXT_FILE, stored_text(identity)):
        try:
            content = read_ordinary_file(place, LARGEST_FILE)
        except FileNotFoundError:
            continue
        except OSError as cause:
            raise TextMissingError(f"{place.name} cannot be read: {cause.strerror}.") from cause
        return StreamText(identity, identity.check(content))
    raise TextMissingError(
        f"The text {identity.name} ({identity.characters:,} characters) is not on this machine. "
        f"{_way_to_get(identity)} Without it, a text can still be typed.",
        details={"name": identity.name, "url": identity.url, "sha256": identity.sha256},
    )


def _way_to_get(identity: TextIdentity) -> str:
    for known in sorted(data_root().glob(f"*/{IDENTITY_FILE}")):
        if TextIdentity.load(known) == identity:
            command = f"minigpt data {known.parent.name}"
            return f"Get it with: {command} (or, from a copy: {command} --file FILE)."
    return f"Put it into the model's folder as {TEXT_FILE}."


def sample_text(folder: Path) -> str:
    """The page of the text that lies in the folder; empty where none can be read."""
    try:
        return read_ordinary_file(folder / SAMPLE_FILE).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _decoded(content: bytes, name: str) -> str:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as cause:
        raise TextDamagedError(f"{name} is not UTF-8 text: {cause.reason}.") from cause
    if not text:
        raise TextDamagedError(f"{name} is empty.")
    return text
