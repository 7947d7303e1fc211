import type { PublishedProofKey } from "#src/contract/api/proof.ts";
import { listRetired } from "./queries/proof-keys.ts";
import type { SystemContext } from "../context.ts";

/** Keys that signed before, newest first; everybody may know them. */
export function listRetiredKeys(ctx: SystemContext): Promise<PublishedProofKey[]> {
  return listRetired(ctx.db.sql);
}
