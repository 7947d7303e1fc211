import type { CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { noteModelKey, putModelKey } from "./queries/model-keys.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { lockOwner } from "#src/product/backtests/queries/backtests.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { requireScope, type Context } from "../context.ts";
import { verdictText, type KeyProbe } from "./lib/key-probe.ts";
import { limitProbes } from "./lib/limit-probes.ts";

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
