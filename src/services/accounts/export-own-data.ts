import type { Context } from "../context.ts";
import { requireFresh, type By } from "./confirm-identity.ts";
import { exportData } from "./export-data.ts";
import { tellOwner } from "./tell-owner.ts";

/** As `exportData`, for whoever asks; they are mailed that it was taken. @throws ConfirmationNeeded */
export async function exportOwnData(ctx: Pick<Context, "db" | "queue" | "clock" | "actor">, by: By): Promise<string> {
  requireFresh(ctx, by);
  const { owner: userId } = ctx.actor;
  const text = await exportData(ctx, userId);
  const { origin } = by;
  await tellOwner(ctx, { kind: "account_changed", userId, origin, at: ctx.clock.now(), change: "data_exported" });
  return text;
}
