import { signedToken } from "./signed-token.ts";

export const addressChangePurpose = "change address";

/** `old` is mailed to the present address, `new` to the new one. */
type Step = "old" | "new";

export function addressChangeUrl(
  { secret }: { readonly secret: string },
  origin: string,
  { step, changeId }: { readonly step: Step; readonly changeId: string },
): string {
  return `${origin}/api/auth/change-email?token=${signedToken(secret, addressChangePurpose, `${step} ${changeId}`)}`;
}

/** How long both links work, together. */
export const addressChangeMs = 24 * 60 * 60 * 1000;
