"""A text as UTF-8 bytes, which byte-level tokenizers start from; refused where it has none."""

from __future__ import annotations

from minigpt.errors import TextError


def utf8_bytes(text: str) -> bytes:
    """The bytes of a text.

    Raises:
        TextError: half of a surrogate pair stands in it; says where.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as cause:
        code_point = f"U+{ord(text[cause.start]):04X}"
        raise TextError(
            f"Character {cause.start} is {code_point}, half of a surrogate pair; "
            "send the whole character or leave it out.",
            details={"position": cause.start, "code_point": code_point},
        ) from cause
