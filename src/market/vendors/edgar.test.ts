import { expect, onTestFinished, test } from "vitest";
import type { Instrument, MarketQuery } from "#src/market/market-data.ts";
import { Cancelled } from "#src/core/errors.ts";
import { type Route, startVendorServer, type VendorServer } from "#tests/support/vendor-server.ts";
import { ownershipXml } from "#tests/support/ownership-xml.ts";
import { createEdgar } from "./edgar.ts";

const live = new AbortController().signal;
const http = { timeoutMs: 20_000, retry: { retries: 2, sleep: async () => {} }, pace: async () => {} };
/** Of a server that stalls, which is waited for; of any other a busy machine may be that slow. */
const hasty = { ...http, timeoutMs: 300 };
const apple: Instrument = {
  symbol: "AAPL",
  name: "Apple",
  assetType: "stock",
  exchange: "x",
  currency: "USD",
  calendar: "XNYS",
  synthetic: false,
};

function query(asOf: string, instrument: Instrument = apple): MarketQuery {
  return { instrument, from: "2020-01-01", to: asOf.slice(0, 10), asOf: Date.parse(asOf) };
}

const tickers = {
  body: {
    "0": { cik_str: 320193, ticker: "AAPL", title: "Apple Inc." },
    "1": { cik_str: 1067983, ticker: "BRK-B", title: "BERKSHIRE HATHAWAY INC" },
  },
};
const yearly = {
  start: "2023-10-01",
  end: "2024-09-28",
  val: 93736000000,
  accn: "0000320193-24-000123",
  fy: 2024,
  fp: "FY",
  form: "10-K",
  filed: "2024-11-01",
  frame: "CY2024",
};
const balance = {
  end: "2024-09-28",
  val: 364980000000,
  accn: "0000320193-24-000123",
  fy: 2024,
  fp: "FY",
  form: "10-K",
  filed: "2024-11-01",
  frame: "CY2024Q3I",
};
const shares = {
  end: "2024-10-18",
  val: 15115823000,
  accn: "0000320193-24-000123",
  fy: 2024,
  fp: "FY",
  form: "10-K",
  filed: "2024-11-01",
};
const labelled = (units: object): object => ({ label: "A label", description: null, units });

const companyFacts = {
  cik: 320193,
  entityName: "Apple Inc.",
  facts: {
    dei: { EntityCommonStockSharesOutstanding: labelled({ shares: [shares] }) },
    "us-gaap": { NetIncomeLoss: labelled({ USD: [yearly] }), Assets: labelled({ USD: [balance] }) },
    srt: { Other: labelled({ USD: [yearly] }) },
  },
};

function submissions(rows: readonly (readonly [string, string, string])[], files: readonly object[] = []): object {
  const recent = {
    accessionNumber: rows.map(([accession]) => accession),
    filingDate: rows.map(([, filed]) => filed),
    acceptanceDateTime: rows.map(([, , accepted]) => accepted),
    form: rows.map(() => "10-K"),
  };
  return { cik: "0000320193", name: "Apple Inc.", tickers: ["AAPL"], filings: { recent, files } };
}

const accepted = submissions([["0000320193-24-000123", "2024-11-01", "2024-11-01T10:01:36.000Z"]]);
const paths = {
  facts: "/api/xbrl/companyfacts/CIK0000320193.json",
  submissions: "/submissions/CIK0000320193.json",
  tickers: "/files/company_tickers.json",
};

async function serve(over: Readonly<Record<string, Route>> = {}): Promise<VendorServer> {
  const server = await startVendorServer({
    [paths.tickers]: tickers,
    [paths.facts]: { body: companyFacts },
    [paths.submissions]: { body: accepted },
    ...over,
  });
  onTestFinished(() => server.close());
  return server;
}

function edgar(server: VendorServer, asked = http): ReturnType<typeof createEdgar> {
  const baseUrls = { www: server.url, data: server.url };
  return createEdgar({ contact: "Ann Lee ann@example.org", baseUrls, http: asked });
}

