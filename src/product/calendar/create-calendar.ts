import { randomBytes } from "node:crypto";
import { putCalendar } from "./queries/calendar-feeds.ts";
import { sha256 } from "#src/core/hash.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import type { Context } from "../context.ts";

/**
 * Replaces the one before, and mails the owner.
 * @returns the secret part, kept as a hash
 * @throws ConfirmationNeeded
 */
export async function createCalendar(ctx: Context, { by }: { readonly by: By }): Promise<{ readonly token: string }> {
  requireFresh(ctx, "calendar", by);
  const { db, actor, clock, queue } = ctx;
  const token = randomBytes(24).toString("base64url");
  await db.transaction(async (tx) => {
    const at = clock.now();
    await putCalendar(tx, actor.owner, sha256(token), at);
    const mail = { kind: "account_changed", userId: actor.owner, origin: by.origin, at } as const;
    await queue.enqueueMail(tx, { ...mail, change: "calendar_added" });
  });
  return { token };
}
