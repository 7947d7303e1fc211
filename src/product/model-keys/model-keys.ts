import {
  type CustomerProvider,
  type KeyVerdict,
  type ModelKey,
  type ModelKeyDefaults,
  type ModelKeyEvent,
  providerLabels,
} from "#src/contract/jobs/model-keys.ts";
import {
  countModelKeyEvents,
  findModelKey,
  listModelKeyEvents,
  listModelKeys as query,
  noteModelKey,
  putModelKey,
  removeModelKey,
  setModelKey,
} from "./queries/model-keys.ts";
import { monthOf } from "../plans/public/monthly-quota.ts";
import { type Context, requireScope } from "../context.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { lockOwner } from "../backtests/queries/backtests.ts";
import { InvalidInput, NotFound, RateLimited } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { hourMs } from "#src/core/clock.ts";

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

/** Asks a provider about a key, at no cost. Never throws. */
export type KeyProbe = (provider: CustomerProvider, key: string) => Promise<KeyVerdict>;

/** What is said of a key that was not accepted. */
function verdictText(provider: CustomerProvider, verdict: Exclude<KeyVerdict, { kind: "accepted" }>): string {
  const name = providerLabels[provider];
  return verdict.kind === "refused"
    ? `${name} refused the key (${verdict.reason}); check that you copied all of it and that it may list models`
    : `the key could not be checked with ${name} (${verdict.reason}); try again later`;
}

/** Enough for typing errors, too few to try found keys. */
const mostInAnHour = 20;

/** @throws RateLimited when the owner has had too many keys checked */
async function limitProbes({ db, clock, actor }: Context): Promise<void> {
  const n = await countModelKeyEvents(db.sql, actor.owner, clock.now() - hourMs);
  if (n >= mostInAnHour)
    throw new RateLimited("you have checked or changed too many keys; try again in an hour", hourMs, mostInAnHour);
}
