import { ChannelTarget } from "#src/contract/channels.ts";
import type { Endpoint } from "#src/contract/webhooks.ts";
import { findEndpoint, lockEndpoint, type StoredEndpoint } from "#src/db/queries/webhook-endpoints.ts";
import type { Tx } from "#src/db/database.ts";
import { toIso } from "#src/platform/clock.ts";
import { NotFound, SecretUnreadable } from "#src/platform/errors.ts";
import type { Context } from "../../context.ts";

export type EndpointTarget = Extract<ChannelTarget, { kind: "endpoint" }>;

/** One of the actor's. @throws NotFound */
export async function ownEndpoint(ctx: Context, id: string): Promise<StoredEndpoint> {
  const { db, actor } = ctx;
  return found(await findEndpoint(db.sql, actor.owner, id));
}

/** As `ownEndpoint`, held until the transaction ends. */
export async function ownEndpointLocked(tx: Tx, { actor }: Context, id: string): Promise<StoredEndpoint> {
  return found(await lockEndpoint(tx, actor.owner, id));
}

function found(endpoint: StoredEndpoint | null): StoredEndpoint {
  if (endpoint === null) throw new NotFound("there is no such webhook");
  return endpoint;
}

/** @throws SecretUnreadable */
export function targetOf(ctx: Context, { target }: StoredEndpoint): EndpointTarget {
  const { db } = ctx;
  const read = ChannelTarget.parse(JSON.parse(db.vault.open(target)));
  if (read.kind !== "endpoint") throw new TypeError("the target of an endpoint is another");
  return read;
}

/** Without its secrets. Of an address that does not open its host is shown. */
export function shownEndpoint(ctx: Context, endpoint: StoredEndpoint): Endpoint {
  const { id, name, events, state, reason, failingSince, createdAt, madeBy } = endpoint;
  return {
    id,
    name,
    url: urlOf(ctx, endpoint),
    events: [...events],
    status: state,
    paused_reason: reason,
    failing_since: failingSince === null ? null : toIso(failingSince),
    created_at: toIso(createdAt),
    app: madeBy === null ? null : (madeBy.name ?? "An app without a name"),
  };
}

function urlOf(ctx: Context, endpoint: StoredEndpoint): string {
  try {
    return targetOf(ctx, endpoint).url;
  } catch (error) {
    if (error instanceof SecretUnreadable) return `https://${endpoint.hint}/`;
    throw error;
  }
}
