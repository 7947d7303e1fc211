import { z } from "zod";
import { AnalysisRequest, AnalysisResult, Config, Rating } from "../jobs/analysis.ts";
import { Agent, Point, ReadStep } from "./answers.ts";
import { Conditions } from "./conditions.ts";
import { Evidence } from "./evidence.ts";
import { ForHoldings } from "../holdings/holdings.ts";
import { Check, Grounding } from "./judgement.ts";
import { Checked } from "./spans.ts";
import { Tuning } from "../jobs/model-keys.ts";
import { Tokens, Usage, Usd } from "../jobs/usage.ts";

/** Look-ups that each analyst may make before it speaks, where its model can call tools. */
export const toolSteps = 2;

/** What an agent said, with what code wrote and found. */
export const AgentTurn = z.object({
  round: z.int().positive(),
  text: z.string(),
  points: z.array(Point),
  /** score, lean, entry, rating, … */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** What could not be read; `null`: all was. */
  problem: z.string().nullable(),
  /** Absent where the answer came as asked. */
  read_as: z.array(ReadStep).exactOptional(),
  /** Such as `confidence: 75 read as 0.75`. */
  conversions: z.array(z.string()).exactOptional(),
  /** `checkedOf` also reads older turns. */
  checked: Checked.exactOptional(),
  /** Only in results from before texts had spans. */
  grounding: Grounding.exactOptional(),
});
export type AgentTurn = z.infer<typeof AgentTurn>;

export const AgentReport = z.object({
  agent: Agent,
  /** Every round's prose in order, markdown. */
  text: z.string(),
  turns: z.array(AgentTurn),
  /** Why the agent did not speak; `null` when it did. */
  skipped: z.string().nullable(),
});
export type AgentReport = z.infer<typeof AgentReport>;

/** A ratio that cannot be computed, and why. */
export const MissingRatio = z.object({ key: z.string(), label: z.string(), reason: z.string() });
export type MissingRatio = z.infer<typeof MissingRatio>;

export const DataReport = z.object({
  symbol: z.string(),
  name: z.string(),
  asset_type: z.enum(["stock", "crypto", "index"]),
  currency: z.string(),
  /** The run's instant, and its session; `null` without a market. */
  as_of: z.iso.datetime().nullable(),
  session: z.iso.date().nullable(),
  historical: z.boolean(),
  /** True for made-up data. */
  synthetic: z.boolean(),
  /** The vendors whose records are in the evidence. */
  sources: z.array(z.string()),
  /** Sentences on data that was missing, refused, stale or from another vendor. */
  notes: z.array(z.string()),
  /** Ratios that are left out; absent where there are none. */
  missing: z.array(MissingRatio).exactOptional(),
});
export type DataReport = z.infer<typeof DataReport>;

/** Levels that passed the checks, in `currency`. */
export const Levels = z.object({
  action: z.enum(["buy", "sell", "hold"]),
  entry: z.number().nullable(),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  size_pct: z.number().nullable(),
  currency: z.string(),
});
export type Levels = z.infer<typeof Levels>;

/** By the table of `instruction.ts`. */
export const Instruction = z.object({
  /** Begins with the rating: `Hold: keep what you have, open nothing new.` */
  says: z.string(),
  /** The proposal, where the rating does not follow it. */
  not_adopted: Levels.extend({ reason: z.string().nullable() }).nullable(),
});
export type Instruction = z.infer<typeof Instruction>;

/** The target, only if it passes the checks. */
export const Verdict = z.object({
  thesis: z.string(),
  target: z.number().nullable(),
  horizon_days: z.int().nullable(),
  confidence: z.number().nullable(),
});
export type Verdict = z.infer<typeof Verdict>;

/** Why a run ended without an opinion. */
export const ReviewCode = z.enum([
  /** The ticker cannot be a symbol. */
  "unreadable_symbol",
  /** No source knows the symbol. */
  "unknown_symbol",
  "future_date",
  /** Before the calendar or before all data. */
  "early_date",
  /** No data, or no trade in two weeks. */
  "no_data",
  /** A split that may have happened, or another unit, makes prices incomparable. */
  "unknown_corporate_actions",
  /** The portfolio manager said that the evidence carries no opinion. */
  "no_opinion",
  /** The portfolio manager's answer gives two different ratings. */
  "conflict",
  /** The portfolio manager's answer gives no rating that can be read. */
  "unreadable_answer",
  /** The portfolio manager's provider withheld the answer. */
  "refused",
  /** The repetitions of the debate disagree. */
  "disagreement",
  /** As `conflict` or `unreadable_answer`, and the budget did not cover asking once more. */
  "budget",
]);
export type ReviewCode = z.infer<typeof ReviewCode>;

/** A statement that a model did not give. */
export const Unheard = z.object({ agent: Agent, round: z.int().positive(), reason: z.string() });
export type Unheard = z.infer<typeof Unheard>;

const agentReports = {
  market: AgentReport.optional(),
  social: AgentReport.optional(),
  news: AgentReport.optional(),
  fundamentals: AgentReport.optional(),
  bull: AgentReport.optional(),
  bear: AgentReport.optional(),
  research_manager: AgentReport.optional(),
  trader: AgentReport.optional(),
  aggressive: AgentReport.optional(),
  neutral: AgentReport.optional(),
  conservative: AgentReport.optional(),
  portfolio_manager: AgentReport.optional(),
} satisfies Record<Agent, z.ZodType>;

