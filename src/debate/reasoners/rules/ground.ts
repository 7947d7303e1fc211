import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { opensPosition, positionSize } from "#src/contract/run/instruction.ts";
import { oncePer } from "#src/core/once.ts";
import type { Brief } from "../reasoner.ts";
import { outlookOn, type Outlook } from "./opinion.ts";
import { measureOf, riskOf, type AssetType } from "./rules.ts";
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
const outlooksOf = oncePer((_evidence: Brief<unknown>["evidence"]) => new Map<AssetType, Outlook>());

function outlookOf({ evidence, instrument: { assetType } }: Brief<unknown>): Outlook {
  const known = outlooksOf(evidence);
  const outlook = known.get(assetType) ?? outlookOn(evidence, assetType);
  known.set(assetType, outlook);
  return outlook;
}

export function groundOf(brief: Brief<unknown>): Ground {
  return {
    brief,
    get outlook() {
      return outlookOf(brief);
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

/** The setback that a size is set by, in average true ranges, as there is no stop to set it by. */
export const sizedRanges = 2;

export function ratingOf({ outlook }: Ground): Opinion {
  return outlook.tooThin === null ? outlook.rating : "Hold";
}

/**
 * What the trader proposes: an entry and a size only where a position is opened. Neither a stop nor a target: on the
 * years that the terms were chosen on, each that was tried made less than holding the position for the horizon.
 */
export function levelsOf(ground: Ground): ProposedLevels {
  const rating = ratingOf(ground);
  const action = rating === "Hold" ? "hold" : rating === "Buy" || rating === "Overweight" ? "buy" : "sell";
  const none: ProposedLevels = { action, entry: null, stop: null, target: null, size_pct: null };
  const { allowShort = false, instrument } = ground.brief;
  const close = ground.find("close");
  if (!opensPosition(rating, allowShort) || instrument.assetType === "index" || close === null) return none;
  const entry = tick(close.value);
  const range = ground.find("atr_14");
  if (range === null || range.value <= 0) return { ...none, entry };
  const stop = close.value + (action === "buy" ? -1 : 1) * sizedRanges * range.value;
  const volatility = riskOf((key) => ground.find(key)?.value ?? null);
  return { ...none, entry, size_pct: positionSize({ rating, entry: close.value, stop, volatility }) };
}

/** Prices of a dollar and more to the cent, smaller ones to four significant digits. */
function tick(price: number): number {
  return price >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}
