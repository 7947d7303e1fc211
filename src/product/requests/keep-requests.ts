import { requestLogLimits } from "#src/contract/api/requests.ts";
import { insertRequests } from "./queries/api-requests.ts";
import type { Instant } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { redacted } from "#src/core/text/redact.ts";
import { shorten } from "#src/core/text/shorten.ts";
import type { SystemContext } from "../context.ts";
import { withoutSecrets } from "./lib/without-secrets.ts";

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
