import { getRequest, listRequests } from "#src/product/requests/requests.ts";
import { reportUsage } from "#src/product/usage/report-usage.ts";
import { page } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { ValidationFailed } from "../problems.ts";

export const accountHandlers = (deps: Deps) =>
  ({
    getUsage: async ({ c, ctx, query: { from: asked, to = deps.clock.now() } }) => {
      const from = asked ?? monthOf(to);
      if (from <= to) return reportUsage(ctx, { from, to });
      const error = "must not be earlier than from";
      throw new ValidationFailed([
        {
          type: "value_error",
          loc: ["query", "to"],
          msg: `Value error, ${error}`,
          input: c.req.query("to") ?? null,
          ctx: { error },
        },
      ]);
    },
    getConfig: () => deps.config,
    listRequests: async ({ ctx, query }) => {
      const { key_id: key = null, status = null, route = null, from = null, to = null, cursor = null, limit } = query;
      const filter = { key, status, route, from, to };
      const { requests, older } = await listRequests(ctx, { filter, before: cursor, limit });
      return page(requests, older);
    },
    getRequest: ({ ctx, path }) => getRequest(ctx, path.request_id),
  }) satisfies Partial<Handlers>;

/** The start of an instant's month, UTC. */
function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
