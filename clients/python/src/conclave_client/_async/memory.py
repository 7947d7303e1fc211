from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import cast

from typing_extensions import Unpack

from .._call import Call, has_ended, json_call, path_of
from ..errors import WaitTimeoutError
from ..models import MemoryEstimate, MemoryJob, MemoryJobList
from ..params import EstimateMemoryParams, SubmitMemoryParams
from .transport import AsyncTransport


class AsyncMemory:
    """How much of a model's opinion on a date is memory, measured on a model key of yours."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def estimate(self, **request: Unpack[EstimateMemoryParams]) -> MemoryEstimate:
        """Calls and cost, before anybody is asked."""
        call = json_call("POST", path_of("memory", "estimate"), request)
        return cast(MemoryEstimate, await self._transport.read(MemoryEstimate, call))

    async def create(self, **request: Unpack[SubmitMemoryParams]) -> MemoryJob:
        """Starts a measurement. Each call is held against the budget before it is made."""
        call = json_call("POST", path_of("memory"), request)
        return cast(MemoryJob, await self._transport.read(MemoryJob, call))

    async def get(self, id: str) -> MemoryJob:
        return cast(MemoryJob, await self._transport.read(MemoryJob, Call("GET", path_of("memory", id))))

    async def list(self) -> Sequence[MemoryJob]:
        """The last 50, newest first."""
        answer = cast(MemoryJobList, await self._transport.read(MemoryJobList, Call("GET", path_of("memory"))))
        return answer.data

    async def cancel(self, id: str) -> MemoryJob:
        """Can be repeated; one that has ended stays as it is."""
        return cast(MemoryJob, await self._transport.read(MemoryJob, Call("POST", path_of("memory", id, "cancel"))))

    async def wait(self, id: str, *, every: float = 10, timeout: float | None = None) -> MemoryJob:
        """The measurement when it has ended, in whatever state. `every` and `timeout` are seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            call = Call("GET", path_of("memory", id))
            job = cast(MemoryJob, await self._transport.read(MemoryJob, call, patient=answered and deadline is None))
            if has_ended(job.status):
                return job
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {job.status} after {timeout:g} seconds")
            answered = True
            await asyncio.sleep(every)
