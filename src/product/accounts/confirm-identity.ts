import type { SystemContext } from "../context.ts";
import { type By, requireFresh } from "./public/fresh-sign-in.ts";
import { type Given, checkPassword } from "./lib/check-password.ts";

/**
 * Before something that cannot be undone: the password, or a fresh session for somebody without one.
 * @throws Forbidden for a wrong password; ConfirmationNeeded; RateLimited
 */
export async function confirmIdentity(
  ctx: SystemContext,
  { confirmedAt, ...given }: Given & Pick<By, "confirmedAt">,
): Promise<void> {
  if ((await checkPassword(ctx, given)) === "none") requireFresh(ctx, "deletion", { confirmedAt });
}
