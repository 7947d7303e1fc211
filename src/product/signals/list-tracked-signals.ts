import type { TrackedSignal } from "#src/contract/signals/track-record.ts";
import { requireScope, type Context } from "../context.ts";
import { readTrackRecord } from "./read-track-record.ts";

/**
 * Newest first; content from the open of the entry on.
 * @param input `before` a number
 */
export async function listTrackedSignals(
  ctx: Context,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<{ readonly signals: readonly TrackedSignal[]; readonly next: number | null }> {
  requireScope(ctx, "record:read");
  const { signals } = await readTrackRecord(ctx);
  const older = signals.filter(({ number }) => before === null || number < before);
  const listed = older.slice(0, limit);
  return { signals: listed, next: older.length > limit ? (listed.at(-1)?.number ?? null) : null };
}
