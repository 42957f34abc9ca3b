"""Everything for which an import is refused, as types; the model in use stays as it is.

They are domain errors like those of `minigpt/errors.py`, for files from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from minigpt.errors import MiniGPTError
from minigpt.readable import readable, writable


class ImportRefusedError(MiniGPTError):
    """Base of all that can be wrong with somebody else's checkpoint; the model in use stays.

    Names in it come from the file: they are made readable here, and figures writable.
    """

    code = "import_refused"

    def __init__(
        self,
        message: str,
        *,
        record: int | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(readable(message), record=record, details=writable(dict(details or {})))


class ImportFileError(ImportRefusedError):
    """A file that cannot be read without running code from it, is damaged, or is too large."""

    code = "import_file_invalid"


class ImportPathError(ImportRefusedError):
    """A name that is none of the checkpoints in the models folder, or leads out of it."""

    code = "import_path_unknown"


class ImportLayoutError(ImportRefusedError):
    """Tensors whose names belong to no layout that is known here, or to more than one."""

    code = "import_layout_unknown"


class ImportSettingError(ImportRefusedError):
    """A setting in the file that describes a computation this project does not have."""

    code = "import_setting_unsupported"


class ImportAnswerError(ImportRefusedError):
    """An answer that the file contradicts, or that is none of the choices; names them."""

    code = "import_answer_invalid"


class ImportUnansweredError(ImportRefusedError):
    """Opening was asked for before every question had its answer; `details` has them."""

    code = "import_unanswered"


class TensorMissingError(ImportRefusedError):
    """A tensor that the layout needs and the file lacks; named in `details`."""

    code = "tensor_missing"


class TensorUnknownError(ImportRefusedError):
    """A tensor in the file that the layout has no place for; named in `details`."""

    code = "tensor_unknown"


class TensorShapeError(ImportRefusedError):
    """A tensor of another shape than the layout and the other tensors call for."""

    code = "tensor_misshapen"


class TensorTypeError(ImportRefusedError):
    """A tensor whose elements are no floating-point numbers of 16, 32 or 64 bits."""

    code = "tensor_type_unsupported"


class TensorNotFiniteError(ImportRefusedError):
    """A tensor that holds an infinity or no number at all; the place is named."""

    code = "tensor_not_finite"
