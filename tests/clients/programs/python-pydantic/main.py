import datetime
import json
import os

import conclave_client
from conclave_client import AnalysisResult, Analyst, AssetType, JobStatus, Run, SubmitAnalysis, UnfinishedRun

client = conclave_client.ApiClient(conclave_client.Configuration(host=os.environ["CONCLAVE_URL"]))
analyses = conclave_client.AnalysesApi(client)
reports = conclave_client.ReportsApi(client)
account = conclave_client.AccountApi(client)
site = conclave_client.SiteApi(client)


def request(rounds):
    return SubmitAnalysis(
        ticker="DEMO",
        trade_date=datetime.date(2019, 6, 3),
        asset_type=AssetType.STOCK,
        analysts=[Analyst.MARKET],
        max_debate_rounds=rounds,
    )


job = analyses.submit_analysis(request(1))
while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
    job = analyses.get_analysis(job.id, wait=30)
assert isinstance(job.result, AnalysisResult)
run = reports.get_report_json(job.id).actual_instance
assert isinstance(run, Run)
pdf = reports.get_report_pdf(job.id)
assert isinstance(pdf, (bytes, bytearray))
markdown = reports.get_report_markdown(job.id)
lean = analyses.list_analyses(limit=10)
full = analyses.list_analyses(include="reports")

cancelled = analyses.cancel_analysis(analyses.submit_analysis(request(1)).id)
left = reports.get_report_json(cancelled.id).actual_instance
assert isinstance(left, UnfinishedRun)
deliveries = analyses.list_webhook_deliveries(job.id)
usage = account.get_usage(var_from=datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc))
config = account.get_config()
health = site.get_health()
try:
    analyses.get_analysis("ana_none")
    raise SystemExit("there is one")
except conclave_client.exceptions.NotFoundException as error:
    missing = [error.status, error.data.detail]
try:
    # What the client would refuse by itself is not what is asked for here.
    analyses.submit_analysis(SubmitAnalysis.model_construct(**dict(request(1)) | {"max_debate_rounds": 11}))
    raise SystemExit("11 rounds were taken")
except conclave_client.exceptions.UnprocessableEntityException as error:
    fault = error.data.detail[0]
    invalid = {
        "status": error.status,
        "type": fault.type,
        "loc": [part.actual_instance for part in fault.loc],
        "input": fault.input,
    }

print(
    json.dumps(
        {
            "status": job.status,
            "rating": job.result.rating,
            "is_review": job.result.is_review,
            "trade_date": job.request.trade_date.isoformat(),
            "reports": "trader" in job.result.reports,
            "run_rounds": run.request.max_debate_rounds,
            "pdf": bytes(pdf[:5]).decode(),
            "pdf_bytes": len(pdf),
            "markdown": "DEMO" in markdown,
            "listed": len(lean.data),
            "listed_reports": lean.data[0].result.reports is not None,
            "full_reports": full.data[0].result.reports is not None,
            "cancelled": cancelled.status,
            "unfinished": left.status,
            "deliveries": len(deliveries.data),
            "jobs_succeeded": usage.jobs.succeeded,
            "llm_provider": config.llm_provider,
            "health": health.status,
            "missing": missing,
            "invalid": invalid,
        }
    )
)
