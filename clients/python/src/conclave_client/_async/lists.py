from __future__ import annotations

from typing import Any, Sequence, cast

from typing_extensions import Unpack

from .._call import Call, adapter, given, idempotent, json_call, path_of
from ..models import ListRun, NextRun, Watchlist
from ..params import AddInstrumentParams, SaveWatchlistParams
from .transport import AsyncTransport


class AsyncLists:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> Sequence[Watchlist]:
        """All of your watchlists, oldest first."""
        return cast(Sequence[Watchlist], await self._all(Sequence[Watchlist], path_of("lists")))

    async def create(self, *, idempotency_key: str | None = None, **request: Unpack[SaveWatchlistParams]) -> Watchlist:
        """From now on, its instruments are analysed on the schedule."""
        call = json_call("POST", path_of("lists"), request, headers=idempotent(idempotency_key))
        return cast(Watchlist, await self._transport.read(Watchlist, call))

    async def get(self, id: str) -> Watchlist:
        return cast(Watchlist, await self._transport.read(Watchlist, Call("GET", path_of("lists", id))))

    async def replace(self, id: str, **request: Unpack[SaveWatchlistParams]) -> Watchlist:
        """Replaces all of it."""
        return cast(Watchlist, await self._transport.read(Watchlist, json_call("PUT", path_of("lists", id), request)))

    async def delete(self, id: str) -> None:
        """It no longer runs. Its signals can still be read."""
        await self._transport.send(Call("DELETE", path_of("lists", id)))

    async def add_instrument(self, id: str, **instrument: Unpack[AddInstrumentParams]) -> Watchlist:
        call = json_call("POST", path_of("lists", id, "instruments"), instrument, once=True)
        return cast(Watchlist, await self._transport.read(Watchlist, call))

    async def next_runs(self, id: str, *, limit: int | None = None) -> Sequence[NextRun]:
        """Soonest first."""
        path = path_of("lists", id, "next-runs")
        return cast(Sequence[NextRun], await self._all(Sequence[NextRun], path, limit))

    async def runs(self, id: str, *, limit: int | None = None) -> Sequence[ListRun]:
        """Newest first, with the signal that each published."""
        path = path_of("lists", id, "runs")
        return cast(Sequence[ListRun], await self._all(Sequence[ListRun], path, limit))

    async def _all(self, kind: Any, path: str, limit: int | None = None) -> Any:
        body = await self._transport.read(dict[str, Any], Call("GET", path, given(limit=limit)))
        return adapter(kind).validate_python(body["data"])
