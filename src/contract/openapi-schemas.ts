import { z } from "zod";
import {
  AnalysisRequest,
  AnalysisResult,
  Analyst,
  AssetType,
  Config,
  ErrorBody,
  HTTPValidationError,
  Job,
  JobStatus,
  Rating,
  ValidationError,
} from "./analysis.ts";
import { Point } from "./answers.ts";
import { AskAssistant } from "./assistant.ts";
import { CallbackAnswer, DepositEvent } from "./deposits.ts";
import { Evidence } from "./evidence.ts";
import { JsonFeed, JsonFeedItem } from "./feeds.ts";
import { ComponentHealth, HealthReport } from "./health.ts";
import {
  JobCounts,
  JobEvent,
  JobList,
  UnfinishedRun,
  UsageByDay,
  UsageByModel,
  UsageByStatus,
  UsageReport,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookMessage,
} from "./jobs.ts";
import { BadComputation, Check, GroundedNumber, Grounding } from "./judgement.ts";
import { routes } from "./routes.ts";
import {
  AgentReport,
  AgentTurn,
  CallRecord,
  ChartBar,
  DataReport,
  DescribedRun,
  DescribedResult,
  Levels,
  Manifest,
  Reports,
  Verdict,
} from "./run.ts";
import { Agreement, Signal, SignalEvent, Tombstone } from "./signals.ts";
import { AgentUsage, Usage } from "./usage.ts";
import { CsrfToken, SessionInfo } from "./users.ts";

export type Json = Readonly<Record<string, unknown>>;
type Node = z.core.JSONSchema.BaseSchema;

/**
 * Schemas that have a name of their own in the document, and in what is generated from it. Of enumerations that share a
 * word only one may have a name: Go's generator makes a constant of each word.
 */
const named: Readonly<Record<string, z.ZodType>> = {
  Job,
  AnalysisRequest,
  SubmitAnalysis: routes.submitAnalysis.body,
  AnalysisResult,
  AssetType,
  Analyst,
  JobStatus,
  Rating,
  Error: ErrorBody,
  ValidationError,
  HTTPValidationError,
  Config,
  JobList,
  JobEvent,
  WebhookEvent,
  WebhookMessage,
  WebhookDelivery,
  WebhookDeliveryList,
  UsageReport,
  JobCounts,
  UsageByDay,
  UsageByModel,
  UsageByStatus,
  Run: DescribedRun,
  RunResult: DescribedResult,
  UnfinishedRun,
  RunReport: routes.reportJson.answers[200].body.schema,
  Reports,
  AgentReport,
  AgentTurn,
  Point,
  BadComputation,
  Grounding,
  GroundedNumber,
  Check,
  Levels,
  Verdict,
  DataReport,
  Evidence,
  Usage,
  AgentUsage,
  Manifest,
  CallRecord,
  ChartBar,
  HealthReport,
  ComponentHealth,
  SessionInfo,
  CsrfToken,
  DepositEvent,
  CallbackAnswer,
  AskAssistant,
  SignalEvent,
  Signal,
  Tombstone,
  Agreement,
  JsonFeed,
  JsonFeedItem,
};

/** What the specification leaves optional. The service sends it all, but a list's results have no reports. */
const optional: Readonly<Record<string, readonly string[]>> = {
  Job: ["started_at", "finished_at", "result", "error"],
  AnalysisResult: ["decision", "reports"],
  HTTPValidationError: ["detail"],
};

