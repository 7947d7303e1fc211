import type { TrackRecord } from "#src/contract/signals.ts";
import { requireScope, type Context } from "../context.ts";
import { readTrackRecord } from "./read-track-record.ts";

/** The figures of the public record, without its signals, which listRecord lists. */
export async function readRecord(ctx: Context): Promise<Omit<TrackRecord, "signals">> {
  requireScope(ctx, "record:read");
  const { signals: _listed, ...figures } = await readTrackRecord(ctx);
  return figures;
}
