"""`minigpt import FILE_OR_FOLDER`: somebody else's checkpoint as a model of this family."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.output import console, table, write_json

if TYPE_CHECKING:
    from minigpt.importing import ImportReport

_FOLDER = "models"
_LESSON = """\
what it reads:
  nanogpt   ckpt.pt of nanoGPT, or its state dict alone; prefixes of torch.compile and of
            data-parallel training are taken off
  mingpt    state dicts of minGPT, with query, key and value apart or in one
  gpt2      a folder in Hugging Face's layout: config.json, model.safetensors, tokenizer.json

what it does:
  It says where each parameter comes from and which conventions it follows, and why. What the
  file cannot tell it asks for: a state dict alone does not know its number of heads. A tensor
  that is missing, left over, of another shape or not finite is refused by name. Nothing in a
  file is run. A list of characters, characters.txt, or a tokenizer.json may lie beside it.

examples:
  minigpt import out/ckpt.pt
  minigpt import model.pt --heads 6 --activation gelu_tanh --into models/mine
  minigpt import gpt2/ --json
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "import",
        help="turn a checkpoint of nanoGPT, minGPT or GPT-2 into a model of this family",
        description="Turn a checkpoint of nanoGPT, minGPT or GPT-2 into a model of this family.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checkpoint", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument(
        "--heads", type=int, metavar="N", help="heads, where the file has no number"
    )
    parser.add_argument(
        "--activation", metavar="NAME", help="gelu (exact) or gelu_tanh, where it does not say"
    )
    parser.add_argument(
        "--head", metavar="tied", help="an output matrix that is missing is the embedding"
    )
    parser.add_argument(
        "--tokenizer", metavar="WHICH", help="ids: ignore the one that lies beside it"
    )
    parser.add_argument("--name", metavar="NAME", help="what to call the model")
    parser.add_argument(
        "--into", type=Path, metavar="FOLDER", help=f"a new folder for it ({_FOLDER}/NAME)"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--origins", action="store_true", help="list where each parameter is from")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, report, write the folder. Returns 2 if something is still to be answered."""
    import orjson

    from minigpt.importing import Answers, import_checkpoint, read_checkpoint
    from minigpt.importing.model_folder import write_json as write_report
    from minigpt.importing.model_folder import write_model_folder

    asked = ("heads", "activation", "head", "tokenizer")
    answers = Answers(**{name: getattr(arguments, name) for name in asked})
    path, name = arguments.checkpoint, arguments.name
    report = read_checkpoint(path, answers, name=name)
    if arguments.report:
        write_report(arguments.report, report.to_dict())
    if arguments.json:
        write_json(orjson.dumps(report.to_dict()))
    else:
        _show(report, arguments.origins)
    # Asked again, for its refusal is the sentence that says what to answer.
    imported = import_checkpoint(path, answers, name=name)
    folder = arguments.into or Path(_FOLDER) / imported.config.name
    write_model_folder(imported, folder)
    if not arguments.json:
        console().print(f"Written to {folder}. See it with: minigpt-explorer --data {folder}")
    return 0


def _show(report: ImportReport, origins: bool) -> None:
    out, said = console(), report.statements
    out.print(f"{report.file}: layout {report.layout}, {report.bytes:,} bytes")
    for text in said.found:
        out.print(f"  found    {text}")
    for assumed in said.assumed:
        choices = [str(choice) for choice in assumed.choices or () if choice != assumed.value]
        other = f" (or: {', '.join(choices)})" if choices else ""
        out.print(f"  assumed  {assumed.what}: {assumed.value}, because {assumed.reason}{other}")
    for ignored in said.ignored:
        out.print(f"  ignored  {ignored.name}: {ignored.reason}")
    for needed in said.needed:
        choices = list(map(str, needed.choices))
        out.print(f"  needed   --{needed.what}: {needed.reason}; one of {', '.join(choices)}")
    if origins:
        out.print(_origins(report))


def _origins(report: ImportReport) -> object:
    rows = table(
        f"{len(report.origins)} parameters",
        ("parameter", "left"),
        ("shape", "right"),
        ("from", "left"),
        ("how", "left"),
    )
    for origin in report.origins:
        shape = " × ".join(map(str, origin.shape))
        rows.add_row(origin.parameter, shape, origin.source, origin.transform)
    return rows
