import { join } from "node:path";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { onlyKept } from "#src/cli/runs/steps-file.ts";
import { refusedOf } from "#src/debate/analyze.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { DataKind, Known, VendorChain } from "#src/market/market-data.ts";
import { addDays } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import type { Brief, Reasoner, ToolCall } from "#src/debate/reasoners/reasoner.ts";
import { archivePath } from "#tests/support/archives.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import {
  bar,
  vendorChainOf,
  fact,
  companyEvent,
  funding,
  insiderTrade,
  instrument,
  memoryVendor,
  news,
  point,
  position,
  post,
  type Records,
  split,
} from "#tests/support/memory-vendor.ts";
import { futures, onlyKind, rewriteChain } from "#tests/support/rewritten-future.ts";
import { archiveChain, everyByte, runAnalysis, type Setup } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";
import { parrotAnswer, voices } from "#tests/support/voices.ts";

/*
 * The heart of the product, over whole runs: whatever became known after the run's instant, every prompt, the
 * snapshot and the result are the same to the byte.
 */

/** What each analyst looks up: all that its tools give. */
function wideCalls({ agent }: Brief<unknown>): ToolCall[] {
  const inputs: Record<string, readonly { readonly name: string; readonly input: unknown }[]> = {
    market: [
      { name: "price_history", input: { sessions: 250 } },
      { name: "return_over", input: { sessions: 10 } },
    ],
    social: ["aapl", "know", "the"].map((query) => ({ name: "search_social", input: { query, days: 90 } })),
    news: ["the", "disaster", "apple"].map((query) => ({ name: "search_news", input: { query, days: 90 } })),
    fundamentals: ["NetIncomeLoss", "Revenues", "EarningsPerShareDiluted"].map((concept) => ({
      name: "filing_history",
      input: { concept, periods: 12 },
    })),
  };
  return (inputs[agent] ?? []).map((call, index) => ({ id: String(index), ...call }));
}

/** One who looks everything up and repeats everything it has read to the others. */
const curious = voices(
  (brief) =>
    brief.tools.length > 0 && brief.steps.length === 0 ? { tools: wideCalls(brief) } : { answer: parrotAnswer(brief) },
  true,
);
const reasoners: readonly Reasoner[] = [createRulesReasoner(), curious];

type Question = Pick<Setup, "ticker" | "tradeDate"> & { readonly now?: string };

/** A run's bytes, and the instant that it stood on; `null` for a run that had none. */
async function see(vendors: VendorChain, reasoner: Reasoner, question: Question) {
  const seen = await runAnalysis({ ...question, vendors, reasoner, settings: { toolSteps: 1 }, keepsRefusals: true });
  const asOf = seen.outcome.ok ? seen.outcome.run.manifest.data.as_of : null;
  return { bytes: everyByte(seen), asOf: asOf === null ? null : Date.parse(asOf), calls: seen.calls.length };
}

async function expectBlindToTheFuture(vendors: VendorChain, question: Question): Promise<void> {
  for (const reasoner of reasoners) {
    const { bytes, asOf } = await see(vendors, reasoner, question);
    if (asOf === null) throw new Error(`the run of ${question.tradeDate} has no instant: ${bytes.outcome}`);
    for (const future of futures) {
      const other = await see(rewriteChain(vendors, asOf, future), reasoner, question);
      expect(other.bytes, `${reasoner.provider}, ${question.tradeDate}, future ${future}`).toEqual(bytes);
    }
  }
}

const archives = [
  { ticker: "DEMO", names: ["demo"], from: "2018-03-01", to: "2019-12-31", count: 4 },
  { ticker: "AAPL", names: ["stocknet-2014", "index-2000"], from: "2014-05-30", to: "2014-06-20", count: 3 },
  { ticker: "AAPL", names: ["stocknet-2014", "index-2000"], from: "2012-09-04", to: "2017-09-01", count: 4 },
  { ticker: "AAPL", names: ["djia-2025"], from: "2024-12-13", to: "2025-08-20", count: 4 },
  { ticker: "BTC-USD", names: ["crypto"], from: "2014-11-28", to: "2020-01-20", count: 6 },
  { ticker: "^GSPC", names: ["index-2000"], from: "2000-01-03", to: "2020-05-01", count: 6 },
] as const;
const tried = archives.slice(0, runs(2, archives.length));

describe.for(tried)("$ticker of $names from $from to $to", ({ ticker, names, from, to, count }) => {
  const paths = names.map((name) => (name === "demo" ? join(import.meta.dirname, "../../demo") : archivePath(name)));
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  test.skipIf(paths.includes(null))("nothing known only after the instant moves a byte", async () => {
    const chain = await archiveChain(...paths);
    if (chain === null) throw new Error("an archive is missing");
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.integer({ min: 0, max: days })), (after) =>
        expectBlindToTheFuture(chain, { ticker, tradeDate: addDays(from, after) }),
      ),
      { seed: 31, numRuns: runs(1, count) },
    );
  });
});

