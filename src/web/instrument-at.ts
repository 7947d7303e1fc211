import { cache } from "react";
import type { InstrumentRecord, OwnInstrumentRecord } from "#src/contract/signals/instrument-record.ts";
import { readInstrument, readPublicInstrument } from "#src/product/instruments/reading.ts";
import { webContext } from "./context.ts";
import { contextOf, viewer } from "./viewer.ts";

export interface InstrumentView {
  readonly symbol: string;
  readonly record: InstrumentRecord;
  /** The same record with what is the viewer's alone; `null` for whoever is not signed in. */
  readonly own: OwnInstrumentRecord | null;
  /** Everybody may read some of it. */
  readonly isPublic: boolean;
}

const publicInstrument = cache((symbol: string) => readPublicInstrument(webContext(), symbol));

/** Whether there is a page: not for what is no symbol; where nothing is public, for those who are signed in. */
export async function mayOpenInstrument(segment: string): Promise<"anybody" | "signed in" | "absent"> {
  const read = await readSegment(segment);
  if (read === null) return "absent";
  if ((await viewer()) !== null) return "anybody";
  return (await publicInstrument(read.symbol)) === null ? "signed in" : "anybody";
}

/** What whoever looks may know of an instrument, by its name in the address; `null`: nothing, or it is no symbol. */
export const instrumentAt = cache(async (segment: string): Promise<InstrumentView | null> => {
  const read = await readSegment(segment);
  if (read === null) return null;
  const { symbol, assetType } = read;
  const [who, open] = await Promise.all([viewer(), publicInstrument(symbol)]);
  if (who === null) return open === null ? null : { symbol, record: open, own: null, isPublic: true };
  const own = await readInstrument(contextOf(who), { symbol, assetType: open?.asset_type ?? assetType });
  return { symbol, record: own, own, isPublic: open !== null };
});

/** The symbol that an address names; `null` when it names none. */
export async function symbolIn(segment: string): Promise<string | null> {
  return (await readSegment(segment))?.symbol ?? null;
}

async function readSegment(segment: string) {
  const text = decoded(segment);
  if (text === null) return null;
  const { instruments, read } = await webContext().analysisEnvironment();
  const known = instruments.find(({ symbol }) => symbol === text.toUpperCase());
  const assetType = known?.assetType === "crypto" || /-USD[CT]?$/i.test(text) ? "crypto" : "stock";
  const found = read(text, assetType);
  return found.ok ? ({ symbol: found.symbol, assetType } as const) : null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
