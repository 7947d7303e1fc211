# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from typing import Iterator, cast

from .._call import Call, given, path_of
from ..models import SignalDetail, SignalEvent
from .pages import Pages
from .transport import Transport


class Signals:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        list: str | None = None,
        symbol: str | None = None,
        rating: str | None = None,
        changed: bool | None = None,
        limit: int | None = None,
    ) -> Pages[SignalDetail]:
        """Newest first, of one list; with `symbol` the history of one instrument."""
        query = given(list=list, symbol=symbol, rating=rating, changed=changed, limit=limit)
        return Pages(self._transport, SignalDetail, path_of("signals"), query)

    def get(self, id: str) -> SignalDetail:
        return cast(SignalDetail, self._transport.read(SignalDetail, Call("GET", path_of("signals", id))))

    def proof(self, id: str) -> str:
        """Its report as one HTML file that checks itself offline, with its entry in the chain."""
        return (self._transport.send(Call("GET", path_of("signals", id, "proof")))).text

    def stream(self, *, list: str | None = None, after: int | None = None) -> Iterator[SignalEvent]:
        """Signals as they are published and withdrawn, without an end, from the next one on or behind `after`.

        None is lost while a connection is down.
        """
        resume_after = None
        if after is None:
            # A connection may break before its first event, which is where its events have no number to go on behind.
            newest = (self.list(list=list, limit=1).page()).data
            resume_after = newest[0].signal.number if newest else 0
        path = path_of("signals", "events")
        for event in self._transport.events(SignalEvent, path, given(list=list), after, resume_after):
            yield event
