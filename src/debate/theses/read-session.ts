import {
  conditionState,
  type Condition,
  type ConditionReading,
  type ConditionState,
} from "#src/contract/run/conditions.ts";
import { openMarket, type AsOfMarket } from "#src/market/door/as-of.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, daysBetween, minuteMs, type Instant, type LocalDate } from "#src/core/clock.ts";
import { fundamentalsSection } from "../evidence/fundamentals.ts";
import { marketSection, priceWindowDays } from "../evidence/market.ts";
import type { Finding } from "../evidence/numbering.ts";
import { watchable } from "./watchable.ts";

/** When prices are final everywhere. */
export const finalAfterMs = 60 * minuteMs;
/** A session without a price by then has none. */
const waitMs = 5 * 24 * 60 * minuteMs;

export interface WatchTools {
  readonly vendors: VendorChain;
  readonly signal: AbortSignal;
}

export interface Watched {
  readonly symbol: ParsedSymbol;
  readonly since: LocalDate;
  readonly conditions: readonly Condition[];
}

export interface SessionsRead {
  readonly readings: readonly ConditionReading[];
  /** The last finished session that was read. */
  readonly over: LocalDate;
}

/**
 * Reads measures at each close after `after`, as known at that close, always as a past session, so readings never
 * differ. Stops at an open or unpriced session.
 * @param after the last session read
 * @throws VendorFailed, Cancelled
 */
export async function readSessions(
  tools: WatchTools,
  watched: Watched,
  after: LocalDate,
  now: Instant,
  most = Infinity,
): Promise<SessionsRead> {
  const readings: ConditionReading[] = [];
  const until = watched.conditions.reduce((last, { deadline }) => (deadline > last ? deadline : last), "");
  let over = after;
  for (let day = addDays(after, 1); readings.length < most && over <= until;) {
    // Late enough for every time zone; unfinished sessions are skipped below.
    if (Date.parse(`${day}T00:00:00Z`) > now + 24 * 60 * minuteMs) break;
    const opening = await openMarket({ ...tools, symbol: watched.symbol, ...pastOf(day) });
    if (!opening.ok) break;
    const { calendar } = opening.market;
    if (!calendar.isSession(day)) {
      day = calendar.nextSession(day);
      continue;
    }
    const reading = await readSession(opening.market, watched, day);
    const close = calendar.sessionClose(day);
    if (close + finalAfterMs > now || (!reading.isPriced && close + waitMs > now)) break;
    if (day <= until) readings.push(reading.reading);
    over = day;
    day = calendar.nextSession(day);
  }
  return { readings, over };
}

/** The state of each condition after the sessions that were read. */
export function statesOf(conditions: readonly Condition[], { readings, over }: SessionsRead): ConditionState[] {
  return conditions.map((condition) => conditionState(condition, readings, over));
}

/** As a past session, so that it never changes. */
export function pastOf(session: LocalDate): { readonly tradeDate: LocalDate; readonly now: Instant } {
  return { tradeDate: session, now: Date.parse(`${addDays(session, 2)}T12:00:00Z`) };
}

async function readSession(
  market: AsOfMarket,
  { conditions, since }: Watched,
  session: LocalDate,
): Promise<{ readonly reading: ConditionReading; readonly isPriced: boolean }> {
  const wanted = new Set(conditions.map(({ measure }) => measure));
  const [prices, company, bars, split] = await Promise.all([
    marketSection(market),
    fundamentalsSection(market),
    market.bars(priceWindowDays),
    splitSince(market, since, session),
  ]);
  // Else the last priced day would be read again.
  const isPriced = bars.records.at(-1)?.date === session;
  const found = [...prices.findings, ...company.findings].filter(
    ({ key }) => wanted.has(key) && (isPriced || watchable[key]?.moves === "filing"),
  );
  return { reading: { session, values: Object.fromEntries(found.flatMap(valueOf)), split }, isPriced };
}

function valueOf({ key, value, at }: Finding): [string, ConditionReading["values"][string]][] {
  return value === null ? [] : [[key, { value, at }]];
}

/** New shares for one old; `null`: prices do not compare. A fall that may be a split is read as a fall. */
async function splitSince(market: AsOfMarket, since: LocalDate, session: LocalDate): Promise<number | null> {
  const days = daysBetween(since, session) + 1;
  const [actions, basis] = await Promise.all([
    market.actions(days),
    market.priceBasis(Math.max(days, priceWindowDays)),
  ]);
  if (basis.atBestFrom !== null && basis.atBestFrom > since) return null;
  return actions.records
    .filter(({ action, exDate }) => action === "split" && exDate > since && exDate <= session)
    .reduce((product, { value }) => product * value, 1);
}
