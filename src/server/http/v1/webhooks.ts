import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { listJobDeliveries } from "#src/product/webhooks/list-job-deliveries.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answerJson, jobIdOf, mount } from "../mount.ts";
import { validate } from "../validation.ts";

export function mountWebhooks(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listWebhookDeliveries, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listWebhookDeliveries.query, c.req.query(), "query");
    return answerJson(200, await listJobDeliveries(ctx, { id: jobIdOf(c), cursor, limit }));
  });
}
