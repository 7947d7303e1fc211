import {
  type ModelKey,
  type ModelKeyEvent,
  type CustomerProvider,
  providerLabels,
  type ModelKeyDefaults,
} from "#src/contract/jobs/model-keys.ts";
import {
  listModelKeyEvents,
  listModelKeys as query,
  noteModelKey,
  putModelKey,
  setModelKey,
  findModelKey,
  removeModelKey,
} from "./queries/model-keys.ts";
import { monthOf } from "../plans/public/monthly-quota.ts";
import { requireScope, type Context } from "../context.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { lockOwner } from "../backtests/queries/backtests.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { verdictText, type KeyProbe, limitProbes } from "./lib/key-probe.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";

const eventsShown = 10;

/** With the last changes. @throws Forbidden */
export async function listModelKeys(
  ctx: Context,
): Promise<{ readonly keys: readonly ModelKey[]; readonly events: readonly ModelKeyEvent[] }> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:read");
  const [keys, events] = await Promise.all([
    query(db.sql, actor.owner, monthOf(clock.now())),
    listModelKeyEvents(db.sql, actor.owner, eventsShown),
  ]);
  return { keys, events };
}

/**
 * Sealed, never told again.
 * @throws Forbidden; InvalidInput; RateLimited
 */
export async function saveModelKey(
  ctx: Context,
  { provider, key, probe }: { readonly provider: CustomerProvider; readonly key: string; readonly probe: KeyProbe },
): Promise<void> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  await limitProbes(ctx);
  const told = { owner: actor.owner, provider, lastFour: key.slice(-4) };
  const verdict = await probe(provider, key);
  if (verdict.kind !== "accepted") {
    await noteModelKey(db.sql, { ...told, action: verdict.kind === "refused" ? "refused" : "checked" }, clock.now());
    throw new InvalidInput(verdictText(provider, verdict));
  }
  const id = newId("mdk");
  const at = clock.now();
  await db.transaction(async (tx) => {
    if (!(await lockOwner(tx, actor.owner))) throw new NotFound("there is no such account");
    const replaced = await putModelKey(
      tx,
      { ...told, id, sealed: db.vault.seal(key, placeOf("model_keys.sealed_key", id)) },
      at,
    );
    await noteModelKey(tx.sql, { ...told, action: replaced ? "replaced" : "added" }, at);
  });
}

/**
 * For runs that name nothing else; a limit counts from the next call.
 * @param limitUsd `null`: none
 * @throws Forbidden; NotFound
 */
export async function changeModelKey(
  ctx: Context,
  {
    provider,
    ...wanted
  }: { readonly provider: CustomerProvider; readonly defaults: ModelKeyDefaults; readonly limitUsd: Usd | null },
): Promise<void> {
  const { db, actor } = ctx;
  requireScope(ctx, "analyses:write");
  if (!(await setModelKey(db.sql, actor.owner, provider, wanted)))
    throw new NotFound(`you have no ${providerLabels[provider]} key`);
}

/**
 * A refused key stays: its owner decides.
 * @throws Forbidden; NotFound; InvalidInput; RateLimited; SecretUnreadable
 */
export async function checkModelKey(
  ctx: Context,
  { provider, probe }: { readonly provider: CustomerProvider; readonly probe: KeyProbe },
): Promise<void> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  const stored = await findModelKey(db.sql, actor.owner, provider);
  if (stored === null) throw new NotFound(`you have no ${providerLabels[provider]} key`);
  await limitProbes(ctx);
  const verdict = await probe(provider, db.vault.open(stored.sealed));
  const action = verdict.kind === "refused" ? "refused" : "checked";
  await noteModelKey(db.sql, { owner: actor.owner, provider, action, lastFour: stored.lastFour }, clock.now());
  if (verdict.kind !== "accepted") throw new InvalidInput(verdictText(provider, verdict));
}

/**
 * A run with it ends before its next call.
 * @throws Forbidden; NotFound
 */
export async function deleteModelKey(
  ctx: Context,
  { provider }: { readonly provider: CustomerProvider },
): Promise<void> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  await db.transaction(async (tx) => {
    const lastFour = await removeModelKey(tx, actor.owner, provider);
    if (lastFour === null) throw new NotFound(`you have no ${providerLabels[provider]} key`);
    await noteModelKey(tx.sql, { owner: actor.owner, provider, action: "deleted", lastFour }, clock.now());
  });
}
