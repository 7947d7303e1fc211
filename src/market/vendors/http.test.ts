import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { Cancelled, VendorFailed } from "#src/core/errors.ts";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { createPace, getAnswer, getJson, getJsonOr404, getText, type HttpOptions } from "./http.ts";

async function serve(route: Route): Promise<VendorServer> {
  const server = await startVendorServer({ "/data": route });
  onTestFinished(() => server.close());
  return server;
}

/** Options whose waits are written down and not waited for. */
function options(over: Partial<HttpOptions> = {}): { waits: number[]; options: HttpOptions } {
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  return {
    waits,
    options: { vendor: "acme", signal: new AbortController().signal, retry: { retries: 2, sleep }, ...over },
  };
}

const Price = z.object({ price: z.number() });

test("a good answer is parsed, and headers are sent", async () => {
  const server = await serve({ body: { price: 3, more: 1 } });
  const asked = options({ headers: { "user-agent": "acme me@example.org" } });
  await expect(getJson(new URL(`${server.url}/data?q=1`), Price, asked.options)).resolves.toEqual({ price: 3 });
  expect(server.requests[0]).toMatchObject({ query: { q: "1" }, headers: { "user-agent": "acme me@example.org" } });
});

test.each([
  ["a key in a header", { "x-acme-token": "secret" }, 0],
  ["no key", { "user-agent": "acme" }, 1],
])("with %s a vendor that sends a call elsewhere is followed or not", async (_name, headers, times) => {
  const elsewhere = await serve({ body: { price: 3 } });
  const server = await serve({ status: 307, headers: { location: `${elsewhere.url}/data` }, body: "" });
  const asked = options({ headers, retry: { retries: 0, sleep: async () => {} } });
  await getJson(new URL(`${server.url}/data`), Price, asked.options).catch(() => null);
  expect(elsewhere.requests).toHaveLength(times);
});

test("429 is asked again after the server's Retry-After in seconds", async () => {
  const server = await serve([{ status: 429, headers: { "retry-after": "7" } }, { body: { price: 3 } }]);
  const asked = options();
  await expect(getJson(new URL(`${server.url}/data`), Price, asked.options)).resolves.toEqual({ price: 3 });
  expect(asked.waits).toEqual([7000]);
});

test("a Retry-After date is read against the server's own clock", async () => {
  const headers = { date: "Tue, 01 Jul 2025 10:00:00 GMT", "retry-after": "Tue, 01 Jul 2025 10:00:12 GMT" };
  const server = await serve([{ status: 503, headers }, { body: "ok" }]);
  const asked = options();
  await expect(getText(new URL(`${server.url}/data`), asked.options)).resolves.toBe("ok");
  expect(asked.waits).toEqual([12_000]);
});

test("without Retry-After the pauses double, and the tries end", async () => {
  const server = await serve({ status: 500, body: "boom" });
  const asked = options();
  await expect(getText(new URL(`${server.url}/data`), asked.options)).rejects.toMatchObject({
    kind: "vendor_failed",
    vendor: "acme",
    reason: "unavailable",
  });
  expect(asked.waits).toEqual([500, 1000]);
  expect(server.requests).toHaveLength(3);
});

