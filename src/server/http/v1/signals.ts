import { houseList } from "#src/contract/signals/signals.ts";
import {
  deleteWatchlist,
  followHouseList,
  getWatchlist,
  listWatchlists,
  saveWatchlist,
  followInstrument,
  followSignals,
} from "#src/product/signals/watchlists.ts";
import { getSignal, listSignals, listTrackedSignals } from "#src/product/signals/reading.ts";
import type { SignalEntries } from "#src/product/signals/public/check-chain.ts";
import { created, page } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { lastEventId, openStream, startAt } from "../streams/event-streams.ts";
import { type Followed, streamEvent } from "../streams/stream-channels.ts";
import { InvalidField, NotFound } from "#src/core/errors.ts";
import { listListRuns, listNextRuns } from "#src/product/signals/runs.ts";
import {
  getPublicInstrument,
  listInstruments,
  rankInstruments,
  readInstrument,
} from "#src/product/instruments/reading.ts";
import { summariseTrackRecord } from "#src/product/signals/track-record.ts";

type Asker = Parameters<typeof openStream>[1];

export const signalHandlers = (deps: Deps) => {
  const stream = async (asker: Asker, list: string, entries: SignalEntries, seen: number | null) => {
    const followed = followedSignals(entries);
    const start = await startAt(followed, entries.last, seen);
    const counted = `signals of ${asker.ctx.actor.owner}`;
    return openStream(deps, asker, followed, start, counted, list === houseList ? "signals" : undefined);
  };
  return {
    listSignals: async ({ ctx, query: { symbol = null, rating = null, cursor: before = null, ...asked } }) => {
      const { signals, next } = await listSignals(ctx, { symbol, rating, before, ...asked });
      return page(signals, next);
    },
    streamSignalEvents: async ({ c, ctx, query: { list, after = null }, headers }) =>
      // The header is newer than the address.
      stream({ c, ctx }, list, await followSignals(ctx, list), lastEventId(headers["last-event-id"]) ?? after),
    streamSignals: async ({ c, ctx, headers }) =>
      stream({ c, ctx }, houseList, await followHouseList(ctx), lastEventId(headers["last-event-id"])),
    getSignal: ({ ctx, path }) => getSignal(ctx, path.signal_id),
  } satisfies Partial<Handlers>;
};

/** All who follow a list hear the same: each entry as it was hashed, so that readers can check the chain. */
export function followedSignals({ channel, read }: Pick<SignalEntries, "channel" | "read">): Followed {
  return {
    channel,
    read: async (after) => {
      const { entries, more } = await read(after);
      const told = entries.map(({ number, event, body, hash }) =>
        streamEvent(number, event, `{"type":"${event}","hash":"${hash}","entry":${body}}`),
      );
      return { events: told, next: more ? "more" : "later" };
    },
  };
}

export const listHandlers = (deps: Deps) =>
  ({
    listWatchlists: async ({ ctx }) => ({ data: await listWatchlists(ctx) }),
    createWatchlist: async ({ ctx, headers, body }) => {
      const environment = await deps.analysisEnvironment();
      const asked = { watchlist: { ...body, id: null }, idempotencyKey: headers["idempotency-key"] ?? null };
      const { list, replayed } = await inItsField("instruments", () => saveWatchlist(ctx, { environment, ...asked }));
      return created(list, `/v1/lists/${list.id}`, { replayed });
    },
    getWatchlist: ({ ctx, path }) => getWatchlist(ctx, path.list_id),
    replaceWatchlist: async ({ ctx, path, body }) => {
      const environment = await deps.analysisEnvironment();
      const watchlist = { ...body, id: path.list_id };
      return (await inItsField("instruments", () => saveWatchlist(ctx, { environment, watchlist }))).list;
    },
    deleteWatchlist: ({ ctx, path }) => deleteWatchlist(ctx, path.list_id),
    addInstrument: async ({ ctx, path, body: instrument }) => {
      const environment = await deps.analysisEnvironment();
      return inItsField("symbol", () => followInstrument(ctx, { environment, list: path.list_id, instrument }));
    },
    listNextRuns: async ({ ctx, path, query: { limit } }) => {
      const environment = await deps.analysisEnvironment();
      return { data: await listNextRuns(ctx, { environment, list: path.list_id, limit }) };
    },
    listRuns: async ({ ctx, path, query: { limit } }) => ({
      data: await listListRuns(ctx, { list: path.list_id, limit }),
    }),
  }) satisfies Partial<Handlers>;

/** A form has two fields, a body one. @throws what `work` throws */
async function inItsField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidField && (error.field === "stocks" || error.field === "coins"))
      throw new InvalidField(field, error.value, error.message);
    throw error;
  }
}

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
