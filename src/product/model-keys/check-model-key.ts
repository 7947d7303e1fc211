import { providerLabels, type CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { findModelKey, noteModelKey } from "./queries/model-keys.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { verdictText, type KeyProbe } from "./lib/key-probe.ts";
import { limitProbes } from "./lib/limit-probes.ts";

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
