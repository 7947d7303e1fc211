import { requireFresh, type By } from "./lib/fresh-sign-in.ts";
import { type Recovery, revokeAccess } from "./revoke-access.ts";
import type { SystemContext } from "../context.ts";

/** Ends every session but the one that asks, and what else is not kept. @throws ConfirmationNeeded @returns sessions that ended */
export async function signOutEverywhere(
  ctx: SystemContext,
  { confirmedAt, ...recovery }: Recovery & Pick<By, "confirmedAt">,
): Promise<number> {
  // Taking away ways in is for the owner alone; ending sessions and keys must be easy.
  if (!recovery.keep.includes("passkeys") || !recovery.keep.includes("providers"))
    requireFresh(ctx, "sessions", { confirmedAt });
  return revokeAccess(ctx, { ...recovery, change: "access_revoked" });
}
