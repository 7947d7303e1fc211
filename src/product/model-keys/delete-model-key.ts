import { providerLabels, type CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { noteModelKey, removeModelKey } from "./queries/model-keys.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

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
