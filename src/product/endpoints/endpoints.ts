import {
  webhookLimits,
  type CreatedEndpoint,
  type SaveEndpoint,
  type Endpoint,
  type RotatedSecret,
  type EndpointDelivery,
} from "#src/contract/messages/webhooks.ts";
import {
  insertChannel,
  lockChannels,
  channelsOf,
  updateEndpoint,
  deleteChannel,
  pauseChannel,
  clearFailing,
  resumeChannel,
} from "../channels/queries/channels.ts";
import { Conflict } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import { requireScope, type Context } from "../context.ts";
import { newWebhookSecret } from "../webhooks/public/post.ts";
import {
  mailNewAddress,
  type Maker,
  ownEndpointLocked,
  shownEndpoint,
  checkUrl,
  sealEndpoint,
  ownEndpoint,
  targetOf,
  oneDelivery,
  shownDeliveries,
} from "./lib/own-endpoint.ts";
import { toIso } from "#src/core/clock.ts";
import { insertMessages, sendAgain } from "../outbox/queries/outbox.ts";
import { messagesOf } from "../outbox/queries/outbox-log.ts";

/**
 * The secret is shown once.
 * @param input `by` on a page; `null`: a program
 * @throws ConfirmationNeeded; InvalidField; Conflict
 */
export async function createEndpoint(
  ctx: Context,
  { wanted, ...maker }: { readonly wanted: SaveEndpoint } & Maker,
): Promise<CreatedEndpoint> {
  requireScope(ctx, "webhooks:write");
  if (maker.by !== null) requireFresh(ctx, "endpoint", maker.by);
  const { db, actor, clock, settings } = ctx;
  const { url, name, events } = wanted;
  checkUrl(url, settings);
  const [id, secret] = [newId("whe"), newWebhookSecret()];
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await lockChannels(tx, actor.owner, "endpoints")).length >= webhookLimits.perAccount)
      throw new Conflict(`an account can have ${webhookLimits.perAccount} webhooks; delete one first`);
    const sealed = sealEndpoint(db, id, { kind: "endpoint", url, secrets: [{ secret, until: null }] });
    const row = { id, owner: actor.owner, kind: "endpoint", name, events, connect: null } as const;
    await insertChannel(tx, { ...row, clientId: actor.app?.clientId ?? null, ...sealed }, now);
    await mailNewAddress(tx, ctx, maker, sealed.hint);
    return { ...shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id)), secret };
  });
}

/** One of the actor's. @throws NotFound */
export async function getEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:read");
  return shownEndpoint(ctx, await ownEndpoint(ctx, id));
}

/** The actor's, oldest first. */
export async function listEndpoints(ctx: Context): Promise<Endpoint[]> {
  requireScope(ctx, "webhooks:read");
  const endpoints = await channelsOf(ctx.db.sql, ctx.actor.owner, "endpoints");
  return endpoints.map((endpoint) => shownEndpoint(ctx, endpoint));
}

/**
 * Secrets stay.
 * @param input `by` as for a new one
 * @throws NotFound; InvalidField; ConfirmationNeeded
 */
export async function saveEndpoint(
  ctx: Context,
  { id, wanted, ...maker }: { readonly id: string; readonly wanted: SaveEndpoint } & Maker,
): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock, settings } = ctx;
  const { url, name, events } = wanted;
  checkUrl(url, settings);
  return db.transaction(async (tx) => {
    const endpoint = await ownEndpointLocked(tx, ctx, id);
    const before = targetOf(ctx, endpoint);
    const isMoved = before.url !== url;
    if (maker.by !== null && isMoved) requireFresh(ctx, "endpoint_address", maker.by);
    const sealed = sealEndpoint(db, id, { ...before, url });
    const clientId = (isMoved ? actor.app?.clientId : endpoint.madeBy?.clientId) ?? null;
    await updateEndpoint(tx, id, { name, events, clientId, ...sealed }, clock.now());
    if (isMoved) await mailNewAddress(tx, ctx, maker, sealed.hint);
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}

/** Deletes one of the actor's with its deliveries. @throws NotFound */
export async function deleteEndpoint(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "webhooks:write");
  await ctx.db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    await deleteChannel(tx, id, ctx.actor.owner);
  });
}