/** Milliseconds from what a record tells to when it is known: mostly at once, some late, some nobody knows when. */
const delay = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 25 * 86_400_000 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

function known<T extends Known>(record: T, after: number | null): T {
  return { ...record, availableAt: after === null || record.availableAt === null ? null : record.availableAt + after };
}

const START = "2025-01-02";
const day = fc.integer({ min: 0, max: 150 }).map((days) => addDays(START, days));
const time = fc
  .tuple(day, fc.integer({ min: 0, max: 86_399_999 }))
  .map(([date, ms]) => new Date(Date.parse(`${date}T00:00:00Z`) + ms).toISOString());
const words = fc.constantFrom("the beat", "a loss, the worst", "aapl up", "I know nothing", "strong growth");
const concepts = fc.constantFrom("NetIncomeLoss", "Revenues", "EarningsPerShareDiluted", "StockholdersEquity");
/** Full years and balances at their ends, so that later filings restate what earlier ones said. */
const period = fc.constantFrom(
  { start: "2023-01-01", end: "2023-12-31" },
  { start: "2024-01-01", end: "2024-12-31" },
  { start: null, end: "2024-12-31" },
);

function archiveOf(calendar: "XNYS" | "24/7"): fc.Arbitrary<Records> {
  const sessions = calendarByName(calendar)?.sessionsBetween(START, addDays(START, 150)) ?? [];
  return fc.record({
    bars: fc
      .array(fc.tuple(fc.integer({ min: 900, max: 1100 }), delay), { minLength: 40, maxLength: 60 })
      .map((moves) => {
        const pick = (index: number) => moves[(index * 13) % moves.length] ?? [1000, 0];
        let close = 100;
        return sessions.map((date, index) => {
          const [move, after] = pick(index);
          close = Math.min(5000, Math.max(1, Math.round(close * move) / 1000));
          return known(bar(date, close, {}, calendar), after);
        });
      }),
    actions: fc
      .uniqueArray(fc.tuple(day, fc.constantFrom(0.5, 2, 7), delay), { maxLength: 4, selector: ([date]) => date })
      .map((all) => all.map(([date, ratio, after]) => known(split(date, ratio), after))),
    filings: fc
      .array(fc.tuple(day, fc.integer({ min: -500, max: 5000 }), concepts, period, delay), { maxLength: 40 })
      .map((all) =>
        all.map(([filed, value, concept, of, after]) => known(fact(filed, value, { concept, ...of }), after)),
      ),
    news: fc
      .array(fc.tuple(time, words, delay), { maxLength: 25 })
      .map((all) => all.map(([at, title, after]) => known(news(at, title), after))),
    social: fc
      .array(fc.tuple(time, words, delay), { maxLength: 25 })
      .map((all) => all.map(([at, text, after]) => known(post(at, text), after))),
    macro: fc
      .array(fc.tuple(day, fc.integer({ min: 1, max: 9 }), delay), { maxLength: 8 })
      .map((all) => all.map(([date, level, after]) => known(point("DGS10", date, level), after))),
    funding: fc
      .array(fc.tuple(time, fc.double({ min: -0.01, max: 0.01, noNaN: true }), delay), { maxLength: 40 })
      .map((all) => all.map(([at, rate, after]) => known(funding(at, rate), after))),
    events: fc
      .array(fc.tuple(time, fc.constantFrom("2.02", "5.02", "8.01"), delay), { maxLength: 10 })
      .map((all) => all.map(([at, item, after]) => known(companyEvent(at, item), after))),
    insiders: fc
      .array(fc.tuple(time, fc.constantFrom("P", "S", "A"), delay), { maxLength: 10 })
      .map((all) => all.map(([at, code, after]) => known(insiderTrade(at, code), after))),
    institutions: fc
      .array(
        fc.tuple(
          time,
          fc.constantFrom("2024-09-30", "2024-12-31", "2025-03-31"),
          fc.constantFrom("Alpha", "Beta", "Gamma"),
          fc.integer({ min: 0, max: 9 }),
          delay,
        ),
        { maxLength: 20 },
      )
      .map((all) => all.map(([at, period, by, shares, after]) => known(position(at, period, by, shares), after))),
  });
}

const generated = fc.constantFrom("AAPL" as const, "ETH-USD" as const).chain((ticker) =>
  fc.record({
    ticker: fc.constant(ticker),
    records: archiveOf(ticker === "AAPL" ? "XNYS" : "24/7"),
    benchmark: archiveOf(ticker === "AAPL" ? "XNYS" : "24/7"),
    tradeDate: fc.integer({ min: 20, max: 150 }).map((days) => addDays(START, days)),
    /** Hours from the trade date's noon; small ones are live runs, some inside the session. */
    hours: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 24, max: 4000 })),
  }),
);

