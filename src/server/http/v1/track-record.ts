import { NotFound } from "#src/core/errors.ts";
import { getPublicInstrument, listInstruments } from "#src/product/instruments/reading.ts";
import { rankInstruments } from "#src/product/instruments/ranking.ts";
import { readInstrument } from "#src/product/instruments/read-instrument.ts";
import { listTrackedSignals } from "#src/product/signals/reading.ts";
import { summariseTrackRecord } from "#src/product/signals/track-record.ts";
import { page } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";

export const trackRecordHandlers = (deps: Deps) =>
  ({
    getRecord: ({ ctx }) => summariseTrackRecord(ctx),
    listRecord: async ({ ctx, query: { cursor = null, limit } }) => {
      const { signals, next } = await listTrackedSignals(ctx, { before: cursor, limit });
      return page(signals, next);
    },
    getRecordInstrument: async ({ ctx, path }) => getPublicInstrument(ctx, symbolOf(path.symbol)),
    getRanking: ({ ctx, query }) => rankInstruments(ctx, query),
    listInstruments: async ({ ctx, query: { search = null, cursor = null, limit } }) => {
      const environment = await deps.analysisEnvironment();
      const found = await listInstruments(ctx, { environment, search, after: cursor, limit });
      return page(
        found.instruments.map(({ assetType, ...instrument }) => ({ ...instrument, asset_type: assetType })),
        found.next,
      );
    },
    getInstrument: async ({ ctx, path, query: { asset_type: assetType }, c }) => {
      const environment = await deps.analysisEnvironment();
      // As the service names it: `aapl` is AAPL.
      const read = environment.read(symbolOf(path.symbol), assetType);
      if (!read.ok) throw new NotFound("there is no such instrument");
      const instrument = { symbol: read.symbol, assetType };
      const record = await readInstrument(ctx, instrument);
      return { ...record, ...(await environment.evidenceOf(instrument, c.req.raw.signal)) };
    },
  }) satisfies Partial<Handlers>;

/** @throws NotFound for what no symbol looks like, which the database is not asked for */
function symbolOf(symbol: string): string {
  if (!/^[^\u0000-\u0020\u007f-\u00a0]{1,32}$/.test(symbol) || !symbol.isWellFormed())
    throw new NotFound("there is no such instrument");
  return symbol;
}
