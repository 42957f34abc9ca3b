"""The run's events: numbered, none lost, none twice, for who comes late or comes back."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, aclosing, contextmanager
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

import httpx
from anyio.from_thread import BlockingPortal

from minigpt.resources import data_dir
from minigpt.trace_json import to_json
from minigpt.training.events import Updated
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import material_of
from server.app import create_app
from server.schemas.strict import Strict
from server.schemas.training import EvaluatedEvent, ProgressEvent, StatusEvent, TrainingReply
from server.training.event_log import EventLog
from server.training.progress import ACTIVE, Progress
from server.training.stream import events

SCHEMAS: dict[str, type[Strict]] = {
    "snapshot": TrainingReply,
    "progress": ProgressEvent,
    "evaluated": EvaluatedEvent,
    "status": StatusEvent,
}


class Event(NamedTuple):
    id: str
    name: str
    data: dict[str, Any]


def parsed(lines: Iterator[str]) -> Iterator[Event]:
    """Server-sent events by the rules of the HTML standard, as far as they are used here."""
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            yield Event(fields["id"], fields["event"], json.loads(fields["data"]))
            fields = {}


@contextmanager
def listening(server: Any, last_id: str | None = None) -> Iterator[Iterator[Event]]:
    """The events of a real server over a connection of their own."""
    headers = [(b"last-event-id", last_id.encode())] if last_id else []
    with httpx.stream(
        "GET", f"{server.address}api/training/events", headers=headers, timeout=60
    ) as response:
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield parsed(response.iter_lines())


def report(server: Any) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}api/training").json()
    return found


def command(server: Any, name: str, **settings: Any) -> None:
    reply = httpx.post(f"{server.address}api/training/{name}", json=settings)
    assert reply.status_code == 200, reply.text


def until(incoming: Iterator[Event], *statuses: str) -> list[Event]:
    """All events up to the one that says so."""
    heard = []
    for event in incoming:
        heard.append(event)
        if event.name == "status" and event.data["status"] in statuses:
            return heard
    raise AssertionError("the stream ended")


def followed(heard: list[Event]) -> dict[str, Any]:
    """What a page knows that began with the first event and went by the others."""
    known: dict[str, Any] = {}
    for event in heard:
        SCHEMAS[event.name].model_validate(event.data)
        data = deepcopy(event.data)
        if event.name == "snapshot":
            known = data
            continue
        assert data.pop("run") == known["run"]
        if event.name == "evaluated":
            if data.pop("selected"):
                known["selected"] = data["step"]
            known["curve"].append(data)
            continue
        if event.name == "progress":
            assert data.pop("from") == len(known["losses"]) + 1
            known["losses"] += data.pop("losses")
            known["saved"] = sorted(known["saved"] + data.pop("saved"))
        known |= data
    return known


def test_a_lost_connection_loses_nothing_and_a_late_one_catches_up(
    start_server: Callable[..., AbstractContextManager[Any]],
) -> None:
    with start_server("--no-browser") as server:
        with listening(server) as incoming:
            command(server, "start", steps=120, save_every=7)
            heard = until(incoming, "finished")
        assert [event.name for event in heard[:2]] == ["snapshot", "snapshot"]
        assert heard[0].data["status"] == "idle"
        known = report(server)
        assert known["status"] == "finished"
        assert followed(heard) == known
        assert len({event.id for event in heard}) == len(heard)
        told = [event.data["status"] for event in heard if event.name == "status"]
        assert told == ["starting", "running", "finished"]
        # Wherever the connection broke, the rest comes, each event once and with its ID.
        for place in (0, 1, len(heard) // 2, len(heard) - 2):
            with listening(server, heard[place].id) as incoming:
                rest = until(incoming, "finished")
            assert rest == heard[place + 1 :]
        # Who brings no ID, or that of another server, is told everything at once.
        for unknown in (None, "1", "00000000-3", f"{heard[-1].id}9", "é-²"):
            with listening(server, unknown) as incoming:
                first = next(incoming)
            assert (first.name, first.id) == ("snapshot", heard[-1].id)
            assert first.data == known


def test_a_stream_ends_well_with_the_server_and_so_does_the_run(
    start_server: Callable[..., AbstractContextManager[Any]],
) -> None:
    with start_server("--no-browser") as server, listening(server) as incoming:
        command(server, "start", steps=16_000)
        until(incoming, "running")
        ended = threading.Thread(target=lambda: results.append(server.stop()))
        results: list[tuple[int, str]] = []
        ended.start()
        # A stream that is only cut off raises an error here.
        rest = list(incoming)
        ended.join(60)
    (code, errors) = results[0]
    assert (code, errors.strip()) == (0, "")
    assert all(event.data.get("status") != "finished" for event in rest)


def test_one_run_is_seen_by_all_who_listen(
    start_server: Callable[..., AbstractContextManager[Any]],
) -> None:
    with (
        start_server("--no-browser", "--root-path", "/lab/gpt") as server,
        listening(server) as one,
        listening(server) as other,
    ):
        assert next(one) == next(other)
        command(server, "start", steps=16_000)
        command(server, "pause")
        first, second = until(one, "paused"), until(other, "paused")
        assert first == second
        command(server, "continue")
        command(server, "stop")
        assert until(one, "stopped") == until(other, "stopped")
        assert report(server)["status"] not in ACTIVE


def test_what_a_snapshot_tells_is_no_news_any_more() -> None:
    told: list[Event] = []
    material = material_of(data_dir())
    recorded = RecordedRun(material.start(replace(material.training, steps=9, save_every=2)))
    progress = Progress(1, recorded, lambda name, data: told.append(Event("", name, data)))
    progress.become("running")
    for event in recorded.events():
        progress.take(event)
        if isinstance(event, Updated) and event.step in (1, 5, 6):
            snapshot = {"defaults": material.training.to_dict(), **progress.report()}
            told = [Event("", "snapshot", deepcopy(snapshot))]
    progress.become("finished")
    whole = {"defaults": material.training.to_dict(), **progress.report()}
    assert whole["step"] == 9
    assert followed(told) == whole


def test_silence_is_filled_with_comments(portal: BlockingPortal) -> None:
    trainer = create_app().state.trainer

    async def begin() -> list[bytes]:
        stream = events(trainer, None, heartbeat_s=0.001)
        async with aclosing(stream) as chunks:
            return [await anext(chunks) for _ in range(4)]

    retry, snapshot, *comments = portal.call(begin)
    assert not trainer.log._listeners  # nobody is left behind when a tab is closed
    assert retry == b"retry: 1000\n\n"
    assert snapshot.startswith(b"id: ")
    assert all(comment.startswith(b":") and comment.endswith(b"\n\n") for comment in comments)


def test_who_was_away_for_too_long_begins_anew(portal: BlockingPortal) -> None:
    trainer = create_app().state.trainer
    trainer.log = log = EventLog(kept=2)
    for number in range(4):
        log.append("status", b"%d" % number)

    async def read(last: int) -> list[bytes]:
        async with aclosing(events(trainer, log.id_of(last))) as chunks:
            return [await anext(chunks) for _ in range(2)][1:]

    assert b"event: snapshot" in portal.call(read, 1)[0]
    assert portal.call(read, 2)[0] == b"id: %b\nevent: status\ndata: 2\n\n" % log.id_of(3).encode()


def test_events_reach_who_waits_in_another_thread(portal: BlockingPortal) -> None:
    trainer = create_app().state.trainer

    async def waiting() -> list[bytes]:
        stream = events(trainer, trainer.log.id_of(0))
        async with aclosing(stream) as chunks:
            await anext(chunks)
            told = asyncio.ensure_future(anext(chunks))
            await asyncio.sleep(0)
            assert not told.done()
            await asyncio.to_thread(trainer.log.append, "status", b"{}")
            first = await told
            trainer.log.close()
            return [first, *[chunk async for chunk in chunks]]

    assert len(portal.call(waiting)) == 1


def test_an_event_is_one_line_whatever_it_says(portal: BlockingPortal) -> None:
    trainer = create_app().state.trainer
    says = {"what": "\n\r\r\n data: x\u2028\x85 🔑"}
    trainer.log.append("status", to_json(says))

    async def read() -> bytes:
        async with aclosing(events(trainer, trainer.log.id_of(0))) as chunks:
            return [await anext(chunks) for _ in range(2)][1]

    chunk = portal.call(read)
    assert b"\r" not in chunk
    _, name, data, *end = chunk.decode().split("\n")
    assert (name, end) == ("event: status", ["", ""])
    assert json.loads(data.removeprefix("data: ")) == says


def test_the_log_numbers_and_forgets() -> None:
    log, other = EventLog(kept=3), EventLog()
    assert (log.last, log.after(0)) == (0, [])
    for name in "abcde":
        log.append(name, name.encode())
    assert log.last == 5
    assert [event.name for event in log.after(2) or []] == ["c", "d", "e"]
    assert log.after(5) == []
    assert log.after(1) is None  # b is forgotten
    assert log.number_of(log.id_of(4)) == 4
    for unknown in (None, "", "4", log.id_of(6), other.id_of(1), f"{log.id_of(4)}x"):
        assert log.number_of(unknown) is None
