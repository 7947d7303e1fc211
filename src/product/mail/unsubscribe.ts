import { Unsubscribable } from "#src/contract/accounts/users.ts";
import { turnOffNotification } from "#src/product/accounts/queries/users.ts";
import { NotFound } from "#src/core/errors.ts";
import { tokenValue } from "../accounts/public/signed-token.ts";
import type { SystemContext } from "../context.ts";
import { unsubscribePurpose } from "./lib/unsubscribe-link.ts";

/**
 * Repeatable; no effect without the user.
 * @throws NotFound for a foreign token
 */
export async function unsubscribe(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<void> {
  const { db, clock } = ctx;
  const [name, userId = ""] = tokenValue(secret, unsubscribePurpose, token)?.split(" ") ?? [];
  const kind = Unsubscribable.safeParse(name);
  if (!kind.success) throw new NotFound("there is no such address");
  await turnOffNotification(db.sql, userId, kind.data, clock.now());
}