const about: Readonly<Record<string, string>> = {
  "Job.id": "Opaque.",
  "Job.request": "The request the job was started with, defaults filled in.",
  "Job.result": "Only of a job that has succeeded.",
  "Job.error": "Only of a job that has failed: a sentence that says why.",
  "AnalysisRequest.ticker": "Symbol of the instrument.",
  "AnalysisRequest.trade_date":
    "The as-of date. Nothing that was published later is looked at; a future date ends as REVIEW.",
  "AnalysisRequest.asset_type": "Which pipeline; say it explicitly.",
  "AnalysisRequest.analysts": "Fewer are cheaper and quicker, and narrow what the debate can consider.",
  "AnalysisRequest.max_debate_rounds":
    "Rounds of bull against bear; the service's own number when null. Cost grows about linearly with it.",
  "SubmitAnalysis.webhook_url": "Told of the job's end with a signature after Standard Webhooks.",
  "SubmitAnalysis.webhook_secret":
    "Signs what is sent to webhook_url: whsec_ and base64 of 24 to 64 bytes. When it is missing one is made, and the header Webhook-Secret of the 202 has it.",
  "AnalysisResult.rating": "REVIEW is no opinion. Never place it on the axis from buy to sell.",
  "AnalysisResult.is_review": "True when there is no opinion. Look here before at the rating.",
  "AnalysisResult.decision": "The trader's decision.",
  "AnalysisResult.reports":
    "By agent, and what code found: data, checks, levels, verdict, numbers. The schema Reports has them all.",
  "JobEvent.seq": "From 1, without gaps.",
  "JobEvent.type":
    "job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (its deltas so far are void, and begin anew), agent.finished, debate.finished.",
  "HealthReport.status": "degraded: a part is down, and the site still serves. down: it cannot serve.",
  "DepositEvent.seq": "Counts the owner's events from 1, without gaps.",
  "DepositEvent.type": "`deposit.` and the state.",
  "DepositEvent.previous": "Null for the first event of a deposit.",
  "DepositEvent.credited_usd": "On the balance from this deposit, less what was taken back.",
  "UsageReport.jobs": "Jobs that were started, by their state now.",
  "UsageReport.cost_usd": "Of the runs whose models' prices are known.",
  "UsageReport.by_day": "Days on which a job was started, UTC.",
  "UnfinishedRun.usage":
    "What its finished calls have cost; null until that is counted, a few seconds at most, and for a job that never ran.",
};

/** The document's schemas by name. */
export function componentSchemas(): Json {
  return Object.fromEntries(Object.entries(named).map(([id, schema]) => [id, component(id, schema)]));
}

/** Before a schema is described: from then on it refers to others by their names. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(named))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}

/** A reference where the schema has a name, else the schema itself. */
export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, $defs: _named, ...rest } = z.toJSONSchema(schema, { io: "input", override: describe });
  return rewritten(rest);
}

function component(id: string, schema: z.ZodType): unknown {
  const whole = z.toJSONSchema(schema, { io: "input", override: describe });
  const { required = [], ...rest } = whole.$defs?.[id] ?? whole;
  const needed = required.filter((name) => !optional[id]?.includes(name));
  return rewritten({ ...rest, ...(needed.length > 0 && { required: needed }) });
}

function describe({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Node }): void {
  makePortable(jsonSchema);
  const id = z.globalRegistry.get(zodSchema)?.["id"];
  for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
    const text = about[`${id}.${name}`] ?? (id === "SubmitAnalysis" ? about[`AnalysisRequest.${name}`] : undefined);
    if (text !== undefined && typeof property === "object") property.description = text;
  }
}

/** Says the same in the words that generators of clients understand (docs/adr/0041). */
function makePortable(schema: Node): void {
  // A pattern repeats what the format says, and a generated client holds it against a date that it has parsed.
  if (["date-time", "date", "uri"].includes(schema.format ?? "")) delete schema.pattern;
  if (schema.const !== undefined) {
    // Java's generator cannot compile an enumeration of booleans.
    if (typeof schema.const !== "boolean") schema.enum = [schema.const];
    if (Number.isInteger(schema.const)) schema.type = "integer";
    delete schema.const;
  }
  if (schema.type === "integer" && schema.exclusiveMinimum === 0) {
    schema.minimum = 1;
    delete schema.exclusiveMinimum;
  }
  // What JavaScript can hold is no rule of the API; that it is more than 32 bits is worth saying.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
    schema.format = "int64";
  }
  if (schema.type === "number") schema.format = "double";
  // Every name is a string.
  if (typeof schema.propertyNames === "object" && schema.propertyNames.type === "string") delete schema.propertyNames;
}

function rewritten<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
