import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { AsOfMarket } from "#src/market/door/open-market.ts";
import type { Bar } from "#src/market/market-data.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { compareText } from "#src/core/text/compare-text.ts";
import type { Finding } from "./evidence/numbering.ts";

/** `REVIEW` is none and is not kept. */
export interface PastDecision {
  readonly symbol: string;
  /** The session whose close the run is based on. */
  readonly session: LocalDate;
  readonly rating: Opinion;
  /** `rules`, or provider and deep model. */
  readonly reasoner: string;
  readonly runId: string;
}

/** A file beside the command line's runs, or a table. */
export interface DecisionMemory {
  /** May hold later decisions; `scoredDecisions` leaves them out. */
  of(symbol: string): Promise<readonly PastDecision[]>;
  keep(decision: PastDecision): Promise<void>;
}

const horizons = [21, 5] as const;
const mostDecisions = 5;

/**
 * Earlier decisions with the return in % from the next open to the 21st close, else the 5th. Younger ones are left out.
 * Split-adjusted, without costs and dividends.
 */
export async function scoredDecisions(market: AsOfMarket, memory: DecisionMemory): Promise<Finding[]> {
  const earlier = (await memory.of(market.instrument.symbol)).filter((decision) => decision.session < market.session);
  if (earlier.length === 0) return [];
  const bars = (await market.adjustedBars(620)).records;
  const latestFirst = newestPerSession(earlier);
  return latestFirst.flatMap((decision) => scoreDecision(decision, bars) ?? []).slice(0, mostDecisions);
}

/** The last run of a session and reasoner, newest session first. */
function newestPerSession(decisions: readonly PastDecision[]): PastDecision[] {
  const kept = new Map<string, PastDecision>();
  for (const decision of decisions.toSorted((a, b) => compareText(a.runId, b.runId)))
    kept.set(`${decision.session} ${decision.reasoner}`, decision);
  return [...kept.values()].toSorted(
    (a, b) => compareText(b.session, a.session) || compareText(a.reasoner, b.reasoner),
  );
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
