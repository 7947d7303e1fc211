import { appendEntry, findSignal } from "./queries/signals.ts";
import { Conflict, InvalidInput, NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/**
 * An entry says so; the signal stays. For the operator.
 * @throws NotFound; InvalidInput; Conflict
 */
export async function withdrawSignal(
  ctx: SystemContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<{ readonly number: number; readonly hash: string }> {
  const { db, clock } = ctx;
  const said = reason.trim();
  if (said === "" || said.length > 500)
    throw new InvalidInput("enter a reason of 1 to 500 characters; it will be published");
  return db.transaction(async (tx) => {
    const found = await findSignal(tx.sql, id);
    if (found === null) throw new NotFound(`there is no signal ${id}`);
    if (found.withdrawn !== null) throw new Conflict("the signal has already been withdrawn");
    const { list, number } = found.signal;
    return appendEntry(tx, list, { kind: "tombstone", of: number, signal_id: id, reason: said }, clock.now());
  });
}
