import type { Opinion } from "#src/contract/analysis.ts";
import { opensPosition } from "#src/contract/instruction.ts";
import { positionSize } from "#src/contract/position-size.ts";
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

/** Where the view says that a position would begin and end, whether or not one may be opened. */
interface View {
  readonly rating: Opinion;
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
}

/** Stop and target in average true ranges from the entry. */
export const stopRanges = 2;
const targetRanges = 3;

export function viewOf({ outlook, find }: Ground): View {
  const close = find("close");
  const range = find("atr_14");
  const rating = outlook.tooThin === null ? ratingFor(outlook.score, find("volatility_21")?.value ?? null) : "Hold";
  if (rating === "Hold" || close === null) return { rating, entry: null, stop: null, target: null };
  const entry = tick(close.value);
  if (range === null || range.value <= 0) return { rating, entry, stop: null, target: null };
  const way = rating === "Buy" || rating === "Overweight" ? 1 : -1;
  const stop = tick(close.value - way * stopRanges * range.value);
  const target = tick(close.value + way * targetRanges * range.value);
  // A range below a tick sets no level either.
  const isSet = stop > 0 && target > 0 && stop !== entry && target !== entry;
  return { rating, entry, stop: isSet ? stop : null, target: isSet ? target : null };
}

interface ProposedLevels {
  readonly action: "buy" | "sell" | "hold";
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  readonly size_pct: number | null;
}

/** What the trader proposes: levels and a size only where a position is opened. */
export function levelsOf(ground: Ground): ProposedLevels {
  const { rating, entry, stop, target } = viewOf(ground);
  const action = rating === "Hold" ? "hold" : rating === "Buy" || rating === "Overweight" ? "buy" : "sell";
  const { allowShort = false, instrument } = ground.brief;
  if (!opensPosition(rating, allowShort) || instrument.assetType === "index")
    return { action, entry: null, stop: null, target: null, size_pct: null };
  const volatility = ground.find("volatility_21")?.value ?? null;
  const size_pct = entry === null || stop === null ? null : positionSize({ rating, entry, stop, volatility });
  return { action, entry, stop, target, size_pct };
}

/** The level whose close ends the case, and how a text points to it; `null` where none does. */
export function endsAt(ground: Ground): { readonly level: number; readonly text: string } | null {
  const { stop } = viewOf(ground);
  if (stop === null) return null;
  if (levelsOf(ground).stop !== null) return { level: stop, text: "{{stop}}" };
  const [close, range] = [ground.find("close"), ground.find("atr_14")];
  if (close === null || range === null) return null;
  const way = stop < close.value ? "-" : "+";
  return { level: stop, text: `{{${close.id}${way}${stopRanges}*${range.id}}}` };
}

/** Prices of a dollar and more to the cent, smaller ones to four significant digits. */
function tick(price: number): number {
  return price >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}
