import { expect, onTestFinished, test } from "vitest";
import { fixedClock } from "#src/core/clock.ts";
import { endpointServer, tricks } from "#tests/support/channel-servers.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { listDeliveries } from "./webhooks.ts";
import { jobBesideQueue } from "#tests/support/job-beside-queue.ts";
import { tellNow } from "#tests/support/outbox.ts";
import { retryDelaysMs } from "../outbox/public/step.ts";
import { newWebhookSecret, outside } from "./public/post.ts";
import { customerContext } from "#tests/support/contexts.ts";

const at = Date.UTC(2026, 5, 1);

test("attempts of a job's end stand together, and only its owner sees them", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  const server = await endpointServer();
  for (const owner of ["ann", "bob"]) {
    await newAccount({ db }, owner);
    const id = `ana_${owner}`;
    await jobBesideQueue(db, {
      id,
      owner,
      request: {
        ticker: "AAPL",
        trade_date: "2025-06-02",
        asset_type: "stock",
        analysts: ["market"],
        max_debate_rounds: 1,
      },
      webhook: { url: `${server.url}/hook`, secret: newWebhookSecret(), made: false },
      createdAt: at,
    });
    await db.pool.query("update analyses set status = 'failed', finished_at = created_at where id = $1", [id]);
  }
  const tried = (
    analysis: string,
    event: "analysis.failed" | "analysis.cancelled",
    attempt: number,
    status: number,
  ) => {
    server.next(tricks.word(status, ""));
    return tellNow(db, { analysis, event, network: outside(true), clock: fixedClock(at + attempt * 1000) });
  };
  await tried("ana_ann", "analysis.failed", 1, 500);
  await tried("ana_ann", "analysis.failed", 2, 204);
  await db.pool.query("update analyses set status = 'cancelled' where id = 'ana_ann'");
  await tried("ana_ann", "analysis.cancelled", 1, 503);
  for (const [index] of retryDelaysMs.entries()) await tried("ana_bob", "analysis.failed", index + 1, 500);
  const told = await listDeliveries(customerContext({ db }, "ann"));
  expect(told.map(({ event, state, nextAt, attempts }) => [event, state, nextAt, attempts.length])).toEqual([
    ["analysis.failed", "delivered", null, 2],
    ["analysis.cancelled", "retrying", at + 1000 + (retryDelaysMs[1] ?? 0), 1],
  ]);
  expect((await listDeliveries(customerContext({ db }, "bob"))).map(({ state }) => state)).toEqual(["given_up"]);
});
