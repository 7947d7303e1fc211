import { noteDifference } from "./queries/deposit-differences.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";

/** The operator is told. For the worker. */
export async function reportStuckDeposit(ctx: SystemContext, depositId: string): Promise<void> {
  const { db, clock } = ctx;
  await noteDifference(db.sql, {
    id: newId("dif"),
    depositId,
    kind: "set_aside",
    detail: "several workers stopped while crediting it; it is retried once a day",
    at: clock.now(),
  });
}
