import type { Unsubscribable } from "#src/contract/accounts/users.ts";
import { signedToken } from "#src/product/accounts/public/signed-requests.ts";

export const unsubscribePurpose = "unsubscribe";

/** Without a sign-in. @see RFC 8058 */
export function unsubscribeUrl(
  { secret }: { readonly secret: string },
  origin: string,
  { userId, kind }: { readonly userId: string; readonly kind: Unsubscribable },
): string {
  return `${origin}/api/unsubscribe/${signedToken(secret, unsubscribePurpose, `${kind} ${userId}`)}`;
}
