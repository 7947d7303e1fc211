import { findDocument as find } from "./queries/rendered-documents.ts";
import type { SystemContext } from "../context.ts";

/** `null` when it has to be made. The caller checks who may. */
export async function findDocument(ctx: SystemContext, hash: string): Promise<Buffer | null> {
  const { db, clock } = ctx;
  return find(db.sql, hash, clock.now());
}
