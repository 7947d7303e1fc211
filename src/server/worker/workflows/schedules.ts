import type { ListInstrument } from "#src/contract/signals/signals.ts";
import { newestNoted, noteDue, type DueRun } from "#src/product/signals/queries/signal-runs.ts";
import { noteSettlementHead } from "#src/product/signals/queries/chains.ts";
import { noteHeads } from "#src/product/signals/queries/signals.ts";
import type { SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { type Calendar, calendarByName } from "#src/market/calendar/calendar.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { addDays, dayMs, toIso, type Instant, type LocalDate } from "#src/core/clock.ts";
import { firesBefore } from "#src/core/operation/cron.ts";
import { listRunnableLists } from "#src/product/signals/watchlists.ts";
import type { SignalTools } from "#src/product/signals/public/readable-lists.ts";
import { startRuns } from "#src/product/signals/runs.ts";
import { runStep } from "../outages.ts";
import { type Schedule, runScheduled } from "./maintenance.ts";

export const signalSchedule: Schedule = { name: "signals", cron: "* * * * *" };

/** What was missed longer ago is not even noted. */
const longestAwayMs = 30 * dayMs;
/** Of a cron line, looked at in one go. */
const mostFires = 64;
/** In case nobody was there. */
const headDays = 3;

export async function runSignals(tools: SignalTools): Promise<void> {
  await runScheduled(tools, signalSchedule, "scheduled analyses could not be started", async () => {
    const { started, waiting } = await runStep(() => tick(tools), { name: "start due runs" });
    if (started > 0) tools.log.info({ started, waiting }, "scheduled analyses started");
  });
}

/** Repeatable at any time, and from any number of workers. */
export async function tick(tools: SignalTools): Promise<{ readonly started: number; readonly waiting: number }> {
  const { db, clock, signals } = tools;
  const now = clock.now();
  const [lists, noted] = await Promise.all([listRunnableLists(tools, now), newestNoted(db.sql)]);
  const due = lists.flatMap((list) => dueRuns(list, noted, now, signals.delayMs));
  await db.transaction((tx) => noteDue(tx, due, now));
  const today = toIso(now).slice(0, 10);
  for (let back = headDays; back > 0; back -= 1) {
    const day = addDays(today, -back);
    const end = Date.parse(`${addDays(day, 1)}T00:00:00Z`);
    await noteHeads(db.sql, day, end, now);
    await noteSettlementHead(db.sql, day, end, now);
  }
  return startRuns(tools, tools);
}

/**
 * A stock is due `delayMs` after its close, a coin at 00:00 UTC, with cron when it fires. Of a new instrument only the
 * newest session.
 */
export function dueRuns(
  list: Pick<SignalList, "id" | "instruments" | "schedule" | "startsAt">,
  noted: ReadonlyMap<string, LocalDate>,
  now: Instant,
  delayMs: number,
): DueRun[] {
  const since = Math.max(list.startsAt, now - longestAwayMs);
  const { schedule } = list;
  const fires =
    schedule.kind === "cron" ? firesBefore(schedule.cron, schedule.zone, now, since, mostFires).toReversed() : null;
  return list.instruments.flatMap((instrument) => {
    const calendar = calendarOf(instrument);
    if (calendar === null) return [];
    const delay = instrument.asset_type === "crypto" ? 0 : delayMs;
    const last = noted.get(`${list.id} ${instrument.symbol}`);
    const moments = fires === null ? closesSince(calendar, delay, since, now) : firesOf(calendar, delay, fires);
    const fresh = moments.filter(({ session }) => last === undefined || session > last);
    return (last === undefined ? fresh.slice(-1) : fresh).map((moment) => ({
      ...moment,
      list: list.id,
      symbol: instrument.symbol,
      assetType: instrument.asset_type,
    }));
  });
}

type Moment = Pick<DueRun, "session" | "dueAt">;

function closesSince(calendar: Calendar, delay: number, since: Instant, now: Instant): Moment[] {
  return calendar
    .sessionsBetween(addDays(calendar.dateAt(since - delay), -1), calendar.dateAt(now))
    .map((session) => ({ session, dueAt: calendar.sessionClose(session) + delay }))
    .filter(({ dueAt }) => dueAt > since && dueAt <= now);
}

/** @param fires ascending; of those with the same session the first counts */
function firesOf(calendar: Calendar, delay: number, fires: readonly Instant[]): Moment[] {
  const first = new Map<LocalDate, Instant>();
  for (const fire of fires) {
    const session = lastDue(calendar, delay, fire);
    if (!first.has(session)) first.set(session, fire);
  }
  return [...first].map(([session, dueAt]) => ({ session, dueAt }));
}

function lastDue(calendar: Calendar, delay: number, at: Instant): LocalDate {
  const session = calendar.lastSessionOnOrBefore(calendar.dateAt(at));
  return calendar.sessionClose(session) + delay <= at ? session : calendar.lastSessionOnOrBefore(addDays(session, -1));
}

function calendarOf({ symbol, asset_type: assetType }: ListInstrument): Calendar | null {
  const parsed = parseSymbol(symbol, assetType);
  return parsed.ok ? calendarByName(parsed.symbol.calendar) : null;
}
