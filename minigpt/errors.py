"""Everything that can be wrong with what a person hands to MG-1, as types.

Each error carries a stable `code`, a sentence that says what to do, the index
of the record it is about (where there is one) and the figures behind it. The
module knows nothing of the web: the server translates these in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class MiniGPTError(Exception):
    """Base of all domain errors. `details` holds plain JSON-ready figures."""

    code: ClassVar[str] = "minigpt_error"

    def __init__(
        self,
        message: str,
        *,
        record: int | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.record = record
        self.details: dict[str, object] = dict(details or {})


class ConfigError(MiniGPTError):
    """A configuration that cannot describe a model."""

    code = "config_invalid"


class TokenizerError(MiniGPTError):
    """A tokenizer file that is damaged or contradicts itself."""

    code = "tokenizer_invalid"


class CorpusError(MiniGPTError):
    """A corpus file that is not records of text, in two splits."""

    code = "corpus_invalid"


class TextError(MiniGPTError):
    """Text that has no UTF-8 encoding: a lone surrogate, with its place."""

    code = "text_not_unicode"


class UnknownCharacterError(TextError):
    """A character that the model's tokenizer does not have; `details` says which and where."""

    code = "character_unknown"


class NotIdsError(TextError):
    """Text with something in it that is no token ID, for a model that takes those alone."""

    code = "text_not_ids"


class EmptyRecordError(MiniGPTError):
    """A record without a single token, where nothing is put before the first one."""

    code = "record_empty"


class TextIdentityError(MiniGPTError):
    """A text.json that does not say which text a model learns from."""

    code = "text_identity_invalid"


class TextMissingError(MiniGPTError):
    """A text that is not on this machine; the sentence says how to get it."""

    code = "text_missing"


class TextDamagedError(MiniGPTError):
    """A file that is not the text it should be: another checksum, no UTF-8, or too short."""

    code = "text_damaged"


class TextDownloadError(MiniGPTError):
    """A text that could not be brought from its address."""

    code = "text_download_failed"


class EmptyBatchError(MiniGPTError):
    """A batch without a single record."""

    code = "batch_empty"


class RecordTooLongError(MiniGPTError):
    """A record that needs more positions than the context has slots."""

    code = "record_too_long"


class TokenIdError(MiniGPTError):
    """A token ID outside the vocabulary."""

    code = "token_id_unknown"


class TargetIdError(MiniGPTError):
    """A target that is neither a vocabulary ID nor the ignore mark."""

    code = "target_id_unknown"


class SlotError(MiniGPTError):
    """A replacement that names a slot the record does not have."""

    code = "slot_unknown"


class ShapeError(MiniGPTError):
    """Arrays that do not fit each other or the configuration."""

    code = "shape_mismatch"


class NothingScoredError(MiniGPTError):
    """Records without a single target: no loss, so nothing to differentiate."""

    code = "nothing_scored"


class UnknownModelError(MiniGPTError):
    """A model that is none of the presets; `details` names those there are."""

    code = "model_unknown"


class UnknownFaultError(MiniGPTError):
    """A fault that the bug lab does not have; `details` names those it has."""

    code = "fault_unknown"


class SelectionError(MiniGPTError):
    """A part of a trace that the model's traces do not have."""

    code = "selection_invalid"


class UnknownPartError(MiniGPTError):
    """A head, FFN or block that the model does not have; `details` says how many there are."""

    code = "part_unknown"


class SwapError(MiniGPTError):
    """A residual that cannot be exchanged: its place is not there, or is taken."""

    code = "swap_invalid"


class FaultNotApplicableError(MiniGPTError):
    """A fault about something that the model does not have; `details` says what."""

    code = "fault_not_applicable"


class ExportFormatError(MiniGPTError):
    """A file name whose ending is none of the formats a trace can be written in."""

    code = "export_format_unknown"


class TrainingConfigError(MiniGPTError):
    """Settings of a training run that are out of range or contradict a run begun before."""

    code = "training_config_invalid"


class NoUpdateError(MiniGPTError):
    """A state after which the run made no update."""

    code = "update_unknown"


class UnknownParameterError(MiniGPTError):
    """A parameter that the model does not have; `details` names those it has."""

    code = "parameter_unknown"


class ParameterIndexError(MiniGPTError):
    """An index that the parameter does not have; the sentence says how far each axis goes."""

    code = "parameter_index_unknown"


class CheckpointError(MiniGPTError):
    """A file of weights or training state that is damaged, hostile or not finite."""

    code = "checkpoint_invalid"


class ForeignCheckpointError(CheckpointError):
    """A sound checkpoint of another config, tokenizer or corpus; `details` has both identities."""

    code = "checkpoint_foreign"


class StepUnknownError(MiniGPTError):
    """A step of a run whose state is not kept; the sentence says which are."""

    code = "step_unknown"


class RunExistsError(MiniGPTError):
    """A folder that already holds a training run, and one that was not asked to go on."""

    code = "run_exists"


class GenerationError(MiniGPTError):
    """Settings of a generation that are out of range; the sentence names the range."""

    code = "generation_invalid"


class NonFiniteError(MiniGPTError):
    """Numbers that are not finite where a model would have to choose by them."""

    code = "not_finite"


class FolderExistsError(MiniGPTError):
    """A folder that an imported model was to be written into, and that is there already."""

    code = "folder_exists"
