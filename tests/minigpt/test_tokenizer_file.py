"""A tokenizer file that is damaged or contradicts itself is refused, and says where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minigpt.errors import TokenizerError
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer

Damage = Callable[[dict[str, Any]], object]


def _set(*path: str | int, to: object) -> Damage:
    def damage(content: dict[str, Any]) -> None:
        place: Any = content
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return damage


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        pytest.param(lambda c: c.pop("specials"), "lacks specials", id="field missing"),
        pytest.param(_set("more", to=1), "unknown fields: more", id="unknown field"),
        pytest.param(_set("name", to=""), "name must be", id="empty name"),
        pytest.param(_set("specials", to=[256]), "specials must be", id="specials a list"),
        pytest.param(_set("specials", "PAD", to=259), "PAD must be 258", id="special moved"),
        pytest.param(_set("specials", "BOS", to=256.0), "BOS must be 256", id="special a float"),
        pytest.param(lambda c: c["specials"].pop("EOS"), "lacks EOS", id="special missing"),
        pytest.param(_set("merges", to={}), "merges must be a list", id="merges not a list"),
        pytest.param(_set("merges", 3, to=[1, 2]), "merge 3 must be", id="merge not an object"),
        pytest.param(
            lambda c: c["merges"][3].pop("left"), "merge 3 lacks left", id="merge without left"
        ),
        pytest.param(
            _set("merges", 3, "left", to="e"), "merge 3: left must be a whole", id="left a letter"
        ),
        pytest.param(
            _set("merges", 3, "left", to=True), "merge 3: left must be a whole", id="left a truth"
        ),
        pytest.param(_set("merges", 3, "left", to=-1), "merge 3: left must be an ID", id="below 0"),
        pytest.param(
            _set("merges", 3, "right", to=262),
            "merge 3: right must be an ID from 0 to 261",
            id="made of itself",
        ),
        pytest.param(
            _set("merges", 3, "right", to=257), "merge 3: right is 257, a special", id="of EOS"
        ),
        pytest.param(_set("merges", 3, "id", to=263), "merge 3 must make ID 262", id="wrong ID"),
        pytest.param(_set("merges", 3, "rank", to=4), "merge 3 says its rank is 4", id="rank"),
        pytest.param(
            lambda c: c["merges"][3].update(left=58, right=32),
            "merge 3 merges .58, 32., as merge 0",
            id="pair merged twice",
        ),
        pytest.param(lambda c: c["merges"].pop(3), "merge 3 says its rank is 4", id="merge gone"),
        pytest.param(
            _set("merges", 3, "replaced", to=13), "merge 3: of 12 counted", id="more than counted"
        ),
        pytest.param(_set("merges", 3, "replaced", to=0), "merge 3: of 12", id="none replaced"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, damage: Damage, complaint: str) -> None:
    content = json.loads((data_dir() / "tokenizer.json").read_text(encoding="utf-8"))
    damage(content)
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(TokenizerError, match=complaint):
        Tokenizer.load(path)


@pytest.mark.parametrize("content", [b"", b"\xff", b'{"name": "a"', b"[1]", b'"text"'])
def test_a_file_that_is_no_json_object_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(TokenizerError, match=r"tokenizer\.json"):
        Tokenizer.load(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match=r"There is no .*nowhere\.json"):
        Tokenizer.load(tmp_path / "nowhere.json")


def test_the_file_is_made_to_be_read() -> None:
    lines = (data_dir() / "tokenizer.json").read_text(encoding="utf-8").splitlines()
    assert lines[1] == '  "name": "book-byte-bpe-v1",'
    assert lines[2] == '  "specials": {"BOS": 256, "EOS": 257, "PAD": 258},'
    assert sum('"rank"' in line for line in lines) == 32
