import type { Hono } from "hono";
import { routes } from "#src/contract/routes.ts";
import { createEndpoint } from "#src/product/endpoints/create-endpoint.ts";
import { deleteEndpoint } from "#src/product/endpoints/delete-endpoint.ts";
import { getEndpoint } from "#src/product/endpoints/get-endpoint.ts";
import { listDeliveries } from "#src/product/endpoints/list-deliveries.ts";
import { listEndpoints } from "#src/product/endpoints/list-endpoints.ts";
import { pauseEndpoint } from "#src/product/endpoints/pause-endpoint.ts";
import { redeliverMessage } from "#src/product/endpoints/redeliver-message.ts";
import { resumeEndpoint } from "#src/product/endpoints/resume-endpoint.ts";
import { rotateSecret } from "#src/product/endpoints/rotate-secret.ts";
import { saveEndpoint } from "#src/product/endpoints/save-endpoint.ts";
import { testEndpoint } from "#src/product/endpoints/test-endpoint.ts";
import { forwardedHostOf } from "../api/forward-to-auth.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, answerPage, createdHeaders, idOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validate, validateBody } from "../validation.ts";

const endpointIdOf = (c: RequestContext): string => idOf(c, "webhook_id", "webhook");
const deliveryIdOf = (c: RequestContext): string => idOf(c, "delivery_id", "delivery");

export function mountEndpoints(app: Hono<Env>, deps: Deps): void {
  // A key stands in for the fresh sign-in.
  const byProgram = (c: RequestContext) => ({ by: null, origin: deps.auth.originOf(forwardedHostOf(c)) });

  mount(app, deps, routes.createWebhook, async (c, ctx) => {
    const wanted = validateBody(routes.createWebhook.body, await readBody(c.env.incoming));
    const created = await createEndpoint(ctx, { wanted, ...byProgram(c) });
    return answerJson(201, created, createdHeaders(`/v1/webhooks/${created.id}`, false));
  });

  mount(app, deps, routes.listWebhooks, async (_c, ctx) => answerJson(200, { data: await listEndpoints(ctx) }));

  mount(app, deps, routes.getWebhook, async (c, ctx) => answerJson(200, await getEndpoint(ctx, endpointIdOf(c))));

  mount(app, deps, routes.replaceWebhook, async (c, ctx) => {
    const id = endpointIdOf(c);
    const wanted = validateBody(routes.replaceWebhook.body, await readBody(c.env.incoming));
    return answerJson(200, await saveEndpoint(ctx, { id, wanted, ...byProgram(c) }));
  });

  mount(app, deps, routes.deleteWebhook, async (c, ctx) => {
    await deleteEndpoint(ctx, endpointIdOf(c));
    return answer(204, null, { "cache-control": "no-store" });
  });

  mount(app, deps, routes.pauseWebhook, async (c, ctx) => answerJson(200, await pauseEndpoint(ctx, endpointIdOf(c))));

  mount(app, deps, routes.resumeWebhook, async (c, ctx) => answerJson(200, await resumeEndpoint(ctx, endpointIdOf(c))));

  mount(app, deps, routes.rotateWebhookSecret, async (c, ctx) =>
    answerJson(200, await rotateSecret(ctx, { id: endpointIdOf(c), ...byProgram(c) })),
  );

  mount(app, deps, routes.testWebhook, async (c, ctx) => answerJson(202, await testEndpoint(ctx, endpointIdOf(c))));

  mount(app, deps, routes.listDeliveries, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listDeliveries.query, c.req.query(), "query");
    const { deliveries, older } = await listDeliveries(ctx, { id: endpointIdOf(c), before: cursor, limit });
    return answerPage(deliveries, older);
  });

  mount(app, deps, routes.redeliverMessage, async (c, ctx) =>
    answerJson(202, await redeliverMessage(ctx, { id: endpointIdOf(c), delivery: deliveryIdOf(c) })),
  );
}
