import type { Hono } from "hono";
import type { z } from "zod";
import type { BacktestBody } from "#src/contract/backtest-routes.ts";
import type { BacktestOrder } from "#src/contract/backtests.ts";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/core/errors.ts";
import { deleteBacktest } from "#src/product/backtests/delete-backtest.ts";
import { estimateBacktest } from "#src/product/backtests/estimate-backtest.ts";
import { getBacktestResult } from "#src/product/backtests/get-backtest-result.ts";
import { getBacktest } from "#src/product/backtests/get-backtest.ts";
import { listBacktests } from "#src/product/backtests/list-backtests.ts";
import { toBacktestAnswer, toEstimateAnswer } from "#src/product/backtests/public/backtest-answer.ts";
import { orderEnvironment } from "#src/product/backtests/public/order-environment.ts";
import { readOrder } from "#src/product/backtests/public/read-order.ts";
import { orderBacktest } from "#src/product/backtests/order-backtest.ts";
import { pauseBacktest } from "#src/product/backtests/pause-backtest.ts";
import { resumeBacktest } from "#src/product/backtests/resume-backtest.ts";
import { cancelJob } from "#src/product/jobs/cancel-job.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, answerPage, createdHeaders, idOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validate, validateBody } from "../validation.ts";

/** A backtest by the rules takes seconds. */
const askAgainSeconds = "2";
const backtestIdOf = (c: RequestContext): string => idOf(c, "backtest_id", "backtest");

/** A `null` says the same as nothing. */
function orderOf({ models, ...asked }: z.output<typeof BacktestBody>): BacktestOrder {
  return models == null ? asked : { ...asked, models };
}

export function mountBacktests(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.submitBacktest, async (c, ctx) => {
    const { "idempotency-key": idempotencyKey = null } = validate(
      routes.submitBacktest.headers,
      c.env.incoming.headers,
      "header",
    );
    const order = orderOf(validateBody(routes.submitBacktest.body, await readBody(c.env.incoming)));
    const environment = await deps.backtestEnvironment();
    const { backtest, notes, replayed } = await orderBacktest(ctx, { environment, order, idempotencyKey });
    const headers = { "retry-after": askAgainSeconds, ...createdHeaders(`/v1/backtests/${backtest.id}`, replayed) };
    return answerJson(202, { ...toBacktestAnswer(backtest), notes }, headers);
  });

  mount(app, deps, routes.getBacktestEstimate, async (c, ctx) => {
    const body = validateBody(routes.getBacktestEstimate.body, await readBody(c.env.incoming));
    const order = readOrder(await deps.backtestEnvironment(), orderOf(body));
    const own = { environment: deps.analysisEnvironment, models: deps.ownModels };
    const environment = await orderEnvironment(ctx, own, order);
    return answerJson(200, toEstimateAnswer(await estimateBacktest(ctx, { order, environment })));
  });

  mount(app, deps, routes.listBacktests, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listBacktests.query, c.req.query(), "query");
    const { backtests, older } = await listBacktests(ctx, { before: cursor, limit });
    return answerPage(backtests.map(toBacktestAnswer), older);
  });

  mount(app, deps, routes.getBacktest, async (c, ctx) =>
    answerJson(200, toBacktestAnswer(await getBacktest(ctx, backtestIdOf(c)))),
  );

  mount(app, deps, routes.cancelBacktest, async (c, ctx) =>
    answerJson(200, toBacktestAnswer(await cancelJob(ctx, { kind: backtestJob, id: backtestIdOf(c) }))),
  );

  mount(app, deps, routes.pauseBacktest, async (c, ctx) =>
    answerJson(200, toBacktestAnswer(await pauseBacktest(ctx, backtestIdOf(c)))),
  );

  mount(app, deps, routes.resumeBacktest, async (c, ctx) =>
    answerJson(200, toBacktestAnswer(await resumeBacktest(ctx, backtestIdOf(c)))),
  );

  mount(app, deps, routes.deleteBacktest, async (c, ctx) => {
    await deleteBacktest(ctx, backtestIdOf(c));
    return answer(204, null, { "cache-control": "no-store" });
  });

  mountResult(app, deps);
}

function mountResult(app: Hono<Env>, deps: Deps): void {
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
