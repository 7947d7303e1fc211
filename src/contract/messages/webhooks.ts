import { z } from "zod";
import { channelLimits, ChannelName, type Happening, type MessageState } from "./channels.ts";

/** Of the webhooks of an account. */
export const webhookLimits = {
  perAccount: 10,
  /** How long the old secret still signs after a rotation. */
  overlapHours: 24,
  /** An endpoint that fails for this long is paused. */
  pauseAfterDays: 5,
  /** Characters of a response that are kept. */
  response: 300,
  logDays: channelLimits.logDays,
} as const;

/** What an account's webhook can be told of, by the names of messages. */
export const endpointEvents = {
  "analysis.succeeded": "An analysis you started succeeds.",
  "analysis.failed": "An analysis you started fails.",
  "analysis.condition_broken": "A condition that would break the rating of an analysis you started is met.",
  "batch.finished": "Every line of a batch has ended.",
  "backtest.succeeded": "A backtest succeeds.",
  "backtest.failed": "A backtest fails.",
  "signal.published": "A new signal of your watchlists, or a live signal if your plan has them.",
  "signal.rating_changed": "A new signal whose rating differs from the one before.",
  "signal.level_hit": "A close reaches the stop or target of a signal.",
  "signal.settled": "A mark of a signal is settled: its return at a horizon is final.",
  "signal.expired": "The horizon of a signal ends without a newer one.",
  "signal.condition_broken": "A condition that would break the rating of a signal is met.",
  "list.run_failed": "A scheduled run of a watchlist ends without a signal.",
  "deposit.credited": "A deposit is added to your balance.",
  "plan.ending": "Your plan is about to end.",
} as const;

export const EndpointEvent = z.enum([
  "analysis.succeeded",
  "analysis.failed",
  "analysis.condition_broken",
  "batch.finished",
  "backtest.succeeded",
  "backtest.failed",
  "signal.published",
  "signal.rating_changed",
  "signal.level_hit",
  "signal.settled",
  "signal.expired",
  "signal.condition_broken",
  "list.run_failed",
  "deposit.credited",
  "plan.ending",
]) satisfies z.ZodType<keyof typeof endpointEvents>;
export type EndpointEvent = z.infer<typeof EndpointEvent>;

/** The names of an event's subject in messages, the most telling first. */
function namesOf(happening: Happening): readonly EndpointEvent[] {
  switch (happening.event) {
    case "analysis_ended":
      return happening.ok === false ? ["analysis.failed"] : ["analysis.succeeded"];
    case "own_condition_broken":
      return ["analysis.condition_broken"];
    case "batch_ended":
      return ["batch.finished"];
    case "backtest_ended":
      return happening.ok ? ["backtest.succeeded"] : ["backtest.failed"];
    case "signal_published":
      return ["signal.published"];
    case "rating_changed":
      return ["signal.rating_changed", "signal.published"];
    case "level_hit":
      return ["signal.level_hit"];
    case "mark_settled":
      return ["signal.settled"];
    case "signal_expired":
      return ["signal.expired"];
    case "condition_broken":
      return ["signal.condition_broken"];
    case "run_failed":
      return ["list.run_failed"];
    case "deposit_credited":
      return ["deposit.credited"];
    case "plan_ending":
      return ["plan.ending"];
    // Programs read /v1/portfolios.
    case "portfolio_alert":
      return [];
  }
}

/** `null`: it is not told. */
export function eventFor(events: readonly EndpointEvent[], happening: Happening): EndpointEvent | null {
  return namesOf(happening).find((name) => events.includes(name)) ?? null;
}

const EndpointUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .regex(/^[^\u0000-\u0020\u007f-\u00a0]+$/)
  .refine((value) => value.isWellFormed())
  .meta({ format: "uri" });

/** As it is made or changed. */
export const SaveEndpoint = z.object({
  url: EndpointUrl,
  name: ChannelName.default("Webhook").meta({ description: "Helps you tell your webhooks apart." }),
  events: z
    .array(EndpointEvent)
    .min(1)
    .max(EndpointEvent.options.length)
    .transform((events) => [...new Set(events)])
    .meta({ description: "What to send." }),
});
export type SaveEndpoint = z.infer<typeof SaveEndpoint>;

export const Endpoint = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  events: z.array(EndpointEvent),
  status: z.enum(["active", "paused"]),
  paused_reason: z
    .string()
    .nullable()
    .meta({ description: "Why we paused it. Null if it is active or was paused by you." }),
  failing_since: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Since when every attempt has failed. Null if the last one succeeded." }),
  created_at: z.iso.datetime(),
  app: z.string().nullable().meta({
    description:
      "The connected app that made it or set its URL; it is deleted when you disconnect that app. Null if you did, or a key.",
  }),
});
export type Endpoint = z.infer<typeof Endpoint>;

const NewSecret = z.object({
  secret: z.string().meta({ description: "`whsec_` and base64. It is returned only here." }),
});
export const CreatedEndpoint = Endpoint.extend(NewSecret.shape);
export type CreatedEndpoint = z.infer<typeof CreatedEndpoint>;
export const RotatedSecret = NewSecret.extend({
  previous_expires_at: z.iso.datetime().meta({ description: "Until then, messages are signed with both secrets." }),
});
export type RotatedSecret = z.infer<typeof RotatedSecret>;

export const DeliveryStatus = z.enum(["pending", "delivered", "failed", "dropped"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;
export const deliveryStatusOf: Readonly<Record<MessageState, DeliveryStatus>> = {
  waiting: "pending",
  held: "pending",
  queued: "pending",
  collected: "pending",
  digested: "delivered",
  sent: "delivered",
  failed: "failed",
  dropped: "dropped",
};

export const EndpointAttempt = z.object({
  number: z.int().positive(),
  created_at: z.iso.datetime(),
  status: z.int().nullable().meta({ description: "Null if there was no response." }),
  error: z.string().nullable(),
  response: z
    .string()
    .nullable()
    .meta({ description: `The first ${webhookLimits.response} characters of the response.` }),
});
export const EndpointDelivery = z.object({
  id: z.string().meta({ description: "The `webhook-id` of the message, the same on every attempt." }),
  event: z.union([EndpointEvent, z.literal("webhook.test")]),
  status: DeliveryStatus,
  reason: z.string().nullable().meta({ description: "Why it failed, was dropped or is tried again." }),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
  attempts: z.array(EndpointAttempt).meta({ description: "Newest first." }),
});
export type EndpointDelivery = z.infer<typeof EndpointDelivery>;

/** A message as an endpoint gets it. */
export const EndpointMessage = z.object({
  type: z.union([EndpointEvent, z.literal("webhook.test")]),
  timestamp: z.iso.datetime().meta({ description: "When it happened." }),
  data: z.record(z.string(), z.unknown()).meta({
    description:
      "The object the event is about, such as `analysis`, `batch`, `backtest` or `signal`, and what is known of the event besides.",
  }),
});
export type EndpointMessage = z.infer<typeof EndpointMessage>;
