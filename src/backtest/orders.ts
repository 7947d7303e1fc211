import type { Rating } from "#src/contract/jobs/analysis.ts";
import { type Position, positionOf } from "#src/contract/run/instruction.ts";
import type {
  BacktestDecision,
  BacktestResult,
  BacktestSettings,
  StrategyName,
} from "#src/contract/backtests/backtest.ts";
import { type PricePath, loadPricePath } from "./price-path.ts";
import type { Costs, Order } from "./simulate.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { InvalidInput } from "#src/core/errors.ts";

/**
 * Hold keeps the position; REVIEW keeps it too and is counted apart. Opinions bring it to a share of the equity at the
 * next open, also when repeated, so drift and dividends are reinvested.
 */
export function targetsOf(short: boolean): Readonly<Record<Rating, Position>> {
  const of = (rating: Rating): Position => positionOf(rating, short);
  return {
    Buy: of("Buy"),
    Overweight: of("Overweight"),
    Hold: of("Hold"),
    Underweight: of("Underweight"),
    Sell: of("Sell"),
    REVIEW: of("REVIEW"),
  };
}

/** What was decided, and the prices it is judged by. */
export interface Subject {
  readonly symbol: string;
  readonly path: PricePath;
  /** Ascending by session. */
  readonly decisions: readonly BacktestDecision[];
}

/** `null` where a date was not asked. */
export function ratingsOf(
  decisions: readonly BacktestDecision[],
  strategy: StrategyName,
): Pick<BacktestDecision, "session" | "rating">[] | null {
  if (strategy !== "single_call" && strategy !== "rules") return [...decisions];
  const ratings = decisions.flatMap(({ session, baselines }) => {
    const rating = baselines?.[strategy]?.rating;
    return rating === undefined ? [] : [{ session, rating }];
  });
  return ratings.length === decisions.length ? ratings : null;
}

/** The orders of the debate's ratings; a rating that keeps the position gives none. */
export function ordersOf(decisions: readonly Pick<BacktestDecision, "session" | "rating">[], short: boolean): Order[] {
  const targets = targetsOf(short);
  return decisions.flatMap(({ session, rating }) => {
    const target = targets[rating];
    return target === "keep" ? [] : [{ session, target }];
  });
}

export function costsOf(settings: Pick<BacktestSettings, "commission_bps" | "slippage_bps">): Costs {
  return { commissionBps: settings.commission_bps, slippageBps: settings.slippage_bps };
}

/** @throws InvalidInput; VendorFailed; Cancelled */
export async function loadSubjects(
  vendors: VendorChain,
  { settings, decisions }: BacktestResult,
  signal: AbortSignal,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const symbol of settings.symbols) {
    const read = parseSymbol(symbol);
    if (!read.ok) throw new InvalidInput(`${symbol}: ${read.reason}`);
    const path = await loadPricePath(vendors, read.symbol, settings.to, signal);
    subjects.push({ symbol, path, decisions: decisions.filter((decision) => decision.symbol === symbol) });
  }
  return subjects;
}
