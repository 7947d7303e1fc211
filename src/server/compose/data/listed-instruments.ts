import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { listArchive } from "#src/market/vendors/archive/archive-list.ts";

/** The first archive counts, as in a run. */
export async function listedInstruments(archives: readonly string[]): Promise<ListedInstrument[]> {
  const found = new Map<string, ListedInstrument>();
  for (const { instrument, ...listing } of (
    await Promise.all(archives.map((archive) => listArchive(archive)))
  ).flat()) {
    if (found.has(instrument.symbol)) continue;
    const { symbol, name, assetType, currency, exchange, synthetic } = instrument;
    found.set(symbol, { symbol, name, assetType, currency, exchange, synthetic, ...listing });
  }
  return [...found.values()].toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
