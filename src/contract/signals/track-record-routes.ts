import { z } from "zod";
import { AssetType, Opinion, Rating } from "../jobs/analysis.ts";
import { KnownKind } from "./instruments.ts";
import { EvidenceCoverage } from "../run/evidence.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import { always, invalid, json, numberCursor, pageOf, problem, type Declared } from "../api/route.ts";
import { Horizon, Place, SignalDetail } from "./signals.ts";
import { CalibrationBin, HitSummary, RatingOutcomes, TrackedSignal, TrackRecord } from "./track-record.ts";
import { storableText } from "../text.ts";

/** One object: few generators can read a choice of four. */
export const IntervalAnswer = z.object({
  status: z.enum(["given", "too_few", "no_spread", "withdrawn"]),
  low: z.number().optional(),
  high: z.number().optional(),
  effective: z.number().optional(),
  missing_outcomes: z.int().nonnegative().optional(),
  missing_blocks: z.int().nonnegative().optional(),
});
const HitAnswer = HitSummary.extend({ interval: IntervalAnswer });
const counts = <K extends string>(names: readonly K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int().nonnegative()])));

export const RecordAnswer = TrackRecord.omit({ signals: true }).extend({
  head: Place,
  runs: counts(["signal", "review", "failed", "skipped"]),
  ratings: counts(Opinion.options),
  by_rating: z.array(
    RatingOutcomes.extend({ hit_rate_interval: IntervalAnswer.nullable(), excess_interval: IntervalAnswer }),
  ),
  by_horizon: z.array(HitAnswer),
  calibration: z.object({ horizon: Horizon, bins: z.array(CalibrationBin.extend({ interval: IntervalAnswer })) }),
});

export const RankingAnswer = z.object({
  live: z.boolean(),
  opinions: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      asset_type: AssetType,
      rating: Opinion,
      session: z.iso.date(),
      confidence: z.number().nullable(),
      agreeing: z.int(),
      runs: z.int(),
      hits: HitAnswer.nullable(),
    }),
  ),
  reviews: z.array(
    z.object({ symbol: z.string(), name: z.string(), session: z.iso.date(), before: Opinion.nullable() }),
  ),
});

const TrackedRatingAnswer = z.object({
  session: z.iso.date(),
  rating: Rating,
  outcome: z.enum(["right", "wrong", "open", "none"]),
  agreement: z.object({ agreeing: z.int(), runs: z.int() }).nullable(),
  confidence: z.number().nullable(),
  href: z.string().nullable(),
});

export const InstrumentAnswer = z.object({
  symbol: z.string(),
  asset_type: AssetType,
  name: z.string().nullable(),
  currency: z.string().nullable(),
  closes: z.array(
    z.object({
      session: z.iso.date(),
      open: z.number(),
      high: z.number().nullable(),
      low: z.number().nullable(),
      close: z.number(),
    }),
  ),
  tracks: z.array(z.object({ name: z.string(), ratings: z.array(TrackedRatingAnswer) })),
  signals: z.array(SignalDetail),
  hits: z.array(HitAnswer),
});

export const OwnInstrumentAnswer = InstrumentAnswer.extend({
  analyses: z.array(z.looseObject({ id: z.string() })),
  evidence: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      unit: z.string().nullable(),
      points: z.array(z.object({ session: z.iso.date(), value: z.number() })),
    }),
  ),
  /** What is traded; null where only sources outside know, which are not asked. */
  kind: KnownKind.nullable(),
  coverage: z.array(EvidenceCoverage),
});

export const ListedInstrumentAnswer = z.object({
  symbol: z.string(),
  name: z.string(),
  asset_type: z.enum(["stock", "crypto", "index"]),
  currency: z.string(),
  exchange: z.string(),
  synthetic: z.boolean(),
  archive: z.string(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
});

const symbol = { description: "The symbol, URL-encoded.", example: "AAPL" };
const pages = "Paginated: pass `next_cursor` of one page as `cursor` to get the next.";

export const trackRecordRoutes = {
  getRecord: {
    method: "get",
    path: "/v1/record",
    tag: "record",
    summary: "Get the figures of the public record",
    description:
      "How often the house list's opinions were right, what they returned against the benchmark, and how confident they were. Every figure " +
      "follows from published signals and settled prices. Scope: `record:read`.",
    answers: { 200: { description: "The record.", body: json(RecordAnswer) }, ...always },
  },
  listRecord: {
    method: "get",
    path: "/v1/record/signals",
    tag: "record",
    summary: "List the signals of the public record, newest first",
    description:
      "A signal is sealed until its entry session closes: until then, `signal` is null and only its `hash` is shown. " +
      `Withdrawn signals are included. ${pages} Scope: \`record:read\`.`,
    query: z.object({ cursor: numberCursor, limit: laxInt(1, 100).default(20) }),
    answers: { 200: { description: "A page of results.", body: json(pageOf(TrackedSignal)) }, 422: invalid, ...always },
  },
  getRecordInstrument: {
    method: "get",
    path: "/v1/record/instruments/{symbol}",
    tag: "record",
    summary: "Get the public record of an instrument",
    description:
      "Its prices, ratings and signals, as shown to the public. For sessions after the newest run, `high` and `low` are null. Scope: `record:read`.",
    path_parameters: { symbol },
    answers: {
      200: { description: "The instrument.", body: json(InstrumentAnswer) },
      404: { name: "NotInRecord", ...problem("The public record has no signal on this instrument.") },
      ...always,
    },
  },
  getRanking: {
    method: "get",
    path: "/v1/ranking",
    tag: "record",
    summary: "Rank the newest opinions of the house list",
    description:
      "One opinion per instrument. `reviews` are instruments whose newest run ended without an opinion. Scope: `record:read`, or `signals:read` with `live`.",
    query: z.object({
      live: laxBool()
        .default(false)
        .meta({ description: "Includes signals that are still sealed for others. Needs a plan with live signals." }),
      order: z.enum(["conviction", "agreement", "right", "symbol"]).default("conviction"),
    }),
    answers: { 200: { description: "The ranking.", body: json(RankingAnswer) }, 422: invalid, ...always },
  },
  listInstruments: {
    method: "get",
    path: "/v1/instruments",
    tag: "record",
    summary: "List the instruments in the server's archives",
    description:
      "By symbol, with the dates for which there are prices. A server with online data can analyse more than these. " +
      `${pages} Any key can do this.`,
    query: z.object({
      search: storableText.max(100).optional().meta({ description: "Part of a symbol or name." }),
      cursor: storableText.max(100).optional().meta({ description: "`next_cursor` of the previous page." }),
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "A page of results.", body: json(pageOf(ListedInstrumentAnswer)) },
      422: invalid,
      ...always,
    },
  },
  getInstrument: {
    method: "get",
    path: "/v1/instruments/{symbol}",
    tag: "record",
    summary: "Get everything you can see about an instrument",
    description:
      "Closes; ratings from the house list, your watchlists and your own analyses; signals with their outcomes; key figures over time; and " +
      "`coverage`: which kinds of evidence a run would find, from whom and since when, and which are missing. " +
      "Scopes: `analyses:read`, `signals:read` and `lists:read`.",
    path_parameters: { symbol },
    query: z.object({ asset_type: AssetType.default("stock") }),
    answers: {
      200: { description: "The instrument.", body: json(OwnInstrumentAnswer) },
      404: { name: "NoInstrument", ...problem("The symbol is invalid.") },
      422: invalid,
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
