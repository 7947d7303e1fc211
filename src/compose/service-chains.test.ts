import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "#src/platform/config.ts";
import { composeChain } from "./compose.ts";
import { serviceChains } from "./service-chains.ts";

const demo = join(import.meta.dirname, "../../demo");

test("with nothing set up the archive that ships answers for its own instruments, and nothing else", async () => {
  const settings = readSettings({ CONCLAVE_HOME: "/nowhere" });
  const online = await composeChain({ archives: [], online: true }, settings);
  const chainOf = await serviceChains(online, settings, demo);
  for (const ticker of ["DEMO", "demo", " DEMO\n", "^GSPC"]) {
    const chain = chainOf({ ticker, asset_type: "stock", trade_date: "2019-06-03" });
    expect(
      await chain.instruments[0]?.instrument?.(ticker.trim().toUpperCase(), AbortSignal.timeout(10_000)),
    ).toMatchObject({
      symbol: ticker.trim().toUpperCase(),
    });
  }
  expect(chainOf({ ticker: "AAPL", asset_type: "stock", trade_date: "2019-06-03" })).toBe(online);
  expect(chainOf({ ticker: "^GSPC", asset_type: "stock", trade_date: "2025-06-02" })).toBe(online);
});

test("where an archive is named it answers alone", async () => {
  const settings = readSettings({ CONCLAVE_HOME: "/nowhere", MARKET_ARCHIVES: demo });
  const named = await composeChain({ archives: [demo], online: false }, settings);
  expect(
    (await serviceChains(named, settings, demo))({ ticker: "DEMO", asset_type: "stock", trade_date: "2019-06-03" }),
  ).toBe(named);
});
