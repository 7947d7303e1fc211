from __future__ import annotations

import asyncio
import time
from typing import AsyncIterator, Literal, cast

from typing_extensions import Unpack

from .._call import LONGEST_WAIT, Call, given, has_ended, idempotent, json_call, path_of
from ..errors import WaitTimeoutError
from ..models import (
    AttributionJob,
    HoldingsOfAnalysis,
    Job,
    JobEvent,
    JobStatus,
    PricedAttribution,
    ReportAnswer,
    RunReport,
    WebhookDelivery,
)
from ..params import (
    EstimateAttributionParams,
    RerunAnalysisParams,
    SubmitAnalysisParams,
    SubmitAttributionParams,
)
from ..started import StartedJob
from .pages import AsyncPages
from .transport import AsyncTransport

Include = Literal["reports"]


class AsyncAnalyses:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self, *, idempotency_key: str | None = None, **request: Unpack[SubmitAnalysisParams]
    ) -> StartedJob:
        """Starts an analysis; it runs in the background. Unless you name a key, tries of one call start one job."""
        return await self._start(json_call("POST", path_of("analyses"), request, headers=idempotent(idempotency_key)))

    async def get(self, id: str) -> Job:
        return cast(Job, await self._transport.read(Job, Call("GET", path_of("analyses", id))))

    def list(
        self,
        *,
        status: JobStatus | None = None,
        ticker: str | None = None,
        include: Include | None = None,
        limit: int | None = None,
    ) -> AsyncPages[Job]:
        """Newest first. Results omit their `reports` unless `include` asks for them."""
        query = given(status=status, ticker=ticker, include=include, limit=limit)
        return AsyncPages(self._transport, Job, path_of("analyses"), query)

    async def cancel(self, id: str) -> Job:
        """Works in any state, and can be repeated."""
        return cast(Job, await self._transport.read(Job, Call("DELETE", path_of("analyses", id))))

    async def wait(self, id: str, *, timeout: float | None = None) -> Job:
        """The job when it has ended, in whatever state. Once the server has answered, its absences are waited out.

        timeout: the most to wait, in seconds; then WaitTimeoutError is raised, and the job goes on.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            left = LONGEST_WAIT if deadline is None else min(LONGEST_WAIT, int(deadline - time.monotonic()))
            call = Call("GET", path_of("analyses", id), {"wait": str(max(0, left))})
            job = cast(Job, await self._transport.read(Job, call, patient=answered and deadline is None))
            if has_ended(job.status):
                return job
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {job.status} after {timeout:g} seconds")
            answered = True
            await asyncio.sleep(0.25)

    async def stream(self, id: str, *, after: int | None = None) -> AsyncIterator[JobEvent]:
        """The events of an analysis, each once, to the last; a broken connection is taken up again."""
        async for event in self._transport.events(JobEvent, path_of("analyses", id, "events"), {}, after):
            yield event

    async def rerun(
        self, id: str, *, from_: str, idempotency_key: str | None = None, **changes: Unpack[RerunAnalysisParams]
    ) -> StartedJob:
        """Starts a new analysis that takes over everything before an agent, and asks that agent and all after it anew."""
        path = path_of("analyses", id, "rerun")
        query, headers = {"from": from_}, idempotent(idempotency_key)
        return await self._start(json_call("POST", path, changes, query=query, headers=headers))

    async def report(self, id: str) -> RunReport:
        """The report of an analysis that has ended."""
        return cast(RunReport, await self._transport.read(RunReport, Call("GET", path_of("analyses", id, "report.json"))))

    async def report_text(self, id: str, format: Literal["markdown", "html"] = "markdown") -> str:
        """The report of an analysis that has succeeded."""
        name = "report.md" if format == "markdown" else "report.html"
        return (await self._transport.send(Call("GET", path_of("analyses", id, name)))).text

    async def report_pdf(self, id: str) -> bytes:
        return (await self._transport.send(Call("GET", path_of("analyses", id, "report.pdf")))).content

    async def estimate_attribution(self, id: str, **wish: Unpack[EstimateAttributionParams]) -> PricedAttribution:
        """What measuring the rating would try and cost; nothing is started."""
        call = json_call("POST", path_of("analyses", id, "attribution", "estimate"), wish)
        return cast(PricedAttribution, await self._transport.read(PricedAttribution, call))

    async def attribute(self, id: str, **wish: Unpack[SubmitAttributionParams]) -> AttributionJob:
        """Measures what the rating rests on, in the background. Called again while it is under way, it is the same one."""
        call = json_call("POST", path_of("analyses", id, "attribution"), wish)
        return cast(AttributionJob, await self._transport.read(AttributionJob, call))

    async def attribution(self, id: str) -> AttributionJob:
        """The newest attribution of an analysis."""
        call = Call("GET", path_of("analyses", id, "attribution"))
        return cast(AttributionJob, await self._transport.read(AttributionJob, call))

    async def cancel_attribution(self, id: str) -> AttributionJob:
        """Can be repeated; one that has ended stays as it is."""
        call = Call("DELETE", path_of("analyses", id, "attribution"))
        return cast(AttributionJob, await self._transport.read(AttributionJob, call))

    async def holdings(self, id: str) -> HoldingsOfAnalysis:
        """The holdings given with an analysis, and what its opinion means for them."""
        call = Call("GET", path_of("analyses", id, "holdings"))
        return cast(HoldingsOfAnalysis, await self._transport.read(HoldingsOfAnalysis, call))

    async def delete_holdings(self, id: str) -> None:
        """The analysis and its rating stay."""
        await self._transport.send(Call("DELETE", path_of("analyses", id, "holdings")))

    async def proof(self, id: str) -> str:
        """The report as one HTML file that checks itself offline."""
        return (await self._transport.send(Call("GET", path_of("analyses", id, "proof")))).text

    async def ask(self, id: str, question: str) -> ReportAnswer:
        """Answers a question from the report of an analysis alone, each claim with its quote."""
        call = json_call("POST", path_of("analyses", id, "questions"), {"question": question})
        return cast(ReportAnswer, await self._transport.read(ReportAnswer, call))

    def webhook_deliveries(self, id: str, *, limit: int | None = None) -> AsyncPages[WebhookDelivery]:
        """The attempts to tell the webhook of an analysis, newest first."""
        path = path_of("analyses", id, "webhook-deliveries")
        return AsyncPages(self._transport, WebhookDelivery, path, given(limit=limit))

    async def _start(self, call: Call) -> StartedJob:
        response = await self._transport.send(call)
        job = StartedJob.model_validate_json(response.content)
        job.webhook_secret = response.headers.get("webhook-secret")
        return job
