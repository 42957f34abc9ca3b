"""A trace as a file holds every bit of it, says what it is, and needs no pickle.

What comes back is read by numpy, safetensors and Python's own json, and compared with the
tensors that torch computed, not with what the exporter made of them.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors
import safetensors.numpy

from minigpt import load, position_table, trace_records
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.cli.main import main
from minigpt.errors import ExportFormatError
from minigpt.export import Format, export_trace, file_name, format_of
from minigpt.identity import identities
from minigpt.resources import data_dir
from minigpt.traced_records import TracedRecords

MADE_OF = {"config": "c0", "tokenizer": "70"}
TEXTS = ("The key is red. Answer: red.", 'quotes " and\nlines, 钥匙')


@pytest.fixture(scope="module", params=[False, True], ids=["cut", "padded"])
def traced(request: pytest.FixtureRequest) -> TracedRecords:
    return trace_records(load(), TEXTS, padded=request.param)


def arrays_of(traced: TracedRecords, form: Format) -> dict[str, np.ndarray[Any, Any]]:
    """What a reader of the file gets, by the libraries' own readers."""
    content = export_trace(traced.document(), form, MADE_OF)
    if form == "safetensors":
        found: dict[str, np.ndarray[Any, Any]] = safetensors.numpy.load(content)
        return found
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files if name != "metadata"}


@pytest.mark.parametrize("form", ["npz", "safetensors"])
def test_every_tensor_comes_back_bit_for_bit(traced: TracedRecords, form: Format) -> None:
    found = arrays_of(traced, form)
    trace = traced.trace
    for record, length in enumerate(trace.batch.lengths):
        n = trace.batch.ids.shape[1] if traced.padded else length
        for name in INPUT_TENSORS | OUTPUT_TENSORS:
            tensor = (trace.inputs | trace.outputs)[name].numpy()
            whole = tensor if name == "position_embedding" else tensor[record]
            assert found[f"record{record}.{name}"].tobytes() == whole[:n].tobytes()
        for name in BLOCK_TENSORS:
            tensor = trace.blocks[0][name][record].numpy()
            own = tensor[:n] if tensor.ndim == 2 else tensor[:, :n]
            own = own[..., :n] if name in ("scores", "visible", "weights") else own
            got = found[f"record{record}.blocks.0.{name}"]
            if name == "scores":
                seen = trace.blocks[0]["visible"][record].numpy()[:, :n, :n]
                seen = np.broadcast_to(seen, got.shape)
                assert np.isnan(got[~seen]).all()
                got, own = got[seen], own[seen]
            assert got.dtype == own.dtype
            assert got.tobytes() == np.ascontiguousarray(own).tobytes(), name


@pytest.mark.parametrize("form", ["npz", "safetensors"])
def test_ids_losses_and_the_whole_are_there(traced: TracedRecords, form: Format) -> None:
    found = arrays_of(traced, form)
    batch, output = traced.trace.batch, traced.trace.output
    assert output.loss is not None
    assert output.losses is not None
    for record, length in enumerate(batch.lengths):
        assert found[f"record{record}.ids"][:length].tolist() == batch.ids[record, :length].tolist()
        losses = found[f"record{record}.losses"]
        assert losses[:length].tobytes() == output.losses[record, :length].numpy().tobytes()
        assert np.isnan(losses[length:]).all()
        assert found[f"record{record}.valid"].sum() == length
    assert found["loss"].shape == ()
    assert found["loss"].item() == output.loss.item()
    assert found["scored_events"].item() == output.scored_events
    per_record = 4 + len(INPUT_TENSORS) + len(BLOCK_TENSORS) + len(OUTPUT_TENSORS)
    assert len(found) == 2 + 2 * per_record
    assert all(array.dtype != object for array in found.values())


def test_json_reads_back_to_the_same_floats(traced: TracedRecords) -> None:
    document = json.loads(export_trace(traced.document(), "json", MADE_OF))
    for record, found in enumerate(document["records"]):
        logits = np.array(found["tensors"]["logits"])
        own = traced.trace.outputs["logits"][record].numpy()[: len(logits)]
        assert logits.tobytes() == own.tobytes()
        assert found["text"] == TEXTS[record]
        assert found["tensors"]["blocks"][0]["scores"][0][0][1] is None  # the future
    assert (document["identities"], document["fault"]) == (MADE_OF, None)


