# Generated from _async by scripts/make-client.ts.
"""Sends requests: the key and the version on each, tries again where that is safe, and gives up in time."""

from __future__ import annotations

import time
from typing import Any, Iterator, Callable

import httpx

from .._call import SILENCE, Call, adapter, pause_before, warn_of_ignored
from .._event_stream import Message, MessageParser
from ..errors import ApiConnectionError, ApiTimeoutError, ConclaveError, api_error_of

_MOST_BREAKS = 4


class Transport:
    def __init__(self, http: httpx.Client, headers: dict[str, str], timeout: float, max_retries: int) -> None:
        self.http = http
        self.headers = headers
        self.timeout = timeout
        self.max_retries = max_retries
        self.told: set[str] = set()

    def read(self, kind: Any, call: Call, *, patient: bool = False) -> Any:
        """The answer's JSON as `kind`."""
        return adapter(kind).validate_json((self.send(call, patient=patient)).content)

    def send(self, call: Call, *, stream: bool = False, patient: bool = False) -> httpx.Response:
        """An answer that is a success. `patient`: however long the server is away."""
        tried = 0
        while True:
            try:
                return self._try(call, stream)
            except ConclaveError as error:
                pause = pause_before(error, call, tried) if patient or tried < self.max_retries else None
                if pause is None:
                    raise
            time.sleep(pause)
            tried += 1

    def _try(self, call: Call, stream: bool) -> httpx.Response:
        timeout = httpx.Timeout(self.timeout, read=SILENCE if stream else self.timeout)
        request = self.http.build_request(
            call.method,
            call.path,
            params=dict(call.query) or None,
            headers={**self.headers, **call.headers},
            content=call.content,
            timeout=timeout,
        )
        try:
            response = self.http.send(request, stream=stream)
            if response.is_success:
                if ignored := response.headers.get("conclave-ignored-fields"):
                    warn_of_ignored(call, ignored, self.told)
                return response
            try:
                content = response.read()
            finally:
                response.close()
        except httpx.TimeoutException as error:
            raise ApiTimeoutError(f"{call.method} {call.path} took too long") from error
        except httpx.TransportError as error:
            raise ApiConnectionError(f"{call.method} {call.path} got no answer: {error!r}") from error
        raise api_error_of(response.status_code, response.headers, content)

    def events(
        self, kind: Any, path: str, query: dict[str, Any], after: int | None, resume_after: int | None = None
    ) -> Iterator[Any]:
        """What a stream tells, each event once; a connection that breaks or falls silent is taken up again.

        resume_after: where one that broke before its first event is taken up, when nothing says where it began.
        """
        last, retry, was_open = after, 2.0, False
        while True:
            headers = {"accept": "text/event-stream", **({} if last is None else {"last-event-id": str(last)})}
            response = self.send(Call("GET", path, query, headers), stream=True, patient=was_open)
            was_open, came = True, False
            last = resume_after if last is None else last
            try:
                if response.status_code == 204:
                    return
                for message in self._messages(response):
                    retry = retry if message.retry is None else message.retry
                    last = last if message.id is None else message.id
                    if message.event == "reset":
                        # What was seen is not known there: all is told again from the start.
                        last = 0
                    elif message.data and message.event != "heartbeat":
                        came = True
                        yield adapter(kind).validate_json(message.data)
            finally:
                response.close()
            if not came:
                # At once after news: most streams end because all was told.
                time.sleep(retry)

    def _messages(self, response: httpx.Response) -> Iterator[Message]:
        """Ends where the connection does, whether it was closed, broke or fell silent."""
        parser = MessageParser()
        pieces = response.iter_bytes()
        while True:
            try:
                piece = pieces.__next__()
            except (StopIteration, httpx.TransportError):
                return
            for message in parser.feed(piece):
                yield message

    def lines(self, kind: Any, call_after: Callable[[Any], Call]) -> Iterator[Any]:
        """Each line of an answer, as it comes; one that breaks is taken up again behind the last line."""
        last: Any = None
        breaks = 0
        while True:
            response = self.send(call_after(last), stream=True)
            try:
                rest = b""
                pieces = response.iter_bytes()
                while True:
                    try:
                        piece = pieces.__next__()
                    except StopIteration:
                        return
                    except httpx.TransportError as error:
                        breaks += 1
                        if breaks > _MOST_BREAKS:
                            raise ApiConnectionError("the results broke off") from error
                        break
                    *whole, rest = (rest + piece).split(b"\n")
                    for line in whole:
                        last, breaks = adapter(kind).validate_json(line), 0
                        yield last
            finally:
                response.close()
