import type { Context } from "../context.ts";
import { requireFresh, type By } from "./public/fresh-sign-in.ts";
import { exportData } from "./export-data.ts";
import { notifyAccountChange } from "./notify-account-change.ts";

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
