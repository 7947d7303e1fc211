# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from typing import Any, Sequence, cast

from typing_extensions import Unpack

from .._call import Call, adapter, given, idempotent, json_call, path_of
from ..models import ListRun, NextRun, Watchlist
from ..params import AddInstrumentParams, SaveWatchlistParams
from .transport import Transport


class Lists:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Sequence[Watchlist]:
        """All of your watchlists, oldest first."""
        return cast(Sequence[Watchlist], self._all(Sequence[Watchlist], path_of("lists")))

    def create(self, *, idempotency_key: str | None = None, **request: Unpack[SaveWatchlistParams]) -> Watchlist:
        """From now on, its instruments are analysed on the schedule."""
        call = json_call("POST", path_of("lists"), request, headers=idempotent(idempotency_key))
        return cast(Watchlist, self._transport.read(Watchlist, call))

    def get(self, id: str) -> Watchlist:
        return cast(Watchlist, self._transport.read(Watchlist, Call("GET", path_of("lists", id))))

    def replace(self, id: str, **request: Unpack[SaveWatchlistParams]) -> Watchlist:
        """Replaces all of it."""
        return cast(Watchlist, self._transport.read(Watchlist, json_call("PUT", path_of("lists", id), request)))

    def delete(self, id: str) -> None:
        """It no longer runs. Its signals can still be read."""
        self._transport.send(Call("DELETE", path_of("lists", id)))

    def add_instrument(self, id: str, **instrument: Unpack[AddInstrumentParams]) -> Watchlist:
        call = json_call("POST", path_of("lists", id, "instruments"), instrument, once=True)
        return cast(Watchlist, self._transport.read(Watchlist, call))

    def next_runs(self, id: str, *, limit: int | None = None) -> Sequence[NextRun]:
        """Soonest first."""
        path = path_of("lists", id, "next-runs")
        return cast(Sequence[NextRun], self._all(Sequence[NextRun], path, limit))

    def runs(self, id: str, *, limit: int | None = None) -> Sequence[ListRun]:
        """Newest first, with the signal that each published."""
        path = path_of("lists", id, "runs")
        return cast(Sequence[ListRun], self._all(Sequence[ListRun], path, limit))

    def _all(self, kind: Any, path: str, limit: int | None = None) -> Any:
        body = self._transport.read(dict[str, Any], Call("GET", path, given(limit=limit)))
        return adapter(kind).validate_python(body["data"])
