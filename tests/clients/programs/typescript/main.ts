import createClient from "openapi-fetch";
import type { paths } from "./conclave.d.ts";

const api = createClient<paths>({ baseUrl: process.env["CONCLAVE_URL"] ?? "" });

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what}`);
  return value;
}

const demo = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" as const, analysts: ["market" as const] };
const start = async () =>
  must((await api.POST("/v1/analyses", { body: { ...demo, max_debate_rounds: 1 } })).data, "job").id;

const id = await start();
const path = { job_id: id };
let job = must((await api.GET("/v1/analyses/{job_id}", { params: { path, query: { wait: 30 } } })).data, "job");
while (job.status === "queued" || job.status === "running")
  job = must((await api.GET("/v1/analyses/{job_id}", { params: { path, query: { wait: 30 } } })).data, "job");

const run = must((await api.GET("/v1/analyses/{job_id}/report.json", { params: { path } })).data, "run");
const pdf = must(
  (await api.GET("/v1/analyses/{job_id}/report.pdf", { params: { path }, parseAs: "arrayBuffer" })).data,
  "PDF",
);
const markdown = await api.GET("/v1/analyses/{job_id}/report.md", { params: { path }, parseAs: "text" });
const lean = must((await api.GET("/v1/analyses", { params: { query: { limit: 10 } } })).data, "list");
const full = must((await api.GET("/v1/analyses", { params: { query: { include: "reports" } } })).data, "list");

const other = { job_id: await start() };
const cancelled = must((await api.DELETE("/v1/analyses/{job_id}", { params: { path: other } })).data, "job");
const left = must((await api.GET("/v1/analyses/{job_id}/report.json", { params: { path: other } })).data, "run");
const deliveries = await api.GET("/v1/analyses/{job_id}/webhook-deliveries", { params: { path } });
const usage = must((await api.GET("/v1/usage", { params: { query: { from: "2020-01-01T00:00:00Z" } } })).data, "usage");
const config = must((await api.GET("/v1/config")).data, "config");
const health = must((await api.GET("/api/health")).data, "health");
const missing = await api.GET("/v1/analyses/{job_id}", { params: { path: { job_id: "ana_none" } } });
const invalid = await api.POST("/v1/analyses", { body: { ...demo, max_debate_rounds: 11 } });
if (invalid.response.status !== 422 || invalid.error === undefined) throw new Error("11 rounds were taken");
const [fault] = Array.isArray(invalid.error.detail) ? invalid.error.detail : [];

console.log(
  JSON.stringify({
    status: job.status,
    rating: job.result?.rating,
    is_review: job.result?.is_review,
    trade_date: job.request.trade_date,
    reports: Object.keys(job.result?.reports ?? {}).includes("trader"),
    run_rounds: "usage" in run && "seed" in (run.manifest ?? {}) ? run.request.max_debate_rounds : null,
    pdf: new TextDecoder().decode(pdf.slice(0, 5)),
    pdf_bytes: pdf.byteLength,
    markdown: markdown.data?.includes("DEMO"),
    listed: lean.data.length,
    listed_reports: lean.data[0]?.result?.reports !== undefined,
    full_reports: full.data[0]?.result?.reports !== undefined,
    cancelled: cancelled.status,
    unfinished: "status" in left ? left.status : null,
    deliveries: deliveries.data?.data.length,
    jobs_succeeded: usage.jobs.succeeded,
    llm_provider: config.llm_provider,
    health: health.status,
    missing: [missing.response.status, missing.error?.detail],
    invalid: { status: invalid.response.status, type: fault?.type, loc: fault?.loc, input: fault?.input },
  }),
);
