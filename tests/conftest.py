"""What holds for all tests, wherever they run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def no_texts_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The texts that a person has brought are none of the tests': with them other pages open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINIGPT_TEXTS", str(tmp_path_factory.mktemp("texts")))
        yield
