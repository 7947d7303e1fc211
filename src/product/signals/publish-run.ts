import type { Run } from "#src/contract/run/run.ts";
import type { Tx } from "#src/core/db/database.ts";
import { findRun } from "../analyses/queries/runs.ts";
import { findList } from "./queries/signal-lists.ts";
import { endRun, jobEnds, takeFinishedRun, type RunEnd, type StartedRun } from "./queries/signal-runs.ts";
import { appendEntry, newestRating } from "./queries/signals.ts";
import { agreementOf } from "#src/contract/run/agreement.ts";
import { houseOwner, type SignalSettings } from "./public/readable-lists.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { startWatch } from "../conditions/public/start-watch.ts";
import type { SystemContext } from "../context.ts";
import { signalOf } from "./lib/signal-of.ts";

/** A run that was looked at, and what became of it. */
export interface Published extends Pick<StartedRun, "list" | "symbol" | "session"> {
  readonly end: RunEnd;
}

/**
 * An opinion becomes a signal, all else a count of reviews, in one transaction with its alerts.
 * @returns `null`: none, or another worker's
 */
export async function publishRun(ctx: SystemContext, signals: SignalSettings): Promise<Published | null> {
  return ctx.db.transaction(async (tx) => {
    const run = await takeFinishedRun(tx);
    if (run === null) return null;
    const end = await endOf(ctx, signals, tx, run);
    await endRun(tx, run, end, ctx.clock.now());
    if (end.outcome !== "signal") await noteFailure(ctx, tx, run, end);
    const { list, symbol, session } = run;
    return { list, symbol, session, end };
  });
}

async function endOf(
  { queue, clock }: SystemContext,
  { threshold }: SignalSettings,
  tx: Tx,
  run: StartedRun,
): Promise<RunEnd> {
  const ends = await jobEnds(tx, run.analyses);
  const verdict = agreementOf(
    ends.map((end) => end?.rating ?? null),
    threshold,
  );
  if (!verdict.ok) return { outcome: verdict.outcome, reason: failureReason(verdict, ends) };
  const list = await findList(tx.sql, run.list);
  const id = run.analyses[verdict.speaks] ?? "";
  const stored = await findRun(tx.sql, id, list?.owner ?? houseOwner);
  if (stored === null || stored.run === null) return { outcome: "failed", reason: "the analysis has no result" };
  const reason = rejectionReason(stored.run, run.session);
  if (reason !== null) return { outcome: "review", reason };
  const previous = await newestRating(tx, run.list, run.symbol);
  const entry = signalOf(stored.run, id, verdict, previous);
  const { number } = await appendEntry(tx, run.list, entry, clock.now());
  const published = { list: run.list, signal: entry.id };
  await startWatch(tx, stored.run, { analysisId: id, owner: list?.owner ?? houseOwner, published }, clock.now());
  const where = { owner: list?.owner ?? null, list: run.list };
  const event = entry.changed ? "rating_changed" : "signal_published";
  const happening = { event, signal: entry.id } as const;
  await noteHappening(tx, queue, { where, once: `signal ${entry.id}`, happening, at: clock.now() });
  return { outcome: "signal", entry: number };
}

/** Everybody sees the house list's count. */
async function noteFailure(
  { queue, clock }: SystemContext,
  tx: Tx,
  { list, symbol, session }: StartedRun,
  { outcome, reason }: Exclude<RunEnd, { outcome: "signal" }>,
): Promise<void> {
  const owner = (await findList(tx.sql, list))?.owner ?? null;
  if (owner === null) return;
  const happening = { event: "run_failed", list, symbol, session, review: outcome === "review", reason } as const;
  await noteHappening(tx, queue, {
    where: { owner, list },
    once: `run ${list} ${symbol} ${session}`,
    happening,
    at: clock.now(),
  });
}

/** Why a rating must not stand in the record; `null` when it may. */
function rejectionReason({ manifest }: Run, session: string): string | null {
  if (manifest.data.synthetic) return "its data is synthetic";
  if (manifest.data.session !== session) return `its session is ${manifest.data.session ?? "unknown"}`;
  const last = manifest.chart.at(-1)?.date;
  if (last !== session) return `its prices end on ${last ?? "an unknown date"}`;
  return null;
}

function failureReason(
  { outcome, reason }: { readonly outcome: "review" | "failed"; readonly reason: string },
  ends: Awaited<ReturnType<typeof jobEnds>>,
): string {
  const said = outcome === "failed" ? ends.find((end) => end !== null && end.error !== null)?.error : null;
  return said === null || said === undefined ? reason : `${reason}: ${said}`;
}
