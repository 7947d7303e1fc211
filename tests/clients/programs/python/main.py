import datetime
import json
import os
from typing import TypeVar

from conclave_api_client import Client
from conclave_api_client.api.account import get_config, get_usage
from conclave_api_client.api.analyses import (
    cancel_analysis,
    get_analysis,
    list_analyses,
    list_webhook_deliveries,
    submit_analysis,
)
from conclave_api_client.api.reports import get_report_json, get_report_markdown, get_report_pdf
from conclave_api_client.api.site import get_health
from conclave_api_client.models import (
    AnalysisResult,
    Analyst,
    AssetType,
    Config,
    Error,
    HealthReport,
    HTTPValidationError,
    Job,
    JobList,
    JobStatus,
    ListAnalysesInclude,
    Run,
    SubmitAnalysis,
    UnfinishedRun,
    UsageReport,
    WebhookDeliveryList,
)
from conclave_api_client.types import File

client = Client(base_url=os.environ["CONCLAVE_URL"], timeout=60)  # type: ignore[arg-type]

T = TypeVar("T")


def must(kind: type[T], value: object) -> T:
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def request(rounds: int) -> SubmitAnalysis:
    return SubmitAnalysis(
        ticker="DEMO",
        trade_date=datetime.date(2019, 6, 3),
        asset_type=AssetType.STOCK,
        analysts=[Analyst.MARKET],
        max_debate_rounds=rounds,
    )


def start() -> Job:
    return must(Job, submit_analysis.sync(client=client, body=request(1)))


job = start()
while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
    job = must(Job, get_analysis.sync(job.id, client=client, wait=30))
result = must(AnalysisResult, job.result)
run = must(Run, get_report_json.sync(job.id, client=client))
pdf = must(File, get_report_pdf.sync(job.id, client=client)).payload.read()
markdown = must(str, get_report_markdown.sync(job.id, client=client))
lean = must(JobList, list_analyses.sync(client=client, limit=10))
full = must(JobList, list_analyses.sync(client=client, include=ListAnalysesInclude.REPORTS))

cancelled = must(Job, cancel_analysis.sync(start().id, client=client))
left = must(UnfinishedRun, get_report_json.sync(cancelled.id, client=client))
deliveries = must(WebhookDeliveryList, list_webhook_deliveries.sync(job.id, client=client))
since = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
usage = must(UsageReport, get_usage.sync(client=client, from_=since))
config = must(Config, get_config.sync(client=client))
health = must(HealthReport, get_health.sync(client=client))
missing = get_analysis.sync_detailed("ana_none", client=client)
invalid = submit_analysis.sync_detailed(client=client, body=request(11))
faults = must(HTTPValidationError, invalid.parsed).detail
fault = must(list, faults)[0]

print(
    json.dumps(
        {
            "status": job.status,
            "rating": result.rating,
            "is_review": result.is_review,
            "trade_date": job.request.trade_date.isoformat(),
            "reports": "trader" in must(object, result.reports).to_dict(),  # type: ignore[attr-defined]
            "run_rounds": run.request.max_debate_rounds,
            "pdf": pdf[:5].decode(),
            "pdf_bytes": len(pdf),
            "markdown": "DEMO" in markdown,
            "listed": len(lean.data),
            "listed_reports": "reports" in must(AnalysisResult, lean.data[0].result).to_dict(),
            "full_reports": "reports" in must(AnalysisResult, full.data[0].result).to_dict(),
            "cancelled": cancelled.status,
            "unfinished": left.status,
            "deliveries": len(deliveries.data),
            "jobs_succeeded": usage.jobs.succeeded,
            "llm_provider": config.llm_provider,
            "health": health.status,
            "missing": [missing.status_code, must(Error, missing.parsed).detail],
            "invalid": {
                "status": invalid.status_code,
                "type": fault.type_,
                "loc": fault.loc,
                "input": fault.input_,
            },
        }
    )
)
