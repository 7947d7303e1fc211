import { z } from "zod";
import { LoggedRequest, LoggedRequestDetail } from "./requests.ts";
import {
  CreatedEndpoint,
  Endpoint,
  EndpointAttempt,
  EndpointDelivery,
  EndpointMessage,
  RotatedSecret,
  SaveEndpoint,
} from "../messages/webhooks.ts";
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
  RepeatedRuns,
  Repetition,
  ValidationError,
} from "../jobs/analysis.ts";
import {
  Attribution,
  AttributionAnswer,
  AttributionEstimate,
  AttributionLine,
  AttributionRun,
  PricedAttribution,
} from "../jobs/attribution.ts";
import { Point } from "../run/answers.ts";
import { Evidence, EvidenceCoverage } from "../run/evidence.ts";
import { AskAssistant } from "../jobs/assistant.ts";
import { ReportAnswer } from "../jobs/analysis-routes.ts";
import { CallbackAnswer, DepositEvent } from "../accounts/deposits.ts";
import { JsonFeed, JsonFeedItem } from "./feeds.ts";
import { ComponentHealth, HealthReport } from "./site-routes.ts";
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
} from "../jobs/jobs.ts";
import { ResourceMetadata } from "./mcp-routes.ts";
import { BadComputation, Check, GroundedNumber, Grounding } from "../run/judgement.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { routes } from "./routes.ts";
import {
  AgentReport,
  AgentTurn,
  ChartBar,
  DataReport,
  DescribedResult,
  DescribedRun,
  Levels,
  Manifest,
  ModelCall,
  Reports,
  Verdict,
} from "../run/run.ts";
import { Batch, BatchCounts, BatchLineBody, BatchResult } from "../jobs/batches.ts";
import { holdingsSchemas, portfolioSchemas } from "../portfolios/portfolio-routes.ts";
import { memorySchemas } from "../backtests/memory.ts";
import { backtestSchemas } from "../backtests/backtest-routes.ts";
import { validitySchemas } from "../backtests/validity.ts";
import { ListRunAnswer, NextRunAnswer, SignalPageBody, WatchlistAnswer } from "../signals/signal-routes.ts";
import {
  InstrumentAnswer,
  IntervalAnswer,
  ListedInstrumentAnswer,
  OwnInstrumentAnswer,
  RankingAnswer,
  RecordAnswer,
} from "../signals/track-record-routes.ts";
import {
  Agreement,
  ListInstrument,
  Mark,
  Schedule,
  Signal,
  SignalDetail,
  SignalEvent,
  Tombstone,
  Withdrawn,
} from "../signals/signals.ts";
import { TrackedSignal } from "../signals/track-record.ts";
import { AgentUsage, Usage } from "../jobs/usage.ts";
import { Checked, TextSpan } from "../run/spans.ts";
import { CsrfToken, SessionInfo } from "../accounts/users.ts";

export const accountSchemas: Readonly<Record<string, z.ZodType>> = {
  LoggedRequest,
  LoggedRequestDetail,
  Endpoint,
  CreatedEndpoint,
  RotatedSecret,
  SaveEndpoint,
  EndpointDelivery,
  EndpointAttempt,
  EndpointMessage,
};

export type Json = Readonly<Record<string, unknown>>;
type Node = z.core.JSONSchema.BaseSchema;

/** Named schemas. Of enumerations that share a word only one is named: Go makes a constant of each word. */
export const named: Readonly<Record<string, z.ZodType>> = {
  Job,
  AnalysisRequest,
  SubmitAnalysis: routes.submitAnalysis.body,
  OwnModel,
  RerunAnalysis: routes.rerunAnalysis.body,
  EstimateAttribution: routes.getAttributionEstimate.body,
  SubmitAttribution: routes.submitAttribution.body,
  PricedAttribution,
  AttributionJob: AttributionAnswer,
  Attribution,
  AttributionLine,
  AttributionRun,
  AttributionEstimate,
  AnalysisResult,
  RepeatedRuns,
  Repetition,
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
  RunReport: routes.getReportJson.answers[200].body.schema,
  Reports,
  AgentReport,
  AgentTurn,
  Point,
  BadComputation,
  Grounding,
  GroundedNumber,
  Checked,
  TextSpan,
  Check,
  Levels,
  Verdict,
  DataReport,
  Evidence,
  Usage,
  AgentUsage,
  Manifest,
  CallRecord: ModelCall,
  ChartBar,
  HealthReport,
  ComponentHealth,
  SessionInfo,
  CsrfToken,
  DepositEvent,
  CallbackAnswer,
  AskAssistant,
  ReportAnswer,
  ResourceMetadata,
  SignalEvent,
  Signal,
  Tombstone,
  Agreement,
  Batch,
  BatchCounts,
  BatchLine: BatchLineBody,
  BatchResult,
  SignalDetail,
  SignalList: SignalPageBody,
  Mark,
  Withdrawn,
  TrackedSignal,
  Watchlist: WatchlistAnswer,
  SaveWatchlist: routes.createWatchlist.body,
  AddInstrument: routes.addInstrument.body,
  ListInstrument,
  Schedule,
  ListRun: ListRunAnswer,
  NextRun: NextRunAnswer,
  ...accountSchemas,
  ...backtestSchemas,
  ...holdingsSchemas,
  ...portfolioSchemas,
  ...memorySchemas,
  ...validitySchemas,
  Record: RecordAnswer,
  Interval: IntervalAnswer,
  Ranking: RankingAnswer,
  InstrumentRecord: InstrumentAnswer,
  OwnInstrumentRecord: OwnInstrumentAnswer,
  ListedInstrument: ListedInstrumentAnswer,
  EvidenceCoverage,
  JsonFeed,
  JsonFeedItem,
};

