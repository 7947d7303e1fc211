import { placeOf, type SealedColumn } from "#src/core/db/sealed-columns.ts";
import { readEverything } from "./queries/user-export.ts";
import { toIso } from "#src/core/clock.ts";
import type { SystemContext, Context } from "../context.ts";
import { requireFresh, type By } from "./public/fresh-sign-in.ts";
import { notifyAccountChange } from "./address.ts";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import { dropLinksOf } from "./queries/address-changes.ts";
import { deleteWatches } from "../conditions/queries/condition-watches.ts";
import { deleteLimits } from "./queries/expired.ts";
import { listOpenJobs } from "../jobs/queries/jobs.ts";
import { deleteUser, listOpenAnalyses } from "./queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import { cancelJob } from "../analyses/public/submission.ts";
import { forgetWorkflows } from "./forget.ts";
import { limitKey } from "./public/limits.ts";

/** Kept sealed but the user's own to read, with the field that names the row. */
const sealedFields: Readonly<
  Record<string, { readonly key: string | null; readonly columns: readonly SealedColumn[] }>
> = {
  analyses: { key: "id", columns: ["analyses.webhook_url"] },
  holdings: {
    key: "analysis_id",
    columns: ["analysis_holdings.sealed_holdings", "analysis_holdings.sealed_advice"],
  },
  portfolios: { key: "id", columns: ["portfolios.sealed_portfolio"] },
  alerts: { key: null, columns: ["signal_alerts.webhook_url"] },
  webhook_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
  alert_deliveries: { key: "id", columns: ["webhook_deliveries.url"] },
};

/** How columns of JSON begin, which is read out as what it says. */
const sealed = "sealed_";

/** All that is kept of a user, as JSON. Amounts are US cents, times UTC. */
export async function exportData(ctx: SystemContext, userId: string): Promise<string> {
  const { db, clock } = ctx;
  const kept = await readEverything(db.sql, userId);
  const parts = Object.entries(kept).map(([name, rows]) => {
    const { key = null, columns = [] } = sealedFields[name] ?? {};
    const opened = (row: (typeof rows)[number]) =>
      Object.entries(row).map(([field, stored]) => {
        const column = columns.find((one) => one.slice(one.indexOf(".") + 1) === field);
        if (column === undefined || typeof stored !== "string") return [field, stored];
        const text = db.vault.open({ stored, place: placeOf(column, key === null ? userId : String(row[key])) });
        return field.startsWith(sealed) ? [field.slice(sealed.length), JSON.parse(text)] : [field, text];
      });
    return [name, rows.map((row) => Object.fromEntries(opened(row)))];
  });
  return `${JSON.stringify({ exported_at: toIso(clock.now()), ...Object.fromEntries(parts) }, null, 2)}\n`;
}

/** As `exportData`; the owner is mailed that it was taken. @throws ConfirmationNeeded */
export async function exportOwnData(ctx: Context, by: By): Promise<string> {
  requireFresh(ctx, "data", by);
  const { owner: userId } = ctx.actor;
  const text = await exportData(ctx, userId);
  const { origin } = by;
  await notifyAccountChange(ctx, {
    kind: "account_changed",
    userId,
    origin,
    at: ctx.clock.now(),
    change: "data_exported",
  });
  return text;
}

/**
 * Ends the asker's account: jobs are cancelled, keys revoked, and everything its owner wrote is gone. Amounts, signals
 * and analyses with an opinion stay under the bare id. tests/contract/user-data.test.ts has every table. The caller has
 * confirmed the owner.
 * @throws NotFound
 */
export async function deleteAccount(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  const owners = [actor.owner, testOwnerOf(actor.owner)];
  for (const owner of owners)
    for (const id of await listOpenAnalyses(db.sql, owner)) await cancelJob(ctx, { id, owner });
  let open: string[] = [];
  const email = await db.transaction(async (tx) => {
    await dropLinksOf(tx, actor.owner);
    await deleteWatches(tx, actor.owner);
    open = await listOpenJobs(tx.sql, owners);
    const gone = await deleteUser(tx, actor.owner);
    if (gone !== null) await deleteLimits(tx, [limitKey("mail", gone), limitKey("password", gone)]);
    return gone;
  });
  for (const id of open) await ctx.queue.cancel(id);
  if (email === null) throw new NotFound("there is no such account");
  // What has not ended yet goes with the next night.
  await forgetWorkflows(ctx);
}
