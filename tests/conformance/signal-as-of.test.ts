import { fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import type { Mark, Signal } from "#src/contract/signals/signals.ts";
import { appendEntry, listSignals } from "#src/product/signals/queries/signals.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { addDays, fixedClock, toIso, type LocalDate } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import { publishRun } from "#src/product/signals/publish-run.ts";
import { loadPrices, settledMarks } from "#src/product/signals/public/outcomes.ts";
import { settleSignals } from "#src/server/worker/workflows/signals.ts";
import { tick } from "#src/server/worker/workflows/schedules.ts";
import { archivePath } from "#tests/support/archives.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { futures, rewriteChain } from "#tests/support/rewritten-future.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { signalEngine } from "#tests/support/signal-engine.ts";
import { emptyHouseList, signalEntry } from "#tests/support/signals.ts";

/* The signal engine on 12 stocks' archive: what a day could not know changes nothing of what it published or settled. */

const archive = archivePath("djia-2025");
const hour = 3_600_000;
const xnys = calendarByName("XNYS");
if (xnys === null) throw new Error("no calendar");
const { sessionClose, sessionsBetween } = xnys;

async function stocks(): Promise<VendorChain> {
  const chain = await archiveChain(archive);
  if (chain === null) throw new Error("the archive is missing");
  return chain;
}

const signals = [
  // Dividends of February 28 (GS) and March 13 (HD), and sessions of February that the archive does not have (AAPL).
  { symbol: "GS", session: "2025-01-15", rating: "Buy" },
  { symbol: "AAPL", session: "2025-02-06", rating: "Sell" },
  { symbol: "HD", session: "2025-02-20", rating: "Underweight" },
  { symbol: "CAT", session: "2025-04-09", rating: "Overweight" },
] as const satisfies readonly { symbol: string; session: LocalDate; rating: Opinion }[];

/** What the settlement makes of these signals by an instant, on a database of its own. */
async function marksBy(vendors: VendorChain, now: number): Promise<{ signal: Signal; marks: Mark[] }[]> {
  const { db, drop } = await freshDatabase();
  try {
    await emptyHouseList({ db });
    for (const { symbol, session, rating } of signals) {
      const at = sessionClose(session) + hour / 2;
      if (at > now) continue;
      const entry = signalEntry(symbol, rating, { session, id: `sig_${symbol}` });
      await db.transaction((tx) => appendEntry(tx, "house", entry, at));
    }
    await settleSignals({ db, vendors, clock: fixedClock(now), log: createLog("silent", "test") });
    const published = (await listSignals(db.sql, "house")).map(({ signal }) => signal);
    const prices = await loadPrices(
      db.sql,
      published.map(({ symbol }) => symbol),
    );
    return published.map((signal) => ({ signal, marks: settledMarks(signal, prices) })).toReversed();
  } finally {
    await drop();
  }
}

/** The session whose close settles a mark: the horizon counts from the one after the signal's. */
function dueOn({ session }: Pick<Signal, "session">, horizon: number): LocalDate {
  return sessionsBetween(addDays(session, 1), "2026-12-31")[horizon - 1] ?? "";
}

test.skipIf(archive === null)(
  "settled on an archive that ends on a day, every mark due by then is that of the whole archive, and no other is there",
  async () => {
    const vendors = await stocks();
    const end = sessionClose("2025-07-31");
    const whole = await marksBy(vendors, end + 10 * 24 * hour);
    const days = sessionsBetween("2025-01-16", "2025-07-30");
    let settled = 0;
    let open = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...days), fc.constantFrom(...futures), async (day, future) => {
        const now = sessionClose(day) + hour;
        for (const { signal, marks } of await marksBy(rewriteChain(vendors, sessionClose(day), future), now)) {
          const of = whole.find((one) => one.signal.id === signal.id);
          for (const mark of marks) {
            const due = dueOn(signal, mark.horizon);
            const later = of?.marks.find(({ horizon }) => horizon === mark.horizon);
            if (mark.status === "settled") expect(mark).toEqual(later);
            if (due > day) expect(mark).toMatchObject({ status: "open", exit_session: null, return: null, hit: null });
            // A session without a price is waited for, so that what comes behind it may be late by five days.
            else if (addDays(due, 9) < day) expect(mark.status).toBe("settled");
            if (mark.status === "settled") settled += 1;
            else open += 1;
          }
        }
      }),
      { seed: 62, numRuns: 8 },
    );
    // The property is of something: both kinds of marks were there.
    expect(settled).toBeGreaterThan(10);
    expect(open).toBeGreaterThan(10);
    expect(whole.flatMap(({ marks }) => marks).every(({ status }) => status === "settled")).toBe(true);
  },
);

/** Lets the schedule make a session's job, holds its debate as a worker would that comes to it at `now`, and publishes. */
async function scheduled(vendors: VendorChain, session: LocalDate, symbol: string, now: number) {
  const engine = await signalEngine(toIso(sessionClose(session) - hour), {
    instruments: [{ symbol, asset_type: "stock" }],
  });
  engine.clock.set(toIso(sessionClose(session) + hour / 2));
  await tick(engine);
  const [open] = await engine.openJobs();
  const job = open === undefined ? null : await startJob(engine, open.id);
  if (open === undefined || job === null) throw new Error(`nothing was due on ${session}`);
  const request = SubmitAnalysis.parse(job.request);
  const { outcome } = await finishedRun({
    vendors,
    reasoner: createRulesReasoner(),
    ticker: request.ticker,
    tradeDate: request.trade_date,
    analysts: request.analysts,
    settings: { seed: open.seed },
    now: toIso(now),
  });
  const { result, usage, manifest } = outcome.run;
  await finishJob(engine, { id: open.id, end: { status: "succeeded", result, usage, manifest } });
  const published = await publishRun(engine, engine.signals);
  const [entry] = await listSignals(engine.db.sql, "house");
  if (entry === undefined) return { end: published?.end, signal: null };
  // Its name is drawn by lot.
  const { id: _id, report: _report, ...signal } = entry.signal;
  return { end: published?.end, signal };
}

test.skipIf(archive === null)(
  "what a schedule publishes is the same whatever comes after the close, and however late a worker comes to it",
  async () => {
    const vendors = await stocks();
    const ratings = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sessionsBetween("2025-03-10", "2025-07-25")),
        fc.constantFrom("GS", "HD", "BA"),
        fc.constantFrom(...futures),
        fc.integer({ min: 1, max: 240 }),
        async (session, symbol, future, hours) => {
          const close = sessionClose(session);
          const onTime = await scheduled(rewriteChain(vendors, close, "cut"), session, symbol, close + hour / 2);
          const late = await scheduled(rewriteChain(vendors, close, future), session, symbol, close + hours * hour);
          expect(late).toEqual(onTime);
          ratings.add(onTime.signal?.rating ?? "REVIEW");
        },
      ),
      { seed: 63, numRuns: 5 },
    );
    expect(ratings.size).toBeGreaterThan(1);
  },
);
