from __future__ import annotations

import os
from types import TracebackType
from typing import cast

import httpx

from .._call import Call, given, key_of, path_of
from .._version import API_VERSION
from ..models import Config, UsageReport
from .analyses import AsyncAnalyses
from .backtests import AsyncBacktests
from .memory import AsyncMemory
from .batches import AsyncBatches
from .lists import AsyncLists
from .portfolios import AsyncPortfolios
from .record import AsyncInstruments, AsyncRequests, AsyncTrackRecord
from .signals import AsyncSignals
from .transport import AsyncTransport
from .webhooks import AsyncWebhooks


class AsyncConclave:
    """The API of a Conclave service. Close it when you are done, or use it in a `with` block."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        version: str = API_VERSION,
        timeout: float = 60,
        max_retries: int = 4,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """
        base_url: such as `https://conclave.example`; without it, the environment's CONCLAVE_URL.
        api_key: without it, the environment's CONCLAVE_API_KEY; an open server needs none.
        version: of the API; usually the one that this package describes.
        timeout: for each step of a request, in seconds.
        max_retries: how often a request that failed for a passing reason is tried again.
        http_client: one of your own, such as for a proxy; it is yours to close.
        """
        base = base_url or os.environ.get("CONCLAVE_URL")
        if not base:
            raise ValueError("Conclave needs a base_url, or CONCLAVE_URL in the environment")
        key = key_of(api_key)
        headers = {"conclave-version": version, **({"x-api-key": key} if key else {})}
        self._own = http_client is None
        self._http = http_client or httpx.AsyncClient()
        self._http.base_url = httpx.URL(base)
        self._transport = AsyncTransport(self._http, headers, timeout, max_retries)
        self.analyses = AsyncAnalyses(self._transport)
        self.batches = AsyncBatches(self._transport)
        self.portfolios = AsyncPortfolios(self._transport)
        self.signals = AsyncSignals(self._transport)
        self.lists = AsyncLists(self._transport)
        self.backtests = AsyncBacktests(self._transport)
        self.memory = AsyncMemory(self._transport)
        self.record = AsyncTrackRecord(self._transport)
        self.instruments = AsyncInstruments(self._transport)
        self.webhooks = AsyncWebhooks(self._transport)
        self.requests = AsyncRequests(self._transport)

    async def config(self) -> Config:
        """What applies to every analysis that does not say otherwise."""
        return cast(Config, await self._transport.read(Config, Call("GET", path_of("config"))))

    async def usage(self, *, from_: str | None = None, to: str | None = None) -> UsageReport:
        """Jobs, tokens and cost between two instants; without them, of this month."""
        call = Call("GET", path_of("usage"), given(from_=from_, to=to))
        return cast(UsageReport, await self._transport.read(UsageReport, call))

    async def close(self) -> None:
        if self._own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncConclave:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
