"""The whole matrix, pinned as a table to be read: `bug_matrix.txt` beside this file.

A changed verdict is a changed claim; then the table is changed by hand, with a reason.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import orjson
import pytest
import torch

from minigpt.bug_matrix import CHECK_NAMES, HEALTHY, BugMatrix
from minigpt.checks.lab import CHECKS, evidence
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.lab.verdict import Status, Verdict
from minigpt.config import ModelConfig
from minigpt.errors import RecordTooLongError, UnknownFaultError
from minigpt.faults import FAULTS, faults_of
from minigpt.lab_records import RECORDS
from minigpt.model import create_model
from minigpt.pipeline import healthy_pipeline
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer

#: Those that MG-1 can have; others are about what it has not: GELU, a tied head.
OF_MG1 = faults_of(ModelConfig.load(data_dir() / "config.json"))

SIGNS: dict[str, Status] = {"●": "caught", "○": "silent", "·": "not_applicable"}

#: The types of all kinds of evidence, by their "kind".
KINDS = {
    get_args(get_type_hints(kind)["kind"])[0]: kind
    for kind in vars(evidence).values()
    if isinstance(kind, type) and "kind" in kind.__annotations__
}


def pinned() -> dict[str, list[Status]]:
    """The table's rows by name."""
    text = Path(__file__).with_name("bug_matrix.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines()]
    return {
        row[0]: [SIGNS[sign] for sign in row[1:]]
        for row in rows
        if len(row) == 1 + len(CHECKS) and set(row[1:]) <= set(SIGNS)
    }


@pytest.fixture(scope="module")
def matrix(config: ModelConfig, tokenizer: Tokenizer) -> BugMatrix:
    return BugMatrix(create_model(config), tokenizer)


@pytest.fixture(scope="module")
def verdicts(matrix: BugMatrix) -> dict[str, list[Verdict]]:
    return {HEALTHY: matrix.verdicts(HEALTHY), **dict(matrix.rows())}


def by_check(row: list[Verdict]) -> dict[str, Verdict]:
    return {verdict.check: verdict for verdict in row}


@pytest.mark.parametrize("name", [HEALTHY, *OF_MG1])
def test_each_row_is_the_pinned_one(verdicts: dict[str, list[Verdict]], name: str) -> None:
    found = {verdict.check: verdict.status for verdict in verdicts[name]}
    assert found == dict(zip(CHECK_NAMES, pinned()[name], strict=True))


def test_the_table_has_all_rows_in_order() -> None:
    assert list(pinned()) == [HEALTHY, *OF_MG1]
    assert len(OF_MG1) == 28
    assert len(CHECK_NAMES) == 13


def test_every_fault_is_caught_and_shapes_notice_next_to_none() -> None:
    rows = {name: row for name, row in pinned().items() if name != HEALTHY}
    assert all("caught" in row for row in rows.values())
    unnoticed = [name for name, row in rows.items() if row[0] == "silent"]
    assert len(unnoticed) >= 8
    assert set(pinned()[HEALTHY]) == {"silent"}


@pytest.mark.parametrize("name", OF_MG1)
def test_a_check_that_does_not_look_would_see_nothing(
    config: ModelConfig, tokenizer: Tokenizer, name: str
) -> None:
    """Blank is a claim too: asked all the same, such a check stays silent."""
    context = Context(healthy_pipeline(create_model(config)), tokenizer, RECORDS)
    subject = Subject(FAULTS[name].apply(context.healthy), context)
    blank = [check for check in CHECKS.values() if not check.reads & FAULTS[name].pieces]
    assert [check.name for check in blank if check.run(subject).caught] == []


@pytest.mark.parametrize("name", [HEALTHY, *OF_MG1])
def test_evidence_is_plain_json_of_its_declared_kind(
    verdicts: dict[str, list[Verdict]], name: str
) -> None:
    for verdict in verdicts[name]:
        kind = KINDS[verdict.evidence["kind"]]
        assert verdict.evidence.keys() == get_type_hints(kind).keys()
        parsed = json.loads(orjson.dumps(verdict.evidence), parse_constant=pytest.fail)
        assert parsed["kind"] == verdict.evidence["kind"]


def test_evidence_of_a_leak(verdicts: dict[str, list[Verdict]]) -> None:
    """A query that sees one ahead: of those that must hold, the last position moves."""
    found = by_check(verdicts["mask-one-ahead"])["prefix-unchanged"].evidence
    held = [at for at in found["positions"] if at["must_hold"]]
    assert [at["healthy"] for at in held] == [0.0] * len(held)
    assert [at["faulty"] > 0 for at in held] == [False] * (len(held) - 1) + [True]
    assert found["moved"] == 1
    assert found["edits"][0]["position"] == len(held)
    assert all(edit["before"] != edit["after"] for edit in found["edits"])


def test_evidence_of_a_wrong_denominator(
    verdicts: dict[str, list[Verdict]], figures: dict[str, Any]
) -> None:
    """Exercise 3: the sum of 32 losses divided by 128 slots."""
    row = by_check(verdicts["padding-in-mean"])
    hand = row["loss-by-hand"].evidence
    assert (hand["wrong"], hand["divisor"]["expected"], hand["divisor"]["found"]) == (0, 32, 128)
    # Sums of 32 numbers near 5.67 in another order: rounding near 1e-14.
    assert hand["mean"]["expected"] == pytest.approx(figures["mean_loss"], abs=1e-12)
    assert hand["mean"]["found"] == pytest.approx(figures["mean_loss"] / 4, abs=1e-12)
    losses = row["padding-unchanged"].evidence["losses"]
    by_slots = {at["slots"]: at["faulty"] for at in losses}
    for slots in (17, 18, 64):
        expected = figures["mean_loss"] * 32 / (2 * slots)
        assert by_slots[slots] == pytest.approx(expected, abs=1e-12)


def test_evidence_of_lost_targets(verdicts: dict[str, list[Verdict]]) -> None:
    found = by_check(verdicts["eos-dropped"])
    events = found["scored-events"].evidence["figures"]
    assert [(one["name"], one["expected"], one["found"]) for one in events] == [
        ("targets", 32, 30),
        ("divisor", 32, 30),
    ]
    wrong = [
        at for at in found["shift-and-eos"].evidence["positions"] if at["expected"] != at["found"]
    ]
    assert [(at["record"], at["position"], at["expected"]) for at in wrong] == [
        (0, 14, 257),
        (1, 16, 257),
    ]


def test_evidence_of_the_wrong_softmax_axis(verdicts: dict[str, list[Verdict]]) -> None:
    """Each key's weights sum to 1 over the queries that see it; no query's do but by chance."""
    found = by_check(verdicts["softmax-over-queries"])["row-sums"].evidence
    for row in found["rows"]:
        assert row["over_queries"] == pytest.approx(row["expected"], abs=1e-12)
    assert found["wrong"] == 64  # 32 queries in 2 heads


def test_evidence_names_the_first_tensor_apart(verdicts: dict[str, list[Verdict]]) -> None:
    """In pipeline order it is what the fault declares, wherever the narrow batch shows it."""
    for name, fault in OF_MG1.items():
        verdict = by_check(verdicts[name])["full-scalar"]
        if verdict.status == "caught":
            assert verdict.evidence["first"]["name"] == fault.first


def test_evidence_of_gradients(verdicts: dict[str, list[Verdict]]) -> None:
    parameters = {
        one["name"]: one
        for one in by_check(verdicts["output-projection-dropped"])["gradients-reach"].evidence[
            "parameters"
        ]
    }
    missed = [name for name, one in parameters.items() if not one["reached"]]
    assert missed == ["blocks.0.wo"]
    assert parameters["blocks.0.wo"]["faulty"] is None
    assert parameters["blocks.0.wo"]["healthy"] > 0


def test_evidence_of_uniform_logits(verdicts: dict[str, list[Verdict]]) -> None:
    """A second softmax cannot be seen there: the softmax of equal numbers is equal numbers."""
    twice = by_check(verdicts["softmax-twice"])["uniform-loss"].evidence["figures"]
    assert [one["slots"] for one in twice] == [17, 18, 64]
    assert all(one["expected"] == math.log(291) for one in twice)
    narrow = by_check(verdicts["float32"])["uniform-loss"].evidence["figures"]
    # Within a few roundings of 2^-24 of the right number, and so not within 1e-12.
    assert narrow[0]["found"] == pytest.approx(math.log(291), rel=1e-6)
    assert not narrow[0]["agrees"]


def test_every_fault_is_caught_in_another_model_too(
    tokenizer: Tokenizer, other_config: Callable[..., ModelConfig]
) -> None:
    config = other_config(blocks=2, heads=4, ffn_width=24, context_length=40)
    matrix = BugMatrix(create_model(config), tokenizer)
    assert {verdict.status for verdict in matrix.verdicts(HEALTHY)} == {"silent"}
    unnoticed = [name for name, row in matrix.rows() if "caught" not in {one.status for one in row}]
    assert unnoticed == []


def test_the_model_is_left_as_it_was(config: ModelConfig, tokenizer: Tokenizer) -> None:
    model, untouched = create_model(config), create_model(config)
    matrix = BugMatrix(model, tokenizer)
    for name in ("masked-rows-nan", "embeddings-tied", "float32"):
        matrix.verdicts(name)
    assert model.state_dict().keys() == untouched.state_dict().keys()
    for name, parameter in model.named_parameters():
        assert torch.equal(parameter, untouched.get_parameter(name))
        assert parameter.grad is None


def test_an_unknown_fault_is_refused(matrix: BugMatrix) -> None:
    with pytest.raises(UnknownFaultError, match="mask-missing") as caught:
        matrix.verdicts("nope")
    assert caught.value.details["known"] == list(OF_MG1)


def test_records_that_do_not_fit_are_refused(
    tokenizer: Tokenizer, other_config: Callable[..., ModelConfig]
) -> None:
    matrix = BugMatrix(create_model(other_config(context_length=8)), tokenizer)
    with pytest.raises(RecordTooLongError):
        matrix.verdicts(HEALTHY)
