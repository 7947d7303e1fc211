import { getRequest, listRequests } from "#src/product/requests/requests.ts";
import { reportUsage } from "#src/product/usage/report-usage.ts";
import { created, page, type RequestContext } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { ValidationFailed } from "../problems.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  pauseEndpoint,
  redeliverMessage,
  resumeEndpoint,
  rotateSecret,
  saveEndpoint,
  testEndpoint,
} from "#src/product/endpoints/endpoints.ts";
import { forwardedHostOf } from "../api/forward-to-auth.ts";

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

export const endpointHandlers = ({ auth }: Deps) => {
  // A key stands in for the fresh sign-in.
  const byProgram = (c: RequestContext) => ({ by: null, origin: auth.originOf(forwardedHostOf(c)) });
  return {
    createWebhook: async ({ c, ctx, body: wanted }) => {
      const endpoint = await createEndpoint(ctx, { wanted, ...byProgram(c) });
      return created(endpoint, `/v1/webhooks/${endpoint.id}`);
    },
    listWebhooks: async ({ ctx }) => ({ data: await listEndpoints(ctx) }),
    getWebhook: ({ ctx, path }) => getEndpoint(ctx, path.webhook_id),
    replaceWebhook: ({ c, ctx, path, body: wanted }) =>
      saveEndpoint(ctx, { id: path.webhook_id, wanted, ...byProgram(c) }),
    deleteWebhook: ({ ctx, path }) => deleteEndpoint(ctx, path.webhook_id),
    pauseWebhook: ({ ctx, path }) => pauseEndpoint(ctx, path.webhook_id),
    resumeWebhook: ({ ctx, path }) => resumeEndpoint(ctx, path.webhook_id),
    rotateWebhookSecret: ({ c, ctx, path }) => rotateSecret(ctx, { id: path.webhook_id, ...byProgram(c) }),
    testWebhook: ({ ctx, path }) => testEndpoint(ctx, path.webhook_id),
    listDeliveries: async ({ ctx, path, query: { cursor = null, limit } }) => {
      const { deliveries, older } = await listDeliveries(ctx, { id: path.webhook_id, before: cursor, limit });
      return page(deliveries, older);
    },
    redeliverMessage: ({ ctx, path }) => redeliverMessage(ctx, { id: path.webhook_id, delivery: path.delivery_id }),
  } satisfies Partial<Handlers>;
};
