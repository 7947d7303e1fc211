import { renewSeals } from "#src/core/db/sealed-columns.ts";
import { listSecondFactors, replaceSecondFactor } from "./queries/second-factors.ts";
import type { Log } from "#src/core/log.ts";
import type { Secrets } from "#src/core/vault.ts";
import type { SystemContext } from "../context.ts";
import { reencrypted } from "./lib/better-auth-secrets.ts";

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
      "stored secrets cannot be read: put the AUTH_SECRET they were sealed under into AUTH_SECRET_PREVIOUS and start again; nothing is lost until then",
    );
}
