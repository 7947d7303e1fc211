import { revokeRetired } from "./queries/proof-keys.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * For the command line.
 * @throws NotFound
 */
export async function revokeProofKey(
  ctx: SystemContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await revokeRetired(db, id, { reason, at: clock.now() })))
    throw new NotFound(`there is no retired, unrevoked key of this service with the id ${id}`);
}
