import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { marketOn } from "#tests/support/open-market.ts";
import { vendorChainOf, fact, memoryVendor } from "#tests/support/memory-vendor.ts";
import { archiveChain } from "#tests/support/run-analysis.ts";
import { fundamentalsSection } from "#src/debate/evidence/fundamentals.ts";
import { factHistory, fundamentalMeasures } from "../fundamentals.ts";
import type { FilingFact } from "../market-data.ts";

/* What nobody should believe of filings: generated filers with one thing wrong, and the shared cases. */

const session = "2025-06-02";
type Form = { readonly form?: string; readonly currency?: string };
type Figures = Partial<Record<string, number>>;

const concepts: Readonly<Record<string, readonly [unit: "money" | "per share" | "shares", isBalance: boolean]>> = {
  Revenues: ["money", false],
  RevenueFromContractWithCustomerExcludingAssessedTax: ["money", false],
  GrossProfit: ["money", false],
  OperatingIncomeLoss: ["money", false],
  NetIncomeLoss: ["money", false],
  EarningsPerShareDiluted: ["per share", false],
  WeightedAverageNumberOfDilutedSharesOutstanding: ["shares", false],
  StockholdersEquity: ["money", true],
  Assets: ["money", true],
};

let filings = 0;

/** One annual report and its cover page. */
function report(year: number, figures: Figures, { form = "10-K", currency = "USD" }: Form = {}): FilingFact[] {
  const filed = `${year + 1}-02-20`;
  const accession = `0000000001-${year - 1999}-${String((filings += 1)).padStart(6, "0")}`;
  return Object.entries(figures).map(([concept, value = 0]) => {
    const [unit, isBalance] = concepts[concept] ?? ["shares", true];
    const isCover = concept === "EntityCommonStockSharesOutstanding";
    return fact(filed, value, {
      concept,
      unit: unit === "money" ? currency : unit === "shares" ? "shares" : `${currency}/shares`,
      start: isBalance ? null : `${year}-01-01`,
      end: isCover ? `${year + 1}-02-10` : `${year}-12-31`,
      accession,
      form,
    });
  });
}

/** A filer of that size with 100 million shares. */
function year(size = 1, shares = 1e8): Figures {
  return {
    Revenues: 4e9 * size,
    GrossProfit: 1.6e9 * size,
    OperatingIncomeLoss: 8e8 * size,
    NetIncomeLoss: 5e8 * size,
    EarningsPerShareDiluted: (5e8 * size) / shares,
    WeightedAverageNumberOfDilutedSharesOutstanding: shares,
    StockholdersEquity: 4e9,
    Assets: 1.2e10,
    EntityCommonStockSharesOutstanding: shares,
  };
}

const years = (form: Form = {}, last: Figures = {}, shares = 1e8): FilingFact[] => [
  ...report(2022, year(0.9, shares), form),
  ...report(2023, year(1, shares), form),
  ...report(2024, { ...year(1.1, shares), ...last }, form),
];

const plain = { symbol: "EXW", name: "Example Works Inc.", calendar: "XNYS", currency: "USD" };

function read(
  facts: readonly FilingFact[],
  instrument: Partial<Parameters<typeof fundamentalMeasures>[0]["instrument"]> = {},
) {
  const rawClose = { value: 141.73, date: session };
  const given = { actions: [], comparableFrom: null, rawClose, session };
  const { measures, notes, missing } = fundamentalMeasures({
    facts,
    ...given,
    instrument: { ...plain, ...instrument },
  });
  const shown = new Map(measures.filter(({ doubt }) => doubt?.kind !== "impossible").map((one) => [one.key, one]));
  const why = new Map(missing.map(({ key, reason }) => [key, reason]));
  return { value: (key: string) => shown.get(key)?.value, shown, notes, why, keys: [...shown.keys()] };
}

const valuations = ["market_cap", "pe_ttm", "ps_ttm", "pb"];

test("a filer without anything wrong has all multiples and no note", () => {
  const { value, notes } = read(years());
  expect(value("pe_ttm")).toBe(25.769);
  expect(value("market_cap")).toBe(14_173_000_000);
  expect(notes).toEqual([]);
});