test("facts of us-gaap and dei come with their filing, and readers name themselves", async () => {
  const server = await serve();
  const facts = await edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(facts?.map((fact) => [fact.concept, fact.unit, fact.start, fact.end, fact.value])).toEqual([
    ["EntityCommonStockSharesOutstanding", "shares", null, "2024-10-18", 15115823000],
    ["Assets", "USD", null, "2024-09-28", 364980000000],
    ["NetIncomeLoss", "USD", "2023-10-01", "2024-09-28", 93736000000],
  ]);
  expect(facts?.[1]).toMatchObject({
    eventTime: Date.parse("2024-11-01T04:00:00Z"),
    filed: "2024-11-01",
    form: "10-K",
    accession: "0000320193-24-000123",
    source: "edgar",
  });
  expect(new Set(facts?.map((fact) => fact.sourceId)).size).toBe(3);
  expect(server.requests.map((request) => request.headers["user-agent"])).toEqual(
    Array(3).fill("Conclave Ann Lee ann@example.org"),
  );
});

test("facts of a foreign filer come by their IFRS tags", async () => {
  const annual = { ...yearly, form: "20-F" };
  const facts = { dei: companyFacts.facts.dei, "ifrs-full": { Revenue: labelled({ EUR: [annual] }) } };
  const server = await serve({ [paths.facts]: { body: { ...companyFacts, facts } } });
  const found = await edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(found?.map(({ concept, unit, form }) => [concept, unit, form])).toEqual([
    ["EntityCommonStockSharesOutstanding", "shares", "10-K"],
    ["Revenue", "EUR", "20-F"],
  ]);
});

test("what a company told at once comes with its items, from when it could be read", async () => {
  const filing = (accession: string, filed: string, accepted: string, form: string, items: string) => ({
    accessionNumber: accession,
    filingDate: filed,
    acceptanceDateTime: accepted,
    form,
    items,
  });
  const rows = [
    filing("0000320193-24-000120", "2024-10-31", "2024-10-31T20:30:26.000Z", "8-K", "2.02,9.01"),
    filing("0000320193-24-000119", "2024-10-10", "2024-10-10T17:00:00.000Z", "8-K/A", "5.02"),
    filing("0000320193-24-000118", "2024-10-09", "2024-10-09T17:00:00.000Z", "4", ""),
    filing("0000320193-24-000130", "2024-12-02", "2024-12-02T12:00:00.000Z", "8-K", "4.02"),
  ];
  const columns = Object.fromEntries(
    (["accessionNumber", "filingDate", "acceptanceDateTime", "form", "items"] as const).map((name) => [
      name,
      rows.map((row) => row[name]),
    ]),
  );
  const older = { name: "CIK0000320193-submissions-001.json", filingFrom: "1994-01-01", filingTo: "2015-01-01" };
  const body = { filings: { recent: columns, files: [older] } };
  const server = await serve({ [paths.submissions]: { body } });
  const events = await edgar(server).events?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(events).toMatchObject([
    { form: "8-K/A", items: ["5.02"], filed: "2024-10-10" },
    { form: "8-K", items: ["2.02", "9.01"], filed: "2024-10-31", sourceId: "0000320193-24-000120" },
  ]);
  // 20:30 in New York is after EDGAR's close: the end of the filing day is certain.
  expect(new Date(events?.[1]?.availableAt ?? 0).toISOString()).toBe("2024-11-01T00:30:26.000Z");
  expect(server.requests.some(({ path }) => path.includes("submissions-001"))).toBe(false);
});

test.each([
  ["UTC or New York's clock: the later reading", "2024-11-01", "2024-11-01T10:01:36.000Z", "2024-11-01T14:01:36.000Z"],
  ["before EDGAR opens on the filing day", "2024-11-01", "2024-11-01T04:30:00.000Z", "2024-11-01T10:00:00.000Z"],
  ["accepted the evening before", "2024-11-01", "2024-10-31T18:08:27.000Z", "2024-11-01T10:00:00.000Z"],
  ["read past the filing day", "2024-11-01", "2024-11-02T01:30:00.000Z", "2024-11-02T04:00:00.000Z"],
  ["in winter", "2024-12-02", "2024-12-02T16:30:00.000Z", "2024-12-02T21:30:00.000Z"],
  ["no time given", "2024-11-01", "", "2024-11-02T04:00:00.000Z"],
  ["not a time", "2024-11-01", "20241101100136", "2024-11-02T04:00:00.000Z"],
])("a filing is public, %s", async (_name, filed, acceptance, publicAt) => {
  const facts = { ...companyFacts, facts: { "us-gaap": { NetIncomeLoss: labelled({ USD: [{ ...yearly, filed }] }) } } };
  const server = await serve({
    [paths.facts]: { body: facts },
    [paths.submissions]: { body: submissions([[yearly.accn, filed, acceptance]]) },
  });
  const records = await edgar(server).filings?.fetch(query("2025-01-02T21:00:00Z"), live);
  expect(records?.map((fact) => new Date(fact.availableAt ?? 0).toISOString())).toEqual([publicAt]);
});

