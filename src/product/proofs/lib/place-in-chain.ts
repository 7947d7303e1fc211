import type { ChainPlace } from "#src/contract/proof.ts";
import { houseList, type Signal } from "#src/contract/signals.ts";
import { entriesBetween, headCovering } from "#src/product/signals/queries/signals.ts";
import type { SystemContext } from "#src/product/context.ts";
import { readTrackRecord } from "#src/product/signals/read-track-record.ts";

/** Up to the head of its day; while others are sealed, the entry stands alone. */
export async function placeInChain(ctx: SystemContext, { list, number }: Signal): Promise<ChainPlace> {
  const { db } = ctx;
  const head = await headCovering(db.sql, list, number);
  const isOpen = head !== null && (list !== houseList || !(await hasSealed(ctx, number, head.number)));
  const entries = await entriesBetween(db.sql, list, number, isOpen ? head.number : number);
  return { list, entries: entries.map(({ hash, body }) => ({ hash, body })), head: isOpen ? head : null };
}

async function hasSealed(ctx: SystemContext, after: number, upTo: number): Promise<boolean> {
  const { signals } = await readTrackRecord(ctx);
  return signals.some(({ number, sealed }) => sealed && number > after && number <= upTo);
}
