import { randomBytes } from "node:crypto";
import { findAnalysis } from "#src/db/queries/analyses.ts";
import type { Context } from "../context.ts";

/** A new signing secret in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/**
 * The secret that the server made for a job's webhook; `null` when the submission named its own, which is not sent back.
 * Only for the answer to a submission.
 */
export async function madeSecret({ db, actor }: Pick<Context, "db" | "actor">, id: string): Promise<string | null> {
  const stored = await findAnalysis(db.sql, id, actor.owner);
  return stored !== null && stored.webhookSecretMade && stored.webhookSecret !== null
    ? db.vault.open(stored.webhookSecret)
    : null;
}
