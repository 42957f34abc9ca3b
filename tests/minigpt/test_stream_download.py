"""A text brought from a server of this test, from a copy, and in every way that can fail."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from minigpt.cli.main import main
from minigpt.errors import TextDamagedError, TextDownloadError
from minigpt.stream.download import bring_text, is_stored
from minigpt.stream.text import TextIdentity, load_text, stored_text

TEXT = ("To be, or not to be: that is the question. " * 4000).encode()


class Library(BaseHTTPRequestHandler):
    """Answers as its path says."""

    served: ClassVar[list[str]] = []
    closing: ClassVar[threading.Event] = threading.Event()

    def do_GET(self) -> None:
        self.served.append(self.path)
        if self.path == "/missing":
            self.send_error(404)
            return
        if self.path == "/silent":
            self.closing.wait()
            return
        content = {"/other": TEXT[:-1] + b"!", "/endless": TEXT * 9}.get(self.path, TEXT)
        self.send_response(200)
        if self.path != "/unannounced":
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: 70_000 if self.path == "/broken" else None])

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on this machine, and an empty folder of texts."""
    monkeypatch.setenv("MINIGPT_TEXTS", str(tmp_path / "texts"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Library)
    Library.closing.clear()
    Library.served.clear()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    Library.closing.set()
    server.shutdown()
    thread.join()
    server.server_close()


def identity(url: str | None) -> TextIdentity:
    return TextIdentity.of(TEXT, "A Question", url)


@pytest.mark.parametrize("path", ["/text", "/unannounced"])
def test_a_text_comes_with_progress(address: str, path: str) -> None:
    told: list[tuple[int, int | None]] = []
    asked = identity(address + path)
    place = bring_text(asked, progress=lambda done, total: told.append((done, total)))
    assert place == stored_text(asked)
    assert place.read_bytes() == TEXT
    assert is_stored(asked)
    total = None if path == "/unannounced" else len(TEXT)
    assert {all_of_it for _, all_of_it in told} == {total}
    done = [so_far for so_far, _ in told]
    assert len(done) > 2
    assert done == sorted(done)
    assert done[-1] == len(TEXT)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/missing", "it answered 404 Not Found"),
        ("/broken", "the transfer broke off (IncompleteRead)"),
        ("/endless", "longer than A Question can be (688,000 bytes)"),
    ],
)
def test_what_fails_says_why_and_leaves_nothing(address: str, path: str, sentence: str) -> None:
    asked = identity(address + path)
    with pytest.raises(TextDownloadError) as caught:
        bring_text(asked)
    assert sentence in caught.value.message
    assert not stored_text(asked).parent.exists()
    assert not is_stored(asked)


def test_a_server_that_is_not_there_or_says_nothing_is_given_up(address: str) -> None:
    with pytest.raises(TextDownloadError, match="could not be reached"):
        bring_text(identity("http://127.0.0.1:9/"))
    with pytest.raises(TextDownloadError, match="known for A Question; give a copy"):
        bring_text(identity(None))
    slow = identity(address + "/silent")
    with pytest.raises(TextDownloadError, match=r"it was silent for 0\.2 seconds"):
        bring_text(slow, timeout=0.2)


def test_another_text_is_never_kept(address: str, tmp_path: Path) -> None:
    with pytest.raises(TextDamagedError, match="This is not A Question"):
        bring_text(identity(address + "/other"))
    (tmp_path / "copy.txt").write_bytes(TEXT[1:])
    with pytest.raises(TextDamagedError):
        bring_text(identity(None), copy=tmp_path / "copy.txt")
    assert not (tmp_path / "texts").exists()
    # One that was right stays when a wrong one comes.
    (tmp_path / "right.txt").write_bytes(TEXT)
    place = bring_text(identity(None), copy=tmp_path / "right.txt")
    with pytest.raises(TextDamagedError):
        bring_text(identity(address + "/other"))
    assert place.read_bytes() == TEXT


def test_a_damaged_store_is_seen_and_mended(address: str) -> None:
    asked = identity(address + "/text")
    place = bring_text(asked)
    for spoilt in (TEXT[:-1], b"", b"\xff"):
        place.write_bytes(spoilt)
        assert not is_stored(asked)
    bring_text(asked)
    assert is_stored(asked)


# --- the command ---------------------------------------------------------------------------


@pytest.fixture
def folder(address: str, tmp_path: Path) -> Path:
    made = tmp_path / "model"
    made.mkdir()
    (made / "config.json").write_text("{}")
    (made / "text.json").write_text(json.dumps(identity(address + "/text").to_dict()))
    return made


def test_the_command_brings_a_text_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", str(folder)]) == 0
    first = capsys.readouterr()
    assert "A Question: 172,000 characters, SHA-256 as it should be" in first.out
    assert "172,000 bytes (100% of 172,000)" in first.err
    assert load_text(folder).text == TEXT.decode()
    assert main(["data", str(folder)]) == 0
    assert "already there" in capsys.readouterr().out
    assert Library.served == ["/text"]


def test_the_command_takes_a_copy(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "copy.txt").write_bytes(TEXT)
    assert main(["data", str(folder), "--file", str(tmp_path / "copy.txt")]) == 0
    assert load_text(folder).text == TEXT.decode()
    assert Library.served == []
    assert main(["data", str(folder), "--file", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err


def test_the_command_refuses_what_has_no_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "mg-1"]) == 0
    assert "it needs no text" in capsys.readouterr().out
    assert main(["data", "hamlet"]) == 2
    assert "'hamlet' is no model (mg-1, gpt2-mini," in capsys.readouterr().err
