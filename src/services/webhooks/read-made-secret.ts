import { findAnalysis } from "#src/db/queries/analyses.ts";
import type { Context } from "../context.ts";

/**
 * The secret that the server made for a job's webhook; `null` when the submission named its own, which is not sent back.
 * Only for the answer to a submission.
 */
export async function readMadeSecret(ctx: Context, id: string): Promise<string | null> {
  const { db, actor } = ctx;
  const stored = await findAnalysis(db.sql, id, actor.owner);
  return stored !== null && stored.webhookSecretMade && stored.webhookSecret !== null
    ? db.vault.open(stored.webhookSecret)
    : null;
}
