"""nanoGPT's checkpoints, against a pass of its layers written for these tests."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from minigpt.importing import Answers, ImportedModel, read_checkpoint
from minigpt.importing.errors import (
    ImportAnswerError,
    ImportSettingError,
    ImportUnansweredError,
    TensorMissingError,
    TensorShapeError,
    TensorUnknownError,
)
from tests.minigpt.foreign_models import (
    SIZES,
    Gelu,
    State,
    nanogpt_logits,
    nanogpt_state,
    with_masks,
)
from tests.minigpt.importing import assumed, imported_from, logits_of, saved

#: Two programs that add in different orders, in float32, logits of a few units.
CLOSE = 1e-5


def checkpoint(state: State, **settings: object) -> dict[str, object]:
    """As train.py saves it."""
    return {
        "model": state,
        "optimizer": {"state": {}, "param_groups": []},
        "model_args": SIZES.model_args | settings,
        "iter_num": 250,
        "best_val_loss": torch.tensor(1.5),
        "config": {"dataset": "shakespeare_char"},
    }


@pytest.mark.parametrize(("activation", "gelu"), [("gelu", "none"), ("gelu_tanh", "tanh")])
def test_the_logits_are_nanogpts(tmp_path: Path, activation: str, gelu: Gelu) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    imported = imported_from(tmp_path, checkpoint(state), Answers(activation=activation))
    theirs = nanogpt_logits(state, ids, SIZES.heads, gelu)
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    other: Gelu = "none" if gelu == "tanh" else "tanh"
    # The other form is another model, by more than the tolerance: the choice is no formality.
    assert (nanogpt_logits(state, ids, SIZES.heads, other) - theirs).abs().max() > 10 * CLOSE


def test_without_biases_there_are_no_offsets_either(tmp_path: Path) -> None:
    state, ids = nanogpt_state(bias=False), SIZES.ids()
    imported = imported_from(tmp_path, checkpoint(state, bias=False))
    theirs = nanogpt_logits(state, ids, SIZES.heads, "none")
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    config = imported.config
    assert not any((config.attention_bias, config.ffn_bias, config.norm_bias, config.head_bias))
    assert not [name for name in imported.model.state_dict() if "offset" in name or ".b" in name]


def test_the_report_says_what_the_file_says_and_what_it_does_not(tmp_path: Path) -> None:
    imported = imported_from(tmp_path, checkpoint(nanogpt_state()))
    report = imported.report.to_dict()
    assert (report["layout"], report["ready"], report["needed"]) == ("nanogpt", True, [])
    found = imported.report.statements.found
    block = 2 * 24 + (12 * 36 + 36) + (12 * 12 + 12) + (12 * 28 + 28) + (28 * 12 + 12)
    count = 19 * 12 + 9 * 12 + 2 * block + 24  # tables, blocks, final norm
    assert f"29 tensors, 1 set aside; {count:,} parameters" in found
    assert "3 heads of 4, as model_args says" in found
    assert "iter_num 250" in found
    assert "best_val_loss 1.5" in found
    assert "also in the file, and not read: config, optimizer" in found
    activation = assumed(imported, "activation")
    assert activation.value == "gelu"
    assert "4.73e-4" in activation.reason
    assert activation.choices == ("gelu", "gelu_tanh")
    assert assumed(imported, "matrices").value == "out × in"
    assert assumed(imported, "head").value == "tied"
    assert assumed(imported, "tokenizer").value == "ids"
    assert imported.updates == 250


def test_every_parameter_has_an_origin_and_every_tensor_a_place(tmp_path: Path) -> None:
    imported = imported_from(tmp_path, checkpoint(nanogpt_state()))
    origins = {origin.parameter: origin for origin in imported.report.origins}
    assert origins.keys() == imported.model.state_dict().keys()
    key = origins["blocks.1.wk"]
    assert key.source == "transformer.h.1.attn.c_attn.weight"
    assert key.transform == "split q|k|v: rows 12–23, transposed"
    assert origins["blocks.1.bv"].transform == "split q|k|v: elements 24–35"
    assert origins["blocks.0.w1"].transform == "transposed"
    assert origins["token_embedding"].transform == "as is"
    for parameter, origin in origins.items():
        assert origin.shape == tuple(imported.model.state_dict()[parameter].shape)
    used = {origin.source for origin in origins.values()}
    assert used | {"lm_head.weight"} == set(nanogpt_state())


@pytest.mark.parametrize(
    "prefixes", ["_orig_mod.", "module.", "module._orig_mod.", "_orig_mod.module."]
)
def test_prefixes_of_wrappers_change_no_bit(tmp_path: Path, prefixes: str) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    plain = imported_from(tmp_path, checkpoint(state))
    wrapped = {prefixes + name: tensor for name, tensor in state.items()}
    imported = imported_from(tmp_path, checkpoint(wrapped))
    assert torch.equal(logits_of(imported, ids), logits_of(plain, ids))
    found = " ".join(imported.report.statements.found)
    assert all(part + "." in found for part in prefixes.strip(".").split("."))
    assert "taken off 29 names" in found
    origins = {origin.parameter: origin.source for origin in imported.report.origins}
    assert origins["token_embedding"] == f"{prefixes}transformer.wte.weight"


def test_two_tensors_that_a_prefix_kept_apart_are_refused(tmp_path: Path) -> None:
    state = nanogpt_state()
    state["module.lm_head.weight"] = state["lm_head.weight"] + 1
    with pytest.raises(TensorUnknownError, match=r"module\.lm_head\.weight"):
        imported_from(tmp_path, checkpoint(state))


def test_masks_are_set_aside_with_the_reason(tmp_path: Path) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    plain = imported_from(tmp_path, checkpoint(state))
    masked = imported_from(tmp_path, checkpoint(with_masks(state)))
    assert torch.equal(logits_of(masked, ids), logits_of(plain, ids))
    ignored = {each.name: each.reason for each in masked.report.statements.ignored}
    assert "triangle" in ignored["transformer.h.1.attn.bias"]


@pytest.mark.parametrize(
    "spoilt",
    [
        torch.ones(1, 1, SIZES.context, SIZES.context),
        torch.ones(1, 1, SIZES.context, SIZES.context).triu(),
        torch.randn(3 * SIZES.width),
        torch.ones(1, 1, 4, 4).tril(),
    ],
    ids=["all ones", "upper triangle", "a bias in truth", "of another size"],
)
def test_what_is_called_a_mask_and_is_none_is_refused(tmp_path: Path, spoilt: torch.Tensor) -> None:
    state = nanogpt_state() | {"transformer.h.0.attn.bias": spoilt}
    with pytest.raises(TensorShapeError, match=r"transformer\.h\.0\.attn\.bias"):
        imported_from(tmp_path, checkpoint(state))


def test_a_bare_state_dict_is_asked_for_its_heads(tmp_path: Path) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    path = saved(tmp_path, state)
    report = read_checkpoint(path)
    assert (report.ready, report.config) == (False, None)
    (needed,) = report.statements.needed
    assert (needed.what, needed.choices) == ("heads", [1, 2, 3, 4, 6, 12])
    with pytest.raises(ImportUnansweredError, match="heads") as refused:
        imported_from(tmp_path, state)
    assert refused.value.details == {"needed": ["heads"]}
    imported = imported_from(tmp_path, state, Answers(heads=3))
    theirs = nanogpt_logits(state, ids, 3, "none")
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    # Heads are no formality either.
    assert (nanogpt_logits(state, ids, 2, "none") - theirs).abs().max() > 10 * CLOSE
    assert assumed(imported, "heads").choices == [1, 2, 3, 4, 6, 12]


@pytest.mark.parametrize("heads", [5, 24])
def test_heads_that_do_not_divide_the_width_are_refused(tmp_path: Path, heads: int) -> None:
    with pytest.raises(ImportAnswerError, match="12"):
        imported_from(tmp_path, nanogpt_state(), Answers(heads=heads))
    with pytest.raises(ImportSettingError, match="model_args"):
        imported_from(tmp_path, checkpoint(nanogpt_state(), n_head=heads))


def test_an_answer_that_the_file_contradicts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportAnswerError, match="3 heads, not 4"):
        imported_from(tmp_path, checkpoint(nanogpt_state()), Answers(heads=4))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"heads": 0}, "heads"),
        ({"heads": True}, "heads"),
        ({"activation": "relu"}, "activation must be gelu or gelu_tanh"),
        ({"tokenizer": "guess"}, "tokenizer must be file or ids"),
        ({"depth": 3}, "Nothing asks for 'depth'"),
    ],
)
def test_answers_to_nothing_are_refused(said: dict[str, object], sentence: str) -> None:
    with pytest.raises(ImportAnswerError, match=sentence):
        Answers.from_dict(said)


@pytest.mark.parametrize("setting", ["vocab_size", "n_embd", "block_size"])
def test_settings_that_the_tensors_contradict_are_refused(tmp_path: Path, setting: str) -> None:
    args = SIZES.model_args
    with pytest.raises(TensorShapeError, match=r"transformer\.w[tp]e\.weight"):
        imported_from(tmp_path, checkpoint(nanogpt_state(), **{setting: args[setting] * 2}))


def test_biases_are_all_there_or_none_as_the_settings_say(tmp_path: Path) -> None:
    with pytest.raises(TensorMissingError, match=r"h\.0\.ln_1\.bias"):
        imported_from(tmp_path, checkpoint(nanogpt_state(bias=False), bias=True))
    with pytest.raises(TensorUnknownError, match="bias"):
        imported_from(tmp_path, checkpoint(nanogpt_state(bias=True), bias=False))


@pytest.mark.parametrize("setting", [{"rotary": True}, {"n_layer": 0}, {"dropout": 1.5}])
def test_a_setting_that_is_not_known_or_impossible_is_refused(
    tmp_path: Path, setting: dict[str, object]
) -> None:
    with pytest.raises(ImportSettingError, match=next(iter(setting))):
        imported_from(tmp_path, checkpoint(nanogpt_state(), **setting))


def test_a_head_of_its_own_is_kept(tmp_path: Path) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    state["lm_head.weight"] = state["lm_head.weight"].flip(0)
    imported = imported_from(tmp_path, checkpoint(state))
    theirs = nanogpt_logits(state, ids, SIZES.heads, "none")
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE
    assert not imported.config.tied_head
    tied = imported_from(tmp_path, checkpoint(nanogpt_state()))
    assert _count(imported) - _count(tied) == SIZES.vocabulary * SIZES.width


def test_a_head_that_is_missing_is_the_embedding_or_is_asked_about(tmp_path: Path) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    theirs = nanogpt_logits(state, ids, SIZES.heads, "none")
    del state["lm_head.weight"]
    assert (logits_of(imported_from(tmp_path, checkpoint(state)), ids) - theirs).abs().max() < CLOSE
    # Alone it might be minGPT's, whose head would be lost then.
    heads = Answers(heads=3)
    report = read_checkpoint(saved(tmp_path, state), heads)
    assert [needed.what for needed in report.statements.needed] == ["head"]
    imported = imported_from(tmp_path, state, Answers(heads=3, head="tied"))
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE


def test_a_head_with_a_bias_keeps_it(tmp_path: Path) -> None:
    state, ids = nanogpt_state(), SIZES.ids()
    bias = torch.arange(SIZES.vocabulary) / 7
    imported = imported_from(tmp_path, checkpoint(state | {"lm_head.bias": bias}))
    theirs = nanogpt_logits(state, ids, SIZES.heads, "none") + bias
    assert (logits_of(imported, ids) - theirs).abs().max() < CLOSE


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_widened_exactly_and_said(tmp_path: Path, dtype: torch.dtype) -> None:
    narrow = {name: tensor.to(dtype) for name, tensor in nanogpt_state().items()}
    wide = {name: tensor.float() for name, tensor in narrow.items()}
    imported = imported_from(tmp_path, checkpoint(narrow))
    theirs = nanogpt_logits(wide, SIZES.ids(), SIZES.heads, "none")
    assert (logits_of(imported, SIZES.ids()) - theirs).abs().max() < CLOSE
    assert imported.config.dtype == "float32"
    kind = str(dtype).removeprefix("torch.")
    said = f"29 tensors of {kind}, read as float32: the same numbers"
    assert said in imported.report.statements.found


def test_double_precision_stays(tmp_path: Path) -> None:
    state = {name: tensor.double() for name, tensor in nanogpt_state().items()}
    imported = imported_from(tmp_path, checkpoint(state))
    theirs = nanogpt_logits(state, SIZES.ids(), SIZES.heads, "none")
    assert imported.config.dtype == "float64"
    assert (logits_of(imported, SIZES.ids()) - theirs).abs().max() < 1e-12


def _count(imported: ImportedModel) -> int:
    return sum(parameter.numel() for parameter in imported.model.parameters())
