import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "#src/core/config/config.ts";
import { composeVendors } from "./compose-vendors.ts";
import { serviceVendors } from "./service-vendors.ts";

const demo = join(import.meta.dirname, "../../../../demo");

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