/** Repeatable. @throws NotFound */
export async function pauseEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  return ctx.db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    await pauseChannel(tx, id, null, ctx.clock.now());
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}

/** Its days of failure begin anew. Repeatable. @throws NotFound */
export async function resumeEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock } = ctx;
  return db.transaction(async (tx) => {
    await ownEndpointLocked(tx, ctx, id);
    if (await resumeChannel(tx, id, actor.owner, clock.now())) await clearFailing(tx, id);
    return shownEndpoint(ctx, await ownEndpointLocked(tx, ctx, id));
  });
}

/**
 * The previous secret signs for another day, older ones end.
 * @throws NotFound; ConfirmationNeeded
 */
export async function rotateSecret(
  ctx: Context,
  { id, by }: { readonly id: string; readonly by: By | null },
): Promise<RotatedSecret> {
  requireScope(ctx, "webhooks:write");
  if (by !== null) requireFresh(ctx, "endpoint_secret", by);
  const { db, clock } = ctx;
  const secret = newWebhookSecret();
  return db.transaction(async (tx) => {
    const now = clock.now();
    const endpoint = await ownEndpointLocked(tx, ctx, id);
    const before = targetOf(ctx, endpoint);
    const until = now + webhookLimits.overlapHours * 60 * 60_000;
    const previous = before.secrets.filter((one) => one.until === null).map((one) => ({ ...one, until }));
    const target = { ...before, secrets: [{ secret, until: null }, ...previous] };
    const { name, events, madeBy } = endpoint;
    await updateEndpoint(
      tx,
      id,
      { name, events: events ?? [], clientId: madeBy?.clientId ?? null, ...sealEndpoint(db, id, target) },
      now,
    );
    return { secret, previous_expires_at: toIso(until) };
  });
}

/** @throws NotFound; Conflict while paused */
export async function testEndpoint(ctx: Context, id: string): Promise<EndpointDelivery> {
  requireScope(ctx, "webhooks:write");
  const { db, actor, clock } = ctx;
  const message = newId("msg");
  return db.transaction(async (tx) => {
    const { state } = await ownEndpointLocked(tx, ctx, id);
    if (state === "paused") throw new Conflict("the webhook is paused; resume it first");
    const row = { id: message, channel: id, owner: actor.owner, once: message, collected: false };
    await insertMessages(tx, [{ ...row, data: { event: "test" } }], clock.now());
    return oneDelivery(tx.sql, id, message);
  });
}

/** Newest first. @param input `before`: last of the page before @throws NotFound */
export async function listDeliveries(
  ctx: Context,
  input: { readonly id: string; readonly before: string | null; readonly limit: number },
): Promise<{ readonly deliveries: readonly EndpointDelivery[]; readonly older: string | null }> {
  requireScope(ctx, "webhooks:read");
  const { id, before, limit } = input;
  await ownEndpoint(ctx, id);
  const { sql } = ctx.db;
  const found = await messagesOf(sql, id, { before, limit: limit + 1 });
  const deliveries = await shownDeliveries(sql, found.slice(0, limit));
  return { deliveries, older: found.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}

/** Under its own id. @throws NotFound; Conflict while paused or on its way */
export async function redeliverMessage(
  ctx: Context,
  { id, delivery }: { readonly id: string; readonly delivery: string },
): Promise<EndpointDelivery> {
  requireScope(ctx, "webhooks:write");
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const { state } = await ownEndpointLocked(tx, ctx, id);
    await oneDelivery(tx.sql, id, delivery);
    if (state === "paused") throw new Conflict("the webhook is paused; resume it first");
    if (!(await sendAgain(tx, id, delivery, clock.now()))) throw new Conflict("the message is already being delivered");
    return oneDelivery(tx.sql, id, delivery);
  });
}
