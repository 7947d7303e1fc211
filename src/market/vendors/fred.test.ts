import { expect, onTestFinished, test } from "vitest";
import type { Instrument, MarketQuery } from "#src/market/market-data.ts";
import { Cancelled } from "#src/core/errors.ts";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { createFred } from "./fred.ts";

const live = new AbortController().signal;
const http = { timeoutMs: 20_000, retry: { retries: 2, sleep: async () => {} } };
/** Of a server that stalls, which is waited for; of any other a busy machine may be that slow. */
const hasty = { ...http, timeoutMs: 300 };
const apiKey = "abcdefghijklmnopqrstuvwxyz123456";
const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple",
  assetType: "stock",
  exchange: "x",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

function query(asOf: string, series: readonly string[] = ["DGS10"]): MarketQuery {
  return { instrument: apple, from: "2025-05-01", to: "2025-06-02", asOf: Date.parse(asOf), series };
}

const close = "2025-06-02T20:00:00Z"; // 16:00 in New York, 15:00 in Chicago

async function serve(observations: Route, series: Route = { status: 500 }): Promise<VendorServer> {
  const server = await startVendorServer({ "/fred/series/observations": observations, "/fred/series": series });
  onTestFinished(() => server.close());
  return server;
}

function answer(...values: readonly (readonly [string, string])[]): object {
  const observations = values.map(([date, value]) => ({
    realtime_start: "2025-06-01",
    realtime_end: "2025-06-01",
    date,
    value,
  }));
  const frame = {
    observation_start: "2025-05-01",
    observation_end: "2025-06-02",
    units: "lin",
    output_type: 1,
    file_type: "json",
  };
  return {
    realtime_start: "2025-06-01",
    realtime_end: "2025-06-01",
    ...frame,
    count: observations.length,
    offset: 0,
    limit: 100000,
    observations,
  };
}

function refusal(message: string): { status: number; body: object } {
  return { status: 400, body: { error_code: 400, error_message: `Bad Request.  ${message}` } };
}

test("the vintage is the last day that was over in Chicago at the run's instant", async () => {
  const server = await serve({ body: answer(["2025-05-29", "4.43"], ["2025-05-30", "4.41"]) });
  const points = await createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(query(close), live);
  expect(server.requests[0]?.query).toEqual({
    series_id: "DGS10",
    realtime_start: "2025-06-01",
    realtime_end: "2025-06-01",
    observation_start: "2025-05-01",
    observation_end: "2025-06-02",
    api_key: apiKey,
    file_type: "json",
  });
  expect(points).toEqual([
    expect.objectContaining({ date: "2025-05-29", value: 4.43 }),
    {
      eventTime: Date.parse("2025-05-30T00:00:00Z"),
      availableAt: Date.parse("2025-06-02T05:00:00Z"),
      source: "fred",
      sourceId: "DGS10/2025-05-30@2025-06-01",
      series: "DGS10",
      label: "10-year Treasury yield",
      unit: "%",
      date: "2025-05-30",
      value: 4.41,
    },
  ]);
});

test.each([
  ["2025-06-03T00:00:00Z", "2025-06-01"], // a coin's end of 2 June is 19:00 of that day in Chicago
  ["2025-06-03T04:59:59Z", "2025-06-01"],
  ["2025-06-03T05:00:00Z", "2025-06-02"],
  ["2025-01-15T21:00:00Z", "2025-01-14"],
])("as of %s the vintage is %s", async (asOf, vintage) => {
  const server = await serve({ body: answer(["2025-05-30", "4.41"]) });
  const points = await createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(query(asOf), live);
  expect(server.requests[0]?.query["realtime_end"]).toBe(vintage);
  expect(points?.[0]?.availableAt).toBeLessThanOrEqual(Date.parse(asOf));
});

