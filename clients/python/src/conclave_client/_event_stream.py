"""Server-sent events, as bytes come.

https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Iterator

_WHOLE = re.compile(r".*(?:\n|\r(?=.))", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Message:
    event: str
    data: str
    id: int | None
    retry: float | None
    """Seconds."""


class MessageParser:
    """Takes a stream piece by piece, wherever it is cut, and gives the messages that became whole."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._rest = ""
        self._fields: list[tuple[str, str]] = []

    def feed(self, piece: bytes) -> Iterator[Message]:
        self._rest += self._decode(piece)
        # A CR at the very end may be the first half of CR LF.
        found = _WHOLE.match(self._rest)
        if found is None:
            return
        whole = found.group()
        self._rest = self._rest[len(whole) :]
        for line in _LINE_END.split(whole)[:-1]:
            if line:
                name, _, value = line.partition(":")
                self._fields.append((name, value.removeprefix(" ")))
            elif self._fields:
                yield self._finish()

    def _finish(self) -> Message:
        last = dict(self._fields)
        data = "\n".join(value for name, value in self._fields if name == "data")
        self._fields = []
        number, retry = last.get("id", ""), last.get("retry", "")
        return Message(
            event=last.get("event", "message"),
            data=data,
            id=int(number) if number.isdigit() else None,
            retry=int(retry) / 1000 if retry.isdigit() else None,
        )