def test_binary_files_say_what_they_hold(traced: TracedRecords, tmp_path: Path) -> None:
    document = traced.document() | {"fault": "mask-missing"}
    path = tmp_path / "trace.safetensors"
    path.write_bytes(export_trace(document, "safetensors", MADE_OF))
    with safetensors.safe_open(path, framework="np") as opened:
        header = json.loads(opened.metadata()["minigpt"])
    with np.load(io.BytesIO(export_trace(document, "npz", MADE_OF))) as archive:
        assert json.loads(archive["metadata"].tobytes()) == header
    assert header["identities"] == MADE_OF
    assert (header["model"], header["mask"], header["fault"]) == ("mg-1", "causal", "mask-missing")
    assert [record["text"] for record in header["records"]] == list(TEXTS)
    for record, described in enumerate(header["records"]):
        ids = traced.trace.batch.ids[record].tolist()
        assert described["ids"] == (ids if traced.padded else ids[: described["valid_count"]])


def test_the_same_trace_is_the_same_file(tmp_path: Path) -> None:
    """Also in another process, where nothing is hashed the same way."""
    program = (
        "import sys; from minigpt import load, trace_records;"
        "traced = trace_records(load(), ['The key', 'red']); [*map(traced.save, sys.argv[1:])]"
    )
    forms = ("json", "npz", "safetensors")
    for seed in ("1", "2"):
        paths = [tmp_path / f"{seed}.{form}" for form in forms]
        root = str(Path(__file__).resolve().parents[2])
        environment = os.environ | {"PYTHONPATH": root, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, *paths], check=True, env=environment)
    for form in forms:
        first, second = ((tmp_path / f"{seed}.{form}").read_bytes() for seed in ("1", "2"))
        assert first == second, form


def test_a_name_tells_traces_apart() -> None:
    one = {"model": "mg 1/é", "mask": "none", "records": [{}]}
    assert file_name(one, "npz") == "mg-1_1-record_no-mask.npz"
    two = {"model": "mg-1", "mask": "causal", "fault": "scale-missing", "records": [{}, {}]}
    assert file_name(two, "json") == "mg-1_2-records_causal_scale-missing.json"


def test_the_ending_decides_the_format() -> None:
    assert format_of(Path("a.b.NPZ")) == "npz"
    with pytest.raises(ExportFormatError, match=r"\.npz") as caught:
        format_of(Path("trace.pt"))
    assert caught.value.code == "export_format_unknown"


@pytest.mark.parametrize("form", ["json", "npz", "safetensors"])
def test_the_command_writes_the_same_file(
    form: Format, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"trace.{form}"
    assert main(["trace", "--out", str(path), *TEXTS]) == 0
    assert path.name in capsys.readouterr().out
    made_of = identities(data_dir(), ["config", "tokenizer"])
    traced = trace_records(load(), TEXTS)
    assert path.read_bytes() == export_trace(traced.document(), form, made_of)


def test_the_command_refuses_an_unknown_ending(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trace.pickle"
    assert main(["trace", "--out", str(path), "red"]) == 2
    assert ".safetensors" in capsys.readouterr().err
    assert not path.exists()


def test_the_table_of_a_position_is_the_chapters(figures: dict[str, Any]) -> None:
    table = position_table(trace_records(load(), TEXTS), record=0, position=5)
    rows = {
        cells[0].strip("`"): cells[1:]
        for line in table.splitlines()
        if line.startswith("| `")
        for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
    }
    stages = [name for name, axes in BLOCK_TENSORS.items() if axes[-1] in ("C", "F")]
    heads = ["scores[0]", "scores[1]", "weights[0]", "weights[1]"]
    assert list(rows) == [*INPUT_TENSORS, *stages, "final_norm", *heads]
    # Figures of the chapter, position 5 of the red record, as README.md lists them.
    assert rows["norm1"][0] == "1.500366"
    assert rows["ffn_relu"][2:] == ["0.000000", "64"]
    assert rows["scores[0]"][0] == "-0.005191"
    assert len(rows["weights[0]"]) == 6  # keys 0 to 5: the future is not there
    assert "`red` (270)" in table.splitlines()[0]
    assert f"{figures['losses'][0][5]:.6f} nats" in table.splitlines()[0]


def test_a_position_that_does_not_exist_is_refused() -> None:
    traced = trace_records(load(), ["red"])
    with pytest.raises(IndexError, match="0 to 1"):
        position_table(traced, record=0, position=2)
    with pytest.raises(IndexError, match="record 1"):
        position_table(traced, record=1, position=0)


def test_the_package_itself_loads_no_torch() -> None:
    program = "import sys, minigpt; assert 'torch' not in sys.modules; minigpt.load"
    root = str(Path(__file__).resolve().parents[2])
    environment = os.environ | {"PYTHONPATH": root}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
