import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InvalidInput } from "#src/core/errors.ts";
import { readSettings } from "#src/core/config/config.ts";
import { chooseData, composeVendors, serviceVendors } from "./choose-data.ts";

const demo = join(import.meta.dirname, "../../../../demo");
const own = import.meta.dirname;

function choose(symbol: string, date: string, archives: string[], online: boolean | null, env = {}): string {
  const { choice, text } = chooseData({ archives, online }, readSettings(env), symbol, date, demo);
  expect(choice.archives.every((dir) => dir.startsWith("/"))).toBe(true);
  return `${choice.archives.map((dir) => (dir === demo ? "shipped" : "named")).join("+")}${choice.online ? "+online" : ""}: ${text}`;
}

describe("where data comes from", () => {
  test.each<[string, string, string, string[], boolean | null, Record<string, string>]>([
    ["shipped: the included archive, a synthetic company", "DEMO", "2019-06-03", [], null, {}],
    ["shipped: the included archive", "^GSPC", "2019-06-03", [], null, {}],
    ["shipped: the included archive", "^GSPC", "2020-12-31", [], null, {}],
    // Outside its years the shipped index is old news, and the made-up company has no other source.
    ["+online: online vendors", "^GSPC", "2025-06-03", [], null, {}],
    ["shipped: the included archive, a synthetic company", "DEMO", "2025-06-03", [], null, {}],
    ["+online: online vendors", "AAPL", "2019-06-03", [], null, {}],
    ["shipped: the included archive", "AAPL", "2019-06-03", [], false, {}],
    ["+online: online vendors", "DEMO", "2019-06-03", [], true, {}],
    ["+online: online vendors", "DEMO", "2019-06-03", [], null, { MARKET_VENDORS: "bars=yahoo" }],
    ["named: archive data", "AAPL", "2019-06-03", [own], null, {}],
    ["named: archive data", "DEMO", "2019-06-03", [own], null, {}],
    ["named+online: archive data, online vendors", "AAPL", "2019-06-03", [own], true, {}],
    ["named: archive data", "AAPL", "2019-06-03", [], null, { MARKET_ARCHIVES: own }],
    ["named: archive data", "AAPL", "2019-06-03", [own], false, { SERVICE_ONLINE_TOOLS: "true" }],
    ["named+online: archive data, online vendors", "AAPL", "2019-06-03", [own], null, { SERVICE_ONLINE_TOOLS: "true" }],
  ])("%s for %s on %s with archives %j, online %j and %j", (expected, symbol, date, archives, online, env) => {
    expect(choose(symbol, date, archives, online, env)).toBe(expected);
  });

  test("an archive that is not there is wrong input, by the name of where it was named", () => {
    expect(() => choose("AAPL", "2019-06-03", ["/nowhere"], null)).toThrow(InvalidInput);
    expect(() => choose("AAPL", "2019-06-03", ["/nowhere"], null)).toThrow("--archive: there is no folder /nowhere");
    expect(() => choose("AAPL", "2019-06-03", [], null, { MARKET_ARCHIVES: "/nowhere" })).toThrow("MARKET_ARCHIVES");
  });
});

test("with nothing set up the archive that ships answers for its own instruments, and nothing else", async () => {
  const settings = readSettings({ CONCLAVE_HOME: "/nowhere" });
  const online = await composeVendors({ archives: [], online: true }, settings);
  const vendorChainOf = await serviceVendors(online, settings, demo);
  for (const ticker of ["DEMO", "demo", " DEMO\n", "^GSPC"]) {
    const vendors = vendorChainOf({ ticker, asset_type: "stock", trade_date: "2019-06-03" });
    expect(
      await vendors.instruments[0]?.instrument?.(ticker.trim().toUpperCase(), AbortSignal.timeout(10_000)),
    ).toMatchObject({
      symbol: ticker.trim().toUpperCase(),
    });
  }
  expect(vendorChainOf({ ticker: "AAPL", asset_type: "stock", trade_date: "2019-06-03" })).toBe(online);
  expect(vendorChainOf({ ticker: "^GSPC", asset_type: "stock", trade_date: "2025-06-02" })).toBe(online);
});

test("where an archive is named it answers alone", async () => {
  const settings = readSettings({ CONCLAVE_HOME: "/nowhere", MARKET_ARCHIVES: demo });
  const named = await composeVendors({ archives: [demo], online: false }, settings);
  expect(
    (await serviceVendors(named, settings, demo))({ ticker: "DEMO", asset_type: "stock", trade_date: "2019-06-03" }),
  ).toBe(named);
});
