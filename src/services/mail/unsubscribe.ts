import { Unsubscribable } from "#src/contract/users.ts";
import { turnOffNotification } from "#src/db/queries/users.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Auth } from "../accounts/auth.ts";
import { signedToken, tokenValue } from "../accounts/signed-token.ts";
import type { Context } from "../context.ts";

const purpose = "unsubscribe";

/** What a mail program calls to turn off a kind of mail, without a sign-in. @see RFC 8058 */
export function unsubscribeUrl(
  { secret }: { readonly secret: string },
  origin: string,
  { userId, kind }: { readonly userId: string; readonly kind: Unsubscribable },
): string {
  return `${origin}/api/unsubscribe/${signedToken(secret, purpose, `${kind} ${userId}`)}`;
}

/**
 * Turns off the kind of mail that a token is about; repeatable, and of no effect where the user is gone.
 * @throws NotFound for a token that we did not make
 */
export async function unsubscribe(
  { db, clock }: Pick<Context, "db" | "clock">,
  { keys }: Pick<Auth, "keys">,
  token: string,
): Promise<void> {
  const [name, userId = ""] = tokenValue(keys.secret, purpose, token)?.split(" ") ?? [];
  const kind = Unsubscribable.safeParse(name);
  if (!kind.success) throw new NotFound("there is no such address");
  await turnOffNotification(db.sql, userId, kind.data, clock.now());
}