describe("why a ratio is missing is told of each", () => {
  const priced = ["market_cap", "pe_ttm", "ps_ttm", "pb", "ev_to_sales", "ev_to_ebit", "fcf_yield"];

  test("where filings and price are in different currencies, pence among them", () => {
    const taiwan = read(years({ currency: "TWD" }));
    expect([...taiwan.why.keys()]).toEqual(priced);
    expect(taiwan.why.get("pe_ttm")).toBe("the company reports in TWD, and the price is in USD");
    const london = read(years({ currency: "GBP" }), { symbol: "EX.L", calendar: "XLON", currency: "GBp" });
    expect(london.why.get("pb")).toBe("the company reports in GBP, and the price is in pence (GBp)");
    expect(london.keys.filter((key) => london.why.has(key))).toEqual([]);
  });

  test("where the traded unit is not known, or a figure is not positive", () => {
    expect(read(years(), { symbol: "EX-B" }).why.get("ps_ttm")).toMatch(/^what trades is class B/);
    const loss = read(years({}, { EarningsPerShareDiluted: -1.2, NetIncomeLoss: -1.2e8 }));
    expect(loss.why.get("pe_ttm")).toBe("trailing earnings a share are not positive");
    expect(read(years({}, { StockholdersEquity: -4e8 })).why.get("pb")).toBe("shareholders' equity is not positive");
  });

  test("and nothing is said of what nobody reported", () => {
    expect([...read(years()).why.keys()]).toEqual([]);
  });
});

describe("which share", () => {
  test.each([
    ["an ADS", { name: "Example Medicines ADS" }, {}],
    ["an ADR by its long name", { name: "Example plc American Depositary Receipts" }, {}],
    ["a foreign issuer in New York", {}, { form: "20-F" }],
    ["a foreign issuer of which only a report of the year is known", {}, { form: "6-K" }],
    ["a class B by its name", { name: "Example Inc. (Class B)" }, {}],
    ["a class B by its symbol", { symbol: "EX-B" }, {}],
  ] as const)("of %s has no market value and no multiple, and the reason is told", (_, instrument, form) => {
    const { keys, notes } = read(years(form), instrument);
    expect(keys).toContain("net_margin_ttm");
    expect(keys.filter((key) => valuations.includes(key))).toEqual([]);
    expect(notes.join()).toMatch(/^valuation: .*is not known; market value and all multiples are left out/);
  });

  test.each([
    ["a Canadian filer", {}, { form: "40-F" }],
    ["a foreign issuer at home", { calendar: "XETR" }, { form: "20-F" }],
    ["a London listing", { symbol: "EX.L", calendar: "XLON" }, {}],
    ["a class A", { symbol: "EX-A", name: "Example Inc. Class A" }, {}],
    ["a company whose name only begins alike", { name: "Adstock Brands Inc." }, {}],
  ] as const)("of %s is the counted one", (_, instrument, form) => {
    expect(read(years(form), instrument).value("pe_ttm")).toBe(25.769);
  });

  property.prop([fc.constantFrom(0.5, 2, 3, 5, 8, 10, 13, 20, 100)])(
    "a known ratio gives the same multiples as shares of the traded size",
    (ratio) => {
      const counted = years({}, {}, 1e8 * ratio);
      for (const instrument of [
        { sharesPerUnit: ratio },
        { name: `Example ADS, each representing ${ratio} ordinary shares` },
      ]) {
        const { value, notes } = read(counted, instrument);
        expect(value("pe_ttm")).toBeCloseTo(25.769, 1);
        expect(value("market_cap")).toBe(14_173_000_000);
        expect(notes.join()).toContain(`one traded unit is ${ratio} shares`);
        // Earnings that are the unit's already are not multiplied again.
        const ofUnit = counted.map((one) => (one.unit === "USD/shares" ? { ...one, value: one.value * ratio } : one));
        expect(read(ofUnit, instrument).value("pe_ttm")).toBeCloseTo(25.769, 1);
      }
    },
  );

  test("earnings a share of another unit than the shares of the statements give no multiple of earnings", () => {
    const { value, notes } = read(
      years().map((one) => (one.unit === "USD/shares" ? { ...one, value: one.value * 13 } : one)),
    );
    expect([value("pe_ttm"), notes.length]).toEqual([undefined, 1]);
    expect(notes[0]).toMatch(/price to earnings is left out$/);
  });

  property.prop([fc.double({ min: 0.36, max: 0.7, noNaN: true })])(
    "a cover page that counts one class gives no market value",
    (share) => {
      const { value, notes } = read(years({}, { EntityCommonStockSharesOutstanding: Math.round(1e8 * share) }));
      expect([value("market_cap"), value("shares_outstanding"), value("pe_ttm")]).toEqual([
        undefined,
        undefined,
        25.769,
      ]);
      expect(notes.join()).toContain("one may be of one class of several");
    },
  );

  test("a cover page that lists several classes counts them all", () => {
    const classes = report(2024, { EntityCommonStockSharesOutstanding: 6e7 }).flatMap((one) => [
      one,
      { ...one, value: 4e7, sourceId: "class B" },
    ]);
    const facts = [
      ...years().filter(({ concept, filed }) => concept !== "EntityCommonStockSharesOutstanding" || filed < "2025"),
      ...classes,
    ];
    expect(read(facts).value("shares_outstanding")).toBe(1e8);
  });

  test("counts in thousands are never the count", () => {
    const cover = read(years({}, { EntityCommonStockSharesOutstanding: 1e5 }));
    expect([cover.value("market_cap"), cover.notes.length]).toEqual([undefined, 1]);
    const average = read(years().map((one) => (one.concept.startsWith("Weighted") ? { ...one, value: 1e5 } : one)));
    expect(average.value("market_cap")).toBe(14_173_000_000);
    expect(average.value("pe_ttm")).toBe(25.769);
  });

  test("shares issued since the period count where the balance sheet has them too", () => {
    const cover = { EntityCommonStockSharesOutstanding: 1.8e8 };
    expect(read(years({}, cover)).value("shares_outstanding")).toBeUndefined();
    const both = { ...cover, CommonStockSharesOutstanding: 1.79e8 };
    expect(read(years({}, both)).value("shares_outstanding")).toBe(1.8e8);
  });
});

