import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebhookDeliveryList, type WebhookEvent } from "#src/contract/jobs/jobs.ts";
import { fixedClock } from "#src/core/clock.ts";
import { retryDelaysMs } from "#src/product/outbox/public/step.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { apple, ask, errorsOf, submit } from "#tests/support/api-client.ts";
import { endpointServer, tricks, type ChannelServer } from "#tests/support/channel-servers.ts";
import { fail } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { tellNow } from "#tests/support/outbox.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ settings: { webhookAllowPrivate: true } });
});
afterAll(() => testApp.drop());

const at = Date.UTC(2026, 0, 2);
const network = outside(true);

async function failed({ url }: ChannelServer): Promise<string> {
  const { id } = await submit(door.url, { ...apple, webhook_url: `${url}/hook?token=mine` });
  await fail(testApp, id, "no");
  return id;
}

/** One attempt, made at a second of its own. @returns its id */
async function tried(analysis: string, number: number, event: WebhookEvent = "analysis.failed"): Promise<string> {
  await tellNow(testApp.db, { analysis, event, network, clock: fixedClock(at + number * 1000) });
  return (await list(analysis)).data[0]?.id ?? "";
}

const path = (id: string, query = ""): string => `/v1/analyses/${id}/webhook-deliveries${query}`;
const list = async (id: string, query = "") =>
  WebhookDeliveryList.parse((await ask(door.url, "GET", path(id, query))).body);
const later = (attempt: number): string =>
  new Date(at + attempt * 1000 + (retryDelaysMs[attempt] ?? Number.NaN)).toISOString();

describe("a job's webhook deliveries", () => {
  test("are its attempts, newest first, with what came of each and when the next one is", async () => {
    const server = await endpointServer();
    server.next(tricks.dropped(), tricks.word(503, ""));
    const id = await failed(server);
    expect(await list(id)).toEqual({ data: [], next_cursor: null });
    const [first, second] = [await tried(id, 1), await tried(id, 2)];
    const common = { event: "analysis.failed", url: `${server.url}/hook` };
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
          error: "the connection failed: ECONNRESET",
          next_attempt_at: null,
        },
      ],
      next_cursor: null,
    });
  });

  test("have no next one once it was taken, the last was made, or the job was cancelled", async () => {
    const server = await endpointServer();
    const ended = async (...statuses: number[]): Promise<string> => {
      const id = await failed(server);
      server.next(...statuses.map((status) => tricks.word(status, "")));
      for (const [index] of statuses.entries()) await tried(id, index + 1);
      return id;
    };
    const [taken, gone, cancelled] = [await ended(204), await ended(410), await ended(302)];
    const spent = await ended(...retryDelaysMs.map(() => 500));
    expect((await list(cancelled)).data).toMatchObject([
      { error: "redirects are not followed", next_attempt_at: later(1) },
    ]);
    await ask(door.url, "DELETE", `/v1/analyses/${cancelled}`);
    for (const id of [taken, gone, cancelled]) expect((await list(id)).data).toMatchObject([{ next_attempt_at: null }]);
    expect((await list(spent)).data).toEqual(
      retryDelaysMs.map(() => expect.objectContaining({ next_attempt_at: null })),
    );
    server.next(tricks.word(500, ""));
    await tried(cancelled, 1, "analysis.cancelled");
    expect((await list(cancelled)).data.map(({ event, next_attempt_at: next }) => [event, next !== null])).toEqual(
      expect.arrayContaining([
        ["analysis.cancelled", true],
        ["analysis.failed", false],
      ]),
    );
  });

  test("come in pages, each once, also while more are made", async () => {
    const server = await endpointServer();
    server.next(...retryDelaysMs.map(() => tricks.word(500, "")));
    const id = await failed(server);
    const made: string[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) made.unshift(await tried(id, attempt));
    const seen: string[] = [];
    let page = await list(id, "?limit=3");
    for (let attempt = 8; ; attempt += 1) {
      seen.push(...page.data.map((one) => one.id));
      await tried(id, attempt);
      if (page.next_cursor === null) break;
      page = await list(id, `?limit=3&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(made);
  });

  test("belong to the job alone: no other job's cursor leads anywhere, and one that cannot be is refused", async () => {
    const server = await endpointServer();
    const [one, other] = [await failed(server), await failed(server)];
    await tried(one, 1);
    const foreign = await tried(other, 2);
    expect(await list(one, `?cursor=${foreign}`)).toEqual({ data: [], next_cursor: null });
    expect(errorsOf(await ask(door.url, "GET", path(one, "?cursor=41&limit=0")))).toMatchObject([
      { type: "string_pattern_mismatch", loc: ["query", "cursor"] },
      { type: "greater_than_equal", loc: ["query", "limit"] },
    ]);
  });

  test("are its owner's alone, with a key that may read", async () => {
    const id = await failed(await endpointServer());
    const as = (key: string) => ask(door.url, "GET", path(id), { headers: { "x-api-key": key } });
    expect((await as(await testApp.newKey("somebody-else"))).status).toBe(404);
    const writes = await as(await testApp.newKey("local", { scopes: ["analyses:write"] }));
    expect(writes.body).toEqual({ detail: "the key lacks the scope analyses:read" });
    expect((await ask(door.url, "GET", path("ana_none"))).status).toBe(404);
  });
});