test("a server that asks for too long a pause is given up at once", async () => {
  const server = await serve({ status: 429, headers: { "retry-after": "3600" } });
  const asked = options();
  await expect(getText(new URL(`${server.url}/data`), asked.options)).rejects.toMatchObject({ reason: "rate_limited" });
  expect(asked.waits).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test.each([
  [401, "unauthorized"],
  [403, "unauthorized"],
  [404, "refused"],
  [400, "refused"],
  [429, "rate_limited"],
  [502, "unavailable"],
])("status %i is %s", async (status, reason) => {
  const server = await serve({ status, body: "no" });
  await expect(getText(new URL(`${server.url}/data`), options().options)).rejects.toMatchObject({
    kind: "vendor_failed",
    reason,
  });
});

test("of a page for people its words are told", async () => {
  const body =
    "<!DOCTYPE html>\n<html><head><title>SEC.gov | Request Rate</title><style>p { color: red }</style></head><body><p>Please declare your <b>traffic</b>.</p></body></html>";
  const server = await serve({ status: 403, body });
  await expect(getText(new URL(`${server.url}/data`), options().options)).rejects.toThrow(
    /answered 403: Please declare your traffic \.$/,
  );
});

test("404 can mean no data, and a 400 can be read", async () => {
  const server = await serve([
    { status: 404, body: "none" },
    { status: 400, body: "bad symbol" },
  ]);
  await expect(getJsonOr404(new URL(`${server.url}/data`), Price, options().options)).resolves.toBeNull();
  await expect(getAnswer(new URL(`${server.url}/data`), options().options)).resolves.toMatchObject({
    status: 400,
    text: "bad symbol",
  });
});

test.each([
  ["not JSON", "<html>down</html>", "not JSON"],
  ["cut off", '{"price": 3', "not JSON"],
  ["of another shape", '{"price": "3"}', "price"],
  ["null", "null", "its root"],
])("an answer that is %s is malformed", async (_name, body, said) => {
  const server = await serve({ body });
  const error = await failed(getJson(new URL(`${server.url}/data`), Price, options().options));
  expect(error.reason).toBe("malformed");
  expect(error.message).toContain(said);
});

test.each([
  ["no status line in time", { delayMs: 5000, body: "late" }],
  ["a body that stalls", { fault: "stall", body: "a long body" }],
] as const)("the deadline covers %s", async (_name, answer) => {
  const server = await serve(answer);
  const error = await failed(getText(new URL(`${server.url}/data`), options({ timeoutMs: 100 }).options));
  expect(error.reason).toBe("timeout");
});

test.each(["cut", "cut-early"] as const)("a connection that is lost (%s) is unavailable", async (fault) => {
  const server = await serve({ fault, body: "a long body" });
  expect((await failed(getText(new URL(`${server.url}/data`), options().options))).reason).toBe("unavailable");
});

test("nobody listening is unavailable", async () => {
  const server = await startVendorServer({});
  await server.close();
  expect((await failed(getText(new URL(`${server.url}/data`), options().options))).reason).toBe("unavailable");
});

test("abort in flight closes the request", async () => {
  const server = await serve({ fault: "stall", body: "a long body" });
  const abort = new AbortController();
  const asked = getText(new URL(`${server.url}/data`), options({ signal: abort.signal }).options);
  await expect.poll(() => server.requests.length).toBe(1);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
  await expect.poll(server.abandoned).toBe(1);
});

test("abort ends the pause before a retry", async () => {
  const server = await serve({ status: 429, headers: { "retry-after": "15" } });
  const abort = new AbortController();
  const { retry: _counted, ...real } = options({ signal: abort.signal }).options;
  const asked = getText(new URL(`${server.url}/data`), real);
  await expect.poll(() => server.requests.length).toBe(1);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
  expect(server.requests).toHaveLength(1);
});

test("a body over the cap is refused before it is whole", async () => {
  const server = await serve({ body: "x".repeat(33 * 1024 * 1024) });
  const error = await failed(getText(new URL(`${server.url}/data`), options().options));
  expect(error.reason).toBe("malformed");
  expect(error.message).toContain("larger");
});

test.each(["api_key", "apikey", "token"])(
  "the key in %s is in no error, also when the server says it back",
  async (name) => {
    const server = await serve({ status: 400, body: "the key s3cr3t/xyz is unknown" });
    const url = new URL(`${server.url}/data`);
    url.searchParams.set(name, "s3cr3t/xyz");
    const error = await failed(getText(url, options({ headers: { "x-token": "abc-header" } }).options));
    expect(error.message).not.toMatch(/s3cr3t|xyz/);
    expect(error.message).toContain("***");
  },
);

test("a key that the end of the quoted body would cut in two is struck out whole", async () => {
  const server = await serve({ status: 400, body: `${"x".repeat(195)}abcdefghijklmnop` });
  const error = await failed(getText(new URL(`${server.url}/data?apikey=abcdefghijklmnop`), options().options));
  expect(error.message).toMatch(/x\*\*\*$/);
});

test("the pace spaces requests over all callers", async () => {
  const server = await serve({ body: "ok" });
  const pace = createPace(25);
  const started = process.hrtime.bigint();
  await Promise.all([1, 2, 3, 4].map(() => getText(new URL(`${server.url}/data`), options({ pace }).options)));
  expect(Number(process.hrtime.bigint() - started) / 1e6).toBeGreaterThan(3 * 40 * 0.9);
});

async function failed(promise: Promise<unknown>): Promise<VendorFailed> {
  const outcome: unknown = await promise.catch((error: unknown) => error);
  if (outcome instanceof VendorFailed) return outcome;
  throw new Error(`expected VendorFailed, got ${String(outcome)}`);
}
