import { InvalidField } from "#src/core/errors.ts";
import { deleteWatchlist, getWatchlist, listWatchlists, saveWatchlist } from "#src/product/signals/watchlists.ts";
import { followInstrument } from "#src/product/signals/following.ts";
import { listListRuns, listNextRuns } from "#src/product/signals/list-runs.ts";
import { created } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";

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
