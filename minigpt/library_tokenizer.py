"""A tokenizer.json of the `tokenizers` library, as GPT-2 and many others have it.

The library encodes. Only byte-level ones are opened: their tokens are written in an alphabet
that has one character for each byte, so every token's bytes are known, also those of half a
character. It trains nothing and builds no batches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import tokenizers

from minigpt.encoding import Encoding, Piece
from minigpt.errors import TokenizerError
from minigpt.ordinary_file import read_ordinary_file
from minigpt.piece_table import PieceTable
from minigpt.utf8 import utf8_bytes
from minigpt.whole_text import WholeText, check_unmarked

if TYPE_CHECKING:
    from minigpt.config import ModelConfig

NAME: Final = "tokenizers library"
_MOST_IDS: Final = 1_000_000


class LibraryTokenizer(PieceTable):
    """An immutable byte-level tokenizer.

    `content` is the JSON text it was made from, kept so that a model's folder can have it.
    A rate at which merges are dropped at random is taken out of it, and kept as `dropout`: a
    text has the same IDs whenever it is asked for.

    Raises:
        TokenizerError: from the constructor, if the library does not take the text, or its
            tokens are not byte-level.
    """

    __slots__ = ("_library", "_whole", "content", "dropout")

    name: Final = NAME
    kind: Final = "library"
    bos_id: Final = None
    eos_id: Final = None
    #: What GPT-2 has for an end of text is an ordinary ID; padding is never seen.
    pad_id: Final = 0

    def __init__(self, content: str) -> None:
        self._library = _opened(content)
        self.content, self.dropout = _without_dropout(content)
        if self.dropout:
            self._library = _opened(self.content)
        if not _is_byte_level(content):
            raise TokenizerError(
                "Its decoder is not ByteLevel, so the bytes of its tokens are not known."
            )
        added = {
            token: each.content for token, each in self._library.get_added_tokens_decoder().items()
        }
        named = {
            token: name for name, token in self._library.get_vocab(with_added_tokens=True).items()
        }
        size = max(named, default=-1) + 1
        if not 0 < size <= _MOST_IDS:
            raise TokenizerError(f"It has {size} IDs; from 1 to {_MOST_IDS:,} are read.")
        self._whole = _whole_text(self._library, content, set(named.values()), added.values())
        self._pieces = tuple(_piece(named.get(token), added.get(token)) for token in range(size))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a tokenizer.json.

        Raises:
            TokenizerError: it is missing, too large, or as the constructor says.
        """
        try:
            return cls(read_ordinary_file(path).decode("utf-8"))
        except OSError as cause:
            raise TokenizerError(f"{path.name} cannot be read: {cause.strerror}.") from cause
        except UnicodeDecodeError as cause:
            raise TokenizerError(f"{path.name} cannot be read: {cause}.") from cause
        except TokenizerError as cause:
            raise TokenizerError(f"{path.name}: {cause.message}") from cause

    def save(self, path: Path) -> None:
        """Write the text it was made from."""
        path.write_bytes(self.content.encode("utf-8"))

    def encode(self, text: str) -> list[int]:
        """The IDs that the library gives a text, nothing put around it.

        Raises:
            TextError: the text has no UTF-8 encoding.
            UnknownCharacterError: a part of it would be left out; says where.
            TokenizerError: the library does not take it.
        """
        return [piece.id for piece in self._encoded(text)]

    def encode_steps(self, text: str) -> Encoding:
        """As `encode`, with the bytes of each token; the library keeps no account of merges.

        Raises:
            TextError: the text has no UTF-8 encoding.
            UnknownCharacterError: a part of it would be left out; says where.
            TokenizerError: the library does not take it.
        """
        pieces = self._encoded(text)
        return Encoding([piece.id for piece in pieces], pieces, [])

    def _encoded(self, text: str) -> list[Piece]:
        data = utf8_bytes(text)
        try:
            encoded = self._library.encode(text, add_special_tokens=False)
        except BaseException as cause:
            raise TokenizerError(
                f"The tokenizer does not take this text: {_told(cause)}."
            ) from cause
        ids: list[int] = encoded.ids
        pieces: list[Piece] = []
        end = 0
        for token in ids:
            start, end = end, end + len(self.piece(token))
            pieces.append(Piece(token, start, end))
        if self.decode_bytes(ids) == data:
            return pieces
        # Something was added or changed, such as a space in front: the library's own offsets.
        self._whole.check(text, encoded.offsets)
        at = [0]
        for character in text:
            at.append(at[-1] + len(character.encode("utf-8")))
        return [
            Piece(token, at[start], at[end])
            for token, (start, end) in zip(ids, encoded.offsets, strict=True)
        ]


