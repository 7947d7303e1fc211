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
import { Agent } from "./answers.ts";
import { Evidence } from "./evidence.ts";
import { examples } from "./examples.ts";
import { DepositEvent } from "./deposits.ts";
import { HealthReport } from "./health.ts";
import { JobEvent, JobList, UnfinishedRun, UsageReport } from "./jobs.ts";
import type { Answer, Route } from "./route.ts";
import { routes } from "./routes.ts";
import { AgentReport, DataReport, Manifest, Reports, Run } from "./run.ts";
import { Usage } from "./usage.ts";
import { SignalEvent } from "./signals.ts";
import { SessionInfo } from "./users.ts";

type Json = Readonly<Record<string, unknown>>;

/** Schemas that have a name of their own in the document. */
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
  UsageReport,
  Run,
  UnfinishedRun,
  Reports,
  Agent,
  AgentReport,
  DataReport,
  Evidence,
  Usage,
  Manifest,
  HealthReport,
  SessionInfo,
  DepositEvent,
  SignalEvent,
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

/** The OpenAPI 3.1 document of the API. Committed as openapi.json; a test keeps that file and this function one. */
export function describeApi(): Json {
  for (const [id, schema] of Object.entries(named))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  const all = Object.values<Route>(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of all) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Conclave",
      version: "0.1.0",
      description:
        "A debate of language-model agents about one stock or coin as of a date. A run takes minutes: start it, then poll the job or follow its events. The API places no orders and moves no money.",
    },
    servers: [{ url: "/" }],
    // A server on its own machine may run open; everywhere else a key is needed.
    security: [{}, { ApiKey: [] }, { Bearer: [] }],
    tags: [
      { name: "analyses", description: "Start, follow and cancel." },
      { name: "reports", description: "A finished run to read or to keep." },
      { name: "account", description: "What is in force, and what it has cost." },
      { name: "site", description: "What browsers follow." },
    ],
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        Bearer: { type: "http", scheme: "bearer", description: "The same key." },
      },
      responses: sharedResponses(all),
      schemas: Object.fromEntries(Object.entries(named).map(([id, schema]) => [id, component(id, schema)])),
    },
  };
}

function operation(route: Route): Json {
  const { operationId, tag, summary, description, body, answers } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(route.open === true && { security: [] }),
    parameters: parameters(route),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: schemaOf(body), examples: examples.bodies[operationId] ?? {} },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        answer.name === undefined
          ? response(Number(status), operationId, answer)
          : { $ref: `#/components/responses/${answer.name}` },
      ]),
    ),
  };
}

function sharedResponses(all: readonly Route[]): Json {
  const shared = all.flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([status, answer]) =>
      answer.name === undefined ? [] : [[answer.name, response(Number(status), "", answer)] as const],
    ),
  );
  return Object.fromEntries(shared);
}

function parameters({ path, path_parameters: described, query, headers }: Route): Json[] {
  const fromPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: described?.[name]?.description ?? "The job's id.",
    schema: { type: "string" },
    example: described?.[name]?.example ?? examples.jobId,
  }));
  const shown = (where: string, shape: z.ZodObject | undefined): Json[] =>
    Object.entries(shape?.shape ?? {}).map(([name, schema]) => {
      const { description, ...rest } = schemaOf(schema);
      return {
        name: where === "header" ? headerName(name) : name,
        in: where,
        required: false,
        ...(description !== undefined && { description }),
        schema: rest,
      };
    });
  return [...fromPath, ...shown("query", query), ...shown("header", headers)];
}

/** `idempotency-key` as it is usually written. */
function headerName(name: string): string {
  return name
    .replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    .replace("X-Api-Key", "X-API-Key")
    .replace(/-Id$/, "-ID");
}

function response(status: number, operationId: string, { description, body, headers }: Answer): Json {
  const all = { ...headers, "X-Request-Id": "Stands in the server's log." };
  const example = examples.answers[`${operationId} ${status}`] ?? examples.answers[status];
  return {
    description,
    headers: Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, { description: text, schema: { type: "string" } }]),
    ),
    ...(body !== undefined && {
      content: { [body.type]: { schema: schemaOf(body.schema), ...(example !== undefined && { example }) } },
    }),
  };
}

function component(id: string, schema: z.ZodType): unknown {
  const whole = z.toJSONSchema(schema, { io: "input", override: describeFields });
  return rewritten(whole.$defs?.[id] ?? whole);
}

/** A reference where the schema has a name, else the schema itself. */
function schemaOf(schema: z.ZodType): Json {
  const {
    $schema: _dialect,
    $defs: _named,
    ...rest
  } = z.toJSONSchema(schema, { io: "input", override: describeFields });
  return rewritten(rest);
}

/** Zod's pattern for times repeats what their format says; field descriptions come from the table above. */
function describeFields({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (jsonSchema.format === "date-time" || jsonSchema.format === "date") delete jsonSchema.pattern;
  const id = z.globalRegistry.get(zodSchema)?.["id"];
  for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
    const text = about[`${id}.${name}`] ?? (id === "SubmitAnalysis" ? about[`AnalysisRequest.${name}`] : undefined);
    if (text !== undefined && typeof property === "object") property.description = text;
  }
}

function rewritten<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
