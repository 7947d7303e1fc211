import { dueWatches, noteLook, type ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { finalAfterMs, readSessions } from "#src/debate/theses/watch.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol, type ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { minuteMs, type Instant, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { isOutage } from "#src/core/network/database-away.ts";
import type { Log } from "#src/core/operation/log.ts";
import { isWatched, keepReadings } from "#src/product/conditions/conditions.ts";
import type { SystemContext } from "#src/product/context.ts";
import { runStep } from "../outages.ts";
import { type Schedule, runScheduled } from "./maintenance.ts";

/** After settlement; once, whatever the number of workers. */
export const watchConditionsSchedule: Schedule = { name: "watch conditions", cron: "7-59/15 * * * *" };

/** In one go; the rest follows a quarter of an hour later. */
const mostWatches = 200;
const mostSessions = 400;
/** So that an old rating does not hold up the others. */
const mostOfOne = 40;
const longestMs = 10 * minuteMs;
/** For late prices, failed vendors and plans. */
const laterMs = 60 * minuteMs;

export interface WatchConditionsTools extends SystemContext {
  readonly vendors: VendorChain;
  readonly log: Log;
}

/** A rating's failure is logged and retried. */
export async function runWatchConditions(tools: WatchConditionsTools): Promise<void> {
  await runScheduled(tools, watchConditionsSchedule, "conditions could not be watched", async () => {
    const read = await runStep(() => watchConditions(tools), { name: "read closes" });
    if (read > 0) tools.log.info({ sessions: read }, "closes read for conditions");
  });
}

/** Repeatable: what is kept stays. @returns how many sessions were read now */
export async function watchConditions(tools: WatchConditionsTools): Promise<number> {
  const signal = AbortSignal.timeout(longestMs);
  let read = 0;
  for (const watch of await dueWatches(tools.db.sql, tools.clock.now(), mostWatches)) {
    if (read >= mostSessions || signal.aborted) break;
    try {
      read += await look(tools, watch, signal);
    } catch (error) {
      if (isOutage(error)) throw error;
      tools.log.warn({ err: error, analysis: watch.analysisId }, "conditions could not be read; trying again");
      await noteLook(tools.db, watch.analysisId, { dueAt: tools.clock.now() + laterMs });
    }
  }
  return read;
}

/** @returns how many sessions were read */
async function look(tools: WatchConditionsTools, watch: ConditionWatch, signal: AbortSignal): Promise<number> {
  const { db, clock, vendors } = tools;
  const now = clock.now();
  const symbol = symbolOf(watch);
  const next = closeAfter(symbol, watch.readUntil);
  if (next > now || !(await isWatched(tools, watch))) {
    await noteLook(db, watch.analysisId, { dueAt: Math.max(next, now + laterMs) });
    return 0;
  }
  const { since, conditions, readUntil } = watch;
  const { readings, over } = await readSessions(
    { vendors, signal },
    { symbol, since, conditions },
    readUntil,
    now,
    mostOfOne,
  );
  if (over === readUntil) {
    await noteLook(db, watch.analysisId, { dueAt: now + laterMs });
    return 0;
  }
  await keepReadings(tools, { watch, readings, over, dueAt: closeAfter(symbol, over) });
  return readings.length;
}

function symbolOf({ symbol, assetType }: ConditionWatch): ParsedSymbol {
  const parsed = parseSymbol(symbol, assetType === "crypto" ? "crypto" : undefined);
  if (!parsed.ok) throw new InvalidInput(`conditions on ${symbol}: ${parsed.reason}`);
  return parsed.symbol;
}

/** When the session behind this one is over and its prices are final. */
function closeAfter({ calendar: name, symbol }: ParsedSymbol, session: LocalDate): Instant {
  const calendar = calendarByName(name);
  if (calendar === null) throw new InvalidInput(`conditions on ${symbol}: there is no calendar ${name}`);
  return calendar.sessionClose(calendar.nextSession(session)) + finalAfterMs;
}
