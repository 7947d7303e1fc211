import type { InstrumentRecord } from "#src/contract/signals/instrument-record.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { readPublicInstrument } from "./read-public-instrument.ts";

/** @throws NotFound while nothing is public */
export async function getPublicInstrument(ctx: Context, symbol: string): Promise<InstrumentRecord> {
  requireScope(ctx, "record:read");
  const record = await readPublicInstrument(ctx, symbol);
  if (record === null) throw new NotFound("the public record has no signal on this instrument");
  return record;
}
