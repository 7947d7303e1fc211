import type { PublishedProofKey } from "#src/contract/proof.ts";
import { listRetired } from "#src/db/queries/proof-keys.ts";
import type { SystemContext } from "../context.ts";

/** Newest first; public. */
export function listRetiredKeys(ctx: SystemContext): Promise<PublishedProofKey[]> {
  return listRetired(ctx.db.sql);
}
