import { expect, test } from "vitest";
import { companyEvent, insiderTrade, vendorChainOf, memoryVendor, instrument } from "#tests/support/memory-vendor.ts";
import { marketOn } from "#tests/support/open-market.ts";
import { newsSection } from "#src/debate/evidence/news-and-social.ts";
import { eventText } from "./company-events.ts";

test("items are told in words, exhibits and unknown ones are not", () => {
  expect(eventText({ items: ["2.02", "9.01", "5.07", "2.02"] })).toBe(
    "announced results (2.02); shareholders voted (5.07)",
  );
  expect(eventText({ items: ["9.01", "toString"] })).toBeNull();
  expect(eventText({ items: [] })).toBeNull();
});

test("the news analyst reads them, the newest first, and only those that were public", async () => {
  const events = [
    companyEvent("2025-01-15T21:05:00Z", "5.02"),
    companyEvent("2025-03-03T21:05:00Z", "9.01"),
    companyEvent("2025-04-30T20:05:00Z", "2.02", "9.01"),
    companyEvent("2025-05-20T20:05:00Z", "5.07"),
    companyEvent("2025-06-02T20:05:00Z", "4.02"),
  ];
  const vendor = memoryVendor("papers", { bars: [], events }, [instrument("EXW")]);
  const market = await marketOn(vendorChainOf(vendor), "2025-06-02", "2025-07-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  const told = findings.filter(({ source_ids: ids }) => ids.some((id) => id.startsWith("event-")));
  expect(told.map(({ key, at, text }) => [key, at, text])).toEqual([
    ["company_event", "2025-05-20", "shareholders voted (5.07)"],
    ["results_announced", "2025-04-30", "announced results (2.02)"],
  ]);
  expect(notes.join()).not.toContain("events");
});

test("insiders' purchases and sales are added up and told, grants are not, nor what was not public yet", async () => {
  const insiders = [
    insiderTrade("2025-05-01T21:05:00Z", "P"),
    insiderTrade("2025-05-02T21:05:00Z", "A"),
    insiderTrade("2025-05-20T21:05:00Z", "P", { owner: "ROE RICHARD", shares: 5 }),
    insiderTrade("2025-05-21T21:05:00Z", "S", { price: null }),
    insiderTrade("2025-06-02T21:05:00Z", "S"),
  ];
  const vendor = memoryVendor("papers", { bars: [], insiders }, [instrument("EXW")]);
  const market = await marketOn(vendorChainOf(vendor), "2025-06-02", "2025-07-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  const told = findings.filter(({ source_ids: ids }) => ids.some((id) => id.startsWith("insider-")));
  expect(told.map(({ key, value, text }) => [key, value, text])).toEqual([
    ["insider_purchases", 1050, null],
    ["insider_trade", null, "DOE JANE (director) sold 100 shares on 2025-05-21"],
    ["insider_trade", null, "ROE RICHARD (director) bought 5 shares at $10 on 2025-05-20"],
    ["insider_trade", null, "DOE JANE (director) bought 100 shares at $10 on 2025-05-01"],
  ]);
  expect(notes.join()).not.toContain("insiders");
});
