import type { Brief } from "../reasoner.ts";
import { outlookOn, type Outlook } from "./opinion.ts";
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

export function groundOf(brief: Brief<unknown>): Ground {
  return {
    brief,
    outlook: outlookOn(brief.evidence, brief.instrument.assetType),
    s: subjectOf(brief.instrument),
    find: (key) => {
      const item = brief.evidence.find((one) => one.key === key);
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

/** A fall of as many average true ranges costs 1 % of the portfolio. */
export const sizedRanges = 2;
export const mostSize = 20;

/**
 * Neither a stop nor a target: on the years that the terms were chosen on, each that was tried made less than holding
 * the position for the horizon.
 */
export function levelsOf({ outlook, find }: Ground): ProposedLevels {
  const close = find("close");
  const range = find("atr_14");
  const rating = outlook.tooThin === null ? outlook.rating : "Hold";
  const action = rating === "Hold" ? "hold" : rating === "Buy" || rating === "Overweight" ? "buy" : "sell";
  const none: ProposedLevels = { action, entry: null, stop: null, target: null, size_pct: null };
  if (action === "hold" || close === null) return none;
  const entry = tick(close.value);
  if (range === null || range.value <= 0) return { ...none, entry };
  const size = Math.min(mostSize, close.value / (sizedRanges * range.value));
  return { ...none, entry, size_pct: Math.round(size * 10) / 10 };
}

/** Prices of a dollar and more to the cent, smaller ones to four significant digits. */
function tick(price: number): number {
  return price >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}
