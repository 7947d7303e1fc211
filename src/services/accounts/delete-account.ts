import { dropLinksOf } from "#src/db/queries/address-changes.ts";
import { deleteUser, listOpenAnalyses } from "#src/db/queries/users.ts";
import { NotFound } from "#src/platform/errors.ts";
import { cancelAnalysis } from "../analyses/cancel-analysis.ts";
import type { Context } from "../context.ts";

/**
 * Ends the account of whoever asks: open analyses are cancelled; sessions, identities, passkeys, the picture, alerts
 * and what the assistant was asked are gone, keys revoked. Ledger, signals and finished analyses stay under the bare
 * id, which nobody can sign in as. tests/contract/user-data.test.ts has every table. The caller has made sure that it
 * is the owner who asks (confirm-identity.ts).
 * @throws NotFound when there is no such user
 */
export async function deleteAccount(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  for (const id of await listOpenAnalyses(db.sql, actor.owner)) await cancelAnalysis(ctx, id);
  const gone = await db.transaction(async (tx) => {
    await dropLinksOf(tx, actor.owner);
    return deleteUser(tx, actor.owner);
  });
  if (!gone) throw new NotFound("there is no such account");
}
