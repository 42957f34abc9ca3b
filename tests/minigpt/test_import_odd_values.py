"""Values in a checkpoint that no program of the three writes: refused by name, or left out so."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
import torch

from minigpt.config import MOST_NUMBERS
from minigpt.errors import MiniGPTError
from minigpt.importing import Answers, import_checkpoint, read_checkpoint
from minigpt.importing.errors import (
    ImportAnswerError,
    ImportFileError,
    ImportSettingError,
    TensorShapeError,
    TensorUnknownError,
)
from minigpt.importing.model_folder import REPORT, origins_in, write_model_folder
from tests.minigpt.foreign_models import SIZES, nanogpt_state, with_masks
from tests.minigpt.importing import imported_from, logits_of, saved
from tests.minigpt.test_import_gpt2 import changed, folder_of, ids, library_logits

HUGE = 10**400
HEADS = Answers(heads=SIZES.heads)
#: A name that clears a terminal's screen and sets its title, and half of a surrogate pair.
HOSTILE, HARMLESS = (
    "\x1b[2J\x1b]0;pwn\x07\x9b\u202e\ud800x",
    r"\x1b[2J\x1b]0;pwn\x07\x9b\u202e\ud800x",
)


def nanogpt_file(**beside: object) -> dict[str, Any]:
    """A file with settings, and more beside them."""
    return {"model": nanogpt_state(), "model_args": SIZES.model_args} | beside


def told(folder: Path, **beside: object) -> str:
    """All that a report has found, as it goes out."""
    report = read_checkpoint(saved(folder, nanogpt_file(**beside)))
    return " | ".join(
        each["text"] for each in orjson.loads(orjson.dumps(report.to_dict()))["found"]
    )


@pytest.mark.parametrize("count", [HUGE, 10**30, 1 << 53, -1, 2.5, True, "9", torch.tensor(5)])
def test_a_count_of_updates_that_is_none_is_left_out_and_said(
    tmp_path: Path, count: object
) -> None:
    assert "iter_num is no whole number from 0 to" in told(tmp_path, iter_num=count)
    assert imported_from(tmp_path, nanogpt_file(iter_num=count)).updates == 0


def test_a_count_of_updates_is_kept(tmp_path: Path) -> None:
    assert "iter_num 9007199254740991" in told(tmp_path, iter_num=(1 << 53) - 1)
    assert imported_from(tmp_path, nanogpt_file(iter_num=2000)).updates == 2000


@pytest.mark.parametrize(
    "loss", [HUGE, "1.4", None, torch.ones(2), torch.tensor(1j), torch.tensor(True), [1.5]]
)
def test_a_loss_that_is_no_number_is_left_out_and_said(tmp_path: Path, loss: object) -> None:
    assert "best_val_loss is no single number: not read" in told(tmp_path, best_val_loss=loss)


@pytest.mark.parametrize(
    ("loss", "shown"),
    [
        (torch.tensor(1.47), "1.47"),
        (torch.tensor(1.47).item(), "1.47"),
        (torch.tensor([1.47], dtype=torch.float64), "1.47"),
        (torch.tensor(1.4697, dtype=torch.bfloat16), "1.46875"),
        (1.47, "1.47"),
        (1 / 3, "0.3333333333"),
        (1e9, "1e+09"),
        (float("inf"), "inf"),
        (1e300, "1e+300"),
    ],
)
def test_a_loss_is_as_short_as_its_type_tells_it(tmp_path: Path, loss: object, shown: str) -> None:
    assert f"best_val_loss {shown}" in told(tmp_path, best_val_loss=loss).split(" | ")


def nested() -> torch.Tensor:
    """PyTorch warns that this kind may change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made: torch.Tensor = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(1, 3)])
    return made


@pytest.mark.parametrize(
    ("kind", "function"),
    [
        (lambda: torch.empty((), device="meta"), "_rebuild_meta_tensor_no_storage"),
        (lambda: torch.eye(3).to_sparse(), "_rebuild_sparse_tensor"),
        (nested, "_rebuild_nested_tensor"),
    ],
)
def test_a_tensor_without_plain_numbers_is_refused_by_what_makes_it(
    tmp_path: Path, kind: Callable[[], torch.Tensor], function: str
) -> None:
    for content in (nanogpt_file(best_val_loss=kind()), {"transformer.wte.weight": kind()}):
        with pytest.raises(ImportFileError, match=function):
            read_checkpoint(saved(tmp_path, content))


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({1: 2, "x": 3}, "'x' is not known here"),
        ({(1, 2): 2, None: 1}, r"\(1, 2\) is not known here"),
        ({"dropout": HUGE}, "dropout must be a number from 0 to below 1"),
        ({"dropout": -HUGE}, "dropout must be a number from 0 to below 1"),
        ({"n_head": HUGE}, f"n_head must be a whole number from 1 to {MOST_NUMBERS:,}"),
        ({"vocab_size": MOST_NUMBERS + 1}, "vocab_size must be a whole number from 1 to"),
        ({HOSTILE: 1}, "is not known here"),
    ],
)
def test_a_setting_of_nanogpt_that_is_none_is_refused_by_name(
    tmp_path: Path, setting: dict[object, object], sentence: str
) -> None:
    path = saved(tmp_path, nanogpt_file(model_args=SIZES.model_args | setting))
    with pytest.raises(ImportSettingError, match=sentence) as refused:
        read_checkpoint(path)
    check_goes_out(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("layer_norm_epsilon", HUGE),
        ("resid_pdrop", HUGE),
        ("vocab_size", 10**30),
        ("n_positions", 10**30),
        ("quantization_config", {"a": [[[[[1]]]]] * 1000}),
        ("activation_function", "\ud800"),
    ],
)
def test_a_setting_of_gpt2_that_is_none_is_refused_by_name(
    tmp_path: Path, name: str, value: object
) -> None:
    with pytest.raises(ImportSettingError, match=name) as refused:
        read_checkpoint(changed(folder_of(tmp_path), **{name: value}))
    check_goes_out(refused.value)
    assert len(refused.value.message) < 300


