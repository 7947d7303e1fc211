import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { reportUsage } from "#src/product/usage/report-usage.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answerJson, mount } from "../mount.ts";
import { ValidationFailed } from "../problems.ts";
import { validate } from "../validation.ts";

export function mountAccount(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.getUsage, async (c, ctx) => {
    const query = c.req.query();
    const { from: asked, to = deps.clock.now() } = validate(routes.getUsage.query, query, "query");
    const from = asked ?? monthOf(to);
    if (from > to) {
      const error = "must not be earlier than from";
      throw new ValidationFailed([
        {
          type: "value_error",
          loc: ["query", "to"],
          msg: `Value error, ${error}`,
          input: query["to"] ?? null,
          ctx: { error },
        },
      ]);
    }
    return answerJson(200, await reportUsage(ctx, { from, to }));
  });
  mount(app, deps, routes.getConfig, async () => answerJson(200, deps.config));
}

/** The start of an instant's month, UTC. */
function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