const amended = (figures: Figures, year = 2024) =>
  report(year, figures).map((one) => ({ ...one, filed: "2025-03-15", form: "10-K/A" }));

describe("filings", () => {
  property.prop([
    fc.constantFrom("Revenues", "NetIncomeLoss", "Assets", "OperatingIncomeLoss"),
    fc.constantFrom(-6, -3, -2, -1, 1, 2, 3, 6),
  ])("an amendment off by a power of ten is set aside and named", (concept, power) => {
    const right = read(years());
    const slipped = amended({ [concept]: (year(1.1)[concept] ?? 0) * 10 ** power });
    const { shown, notes } = read([...years(), ...slipped]);
    for (const key of ["revenue_ttm", "net_margin_ttm", "ps_ttm", "operating_margin_ttm"])
      expect(shown.get(key)?.value).toBe(right.value(key));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(new RegExp(`^filings: ${concept} .* \\(10-K/A\\): .* is set aside`));
  });

  test("an amendment that corrects a slip of the report counts", () => {
    const wrong = years({}, { Revenues: 4.4e6 });
    expect(read(wrong).value("net_margin_ttm")).toBeUndefined();
    const { value, notes } = read([...wrong, ...amended({ Revenues: 4.4e9 })]);
    expect(value("net_margin_ttm")).toBe(12.5);
    expect(notes).toEqual([expect.stringMatching(/filed 2025-02-20 \(10-K\): 4,400,000 USD is set aside/)]);
  });

  test("an ordinary restatement counts", () => {
    const { value, notes } = read([...years(), ...amended({ Revenues: 4.1e9 })]);
    expect([value("revenue_ttm"), notes]).toEqual([4.1e9, []]);
  });

  test("look-ups never show what was set aside", () => {
    const known = { actions: [], comparableFrom: null, session };
    const found = factHistory([...years(), ...amended({ Revenues: 4.4e6 })], "Revenues", 3, known);
    expect(found.map(({ value }) => value)).toEqual([3.6e9, 4e9, 4.4e9]);
  });

  property.prop([fc.constantFrom(-6, -3, -1, 1, 3, 6)])(
    "a jump against both neighbours is set aside and named",
    (power) => {
      const facts = [
        ...report(2022, year(0.9)),
        ...report(2023, { ...year(1), Revenues: 4e9 * 10 ** power }),
        ...report(2024, year(1.1)),
      ];
      const { value, notes } = read(facts);
      expect(value("revenue_growth_yoy")).toBeUndefined();
      expect(value("revenue_ttm")).toBe(4.4e9);
      expect(notes.join()).toMatch(/Revenues of 2023-01-01 to 2023-12-31.* is set aside/);
    },
  );

  test("a whole report in thousands is set aside where others give the same periods", () => {
    const thousandth = (figures: Figures) =>
      Object.fromEntries(
        Object.entries(figures).map(([key, value = 0]) => [
          key,
          (concepts[key]?.[0] ?? "shares") === "money" ? value / 1000 : value,
        ]),
      );
    const last = report(2024, thousandth(year(1.1)));
    const comparatives = report(2023, thousandth(year(1))).map((one) => ({
      ...one,
      filed: "2025-02-20",
      accession: last[0]?.accession ?? "",
    }));
    const { value, notes } = read([...report(2022, year(0.9)), ...report(2023, year(1)), ...comparatives, ...last]);
    expect(value("revenue_ttm")).not.toBe(4.4e6);
    expect(value("ps_ttm") ?? 0).toBeLessThan(10);
    expect(notes.length).toBeGreaterThan(1);
  });

  test("net income above revenue contradicts its statement", () => {
    // Nothing else is stated: neither counts.
    const bare = read(
      years()
        .filter(({ concept }) => concept === "Assets")
        .concat(report(2024, { Revenues: 4.4e6, NetIncomeLoss: 5.5e8 })),
    );
    expect([bare.value("revenue_ttm"), bare.value("net_income_ttm")]).toEqual([undefined, undefined]);
    // Earnings a share say that net income is right, or wrong.
    const revenue = read(report(2024, { ...year(1.1), Revenues: 4.4e6 }));
    expect([revenue.value("revenue_ttm"), revenue.value("net_income_ttm")]).toEqual([undefined, 5.5e8]);
    expect(revenue.notes).toHaveLength(1);
    const income = read(report(2024, { ...year(1.1), NetIncomeLoss: 5.5e11 }));
    expect([income.value("revenue_ttm"), income.value("net_income_ttm")]).toEqual([4.4e9, undefined]);
  });

  test("a gain above revenue that earnings a share confirm stays, marked as unusual", () => {
    const gain = { ...year(1.1), NetIncomeLoss: 6e9, EarningsPerShareDiluted: 60 };
    const { shown, notes } = read([...report(2023, year(1)), ...report(2024, gain)]);
    expect(notes).toEqual([]);
    expect(shown.get("net_margin_ttm")).toMatchObject({ value: 136.36, doubt: { kind: "unusual" } });
  });

  test("equity above all assets is set aside", () => {
    const { value, notes } = read(years({}, { StockholdersEquity: 4e13 }));
    expect(value("pb")).toBeUndefined();
    expect(notes.join()).toMatch(/StockholdersEquity at 2024-12-31/);
  });

  property.prop([fc.double({ min: 0.05, max: 0.9, noNaN: true })])(
    "revenue from contracts never stands in for a larger total",
    (share) => {
      const contracts = "RevenueFromContractWithCustomerExcludingAssessedTax";
      const total = [2022, 2023].flatMap((one) => report(one, { ...year(1), [contracts]: Math.round(4e9 * share) }));
      const newer = report(2024, { ...year(1), [contracts]: Math.round(4e9 * share) }).filter(
        ({ concept }) => concept !== "Revenues",
      );
      const { shown } = read([...total, ...newer]);
      expect(shown.get("revenue_ttm")).toMatchObject({ value: 4e9, at: "2023-12-31" });
      expect(shown.has("net_margin_ttm")).toBe(false);
    },
  );

  test("a filer that moves from one tag to the next is followed", () => {
    const contracts = "RevenueFromContractWithCustomerExcludingAssessedTax";
    const { Revenues: revenue, ...rest } = year(1.1);
    const moved = { ...rest, [contracts]: revenue ?? 0 };
    const { shown } = read([...report(2022, year(0.9)), ...report(2023, year(1)), ...report(2024, moved)]);
    expect(shown.get("revenue_ttm")).toMatchObject({ value: 4.4e9, at: "2024-12-31" });
  });

  test("one fact in another currency changes nothing and is named", () => {
    const euro = amended({ Revenues: 4e9 }).map((one) => ({ ...one, unit: "EUR" }));
    const { shown, notes, value } = read([...years(), ...euro]);
    expect(shown.get("revenue_ttm")).toMatchObject({ value: 4.4e9, unit: "USD" });
    expect(value("pe_ttm")).toBe(25.769);
    expect(notes).toEqual(["filings: 1 fact in EUR set aside; the statements are in USD"]);
  });

  test("a filer that changes its currency is followed, and has no multiples of another one's price", () => {
    const { shown, notes } = read([
      ...years({ currency: "USD" }).filter(({ filed }) => filed < "2025"),
      ...report(2024, year(1.1), { currency: "EUR" }),
    ]);
    expect(shown.get("revenue_ttm")?.unit).toBe("EUR");
    expect(shown.has("market_cap")).toBe(false);
    expect(notes.join()).toContain("the company reports in EUR, and the price is in USD");
  });

  test("of two facts of one filing the one counts that other filings state", () => {
    const twice = years().flatMap((one) =>
      one.concept === "NetIncomeLoss" && one.filed === "2025-02-20"
        ? [one, { ...one, value: 2e8, sourceId: "part" }]
        : [one],
    );
    const later = amended({ NetIncomeLoss: 5.5e8 }).map((one) => ({ ...one, filed: "2025-01-20" }));
    expect(read([...later, ...twice]).value("net_income_ttm")).toBe(5.5e8);
    expect(read([...later, ...twice]).notes).toHaveLength(1);
  });
});

