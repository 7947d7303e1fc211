import { randomBytes } from "node:crypto";
import { lockAnalysis, findAnalysis } from "./queries/analyses.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { findShare as storedShare, insertShare, revokeShares, findSharedRun } from "./queries/shares.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, NotFound, CorruptRun } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import type { MemorySummary } from "#src/contract/backtests/memory.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { readMemory } from "../memory/public/put-together.ts";
import { refuseRemoved } from "./public/runs.ts";

interface Share {
  /** What opens the report. */
  readonly token: string;
  readonly createdAt: Instant;
}

/** 192 bits: nobody guesses one, and 32 characters of an address hold them. */
const tokenBytes = 24;

/**
 * An existing link stays.
 * @throws Forbidden; NotFound; Conflict before there is a report
 */
export async function shareAnalysis(ctx: Context, id: string): Promise<Share> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  return db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status !== "succeeded")
      throw new Conflict(`the analysis is ${stored.job.status}; only succeeded analyses can be shared`);
    const known = await storedShare(tx.sql, id);
    if (known !== null) return { token: db.vault.open(known.token), createdAt: known.createdAt };
    const token = randomBytes(tokenBytes).toString("base64url");
    const [digest, createdAt] = [sha256(token), clock.now()];
    const sealed = db.vault.seal(token, placeOf("analysis_shares.sealed_token", digest));
    await insertShare(tx, id, { digest, token: sealed, createdAt });
    return { token, createdAt };
  });
}

/** It never opens again. Repeatable. @throws Forbidden, NotFound */
export async function unshareAnalysis(ctx: Context, id: string): Promise<void> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  await db.transaction(async (tx) => {
    if ((await lockAnalysis(tx, id, actor.owner)) === null) throw new NotFound(`there is no analysis ${id}`);
    await revokeShares(tx, id, clock.now());
  });
}

/** `null` when not shared. @throws NotFound */
export async function findShare(ctx: Context, id: string): Promise<Share | null> {
  const { db, actor } = ctx;
  if ((await findAnalysis(db.sql, id, actor.owner)) === null) throw new NotFound(`there is no analysis ${id}`);
  const stored = await storedShare(db.sql, id);
  return stored === null ? null : { token: db.vault.open(stored.token), createdAt: stored.createdAt };
}

/**
 * Without owner, job or run id.
 * @throws NotFound; NoLongerKept; CorruptRun
 */
export async function readSharedRun(
  ctx: SystemContext,
  token: string,
): Promise<{ run: Run; reports: Reports; memory?: MemorySummary }> {
  const { db } = ctx;
  const stored = /^[\w-]{32}$/.test(token) ? await findSharedRun(db.sql, sha256(token)) : null;
  if (stored !== null) refuseRemoved(stored);
  const run = stored?.run ?? null;
  if (run === null) throw new NotFound("this link does not exist or has been revoked");
  const reports = Reports.safeParse(run.result.reports);
  if (!reports.success)
    throw new CorruptRun("the stored reports of a shared run have been altered", { cause: reports.error });
  const shown = { run: { ...run, manifest: { ...run.manifest, run_id: "shared" } }, reports: reports.data };
  return { ...shown, ...(await readMemory(ctx, shown)) };
}
