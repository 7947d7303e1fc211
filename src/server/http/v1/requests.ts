import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { getRequest } from "#src/product/requests/get-request.ts";
import { listRequests } from "#src/product/requests/list-requests.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answerJson, answerPage, idOf, mount } from "../mount.ts";
import { validate } from "../validation.ts";

export function mountRequests(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listRequests, async (c, ctx) => {
    const query = validate(routes.listRequests.query, c.req.query(), "query");
    const { key_id: key = null, status = null, route = null, from = null, to = null, cursor = null, limit } = query;
    const filter = { key, status, route, from, to };
    const { requests, older } = await listRequests(ctx, { filter, before: cursor, limit });
    return answerPage(requests, older);
  });

  mount(app, deps, routes.getRequest, async (c, ctx) =>
    answerJson(200, await getRequest(ctx, idOf(c, "request_id", "request"))),
  );
}
