import { providerLabels, type CustomerProvider, type ModelKeyDefaults } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { setModelKey } from "./queries/model-keys.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

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
