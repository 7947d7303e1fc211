import type { Database } from "#src/db/database.ts";
import { noteDifference } from "#src/db/queries/deposit-differences.ts";
import type { Clock } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";

/** The settlement of a deposit is not tried again by itself: whoever runs the service is told. For the worker. */
export async function noteSetAside(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  depositId: string,
): Promise<void> {
  await noteDifference(db.sql, {
    id: newId("dif"),
    depositId,
    kind: "set_aside",
    detail: "three workers died while they settled it; it is looked at again once a day",
    at: clock.now(),
  });
}
