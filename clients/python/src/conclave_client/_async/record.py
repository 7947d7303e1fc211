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
from .pages import AsyncPages
from .transport import AsyncTransport


class AsyncTrackRecord:
    """The public record of the service's own list."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self) -> PublicRecord:
        """How often its opinions were right, what they returned, and how sure they were."""
        return cast(PublicRecord, await self._transport.read(PublicRecord, Call("GET", path_of("record"))))

    def signals(self, *, limit: int | None = None) -> AsyncPages[TrackedSignal]:
        """Newest first. `signal` is None until the entry session of a signal closes."""
        return AsyncPages(self._transport, TrackedSignal, path_of("record", "signals"), given(limit=limit))

    async def instrument(self, symbol: str) -> InstrumentRecord:
        call = Call("GET", path_of("record", "instruments", symbol))
        return cast(InstrumentRecord, await self._transport.read(InstrumentRecord, call))

    async def ranking(
        self,
        *,
        live: bool | None = None,
        order: Literal["conviction", "agreement", "right", "symbol"] | None = None,
    ) -> Ranking:
        """The newest opinion on each instrument, in an order."""
        call = Call("GET", path_of("ranking"), given(live=live, order=order))
        return cast(Ranking, await self._transport.read(Ranking, call))


class AsyncInstruments:
    """What the server's archives hold."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(self, *, search: str | None = None, limit: int | None = None) -> AsyncPages[ListedInstrument]:
        """By symbol."""
        return AsyncPages(self._transport, ListedInstrument, path_of("instruments"), given(search=search, limit=limit))

    async def get(self, symbol: str, *, asset_type: Literal["stock", "crypto"] | None = None) -> OwnInstrumentRecord:
        """All that your key may see of an instrument."""
        call = Call("GET", path_of("instruments", symbol), given(asset_type=asset_type))
        return cast(OwnInstrumentRecord, await self._transport.read(OwnInstrumentRecord, call))


class AsyncRequests:
    """The log of requests that were made with your keys."""

    def __init__(self, transport: AsyncTransport) -> None:
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
    ) -> AsyncPages[LoggedRequest]:
        """Newest first, of the last 30 days."""
        query = given(key_id=key_id, status=status, route=route, from_=from_, to=to, limit=limit)
        return AsyncPages(self._transport, LoggedRequest, path_of("requests"), query)

    async def get(self, id: str) -> LoggedRequestDetail:
        """With its body: enough to send it again."""
        call = Call("GET", path_of("requests", id))
        return cast(LoggedRequestDetail, await self._transport.read(LoggedRequestDetail, call))
