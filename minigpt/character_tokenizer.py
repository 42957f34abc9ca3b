"""One token for each character of a fixed list: text to token IDs and back, exactly.

A character's ID is its place in the list. Nothing is normalised, and there are no special
IDs. It builds no batches and knows no model.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from minigpt.encoding import Encoding, Piece
from minigpt.errors import TokenizerError, UnknownCharacterError
from minigpt.json_object import read_object
from minigpt.piece_table import PieceTable

if TYPE_CHECKING:
    from minigpt.config import ModelConfig

NAME: Final = "characters"


class CharacterTokenizer(PieceTable):
    """An immutable list of characters.

    Raises:
        TokenizerError: from the constructor, if there is none, or one twice, or half of one.
    """

    __slots__ = ("_ids", "characters", "name")

    kind: Final = "characters"
    bos_id: Final = None
    eos_id: Final = None
    #: There is no PAD; padding is never seen, so any ID will do.
    pad_id: Final = 0

    def __init__(self, characters: str, name: str = NAME) -> None:
        self.name = name
        self.characters = characters
        self._ids = {character: token for token, character in enumerate(characters)}
        if not characters:
            raise TokenizerError("characters must hold at least one character.")
        if len(self._ids) < len(characters):
            twice = next(each for each in characters if characters.count(each) > 1)
            raise TokenizerError(f"characters has {_named(twice)} twice.")
        try:
            self._pieces = tuple(character.encode("utf-8") for character in characters)
        except UnicodeEncodeError as cause:
            half = _named(cause.object[cause.start])
            raise TokenizerError(f"characters has {half}, half of a surrogate pair.") from cause

    @classmethod
    def from_text(cls, text: str, *, name: str = NAME) -> Self:
        """The distinct characters of a text, by code point.

        Raises:
            TokenizerError: the text is empty or has half of a surrogate pair.
        """
        return cls("".join(sorted(set(text))), name)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file that `save` wrote.

        Raises:
            TokenizerError: the file is not such JSON or contradicts itself; says where.
        """
        found = read_object(path, ("name", "characters"), TokenizerError)
        for field, value in found.items():
            if not isinstance(value, str) or not value:
                raise TokenizerError(
                    f"{path.name}: {field} must be a non-empty string, not {value!r}."
                )
        return cls(str(found["characters"]), str(found["name"]))

    def save(self, path: Path) -> None:
        """Write readable JSON; the same characters give the same bytes."""
        found = {"name": self.name, "characters": self.characters}
        path.write_bytes((json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode("utf-8"))

    def encode(self, text: str) -> list[int]:
        """The ID of each character.

        Raises:
            UnknownCharacterError: a character is not in the list; names it and its place.
        """
        try:
            return [self._ids[character] for character in text]
        except KeyError:
            raise self._unknown(text) from None

    def encode_steps(self, text: str) -> Encoding:
        """As `encode`, with each character's bytes; nothing is merged.

        Raises:
            UnknownCharacterError: a character is not in the list; names it and its place.
        """
        ids, pieces, start = self.encode(text), [], 0
        for token in ids:
            end = start + len(self._pieces[token])
            pieces.append(Piece(token, start, end))
            start = end
        return Encoding(ids, pieces, [])

    def _unknown(self, text: str) -> UnknownCharacterError:
        place = next(at for at, each in enumerate(text) if each not in self._ids)
        line = text.count("\n", 0, place)
        column = place - (text.rfind("\n", 0, place) + 1)
        where = f"line {line + 1}, column {column + 1}"
        return UnknownCharacterError(
            f"Character {place} ({where}) is {_named(text[place])}, which is not one of the "
            f"{self.vocabulary_size} characters of this model.",
            details={
                "position": place,
                "line": line + 1,
                "column": column + 1,
                "code_point": f"U+{ord(text[place]):04X}",
            },
        )


def open_tokenizer(folder: Path, config: ModelConfig) -> CharacterTokenizer:
    """The one in the folder's tokenizer.json.

    Raises:
        TokenizerError: the file is missing or damaged.
    """
    return CharacterTokenizer.load(folder / "tokenizer.json")


def _named(character: str) -> str:
    """A character so that it can be told from others: as itself where it shows, and by number."""
    code_point = f"U+{ord(character):04X}"
    shows = character.isprintable() and not character.isspace()
    return f'"{character}" ({code_point})' if shows else code_point
