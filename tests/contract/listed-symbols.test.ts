import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { composeAnalysisEnvironment, onlineListings } from "#src/server/compose/analysis-environment.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { forEachKind, type VendorChain } from "#src/market/market-data.ts";
import { createYahoo } from "#src/market/vendors/yahoo.ts";
import { systemClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { followInstrument, listWatchlists, saveWatchlist } from "#src/product/signals/watchlists.ts";
import type { KnownSymbols } from "#src/product/signals/lib/watchlist.ts";
import { readCoverage } from "#src/product/signals/runs.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { startVendorServer, type ScriptedAnswer, type VendorServer } from "#tests/support/vendor-server.ts";

/* Where data comes from online vendors, they are asked for the symbols of a list when it is saved. */

const demo = join(import.meta.dirname, "../../demo");
const settings = readSettings({ CONCLAVE_HOME: "/nowhere" });
let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const notFound = {
  status: 404,
  body: { chart: { result: null, error: { code: "Not Found", description: "No data found, symbol may be delisted" } } },
};

function known(symbol: string, name: string): ScriptedAnswer {
  const meta = {
    currency: "USD",
    symbol,
    exchangeName: "NMS",
    instrumentType: "EQUITY",
    exchangeTimezoneName: "America/New_York",
    longName: name,
  };
  return { body: { chart: { result: [{ meta, indicators: { quote: [{}] } }], error: null } } };
}

/** The service's own environment with nothing set up, whose Yahoo is this server. */
async function environmentOf(
  answer: (symbol: string) => ScriptedAnswer,
): Promise<KnownSymbols & { asked(): string[] }> {
  const routes = new Proxy<Record<string, () => ScriptedAnswer>>(
    {},
    { get: (_, path) => () => answer(decodeURIComponent(String(path).split("/").at(-1) ?? "")) },
  );
  const server: VendorServer = await startVendorServer(routes);
  onTestFinished(() => server.close());
  const yahoo = createYahoo({ baseUrl: server.url, http: { retry: { retries: 1, sleep: async () => {} } } });
  const chain: VendorChain = { instruments: [yahoo], byKind: forEachKind(() => []) };
  return {
    ...(await composeAnalysisEnvironment(settings, demo, systemClock)),
    lookUp: onlineListings(settings, chain),
    asked: () => [...new Set(server.requests.map(({ path }) => decodeURIComponent(path.split("/").at(-1) ?? "")))],
  };
}

const as = (owner: string) => customerContext({ ...testApp, actor: { owner, plan: "elite", scopes: Scope.options } });
const stocks = (...symbols: readonly string[]) => symbols.map((symbol) => ({ symbol, asset_type: "stock" as const }));
const list = (...symbols: readonly string[]) => ({
  id: null,
  name: "Mine",
  instruments: stocks(...symbols),
  schedule: { kind: "close" as const },
  runs: 1,
});

test("a symbol that no source knows is refused by name, and one that is known is not asked for again", async () => {
  const environment = await environmentOf((symbol) =>
    symbol === "MSFT" ? known(symbol, "Microsoft Corp.") : notFound,
  );
  const ctx = as("ann");
  await expect(saveWatchlist(ctx, { environment, watchlist: list("DEMO", "msft", "zzzz") })).rejects.toMatchObject({
    kind: "invalid_field",
    field: "stocks",
    message: expect.stringMatching(/^zzzz: no data source knows it; check the spelling/),
  });
  expect(await listWatchlists(ctx)).toEqual([]);
  expect(environment.asked().toSorted()).toEqual(["MSFT", "ZZZZ"]);
  const {
    list: { id },
  } = await saveWatchlist(ctx, { environment, watchlist: list("DEMO", "msft") });
  const coverage = await readCoverage(ctx, { environment, symbols: ["DEMO", "MSFT", "NVDA"] });
  expect(coverage).toMatchObject({
    DEMO: { status: "held", synthetic: true },
    MSFT: { status: "found", name: "Microsoft Corp." },
    NVDA: { status: "unchecked" },
  });
  const elsewhere = await environmentOf(() => notFound);
  await saveWatchlist(as("ben"), { environment: elsewhere, watchlist: list("MSFT") });
  expect(elsewhere.asked()).toEqual([]);
  await expect(
    followInstrument(ctx, { environment, list: id, instrument: { symbol: "YYYY", asset_type: "stock" } }),
  ).rejects.toThrow("YYYY: no data source knows it");
});

test("what is in a list already stays, though its source has lost it", async () => {
  const ctx = as("cat");
  const before = await environmentOf(() => ({ status: 503, body: "down" }));
  const {
    list: { id },
  } = await saveWatchlist(ctx, { environment: before, watchlist: list("TWTR") });
  const environment = await environmentOf((symbol) => (symbol === "TWTR" ? notFound : known(symbol, symbol)));
  const {
    list: { instruments },
  } = await saveWatchlist(ctx, { environment, watchlist: { ...list("TWTR", "HPQ"), id } });
  expect(instruments).toEqual(stocks("TWTR", "HPQ"));
  expect(environment.asked()).toEqual(["HPQ"]);
});

test("a request that is repeated finds its list, though a source has come to deny its symbol meanwhile", async () => {
  const ctx = as("fay");
  const { id: _, ...watchlist } = list("QQXX");
  const create = (environment: KnownSymbols) =>
    saveWatchlist(ctx, { environment, watchlist: { ...watchlist, id: null }, idempotencyKey: "once" });
  const first = await create(await environmentOf(() => ({ status: 503, body: "down" })));
  const denying = await environmentOf(() => notFound);
  expect(await create(denying)).toMatchObject({ list: first.list, replayed: true });
  await expect(
    followInstrument(ctx, {
      environment: denying,
      list: first.list.id,
      instrument: { symbol: "QQXX", asset_type: "stock" },
    }),
  ).rejects.toThrow("QQXX is already in Mine");
  await expect(
    followInstrument(ctx, {
      environment: denying,
      list: "wl_other",
      instrument: { symbol: "QQYY", asset_type: "stock" },
    }),
  ).rejects.toThrow("no such watchlist");
  expect(denying.asked()).toEqual([]);
});

test.each([
  ["down", { status: 503, body: "down" }],
  ["asked too often", { status: 429, body: "Too Many Requests" }],
  ["something else", { body: "<html>Before you continue</html>" }],
] as const)("a source that is %s keeps nobody from saving, and is left in peace", async (_, answer) => {
  const environment = await environmentOf(() => answer);
  const symbols = Array.from(
    { length: 40 },
    (_, index) => `ZQ${String.fromCharCode(65 + (index % 26))}${index % 2 ? "A" : "B"}`,
  );
  const ctx = as("dan");
  const {
    list: { instruments },
  } = await saveWatchlist(ctx, { environment, watchlist: list(...symbols) });
  expect(instruments.map(({ symbol }) => symbol)).toEqual([...new Set(symbols)]);
  expect(environment.asked().length).toBeLessThanOrEqual(5);
  expect(await readCoverage(ctx, { environment, symbols: ["ZQAB"] })).toEqual({ ZQAB: { status: "unchecked" } });
});

test("a list of made-up symbols costs a source no more than a few questions", async () => {
  const environment = await environmentOf(() => notFound);
  const symbols = Array.from({ length: 26 }, (_, index) => `ZZ${String.fromCharCode(65 + index)}`);
  await expect(saveWatchlist(as("eve"), { environment, watchlist: list(...symbols) })).rejects.toThrow(
    "ZZA: no data source",
  );
  expect(environment.asked().length).toBeLessThan(10);
});
