import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { InvalidField } from "#src/core/errors.ts";
import { createWatchlist } from "#src/product/signals/create-watchlist.ts";
import { deleteWatchlist } from "#src/product/signals/delete-watchlist.ts";
import { followInstrument } from "#src/product/signals/follow-instrument.ts";
import { getWatchlist } from "#src/product/signals/get-watchlist.ts";
import { listListRuns } from "#src/product/signals/list-list-runs.ts";
import { listNextRuns } from "#src/product/signals/list-next-runs.ts";
import { listWatchlists } from "#src/product/signals/list-watchlists.ts";
import { saveWatchlist } from "#src/product/signals/save-watchlist.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, createdHeaders, idOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validate, validateBody } from "../validation.ts";

const listIdOf = (c: RequestContext): string => idOf(c, "list_id", "watchlist");

export function mountLists(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listWatchlists, async (_c, ctx) => answerJson(200, { data: await listWatchlists(ctx) }));

  mount(app, deps, routes.createWatchlist, async (c, ctx) => {
    const { "idempotency-key": idempotencyKey = null } = validate(
      routes.createWatchlist.headers,
      c.env.incoming.headers,
      "header",
    );
    const watchlist = validateBody(routes.createWatchlist.body, await readBody(c.env.incoming));
    const environment = await deps.analysisEnvironment();
    const { list, replayed } = await inItsField("instruments", () =>
      createWatchlist(ctx, { environment, watchlist, idempotencyKey }),
    );
    return answerJson(201, list, createdHeaders(`/v1/lists/${list.id}`, replayed));
  });

  mount(app, deps, routes.getWatchlist, async (c, ctx) => answerJson(200, await getWatchlist(ctx, listIdOf(c))));

  mount(app, deps, routes.replaceWatchlist, async (c, ctx) => {
    const id = listIdOf(c);
    const asked = validateBody(routes.replaceWatchlist.body, await readBody(c.env.incoming));
    const environment = await deps.analysisEnvironment();
    return answerJson(
      200,
      await inItsField("instruments", () => saveWatchlist(ctx, { environment, watchlist: { ...asked, id } })),
    );
  });

  mount(app, deps, routes.deleteWatchlist, async (c, ctx) => {
    await deleteWatchlist(ctx, listIdOf(c));
    return answer(204, null, { "cache-control": "no-store" });
  });

  mount(app, deps, routes.addInstrument, async (c, ctx) => {
    const list = listIdOf(c);
    const instrument = validateBody(routes.addInstrument.body, await readBody(c.env.incoming));
    const environment = await deps.analysisEnvironment();
    return answerJson(200, await inItsField("symbol", () => followInstrument(ctx, { environment, list, instrument })));
  });

  mount(app, deps, routes.listNextRuns, async (c, ctx) => {
    const { limit } = validate(routes.listNextRuns.query, c.req.query(), "query");
    const environment = await deps.analysisEnvironment();
    return answerJson(200, { data: await listNextRuns(ctx, { environment, list: listIdOf(c), limit }) });
  });

  mount(app, deps, routes.listRuns, async (c, ctx) => {
    const { limit } = validate(routes.listRuns.query, c.req.query(), "query");
    return answerJson(200, { data: await listListRuns(ctx, { list: listIdOf(c), limit }) });
  });
}

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
