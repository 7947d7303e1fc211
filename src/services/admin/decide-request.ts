import { decideRequest as decide, isMadeBy, lockRequest, type StoredRequest } from "#src/db/queries/admin-actions.ts";
import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { Conflict, Forbidden, NotFound } from "#src/platform/errors.ts";
import { refundDeposit } from "../deposits/refund-deposit.ts";
import { resolve } from "../deposits/resolve-review.ts";
import { giveBalance, givePlan } from "./grant-to-account.ts";
import { joining, mustMayChange, type ActingAdmin, type Approved } from "./recorded.ts";

interface Room {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Agrees to what another administrator asked for, which is then done in the same transaction, or declines it. Whoever
 * asked may only take it back.
 * @throws as mustMayChange; Forbidden for whoever asked, or was made an administrator by them; NotFound; Conflict when
 *   it was decided before, has expired, or whoever asked is no administrator any more; and as what is then done
 */
export async function decideRequest(
  { db, clock }: Room,
  by: ActingAdmin,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<void> {
  mustMayChange(by, clock);
  await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === null) throw new NotFound("there is no such request");
    const at = clock.now();
    if (request.state !== "waiting") throw new Conflict(`the request was ${request.state} before`);
    if (at > request.expiresAt) throw new Conflict("the request has expired: it has to be asked for again");
    await decide(tx, id, { state: approve ? "approved" : "declined", by: by.userId, at });
    if (!approve) return;
    if (!request.askerIsAdmin) throw new Conflict("whoever asked for it is no administrator any more: decline it");
    if (request.askedBy === by.userId) throw new Forbidden("somebody else has to agree to what you asked for");
    if (await isMadeBy(tx.sql, by.userId, request.askedBy))
      throw new Forbidden("whoever asks made you an administrator: another one has to agree");
    await carryOut({ db: joining(db, tx), clock }, request, by.userId);
  });
}

async function carryOut(room: Room, request: StoredRequest, approvedBy: string): Promise<void> {
  const { reason, work, amountMinor } = request;
  const by: Approved = { userId: request.askedBy, approvedBy, request: request.id, amountMinor };
  switch (work.action) {
    case "grant_balance":
      return void (await giveBalance(room, by, { ...work, reason }));
    case "grant_plan":
      return void (await givePlan(room, by, { ...work, reason }));
    case "resolve_review": {
      const { reviewId, resolution: action, amountMinor: given } = work;
      return resolve(room, by, { reviewId, action, amountMinor: given, reason });
    }
    case "refund_deposit":
      return void (await refundDeposit(room, by, { ...work, reason }));
  }
}
