import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { ownershipXml } from "#tests/support/ownership-xml.ts";
import { readOwnershipForm } from "./edgar-filings.ts";

const sale = { date: "2025-05-01", code: "S", shares: "1000", price: "12.50", acquired: "D" };

test("each trade in shares is read with who made it, and options are left out", () => {
  const xml = ownershipXml({
    owner: "DOE &amp; SONS JANE",
    relationship:
      "<isDirector>1</isDirector><isOfficer>true</isOfficer><officerTitle>Chief\u202e Officer</officerTitle>",
    trades: [
      sale,
      { ...sale, date: "2025-05-02-04:00", code: "A", price: null, acquired: "A" },
      { ...sale, shares: "0" },
    ],
  });
  const who = { owner: "DOE & SONS JANE", role: "Chief Officer, director" };
  expect(readOwnershipForm(xml)).toEqual({
    ok: true,
    issuerCik: "0000320193",
    trades: [
      { ...who, date: "2025-05-01", code: "S", acquired: false, shares: 1000, price: 12.5 },
      { ...who, date: "2025-05-02", code: "A", acquired: true, shares: 1000, price: null },
    ],
  });
  expect(readOwnershipForm(ownershipXml({ trades: [] }))).toMatchObject({ ok: true, trades: [] });
});

const whole = ownershipXml({ trades: [sale] });

test.each([
  ["nothing", "", /not XML/],
  ["a page of HTML", "<html><body><p>Forbidden<br></body></html>", /not XML/],
  ["a truncated form", whole.slice(0, -40), /not XML/],
  ["another document", "<a><b>1</b></a>", /another shape/],
  [
    "external entities",
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${whole.replace("DOE JANE", "&e;")}`,
    /entities/,
  ],
  ["a billion laughs", `<!doctype x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${whole}`, /entities/],
  ["a huge one", whole.replace("DOE JANE", "J".repeat(1_000_001)), /too long/],
  ["a deep one", "<a>".repeat(50_000) + "</a>".repeat(50_000), /not XML that can be read|another shape/],
  ["a number that is none", ownershipXml({ trades: [{ ...sale, shares: "1e400" }] }), /transactionShares/],
  ["a day that is none", ownershipXml({ trades: [{ ...sale, date: "2025-02-30" }] }), /transactionDate/],
  [
    "a name of the language's own",
    whole.replaceAll("issuerCik", "__proto__"),
    /not XML that can be read|another shape/,
  ],
])("%s is a named problem", (_name, xml, reason) => {
  expect(readOwnershipForm(xml)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

property.prop([fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 20 })])(
  "whatever is cut out of a form or put into it, reading never throws",
  (at, cut, put) => {
    const read = readOwnershipForm(whole.slice(0, at) + put + whole.slice(at + cut));
    expect(typeof read.ok).toBe("boolean");
  },
);
