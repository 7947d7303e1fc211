import type { Known } from "../market-data.ts";

/** The first of each `sourceId`, by `eventTime`, then `sourceId`. */
export function inOrder<T extends Known>(records: readonly T[]): readonly T[] {
  const bySourceId = new Map<string, T>();
  for (const record of records) if (!bySourceId.has(record.sourceId)) bySourceId.set(record.sourceId, record);
  return [...bySourceId.values()].toSorted((a, b) => a.eventTime - b.eventTime || (a.sourceId < b.sourceId ? -1 : 1));
}
