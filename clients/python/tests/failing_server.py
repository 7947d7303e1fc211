"""A server that gives one answer after another, the last one again and again."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Mapping


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Answer = Callable[[BaseHTTPRequestHandler], None]


class FailingServer:
    def __init__(self, *answers: Answer) -> None:
        self.asked: list[Asked] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.asked.append(Asked(self.command, self.path, headers, body))
                answers[min(len(outer.asked), len(answers)) - 1](self)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> FailingServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def header(self, name: str) -> list[str | None]:
        return [one.headers.get(name) for one in self.asked]


def reply(value: object, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps(value).encode()
        handler.send_response(status)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(body)))
        for name, text in headers.items():
            handler.send_header(name.replace("_", "-"), text)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def cut(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def nothing(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(204)
    handler.end_headers()


def stream(text: str, *, breaks: bool = False) -> Answer:
    """Says this and then ends, or breaks before all that it promised is said."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = text.encode()
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.send_header("content-length", str(len(body) + breaks))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = True

    return answer


def event(number: int, kind: str = "test") -> str:
    data = {"seq": number, "type": kind, "data": {}, "created_at": "2026-11-21T08:21:09.044Z"}
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
