import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { messageParser } from "./event-stream.ts";
import { Conclave, ConnectionError, InvalidRequestError, NotFoundError, TimeoutError, verifyWebhook } from "./main.ts";

/* The client against servers that fail. What a real service answers is in tests/contract/typescript-client.test.ts. */

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
type Answer = (response: ServerResponse, asked: Asked) => void;

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Gives one answer after another, the last one again and again. */
async function serverOf(...answers: readonly Answer[]): Promise<{ conclave: Conclave; asked: Asked[]; url: string }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body };
    asked.push(one);
    answers[Math.min(asked.length, answers.length) - 1]?.(response, one);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  const url = `http://127.0.0.1:${port}/`;
  return { conclave: new Conclave({ baseUrl: url, apiKey: "cnc_key" }), asked, url };
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
const cut: Answer = (response) => void response.destroy();
const silent: Answer = () => {};
/** A stream that says this and then ends, or breaks. */
const stream =
  (text: string, breaks = false): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(text);
    setTimeout(() => (breaks ? response.destroy() : response.end()), 20);
  };
const nothing: Answer = (response) => void response.writeHead(204).end();
const event = (id: number, type = "test"): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ seq: id, type })}\n\n`;

const job = { id: "ana_1", status: "queued" };
const demo = { ticker: "DEMO", trade_date: "2019-06-03" };

describe("a request", () => {
  test("that is sent elsewhere is not followed, as the key would go along", async () => {
    const elsewhere = await serverOf(json(job));
    const { conclave } = await serverOf(json({}, 307, { location: elsewhere.url }));
    await expect(conclave.analyses.get("ana_1")).rejects.toThrow(ConnectionError);
    expect(elsewhere.asked).toEqual([]);
  });

  test("carries key and version, and its answer is what the server said", async () => {
    const { conclave, asked } = await serverOf(json(job));
    expect(await conclave.analyses.get("ana/1")).toEqual(job);
    expect(asked).toMatchObject([{ method: "GET", url: "/v1/analyses/ana%2F1", headers: { "x-api-key": "cnc_key" } }]);
    expect(asked[0]?.headers["conclave-version"]).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("is tried again after a break and a 503, with the same idempotency key and body", async () => {
    const { conclave, asked } = await serverOf(
      cut,
      json({ detail: "starting" }, 503, { "retry-after": "0" }),
      json(job, 202, { "webhook-secret": "whsec_x" }),
    );
    expect(await conclave.analyses.create(demo)).toEqual({ ...job, webhookSecret: "whsec_x" });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(asked[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
  });

  test("of another call has another idempotency key, or the one that was named", async () => {
    const { conclave, asked } = await serverOf(json(job, 202));
    await conclave.analyses.create(demo);
    await conclave.analyses.create(demo);
    await conclave.analyses.create(demo, { idempotencyKey: "mine" });
    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("mine");
  });

  test("that must not be carried out twice is not tried again when its answer is lost", async () => {
    const { conclave, asked } = await serverOf(cut);
    await expect(conclave.lists.addInstrument("wl_1", { symbol: "DEMO" })).rejects.toBeInstanceOf(ConnectionError);
    expect(asked).toHaveLength(1);
  });

  test("that is refused fails at once, with the server's words and a code", async () => {
    const loc = ["body", "ticker"];
    const { conclave, asked } = await serverOf(
      json({ detail: "there is no analysis ana_1" }, 404, { "x-request-id": "req_7" }),
      json({ detail: [{ type: "missing", loc, msg: "Field required", input: {} }] }, 422),
      json({ detail: "this server has no signals" }, 501),
    );
    const missing = await conclave.analyses.get("ana_1").catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(NotFoundError);
    expect(missing).toMatchObject({
      message: "there is no analysis ana_1",
      status: 404,
      code: "not_found",
      requestId: "req_7",
    });
    const invalid = await conclave.analyses.create(demo).catch((error: unknown) => error);
    expect(invalid).toBeInstanceOf(InvalidRequestError);
    expect(invalid).toMatchObject({ message: "ticker: Field required", code: "invalid", errors: [{ loc }] });
    await expect(conclave.analyses.get("ana_1")).rejects.toMatchObject({ status: 501 });
    expect(asked).toHaveLength(3);
  });

  test("is given up when the server asks for more than a minute, or has failed too often", async () => {
    const { conclave, asked } = await serverOf(json({ detail: "wait" }, 429, { "retry-after": "3600" }));
    await expect(conclave.config()).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
    expect(asked).toHaveLength(1);
    const failing = await serverOf(json({ detail: "Internal Server Error" }, 500, { "retry-after": "0" }));
    await expect(failing.conclave.config({ maxRetries: 2 })).rejects.toMatchObject({ code: "server_error" });
    expect(failing.asked).toHaveLength(3);
  });

  test("ends in time, and with the caller's reason", async () => {
    const { conclave } = await serverOf(silent);
    await expect(conclave.config({ timeoutMs: 30, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError);
    const reason = new Error("enough");
    const stop = new AbortController();
    const waiting = conclave.analyses.wait("ana_1", { signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(conclave.config({ signal: stop.signal })).rejects.toBe(reason);
  });

  test("without a server fails with what the platform said", async () => {
    const conclave = new Conclave({ baseUrl: "http://127.0.0.1:9", apiKey: null, maxRetries: 0 });
    await expect(conclave.config()).rejects.toThrow(/^GET \/v1\/config got no answer: /);
  });

  test("names fields that the server ignored, each once, to the console or to whoever asks", async () => {
    const { conclave, url } = await serverOf(json(job, 202, { "conclave-ignored-fields": "colour, size" }));
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    await conclave.analyses.create(demo);
    await conclave.analyses.create(demo);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^POST \/v1\/analyses: .*colour, size/)]]);
    const told: unknown[] = [];
    const asking = new Conclave({ baseUrl: url, apiKey: null, onIgnoredFields: (...said) => void told.push(said) });
    await asking.analyses.create(demo);
    await asking.analyses.create(demo);
    expect(told).toEqual([[["colour", "size"], "POST /v1/analyses"]]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test("with an empty key, such as of an environment that sets none, carries none", async () => {
    const { url, asked } = await serverOf(json(job));
    await new Conclave({ baseUrl: url, apiKey: "" }).analyses.get("ana_1");
    expect(asked[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test.each(["cnc_…", "cnc key"])("with %j for a key is not made at all", (apiKey) => {
    expect(() => new Conclave({ baseUrl: "http://127.0.0.1:9", apiKey })).toThrow("is not an API key");
  });

  test("to another server than Conclave fails, for lists and streams too", async () => {
    const { url } = await serverOf((response) => void response.end("null"));
    const conclave = new Conclave({ baseUrl: url, apiKey: null, maxRetries: 0 });
    await expect(conclave.config()).rejects.toBeInstanceOf(ConnectionError);
    await expect(conclave.analyses.list()).rejects.toBeInstanceOf(ConnectionError);
    await expect(conclave.lists.list()).rejects.toBeInstanceOf(ConnectionError);
    await expect(conclave.analyses.stream("ana_1").next()).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("pages", () => {
  test("are one page when awaited, and all items when looped over", async () => {
    const { conclave, asked } = await serverOf(
      json({ data: [1, 2], next_cursor: "b" }),
      json({ data: [3], next_cursor: "c" }),
      json({ data: [], next_cursor: null }),
    );
    const all: unknown[] = [];
    for await (const one of conclave.batches.list({ limit: 2 })) all.push(one);
    expect(all).toEqual([1, 2, 3]);
    expect(asked.map(({ url }) => url)).toEqual([
      "/v1/batches?limit=2",
      "/v1/batches?limit=2&cursor=b",
      "/v1/batches?limit=2&cursor=c",
    ]);
    const page = await conclave.batches.list();
    expect([page.data, page.nextCursor, await page.next()]).toEqual([[], null, null]);
  });
});

describe("streams", () => {
  test("tell each event once over breaks, ends and resets, until there is no more", async () => {
    const { conclave, asked } = await serverOf(
      stream(`retry: 5\n\n${event(1)}${event(2)}id: 3\nevent: te`, true),
      cut,
      stream(`${event(3)}event: heartbeat\ndata: {}\n\n`),
      stream(`event: reset\ndata: {}\n\n${event(1, "again")}`),
      nothing,
    );
    const seen: unknown[] = [];
    for await (const { seq, type } of conclave.analyses.stream("ana_1")) seen.push([seq, type]);
    expect(seen).toEqual([
      [1, "test"],
      [2, "test"],
      [3, "test"],
      [1, "again"],
    ]);
    expect(asked.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "2", "2", "3", "1"]);
  });

  test("begin behind an event, and a server that refuses them later ends them", async () => {
    const { conclave, asked } = await serverOf(stream(event(8)), json({ detail: "the key is revoked" }, 401));
    const events = conclave.analyses.stream("ana_1", { after: 7 });
    expect(await events.next()).toMatchObject({ value: { seq: 8 } });
    await expect(events.next()).rejects.toMatchObject({ code: "unauthorized" });
    expect(asked.map(({ headers }) => headers["last-event-id"])).toEqual(["7", "8"]);
  });

  test("of signals lose none when a connection breaks before its first event", async () => {
    const { conclave, asked } = await serverOf(
      json({ data: [{ signal: { number: 41 } }], next_cursor: null }),
      stream("retry: 5\n\n", true),
      stream(event(42)),
    );
    expect(await conclave.signals.stream().next()).toMatchObject({ value: { seq: 42 } });
    expect(asked.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, undefined, "41"]);
  });

  test("are read the same wherever they are cut", () => {
    const text = "\r\n: a comment\r\nid: 4\r\nevent: a\r\ndata: x\r\ndata:y\r\n\r\nid: 5\rdata: z\r\rdata\n\ndata: cut";
    const read = (size: number) => {
      const parse = messageParser();
      return Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size))
        .flatMap((piece) => parse(piece))
        .map(({ id, event: type, data }) => [id, type, data]);
    };
    for (let size = 1; size <= text.length; size += 1)
      expect(read(size), `${size}`).toEqual([
        [4, "a", "x\ny"],
        [5, "message", "z"],
        [undefined, "message", ""],
      ]);
  });

  test("results of a batch go on behind the last whole line", async () => {
    const line = (n: number): string => `${JSON.stringify({ line: n, custom_id: `é${n}` })}\n`;
    const { conclave, asked } = await serverOf(stream(`${line(1)}${line(2)}{"li`, true), stream(line(3)));
    const seen: number[] = [];
    for await (const result of conclave.batches.results("bat_1", { include: "reports" })) seen.push(result.line);
    expect(seen).toEqual([1, 2, 3]);
    expect(asked.map(({ url }) => url)).toEqual([
      "/v1/batches/bat_1/results?include=reports",
      "/v1/batches/bat_1/results?after=2&include=reports",
    ]);
  });
});