def check_goes_out(refused: MiniGPTError) -> None:
    """As JSON, and on a terminal that obeys nothing in it."""
    orjson.dumps([refused.message, refused.details])
    assert "\x1b" not in refused.message
    refused.message.encode()


def test_a_complex_number_is_no_filling_of_a_mask(tmp_path: Path) -> None:
    state = with_masks(nanogpt_state())
    state["transformer.h.0.attn.masked_bias"] = torch.tensor(-1j)
    with pytest.raises(TensorShapeError, match="masked_bias"):
        imported_from(tmp_path, state, HEADS)


def test_a_name_that_acts_is_shown_and_does_nothing(tmp_path: Path) -> None:
    with pytest.raises(TensorUnknownError) as refused:
        imported_from(tmp_path, nanogpt_state() | {HOSTILE: torch.ones(2)}, HEADS)
    assert HARMLESS in refused.value.message
    assert refused.value.details["tensor"] == HARMLESS
    check_goes_out(refused.value)
    assert HARMLESS in told(tmp_path, **{HOSTILE: 1})
    assert HARMLESS in " ".join(
        read_checkpoint(changed(folder_of(tmp_path / "gpt2"), **{HOSTILE: 1})).statements.found
    )


def test_a_name_that_acts_is_written_and_read_harmless(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    write_model_folder(imported_from(tmp_path, nanogpt_file(**{HOSTILE: 1})), folder)
    written = json.loads((folder / REPORT).read_bytes())
    assert HARMLESS in str([each["text"] for each in written["found"]]).replace("\\\\", "\\")
    (folder / REPORT).write_text(json.dumps({"file": HOSTILE, "origins": []}), "utf-8")
    assert origins_in(folder) == {"file": HARMLESS, "origins": []}


ALIASES = {
    "hidden_size": "n_embd",
    "num_attention_heads": "n_head",
    "num_hidden_layers": "n_layer",
    "max_position_embeddings": "n_positions",
}


def with_aliases(folder: Path) -> Path:
    """The library's other names for the same sizes, and those alone."""
    made = folder_of(folder)
    path = made / "config.json"
    settings = orjson.loads(path.read_bytes())
    for alias, name in ALIASES.items():
        settings[alias] = settings.pop(name)
    path.write_bytes(orjson.dumps(settings))
    return made


def test_other_names_of_the_same_settings_are_read(tmp_path: Path) -> None:
    folder = with_aliases(tmp_path)
    imported = import_checkpoint(folder)
    assert (imported.config.heads, imported.config.width) == (3, 12)
    assert (logits_of(imported, ids()) - library_logits(folder)).abs().max() < 1e-5
    assert "num_attention_heads" not in " ".join(imported.report.statements.found)
    with pytest.raises(ImportAnswerError, match="says 3 heads, not 2"):
        read_checkpoint(folder, Answers(heads=2))


@pytest.mark.parametrize("alias", ALIASES)
def test_two_names_of_a_setting_with_two_values_are_refused(tmp_path: Path, alias: str) -> None:
    folder = changed(folder_of(tmp_path), **{alias: 1})
    with pytest.raises(ImportSettingError, match=f"{alias} is 1, {ALIASES[alias]} is"):
        read_checkpoint(folder)
    settings = orjson.loads((folder / "config.json").read_bytes())
    changed(folder, **{alias: settings[ALIASES[alias]]})
    assert read_checkpoint(folder).ready
    assert read_checkpoint(changed(folder, **{alias: None})).ready


def test_settings_that_change_no_logit_are_no_reason_to_refuse(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    plain = library_logits(folder)
    imported = import_checkpoint(changed(folder, is_decoder=True))
    assert (library_logits(folder) - plain).abs().max() == 0
    assert (logits_of(imported, ids()) - plain).abs().max() < 1e-5
    assert "is_decoder" in " ".join(imported.report.statements.found)
    assert read_checkpoint(changed(folder, add_cross_attention=None)).ready
