"""GPT-2 in Hugging Face's layout, against that library: the same folder opened by both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch
import transformers
from torch import Tensor

from minigpt.importing import Answers, ImportedModel, import_checkpoint, read_checkpoint
from minigpt.importing.errors import (
    ImportAnswerError,
    ImportLayoutError,
    ImportSettingError,
    TensorShapeError,
)
from tests.minigpt.importing import assumed, logits_of, saved

#: Two programs that add in different orders, in float32, logits of a few units.
CLOSE = 1e-5
WIDTH, CONTEXT, VOCABULARY = 12, 9, 19


def folder_of(path: Path, **settings: Any) -> Path:
    """A folder as the library saves it: random numbers everywhere, hidden width not 4 C."""
    transformers.logging.disable_progress_bar()
    told = {"n_inner": 20, "bos_token_id": 0, "eos_token_id": 0} | settings
    config = transformers.GPT2Config(
        vocab_size=VOCABULARY, n_positions=CONTEXT, n_embd=WIDTH, n_layer=2, n_head=3, **told
    )
    model = transformers.GPT2LMHeadModel(config)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            about = 1.0 if "ln_" in name and name.endswith("weight") else 0.0
            parameter.copy_(about + 0.3 * torch.randn(parameter.shape, generator=generator))
    model.save_pretrained(path)
    return path


def changed(folder: Path, **settings: object) -> Path:
    """The same folder with other settings in its config.json."""
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | settings), "utf-8")
    return folder


def state_of(folder: Path) -> dict[str, Tensor]:
    return safetensors.torch.load_file(folder / "model.safetensors")


def ids() -> Tensor:
    generator = torch.Generator().manual_seed(5)
    return torch.randint(VOCABULARY, (2, CONTEXT), generator=generator)


def library_logits(folder: Path) -> Tensor:
    model = transformers.GPT2LMHeadModel.from_pretrained(folder, dtype=torch.float32).eval()
    with torch.no_grad():
        logits: Tensor = model(ids()).logits
    return logits


def check_agreement(folder: Path) -> ImportedModel:
    imported = import_checkpoint(folder)
    theirs = library_logits(folder)
    assert theirs.abs().max() > 1  # logits that are all small would agree by themselves
    assert (logits_of(imported, ids()) - theirs).abs().max() < CLOSE
    return imported


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("gelu_new", "gelu_tanh"),
        ("gelu_pytorch_tanh", "gelu_tanh"),
        ("gelu_fast", "gelu_tanh"),
        ("gelu", "gelu"),
        ("relu", "relu"),
    ],
)
def test_the_logits_are_the_librarys_with_every_activation(
    tmp_path: Path, theirs: str, ours: str
) -> None:
    imported = check_agreement(folder_of(tmp_path, activation_function=theirs))
    assert imported.config.activation == ours
    assert theirs in assumed(imported, "activation").reason


def test_a_tied_head_is_not_in_the_file_and_not_twice_in_the_model(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    assert "lm_head.weight" not in state_of(folder)
    imported = check_agreement(folder)
    assert imported.config.tied_head
    count = sum(parameter.numel() for parameter in imported.model.parameters())
    assert count == transformers.GPT2LMHeadModel.from_pretrained(folder).num_parameters()


def test_a_head_of_its_own_is_another_matrix(tmp_path: Path) -> None:
    imported = check_agreement(folder_of(tmp_path, tie_word_embeddings=False))
    assert not imported.config.tied_head


def test_two_matrices_stay_two_where_the_config_says_so(tmp_path: Path) -> None:
    """Equal now; trained on, they would part."""
    folder = folder_of(tmp_path)
    state = state_of(folder)
    state["lm_head.weight"] = state["transformer.wte.weight"].clone()
    safetensors.torch.save_file(state, folder / "model.safetensors")
    assert import_checkpoint(folder).config.tied_head
    assert not import_checkpoint(changed(folder, tie_word_embeddings=False)).config.tied_head


def test_the_usual_hidden_width_and_another_epsilon(tmp_path: Path) -> None:
    imported = check_agreement(folder_of(tmp_path, n_inner=None, layer_norm_epsilon=0.01))
    assert imported.config.ffn_width == 4 * WIDTH
    assert imported.config.norm_epsilon == 0.01


def test_a_hidden_width_that_the_tensors_contradict_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TensorShapeError, match=r"h\.0\.mlp\.c_fc\.weight"):
        read_checkpoint(changed(folder_of(tmp_path), n_inner=24))


def test_half_precision(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    half = {name: tensor.half() for name, tensor in state_of(folder).items()}
    safetensors.torch.save_file(half, folder / "model.safetensors", {"format": "pt"})
    imported = check_agreement(folder)
    assert "28 tensors of float16, read as float32: the same numbers" in (
        imported.report.statements.found
    )


def test_old_files_have_masks_and_no_prefix(tmp_path: Path) -> None:
    """As the library wrote them for years, and the released GPT-2 still is."""
    folder = folder_of(tmp_path)
    theirs = library_logits(folder)
    state = {name.removeprefix("transformer."): each for name, each in state_of(folder).items()}
    for block in range(2):
        state[f"h.{block}.attn.bias"] = torch.ones(1, 1, CONTEXT, CONTEXT, dtype=torch.uint8).tril()
        state[f"h.{block}.attn.masked_bias"] = torch.tensor(-1e4)
    (folder / "model.safetensors").unlink()
    torch.save(state, folder / "pytorch_model.bin")
    imported = import_checkpoint(folder)
    assert (logits_of(imported, ids()) - theirs).abs().max() < CLOSE
    assert len(imported.report.statements.ignored) == 4


@pytest.mark.parametrize("value", [torch.tensor(1e4), torch.full((12,), -1e4)])
def test_what_a_mask_would_fill_in_is_one_negative_number(tmp_path: Path, value: Tensor) -> None:
    folder = folder_of(tmp_path)
    state = state_of(folder) | {"transformer.h.0.attn.masked_bias": value}
    safetensors.torch.save_file(state, folder / "model.safetensors")
    with pytest.raises(TensorShapeError, match=r"h\.0\.attn\.masked_bias"):
        read_checkpoint(folder)


def test_the_tensors_alone_are_asked_for_their_heads(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "whole")
    path = saved(tmp_path, state_of(folder))
    report = read_checkpoint(path)
    assert report.layout == "gpt2"
    assert [needed.what for needed in report.statements.needed] == ["heads"]
    imported = import_checkpoint(path, Answers(heads=3))
    assert (logits_of(imported, ids()) - library_logits(folder)).abs().max() < CLOSE
    assert assumed(imported, "activation").choices == ("gelu", "gelu_tanh")


@pytest.mark.parametrize(
    "setting",
    [
        {"scale_attn_weights": False},
        {"scale_attn_by_inverse_layer_idx": True},
        {"reorder_and_upcast_attn": True},
        {"add_cross_attention": True},
        {"activation_function": "silu"},
        {"activation_function": ["gelu"]},
        {"quantization_config": {"bits": 8}},
        {"n_head": 5},
        {"n_layer": "2"},
        {"layer_norm_epsilon": -1},
        {"resid_pdrop": 1},
        {"tie_word_embeddings": "no"},
    ],
    ids=lambda setting: "-".join(f"{name} {value}" for name, value in setting.items()),
)
def test_what_is_not_computed_here_is_refused_by_name(
    tmp_path: Path, setting: dict[str, object]
) -> None:
    folder = changed(folder_of(tmp_path), **setting)
    (name,) = setting
    # The number of heads is told by its own sentence.
    with pytest.raises(ImportSettingError, match="5 heads" if name == "n_head" else name):
        read_checkpoint(folder)


def test_the_library_agrees_that_those_settings_matter(tmp_path: Path) -> None:
    """Read as if they were not there, the logits would be wrong: refusing is no caution."""
    folder = folder_of(tmp_path)
    plain = library_logits(folder)
    for setting in ({"scale_attn_weights": False}, {"scale_attn_by_inverse_layer_idx": True}):
        other = library_logits(changed(folder, **setting))
        assert (other - plain).abs().max() > 10 * CLOSE
        changed(folder, scale_attn_weights=True)


def test_other_kinds_of_model_are_refused(tmp_path: Path) -> None:
    folder = changed(folder_of(tmp_path), model_type="gpt_neo")
    with pytest.raises(ImportLayoutError, match="gpt_neo"):
        read_checkpoint(folder)


def test_an_activation_that_the_config_contradicts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportAnswerError, match="gelu_new"):
        read_checkpoint(folder_of(tmp_path), Answers(activation="gelu"))


def test_settings_that_nothing_uses_are_named(tmp_path: Path) -> None:
    found = " ".join(read_checkpoint(folder_of(tmp_path)).statements.found)
    assert "nothing here uses" in found
    assert "summary_type" in found


def test_rates_of_dropout_that_differ_are_one_and_said(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, resid_pdrop=0.2, attn_pdrop=0.1, embd_pdrop=0.1)
    imported = check_agreement(folder)
    assert imported.config.dropout == 0.2
    assert "attn_pdrop 0.1" in assumed(imported, "dropout").reason