describe("webhooks", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const other = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
  const body = JSON.stringify({ type: "analysis.succeeded", timestamp: "2026-11-21T08:21:09.044Z", data: { id: "é" } });
  const now = Date.UTC(2026, 10, 21, 8, 21, 10);
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(now / 1000),
    "webhook-signature": `v2,abc v1,!!! ${new Webhook(secret).sign("msg_1", new Date(now), body)}`,
  };

  test("are taken with the right secret, from any kind of headers, as text or bytes", async () => {
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const given of [headers, new Headers(headers), upper])
      expect(await verifyWebhook(body, given, secret, { now })).toEqual(JSON.parse(body));
    const parsedBody: unknown = JSON.parse(body);
    // @ts-expect-error: what a framework's parser leaves
    await expect(verifyWebhook(parsedBody, headers, secret, { now })).rejects.toThrow(
      /parsed already; pass the body as it came/,
    );
    expect(await verifyWebhook(new TextEncoder().encode(body), headers, [other, secret], { now })).toMatchObject({
      data: { id: "é" },
    });
  });

  test.each([
    ["another secret", body, headers, other, now],
    ["a changed body", `${body} `, headers, secret, now],
    ["another id", body, { ...headers, "webhook-id": "msg_2" }, secret, now],
    ["an old message", body, headers, secret, now + 301_000],
    ["a message from the future", body, headers, secret, now - 301_000],
    ["no timestamp", body, { ...headers, "webhook-timestamp": "soon" }, secret, now],
    ["no signature", body, { ...headers, "webhook-signature": undefined }, secret, now],
  ])("are refused with %s", async (_what, text, given, key, at) => {
    await expect(verifyWebhook(text, given, key, { now: at })).rejects.toMatchObject({
      name: "WebhookVerificationError",
    });
  });
});
