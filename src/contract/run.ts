import { z } from "zod";
import { AnalysisRequest, AnalysisResult, Config, Rating } from "./analysis.ts";
import { Agent, Point } from "./answers.ts";
import { Conditions } from "./conditions.ts";
import { Evidence } from "./evidence.ts";
import { Check, Grounding } from "./judgement.ts";
import { ReadStep } from "./reading.ts";
import { Checked } from "./spans.ts";
import { Tuning } from "./tuning.ts";
import { Tokens, Usage, Usd } from "./usage.ts";

/** One thing an agent said, with what code wrote into it and found in it. */
export const AgentTurn = z.object({
  round: z.int().positive(),
  text: z.string(),
  points: z.array(Point),
  /** The structured fields of the answer beside text and points: score, lean, entry, rating, … */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** What of the structured answer could not be read, and why; `null` when all could. */
  problem: z.string().nullable(),
  /** What had to be done to read the answer; absent where it came in the form that was asked for. */
  read_as: z.array(ReadStep).exactOptional(),
  /** Values that were brought into their form, such as `confidence: 75 read as 0.75`. */
  conversions: z.array(z.string()).exactOptional(),
  /** Where its figures and words stand, and what they rest on. `checkedOf` reads it from an old turn too. */
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

export const DataReport = z.object({
  symbol: z.string(),
  name: z.string(),
  asset_type: z.enum(["stock", "crypto", "index"]),
  currency: z.string(),
  /** The instant on which the run stands, and the session whose close that is. `null` when no market could be opened. */
  as_of: z.iso.datetime().nullable(),
  session: z.iso.date().nullable(),
  historical: z.boolean(),
  /** True for made-up data. */
  synthetic: z.boolean(),
  /** The vendors whose records stand in the evidence. */
  sources: z.array(z.string()),
  /** What was missing, refused, stale or answered by another vendor, in sentences. */
  notes: z.array(z.string()),
});
export type DataReport = z.infer<typeof DataReport>;

/** The trader's proposal, each level only if the checks let it pass. Prices in `currency`. */
export const Levels = z.object({
  action: z.enum(["buy", "sell", "hold"]),
  entry: z.number().nullable(),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  size_pct: z.number().nullable(),
  currency: z.string(),
});
export type Levels = z.infer<typeof Levels>;

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
  /** Nothing is known, or nothing was traded for two weeks. */
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
  /** The repetitions of the debate do not agree. */
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

/** What stands in `AnalysisResult.reports`: each agent that took part, and what code has to say. */
export const Reports = z.object({
  ...agentReports,
  data: DataReport,
  checks: z.array(Check),
  levels: Levels.nullable(),
  verdict: Verdict.nullable(),
  /** Why the rating is `REVIEW`; `null` when it is an opinion. */
  review_reason: z.string().nullable(),
  /** The same as a word for programs; absent when it is an opinion. */
  review_code: ReviewCode.exactOptional(),
  /** Statements that the debate had to do without, because the model gave none; absent when it heard everybody. */
  unheard: z.array(Unheard).exactOptional(),
  /** What would break the rating; absent where there is none, and in runs that were not asked for it. */
  conditions: Conditions.exactOptional(),
  /** Figures in all statements: resting on evidence or an agent's own term, or on nothing. */
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
  /** Its answer was taken over from the run that this one repeats in part, which paid for it. */
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
  /** Shares or coins, on the same basis; `null` where it is not known, absent in runs from before it was kept. */
  volume: z.number().nullable().exactOptional(),
});
export type ChartBar = z.infer<typeof ChartBar>;

/** Something that happened to the instrument and was known at the run's instant, for its chart. */
export const ChartEvent = z.object({
  kind: z.enum(["split", "dividend", "earnings", "filing"]),
  /** The ex-date, or the day on which a report was filed. */
  date: z.iso.date(),
  label: z.string(),
});
export type ChartEvent = z.infer<typeof ChartEvent>;

/**
 * When the public had the last filing that a figure rests on, by the figure's id. It stands beside the evidence, whose
 * hashes it is no part of.
 */
export const AvailableAt = z.record(z.string(), z.iso.datetime());
export type AvailableAt = z.infer<typeof AvailableAt>;

/** Everything that is needed to say what a run rested on, and to repeat it from its stored answers. */
export const Manifest = z.object({
  /** 1: its agents wrote digits. 2: they point to evidence, and code writes the figures. */
  version: z.literal([1, 2]),
  run_id: z.string(),
  code_version: z.string(),
  seed: z.int(),
  /** Only of a run that a test key started. */
  livemode: z.literal(false).exactOptional(),
  /** The run whose evidence and earlier statements this one takes over, and the agent from which it asks anew. */
  rerun: z.object({ of: z.string(), from: Agent }).exactOptional(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  request: AnalysisRequest,
  config: Config.extend({
    budget_usd: Usd.nullable(),
    tool_steps: z.int(),
    ...Tuning.shape,
    /** On its owner's own key, who paid the provider; absent where the service paid. */
    own_key: z.literal(true).exactOptional(),
    /** The portfolio manager was asked what would break its rating; absent in runs from before it was. */
    conditions: z.literal(true).exactOptional(),
    /** Nobody was asked again about figures that the evidence denies; absent where agents were. */
    ask_again_figures: z.literal(false).exactOptional(),
  }),
  rating: Rating,
  data: DataReport,
  evidence: z.array(Evidence),
  chart: z.array(ChartBar),
  /** Splits, dividends and reports within the chart; absent in runs from before they were kept. */
  chart_events: z.array(ChartEvent).exactOptional(),
  /** The name of the calendar whose sessions the chart's are. */
  calendar: z.string().exactOptional(),
  /** Absent in runs from before it was kept. */
  available_at: AvailableAt.exactOptional(),
  calls: z.array(ModelCall),
  result_sha256: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;

/** A result whose reports are written out, as a run of this program makes them. */
export const DescribedResult = AnalysisResult.extend({ reports: Reports });

/** What `conclave analyze --json` prints. */
export const Run = z.object({ request: AnalysisRequest, result: AnalysisResult, usage: Usage, manifest: Manifest });
export type Run = z.infer<typeof Run>;

/** A run as GET report.json tells it. */
export const DescribedRun = Run.extend({ result: DescribedResult });