test("an old list is opened only for a filing of the run's own day", async () => {
  const file = {
    name: "CIK0000320193-submissions-001.json",
    filingCount: 1000,
    filingFrom: "1994-01-26",
    filingTo: "2024-12-31",
  };
  const older = {
    accessionNumber: [yearly.accn],
    filingDate: ["2024-11-01"],
    acceptanceDateTime: ["2024-11-01T06:01:36.000Z"],
  };
  const server = await serve({
    [paths.submissions]: { body: submissions([], [file]) },
    [`/submissions/${file.name}`]: { body: older },
  });
  const later = await edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(later?.map((fact) => fact.availableAt)).toEqual(Array(3).fill(Date.parse("2024-11-02T04:00:00Z")));
  expect(server.requests.some((request) => request.path.includes("-001"))).toBe(false);
  const sameDay = await edgar(server).filings?.fetch(query("2024-11-01T20:00:00Z"), live);
  expect(sameDay?.map((fact) => fact.availableAt)).toEqual(Array(3).fill(Date.parse("2024-11-01T10:01:36Z")));
});

test("a fact that one filing carries twice stays two records", async () => {
  const exact = { ...yearly, val: 93736000001 };
  const server = await serve({
    [paths.facts]: {
      body: { ...companyFacts, facts: { "us-gaap": { NetIncomeLoss: labelled({ USD: [yearly, exact] }) } } },
    },
  });
  const facts = await edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(new Set(facts?.map((fact) => fact.sourceId)).size).toBe(2);
  expect(facts?.map((fact) => fact.value)).toEqual([93736000000, 93736000001]);
});

test("the list of tickers is read once, and again for a ticker it does not have", async () => {
  const server = await serve();
  const vendor = edgar(server);
  await vendor.filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  await vendor.filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(server.requests.filter((request) => request.path === paths.tickers)).toHaveLength(1);
  await expect(
    vendor.filings?.fetch(query("2024-11-04T21:00:00Z", { ...apple, symbol: "0700.HK" }), live),
  ).resolves.toEqual([]);
  expect(server.requests.filter((request) => request.path === paths.tickers)).toHaveLength(2);
});

test.each([
  [
    "a filer without XBRL",
    { [paths.facts]: { status: 404, body: "<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>" } },
  ],
  ["a filer without facts", { [paths.facts]: { body: { ...companyFacts, facts: {} } } }],
])("%s has no data", async (_name, over) => {
  const server = await serve(over);
  await expect(edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live)).resolves.toEqual([]);
});

test("without submissions the filing day stands", async () => {
  const server = await serve({ [paths.submissions]: { status: 404, body: "" } });
  const facts = await edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(facts?.[0]?.availableAt).toBe(Date.parse("2024-11-02T04:00:00Z"));
});

test.each(["crypto", "index"] as const)("a %s files nothing, and nobody is asked", async (assetType) => {
  const server = await serve();
  await expect(
    edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z", { ...apple, assetType }), live),
  ).resolves.toEqual([]);
  expect(server.requests).toEqual([]);
});

test("without a contact it says so and asks nobody", async () => {
  const server = await serve();
  const vendor = createEdgar({ contact: null, baseUrls: { www: server.url, data: server.url } });
  const asked = vendor.filings?.fetch(query("2024-11-04T21:00:00Z"), live);
  await expect(asked).rejects.toMatchObject({ reason: "unauthorized" });
  await expect(asked).rejects.toThrow(/set edgar=YOUR_EMAIL in MARKET_ACCESS/);
  expect(server.requests).toEqual([]);
});

test("429 with Retry-After is asked again", async () => {
  const server = await serve({
    [paths.facts]: [{ status: 429, headers: { "retry-after": "1" } }, { body: companyFacts }],
  });
  await expect(edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live)).resolves.toHaveLength(3);
});

