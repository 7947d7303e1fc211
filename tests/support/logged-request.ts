import { systemClock } from "#src/core/clock.ts";
import type { Database } from "#src/core/db/database.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { keepRequests } from "#src/product/requests/requests.ts";
import { systemContext } from "./contexts.ts";

/** A request in an owner's log, made with a key of its own. @returns its id */
export async function logRequest(db: Database, owner: string): Promise<string> {
  const ctx = systemContext({ db, clock: systemClock });
  const { id: keyId } = await createKey(ctx, { owner, plan: null, label: "of the log", scopes: ["analyses:write"] });
  await keepRequests(ctx, [
    {
      keyId,
      at: systemClock.now(),
      method: "POST",
      path: "/v1/analyses",
      route: "/v1/analyses",
      status: 422,
      durationMs: 4,
      sentBytes: 612,
      requestId: "req_of_the_log",
      userAgent: "curl/8.14.1",
      apiVersion: "2026-11-01",
      body: { text: '{"ticker": "AAPL", "trade_date": "2025-02-30"}', whole: true },
      error: "body.trade_date: Value error, is not a day of the calendar",
    },
  ]);
  const { id } = await db.sql
    .selectFrom("api_requests")
    .select("id")
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return id;
}
