"""Token IDs alone, for a model that came without a tokenizer: "12 5 #7" is the IDs 12, 5, 7.

What an ID stands for is not known, so it is written as its number. It builds no batches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from minigpt.detokenizer import Detokenizer
from minigpt.encoding import Encoding, Piece
from minigpt.errors import NotIdsError, TokenIdError, TokenizerError
from minigpt.tokens import unknown_id

if TYPE_CHECKING:
    from minigpt.config import ModelConfig

NAME: Final = "ids"
#: A number, and then what may stand after one: a space, the sign of the next, or the end.
_NUMBER: Final = re.compile(r"#?([0-9]+)(?=[\s#]|\Z)")
_SPACE: Final = re.compile(r"\s*")
_MOST_DIGITS: Final = 18


class IdTokenizer(Detokenizer):
    """So many IDs, and nothing known of them.

    Raises:
        TokenizerError: from the constructor, if there is not one ID.
    """

    __slots__ = ("vocabulary_size",)

    vocabulary_size: int
    name: Final = NAME
    kind: Final = "ids"
    bos_id: Final = None
    eos_id: Final = None
    #: There is no PAD; padding is never seen, so any ID will do.
    pad_id: Final = 0

    def __init__(self, vocabulary_size: int) -> None:
        if vocabulary_size < 1:
            raise TokenizerError(f"A vocabulary needs at least one ID, not {vocabulary_size}.")
        self.vocabulary_size = vocabulary_size

    def encode(self, text: str) -> list[int]:
        """The numbers in a text, each with or without # before it, with spaces between.

        Raises:
            NotIdsError: something else stands in it; names its place.
            TokenIdError: a number is outside the vocabulary.
        """
        return self.encode_steps(text).ids

    def encode_steps(self, text: str) -> Encoding:
        """As `encode`, with the bytes of each number.

        Raises:
            NotIdsError: something else stands in it; names its place.
            TokenIdError: a number is outside the vocabulary.
        """
        pieces: list[Piece] = []
        at = _end_of_space(text, 0)
        offset = len(text[:at].encode("utf-8"))
        while at < len(text):
            found = _NUMBER.match(text, at)
            if found is None:
                raise _not_a_number(text, at)
            end = offset + found.end() - at
            pieces.append(Piece(self._known(found[1]), offset, end))
            at = _end_of_space(text, found.end())
            offset = end + len(text[found.end() : at].encode("utf-8"))
        return Encoding([piece.id for piece in pieces], pieces, [])

    def _known_piece(self, token: int) -> bytes:
        # Its number behind a #; what it stands for nobody knows.
        return b"#%d" % token

    def decode(self, ids: Sequence[int]) -> str:
        """The numbers one after another; `encode` reads them back.

        Raises:
            TokenIdError: an ID is outside the vocabulary.
        """
        return self.decode_bytes(ids).decode("ascii")

    def _known(self, digits: str) -> int:
        # Python refuses to read numbers of thousands of digits; none is an ID either.
        if len(digits.lstrip("0")) > _MOST_DIGITS:
            raise TokenIdError(
                f"A number of {len(digits)} digits is no token ID; "
                f"the vocabulary has 0 to {self.vocabulary_size - 1}.",
                details={"vocabulary_size": self.vocabulary_size},
            )
        if (token := int(digits.lstrip("0") or "0")) >= self.vocabulary_size:
            raise unknown_id(token, self.vocabulary_size)
        return token


def open_tokenizer(folder: Path, config: ModelConfig) -> IdTokenizer:
    """One for all the model's IDs; it needs no file."""
    return IdTokenizer(config.vocabulary_size)


def _end_of_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None  # it matches nothing as well
    return found.end()


def _not_a_number(text: str, at: int) -> NotIdsError:
    code_point = f"U+{ord(text[at]):04X}"
    return NotIdsError(
        f"At character {at} ({code_point}) no token ID can be read; this model takes IDs alone, "
        'as in "12 5 #7".',
        details={"position": at, "code_point": code_point},
    )
