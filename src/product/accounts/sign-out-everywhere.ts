import { requireFresh, type By } from "./public/fresh-sign-in.ts";
import { type Recovery, revokeAccess } from "./revoke-access.ts";
import type { SystemContext } from "../context.ts";

/** @throws ConfirmationNeeded @returns ended sessions */
export async function signOutEverywhere(
  ctx: SystemContext,
  { confirmedAt, ...recovery }: Recovery & Pick<By, "confirmedAt">,
): Promise<number> {
  // Ending sessions and keys must be easy; taking ways in away is for the owner.
  if (!recovery.keep.includes("passkeys") || !recovery.keep.includes("providers"))
    requireFresh(ctx, "sessions", { confirmedAt });
  return revokeAccess(ctx, { ...recovery, change: "access_revoked" });
}
