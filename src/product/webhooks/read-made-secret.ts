import { findAnalysis } from "#src/product/analyses/queries/analyses.ts";
import type { Context } from "../context.ts";

/** `null` when the submission named its own. Only for its answer. */
export async function readMadeSecret(ctx: Context, id: string): Promise<string | null> {
  const { db, actor } = ctx;
  const stored = await findAnalysis(db.sql, id, actor.owner);
  return stored !== null && stored.webhookSecretMade && stored.webhookSecret !== null
    ? db.vault.open(stored.webhookSecret)
    : null;
}
