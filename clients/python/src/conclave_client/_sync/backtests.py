# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

import time
from typing import cast

from typing_extensions import Unpack

from .._call import Call, given, has_ended, idempotent, json_call, path_of
from ..errors import WaitTimeoutError
from ..models import Backtest, BacktestEstimate, BacktestResult, BacktestValidity, StartedBacktest
from ..params import SubmitBacktestParams
from .pages import Pages
from .transport import Transport


class Backtests:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, *, idempotency_key: str | None = None, **request: Unpack[SubmitBacktestParams]
    ) -> StartedBacktest:
        """Starts a backtest on the server's archives. Without `models`, the rules engine decides at no cost."""
        call = json_call("POST", path_of("backtests"), request, headers=idempotent(idempotency_key))
        return cast(StartedBacktest, self._transport.read(StartedBacktest, call))

    def estimate(self, **request: Unpack[SubmitBacktestParams]) -> BacktestEstimate:
        """What the same request would take as a backtest. Nothing is started."""
        call = json_call("POST", path_of("backtests", "estimate"), request)
        return cast(BacktestEstimate, self._transport.read(BacktestEstimate, call))

    def get(self, id: str) -> Backtest:
        return cast(Backtest, self._transport.read(Backtest, Call("GET", path_of("backtests", id))))

    def list(self, *, limit: int | None = None) -> Pages[Backtest]:
        """Newest first."""
        return Pages(self._transport, Backtest, path_of("backtests"), given(limit=limit))

    def cancel(self, id: str) -> Backtest:
        """Can be repeated; one that has ended stays as it is."""
        return cast(Backtest, self._transport.read(Backtest, Call("POST", path_of("backtests", id, "cancel"))))

    def pause(self, id: str) -> Backtest:
        """Calls that are in progress finish; no other is made until it is resumed."""
        return cast(Backtest, self._transport.read(Backtest, Call("POST", path_of("backtests", id, "pause"))))

    def resume(self, id: str) -> Backtest:
        """A paused one goes on where it stood."""
        return cast(Backtest, self._transport.read(Backtest, Call("POST", path_of("backtests", id, "resume"))))

    def delete(self, id: str) -> None:
        """Deletes it and its result for good."""
        self._transport.send(Call("DELETE", path_of("backtests", id)))

    def wait(self, id: str, *, every: float = 2, timeout: float | None = None) -> Backtest:
        """The backtest when it has ended, in whatever state. `every` and `timeout` are seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            call = Call("GET", path_of("backtests", id))
            backtest = cast(Backtest, self._transport.read(Backtest, call, patient=answered and deadline is None))
            if has_ended(backtest.status):
                return backtest
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {backtest.status} after {timeout:g} seconds")
            answered = True
            time.sleep(every)

    def result(self, id: str) -> BacktestResult:
        call = Call("GET", path_of("backtests", id, "result.json"))
        return cast(BacktestResult, self._transport.read(BacktestResult, call))

    def trades(self, id: str) -> str:
        """Its trades as CSV."""
        return (self._transport.send(Call("GET", path_of("backtests", id, "trades.csv")))).text

    def judge(self, id: str) -> BacktestValidity:
        """Has its validity report made, at no cost, also in place of one that was made."""
        call = Call("POST", path_of("backtests", id, "validity"))
        return cast(BacktestValidity, self._transport.read(BacktestValidity, call))

    def validity_markdown(self, id: str) -> str:
        """Its validity report as Markdown."""
        return (self._transport.send(Call("GET", path_of("backtests", id, "validity.md")))).text

    def validity(self, id: str) -> BacktestValidity:
        """What it proves, and what it does not."""
        call = Call("GET", path_of("backtests", id, "validity"))
        return cast(BacktestValidity, self._transport.read(BacktestValidity, call))
