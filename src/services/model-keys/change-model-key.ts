import { providerLabels, type CustomerProvider, type ModelKeyDefaults } from "#src/contract/model-keys.ts";
import type { Usd } from "#src/contract/usage.ts";
import { setModelKey } from "#src/db/queries/model-keys.ts";
import { NotFound } from "#src/platform/errors.ts";
import { requireScope, type Context } from "../context.ts";

/**
 * Sets what a stored key's runs are made with where they name nothing, and what its calls may cost in a month. A run
 * under way keeps its models; the limit counts from its next call on.
 * @param limitUsd `null`: no limit
 * @throws Forbidden without the scope; NotFound without a key
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
