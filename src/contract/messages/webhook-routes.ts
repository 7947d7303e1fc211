import { z } from "zod";
import { laxInt } from "../api/pydantic-coercion.ts";
import { always, invalid, json, pageOf, problem, type Declared } from "../api/route.ts";
import {
  CreatedEndpoint,
  Endpoint,
  EndpointDelivery,
  EndpointMessage,
  RotatedSecret,
  SaveEndpoint,
  webhookLimits,
} from "./webhooks.ts";

const webhook_id = { description: "The ID of the webhook.", example: "whe_7m3k9q0x2v5c8b1n4h6t" };
const delivery_id = { description: "The ID of the delivery.", example: "msg_7m3k9q0x2v5c8b1n4h6t" };
const notFound = { name: "NoWebhook", ...problem("The webhook does not exist or belongs to another account.") };
const endpoint = { description: "The webhook.", body: json(Endpoint) };
const queued = { description: "The message is queued.", body: json(EndpointDelivery) };
const tooLarge = problem("The body is larger than 64 KB.");
const wrongType = problem("The Content-Type is not application/json.");

export const webhookRoutes = {
  createWebhook: {
    method: "post",
    path: "/v1/webhooks",
    tag: "webhooks",
    summary: "Create a webhook",
    description:
      "From now on, the chosen events of your account are sent to the URL as messages signed after Standard Webhooks. The response has the signing " +
      `secret, which is not shown again. An account can have ${webhookLimits.perAccount} webhooks. Test data are never sent. Scope: \`webhooks:write\`.`,
    body: SaveEndpoint,
    callback: {
      name: "accountEvent",
      url: "{$request.body#/url}",
      summary: "Something happened",
      message: EndpointMessage,
    },
    answers: {
      201: {
        description: "The webhook, with its secret.",
        body: json(CreatedEndpoint),
        headers: { Location: "URL of the webhook." },
      },
      409: problem("The account has as many webhooks as it can have."),
      413: tooLarge,
      415: wrongType,
      422: invalid,
      ...always,
    },
  },
  listWebhooks: {
    method: "get",
    path: "/v1/webhooks",
    tag: "webhooks",
    summary: "List webhooks",
    description: "Oldest first, without their secrets. Scope: `webhooks:read`.",
    answers: {
      200: { description: "All webhooks of the account.", body: json(z.object({ data: z.array(Endpoint) })) },
      ...always,
    },
  },
  getWebhook: {
    method: "get",
    path: "/v1/webhooks/{webhook_id}",
    tag: "webhooks",
    summary: "Get a webhook",
    description: "Without its secret. Scope: `webhooks:read`.",
    path_parameters: { webhook_id },
    answers: { 200: endpoint, 404: notFound, ...always },
  },
  replaceWebhook: {
    method: "put",
    path: "/v1/webhooks/{webhook_id}",
    tag: "webhooks",
    summary: "Change a webhook",
    description: "Replaces URL, name and events. Messages that wait go to the new URL. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    body: SaveEndpoint,
    answers: { 200: endpoint, 404: notFound, 413: tooLarge, 415: wrongType, 422: invalid, ...always },
  },
  deleteWebhook: {
    method: "delete",
    path: "/v1/webhooks/{webhook_id}",
    tag: "webhooks",
    summary: "Delete a webhook",
    description: "Deletes it with its deliveries. Messages that wait are not sent. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    answers: { 204: { description: "The webhook is deleted." }, 404: notFound, ...always },
  },
  pauseWebhook: {
    method: "post",
    path: "/v1/webhooks/{webhook_id}/pause",
    tag: "webhooks",
    summary: "Pause a webhook",
    description:
      "Messages that wait are dropped, and events are not recorded for it until you resume it. Can be repeated. Send no body. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    answers: { 200: endpoint, 404: notFound, ...always },
  },
  resumeWebhook: {
    method: "post",
    path: "/v1/webhooks/{webhook_id}/resume",
    tag: "webhooks",
    summary: "Resume a webhook",
    description: "Can be repeated. Send no body. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    answers: { 200: endpoint, 404: notFound, ...always },
  },
  rotateWebhookSecret: {
    method: "post",
    path: "/v1/webhooks/{webhook_id}/rotate-secret",
    tag: "webhooks",
    summary: "Rotate the secret of a webhook",
    description:
      `Returns a new signing secret, which is not shown again. For ${webhookLimits.overlapHours} hours, messages carry two signatures, one of each secret. ` +
      "A second rotation within that time ends the oldest secret at once. Send no body. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    answers: {
      200: { description: "The new secret.", body: json(RotatedSecret) },
      404: notFound,
      ...always,
    },
  },
  testWebhook: {
    method: "post",
    path: "/v1/webhooks/{webhook_id}/test",
    tag: "webhooks",
    summary: "Send a test event",
    description: "Sends a message of type `webhook.test`. Send no body. Scope: `webhooks:write`.",
    path_parameters: { webhook_id },
    answers: {
      202: queued,
      404: notFound,
      409: problem("The webhook is paused."),
      ...always,
    },
  },
  listDeliveries: {
    method: "get",
    path: "/v1/webhooks/{webhook_id}/deliveries",
    tag: "webhooks",
    summary: "List deliveries of a webhook",
    description:
      `Every message with its attempts, newest first, kept for ${webhookLimits.logDays} days. Paginated: pass \`next_cursor\` of one page as \`cursor\` to get the next. ` +
      "Scope: `webhooks:read`.",
    path_parameters: { webhook_id },
    query: z.object({
      cursor: z
        .string()
        .regex(/^msg_[0-9a-z]{20}$/)
        .optional()
        .meta({ description: "`next_cursor` of the previous page." }),
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "A page of results.", body: json(pageOf(EndpointDelivery)) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  redeliverMessage: {
    method: "post",
    path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
    tag: "webhooks",
    summary: "Send a message again",
    description:
      "Sends a message that was delivered, dropped or has failed once more, with the same `webhook-id` and what is true of its object now. " +
      "If it fails, it is retried as before; one that is older than two days is tried once. Send no body. Scope: `webhooks:write`.",
    path_parameters: { webhook_id, delivery_id },
    answers: {
      202: queued,
      404: { ...notFound, name: "NoDelivery", description: "The webhook or the delivery does not exist." },
      409: problem("The webhook is paused, or the message has not ended yet."),
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
