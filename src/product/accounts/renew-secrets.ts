import { renewSeals } from "#src/core/db/sealed-columns.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { Secrets } from "#src/core/vault.ts";
import type { SystemContext } from "../context.ts";
import { reencrypted } from "./lib/auth-crypto.ts";
import type { Sql } from "#src/core/db/database.ts";

/** Reseals open text and that of earlier secrets, so that these can go. Repeatable. For a worker that starts. */
export async function renewSecrets(
  ctx: SystemContext,
  { log, secrets }: { readonly log: Log; readonly secrets: Secrets },
): Promise<void> {
  const { db } = ctx;
  let reason: unknown = null;
  const count = { ...(await renewSeals(db.sql, db.vault, (error) => (reason = error))) };
  for (const before of await listSecondFactors(db.sql)) {
    try {
      const secret = await reencrypted(secrets, before.secret);
      const backupCodes = await reencrypted(secrets, before.backupCodes);
      if (secret === null && backupCodes === null) continue;
      const after = { secret: secret ?? before.secret, backupCodes: backupCodes ?? before.backupCodes };
      if (await replaceSecondFactor(db.sql, before, after)) count.renewed += 1;
    } catch (error) {
      count.unreadable += 1;
      reason = error;
    }
  }
  if (count.renewed > 0)
    log.info({ renewed: count.renewed }, "stored secrets were re-encrypted with the current AUTH_SECRET");
  if (count.unreadable > 0)
    log.error(
      { unreadable: count.unreadable, err: reason },
      "stored secrets cannot be read: add the AUTH_SECRET they were sealed with to AUTH_SECRET after a comma and restart; nothing is lost until then",
    );
}

/** An authenticator's secret, as Better Auth encrypted it. */
interface SecondFactor {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

async function listSecondFactors(db: Sql): Promise<SecondFactor[]> {
  const rows = await db.selectFrom("two_factors").select(["id", "secret", "backup_codes"]).execute();
  return rows.map(({ id, secret, backup_codes: backupCodes }) => ({ id, secret, backupCodes }));
}

/** False when it was changed meanwhile. */
async function replaceSecondFactor(
  db: Sql,
  { id, secret, backupCodes }: SecondFactor,
  after: Omit<SecondFactor, "id">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ secret: after.secret, backup_codes: after.backupCodes })
    .where("id", "=", id)
    .where("secret", "=", secret)
    .where("backup_codes", "=", backupCodes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
