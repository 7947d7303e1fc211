import { ChannelTarget } from "#src/contract/messages/channels.ts";
import {
  type Endpoint,
  deliveryStatusOf,
  eventFor,
  EndpointEvent,
  type EndpointDelivery,
} from "#src/contract/messages/webhooks.ts";
import { findChannel, type StoredChannel } from "#src/product/channels/queries/channels.ts";
import type { Tx, Database, Sql } from "#src/core/db/database.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound, SecretUnreadable, InvalidField } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import type { Sealed } from "#src/core/vault.ts";
import { destinationOf } from "#src/product/channels/public/destination.ts";
import { refuseHiddenHost } from "#src/core/network/private-hosts.ts";
import { attemptsOf, messagesOf, type StoredAttempt } from "#src/product/outbox/queries/outbox-log.ts";
import type { ChannelMessage } from "#src/product/outbox/queries/outbox.ts";
import type { By } from "#src/product/accounts/public/fresh-sign-in.ts";

export type EndpointTarget = Extract<ChannelTarget, { kind: "endpoint" }>;

/** One of the actor's. @throws NotFound */
export async function ownEndpoint(ctx: Context, id: string): Promise<StoredChannel> {
  const { db, actor } = ctx;
  return existing(await findChannel(db.sql, id, { owner: actor.owner, which: "endpoints" }));
}

/** As `ownEndpoint`, held until the transaction ends. */
export async function ownEndpointLocked(tx: Tx, { actor }: Context, id: string): Promise<StoredChannel> {
  return existing(await findChannel(tx.sql, id, { owner: actor.owner, which: "endpoints", locks: true }));
}

function existing(endpoint: StoredChannel | null): StoredChannel {
  if (endpoint === null) throw new NotFound("there is no such webhook");
  return endpoint;
}

/** @throws SecretUnreadable */
export function targetOf(ctx: Context, { target }: StoredChannel): EndpointTarget {
  const { db } = ctx;
  const read = target === null ? null : ChannelTarget.parse(JSON.parse(db.vault.open(target)));
  if (read?.kind !== "endpoint") throw new TypeError("the target of an endpoint is another");
  return read;
}

/** Without secrets; of an address its host. */
export function shownEndpoint(ctx: Context, endpoint: StoredChannel): Endpoint {
  const { id, name, events, state, reason, failingSince, createdAt, madeBy } = endpoint;
  return {
    id,
    name,
    url: urlOf(ctx, endpoint),
    events: [...(events ?? [])],
    status: state === "paused" ? "paused" : "active",
    paused_reason: reason,
    failing_since: failingSince === null ? null : toIso(failingSince),
    created_at: toIso(createdAt),
    app: madeBy === null ? null : (madeBy.name ?? "An app without a name"),
  };
}

function urlOf(ctx: Context, endpoint: StoredChannel): string {
  try {
    return targetOf(ctx, endpoint).url;
  } catch (error) {
    if (error instanceof SecretUnreadable) return `https://${endpoint.hint}/`;
    throw error;
  }
}

interface SealedEndpoint {
  readonly target: Sealed;
  readonly hint: string;
  readonly destination: string;
}

/** As far as can be said without asking for it (ADR 20). @throws InvalidField */
export function checkUrl(url: string, settings: Context["settings"]): void {
  refuseHiddenHost("url", url, settings);
  const { username, password } = new URL(url);
  if (username !== "" || password !== "")
    throw new InvalidField("url", null, "must not contain a user name or password");
}

export function sealEndpoint({ vault }: Pick<Database, "vault">, id: string, target: EndpointTarget): SealedEndpoint {
  return {
    target: vault.seal(JSON.stringify(target), placeOf("channels.sealed_target", id)),
    hint: new URL(target.url).host,
    destination: destinationOf(target),
  };
}

/** Messages with their attempts, as their owner sees them. */
export async function shownDeliveries(db: Sql, stored: readonly ChannelMessage[]): Promise<EndpointDelivery[]> {
  const attempts = await attemptsOf(
    db,
    stored.map(({ id }) => id),
  );
  const byMessage = Map.groupBy(attempts, ({ message }) => message);
  return stored.map((one) => shown(one, byMessage.get(one.id) ?? []));
}

/** @throws NotFound */
export async function oneDelivery(db: Sql, endpoint: string, id: string): Promise<EndpointDelivery> {
  const [found] = await shownDeliveries(db, await messagesOf(db, endpoint, { id, limit: 1 }));
  if (found === undefined) throw new NotFound("there is no such delivery");
  return found;
}

function shown(
  { id, data, state, reason, createdAt, dueAt }: ChannelMessage,
  attempts: readonly StoredAttempt[],
): EndpointDelivery {
  const named = data.event === "test" || data.event === "digest" ? null : eventFor(EndpointEvent.options, data);
  return {
    id,
    event: named ?? "webhook.test",
    status: deliveryStatusOf[state],
    reason,
    created_at: toIso(createdAt),
    next_attempt_at: dueAt === null ? null : toIso(dueAt),
    attempts: attempts.map(({ number, status, error, answer, at }) => ({
      number,
      created_at: toIso(at),
      status,
      error,
      response: answer,
    })),
  };
}

/** Somebody on a page, an app, or a program with a key. */
export interface Maker {
  readonly by: By | null;
  /** `null`: the service does not know its address. */
  readonly origin?: string | null;
}

/** Not of what their own keys do. */
export async function mailNewAddress(tx: Tx, ctx: Context, { by, origin }: Maker, host: string): Promise<void> {
  const { actor, queue, clock } = ctx;
  const from = by?.origin ?? origin ?? null;
  if ((by === null && actor.app === undefined) || from === null) return;
  await queue.enqueueMail(tx, {
    kind: "account_changed",
    userId: actor.owner,
    origin: from,
    at: clock.now(),
    change: "endpoint_added",
    subject: by === null && actor.app !== undefined ? `${host} (set by the app ${actor.app.name})` : host,
  });
}