property.prop([generated], { seed: 32, numRuns: runs(6, 25) })(
  "nothing known only after the instant moves a byte of a run on any archive, split, restated, late or live",
  async ({ ticker, records, benchmark, tradeDate, hours }) => {
    const stock = ticker === "AAPL";
    const own = instrument(ticker, stock ? "XNYS" : "24/7", stock ? "stock" : "crypto");
    const other = stock ? instrument("SPY") : instrument("BTC-USD", "24/7", "crypto");
    const vendors = vendorChainOf(memoryVendor("first", records, [own]), memoryVendor("second", benchmark, [other]));
    const now = new Date(Date.parse(`${tradeDate}T12:00:00Z`) + hours * 3_600_000).toISOString();
    const question = { ticker, tradeDate, now };
    for (const reasoner of reasoners) {
      const { bytes, asOf } = await see(vendors, reasoner, question);
      if (asOf === null) {
        // A vendor whose past is at fault: two splits on a day, or none at all. It must fail alike.
        expect(JSON.parse(bytes.outcome)).toMatchObject({ ok: false });
        return;
      }
      const historical = JSON.parse(bytes.snapshot ?? "").data.historical === true;
      for (const future of futures) {
        // What is known at no known time may stand in a live run: forging such records changes what is known.
        if (future === "forged" && !historical) continue;
        const rewritten = await see(rewriteChain(vendors, asOf, future), reasoner, question);
        expect(rewritten.bytes, `${reasoner.provider}, future ${future}`).toEqual(bytes);
      }
    }
  },
);

describe("the proof can fail", () => {
  const question = { ticker: "AAPL", tradeDate: MONDAY };
  const yesterday = Date.parse("2025-05-29T12:00:00Z");

  test.each<DataKind>(["bars", "actions", "filings", "news", "social"])(
    "a change of %s known by the instant moves the run",
    async (kind) => {
      const vendors = chainOfCompany({
        actions: [split("2025-05-30", 2)],
        filings: [fact("2025-02-03", 1100), fact("2025-05-30", 1200)],
      });
      const changed = onlyKind(vendors, kind, rewriteChain(vendors, yesterday, "altered"));
      for (const reasoner of reasoners) {
        const [before, after] = [await see(vendors, reasoner, question), await see(changed, reasoner, question)];
        expect(after.bytes.snapshot, kind).not.toBe(before.bytes.snapshot);
        expect(after.bytes.outcome).not.toBe(before.bytes.outcome);
      }
    },
  );

  test("the vendors with another future do have one", async () => {
    const vendors = chainOfCompany();
    const asOf = Date.parse(`${MONDAY}T20:00:00Z`);
    const newsSources = futures.map((future) => rewriteChain(vendors, asOf, future).byKind.news[0]?.news);
    const query = { instrument: instrument("AAPL"), from: "2025-01-01", to: MONDAY, asOf };
    const titles = await Promise.all(
      newsSources.map(async (source) =>
        (await source?.fetch(query, new AbortController().signal))
          ?.map(({ title }) => title)
          .filter((title) => !/^Dispatch \d/.test(title)),
      ),
    );
    expect(titles).toEqual([
      ["Dispatch from the day after"],
      [],
      ["Disaster 0 is certain"],
      expect.arrayContaining(["Disaster 0 is certain", "Disaster 3 is certain"]),
    ]);
  });
});

test("what the door refused is kept beside the run: counted, hashed, and the same when the run is resumed", async () => {
  const vendors = chainOfCompany({
    news: [news("2025-05-30T12:00:00Z", "Known"), news("2025-06-05T12:00:00Z", "Later")],
  });
  const setup = { vendors, reasoner: createRulesReasoner(), ticker: "AAPL", tradeDate: MONDAY } as const;
  const { outcome, kept } = await runAnalysis({ ...setup, keepsRefusals: true });
  if (!outcome.ok) throw outcome.error;
  const later = outcome.refused?.find(({ kind, reason }) => kind === "news" && reason === "later");
  expect(later).toMatchObject({ count: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(JSON.stringify(outcome.refused)).not.toContain("Later");
  expect(JSON.stringify(outcome.run)).not.toContain('refused":');

  const steps = new Map([...kept].map(([key, value]): [string, unknown] => [key, JSON.parse(value)]));
  expect(refusedOf(steps)).toEqual(outcome.refused);
  const resumed = await runAnalysis({ ...setup, keepsRefusals: true, checkpoint: onlyKept(steps) });
  expect(resumed.outcome).toEqual(outcome);
  // A run of which an earlier version took the snapshot has no record, and goes on.
  const older = new Map([...steps].filter(([key]) => key !== "refused"));
  const { outcome: unrecorded } = await runAnalysis({ ...setup, keepsRefusals: true, checkpoint: onlyKept(older) });
  expect(unrecorded).toMatchObject({ ok: true });
  expect(unrecorded).not.toHaveProperty("refused");
  expect((await runAnalysis(setup)).outcome).toEqual({ ok: true, run: outcome.run });
});
