import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookDeliveryList, type WebhookEvent } from "#src/contract/jobs.ts";
import { placeOf } from "#src/db/queries/sealed-columns.ts";
import { insertDelivery } from "#src/db/queries/webhook-deliveries.ts";
import { newId } from "#src/platform/ids.ts";
import { retryDelaysMs } from "#src/services/webhooks/lib/retry-delays.ts";
import { apple, ask, errorsOf, submit } from "#tests/support/api-client.ts";
import { fail } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const at = Date.UTC(2026, 0, 2);
const hook = { ...apple, webhook_url: "https://example.com/hook" };

async function failed(): Promise<string> {
  const { id } = await submit(door.url, hook);
  await fail(testApp, id, "no");
  return id;
}

async function tried(
  analysisId: string,
  attempt: number,
  answered: { status: number | null; error: string | null },
  event: WebhookEvent = "analysis.failed",
): Promise<string> {
  const id = newId("whd");
  await insertDelivery(testApp.db.sql, {
    id,
    analysisId,
    url: testApp.db.vault.seal("https://example.com/hook", placeOf("webhook_deliveries.url", id)),
    event,
    attempt,
    ...answered,
    at: at + attempt * 1000,
  });
  return id;
}

const path = (id: string, query = ""): string => `/v1/analyses/${id}/webhook-deliveries${query}`;
const list = async (id: string, query = "") =>
  WebhookDeliveryList.parse((await ask(door.url, "GET", path(id, query))).body);
const later = (attempt: number): string =>
  new Date(at + attempt * 1000 + (retryDelaysMs[attempt] ?? Number.NaN)).toISOString();

describe("a job's webhook deliveries", () => {
  test("are its attempts, newest first, with what came of each and when the next one is", async () => {
    const id = await failed();
    expect(await list(id)).toEqual({ data: [], next_cursor: null });
    const first = await tried(id, 1, { status: null, error: "the connection failed: ECONNREFUSED" });
    const second = await tried(id, 2, { status: 503, error: null });
    const common = { event: "analysis.failed", url: "https://example.com/hook" };
    expect(await list(id)).toEqual({
      data: [
        {
          ...common,
          id: second,
          attempt: 2,
          created_at: "2026-01-02T00:00:02.000Z",
          status: 503,
          error: null,
          next_attempt_at: later(2),
        },
        {
          ...common,
          id: first,
          attempt: 1,
          created_at: "2026-01-02T00:00:01.000Z",
          status: null,
          error: "the connection failed: ECONNREFUSED",
          next_attempt_at: null,
        },
      ],
      next_cursor: null,
    });
  });

  test("have no next one once it was taken, the last was made, or the job was cancelled", async () => {
    const [taken, gone, spent, cancelled] = [await failed(), await failed(), await failed(), await failed()];
    await tried(taken, 1, { status: 204, error: null });
    await tried(gone, 1, { status: 410, error: null });
    await tried(spent, retryDelaysMs.length, { status: 500, error: null });
    await tried(cancelled, 1, { status: 302, error: "redirects are not followed" });
    expect((await list(cancelled)).data).toMatchObject([{ next_attempt_at: later(1) }]);
    await ask(door.url, "DELETE", `/v1/analyses/${cancelled}`);
    for (const id of [taken, gone, spent, cancelled])
      expect((await list(id)).data).toMatchObject([{ next_attempt_at: null }]);
    await tried(cancelled, 1, { status: 500, error: null }, "analysis.cancelled");
    expect((await list(cancelled)).data.map(({ event, next_attempt_at: next }) => [event, next !== null])).toEqual(
      expect.arrayContaining([
        ["analysis.cancelled", true],
        ["analysis.failed", false],
      ]),
    );
  });

  test("come in pages, each once, also while more are made", async () => {
    const id = await failed();
    const made: string[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1)
      made.unshift(await tried(id, attempt, { status: 500, error: null }));
    const seen: string[] = [];
    let page = await list(id, "?limit=3");
    for (let attempt = 8; ; attempt += 1) {
      seen.push(...page.data.map((one) => one.id));
      await tried(id, attempt, { status: 500, error: null });
      if (page.next_cursor === null) break;
      page = await list(id, `?limit=3&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(made);
  });

  test("belong to the job alone: no other job's cursor leads anywhere, and one that cannot be is refused", async () => {
    const [one, other] = [await failed(), await failed()];
    await tried(one, 1, { status: 500, error: null });
    const foreign = await tried(other, 2, { status: 500, error: null });
    expect(await list(one, `?cursor=${foreign}`)).toEqual({ data: [], next_cursor: null });
    expect(errorsOf(await ask(door.url, "GET", path(one, "?cursor=41&limit=0")))).toMatchObject([
      { type: "string_pattern_mismatch", loc: ["query", "cursor"] },
      { type: "greater_than_equal", loc: ["query", "limit"] },
    ]);
  });

  test("are its owner's alone, with a key that may read", async () => {
    const id = await failed();
    const as = (key: string) => ask(door.url, "GET", path(id), { headers: { "x-api-key": key } });
    expect((await as(await testApp.newKey("somebody-else"))).status).toBe(404);
    const writes = await as(await testApp.newKey("local", { scopes: ["analyses:write"] }));
    expect(writes.body).toEqual({ detail: "the key lacks the scope analyses:read" });
    expect((await ask(door.url, "GET", path("ana_none"))).status).toBe(404);
  });
});
