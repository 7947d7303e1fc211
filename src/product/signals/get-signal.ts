import type { SignalDetail } from "#src/contract/signals/signals.ts";
import { findSignal } from "./queries/signals.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readableList } from "./public/readable-list.ts";
import { loadPrices, settledMarks } from "./public/settled-marks.ts";

/** @throws NotFound; Forbidden without a signal plan */
export async function getSignal(ctx: Context, id: string): Promise<SignalDetail> {
  requireScope(ctx, "signals:read");
  const found = await findSignal(ctx.db.sql, id);
  if (found === null) throw new NotFound("there is no such signal");
  await readableList(ctx, found.signal.list);
  const prices = await loadPrices(ctx.db.sql, [found.signal.symbol]);
  return { ...found, marks: settledMarks(found.signal, prices) };
}
