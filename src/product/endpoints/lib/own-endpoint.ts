import { ChannelTarget } from "#src/contract/messages/channels.ts";
import type { Endpoint } from "#src/contract/messages/webhooks.ts";
import { findChannel, type StoredChannel } from "#src/product/channels/queries/channels.ts";
import type { Tx } from "#src/core/db/database.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound, SecretUnreadable } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";

export type EndpointTarget = Extract<ChannelTarget, { kind: "endpoint" }>;

/** One of the actor's. @throws NotFound */
export async function ownEndpoint(ctx: Context, id: string): Promise<StoredChannel> {
  const { db, actor } = ctx;
  return found(await findChannel(db.sql, id, { owner: actor.owner, which: "endpoints" }));
}

/** As `ownEndpoint`, held until the transaction ends. */
export async function ownEndpointLocked(tx: Tx, { actor }: Context, id: string): Promise<StoredChannel> {
  return found(await findChannel(tx.sql, id, { owner: actor.owner, which: "endpoints", locks: true }));
}

function found(endpoint: StoredChannel | null): StoredChannel {
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
