import type { Opinion } from "#src/contract/analysis.ts";
import type { AsOfMarket } from "#src/market/as-of.ts";
import type { Bar } from "#src/market/market-data.ts";
import { roundToUnit } from "#src/market/measure.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import type { Finding } from "./evidence/numbering.ts";

/** An opinion that an earlier run gave. `REVIEW` is none and is not kept. */
export interface PastDecision {
  readonly symbol: string;
  /** The session on whose close the run stood. */
  readonly session: LocalDate;
  readonly rating: Opinion;
  /** `rules`, or provider and deep model. */
  readonly reasoner: string;
  readonly runId: string;
}

/** Where decisions are kept: a file beside the command line's runs, a table for the service. */
export interface DecisionMemory {
  /** In any order. May hold decisions later than the run that asks; `scoredDecisions` leaves those out. */
  of(symbol: string): Promise<readonly PastDecision[]>;
  keep(decision: PastDecision): Promise<void>;
}

const horizons = [21, 5] as const;
const mostDecisions = 5;

/**
 * Earlier decisions on the same instrument with what came of them: the return in % from the open of the
 * session after the decision to the close of the n-th session, n = 21 where that many have passed by the
 * run's instant, else 5. A decision with fewer sessions behind it is not settled and not shown.
 * Split-adjusted prices as known at the run's instant; no costs, no dividends.
 */
export async function scoredDecisions(market: AsOfMarket, memory: DecisionMemory): Promise<Finding[]> {
  const earlier = (await memory.of(market.instrument.symbol)).filter((decision) => decision.session < market.session);
  if (earlier.length === 0) return [];
  const bars = (await market.adjustedBars(620)).records;
  const latestFirst = newestPerSession(earlier);
  return latestFirst.flatMap((decision) => scoreDecision(decision, bars) ?? []).slice(0, mostDecisions);
}

/** One decision per session and reasoner (the last run), newest session first; ties in the order of run ids. */
function newestPerSession(decisions: readonly PastDecision[]): PastDecision[] {
  const kept = new Map<string, PastDecision>();
  for (const decision of decisions.toSorted((a, b) => order(a.runId, b.runId)))
    kept.set(`${decision.session} ${decision.reasoner}`, decision);
  return [...kept.values()].toSorted((a, b) => order(b.session, a.session) || order(a.reasoner, b.reasoner));
}

function scoreDecision(decision: PastDecision, bars: readonly Bar[]): Finding | null {
  const next = bars.findIndex((bar) => bar.date > decision.session);
  const entry = bars[next];
  // A decision from before the window has no entry price here.
  if (entry === undefined || bars[0] === undefined || bars[0].date > decision.session) return null;
  for (const horizon of horizons) {
    const exit = bars[next + horizon - 1];
    if (exit === undefined) continue;
    return {
      key: `decision_return_${horizon}`,
      label: `Earlier decision of ${decision.session}, ${decision.rating} by ${decision.reasoner}: price change over the ${horizon} sessions after it`,
      value: roundToUnit((exit.close / entry.open - 1) * 100, "%"),
      text: null,
      unit: "%",
      at: exit.date,
      source: entry.source,
      source_ids: [entry.sourceId, exit.sourceId],
      formula: `close of session ${horizon} / open of the next session − 1`,
    };
  }
  return null;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
