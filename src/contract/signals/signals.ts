import { z } from "zod";
import { Language } from "../run/language.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { anyId, plainLine, storableText } from "../text.ts";
import { AssetType, Opinion, Rating } from "../jobs/analysis.ts";
import { Comparator, Condition } from "../run/conditions.ts";

/** The operator's list; its chain is the public record. */
export const houseList = "house";

/** In sessions from the open of the entry. */
export const horizons = [1, 5, 21, 63] as const;
export const Horizon = z.literal(horizons);
export type Horizon = z.infer<typeof Horizon>;

export const watchlistLimits = { nameLength: 60, instruments: 50, runs: 5 } as const;

/** The value of `previous` in the first entry of a chain. */
export const genesis = "0".repeat(64);

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** How far the repeated debates of a signal agree. */
export const Agreement = z.object({
  runs: z.int().positive(),
  agreeing: z.int().positive(),
  /** The rating of each run; `null` for one that failed or was cancelled. */
  ratings: z.array(Rating.nullable()),
});
export type Agreement = z.infer<typeof Agreement>;

/** 0 and the hash of nothing while there is none. */
export const Place = z.object({ number: z.int().nonnegative(), hash: Sha256 });

const place = {
  version: z.literal(1),
  list: z.string(),
  /** From 1, without a gap. Also the id of the stream's event. */
  number: z.int().positive(),
  published_at: z.iso.datetime(),
  /** The hash of the entry before. */
  previous: Sha256,
  /** Head of the settlement prices; absent in older entries. */
  settlement: Place.optional(),
};

/** Never changes; its canonical JSON is hashed. */
export const Signal = z.object({
  kind: z.literal("signal"),
  ...place,
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  asset_type: z.enum(["stock", "crypto", "index"]),
  currency: z.string(),
  /** The session whose close the analysis is based on, and that instant. */
  session: z.iso.date(),
  as_of: z.iso.datetime(),
  rating: Opinion,
  /** A Sell is a short sale; absent: it holds none. */
  allow_short: z.literal(true).exactOptional(),
  /** `null` for the first on its list and instrument. */
  previous_rating: Opinion.nullable(),
  /** There was one, and it was another. */
  changed: z.boolean(),
  /** In `currency`; `null` where not named, not passed, or no position. */
  entry: z.number().nullable(),
  stop: z.number().nullable(),
  target: z.number().nullable(),
  /** 0 to 1, as the portfolio manager stated it. */
  confidence: z.number().nullable(),
  horizon_days: z.int().nullable(),
  agreement: Agreement,
  /** `rules`, or provider and deep model. */
  reasoner: z.string(),
  analysis_id: z.string(),
  /** The path of the page with its report. */
  report: z.string(),
});
export type Signal = z.infer<typeof Signal>;

/** A withdrawal of a signal. The signal itself stays. */
export const Tombstone = z.object({
  kind: z.literal("tombstone"),
  ...place,
  /** Of the signal that it withdraws. */
  of: z.int().positive(),
  signal_id: z.string(),
  reason: z.string(),
});
export type Tombstone = z.infer<typeof Tombstone>;

export const DecidedCondition = z.object({
  kind: z.literal("condition"),
  ...place,
  /** The signal that named the condition, earlier in the chain. */
  signal: z.int().positive(),
  signal_id: z.string(),
  condition: Condition.shape.id,
  /** The condition, as the signal's report has it. */
  measure: z.string(),
  comparator: Comparator,
  threshold: z.number(),
  unit: z.string(),
  outcome: z.enum(["broken", "held"]),
  /** `null` where no value was read. */
  decided_on: z.iso.date(),
  value: z.number().nullable(),
});
export type DecidedCondition = z.infer<typeof DecidedCondition>;

export const ChainBody = z.discriminatedUnion("kind", [Signal, Tombstone, DecidedCondition]);
export type ChainBody = z.infer<typeof ChainBody>;

/** `hash` is the SHA-256 of the rest as canonical JSON. */
export const SignalEvent = z.object({ type: z.string(), hash: Sha256, entry: ChainBody });
export type SignalEvent = z.infer<typeof SignalEvent>;

export const Withdrawn = z.object({ at: z.iso.datetime(), reason: z.string() });
export type Withdrawn = z.infer<typeof Withdrawn>;

/** A signal as pages show it. */
const PublishedSignal = z.object({ signal: Signal, hash: Sha256, withdrawn: Withdrawn.nullable() });
export type PublishedSignal = z.infer<typeof PublishedSignal>;

/** Returns are fractions with splits and dividends, from the entry's open to the last close. */
export const Mark = z.object({
  horizon: Horizon,
  /** `open`: its sessions are not over, or their prices are not known yet. */
  status: z.enum(["open", "settled"]),
  /** The first session that opened after the signal was published. */
  entry_session: z.iso.date().nullable(),
  entry_price: z.number().nullable(),
  exit_session: z.iso.date().nullable(),
  exit_price: z.number().nullable(),
  /** Of the instrument, before costs. */
  return: z.number().nullable(),
  /** After costs; `null` where no position is opened. */
  net_return: z.number().nullable(),
  /** The benchmark; `null`: cash, which earns nothing. */
  benchmark: z.string().nullable(),
  benchmark_return: z.number().nullable(),
  /** `return` less that of the benchmark. */
  excess_return: z.number().nullable(),
  /** Up for Buy and Overweight, down for Underweight and Sell; Hold has none. */
  hit: z.boolean().nullable(),
});
export type Mark = z.infer<typeof Mark>;

