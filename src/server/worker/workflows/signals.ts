import { publishRun } from "#src/product/signals/publish-run.ts";
import type { SignalTools } from "#src/product/signals/public/readable-lists.ts";
import {
  type KnownDay,
  type SignalledInstrument,
  benchmarksOf,
  chooseBenchmark,
  insertDay,
  lastDay,
  signalledInstruments,
} from "#src/product/signals/queries/signal-days.ts";
import type { Database } from "#src/core/db/database.ts";
import { type AsOfMarket, openMarket } from "#src/market/door/open-market.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { checkSeries, type SeriesFinding } from "#src/market/series/checks.ts";
import { type ParsedSymbol, parseSymbol } from "#src/market/symbols/symbols.ts";
import { type Clock, type Instant, type LocalDate, addDays, dayMs, minuteMs } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { isOutage } from "#src/core/network/database-away.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { SystemContext } from "#src/product/context.ts";
import { noteLevels, noteMarks } from "#src/product/signals/track-record.ts";
import { pastOf } from "#src/debate/theses/watch.ts";
import { runStep } from "../outages.ts";
import { type Schedule, runScheduled } from "./maintenance.ts";
import { keepHeads } from "#src/product/signals/chain.ts";
import type { WorkerTools } from "./analysis.ts";

/** No workflow: the table says what is to do, and any worker may. */
export async function publishEnded(tools: SignalTools): Promise<void> {
  for (;;) {
    const published = await publishRun(tools, tools.signals);
    if (published === null) return;
    tools.log.info(published, "scheduled analysis ended");
  }
}

export const settleSignalsSchedule: Schedule = { name: "settle signals", cron: "*/15 * * * *" };

/** When prices are final everywhere. */
const finalAfterMs = 60 * minuteMs;
/** A session that has no price by then has none. */
const waitMs = 5 * dayMs;
/** For corporate actions since the session before. */
const windowDays = 15;
/** What a price is held against before it is believed. */
const checkedDays = 120;
/** So long after a doubtful price it shows whether prices come back. */
const decidedAfterDays = 10;
/** The rest follows in a quarter of an hour. */
const mostSessions = 300;
const longestMs = 10 * minuteMs;

export interface SettleSignalsTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly vendors: VendorChain;
  readonly log: Log;
}

/** A symbol's failure is logged and retried. */
export async function runSettleSignals(tools: SettleSignalsTools & SystemContext): Promise<void> {
  await runScheduled(tools, settleSignalsSchedule, "signals could not be settled", async () => {
    const kept = await runStep(() => settleSignals(tools), { name: "keep sessions" });
    if (kept > 0) tools.log.info({ sessions: kept }, "sessions kept for settlement");
    await runStep(() => noteLevels(tools, tools.clock.now() - dayMs), { name: "note levels" });
    await runStep(() => noteMarks(tools, tools.clock.now() - dayMs), { name: "note marks" });
  });
}

/** Repeatable: what is kept stays. @returns how many sessions were kept now */
export async function settleSignals(tools: SettleSignalsTools): Promise<number> {
  const signal = AbortSignal.timeout(longestMs);
  let kept = 0;
  const benchmarks = new Map<string, LocalDate>();
  for (const instrument of await signalledInstruments(tools.db.sql)) {
    try {
      const symbol = read(instrument.symbol, instrument.assetType);
      kept += await keepSessions(tools, symbol, instrument.first, instrument.last, signal);
      const benchmark = await benchmarkOf(tools, symbol, instrument, signal);
      const first = benchmark === null ? undefined : benchmarks.get(benchmark);
      if (benchmark !== null && (first === undefined || instrument.first < first))
        benchmarks.set(benchmark, instrument.first);
    } catch (error) {
      if (isOutage(error)) throw error;
      tools.log.warn({ err: error, symbol: instrument.symbol }, "a signal could not be settled; trying again");
    }
  }
  for (const [benchmark, first] of benchmarks) {
    try {
      const last = await lastDay(tools.db.sql, benchmark);
      kept += await keepSessions(tools, read(benchmark), first, last, signal);
    } catch (error) {
      if (isOutage(error)) throw error;
      tools.log.warn({ err: error, symbol: benchmark }, "a benchmark has no prices; trying again");
    }
  }
  return kept;
}

function read(text: string, assetType?: SignalledInstrument["assetType"]): ParsedSymbol {
  const parsed = parseSymbol(text, assetType === "crypto" ? "crypto" : undefined);
  if (!parsed.ok) throw new InvalidInput(`a signal on ${text}: ${parsed.reason}`);
  return parsed.symbol;
}

/** The first with a price on the first session, for good. `null`: cash. */
async function benchmarkOf(
  { db, clock, vendors }: SettleSignalsTools,
  symbol: ParsedSymbol,
  { first, last }: SignalledInstrument,
  signal: AbortSignal,
): Promise<string | null> {
  const chosen = (await benchmarksOf(db.sql, [symbol.symbol])).get(symbol.symbol);
  if (chosen !== undefined) return chosen;
  if (last === null && (await lastDay(db.sql, symbol.symbol)) === null) return null;
  for (const candidate of symbol.benchmark) {
    const opening = await openMarket({ ...pastOf(first), vendors, symbol: read(candidate), signal });
    if (!opening.ok || (await opening.market.bars(windowDays)).records.length === 0) continue;
    await chooseBenchmark(db, symbol.symbol, candidate, clock.now());
    return candidate;
  }
  await chooseBenchmark(db, symbol.symbol, null, clock.now());
  return null;
}

