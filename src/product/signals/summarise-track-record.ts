import type { TrackRecord } from "#src/contract/signals/track-record.ts";
import { requireScope, type Context } from "../context.ts";
import { readTrackRecord } from "./read-track-record.ts";

/** The figures of the public record, without its signals, which listTrackedSignals lists. */
export async function summariseTrackRecord(ctx: Context): Promise<Omit<TrackRecord, "signals">> {
  requireScope(ctx, "record:read");
  const { signals: _listed, ...figures } = await readTrackRecord(ctx);
  return figures;
}
