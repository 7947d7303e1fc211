import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { Cancelled, VendorFailed } from "#src/core/errors.ts";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import type { Instrument, MarketQuery, Vendor } from "../market-data.ts";
import { createAlphaVantage } from "./alpha-vantage.ts";
import { createFinnhub } from "./finnhub.ts";
import { createGdelt } from "./gdelt.ts";
import { createPace } from "./http.ts";
import { createReddit } from "./reddit.ts";
import { createStocktwits } from "./stocktwits.ts";

const apiKey = "sEcReT/k3y+1";

const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple Inc.",
  assetType: "stock",
  exchange: "NASDAQ",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

const query: MarketQuery = {
  instrument: apple,
  from: "2025-06-25",
  to: "2025-07-01",
  asOf: Date.parse("2025-07-01T20:00:00Z"),
};

interface Case {
  readonly name: string;
  readonly path: string;
  readonly create: (baseUrl: string, timeoutMs: number) => Vendor;
  readonly keyed: boolean;
  /** An answer with one record. */
  readonly good: unknown;
}

const cases: readonly Case[] = [
  {
    name: "gdelt",
    keyed: false,
    path: "/api/v2/doc/doc",
    create: (baseUrl, timeoutMs) => createGdelt({ baseUrl, timeoutMs, pace: createPace(10_000) }),
    good: {
      articles: [
        { url: "https://example.com/1", title: "Apple rises", seendate: "20250630T120000Z", domain: "example.com" },
      ],
    },
  },
  {
    name: "alpha-vantage",
    keyed: true,
    path: "/query",
    create: (baseUrl, timeoutMs) => createAlphaVantage({ apiKey, baseUrl, timeoutMs }),
    good: {
      items: "1",
      feed: [
        {
          title: "Apple rises",
          url: "https://example.com/1",
          time_published: "20250630T120000",
          ticker_sentiment: [{ ticker: "AAPL", relevance_score: "0.9" }],
        },
      ],
    },
  },
  {
    name: "finnhub",
    keyed: true,
    path: "/api/v1/company-news",
    create: (baseUrl, timeoutMs) => createFinnhub({ apiKey, baseUrl, timeoutMs }),
    good: [
      {
        id: 7,
        datetime: 1_751_284_800,
        headline: "Apple rises",
        summary: "",
        source: "Wire",
        url: "https://example.com/1",
      },
    ],
  },
  {
    name: "stocktwits",
    keyed: false,
    path: "/api/2/streams/symbol/AAPL.json",
    create: (baseUrl, timeoutMs) => createStocktwits({ baseUrl, timeoutMs }),
    good: {
      response: { status: 200 },
      messages: [{ id: 1, body: "$AAPL up", created_at: "2025-06-30T12:00:00Z", entities: { sentiment: null } }],
    },
  },
  {
    name: "reddit",
    keyed: false,
    path: "/r/stocks+investing+wallstreetbets/search.json",
    create: (baseUrl, timeoutMs) => createReddit({ userAgent: "conclave-test", baseUrl, timeoutMs }),
    good: {
      kind: "Listing",
      data: {
        children: [
          { kind: "t3", data: { name: "t3_a", title: "Apple rises", selftext: "", created_utc: 1_751_284_800 } },
        ],
      },
    },
  },
];

const now = { "retry-after": "0" };

describe.each(cases)("$name", ({ name, path, create, keyed, good }) => {
  /** What a vendor repeats in its errors: the key, where it got one. */
  const echo = keyed ? apiKey : "";

  async function serve(route: Route): Promise<VendorServer> {
    const server = await startVendorServer({ [path]: route });
    onTestFinished(() => server.close());
    return server;
  }

  async function ask(
    server: VendorServer,
    signal = new AbortController().signal,
    timeoutMs = 5000,
  ): Promise<readonly unknown[]> {
    const vendor = create(server.url, timeoutMs);
    const source = vendor.news ?? vendor.social;
    if (source === undefined) throw new Error(`${vendor.name} has neither news nor posts`);
    return source.fetch(query, signal);
  }

  async function failure(server: VendorServer, timeoutMs?: number): Promise<VendorFailed> {
    const error = await ask(server, undefined, timeoutMs).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof VendorFailed)) throw new Error("no VendorFailed", { cause: error });
    expect(error.vendor).toBe(name);
    // The whole error with its causes, as a log would print it.
    const printed = inspect(error, { depth: 10 });
    expect(printed).not.toContain(apiKey);
    expect(printed).not.toContain(encodeURIComponent(apiKey));
    return error;
  }

  test("a good answer is one record under the vendor's name", async () => {
    const server = await serve({ body: good });
    await expect(ask(server)).resolves.toMatchObject([
      { source: name, availableAt: Date.parse("2025-06-30T12:00:00Z") },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test("429 with Retry-After is asked again", async () => {
    const server = await serve([{ status: 429, headers: now, body: "slow down" }, { body: good }]);
    await expect(ask(server)).resolves.toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  test("429 again and again is rate_limited, and the asking ends", async () => {
    const server = await serve({ status: 429, headers: now, body: `too many ${echo}` });
    expect((await failure(server)).reason).toBe("rate_limited");
    expect(server.requests).toHaveLength(3);
  });

  test("5xx again and again is unavailable", async () => {
    const server = await serve({ status: 503, headers: now, body: "<html>down</html>" });
    expect((await failure(server)).reason).toBe("unavailable");
  });

  test("401 is unauthorized, also when the answer repeats the key", async () => {
    const server = await serve({ status: 401, body: `your key ${echo} is unknown` });
    expect((await failure(server)).reason).toBe("unauthorized");
  });

  test("an answer that stalls is a timeout", async () => {
    const server = await serve({ body: good, fault: "stall" });
    expect((await failure(server, 150)).reason).toBe("timeout");
  });

  test.each(["cut", "cut-early"] as const)("a connection that is %s is unavailable", async (fault) => {
    const server = await serve({ body: good, fault });
    expect((await failure(server)).reason).toBe("unavailable");
  });

  test.each([
    ["half an answer", JSON.stringify(good).slice(0, -2)],
    ["an HTML page", "<!doctype html><title>Just a moment…</title>"],
    ["nothing at all", ""],
    ["another shape", { articles: 5, feed: 5, messages: 5, data: 5 }],
    [
      "records of another shape",
      { articles: [{}], feed: [{}], messages: [{}], kind: "Listing", data: { children: [{}] } },
    ],
    ["null", "null"],
    ["a number", "5"],
  ])("%s is never no data", async (_what, body) => {
    const server = await serve({ body });
    expect(["malformed", "refused"]).toContain((await failure(server)).reason);
  });

  test("an abort in flight is Cancelled, and the request is given up", async () => {
    const server = await serve({ body: good, fault: "stall" });
    const controller = new AbortController();
    const answer = ask(server, controller.signal);
    const ended = answer.catch((error: unknown) => error);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await ended).toBeInstanceOf(Cancelled);
    await expect.poll(() => server.abandoned()).toBe(1);
  });

  test("an abort before the start asks nothing", async () => {
    const server = await serve({ body: good });
    await expect(ask(server, AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
    expect(server.requests).toEqual([]);
  });
});
