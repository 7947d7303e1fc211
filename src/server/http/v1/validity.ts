import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import type { BacktestValidity } from "#src/contract/validity.ts";
import { NotFound } from "#src/core/errors.ts";
import { renderValidity } from "#src/report/validity-report.ts";
import type { Context } from "#src/product/context.ts";
import { getValidity } from "#src/product/backtests/get-validity.ts";
import { orderValidity } from "#src/product/backtests/order-validity.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, idOf, mount } from "../mount.ts";

/** The report of a small backtest takes seconds. */
const askAgainSeconds = "2";
const backtestIdOf = (c: RequestContext): string => idOf(c, "backtest_id", "backtest");

export function mountValidity(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.getBacktestValidity, async (c, ctx) => answerJson(200, await validityOf(ctx, c)));

  mount(app, deps, routes.getBacktestValidityMarkdown, async (c, ctx) => {
    const { backtest_id: id, report } = await validityOf(ctx, c);
    if (report === null) throw new NotFound("this backtest has no validity report yet");
    return answer(200, renderValidity(report), {
      "content-type": "text/markdown; charset=utf-8",
      "cache-control": "private, no-cache",
      "content-disposition": `attachment; filename="${id}-validity.md"`,
    });
  });

  mount(app, deps, routes.submitBacktestValidity, async (c, ctx) => {
    const id = backtestIdOf(c);
    const headers = { location: `/v1/backtests/${id}/validity`, "retry-after": askAgainSeconds };
    return answerJson(202, await orderValidity(ctx, id), headers);
  });
}

async function validityOf(ctx: Context, c: RequestContext): Promise<BacktestValidity> {
  const validity = await getValidity(ctx, backtestIdOf(c));
  if (validity === null) throw new NotFound("this backtest has no validity report");
  return validity;
}
