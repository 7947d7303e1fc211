import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { WebhookEvent } from "#src/contract/jobs/jobs.ts";
import { Job } from "#src/contract/jobs/analysis.ts";
import { finishAnalysis, setCancelled, startRunning } from "#src/product/analyses/queries/analyses.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { systemClock } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { freshDatabase, testVault, type FreshDatabase } from "#tests/support/database.ts";
import { outside, type Network, newWebhookSecret } from "./public/post.ts";
import { retryDelaysMs } from "../outbox/public/retries.ts";
import { jobBesideQueue } from "#tests/support/job-beside-queue.ts";
import { tellNow } from "#tests/support/outbox.ts";
import { isPublicAddress } from "#src/core/network/private-hosts.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly heard: Heard[];
}

/** A web server on every address of this machine. */
async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage, nth: number) => void,
): Promise<Receiver> {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    heard.push({ method: request.method ?? "", path: request.url ?? "", headers, body: await text(request) });
    answer(response, request, heard.length);
  });
  await new Promise<void>((done) => server.listen(0, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { port: address.port, url: `http://127.0.0.1:${address.port}/hook`, heard };
}

function answering(status: number, headers: Record<string, string> = {}): Promise<Receiver> {
  return receiver((response) => void response.writeHead(status, headers).end("thank you"));
}

const secret = newWebhookSecret();

/** A failed job with this webhook. */
async function endedJob(url: string | null): Promise<string> {
  const id = newId("ana");
  const createdAt = Date.parse("2026-01-02T03:04:05Z");
  await jobBesideQueue(fresh.db, {
    id,
    owner: "ann",
    request: {
      ticker: "AAPL",
      trade_date: "2025-06-02",
      asset_type: "stock",
      analysts: ["market"],
      max_debate_rounds: 1,
    },
    webhook: url === null ? null : { url, secret, made: false },
    createdAt,
  });
  await fresh.db.transaction(async (tx) => {
    await startRunning(tx, id, createdAt);
    await finishAnalysis(tx, id, createdAt + 1000, { status: "failed", error: "the model does not answer" });
  });
  return id;
}

const everywhere: Network = { ...outside(true), timeoutMs: 3000 };

function attempt(
  analysisId: string,
  { network = everywhere, event = "analysis.failed" }: { network?: Network; event?: WebhookEvent } = {},
): Promise<{ done: boolean }> {
  return tellNow(fresh.db, { network, analysis: analysisId, event });
}

async function deliveries(id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await fresh.db.pool.query<{ id: string; url: string } & Record<string, unknown>>(
    `select t.id, t.url, m.event, t.number as attempt, t.status, t.error
     from outbox m join outbox_attempts t on t.message = m.id where m.analysis_id = $1 order by t.created_at, t.number`,
    [id],
  );
  return rows.map((row) => ({
    ...row,
    url: testVault.open({ stored: row.url, place: placeOf("webhook_deliveries.url", row.id) }),
  }));
}

/** One attempt at a receiver; whether it is over, and what the log says. */
async function outcome(url: string, network?: Network): Promise<{ done: boolean; status: unknown; error: unknown }> {
  const id = await endedJob(url);
  const { done } = await attempt(id, network === undefined ? {} : { network });
  const [row] = await deliveries(id);
  return { done, status: row?.["status"], error: row?.["error"] };
}

describe("a delivery", () => {
  test("is the job, signed so that the library of Standard Webhooks accepts it, with one id for all attempts", async () => {
    const { url, heard } = await receiver(
      (response, _request, nth) => void response.writeHead(nth === 1 ? 500 : 204).end(),
    );
    const id = await endedJob(url);
    expect(await attempt(id)).toEqual({ done: false });
    expect(await attempt(id)).toEqual({ done: true });
    const read = heard.map(({ method, headers, body }) => {
      expect({ method, type: headers["content-type"] }).toEqual({ method: "POST", type: "application/json" });
      return new Webhook(secret).verify(body, headers);
    });
    expect(read[0]).toEqual({
      type: "analysis.failed",
      timestamp: "2026-01-02T03:04:06.000Z",
      data: expect.objectContaining({ id, status: "failed", error: "the model does not answer" }),
    });
    expect(Job.safeParse(Object(read[0]).data).success).toBe(true);
    expect(read[1]).toEqual(read[0]);
    expect(new Set(heard.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(() => new Webhook(newWebhookSecret()).verify(heard[0]?.body ?? "", heard[0]?.headers ?? {})).toThrow(
      "No matching signature found",
    );
    expect(await deliveries(id)).toMatchObject([
      { event: "analysis.failed", url, attempt: 1, status: 500, error: null },
      { event: "analysis.failed", url, attempt: 2, status: 204, error: null },
    ]);
  });

  test.each([
    [200, true],
    [204, true],
    [299, true],
    [410, true],
    [304, false],
    [400, false],
    [404, false],
    [429, false],
    [500, false],
    [503, false],
  ])("that is answered with %d is over: %s", async (status, done) => {
    expect(await outcome((await answering(status)).url)).toEqual({ done, status, error: null });
  });

  test("that is not answered in time is tried again", async () => {
    const { url } = await receiver(() => {});
    expect(await outcome(url, { ...everywhere, timeoutMs: 150 })).toEqual({
      done: false,
      status: null,
      error: "no response within 0.15 s",
    });
  });

  test("whose connection is cut, or refused, is tried again", async () => {
    const cut = await receiver((_response, request) => void request.socket.destroy());
    expect(await outcome(cut.url)).toEqual({ done: false, status: null, error: "the connection failed: ECONNRESET" });
    expect(await outcome("http://127.0.0.1:1/")).toEqual({
      done: false,
      status: null,
      error: "the connection failed: ECONNREFUSED",
    });
  });

  test("says the same of a name that leads inside and of one that there is none of", async () => {
    const said = async (resolve: () => Promise<readonly string[]>) =>
      (await outcome("http://localhost:1/", { ...everywhere, resolve, allowed: isPublicAddress })).error;
    const missing = Object.assign(new Error("getaddrinfo ENOTFOUND localhost"), { code: "ENOTFOUND" });
    const answers = [() => Promise.resolve(["10.0.0.7"]), () => Promise.reject(missing), () => Promise.resolve([])];
    expect(new Set(await Promise.all(answers.map(said)))).toEqual(new Set(["the host is not public"]));
  });

  test("does not wait for an answer that never ends", async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
      };
      response.on("drain", pour);
      pour();
    });
    expect(await outcome(url)).toEqual({ done: true, status: 200, error: null });
  });

  test("leaves no secret in the log", async () => {
    const { url, port, heard } = await answering(500);
    const id = await endedJob(url.replace("http://", "http://user:passw0rd@").concat("?token=t0ken"));
    await attempt(id);
    expect(heard[0]).toMatchObject({
      path: "/hook?token=t0ken",
      headers: { authorization: `Basic ${btoa("user:passw0rd")}` },
    });
    const log = await deliveries(id);
    expect(log).toMatchObject([{ url: `http://127.0.0.1:${port}/hook` }]);
    for (const word of [secret, secret.slice(6), "passw0rd", "t0ken", heard[0]?.headers["webhook-signature"] ?? ""])
      expect(JSON.stringify(log)).not.toContain(word);
  });

  test("of a job that was cancelled meanwhile is left to the cancellation's own", async () => {
    const { url, heard } = await answering(200);
    const id = await endedJob(url);
    await fresh.db.transaction((tx) => setCancelled(tx, id, systemClock.now()));
    expect(await attempt(id)).toEqual({ done: true });
    expect(heard).toEqual([]);
    expect(await attempt(id, { event: "analysis.cancelled" })).toEqual({ done: true });
    expect(JSON.parse(heard[0]?.body ?? "")).toMatchObject({
      type: "analysis.cancelled",
      data: { status: "cancelled", error: null },
    });
  });

  test("of a job without a webhook is over", async () => {
    expect(await attempt(await endedJob(null))).toEqual({ done: true });
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("with %d is a failure, and is not followed", async (status) => {
    const end = await answering(200);
    const start = await answering(status, { location: `http://127.0.0.1:${end.port}/moved` });
    expect(await outcome(start.url)).toEqual({ done: false, status, error: "redirects are not followed" });
    expect(start.heard).toHaveLength(1);
    expect(end.heard).toEqual([]);
  });

  test("to nowhere is one too", async () => {
    expect(await outcome((await answering(301)).url)).toEqual({
      done: false,
      status: 301,
      error: "redirects are not followed",
    });
  });
});

describe("without leave to use private addresses", () => {
  const internet: Network = { ...outside(false), timeoutMs: 3000 };
  /** As if 127.0.0.2 were an address of the internet. */
  const public2: Network = { ...internet, allowed: (address) => address === "127.0.0.2" };

  test.each(["127.0.0.1", "localhost", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"])(
    "%s is not asked",
    async (host) => {
      const { port, heard } = await answering(200);
      expect(await outcome(`http://${host}:${port}/`, internet)).toEqual({
        done: false,
        status: null,
        error: "the host is not public",
      });
      expect(heard).toEqual([]);
    },
  );

  test("neither is a name that leads to this machine", async () => {
    const { port, heard } = await answering(200);
    // The tests' own guard lets no other name through to the connection; whose addresses they are is for the resolver to say.
    expect(
      await outcome(`http://localhost:${port}/`, { ...internet, resolve: () => Promise.resolve(["127.0.0.1"]) }),
    ).toMatchObject({ done: false, error: "the host is not public" });
    expect(
      await outcome(`http://localhost:${port}/`, {
        ...internet,
        resolve: () => Promise.resolve(["1.1.1.1", "127.0.0.1"]),
      }),
    ).toMatchObject({ done: false });
    expect(heard).toEqual([]);
  });

  test("a name that leads outside first and inside then is asked outside only", async () => {
    const askedAt: string[] = [];
    const both = await receiver((response, request) => {
      askedAt.push(request.socket.localAddress?.replace("::ffff:", "") ?? "");
      response.writeHead(500).end();
    });
    const answers = ["127.0.0.2", "127.0.0.1"];
    const rebinding: Network = { ...public2, resolve: () => Promise.resolve([answers.shift() ?? "127.0.0.1"]) };
    const id = await endedJob(`http://localhost:${both.port}/`);
    for (const _ of [1, 2]) expect(await attempt(id, { network: rebinding })).toEqual({ done: false });
    expect(await deliveries(id)).toMatchObject([
      { status: 500, error: null },
      { status: null, error: "the host is not public" },
    ]);
    expect(askedAt).toEqual(["127.0.0.2"]);
  });
});

test("the attempts go on for about a day", () => {
  const hours = retryDelaysMs.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(26);
  expect(retryDelaysMs[0]).toBe(0);
});
