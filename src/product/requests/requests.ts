import {
  type LoggedRequestDetail,
  type LoggedRequest,
  type RequestFilter,
  requestLogLimits,
} from "#src/contract/api/requests.ts";
import { findRequest, listRequests as query, routesAsked, insertRequests } from "./queries/api-requests.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context, type SystemContext } from "../context.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { redacted, withoutSecrets } from "#src/core/text/redact.ts";
import { shorten } from "#src/core/text/shorten.ts";

/** A request of one of the actor's keys, with its body. @throws NotFound */
export async function getRequest(ctx: Context, id: string): Promise<LoggedRequestDetail> {
  requireScope(ctx, "requests:read");
  const found = await findRequest(ctx.db.sql, ctx.actor.owner, id);
  if (found === null) throw new NotFound("there is no such request");
  return found;
}

/** Newest first. @param input `before`: last of the page before */
export async function listRequests(
  ctx: Context,
  input: { readonly filter: RequestFilter; readonly before: string | null; readonly limit: number },
): Promise<{ readonly requests: readonly LoggedRequest[]; readonly older: string | null }> {
  requireScope(ctx, "requests:read");
  const { filter, before, limit } = input;
  const found = await query(ctx.db.sql, ctx.actor.owner, filter, { before, limit: limit + 1 });
  const requests = found.slice(0, limit);
  return { requests, older: found.length > limit ? (requests.at(-1)?.id ?? null) : null };
}

/** The routes that the actor's keys were used for, for a filter. */
export async function listRoutesAsked(ctx: Context): Promise<string[]> {
  requireScope(ctx, "requests:read");
  return routesAsked(ctx.db.sql, ctx.actor.owner);
}

export interface MadeRequest {
  readonly keyId: string;
  readonly at: Instant;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly sentBytes: number | null;
  readonly requestId: string;
  readonly userAgent: string | null;
  readonly apiVersion: string;
  /** `null` where there was none or it was not read. */
  readonly body: { readonly text: string; readonly whole: boolean } | null;
  readonly error: string | null;
}

/** Without secrets; of long texts the beginning. */
export async function keepRequests(ctx: SystemContext, made: readonly MadeRequest[]): Promise<void> {
  const { body: mostBody, path: mostPath, userAgent: mostAgent, error: mostError } = requestLogLimits;
  const rows = made.map(({ body, path, userAgent, error, durationMs, ...rest }) => {
    const bare = body === null ? null : storable(withoutSecrets(body.text));
    return {
      ...rest,
      id: newId("log"),
      durationMs: Math.round(durationMs),
      path: shorten(storable(redacted(path)), mostPath),
      userAgent: userAgent === null ? null : shorten(storable(userAgent), mostAgent),
      error: error === null ? null : shorten(storable(error), mostError),
      body: bare === null ? null : storable(bare.slice(0, mostBody)),
      bodyCut: body !== null && bare !== null && (!body.whole || bare.length > mostBody),
    };
  });
  await insertRequests(ctx.db.sql, rows);
}

/** Postgres keeps neither NUL nor half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll("\0", "\ufffd").toWellFormed();
}
