import { oncePer } from "#src/platform/once-per.ts";
import type { Brief } from "../reasoner.ts";
import { outlookOn, ratingFor, type Outlook } from "./opinion.ts";
import { measureOf } from "./rules.ts";
import { subjectOf, type Subject } from "./subject.ts";

export interface Found {
  readonly id: string;
  readonly value: number;
}

/** What every voice argues from. */
export interface Ground {
  readonly brief: Brief<unknown>;
  readonly outlook: Outlook;
  readonly s: Subject;
  readonly find: (key: string) => Found | null;
}

/** The answer of one agent, in the shape of its schema. */
export type Answer = Record<string, unknown> & { text: string };

/** Eight voices of a debate read one list of evidence. */
const outlookOf = oncePer(outlookOn);

export function groundOf(brief: Brief<unknown>): Ground {
  return {
    brief,
    get outlook() {
      return outlookOf(brief.evidence);
    },
    s: subjectOf(brief.instrument),
    find: (key) => {
      const item = measureOf(brief.evidence, key);
      return item === undefined || item.value === null ? null : { id: item.id, value: item.value };
    },
  };
}

interface ProposedLevels {
  readonly action: "buy" | "sell" | "hold";
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  readonly size_pct: number | null;
}

/** Stop and target in average true ranges from the entry; a trade risks 1 % of the portfolio. */
const stopRanges = 2;
const targetRanges = 3;
export const mostSize = 20;

export function levelsOf({ outlook, find }: Ground): ProposedLevels {
  const close = find("close");
  const range = find("atr_14");
  const rating = outlook.tooThin === null ? ratingFor(outlook.score, find("volatility_21")?.value ?? null) : "Hold";
  const action = rating === "Hold" ? "hold" : rating === "Buy" || rating === "Overweight" ? "buy" : "sell";
  if (action === "hold" || close === null) return { action, entry: null, stop: null, target: null, size_pct: null };
  const entry = tick(close.value);
  if (range === null || range.value <= 0) return { action, entry, stop: null, target: null, size_pct: null };
  const way = action === "buy" ? 1 : -1;
  const stop = tick(close.value - way * stopRanges * range.value);
  const target = tick(close.value + way * targetRanges * range.value);
  // A range below a tick sets no level either.
  if (stop <= 0 || target <= 0 || stop === entry || target === entry)
    return { action, entry, stop: null, target: null, size_pct: null };
  const size = Math.min(mostSize, close.value / (stopRanges * range.value));
  return { action, entry, stop, target, size_pct: Math.round(size * 10) / 10 };
}

/** Prices of a dollar and more to the cent, smaller ones to four significant digits. */
function tick(price: number): number {
  return price >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}
