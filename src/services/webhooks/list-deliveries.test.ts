import { expect, onTestFinished, test } from "vitest";
import { insertDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { retryDelaysMs } from "./lib/retry-delays.ts";
import { customerContext } from "#tests/support/contexts.ts";

const at = Date.UTC(2026, 5, 1);

test("attempts of a job's end stand together, and only its owner sees them", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  for (const owner of ["ann", "bob"]) {
    await newAccount({ db }, owner);
    await db.pool.query(
      `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at)
       values ($1, $2, 'succeeded', '{"ticker": "AAPL", "trade_date": "2025-06-02"}', '{}', 'p', 'r', now())`,
      [`ana_${owner}`, owner],
    );
  }
  const tried = (
    analysisId: string,
    event: "analysis.succeeded" | "analysis.cancelled",
    attempt: number,
    status: number,
  ) =>
    insertDelivery(db.sql, {
      id: `${analysisId} ${event} ${attempt}`,
      analysisId,
      url: { stored: "https://example.com/", place: "" },
      event,
      attempt,
      status,
      error: null,
      at: at + attempt * 1000,
    });
  await tried("ana_ann", "analysis.succeeded", 1, 500);
  await tried("ana_ann", "analysis.succeeded", 2, 204);
  await tried("ana_ann", "analysis.cancelled", 1, 503);
  await tried("ana_bob", "analysis.succeeded", retryDelaysMs.length, 500);
  const told = await listDeliveries(customerContext({ db }, "ann"));
  expect(told.map(({ event, state, nextAt, attempts }) => [event, state, nextAt, attempts.length])).toEqual([
    ["analysis.succeeded", "delivered", null, 2],
    ["analysis.cancelled", "retrying", at + 1000 + (retryDelaysMs[1] ?? 0), 1],
  ]);
  expect((await listDeliveries(customerContext({ db }, "bob"))).map(({ state }) => state)).toEqual(["given_up"]);
});