test("days without a value are skipped, and several series come in order of time", async () => {
  const server = await serve((request) => ({
    body:
      request.query["series_id"] === "UNRATE"
        ? answer(["2025-05-01", "4.2"])
        : answer(["2025-05-26", "."], ["2025-05-27", "4.43"]),
  }));
  const points = await createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(
    query(close, ["DGS10", "UNRATE"]),
    live,
  );
  expect(points?.map((point) => [point.series, point.date, point.value])).toEqual([
    ["UNRATE", "2025-05-01", 4.2],
    ["DGS10", "2025-05-27", 4.43],
  ]);
});

test("a series that is not in the table is described by the API", async () => {
  const description = {
    id: "MORTGAGE30US",
    title: "30-Year Fixed Rate Mortgage Average in the United States",
    units: "Percent",
    frequency: "Weekly",
  };
  const server = await serve(
    { body: answer(["2025-05-29", "6.89"]) },
    { body: { realtime_start: "2025-06-01", realtime_end: "2025-06-01", seriess: [description] } },
  );
  const points = await createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(
    query(close, ["MORTGAGE30US"]),
    live,
  );
  expect(points?.[0]).toMatchObject({ label: description.title, unit: "Percent", value: 6.89 });
});

test.each([
  ["an empty window", { body: answer() }],
  ["an unknown series", refusal("The series does not exist.")],
  ["a series without that vintage", refusal("The series does not exist in ALFRED but may exist in FRED.")],
])("%s is no data", async (_name, observations) => {
  const server = await serve(observations);
  await expect(createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(query(close), live)).resolves.toEqual([]);
});

test("without series nothing is asked", async () => {
  const server = await serve({ body: answer() });
  await expect(createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(query(close, []), live)).resolves.toEqual(
    [],
  );
  expect(server.requests).toEqual([]);
});

test("429 with Retry-After is asked again", async () => {
  const server = await serve([
    { status: 429, headers: { "retry-after": "1" }, body: "{}" },
    { body: answer(["2025-05-30", "4.41"]) },
  ]);
  await expect(
    createFred({ apiKey, baseUrl: server.url, http }).macro?.fetch(query(close), live),
  ).resolves.toHaveLength(1);
});

test.each([
  [
    "429 for ever",
    { status: 429, body: { error_code: 429, error_message: "Too Many Requests. Exceeded Rate Limit" } },
    "rate_limited",
  ],
  ["500", { status: 500, body: "oops" }, "unavailable"],
  [
    "an unknown key",
    refusal("The value for variable api_key is not registered. Read https://fred.stlouisfed.org/docs/api/api_key.html"),
    "unauthorized",
  ],
  ["another refusal", refusal(`Variable realtime_start is not a YYYY-MM-DD formatted date. ${apiKey}`), "refused"],
  ["a stall", { fault: "stall", body: answer(["2025-05-30", "4.41"]) }, "timeout"],
  ["a cut connection", { fault: "cut", body: answer(["2025-05-30", "4.41"]) }, "unavailable"],
  ["half of a JSON", { body: '{"observations": [' }, "malformed"],
  ["another shape", { body: { observations: [{ date: "30.05.2025", value: "4.41" }] } }, "malformed"],
  ["a value that is no number", { body: answer(["2025-05-30", "n/a"]) }, "malformed"],
  ["an empty value", { body: answer(["2025-05-30", ""]) }, "malformed"],
] as const)("%s is an error without the key in it", async (_name, observations, reason) => {
  const server = await serve(observations);
  const asked = createFred({ apiKey, baseUrl: server.url, http: reason === "timeout" ? hasty : http }).macro?.fetch(
    query(close),
    live,
  );
  await expect(asked).rejects.toMatchObject({ kind: "vendor_failed", vendor: "fred", reason });
  await expect(asked).rejects.toThrow(expect.not.stringContaining(apiKey));
});

test("abort in flight", async () => {
  const server = await serve({ delayMs: 20_000, body: answer() });
  const abort = new AbortController();
  const asked = createFred({ apiKey, baseUrl: server.url }).macro?.fetch(query(close, ["DGS10", "DGS2"]), abort.signal);
  await expect.poll(() => server.requests.length).toBe(2);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
});