def open_tokenizer(folder: Path, config: ModelConfig) -> LibraryTokenizer:
    """The one in the folder's tokenizer.json.

    Raises:
        TokenizerError: the file is missing, damaged, or not byte-level.
    """
    return LibraryTokenizer.load(folder / "tokenizer.json")


def _opened(content: str) -> tokenizers.Tokenizer:
    try:
        library = tokenizers.Tokenizer.from_str(content)
    except BaseException as cause:
        raise TokenizerError(f"The tokenizers library does not take it: {_told(cause)}") from cause
    library.no_padding()
    library.no_truncation()
    return library


def _told(cause: BaseException) -> str:
    """What the library says: it raises Exception itself, and panics as a BaseException of its own.

    Raises:
        KeyboardInterrupt, SystemExit, MemoryError: `cause`, if it is one; none is the library's.
    """
    if isinstance(cause, KeyboardInterrupt | SystemExit | MemoryError):
        raise cause
    return " ".join(str(cause).split())[:200]


def _without_dropout(content: str) -> tuple[str, float]:
    """The text with no merge dropped at random, and the rate that it had; 0: none, unchanged."""
    fields = json.loads(content)
    rate = float(fields["model"].get("dropout") or 0)
    if not rate:
        return content, 0.0
    fields["model"]["dropout"] = None
    return json.dumps(fields, ensure_ascii=False), rate


def _whole_text(
    library: tokenizers.Tokenizer, content: str, named: set[str], added: Iterable[str]
) -> WholeText:
    """What the tokenizer would drop: a byte that no token is, if it merges and knows no unknown."""
    model = json.loads(content)["model"]
    check_unmarked(model)
    drops = "merges" in model and not model.get("unk_token")
    lacking = [byte for sign, byte in _BYTES.items() if drops and sign not in named]
    normalizer = library.normalizer
    return WholeText(lacking, list(added), normalizer.normalize_str if normalizer else str)


def _is_byte_level(content: str) -> bool:
    """Whether its decoder turns characters of the byte alphabet back into bytes."""
    decoder = json.loads(content).get("decoder")
    if not isinstance(decoder, Mapping):
        return False
    parts = decoder.get("decoders") if decoder.get("type") == "Sequence" else [decoder]
    return isinstance(parts, list) and any(
        isinstance(part, Mapping) and part.get("type") == "ByteLevel" for part in parts
    )


def _byte_alphabet() -> dict[str, int]:
    """GPT-2's character for each byte: itself where it shows, else the next from U+0100 on."""
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    alphabet = {chr(value): value for value in shown}
    hidden = [value for value in range(256) if value not in set(shown)]
    return alphabet | {chr(0x100 + index): value for index, value in enumerate(hidden)}


_BYTES: Final = _byte_alphabet()


def _piece(name: str | None, added: str | None) -> bytes:
    """The bytes of a token: its name in the byte alphabet, or, of an added one, its text."""
    if added is not None:
        return added.encode("utf-8")
    if name is None:
        return b""
    try:
        return bytes(_BYTES[character] for character in name)
    except KeyError:
        return name.encode("utf-8")
