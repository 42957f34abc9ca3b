"""One generation answered: prompt and settings in, the bytes of every step out."""

from __future__ import annotations

from minigpt.alignment import misalignment
from minigpt.generation import generate
from minigpt.generation_json import check_recordable, generation_document
from minigpt.generation_settings import GenerationSettings
from minigpt.trace_json import to_json
from server.loaded_model import LoadedModel
from server.schemas.generation import GenerateRequest
from server.states import States


def generation_reply(loaded: LoadedModel, states: States, request: GenerateRequest) -> bytes:
    """Continue the prompt; context or budget bounds how long that can take.

    Raises:
        StepUnknownError: there is no state of that step.
        GenerationError: a setting is out of range; names it and the range.
        TextError, RecordTooLongError: the prompt cannot be used.
        NonFiniteError: the model's numbers choose nothing.
    """
    settings = GenerationSettings(
        temperature=request.temperature,
        top_k=request.top_k,
        top_p=request.top_p,
        seed=request.seed,
        max_new_tokens=request.new_tokens,
    )
    check_recordable(settings, loaded.tokenizer)
    model = states.model_at(request.step)
    records = loaded.corpus.train if loaded.corpus else ()
    document = generation_document(
        generate(model, loaded.tokenizer, request.prompt, settings),
        model_name=loaded.config.name,
        prompt=request.prompt,
        settings=settings,
        alignment=misalignment(request.prompt, records, loaded.tokenizer),
    )
    return to_json({**document, "step": request.step})