/** Optional in the specification, though the service sends it. */
const optional: Readonly<Record<string, readonly string[]>> = {
  Job: ["started_at", "finished_at", "result", "error"],
  AnalysisResult: ["decision", "reports"],
  HTTPValidationError: ["detail"],
};

const about: Readonly<Record<string, string>> = {
  "Job.id": "An opaque ID.",
  "Job.request": "The request the job was started with, including defaults.",
  "Job.result": "Present only if the job has succeeded.",
  "Job.error": "Present only if the job has failed: a sentence with the reason.",
  "Job.result_removed_at":
    "Present only if the service no longer keeps the result: `rating` and `is_review` remain, and the report is gone.",
  "Job.livemode": "False for a job that a test key started; absent from live jobs.",
  "AnalysisRequest.ticker": "Symbol of the instrument.",
  "AnalysisRequest.trade_date": "The as-of date. Nothing published later is used. A future date ends in REVIEW.",
  "AnalysisRequest.asset_type": "Selects the stock or crypto pipeline. Set it explicitly.",
  "AnalysisRequest.analysts": "Fewer analysts are cheaper and faster, but narrow what the debate can consider.",
  "AnalysisRequest.max_debate_rounds":
    "Rounds of bull versus bear. Null uses the service default. Cost grows roughly linearly with it.",
  "AnalysisRequest.language":
    "Language of the report's prose, as a BCP 47 tag. English (`en`) if omitted; a request in English is returned without this field. Ratings, field names and evidence IDs stay as they are.",
  "AnalysisRequest.runs":
    "Repetitions of the debate, each with its own seed, one after the other in one slot. Each counts as an analysis of your quota and has a run's budget of its own. 1 if omitted.",
  "AnalysisRequest.allow_short":
    "Whether a Sell may open a short position. False if omitted: positions are long only, and Sell means to hold none.",
  "AnalysisResult.runs":
    "Only with several runs. The rating is the opinion most of them gave, if enough agree; otherwise REVIEW.",
  "RepeatedRuns.shown": "The repetition, from 1, whose decision and reports the result contains.",
  "RerunAnalysis.own_model":
    "A model key of yours for the agents that are asked anew. Null uses the server's models. If omitted, as in the original.",
  "RerunAnalysis.holdings":
    "What you hold now, as in a submission. Null or omitted: not given; those of the original are not taken over.",
  "RerunAnalysis.max_debate_rounds": "Only with `from` an analyst, the bull or the bear.",
  "RerunAnalysis.max_risk_discuss_rounds": "Not with `from=portfolio_manager`.",
  "SubmitAnalysis.webhook_url": "Receives a message when the job ends, signed according to Standard Webhooks.",
  "SubmitAnalysis.webhook_secret":
    "Signs the messages to webhook_url: whsec_ followed by 24 to 64 bytes in base64. If omitted, one is generated and returned in the Webhook-Secret header of the 202 response.",
  "SubmitAnalysis.own_model":
    "Runs on a model key of yours that is stored with your account. The provider bills you, and the server's budget for a run does not apply. If omitted, the server's models are used.",
  "SubmitAnalysis.holdings":
    "What you hold, for a second part that says what the rating means for it. The rating itself does not depend on it. Null or omitted: not given. No positions and no cash: you hold nothing. Private: it is not returned in Job.request; read it under /holdings.",
  "SubmitAnalysis.portfolio":
    "The ID of a saved portfolio, in place of `holdings`: what it holds as of the trade date. Also needs the scope `portfolios:read`.",
  "Lot.quantity":
    "Shares or coins as of `acquired`, as a decimal string. Negative for a short position. Later splits are applied to it.",
  "Lot.cost_per_unit": "As a decimal string, without fees. Null: not known, and then there is no profit.",
  "Lot.currency": "Of the cost. Null: that of the portfolio.",
  "Lot.acquired": "The day it was bought.",
  "SavePortfolio.currency": "ISO 4217, of cash, values and figures.",
  "ReplacePortfolio.version":
    "As you read it. If the portfolio was changed since, nothing is changed and 409 is returned.",
  "AnalyzePortfolio.budget_usd":
    "Maximum cost of all runs together, in US dollars. A run starts only if the remaining budget covers the most it can cost.",
  "AnalyzePortfolio.trade_date":
    "The as-of date of all analyses. Null or omitted: the last session of each instrument.",
  "PortfolioPosition.quantity": "With the splits known on the day.",
  "PortfolioPosition.dividends": "Since its lots were acquired, by ex-date, before tax.",
  "PortfolioPosition.notes": "What is missing, and why.",
  "PortfolioDay.positions_value": "Without cash, whose past is not known.",
  "PortfolioDay.drawdown_pct":
    "Below the highest point since `from` of an index of daily returns with dividends. Buying more does not move it.",
  "Holdings.currency":
    "ISO 4217, of cash, values and costs that name no other. Prices in other currencies are converted.",
  "Holdings.positions": "At most 50, each symbol once. An empty list: you hold nothing.",
  "HeldPosition.quantity": "Shares or coins, as a decimal string. Negative for a short position.",
  "HeldPosition.cost_basis": "What all of it cost, as a decimal string; for a short position what it brought.",
  "HoldingLimits.largest_position_pct": "Percent of the book's value that one position may have.",
  "HoldingLimits.largest_loss_pct": "Percent of the book's value that one position may lose down to its stop.",
  "ForHoldings.action": "Null where nothing that was proposed passed the checks, or there is no opinion.",
  "ForHoldings.computed": "By rating and limits alone, without the agents. Null without an opinion.",
  "OwnModel.deep_think_llm": "For the managers. Null uses the provider's default model.",
  "OwnModel.quick_think_llm": "For all other agents. Null uses the provider's default model.",
  "SaveWatchlist.schedule": "When the list runs. After each close if omitted.",
  "AnalysisResult.rating": "REVIEW means no opinion. Never map it to the scale from Buy to Sell.",
  "AnalysisResult.is_review": "True when there is no opinion. Check this before you read rating.",
  "AnalysisResult.decision":
    "The trader's decision, as it was proposed. `reports.instruction` says what is to be done on the rating, and whether that follows this proposal.",
  "AnalysisResult.reports":
    "Reports by agent, plus what code found: data, checks, instruction, levels, verdict, numbers. See the schema Reports.",
  "JobEvent.seq": "Counts from 1, without gaps.",
  "JobEvent.type":
    "job.queued, job.running, job.succeeded, job.failed, job.cancelled, or what an agent does: agent.started, agent.tool, agent.delta, agent.restarted (discard its deltas so far; they start over), agent.finished, debate.finished, holdings.progress (how many have spoken about your holdings).",
  "HealthReport.status": "degraded: a component is down but the site still serves. down: the site cannot serve.",
  "DepositEvent.seq": "Counts the owner's events from 1, without gaps.",
  "DepositEvent.type": "`deposit.` followed by the state.",
  "DepositEvent.previous": "Null for the first event of a deposit.",
  "DepositEvent.credited_usd": "Amount credited from this deposit, minus any reversals.",
  "UsageReport.jobs": "Jobs started in the period, by their current state.",
  "UsageReport.cost_usd": "Cost of the runs whose model prices are known.",
  "UsageReport.attributions":
    "Attributions ordered in the period that cost something. Their cost is not part of the other sums.",
  "UsageReport.by_day": "Days (UTC) on which a job was started.",
  "UnfinishedRun.usage":
    "Cost of its finished calls. Null until it is counted, which takes a few seconds at most, and for a job that never ran.",
};

/** The document's schemas by name. */
export function componentSchemas(): Json {
  return Object.fromEntries(Object.entries(named).map(([id, schema]) => [id, component(id, schema)]));
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

/** Says the same in the words that generators of clients understand (docs/adr/0028). */
function makePortable(schema: Node): void {
  // The format says it, and clients hold a pattern against a parsed date.
  if (["date-time", "date", "uri"].includes(schema.format ?? "")) delete schema.pattern;
  if (schema.const !== undefined) {
    // Java's generator cannot compile an enumeration of booleans.
    if (typeof schema.const !== "boolean") schema.enum = [schema.const];
    if (Number.isInteger(schema.const)) schema.type = "integer";
    delete schema.const;
  }
  if (schema.enum?.every(Number.isInteger) === true) schema.type = "integer";
  // Go's and Java's generators cannot write an object as a default.
  if (z.looseObject({}).safeParse(schema.default).success) delete schema.default;
  if (schema.type === "integer" && schema.exclusiveMinimum === 0) {
    schema.minimum = 1;
    delete schema.exclusiveMinimum;
  }
  // JavaScript's bounds are no rule; int64 is.
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
