import type { Known } from "../market-data.ts";

/** One record for each `sourceId` (the first given), ascending by `eventTime`, then by `sourceId`. */
export function inOrder<T extends Known>(records: readonly T[]): readonly T[] {
  const bySourceId = new Map<string, T>();
  for (const record of records) if (!bySourceId.has(record.sourceId)) bySourceId.set(record.sourceId, record);
  return [...bySourceId.values()].toSorted((a, b) => a.eventTime - b.eventTime || (a.sourceId < b.sourceId ? -1 : 1));
}