describe("the shared cases", () => {
  const folder = resolve(import.meta.dirname, "../../../../shared/cases/field");
  const isMissing = !existsSync(folder);
  test.runIf(process.env["CI"] === "true")("are there", () => expect(isMissing).toBe(false));

  async function sectionOf(name: string, symbol: string) {
    const chain = await archiveChain(`${folder}/${name}`);
    if (chain === null) throw new Error(`no case ${name}`);
    const { findings, notes } = await fundamentalsSection(await marketOn(chain, session, undefined, symbol));
    return { values: new Map(findings.map(({ key, value }) => [key, value])), notes };
  }

  test.skipIf(isMissing)("an ADS of 13 shares: no market value of 198 billion and no P/E of 354", async () => {
    const { values, notes } = await sectionOf("ads", "ONX");
    expect(valuations.filter((key) => values.has(key))).toEqual([]);
    expect(values.get("net_margin_ttm")).toBe(12.5);
    expect(notes.join()).toContain("depositary receipt");
  });

  test.skipIf(isMissing)("an amendment in thousands: a margin of 12.5 %", async () => {
    const { values, notes } = await sectionOf("amended-in-thousands", "AMX");
    expect(values.get("net_margin_ttm")).toBe(12.5);
    expect(notes.join()).toContain("4,400,000 USD is set aside");
  });
});

test("coins and indices have no filings, and are asked for none", async () => {
  const instrument = { ...plain, symbol: "^EXI", assetType: "index", exchange: "X", synthetic: false } as const;
  const vendors = vendorChainOf(memoryVendor("test", { filings: years() }, [instrument]));
  const { findings } = await fundamentalsSection(await marketOn(vendors, session, undefined, "^EXI"));
  expect(findings).toEqual([]);
});
