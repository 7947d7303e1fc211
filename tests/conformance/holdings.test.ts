import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Holdings } from "#src/contract/holdings/holdings.ts";
import { adviseHoldings } from "#src/debate/holdings/advise.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import type { Brief, Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { promptText, renderPrompt } from "#src/debate/reasoners/prompt.ts";
import { answerOf, createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { createScriptedReasoner } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import type { Bar, VendorChain } from "#src/market/market-data.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { company, MONDAY } from "#tests/support/company.ts";
import { startReasoner } from "#tests/support/llm-reasoner.ts";
import { conclaveScript, type ScriptRequest } from "#tests/support/model-script.ts";
import { bar, instrument, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";

let demo: VendorChain;
beforeAll(async () => {
  demo = vendorChainOf(await openArchive(join(import.meta.dirname, "../../demo")));
});

const rules = createRulesReasoner();
const signal = new AbortController().signal;

const book = (changes: object = {}): Holdings =>
  Holdings.parse({
    currency: "USD",
    cash: "50000",
    positions: [{ symbol: "DEMO", quantity: "731", cost_basis: "20000" }],
    ...changes,
  });

async function demoRunOn(tradeDate: string, vendors = demo, ticker = "DEMO", reasoner: Reasoner = rules) {
  const { outcome, calls } = await finishedRun({ vendors, reasoner, ticker, tradeDate });
  return { run: outcome.run, calls };
}

/** The rules engine under another name, so that what it says is read as a model's. */
function scripted(told: Brief<unknown>[], changes: (brief: Brief<unknown>) => object = () => ({})): Reasoner {
  return createScriptedReasoner({
    provider: "scripted",
    models: { deep: "deep", quick: "quick" },
    usesTools: false,
    script: (brief) => {
      told.push(brief);
      return { answer: { ...answerOf(brief), ...changes(brief) } };
    },
  });
}

// Dates of the demo on which the rules engine comes to each opinion.
test.each([
  ["2018-02-22", "Buy", "731", ["keep", "add", "trim"]],
  ["2019-06-11", "Hold", "731", ["keep"]],
  ["2019-06-11", "Hold", null, ["stay_out"]],
  ["2018-02-22", "Buy", null, ["open"]],
] as const)(
  "on %s a %s for a holder of %s is one of %j, with the figures of the book",
  async (day, rating, quantity, actions) => {
    const { run } = await demoRunOn(day);
    expect(run.result.rating).toBe(rating);
    const before = JSON.stringify(run);
    const positions = quantity === null ? [] : [{ symbol: "demo", quantity, cost_basis: "20000" }];
    const advice = await adviseHoldings(
      { vendors: demo, reasoner: rules, checkpoint: noCheckpoint, signal },
      run,
      book({ positions }),
    );
    expect(actions).toContain(advice.action);
    expect(advice.checks.filter(({ outcome }) => outcome === "fail")).toEqual([]);
    expect(advice.voices.map(({ agent }) => agent)).toEqual([
      "trader",
      "aggressive",
      "neutral",
      "conservative",
      "portfolio_manager",
    ]);
    expect(advice.voices.map(({ text }) => text).join("\n")).not.toMatch(/\{\{|no figure/);
    const price = run.manifest.evidence.find(({ key }) => key === "close")?.value ?? 0;
    expect(advice.book.value).toBe((50_000 + Number(quantity ?? 0) * price).toFixed(2));
    expect(JSON.stringify(run)).toBe(before);
  },
);

test("nobody hears of the book before the opinion is settled, and everybody does after it", async () => {
  const told: Brief<unknown>[] = [];
  const reasoner = scripted(told);
  const { run, calls } = await demoRunOn("2018-02-22", demo, "DEMO", reasoner);
  const debated = calls.map(({ prompt }) => promptText(prompt));
  told.length = 0;
  const tools = { vendors: demo, reasoner, checkpoint: noCheckpoint, signal };
  await adviseHoldings(tools, run, book({ limits: { largest_position_pct: 12.3 } }));
  expect(told.map(({ agent }) => agent)).toEqual([
    "trader",
    "aggressive",
    "neutral",
    "conservative",
    "portfolio_manager",
  ]);
  for (const brief of told) {
    const prompt = promptText(renderPrompt(brief));
    expect(prompt).toContain("Held of this instrument, negative for short: 731 shares");
    expect(prompt).toContain("no position above 12.3 % of the book");
  }
  for (const prompt of debated) expect(prompt).not.toMatch(/731|HOLDER|Held of this instrument/);
  // Another holder of the same run: the debate is not asked again, so it cannot differ.
  told.length = 0;
  await adviseHoldings(tools, run, book({ positions: [] }));
  expect(told).toHaveLength(5);
  expect(promptText(renderPrompt(told[0] ?? expect.fail("nobody spoke")))).not.toContain("731");
});

test("what a model proposes against the rating or the limits is shown as not adopted, and replaced by nothing", async () => {
  const { run } = await demoRunOn("2019-06-11");
  const reasoner = scripted([], ({ agent }) =>
    agent === "portfolio_manager" ? { action: "add", quantity: 5000 } : {},
  );
  const advice = await adviseHoldings({ vendors: demo, reasoner, checkpoint: noCheckpoint, signal }, run, book());
  expect(advice).toMatchObject({
    action: null,
    quantity: null,
    computed: { action: "keep" },
    not_adopted: { agent: "portfolio_manager", action: "add", quantity: "5000" },
  });
  expect(advice.not_adopted?.reason).toMatch(/contradicts the rating Hold\..*the cash is 50000\.00/);
});

test("a model reads the book as evidence, points at it, and code writes its figures", async () => {
  const plain = conclaveScript({ proseLength: 120 });
  const asked: ScriptRequest[] = [];
  const { reasoner } = await startReasoner({
    script: (request) => {
      if (!request.prompt.includes("THE HOLDER'S BOOK")) return plain(request);
      asked.push(request);
      const weight = /\[(M\d+)\] Weight of this instrument in the book/.exec(request.prompt)?.[1];
      return { text: `The position is {{${weight}}} of the book [${weight}].`, action: "add", quantity: 1, points: [] };
    },
  });
  const { run } = await demoRunOn("2018-02-22", demo, "DEMO", reasoner);
  expect(run.result.rating).toBe("Overweight");
  const few = book({ positions: [{ symbol: "DEMO", quantity: "5" }] });
  const advice = await adviseHoldings({ vendors: demo, reasoner, checkpoint: noCheckpoint, signal }, run, few);
  expect(asked).toHaveLength(5);
  expect(advice).toMatchObject({ action: "add", quantity: "1", after: { quantity: "6" }, problem: null });
  expect(new Set(advice.voices.map(({ text }) => text))).toEqual(new Set(["The position is 1% of the book."]));
  // What all have read before stands first, so that providers find it again.
  const [first] = asked;
  for (const { prompt } of asked) expect(prompt.slice(0, 2000)).toBe(first?.prompt.slice(0, 2000));
});

test("a run without an opinion says nothing about the book but its figures, and asks nobody", async () => {
  const { run } = await demoRunOn("2020-03-09");
  const told: Brief<unknown>[] = [];
  const tools = { vendors: demo, reasoner: scripted(told), checkpoint: noCheckpoint, signal };
  const advice = await adviseHoldings(tools, run, book());
  expect(advice).toMatchObject({
    action: null,
    computed: null,
    voices: [],
    problem: expect.stringMatching(/no opinion/),
  });
  expect(advice.held).toBe("731");
  expect(told).toEqual([]);
});

test("a budget that does not cover it leaves the opinion as it is and says so", async () => {
  const { run } = await demoRunOn("2019-06-11");
  const poor = { ...run, usage: { ...run.usage, budget_usd: "0.10", cost_usd: "0.09" } };
  const reasoner: Reasoner = { ...scripted([]), estimate: () => "0.02" };
  const advice = await adviseHoldings({ vendors: demo, reasoner, checkpoint: noCheckpoint, signal }, poor, book());
  expect(advice).toMatchObject({
    action: null,
    computed: { action: "keep" },
    problem: expect.stringMatching(/budget of \$0\.10/),
  });
});

/** Each instrument with bars of its own. */
function twoStocks(later: number): VendorChain {
  const bars = company().bars ?? [];
  const other = bars.map((one, index) => bar(one.date, one.close * (1 + 0.1 * Math.sin(index / 7))));
  const of = (all: readonly Bar[]): Bar[] =>
    all.map((one) => (one.date > MONDAY ? bar(one.date, one.close * later) : one));
  const euro = instrument("EURUSD=X", "FX", "currency");
  const vendor = memoryVendor("test", company(), [instrument("AAPL"), instrument("MSFT"), euro]);
  const byName = new Map([
    ["AAPL", of(bars)],
    ["MSFT", of(other)],
    ["EURUSD=X", bars.map(({ date }) => bar(date, date < MONDAY ? 1.25 : later, {}, "FX"))],
  ]);
  return vendorChainOf({
    ...vendor,
    bars: { timing: "dated", fetch: async (query) => byName.get(query.instrument.symbol) ?? [] },
  });
}

const adviseOn = (currency: string) => async (later: number) => {
  const vendors = twoStocks(later);
  const { run } = await demoRunOn(MONDAY, vendors, "AAPL");
  return adviseHoldings(
    { vendors, reasoner: rules, checkpoint: noCheckpoint, signal },
    run,
    book({
      currency,
      positions: [
        { symbol: "AAPL", quantity: "10" },
        { symbol: "MSFT", quantity: "20" },
        { symbol: "NOSUCH", quantity: "5" },
      ],
    }),
  );
};

test("nothing after the run's instant moves the book, and what moves with it is measured", async () => {
  const advise = adviseOn("USD");
  const known = await advise(1);
  expect(await advise(7)).toEqual(known);
  expect(known.book.positions.map(({ price_date }) => price_date)).toEqual([MONDAY, MONDAY, null]);
  expect(known.correlation).toBeGreaterThan(0);
  expect(known.book.notes).toContain("NOSUCH is not in the figures of the book: no price was found.");
});

test("a book in euros is that in dollars by the last rate known at the close, and says which", async () => {
  const advise = adviseOn("EUR");
  const [dollars, euros] = [await adviseOn("USD")(1), await advise(1)];
  expect(await advise(7)).toEqual(euros);
  const rate = { currency: "USD", base: "EUR", rate: 0.8, pairs: ["EURUSD=X"], how: "inverse" };
  expect(euros).toMatchObject({ price: dollars.price, rate, book: { rates: [rate] } });
  // London's bar of the day ends after New York's close.
  expect((euros.rate?.date ?? "") < MONDAY).toBe(true);
  for (const [index, { value, price }] of euros.book.positions.entries()) {
    const other = dollars.book.positions[index];
    expect([Number(value), price]).toEqual([expect.closeTo(0.8 * Number(other?.value), 1), other?.price]);
  }
  expect([euros.correlation, euros.beta_to_book]).toEqual([
    expect.closeTo(dollars.correlation ?? Number.NaN, 3),
    expect.any(Number),
  ]);
  expect(euros.problem).toBeNull();
  for (const [at, level] of [
    [euros.stop, dollars.stop],
    [euros.target, dollars.target],
  ] as const)
    expect(at?.price ?? null).toBe(level?.price ?? null);
  const unknown = await adviseOn("CHF")(1);
  expect(unknown).toMatchObject({ price: null, rate: null, action: null, book: { value: "50000.00", rates: [] } });
  expect(unknown.book.notes.join()).toMatch(/AAPL is priced in USD, and no exchange rate from USD to CHF is known/);
});
