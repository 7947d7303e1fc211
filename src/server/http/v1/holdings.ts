import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { NotFound } from "#src/core/errors.ts";
import { deleteHoldings } from "#src/product/analyses/delete-holdings.ts";
import { readHoldings } from "#src/product/analyses/read-holdings.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answer, answerJson, jobIdOf, mount } from "../mount.ts";

export function mountHoldings(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.getHoldings, async (c, ctx) => {
    const found = await readHoldings(ctx, jobIdOf(c));
    if (found === null) throw new NotFound("this analysis has no holdings");
    return answerJson(200, found, { "cache-control": "no-store" });
  });

  mount(app, deps, routes.deleteHoldings, async (c, ctx) => {
    await deleteHoldings(ctx, jobIdOf(c));
    return answer(204, null, { "cache-control": "no-store" });
  });
}