test.each([
  ["429 for ever", { status: 429, body: "Request Rate Threshold Exceeded" }, "rate_limited"],
  ["403", { status: 403, body: "Your Request Originates from an Undeclared Automated Tool" }, "unauthorized"],
  ["500", { status: 500, body: "oops" }, "unavailable"],
  ["a stall", { fault: "stall", body: companyFacts }, "timeout"],
  ["a cut connection", { fault: "cut", body: companyFacts }, "unavailable"],
  ["half of a JSON", { body: '{"facts": {' }, "malformed"],
  [
    "another shape",
    { body: { facts: { "us-gaap": { NetIncomeLoss: { units: { USD: [{ ...yearly, val: "93736000000" }] } } } } } },
    "malformed",
  ],
  ["no facts at all", { body: { cik: 320193 } }, "malformed"],
] as const)("%s is an error and never an empty answer", async (_name, facts, reason) => {
  const server = await serve({ [paths.facts]: facts });
  await expect(
    edgar(server, reason === "timeout" ? hasty : http).filings?.fetch(query("2024-11-04T21:00:00Z"), live),
  ).rejects.toMatchObject({
    kind: "vendor_failed",
    vendor: "edgar",
    reason,
  });
});

test("columns of unequal length are an error", async () => {
  const body = {
    filings: { recent: { accessionNumber: ["a", "b"], acceptanceDateTime: ["2024-11-01T10:01:36.000Z"] }, files: [] },
  };
  const server = await serve({ [paths.submissions]: { body } });
  await expect(edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), live)).rejects.toMatchObject({
    reason: "malformed",
  });
});

test("abort in flight", async () => {
  const server = await serve({ [paths.facts]: { delayMs: 20_000, body: companyFacts } });
  const abort = new AbortController();
  const asked = edgar(server).filings?.fetch(query("2024-11-04T21:00:00Z"), abort.signal);
  await expect.poll(() => server.requests.length).toBe(2);
  abort.abort();
  await expect(asked).rejects.toBeInstanceOf(Cancelled);
});

const insiderForms = (rows: readonly (readonly [accession: string, filed: string, form: string])[]): Route => ({
  body: {
    filings: {
      recent: {
        accessionNumber: rows.map(([accession]) => accession),
        filingDate: rows.map(([, filed]) => filed),
        acceptanceDateTime: rows.map(([, filed]) => `${filed}T17:00:00.000Z`),
        form: rows.map(([, , form]) => form),
        primaryDocument: rows.map(() => "xslF345X05/form4.xml"),
      },
      files: [],
    },
  },
});
const bought = { date: "2024-10-08", code: "P", shares: "10", price: "200", acquired: "A" };

test("insiders' trades in the company's own shares come from when they could be read; later forms are not asked for", async () => {
  const server = await serve({
    [paths.submissions]: insiderForms([
      ["0000320193-24-000003", "2024-12-02", "4"],
      ["0000320193-24-000002", "2024-10-10", "4"],
      ["0000320193-24-000009", "2024-10-10", "4/A"],
      ["0000320193-24-000001", "2024-10-09", "4"],
    ]),
    "/Archives/edgar/data/320193/000032019324000002/form4.xml": { body: ownershipXml({ trades: [bought, bought] }) },
    "/Archives/edgar/data/320193/000032019324000001/form4.xml": {
      body: ownershipXml({ cik: "0000000042", trades: [bought] }),
    },
  });
  const trades = await edgar(server).insiders?.fetch(query("2024-11-04T21:00:00Z"), live);
  expect(trades).toMatchObject([
    { sourceId: "0000320193-24-000002/1", filed: "2024-10-10", code: "P", shares: 10, price: 200 },
    { sourceId: "0000320193-24-000002/2", filed: "2024-10-10" },
  ]);
  expect(new Date(trades?.[0]?.availableAt ?? 0).toISOString()).toBe("2024-10-10T21:00:00.000Z");
  expect(server.requests.filter(({ path }) => path.includes("Archives"))).toHaveLength(2);
});

test("a form that is no sound XML fails the answer by its name", async () => {
  const server = await serve({
    [paths.submissions]: insiderForms([["0000320193-24-000002", "2024-10-10", "4"]]),
    "/Archives/edgar/data/320193/000032019324000002/form4.xml": { body: "<!DOCTYPE a><ownershipDocument/>" },
  });
  await expect(edgar(server).insiders?.fetch(query("2024-11-04T21:00:00Z"), live)).rejects.toMatchObject({
    reason: "malformed",
    message: expect.stringMatching(/0000320193-24-000002 cannot be used: it declares entities/),
  });
});
