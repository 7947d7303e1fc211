import type { Analyst, Opinion } from "#src/contract/jobs/analysis.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { normalCdf, normalQuantile } from "#src/core/figures/statistics.ts";
import { opensPosition, positionSize } from "#src/contract/run/instruction.ts";
import { oncePer } from "#src/core/once.ts";
import type { Point } from "#src/contract/run/answers.ts";
import {
  type AssetType,
  type Reason,
  chances,
  clamp,
  measureOf,
  premiumOf,
  reasonsOf,
  riskKeys,
  riskOf,
  yearsAhead,
} from "./rules.ts";
import { type Subject, ref, sentence, subjectOf } from "./wording.ts";
import type { Brief } from "../reasoner.ts";

/** Below these there is no opinion. */
export const minimum = { sessions: 60, priceAgeDays: 10 } as const;

/** Annualised, in %, of a usual share. */
const usualVolatility = 25;

export type Weighed = Reason & { readonly analyst: Analyst };

export interface Outlook {
  /** The expected return over cash, in percent a year. */
  readonly expected: number;
  /** The probability that it is positive over the horizon, 0 to 1. */
  readonly chance: number;
  /** Expected return in deviations, in units of a Buy; −2 to +2. */
  readonly score: number;
  readonly rating: Opinion;
  readonly reasons: readonly Weighed[];
  /** Each analyst's score of its own measures. */
  readonly views: readonly View[];
  /** Why there can be no opinion, as a clause; `null` when there can. */
  readonly tooThin: string | null;
}

interface View {
  readonly analyst: Analyst;
  /** Percent a year that its measures add. */
  readonly adds: number;
  readonly score: number;
}

const analysts = ["market", "fundamentals", "news", "social"] as const;

/** The same evidence gives the same outlook, whichever later agent asks. */
export function outlookOn(evidence: readonly Evidence[], asset: AssetType): Outlook {
  const heard = analysts.flatMap((analyst) => {
    const reasons = reasonsOf(analyst, evidence, asset);
    return reasons.length === 0 ? [] : [{ analyst, reasons }];
  });
  const views = heard.map(({ analyst, reasons }) => viewOf(analyst, reasons, asset));
  const reasons = heard
    .flatMap(({ analyst, reasons: own }) => own.map((reason) => ({ ...reason, analyst })))
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
  return { ...rate(reasons, views, asset), reasons, views, tooThin: insufficientEvidence(evidence) };
}

/** The rating if one reason counted for neither side. */
export function ratingWithout({ reasons }: Outlook, without: Weighed, asset: AssetType): Opinion {
  const rest = reasons.filter((one) => one.item.id !== without.item.id);
  const views = analysts.map((analyst) =>
    viewOf(
      analyst,
      rest.filter((one) => one.analyst === analyst),
      asset,
    ),
  );
  return rate(rest, views, asset).rating;
}

type Rated = Pick<Outlook, "expected" | "chance" | "score" | "rating">;

/** Without a volatility nothing is told. */
function rate(reasons: readonly Reason[], views: readonly View[], asset: AssetType): Rated {
  const expected = premiumOf(asset) + addedBy(reasons);
  const deviations = inDeviations(expected, riskIn(reasons));
  const chance = normalCdf(deviations);
  const scores = views.map(({ score }) => score);
  const [least, most] = [Math.min(0, ...scores), Math.max(0, ...scores)];
  const strength = Math.max(least, Math.min(most, strengthOf(deviations)));
  return { expected, chance, score: clamp(deviations / deviationsOf.buy, 2), rating: opinions[strength] ?? "Hold" };
}

/** An analyst's score, −2 to +2, by the chances of the ratings. */
export function viewOf(analyst: Analyst, reasons: readonly Reason[], asset: AssetType): View {
  const adds = addedBy(reasons);
  const risk = analyst === "market" ? riskIn(reasons) : usualVolatility;
  const expected = analyst === "market" ? premiumOf(asset) + adds : adds;
  return { analyst, adds, score: strengthOf(inDeviations(expected, risk)) };
}

function addedBy(reasons: readonly Reason[]): number {
  return reasons.filter((reason) => !isRisk(reason)).reduce((sum, { part }) => sum + part, 0);
}

/** The reward for the risk is no part of the expected return. */
export function isRisk({ rule }: Pick<Reason, "rule">): boolean {
  return riskKeys.some((key) => key === rule.key);
}

function riskIn(reasons: readonly Reason[]): number | null {
  return reasons.find(isRisk)?.value ?? null;
}

function inDeviations(expected: number, volatility: number | null): number {
  return volatility === null || volatility <= 0 ? 0 : (expected / volatility) * Math.sqrt(yearsAhead);
}

const deviationsOf = { overweight: normalQuantile(chances.overweight), buy: normalQuantile(chances.buy) };

const opinions: Readonly<Record<number, Opinion>> = {
  2: "Buy",
  1: "Overweight",
  0: "Hold",
  "-1": "Underweight",
  "-2": "Sell",
};

/** −2 to +2: the strength of an opinion, by its odds. */
function strengthOf(deviations: number): number {
  const size = Math.abs(deviations);
  const strength = size >= deviationsOf.buy ? 2 : size >= deviationsOf.overweight ? 1 : 0;
  return strength === 0 ? 0 : Math.sign(deviations) * strength;
}

function insufficientEvidence(evidence: readonly Evidence[]): string | null {
  const find = (key: string): Evidence | undefined => evidence.find((item) => item.key === key);
  const sessions = find("sessions_available");
  const age = find("price_age_days");
  if (sessions === undefined || sessions.value === null) return "there is no price history";
  if (sessions.value < minimum.sessions)
    return `the price history has ${ref(sessions)} ${sessions.value === 1 ? "session" : "sessions"} [${sessions.id}], too few to judge by`;
  if (age !== undefined && age.value !== null && age.value > minimum.priceAgeDays)
    return `the last price is ${ref(age)} old [${age.id}], too old to judge by`;
  const risk = riskOf((key) => find(key)?.value ?? null);
  return risk !== null && risk > 0 ? null : "the risk cannot be told from the prices";
}

/** 0.5 to 1, not calibrated. */
export function confidenceOf({ chance }: Outlook): number {
  return Math.round(Math.max(chance, 1 - chance) * 100) / 100;
}

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
const sizedRanges = 2;

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

export interface Uncertainty {
  readonly clause: string;
  readonly id: string;
}

/**
 * `null` without a volatility.
 * @param outcome what may come instead
 */
export function uncertaintyOf({ find, outlook }: Ground, outcome: "gain" | "loss"): Uncertainty | null {
  const risk = riskKeys.map(find).find((one) => one !== null) ?? null;
  if (risk === null) return null;
  const other = outcome === "gain" ? "loss" : "gain";
  const likely = Math.abs(outlook.chance - 0.5) < 0.1 ? `almost as likely as a ${other}` : "still a real possibility";
  const clause = `at an annualised volatility of ${ref(risk)}, a ${outcome} over the next three months is ${likely}`;
  return { clause, id: risk.id };
}

export function uncertainPoint({ clause, id }: Uncertainty): Point {
  return { claim: sentence(clause), evidence: [id] };
}
