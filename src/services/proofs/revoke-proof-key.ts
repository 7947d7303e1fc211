import { revokeRetired } from "#src/db/queries/proof-keys.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * Says of a key that is no longer in force that nothing it signed counts. For the operator's command line.
 * @throws NotFound for a key that is none of the retired ones, or that was revoked before
 */
export async function revokeProofKey(
  ctx: SystemContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { db, clock } = ctx;
  if (!(await revokeRetired(db, id, { reason, at: clock.now() })))
    throw new NotFound(`no retired key of this service that is not revoked yet has the id ${id}`);
}
