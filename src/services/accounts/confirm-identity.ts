import type { SystemContext } from "../context.ts";
import { type By, requireFresh } from "./lib/fresh-sign-in.ts";
import { type Given, checkPassword } from "./lib/check-password.ts";

/**
 * Before something that cannot be taken back: the password, or for somebody who has none a session that is fresh.
 * @throws Forbidden for a wrong password; ConfirmationNeeded when they must prove who they are in another way;
 *   RateLimited after too many guesses
 */
export async function confirmIdentity(
  ctx: SystemContext,
  { confirmedAt, ...given }: Given & Pick<By, "confirmedAt">,
): Promise<void> {
  if ((await checkPassword(ctx, given)) === "none") requireFresh(ctx, "deletion", { confirmedAt });
}
