import { findJoined, listProviders } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";
import { notifyAccountChange } from "./notify-account-change.ts";

const newUserMs = 10_000;
const names: Readonly<Record<string, string>> = { github: "GitHub", google: "Google" };

/** To whoever just joined it is no news. */
export async function notifyLinkedProvider(
  ctx: SystemContext,
  { userId, origin, provider }: { readonly userId: string; readonly origin: string; readonly provider: string },
): Promise<void> {
  const at = ctx.clock.now();
  const [joined, ways] = await Promise.all([findJoined(ctx.db.sql, userId), listProviders(ctx.db.sql, userId)]);
  // Not there yet: the account is made in the same transaction.
  if (joined === null || (ways.length <= 1 && at - joined < newUserMs)) return;
  const subject = names[provider] ?? provider;
  await notifyAccountChange(ctx, { kind: "account_changed", userId, origin, at, change: "provider_linked", subject });
}
