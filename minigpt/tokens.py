"""What everything else needs of a tokenizer, whichever kind it is, and how one is opened.

A tokenizer of a new kind is a module with `open_tokenizer(folder, config)` and one line in
`TOKENIZERS`. It encodes nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from minigpt.encoding import Encoding
from minigpt.errors import TokenIdError, TokenizerError

if TYPE_CHECKING:
    from minigpt.config import ModelConfig

#: The module of each kind, by the name that a config's `tokenizer` gives it.
TOKENIZERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "byte-bpe": "minigpt.tokenizer",
        "characters": "minigpt.character_tokenizer",
        "ids": "minigpt.id_tokenizer",
        "library": "minigpt.library_tokenizer",
    }
)


class TokenMap(Protocol):
    """Text to token IDs and back; immutable.

    `bos_id` and `eos_id` are both there, or both None: then texts are pieces of one stream,
    nothing is put around them, and every ID is an ordinary one.
    """

    @property
    def name(self) -> str:
        """What the tokenizer calls itself."""
        ...

    @property
    def kind(self) -> str:
        """One of `TOKENIZERS`."""
        ...

    @property
    def vocabulary_size(self) -> int:
        """How many IDs it has, counted from 0; a model may have more, and never fewer."""
        ...

    @property
    def bos_id(self) -> int | None:
        """The ID that opens every input, where records are whole texts."""
        ...

    @property
    def eos_id(self) -> int | None:
        """The ID that is every record's last target, where records are whole texts."""
        ...

    @property
    def pad_id(self) -> int:
        """The ID in unused slots: PAD, or 0 where there is none."""
        ...

    def encode(self, text: str) -> list[int]:
        """The IDs of a text.

        Raises:
            TextError: the text has something that this tokenizer has no ID for.
            TokenIdError: it is written as IDs, and one is outside the vocabulary.
        """
        ...

    def encode_steps(self, text: str) -> Encoding:
        """As `encode`, with the bytes that each token covers."""
        ...

    def piece(self, token: int, /) -> bytes:
        """The bytes a token stands for; none for BOS, EOS and PAD.

        Raises:
            TokenIdError: the ID is outside the vocabulary.
        """
        ...

    def decode_bytes(self, ids: Sequence[int], /) -> bytes:
        """The bytes the tokens stand for, one after another."""
        ...

    def decode(self, ids: Sequence[int], /) -> str:
        """The text of the tokens; U+FFFD for what is none."""
        ...


class OpenTokenizer(Protocol):
    """What a module in `TOKENIZERS` offers as `open_tokenizer`."""

    def __call__(self, folder: Path, config: ModelConfig, /) -> TokenMap:
        """The tokenizer of the model in `folder`."""
        ...


def load_tokenizer(folder: Path, config: ModelConfig) -> TokenMap:
    """The tokenizer that belongs to a model, of the kind that its config names.

    Raises:
        TokenizerError: its file is missing, damaged, or has more IDs than the model.
    """
    opened: OpenTokenizer = import_module(TOKENIZERS[config.tokenizer]).open_tokenizer
    tokens = opened(folder, config)
    if tokens.vocabulary_size > config.vocabulary_size:
        raise TokenizerError(
            f"The tokenizer has {tokens.vocabulary_size} IDs and the model {config.name!r} only "
            f"{config.vocabulary_size}; they do not belong together.",
            details={"tokenizer": tokens.vocabulary_size, "model": config.vocabulary_size},
        )
    return tokens


def special_ids(tokens: TokenMap) -> frozenset[int]:
    """BOS, EOS and PAD: what no text yields. Empty where there are none."""
    if tokens.bos_id is None or tokens.eos_id is None:
        return frozenset()
    return frozenset((tokens.bos_id, tokens.eos_id, tokens.pad_id))


def unknown_id(token: int, vocabulary_size: int) -> TokenIdError:
    """The refusal of an ID outside the vocabulary."""
    return TokenIdError(
        f"{token} is no token ID; the vocabulary has 0 to {vocabulary_size - 1}.",
        details={"id": token, "vocabulary_size": vocabulary_size},
    )