export const Reports = z.object({
  ...agentReports,
  data: DataReport,
  checks: z.array(Check),
  /** Absent in older results, whose levels are the trader's. */
  instruction: Instruction.exactOptional(),
  /** `null` where the proposal is not followed. */
  levels: Levels.nullable(),
  verdict: Verdict.nullable(),
  /** Why the rating is `REVIEW`; `null` when it is an opinion. */
  review_reason: z.string().nullable(),
  /** The same as a code for programs; absent when it is an opinion. */
  review_code: ReviewCode.exactOptional(),
  /** Statements that no model gave; absent when all spoke. */
  unheard: z.array(Unheard).exactOptional(),
  /** Absent where there is none. */
  conditions: Conditions.exactOptional(),
  numbers: z.object({ supported: z.int(), unsupported: z.int() }),
});
export type Reports = z.infer<typeof Reports>;

/** A finished call of the run. */
export const ModelCall = z.object({
  /** `bull/2`; after an analyst's look-ups `market/1.1`, `market/1.2`. */
  step: z.string(),
  agent: Agent,
  round: z.int().positive(),
  model: z.string(),
  prompt_sha256: z.string(),
  answer_sha256: z.string(),
  tokens: Tokens,
  cost_usd: Usd.nullable(),
  /** Taken over from the run that this one repeats in part. */
  reused: z.literal(true).exactOptional(),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** A session in the report's chart, split-adjusted as known at the run's instant. */
export const ChartBar = z.object({
  date: z.iso.date(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  /** On the same basis; `null`: unknown, absent in older runs. */
  volume: z.number().nullable().exactOptional(),
});
export type ChartBar = z.infer<typeof ChartBar>;

/** Known at the run's instant, for its chart. */
export const ChartEvent = z.object({
  kind: z.enum(["split", "dividend", "earnings", "filing"]),
  /** The ex-date, or the day on which a report was filed. */
  date: z.iso.date(),
  label: z.string(),
});
export type ChartEvent = z.infer<typeof ChartEvent>;

/** When the last filing behind a figure was public; not part of the evidence's hash. */
export const AvailableAt = z.record(z.string(), z.iso.datetime());
export type AvailableAt = z.infer<typeof AvailableAt>;

/** All that a run rested on, enough to repeat it. */
export const Manifest = z.object({
  /** 1: agents wrote digits. 2: code writes figures. */
  version: z.literal([1, 2]),
  run_id: z.string(),
  code_version: z.string(),
  seed: z.int(),
  /** Only of a run that a test key started. */
  livemode: z.literal(false).exactOptional(),
  /** The run it takes over from, and the first agent asked anew. */
  rerun: z.object({ of: z.string(), from: Agent }).exactOptional(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  request: AnalysisRequest,
  config: Config.extend({
    budget_usd: Usd.nullable(),
    tool_steps: z.int(),
    ...Tuning.shape,
    /** Set on its owner's own key. */
    own_key: z.literal(true).exactOptional(),
    /** Set where conditions were asked for. */
    conditions: z.literal(true).exactOptional(),
    /** Set where nobody was asked again. */
    ask_again_figures: z.literal(false).exactOptional(),
  }),
  rating: Rating,
  data: DataReport,
  evidence: z.array(Evidence),
  chart: z.array(ChartBar),
  /** Absent in older runs. */
  chart_events: z.array(ChartEvent).exactOptional(),
  /** The name of the calendar whose sessions the chart shows. */
  calendar: z.string().exactOptional(),
  /** Absent in runs from before it was kept. */
  available_at: AvailableAt.exactOptional(),
  calls: z.array(ModelCall),
  result_sha256: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The day that a run speaks of: its session, or the day asked for where there was no market. */
export function dayOf({ data, request }: Pick<Manifest, "data" | "request">): string {
  return data.session ?? request.trade_date;
}

export const DescribedResult = AnalysisResult.extend({ reports: Reports });

/** What `conclave analyze --json` prints. */
export const Run = z.object({ request: AnalysisRequest, result: AnalysisResult, usage: Usage, manifest: Manifest });
export type Run = z.infer<typeof Run>;

/** A run as GET report.json tells it. */
export const DescribedRun = Run.extend({ result: DescribedResult, for_holdings: ForHoldings.exactOptional() });

/** Indices are counted in points, though vendors give money. */
export function priceUnit(of: { readonly asset_type: DataReport["asset_type"]; readonly currency: string }): string {
  return of.asset_type === "index" ? "points" : of.currency;
}

/**
 * Why an old run cannot be repeated; `null` where it can.
 * @param act `replayed`, `resumed`, `rerun` or `measured`
 */
export function notRepeatable(
  { version, code_version: code }: Pick<Manifest, "version" | "code_version">,
  act: string,
): string | null {
  if (version !== 1) return null;
  return `this run was made by an earlier release (${code}), whose agents wrote their figures themselves; this release can show it, compare it and verify its proof, but it cannot be ${act}`;
}

/** Prices up to the run's date. */
export const LiveData = z.object({
  data: DataReport.pick({ symbol: true, currency: true, session: true }),
  chart: z.array(ChartBar),
});
export type LiveData = z.infer<typeof LiveData>;
