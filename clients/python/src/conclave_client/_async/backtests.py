from __future__ import annotations

import asyncio
import time
from typing import cast

from typing_extensions import Unpack

from .._call import Call, given, has_ended, idempotent, json_call, path_of
from ..errors import WaitTimeoutError
from ..models import Backtest, BacktestEstimate, BacktestResult, BacktestValidity, StartedBacktest
from ..params import SubmitBacktestParams
from .pages import AsyncPages
from .transport import AsyncTransport


class AsyncBacktests:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **request: Unpack[SubmitBacktestParams]
    ) -> StartedBacktest:
        """Starts a backtest on the server's archives. Without `models`, the rules engine decides at no cost."""
        call = json_call("POST", path_of("backtests"), request, headers=idempotent(idempotency_key))
        return cast(StartedBacktest, await self._transport.read(StartedBacktest, call))

    async def estimate(self, **request: Unpack[SubmitBacktestParams]) -> BacktestEstimate:
        """What the same request would take as a backtest. Nothing is started."""
        call = json_call("POST", path_of("backtests", "estimate"), request)
        return cast(BacktestEstimate, await self._transport.read(BacktestEstimate, call))

    async def get(self, id: str) -> Backtest:
        return cast(Backtest, await self._transport.read(Backtest, Call("GET", path_of("backtests", id))))

    def list(self, *, limit: int | None = None) -> AsyncPages[Backtest]:
        """Newest first."""
        return AsyncPages(self._transport, Backtest, path_of("backtests"), given(limit=limit))

    async def cancel(self, id: str) -> Backtest:
        """Can be repeated; one that has ended stays as it is."""
        return cast(Backtest, await self._transport.read(Backtest, Call("POST", path_of("backtests", id, "cancel"))))

    async def pause(self, id: str) -> Backtest:
        """Calls that are in progress finish; no other is made until it is resumed."""
        return cast(Backtest, await self._transport.read(Backtest, Call("POST", path_of("backtests", id, "pause"))))

    async def resume(self, id: str) -> Backtest:
        """A paused one goes on where it stood."""
        return cast(Backtest, await self._transport.read(Backtest, Call("POST", path_of("backtests", id, "resume"))))

    async def delete(self, id: str) -> None:
        """Deletes it and its result for good."""
        await self._transport.send(Call("DELETE", path_of("backtests", id)))

    async def wait(self, id: str, *, every: float = 2, timeout: float | None = None) -> Backtest:
        """The backtest when it has ended, in whatever state. `every` and `timeout` are seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            call = Call("GET", path_of("backtests", id))
            backtest = cast(Backtest, await self._transport.read(Backtest, call, patient=answered and deadline is None))
            if has_ended(backtest.status):
                return backtest
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {backtest.status} after {timeout:g} seconds")
            answered = True
            await asyncio.sleep(every)

    async def result(self, id: str) -> BacktestResult:
        call = Call("GET", path_of("backtests", id, "result.json"))
        return cast(BacktestResult, await self._transport.read(BacktestResult, call))

    async def trades(self, id: str) -> str:
        """Its trades as CSV."""
        return (await self._transport.send(Call("GET", path_of("backtests", id, "trades.csv")))).text

    async def judge(self, id: str) -> BacktestValidity:
        """Has its validity report made, at no cost, also in place of one that was made."""
        call = Call("POST", path_of("backtests", id, "validity"))
        return cast(BacktestValidity, await self._transport.read(BacktestValidity, call))

    async def validity_markdown(self, id: str) -> str:
        """Its validity report as Markdown."""
        return (await self._transport.send(Call("GET", path_of("backtests", id, "validity.md")))).text

    async def validity(self, id: str) -> BacktestValidity:
        """What it proves, and what it does not."""
        call = Call("GET", path_of("backtests", id, "validity"))
        return cast(BacktestValidity, await self._transport.read(BacktestValidity, call))
