"""Whether a tokenizer of the `tokenizers` library takes all of a text: nothing is cut in silence.

A byte-level vocabulary that lacks some bytes, and has no token for what it does not know, drops
them; a pre-tokenizer may drop spaces. Such a text is refused with the first character of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence

from minigpt.errors import TokenizerError, UnknownCharacterError


class WholeText:
    """What of a text one tokenizer would drop.

    lacking: bytes that no token of it stands for, and that nothing else is put in place of.
    added: texts that are tokens as they are. normalised: a text as the tokenizer changes it.
    """

    def __init__(
        self, lacking: Collection[int], added: Collection[str], normalised: Callable[[str], str]
    ) -> None:
        self._lacking = frozenset(lacking)
        self._normalised = normalised
        longest_first = sorted(filter(None, added), key=len, reverse=True)
        self._added = re.compile("|".join(map(re.escape, longest_first)) or "(?!)")

    def check(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        """Refuse a text that the spans of its tokens, in characters, do not cover.

        Raises:
            UnknownCharacterError: names the first character that is left out, and its place.
        """
        if self._lacking:
            inside = {at for each in self._added.finditer(text) for at in range(*each.span())}
            for at, character in enumerate(text):
                if at not in inside and self._lacks(character):
                    raise _left_out(text, at)
        covered = bytearray(len(text))
        for start, end in spans:
            covered[start:end] = b"\1" * (end - start)
        for at, character in enumerate(text):
            # A mark may have become one with the letter before it.
            if not covered[at] and not (at and unicodedata.combining(character)):
                raise _left_out(text, at)

    def _lacks(self, character: str) -> bool:
        return not self._lacking.isdisjoint(self._normalised(character).encode("utf-8"))


def check_unmarked(model: dict[str, object]) -> None:
    """Refuse a model, as tokenizer.json has it, that writes marks into its tokens' names.

    Raises:
        TokenizerError: it does; which bytes a token stands for is not known then.
    """
    for mark in ("end_of_word_suffix", "continuing_subword_prefix"):
        if model.get(mark):
            raise TokenizerError(
                f"Its tokens are written with {mark}, so their bytes are not known."
            )


def _left_out(text: str, place: int) -> UnknownCharacterError:
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    code_point = f"U+{ord(text[place]):04X}"
    shows = text[place].isprintable() and not text[place].isspace()
    named = f'"{text[place]}" ({code_point})' if shows else code_point
    return UnknownCharacterError(
        f"Character {place} (line {line}, column {column}) is {named}, which this model's "
        "tokenizer would leave out without a word.",
        details={"position": place, "line": line, "column": column, "code_point": code_point},
    )
