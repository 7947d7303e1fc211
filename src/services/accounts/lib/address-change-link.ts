import { signedToken } from "./signed-token.ts";

export const addressChangePurpose = "change address";

/** Which of the two links: `old` stands in the mail to the present address, `new` in that to the new one. */
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
