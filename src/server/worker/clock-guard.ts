import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#src/core/db/database.ts";
import { databaseNow, measureSkew, mostSkewMs, skewText } from "#src/core/db/database-clock.ts";
import { monotonicNow, type Clock } from "#src/core/clock.ts";
import type { Log } from "#src/core/operation/log.ts";

/** A clock that is set shows against the monotonic one, so a look costs nothing and may be frequent. */
const lookMs = 100;
/** One that runs too fast or too slow shows against the database's alone. */
const askMs = 10_000;
const waitMs = 5000;

interface Clocks {
  readonly db: Pick<Database, "sql">;
  readonly clock: Clock;
}

/** Resolves when this machine's clock agrees with the database's, or `stopping` fires. @throws when the database is away */
export async function untilClockAgrees(clocks: Clocks, log: Log, stopping: AbortSignal): Promise<void> {
  for (let said = false; !stopping.aborted; said = true) {
    const skewMs = await skewOf(clocks);
    if (skewMs === null) return;
    if (!said)
      log.error(
        `this machine's clock is ${skewText(skewMs)}; no jobs are taken until both agree: timedatectl set-ntp true`,
      );
    await pause(waitMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/**
 * Watches this machine's clock. A database that is away says nothing of it.
 * @param off told, once, when it has left the database's: the process must end, for the durable engine goes by it
 * @returns ends it
 */
export function watchClock(clocks: Clocks, off: (reason: string) => void): () => void {
  const aheadMs = (): number => clocks.clock.now() - monotonicNow();
  let before = aheadMs();
  let askedAt = monotonicNow();
  let asking = false;
  const look = async (): Promise<void> => {
    const now = aheadMs();
    const wasSet = Math.abs(now - before) > mostSkewMs;
    if (asking || (!wasSet && monotonicNow() - askedAt < askMs)) return;
    asking = true;
    const skewMs = await skewOf(clocks).catch(() => null);
    askedAt = monotonicNow();
    before = now;
    asking = false;
    if (skewMs === null) return;
    clearInterval(looking);
    off(`this machine's clock is ${skewText(skewMs)}`);
  };
  const looking = setInterval(() => void look(), lookMs);
  return () => clearInterval(looking);
}

/** `null`: not far enough to matter. */
async function skewOf({ db, clock }: Clocks): Promise<number | null> {
  const skewMs = await measureSkew(clock, () => databaseNow(db.sql));
  return Math.abs(skewMs) > mostSkewMs ? skewMs : null;
}
