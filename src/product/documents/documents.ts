import { findDocument as find, putDocument } from "./queries/rendered-documents.ts";
import type { SystemContext } from "../context.ts";

/** `null` when it has to be made. The caller checks who may. */
export async function findDocument(ctx: SystemContext, hash: string): Promise<Buffer | null> {
  const { db, clock } = ctx;
  return find(db.sql, hash, clock.now());
}

/** Of all documents together, in bytes; some 2,500 reports. */
const mostBytes = 256 * 1_048_576;
/** One that is larger would push out too many others. */
const largest = 8 * 1_048_576;

/** Keeps a document that was made, for the next who asks. */
export async function keepDocument(
  ctx: SystemContext,
  document: { readonly hash: string; readonly owner: string; readonly bytes: Uint8Array },
): Promise<void> {
  const { db, clock } = ctx;
  if (document.bytes.length <= largest) await putDocument(db.sql, document, { at: clock.now(), mostBytes });
}
