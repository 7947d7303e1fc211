import { setConfirmed } from "./queries/sign-in-sessions.ts";
import { ConfirmationNeeded } from "#src/core/errors.ts";
import { type Given, checkPassword } from "./lib/check-password.ts";
import type { SystemContext } from "../context.ts";

/**
 * Makes a session fresh by its user's password.
 * @throws as `confirmIdentity`
 */
export async function confirmByPassword(
  ctx: SystemContext,
  { sessionId, ...given }: Given & { readonly sessionId: string },
): Promise<void> {
  if ((await checkPassword(ctx, given)) === "none")
    throw new ConfirmationNeeded("your account has no password; confirm your identity another way");
  await setConfirmed(ctx.db.sql, sessionId, ctx.clock.now());
}
