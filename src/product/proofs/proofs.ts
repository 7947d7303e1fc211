import type { Refusal, ChainPlace, PublishedProofKey, ProofKey } from "#src/contract/api/proof.ts";
import type { Reports, Run } from "#src/contract/run/run.ts";
import { findRefused } from "../analyses/queries/runs.ts";
import { getRun } from "../analyses/reading.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import { findSignal, entriesBetween, headCovering } from "../signals/queries/signals.ts";
import { NotFound, InvalidInput } from "#src/core/errors.ts";
import { readSignalReport } from "../signals/reading.ts";
import { houseList, type Signal } from "#src/contract/signals/signals.ts";
import { readTrackRecord } from "../signals/track-record.ts";
import {
  listRetired,
  addProofKey,
  findProofKey,
  lockProofKey,
  retireProofKey,
  revokeRetired,
} from "./queries/proof-keys.ts";
import { randomBytes } from "node:crypto";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";

/** What a proof of an analysis is made from. @throws as `getRun` */
export async function readAnalysisProof(
  ctx: Context,
  id: string,
): Promise<{
  readonly finished: { readonly run: Run; readonly reports: Reports };
  readonly refused: readonly Refusal[] | null;
  readonly chain: null;
}> {
  requireScope(ctx, "analyses:read");
  // Later measurements are no part of the signed run.
  const { run, reports } = await getRun(ctx, id);
  return { finished: { run, reports }, refused: await findRefused(ctx.db.sql, id), chain: null };
}

/** What a proof of a signal is made from. @throws as `readSignalReport` */
export async function readSignalProof(
  ctx: Context,
  id: string,
): Promise<{
  readonly finished: { readonly run: Run; readonly reports: Reports };
  readonly refused: readonly Refusal[] | null;
  readonly chain: ChainPlace;
}> {
  requireScope(ctx, "signals:read");
  const { run, reports } = await readSignalReport(ctx, id);
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  const refused = await findRefused(ctx.db.sql, found.signal.analysis_id);
  return { finished: { run, reports }, refused, chain: await placeInChain(ctx, found.signal) };
}

/** Up to the head of its day; while others are sealed, the entry stands alone. */
async function placeInChain(ctx: SystemContext, { list, number }: Signal): Promise<ChainPlace> {
  const { db } = ctx;
  const head = await headCovering(db.sql, list, number);
  const isOpen = head !== null && (list !== houseList || !(await hasSealed(ctx, number, head.number)));
  const entries = await entriesBetween(db.sql, list, number, isOpen ? head.number : number);
  return { list, entries: entries.map(({ hash, body }) => ({ hash, body })), head: isOpen ? head : null };
}

async function hasSealed(ctx: SystemContext, after: number, upTo: number): Promise<boolean> {
  const { signals } = await readTrackRecord(ctx);
  return signals.some(({ number, sealed }) => sealed && number > after && number <= upTo);
}

/** Keys that signed before, newest first; everybody may know them. */
export function listRetiredKeys(ctx: SystemContext): Promise<PublishedProofKey[]> {
  return listRetired(ctx.db.sql);
}

/**
 * 32 bytes, base64url; made by whoever asks first.
 * @throws SecretUnreadable under another AUTH_SECRET
 */
export async function openProofKey(
  ctx: SystemContext,
): Promise<{ readonly seed: string; readonly createdAt: Instant }> {
  const { db, clock } = ctx;
  const known = await findProofKey(db.sql);
  if (known !== null) return { seed: db.vault.open(known.sealed), createdAt: known.createdAt };
  const id = newId("pfk");
  const seed = randomBytes(32).toString("base64url");
  const sealed = db.vault.seal(seed, placeOf("proof_keys.sealed_seed", id));
  await addProofKey(db.sql, { id, sealed, at: clock.now() });
  const kept = await findProofKey(db.sql);
  if (kept === null) throw new Error("the key that was just kept is gone");
  return { seed: db.vault.open(kept.sealed), createdAt: kept.createdAt };
}

/**
 * Of the old key the public half stays. For the command line.
 * @param publicOf the public half
 * @param revoked why nothing of it counts; `null`: it does
 * @throws InvalidInput before the first proof; SecretUnreadable
 */
export async function rotateProofKey(
  ctx: SystemContext,
  { publicOf, revoked }: { readonly publicOf: (seed: string) => Promise<ProofKey>; readonly revoked: string | null },
): Promise<{ readonly retired: ProofKey; readonly active: ProofKey }> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const old = await lockProofKey(tx);
    if (old === null) throw new InvalidInput("this service has signed nothing yet, so there is no key to replace");
    const retired = await publicOf(db.vault.open(old.sealed));
    const id = newId("pfk");
    const seed = randomBytes(32).toString("base64url");
    await retireProofKey(tx, retired, { createdAt: old.createdAt, at });
    await addProofKey(tx.sql, { id, sealed: db.vault.seal(seed, placeOf("proof_keys.sealed_seed", id)), at });
    if (revoked !== null) await revokeRetired(tx, retired.id, { reason: revoked, at });
    return { retired, active: await publicOf(seed) };
  });
}

/**
 * For the command line.
 * @throws NotFound
 */
export async function revokeProofKey(
  ctx: SystemContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await revokeRetired(db, id, { reason, at: clock.now() })))
    throw new NotFound(`there is no retired, unrevoked key of this service with the id ${id}`);
}
