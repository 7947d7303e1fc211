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
import { created, page } from "../answers.ts";
import { forwardedHostOf } from "../api/forward-to-auth.ts";
import type { Deps } from "../deps.ts";
import type { RequestContext } from "../env.ts";
import type { Handlers } from "../mount.ts";

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
