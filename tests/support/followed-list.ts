import { Scope } from "#src/contract/accounts/plans.ts";
import type { Opinion, Rating } from "#src/contract/jobs/analysis.ts";
import { chooseBenchmark, insertDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { addDays, systemClock } from "#src/core/clock.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { succeed } from "./finished-job.ts";
import type { TestApp } from "./front-door.ts";
import { signalEntry, anySymbol } from "./signals.ts";
import { demo } from "./worker-process.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const first = "2025-05-20";

/** An owner's finished analysis of the archive that ships. @returns its id */
export async function finishedAnalysis(testApp: TestApp, owner: string, tradeDate = "2019-06-03"): Promise<string> {
  const ctx = customerContext({ ...testApp, actor: { owner, plan: "elite", scopes: Scope.options } });
  const { id } = (await submitAnalysis(ctx, { body: demo(tradeDate), idempotencyKey: null })).job;
  await succeed(testApp, id);
  return id;
}

/**
 * A list with a past: made-up ratings of DEMO, one a session, the last two of the time since yesterday, with prices that
 * fall through the last signal's stop. BTC-USD is in it too, and was never run.
 * @returns the list's id
 */
export async function listWithPast(testApp: TestApp, owner: string, ratings: readonly Rating[]): Promise<string> {
  const { db } = testApp;
  const analysis = await finishedAnalysis(testApp, owner);
  const ctx = customerContext({ db, actor: { owner, plan: "signals", scopes: Scope.options } });
  const {
    list: { id: list },
  } = await saveWatchlist(ctx, {
    environment: anySymbol,
    watchlist: {
      id: null,
      name: "Morning coffee",
      instruments: [
        { symbol: "DEMO", asset_type: "stock" },
        { symbol: "BTC-USD", asset_type: "crypto" },
      ],
      schedule: { kind: "close" },
      runs: 1,
    },
  });
  const now = systemClock.now();
  let previous: Opinion | null = null;
  for (const [index, rating] of ratings.entries()) {
    const session = addDays(first, index);
    const ended = new Date(index < ratings.length - 2 ? now - 10 * dayMs : now - hourMs);
    let number: number | null = null;
    if (rating !== "REVIEW") {
      const entry = signalEntry("DEMO", rating, {
        session,
        stop: 95,
        target: 130,
        analysis_id: analysis,
        changed: previous !== null && previous !== rating,
        previous_rating: previous,
      });
      ({ number } = await db.transaction((tx) => appendEntry(tx, list, entry, Date.parse(`${session}T21:00:00Z`))));
      previous = rating;
    }
    await db.pool.query(
      `insert into signal_runs (list, symbol, session, asset_type, due_at, state, analyses, ended_at, outcome, reason, entry)
       values ($1, 'DEMO', $2, 'stock', $3, 'ended', $4, $3, $5, $6, $7)`,
      [
        list,
        session,
        ended,
        [analysis],
        number === null ? "review" : "signal",
        number === null ? "no opinion" : null,
        number,
      ],
    );
  }
  await fallingPrices(testApp, "DEMO", ratings.length + 4);
  return list;
}

/** From 100 down by one a session; kept now. */
async function fallingPrices({ db }: TestApp, symbol: string, sessions: number): Promise<void> {
  await chooseBenchmark(db, symbol, null, 0);
  for (let index = 0; index < sessions; index += 1) {
    const session = addDays(first, index);
    const opensAt = Date.parse(`${session}T13:30:00Z`);
    const price = { open: 100 - index, close: 99.5 - index };
    await insertDay(db, symbol, { session, opensAt, price, split: 1, dividend: 0 }, "test", systemClock.now() - hourMs);
  }
}