export const SignalDetail = PublishedSignal.extend({ marks: z.array(Mark) });
export type SignalDetail = z.infer<typeof SignalDetail>;

/** Newest first; pass `next` as `before`. */
export interface SignalPage {
  readonly signals: readonly SignalDetail[];
  readonly next: number | null;
}

/** After each close, or by five-field cron in a zone. */
export const Schedule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("close") }),
  z.object({ kind: z.literal("cron"), cron: z.string().max(100), zone: z.string().max(60) }),
]);
export type Schedule = z.infer<typeof Schedule>;

export const ListInstrument = z.object({ symbol: z.string().min(1).max(32), asset_type: AssetType });
export type ListInstrument = z.infer<typeof ListInstrument>;

export const WatchlistInput = z.object({
  /** `null`: a new one. */
  id: anyId.nullable(),
  name: storableText.transform(plainLine).pipe(z.string().min(1, "enter a name").max(watchlistLimits.nameLength)),
  instruments: z.array(ListInstrument).min(1, "enter at least one instrument").max(watchlistLimits.instruments),
  schedule: Schedule,
  /** How often each debate is repeated; each repetition counts as an analysis. */
  runs: z.int().min(1).max(watchlistLimits.runs),
  /** Missing: as the list has it. */
  rerun_on_break: z.boolean().exactOptional(),
  /** Missing: as the list has it. */
  allow_short: z.boolean().exactOptional(),
  /** On the owner's own key; `null` or missing: on the service's models. */
  own_model: OwnModel.nullish(),
  /** BCP 47; missing: as the list has it, or its owner's last analysis. */
  language: Language.nullish(),
});
export type WatchlistInput = z.infer<typeof WatchlistInput>;

export interface Watchlist extends Omit<WatchlistInput, "id"> {
  readonly id: string;
  readonly language: string;
  readonly rerun_on_break: boolean;
  readonly allow_short: boolean;
  readonly created_at: string;
  /** Entries of its chain. */
  readonly entries: number;
}

/** How a run of a list ended. */
export const RunOutcome = z.enum([
  "signal",
  /** No opinion: the debate gave none, or its repetitions disagree. */
  "review",
  "failed",
  /** No money, no quota, or nobody in time. */
  "skipped",
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** A list's run on one instrument, as its owner sees it. */
export interface ListRun {
  readonly symbol: string;
  readonly session: string;
  readonly due_at: string;
  /** `waiting` to be started, `running`, or how it ended. */
  readonly state: "waiting" | "running" | RunOutcome;
  /** Why it came to no signal. */
  readonly reason: string | null;
  /** Of the signal that it became. */
  readonly signal_id: string | null;
}

export const SignalAlerts = z.object({
  /** By e-mail; the same switch as under Alerts. */
  email: z.boolean(),
  webhook_url: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .max(2048)
    .nullable(),
  /** Of these symbols alone; `null`: of all. */
  symbols: z.array(z.string().min(1).max(32)).max(200).nullable(),
});
export type SignalAlerts = z.infer<typeof SignalAlerts>;

/** `null` without a webhook. */
export type KeptAlerts = SignalAlerts & { readonly webhook_secret: string | null };

const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** As people choose it: after closes, on days at a time, or by cron. */
export type ScheduleWords =
  | { readonly kind: "close" }
  /** `days`: `daily`, `weekdays`, or 0 (Sunday) to 6. `time`: `07:00`. */
  | { readonly kind: "days"; readonly days: string; readonly time: string; readonly zone: string }
  | { readonly kind: "cron"; readonly cron: string; readonly zone: string };

export const dayChoices = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: `${weekdayNames[day]}s` })),
];

/** A schedule in words, where words can express all of it. */
export function wordsOf(schedule: Schedule): ScheduleWords {
  if (schedule.kind === "close") return schedule;
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-7])$/.exec(schedule.cron.trim()) ?? [];
  if (minute === undefined || hour === undefined || days === undefined || Number(minute) > 59 || Number(hour) > 23)
    return schedule;
  const chosen = days === "*" ? "daily" : days === "1-5" ? "weekdays" : String(Number(days) % 7);
  return {
    kind: "days",
    days: chosen,
    time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`,
    zone: schedule.zone,
  };
}

/** An impossible time gives a line that its check refuses. */
export function cronOf({ days, time }: { readonly days: string; readonly time: string }): string {
  const [hour = "", minute = ""] = time.split(":").map((part) => part.replace(/^0(?=\d)/, ""));
  const field = days === "daily" ? "*" : days === "weekdays" ? "1-5" : days;
  return `${minute} ${hour} * * ${field}`;
}

/** `Mondays at 07:00`; `null` for a cron line that words do not cover. */
export function scheduleWords(schedule: Schedule): string | null {
  const words = wordsOf(schedule);
  if (words.kind === "close") return "After each close";
  if (words.kind === "cron") return null;
  const label = dayChoices.find(({ value }) => value === words.days)?.label ?? "";
  return `${label} at ${words.time}`;
}
