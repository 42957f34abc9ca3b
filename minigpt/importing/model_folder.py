"""Writes an imported model as a folder of ours, which everything else opens. Whole or not at all.

config.json  tokenizer.json (but for IDs alone)  weights.safetensors  import.json (the report)
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Final

from minigpt.errors import FolderExistsError
from minigpt.id_tokenizer import IdTokenizer
from minigpt.identity import TRACE_FILES, identities
from minigpt.importing.importer import ImportedModel
from minigpt.importing.report import KEPT, OriginsTold
from minigpt.opened import WEIGHTS
from minigpt.readable import readable, writable
from minigpt.training.adam import FlatParameters
from minigpt.training.checkpoint import save_weights

REPORT: Final = "import.json"
_ORIGIN: Final = ("parameter", "from", "shape", "transform")


def write_model_folder(imported: ImportedModel, folder: Path) -> None:
    """Make the folder; it appears under its name when everything is in it.

    Raises:
        FolderExistsError: there is something of that name; it stays as it is.
        OSError: it cannot be written; nothing is left behind.
    """
    if folder.exists() or folder.is_symlink():
        raise FolderExistsError(
            f"{folder} is there already; name another with --into, or remove it."
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    begun = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        _write(imported, begun)
        begun.chmod(0o755)  # it was made for one user alone
        begun.rename(folder)
    except BaseException:
        shutil.rmtree(begun, ignore_errors=True)
        raise


def origins_in(folder: Path) -> OriginsTold | None:
    """Where the parameters of an imported model come from, as the report in its folder says.

    None: the folder's model is no imported one, or the report no longer says so; what it would
    explain can be shown without it.
    """
    try:
        report = json.loads((folder / REPORT).read_bytes())
        file, origins = (report[name] for name in KEPT)
        named = writable([{name: one[name] for name in _ORIGIN} for one in origins])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return {"file": readable(str(file)), "origins": named}


def write_json(path: Path, document: dict[str, object]) -> None:
    """Write readable JSON."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    path.write_bytes((text + "\n").encode("utf-8"))


def _write(imported: ImportedModel, folder: Path) -> None:
    write_json(folder / "config.json", imported.config.to_dict())
    if not isinstance(imported.tokenizer, IdTokenizer):
        imported.tokenizer.save(folder / "tokenizer.json")
    write_json(folder / REPORT, imported.report.to_dict())
    parameters = FlatParameters(imported.model)
    belongs = identities(folder, TRACE_FILES)
    save_weights(folder / WEIGHTS, parameters, parameters.vector, imported.updates, belongs)
