# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from typing import Literal, cast

from .._call import Call, given, path_of
from ..models import (
    InstrumentRecord,
    ListedInstrument,
    LoggedRequest,
    LoggedRequestDetail,
    OwnInstrumentRecord,
    PublicRecord,
    Ranking,
    TrackedSignal,
)
from .pages import Pages
from .transport import Transport


class TrackRecord:
    """The public record of the service's own list."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> PublicRecord:
        """How often its opinions were right, what they returned, and how sure they were."""
        return cast(PublicRecord, self._transport.read(PublicRecord, Call("GET", path_of("record"))))

    def signals(self, *, limit: int | None = None) -> Pages[TrackedSignal]:
        """Newest first. `signal` is None until the entry session of a signal closes."""
        return Pages(self._transport, TrackedSignal, path_of("record", "signals"), given(limit=limit))

    def instrument(self, symbol: str) -> InstrumentRecord:
        call = Call("GET", path_of("record", "instruments", symbol))
        return cast(InstrumentRecord, self._transport.read(InstrumentRecord, call))

    def ranking(
        self,
        *,
        live: bool | None = None,
        order: Literal["conviction", "agreement", "right", "symbol"] | None = None,
    ) -> Ranking:
        """The newest opinion on each instrument, in an order."""
        call = Call("GET", path_of("ranking"), given(live=live, order=order))
        return cast(Ranking, self._transport.read(Ranking, call))


class Instruments:
    """What the server's archives hold."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, search: str | None = None, limit: int | None = None) -> Pages[ListedInstrument]:
        """By symbol."""
        return Pages(self._transport, ListedInstrument, path_of("instruments"), given(search=search, limit=limit))

    def get(self, symbol: str, *, asset_type: Literal["stock", "crypto"] | None = None) -> OwnInstrumentRecord:
        """All that your key may see of an instrument."""
        call = Call("GET", path_of("instruments", symbol), given(asset_type=asset_type))
        return cast(OwnInstrumentRecord, self._transport.read(OwnInstrumentRecord, call))


class Requests:
    """The log of requests that were made with your keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        key_id: str | None = None,
        status: str | None = None,
        route: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
    ) -> Pages[LoggedRequest]:
        """Newest first, of the last 30 days."""
        query = given(key_id=key_id, status=status, route=route, from_=from_, to=to, limit=limit)
        return Pages(self._transport, LoggedRequest, path_of("requests"), query)

    def get(self, id: str) -> LoggedRequestDetail:
        """With its body: enough to send it again."""
        call = Call("GET", path_of("requests", id))
        return cast(LoggedRequestDetail, self._transport.read(LoggedRequestDetail, call))
