"""Every refusal in one JSON shape; the only place where errors become HTTP.

`{"error": {"code", "message", "record", "details"}}`: a stable code, a sentence
that says what to do, the index of the record where there is one, and figures.
Of what the client sent only field names come back, shortened; never a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from minigpt.errors import MiniGPTError, StepUnknownError, TextMissingError
from server.security_headers import SECURITY_HEADERS

_MOST_PROBLEMS = 8
#: In one reply of JSON.
MOST_NUMBERS = 4_000_000
OR_A_FILE = ", or for it all in the form safetensors"
#: Domain errors about something that is not there.
_ABSENT = (StepUnknownError, TextMissingError)

#: How each kind of wrong field is put, by pydantic's type of error. Others keep pydantic's words.
_ADVICE: Mapping[str, str] = {
    "missing": "is missing; add it",
    "extra_forbidden": "is not a known field; remove it",
    "string_type": "must be a string",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "model_type": "must be a JSON object",
    "model_attributes_type": "must be a JSON object",
    "literal_error": "must be {expected}",
    "too_short": "needs at least {min_length}, not {actual_length}",
    "too_long": "may hold at most {max_length}, not {actual_length}",
}

_ROUTING: Mapping[int, tuple[str, str]] = {
    404: ("not_found", "There is nothing here. The page is at the root, the API under api/."),
    405: ("method_not_allowed", "This address does not take that method; see the Allow header."),
}


class RefusedRequestError(Exception):
    """A request that is turned away before any model is asked."""

    def __init__(self, status: int, code: str, message: str) -> None:
        """Keep what the reply will say: HTTP status, stable code, sentence."""
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def check_reply_size(numbers: int, option: str, otherwise: str = "") -> None:
    """Refuse JSON that would keep server and page for seconds; `option` makes it smaller.

    Raises:
        RefusedRequestError: 422, there are more than `MOST_NUMBERS`.
    """
    if numbers > MOST_NUMBERS:
        raise RefusedRequestError(
            422,
            "reply_too_large",
            f"The reply would hold {numbers:,} numbers, and JSON may hold {MOST_NUMBERS:,}. "
            f"Ask for less with {option}{otherwise}.",
        )


def error_response(
    status: int,
    code: str,
    message: str,
    *,
    record: int | None = None,
    details: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """The one shape of every refusal."""
    error = {"code": code, "message": message, "record": record, "details": dict(details or {})}
    return JSONResponse({"error": error}, status_code=status, headers=headers)


def refusal_response(error: RefusedRequestError) -> JSONResponse:
    """What a middleware answers itself, in the same shape as everything else."""
    return error_response(error.status, error.code, error.message)


def translate_errors(app: FastAPI) -> None:
    """Register the translation of every error a request can end in."""

    async def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RefusedRequestError)
        return refusal_response(error)

    async def domain(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, MiniGPTError)
        status = 404 if isinstance(error, _ABSENT) else 422
        return error_response(
            status, error.code, error.message, record=error.record, details=error.details
        )

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return _invalid_fields(error.errors())

    async def routing(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        code, message = _ROUTING.get(error.status_code, ("http_error", str(error.detail)))
        return error_response(error.status_code, code, message, headers=error.headers)

    async def unforeseen(request: Request, error: Exception) -> JSONResponse:
        # Starlette raises it again after this reply, so that the log has it. The reply
        # is made outside of all middleware, so it brings the security headers itself.
        return error_response(
            500,
            "internal_error",
            "The server failed on this request; its log says where.",
            headers=SECURITY_HEADERS,
        )

    app.add_exception_handler(RefusedRequestError, refused)
    app.add_exception_handler(MiniGPTError, domain)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, routing)
    app.add_exception_handler(Exception, unforeseen)


def _invalid_fields(problems: Sequence[Mapping[str, Any]]) -> JSONResponse:
    """Name each wrong field and what it must be; the record is that of the first."""
    listed = [_problem(problem) for problem in problems[:_MOST_PROBLEMS]]
    sentences = "; ".join(f"{field} {advice}" for field, advice in listed)
    return error_response(
        422,
        "request_invalid",
        f"Correct this and send it again: {sentences}.",
        record=_record_of(problems[0]["loc"]),
        details={"fields": [field for field, _ in listed], "problems": len(problems)},
    )


def _problem(problem: Mapping[str, Any]) -> tuple[str, str]:
    advice = _ADVICE.get(problem["type"])
    if advice is None:
        words = str(problem["msg"])
        advice = words[:1].lower() + words[1:]
    else:
        advice = advice.format_map(problem.get("ctx", {}))
    return _path(problem["loc"]), advice


def _path(location: Iterable[int | str]) -> str:
    """("body", "records", 1, "text") as `records[1].text`; the body itself as `the body`.

    A name that the client invented may be of any length; it is shortened.
    """
    path = ""
    for part in list(location)[1:]:
        path += f"[{part}]" if isinstance(part, int) else f".{part[:40]}"
    return path.lstrip(".") or "the body"


def _record_of(location: Sequence[int | str]) -> int | None:
    match location:
        case ("body", "records", int(record), *_):
            return record
        case _:
            return None
