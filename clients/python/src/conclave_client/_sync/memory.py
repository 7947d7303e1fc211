# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

import time
from collections.abc import Sequence
from typing import cast

from typing_extensions import Unpack

from .._call import Call, has_ended, json_call, path_of
from ..errors import WaitTimeoutError
from ..models import MemoryEstimate, MemoryJob, MemoryJobList
from ..params import EstimateMemoryParams, SubmitMemoryParams
from .transport import Transport


class Memory:
    """How much of a model's opinion on a date is memory, measured on a model key of yours."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def estimate(self, **request: Unpack[EstimateMemoryParams]) -> MemoryEstimate:
        """Calls and cost, before anybody is asked."""
        call = json_call("POST", path_of("memory", "estimate"), request)
        return cast(MemoryEstimate, self._transport.read(MemoryEstimate, call))

    def create(self, **request: Unpack[SubmitMemoryParams]) -> MemoryJob:
        """Starts a measurement. Each call is held against the budget before it is made."""
        call = json_call("POST", path_of("memory"), request)
        return cast(MemoryJob, self._transport.read(MemoryJob, call))

    def get(self, id: str) -> MemoryJob:
        return cast(MemoryJob, self._transport.read(MemoryJob, Call("GET", path_of("memory", id))))

    def list(self) -> Sequence[MemoryJob]:
        """The last 50, newest first."""
        answer = cast(MemoryJobList, self._transport.read(MemoryJobList, Call("GET", path_of("memory"))))
        return answer.data

    def cancel(self, id: str) -> MemoryJob:
        """Can be repeated; one that has ended stays as it is."""
        return cast(MemoryJob, self._transport.read(MemoryJob, Call("POST", path_of("memory", id, "cancel"))))

    def wait(self, id: str, *, every: float = 10, timeout: float | None = None) -> MemoryJob:
        """The measurement when it has ended, in whatever state. `every` and `timeout` are seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            call = Call("GET", path_of("memory", id))
            job = cast(MemoryJob, self._transport.read(MemoryJob, call, patient=answered and deadline is None))
            if has_ended(job.status):
                return job
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {job.status} after {timeout:g} seconds")
            answered = True
            time.sleep(every)