/** Stops at a session without a price. */
async function keepSessions(
  tools: SettleSignalsTools,
  symbol: ParsedSymbol,
  first: LocalDate,
  last: LocalDate | null,
  signal: AbortSignal,
): Promise<number> {
  const { db, clock, vendors } = tools;
  const now = clock.now();
  let kept = 0;
  for (let from = last === null ? first : addDays(last, 1); kept < mostSessions;) {
    // Far enough to reach beyond a long weekend.
    if (Date.parse(`${from}T00:00:00Z`) > now + dayMs) return kept;
    const opening = await openMarket({ ...pastOf(from), vendors, symbol, signal });
    if (!opening.ok) return kept;
    const { market } = opening;
    const { calendar } = market;
    const session = calendar.isSession(from) ? from : null;
    if (session === null) {
      from = calendar.nextSession(from);
      continue;
    }
    const close = calendar.sessionClose(session);
    if (close + finalAfterMs > now) return kept;
    const day = await dayOf(market, session);
    if (day.price === null && close + waitMs > now) return kept;
    const price = await believedPrice(tools, { symbol, session, price: day.price, market, signal });
    if (price === undefined) return kept;
    await insertDay(db, symbol.symbol, { ...day, price }, price?.source ?? null, now);
    kept += 1;
    from = calendar.nextSession(session);
  }
  return kept;
}

type SourcedPrice = NonNullable<KnownDay["price"]> & { readonly source: string };

/**
 * A jump like an unnamed split or unit waits (`undefined`) until a source explains it; `null`: prices came back, a slip
 * (ADR 7).
 */
async function believedPrice(
  { clock, vendors, log }: SettleSignalsTools,
  asked: {
    readonly symbol: ParsedSymbol;
    readonly session: LocalDate;
    readonly price: SourcedPrice | null;
    readonly market: AsOfMarket;
    readonly signal: AbortSignal;
  },
): Promise<SourcedPrice | null | undefined> {
  const { symbol, session, price, market, signal } = asked;
  if (price === null || (await doubtOf(market, session)) === null) return price;
  const seen = addDays(session, decidedAfterDays);
  if (pastOf(seen).now > clock.now()) return undefined;
  const opening = await openMarket({ ...pastOf(seen), vendors, symbol, signal });
  const doubt = opening.ok ? await doubtOf(opening.market, session) : null;
  if (doubt?.kind === "slip") return null;
  if (doubt === null) return price;
  log.warn({ symbol: symbol.symbol, session, reason: doubt.reason }, "a session waits because its price is doubtful");
  return undefined;
}

async function doubtOf(market: AsOfMarket, session: LocalDate): Promise<SeriesFinding | null> {
  const [bars, actions] = await Promise.all([market.bars(checkedDays), market.actions(checkedDays)]);
  const { findings } = checkSeries(bars.records, actions.records);
  const isDoubt = ({ kind }: SeriesFinding): boolean => kind === "split" || kind === "unit" || kind === "slip";
  return findings.find((one) => isDoubt(one) && one.from <= session && session <= one.to) ?? null;
}

async function dayOf(
  market: AsOfMarket,
  session: LocalDate,
): Promise<KnownDay & { readonly price: SourcedPrice | null }> {
  const { calendar } = market;
  const [bars, actions] = await Promise.all([market.bars(windowDays), market.actions(windowDays)]);
  const bar = bars.records.find(({ date }) => date === session);
  const before = calendar.lastSessionOnOrBefore(addDays(session, -1));
  let split = 1;
  let dividend = 0;
  // Between the same sessions, cash is a share's after the split.
  for (const { exDate, action, value } of actions.records) {
    if (exDate <= before || exDate > session) continue;
    if (action === "split") split *= value;
    else dividend += value;
  }
  const price = bar === undefined ? null : { open: bar.open, close: bar.close, source: bar.source };
  return { session, opensAt: opensAt(calendar, session), price, split, dividend };
}

/** 9:30 in New York, 00:00 UTC for coins; elsewhere the start of the day. */
function opensAt(calendar: Calendar, session: LocalDate): Instant {
  return calendar.dayStart(session) + (calendar.name === "XNYS" ? 9.5 * 60 * minuteMs : 0);
}

export const keepHeadsSchedule: Schedule = { name: "keep chain heads", cron: "10 0 * * *", makesUp: true };

export async function runKeepHeads(
  tools: Pick<WorkerTools, "db" | "queue" | "clock" | "log" | "mail" | "home">,
): Promise<void> {
  const { mail, log, home } = tools;
  await runScheduled(
    tools,
    keepHeadsSchedule,
    "the heads of the chains could not be kept outside the database",
    async () => {
      await runStep(() => keepHeads(tools, { log, home, hasMail: mail().mailer !== null }), { name: "keep heads" });
    },
  );
}
