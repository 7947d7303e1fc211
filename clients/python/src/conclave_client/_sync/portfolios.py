# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

from typing import Any, Sequence, cast

from typing_extensions import Unpack

from .._call import Call, adapter, given, idempotent, json_call, path_of
from ..models import Batch, Portfolio, PortfolioValuation
from ..params import AnalyzePortfolioParams, ReplacePortfolioParams, SavePortfolioParams
from .transport import Transport


class Portfolios:
    """What you hold. Only you can read it."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> Sequence[Portfolio]:
        """All of yours, oldest first."""
        body = self._transport.read(dict[str, Any], Call("GET", path_of("portfolios")))
        return cast(Sequence[Portfolio], adapter(Sequence[Portfolio]).validate_python(body["data"]))

    def create(self, *, idempotency_key: str | None = None, **request: Unpack[SavePortfolioParams]) -> Portfolio:
        call = json_call("POST", path_of("portfolios"), request, headers=idempotent(idempotency_key))
        return cast(Portfolio, self._transport.read(Portfolio, call))

    def get(self, id: str) -> Portfolio:
        return cast(Portfolio, self._transport.read(Portfolio, Call("GET", path_of("portfolios", id))))

    def replace(self, id: str, **request: Unpack[ReplacePortfolioParams]) -> Portfolio:
        """Replaces all of it, if it is still at `version`."""
        call = json_call("PUT", path_of("portfolios", id), request)
        return cast(Portfolio, self._transport.read(Portfolio, call))

    def delete(self, id: str) -> None:
        """Erases it at once."""
        self._transport.send(Call("DELETE", path_of("portfolios", id)))

    def valuation(self, id: str, *, as_of: str | None = None, from_: str | None = None) -> PortfolioValuation:
        """What it is worth, as known on a day."""
        call = Call("GET", path_of("portfolios", id, "valuation"), given(as_of=as_of, from_=from_))
        return cast(PortfolioValuation, self._transport.read(PortfolioValuation, call))

    def analyze(
        self, id: str, *, idempotency_key: str | None = None, **request: Unpack[AnalyzePortfolioParams]
    ) -> Batch:
        """One analysis for each position, as a batch within the budget."""
        call = json_call(
            "POST", path_of("portfolios", id, "analyses"), request, headers=idempotent(idempotency_key)
        )
        return cast(Batch, self._transport.read(Batch, call))
