# Generated from _async by scripts/make-client.ts.
from __future__ import annotations

import time
from typing import Iterator, Literal, cast

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
from .pages import Pages
from .transport import Transport

Include = Literal["reports"]


class Analyses:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self, *, idempotency_key: str | None = None, **request: Unpack[SubmitAnalysisParams]
    ) -> StartedJob:
        """Starts an analysis; it runs in the background. Unless you name a key, tries of one call start one job."""
        return self._start(json_call("POST", path_of("analyses"), request, headers=idempotent(idempotency_key)))

    def get(self, id: str) -> Job:
        return cast(Job, self._transport.read(Job, Call("GET", path_of("analyses", id))))

    def list(
        self,
        *,
        status: JobStatus | None = None,
        ticker: str | None = None,
        include: Include | None = None,
        limit: int | None = None,
    ) -> Pages[Job]:
        """Newest first. Results omit their `reports` unless `include` asks for them."""
        query = given(status=status, ticker=ticker, include=include, limit=limit)
        return Pages(self._transport, Job, path_of("analyses"), query)

    def cancel(self, id: str) -> Job:
        """Works in any state, and can be repeated."""
        return cast(Job, self._transport.read(Job, Call("DELETE", path_of("analyses", id))))

    def wait(self, id: str, *, timeout: float | None = None) -> Job:
        """The job when it has ended, in whatever state. Once the server has answered, its absences are waited out.

        timeout: the most to wait, in seconds; then WaitTimeoutError is raised, and the job goes on.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        answered = False
        while True:
            left = LONGEST_WAIT if deadline is None else min(LONGEST_WAIT, int(deadline - time.monotonic()))
            call = Call("GET", path_of("analyses", id), {"wait": str(max(0, left))})
            job = cast(Job, self._transport.read(Job, call, patient=answered and deadline is None))
            if has_ended(job.status):
                return job
            if deadline is not None and time.monotonic() >= deadline:
                raise WaitTimeoutError(f"{id} is {job.status} after {timeout:g} seconds")
            answered = True
            time.sleep(0.25)

    def stream(self, id: str, *, after: int | None = None) -> Iterator[JobEvent]:
        """The events of an analysis, each once, to the last; a broken connection is taken up again."""
        for event in self._transport.events(JobEvent, path_of("analyses", id, "events"), {}, after):
            yield event

    def rerun(
        self, id: str, *, from_: str, idempotency_key: str | None = None, **changes: Unpack[RerunAnalysisParams]
    ) -> StartedJob:
        """Starts a new analysis that takes over everything before an agent, and asks that agent and all after it anew."""
        path = path_of("analyses", id, "rerun")
        query, headers = {"from": from_}, idempotent(idempotency_key)
        return self._start(json_call("POST", path, changes, query=query, headers=headers))

    def report(self, id: str) -> RunReport:
        """The report of an analysis that has ended."""
        return cast(RunReport, self._transport.read(RunReport, Call("GET", path_of("analyses", id, "report.json"))))

    def report_text(self, id: str, format: Literal["markdown", "html"] = "markdown") -> str:
        """The report of an analysis that has succeeded."""
        name = "report.md" if format == "markdown" else "report.html"
        return (self._transport.send(Call("GET", path_of("analyses", id, name)))).text

    def report_pdf(self, id: str) -> bytes:
        return (self._transport.send(Call("GET", path_of("analyses", id, "report.pdf")))).content

    def estimate_attribution(self, id: str, **wish: Unpack[EstimateAttributionParams]) -> PricedAttribution:
        """What measuring the rating would try and cost; nothing is started."""
        call = json_call("POST", path_of("analyses", id, "attribution", "estimate"), wish)
        return cast(PricedAttribution, self._transport.read(PricedAttribution, call))

    def attribute(self, id: str, **wish: Unpack[SubmitAttributionParams]) -> AttributionJob:
        """Measures what the rating rests on, in the background. Called again while it is under way, it is the same one."""
        call = json_call("POST", path_of("analyses", id, "attribution"), wish)
        return cast(AttributionJob, self._transport.read(AttributionJob, call))

    def attribution(self, id: str) -> AttributionJob:
        """The newest attribution of an analysis."""
        call = Call("GET", path_of("analyses", id, "attribution"))
        return cast(AttributionJob, self._transport.read(AttributionJob, call))

    def cancel_attribution(self, id: str) -> AttributionJob:
        """Can be repeated; one that has ended stays as it is."""
        call = Call("DELETE", path_of("analyses", id, "attribution"))
        return cast(AttributionJob, self._transport.read(AttributionJob, call))

    def holdings(self, id: str) -> HoldingsOfAnalysis:
        """The holdings given with an analysis, and what its opinion means for them."""
        call = Call("GET", path_of("analyses", id, "holdings"))
        return cast(HoldingsOfAnalysis, self._transport.read(HoldingsOfAnalysis, call))

    def delete_holdings(self, id: str) -> None:
        """The analysis and its rating stay."""
        self._transport.send(Call("DELETE", path_of("analyses", id, "holdings")))

    def proof(self, id: str) -> str:
        """The report as one HTML file that checks itself offline."""
        return (self._transport.send(Call("GET", path_of("analyses", id, "proof")))).text

    def ask(self, id: str, question: str) -> ReportAnswer:
        """Answers a question from the report of an analysis alone, each claim with its quote."""
        call = json_call("POST", path_of("analyses", id, "questions"), {"question": question})
        return cast(ReportAnswer, self._transport.read(ReportAnswer, call))

    def webhook_deliveries(self, id: str, *, limit: int | None = None) -> Pages[WebhookDelivery]:
        """The attempts to tell the webhook of an analysis, newest first."""
        path = path_of("analyses", id, "webhook-deliveries")
        return Pages(self._transport, WebhookDelivery, path, given(limit=limit))

    def _start(self, call: Call) -> StartedJob:
        response = self._transport.send(call)
        job = StartedJob.model_validate_json(response.content)
        job.webhook_secret = response.headers.get("webhook-secret")
        return job
