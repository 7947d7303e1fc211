import type { Hono } from "hono";
import type { z } from "zod";
import type { BacktestAnswer } from "#src/contract/backtest-routes.ts";
import type { Backtest } from "#src/contract/backtests.ts";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/platform/errors.ts";
import { cancelBacktest } from "#src/services/backtests/cancel-backtest.ts";
import { deleteBacktest } from "#src/services/backtests/delete-backtest.ts";
import { getBacktestResult } from "#src/services/backtests/get-backtest-result.ts";
import { getBacktest } from "#src/services/backtests/get-backtest.ts";
import { listBacktests } from "#src/services/backtests/list-backtests.ts";
import { orderBacktest } from "#src/services/backtests/order-backtest.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, answerPage, createdHeaders, idOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validate, validateBody } from "../validation.ts";

/** A backtest by the rules takes seconds. */
const askAgainSeconds = "2";
const backtestIdOf = (c: RequestContext): string => idOf(c, "backtest_id", "backtest");

export function mountBacktests(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.submitBacktest, async (c, ctx) => {
    const { "idempotency-key": idempotencyKey = null } = validate(
      routes.submitBacktest.headers,
      c.env.incoming.headers,
      "header",
    );
    const { models, ...asked } = validateBody(routes.submitBacktest.body, await readBody(c.env.incoming));
    const order = models == null ? asked : { ...asked, models };
    const environment = await deps.backtestEnvironment();
    const { backtest, notes, replayed } = await orderBacktest(ctx, { environment, order, idempotencyKey });
    const headers = { "retry-after": askAgainSeconds, ...createdHeaders(`/v1/backtests/${backtest.id}`, replayed) };
    return answerJson(202, { ...told(backtest), notes }, headers);
  });

  mount(app, deps, routes.listBacktests, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listBacktests.query, c.req.query(), "query");
    const { backtests, older } = await listBacktests(ctx, { before: cursor, limit });
    return answerPage(backtests.map(told), older);
  });

  mount(app, deps, routes.getBacktest, async (c, ctx) =>
    answerJson(200, told(await getBacktest(ctx, backtestIdOf(c)))),
  );

  mount(app, deps, routes.cancelBacktest, async (c, ctx) =>
    answerJson(200, told(await cancelBacktest(ctx, backtestIdOf(c)))),
  );

  mount(app, deps, routes.deleteBacktest, async (c, ctx) => {
    await deleteBacktest(ctx, backtestIdOf(c));
    return answer(204, null, { "cache-control": "no-store" });
  });

  mount(app, deps, routes.getBacktestResult, async (c, ctx) => {
    const { result } = await getBacktestResult(ctx, backtestIdOf(c));
    return answerJson(200, result, { "cache-control": "private, no-cache" });
  });

  mount(app, deps, routes.getBacktestTrades, async (c, ctx) => {
    const id = backtestIdOf(c);
    const { trades } = await getBacktestResult(ctx, id);
    if (trades === null) throw new NotFound("this backtest has no trades");
    return answer(200, trades, {
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "private, no-cache",
      "content-disposition": `attachment; filename="${id}-trades.csv"`,
    });
  });
}

/** As the API names things. */
function told({ state, asked, done, total, ...backtest }: Backtest): z.input<typeof BacktestAnswer> {
  const { id, source, summary, error, stopped, spent_usd, created_at, started_at, finished_at } = backtest;
  return {
    id,
    status: state,
    source,
    request: asked,
    progress: { done, total },
    summary,
    error,
    stopped,
    spent_usd,
    created_at,
    started_at,
    finished_at,
  };
}
