# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

import time
from typing import Iterator, Iterable, Literal, Mapping, Union, cast

from pydantic_core import to_json

from .._call import Call, given, has_ended, idempotent, path_of
from ..errors import WaitTimeoutError
from ..models import Batch, BatchLine, BatchResult
from ..params import BatchLineParams
from .pages import Pages
from .transport import Transport

Line = Union[BatchLineParams, BatchLine, Mapping[str, object]]


class Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, lines: Iterable[Line], *, budget_usd: str | None = None, idempotency_key: str | None = None
    ) -> Batch:
        """Starts many analyses, each with a `custom_id` of yours. They run behind single ones and under one budget."""
        content = b"".join(to_json(line, exclude_none=True) + b"\n" for line in lines)
        headers = {"content-type": "application/jsonl", **idempotent(idempotency_key)}
        call = Call("POST", path_of("batches"), given(budget_usd=budget_usd), headers, content)
        return cast(Batch, self._transport.read(Batch, call))

    def get(self, id: str) -> Batch:
        return cast(Batch, self._transport.read(Batch, Call("GET", path_of("batches", id))))

    def list(self, *, limit: int | None = None) -> Pages[Batch]:
        """Newest first."""
        return Pages(self._transport, Batch, path_of("batches"), given(limit=limit))

    def results(
        self, id: str, *, after: int | None = None, include: Literal["reports"] | None = None
    ) -> Iterator[BatchResult]:
        """The lines that have ended, in the order of the request. While the batch runs, these are the results so far."""

        def call_after(last: BatchResult | None) -> Call:
            query = given(after=after if last is None else last.line, include=include)
            return Call("GET", path_of("batches", id, "results"), query)

        for result in self._transport.lines(BatchResult, call_after):
            yield result

    def cancel(self, id: str) -> Batch:
        """Waiting lines are not started, running ones are cancelled. Can be repeated."""
        return cast(Batch, self._transport.read(Batch, Call("POST", path_of("batches", id, "cancel"))))

    def wait(self, id: str, *, every: float = 2, timeout: float | None = None) -> Batch:
        """The batch when each of its lines has ended. `every` and `timeout` are seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            call = Call("GET", path_of("batches", id))
            batch = cast(Batch, self._transport.read(Batch, call, patient=answered and deadline is None))
            if has_ended(batch.status):
                return batch
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {batch.status} after {timeout:g} seconds")
            answered = True
            time.sleep(every)
