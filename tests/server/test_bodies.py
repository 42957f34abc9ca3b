"""Bodies that no page of ours sends: not JSON, not finite, too deep, too big.

After S1 and S3 of the collected public bug reports: such input used to end in a
500, or to be read whole before anyone counted.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

ErrorOf = Callable[[httpx.Response], dict[str, Any]]

LIMIT = 1024 * 1024
TRACE = "/api/trace"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999"])
@pytest.mark.parametrize("path", [TRACE, "/api/tokenize"])
def test_a_number_that_is_not_finite_is_refused(
    client: Any, error_of: ErrorOf, path: str, number: bytes
) -> None:
    for body in (
        number,
        b'{"text": %b}' % number,
        b'{"records": [{"text": "", "x": %b}]}' % number,
    ):
        response = client.post_raw(path, body)
        assert response.status_code == 400
        assert error_of(response)["code"] == "json_invalid"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"not json",
        b'{"text": "\\ud800"}',  # half a surrogate pair
        b'{"text": "\\udc00\\ud800"}',  # a pair the wrong way round
        b'{"text": "\xff"}',  # no UTF-8
        b'{"text": "\xed\xa0\x80"}',  # a surrogate as if it were UTF-8
        b'\xef\xbb\xbf{"text": ""}',  # a byte order mark
        b"{'text': ''}",
        b'{"text": "a\nb"}',  # a control character as it is
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"text": ' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_not_json_is_refused(client: Any, error_of: ErrorOf, body: bytes) -> None:
    response = client.post_raw("/api/tokenize", body)
    assert response.status_code == 400
    assert error_of(response)["code"] == "json_invalid"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (None, "the body"),
        ([], "the body"),
        ("text", "the body"),
        (7, "the body"),
        ({}, "records"),
        ({"records": {}}, "records"),
        ({"records": []}, "records"),
        ({"records": [{"text": ""}] * 9}, "records"),
        ({"records": [{}]}, "records[0].text"),
        ({"records": [{"text": ""}, {"text": 7}]}, "records[1].text"),
        ({"records": [{"text": None}]}, "records[0].text"),
        ({"records": ["text"]}, "records[0]"),
        ({"records": [{"text": "", "temperature": 1}]}, "records[0].temperature"),
        ({"records": [{"text": ""}], "temperature": 1}, "temperature"),
        ({"records": [{"text": ""}], "mask": "off"}, "mask"),
        ({"records": [{"text": ""}], "mask": None}, "mask"),
        ({"records": [{"text": ""}], "slots": 64}, "slots"),
        ({"records": [{"text": ""}], "padded": "yes"}, "padded"),
        ({"records": [{"text": ""}], "padded": 1}, "padded"),
        ({"records": [{"text": "", "replace": [{"position": 0}]}]}, "records[0].replace[0].id"),
        (
            {"records": [{"text": "", "replace": [{"position": 0.0, "id": 1}]}]},
            "records[0].replace[0].position",
        ),
        (
            {"records": [{"text": "", "replace": [{"position": 0, "id": 10**40}]}]},
            "records[0].replace[0].id",
        ),
        ({"records": [{"text": "", "padding_id": True}]}, "records[0].padding_id"),
    ],
)
def test_a_wrong_field_is_named(client: Any, error_of: ErrorOf, body: object, field: str) -> None:
    response = client.post(TRACE, body)
    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "request_invalid"
    assert error["details"] == {"fields": [field], "problems": 1}
    assert field in error["message"]
    inside = field.startswith("records[")
    assert error["record"] == (int(field[len("records[")]) if inside else None)


def test_the_number_of_records_is_told(client: Any, error_of: ErrorOf) -> None:
    message = error_of(client.post(TRACE, {"records": [{"text": ""}] * 9}))["message"]
    assert "at most 8, not 9" in message


def test_a_long_invented_name_does_not_come_back_whole(client: Any, error_of: ErrorOf) -> None:
    response = client.post(
        TRACE, {"records": [{"text": ""}], **{f"x{i}" * 9999: 1 for i in range(9)}}
    )
    assert error_of(response)["details"]["problems"] == 9
    assert len(response.content) < 2000


def test_a_list_of_wrong_edits_is_judged_by_its_first(client: Any, error_of: ErrorOf) -> None:
    # Half a million wrong ones fit into one body; each named would keep the event loop for seconds.
    wrong = [{"position": 0}] * 50
    error = error_of(client.post(TRACE, {"records": [{"text": "", "replace": wrong}]}))
    assert error["details"] == {"fields": ["records[0].replace[0].id"], "problems": 1}


def test_very_many_unknown_fields_are_only_counted(client: Any, error_of: ErrorOf) -> None:
    body = {"records": [{"text": ""}], **dict.fromkeys(map(str, range(1001)), 0)}
    response = client.post(TRACE, body)
    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "request_invalid"
    assert "1001 fields" in error["message"]
    assert error["details"] == {}


@pytest.mark.parametrize("slots", ["trimmed", "context"])
@pytest.mark.parametrize("padding_id", [-1, 291, 2**64 - 1])
def test_a_wrong_padding_id_is_refused_even_where_there_is_no_padding(
    client: Any, error_of: ErrorOf, slots: str, padding_id: int
) -> None:
    full = {"text": "7" * 63, "padding_id": padding_id}
    error = error_of(client.post(TRACE, {"records": [{"text": ""}, full], "slots": slots}))
    assert (error["code"], error["record"]) == ("token_id_unknown", 1)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"text": "a", "replace": [{"position": 64, "id": 1}]}, "slot_unknown"),
        ({"text": "a", "replace": [{"position": -1, "id": 1}]}, "slot_unknown"),
        ({"text": "a", "replace": [{"position": 2**63, "id": 1}]}, "slot_unknown"),
        ({"text": "a", "replace": [{"position": 0, "id": 291}]}, "token_id_unknown"),
        ({"text": "a", "replace": [{"position": 0, "id": -1}]}, "token_id_unknown"),
        ({"text": "a", "replace": [{"position": 0, "id": 2**64 - 1}]}, "token_id_unknown"),
        ({"text": "a", "padding_id": 291}, "token_id_unknown"),
        ({"text": "a", "padding_id": -1}, "token_id_unknown"),
    ],
)
def test_an_id_or_position_out_of_range_names_its_record(
    client: Any, error_of: ErrorOf, record: dict[str, Any], code: str
) -> None:
    response = client.post(TRACE, {"records": [{"text": "b"}, record], "slots": "context"})
    assert response.status_code == 422
    error = error_of(response)
    assert (error["code"], error["record"]) == (code, 1)


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "text/plain",
        "text/plain; charset=utf-8",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "application/jsonp",
        "json",
        "text/plain; application/json",
    ],
)
@pytest.mark.parametrize("path", [TRACE, "/api/tokenize"])
def test_another_content_type_is_refused(
    client: Any, error_of: ErrorOf, path: str, content_type: str | None
) -> None:
    # A foreign page may post these without a preflight; JSON it may not (S8).
    headers = {} if content_type is None else {"content-type": content_type}
    response = client.request("POST", path, content=b'{"text": ""}', headers=headers)
    assert response.status_code == 415
    assert error_of(response)["code"] == "content_type_unsupported"


@pytest.mark.parametrize(
    "content_type", ["application/json; charset=utf-8", "Application/JSON", "application/json"]
)
def test_json_by_any_spelling_is_taken(client: Any, content_type: str) -> None:
    headers = {"content-type": content_type}
    response = client.request("POST", "/api/tokenize", content=b'{"text": ""}', headers=headers)
    assert response.status_code == 200


def test_a_body_at_the_limit_is_read_and_one_beyond_is_not(client: Any, error_of: ErrorOf) -> None:
    frame = len('{"text":""}')
    short = b'{"text":"' + b"x" * (4096 - frame) + b'"}'
    spaces = b" " * (LIMIT - len(short))
    assert client.post_raw("/api/tokenize", short + spaces).status_code == 200
    response = client.post_raw("/api/tokenize", short + spaces + b" ")
    assert response.status_code == 413
    assert error_of(response)["code"] == "body_too_large"


def test_a_chunked_body_is_abandoned_at_the_limit(client: Any, error_of: ErrorOf) -> None:
    taken = 0

    async def two_hundred_megabytes() -> AsyncIterator[bytes]:
        nonlocal taken
        for _ in range(3200):
            taken += 1
            yield b" " * 65_536

    headers = {"content-type": "application/json"}
    response = client.request("POST", TRACE, content=two_hundred_megabytes(), headers=headers)
    assert response.status_code == 413
    assert error_of(response)["code"] == "body_too_large"
    # 16 chunks are the limit exactly; the 17th is the first too many.
    assert taken == 17


def test_a_declared_length_is_judged_before_any_byte(server: Any) -> None:
    head = (
        "POST /api/trace HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 209715200\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
        # Not one byte of the body has been sent.
        assert connection.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_a_chunked_body_over_the_network_gets_its_413_early(server: Any) -> None:
    head = (
        "POST /api/trace HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
        for _ in range(17):
            connection.sendall(chunk)
        # 17 of 3200 chunks are sent, and the last, empty one never is.
        assert connection.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_is_cut_off_harms_nobody(server: Any) -> None:
    head = (
        "POST /api/tokenize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 100\r\n\r\n{"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
    assert httpx.get(f"{server.address}api/model").status_code == 200
