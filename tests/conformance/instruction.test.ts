import { describe, expect, test } from "vitest";
import { Rating, type Opinion } from "#src/contract/jobs/analysis.ts";
import { instructionText, notAdopted, proposalText, rule } from "#src/contract/run/instruction.ts";
import type { CheckId } from "#src/contract/run/judgement.ts";
import { summaryText } from "#src/cli/runs/summary.ts";
import { shownAnalysis } from "#src/server/mcp/shown-analysis.ts";
import { priceDigits } from "#src/core/text/number-text.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { buildDocument } from "#src/report/build-document.ts";
import { diffRuns } from "#src/report/text/diff.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { renderPdf } from "#src/report/pdf/pdf.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { partsOf } from "#src/product/assistant/lib/report/parts.ts";
import { signalOf } from "#src/product/signals/lib/signal-of.ts";
import { archiveDates, archiveNames, archivePath } from "#tests/support/archives.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { startReasoner } from "#tests/support/llm-reasoner.ts";
import { conclaveScript, type ScriptRequest } from "#tests/support/model-script.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

/* A model that answers every pair of rating and proposal, and what each format then says is to be done. */

const vendors = chainOfCompany();
const actions = ["buy", "hold", "sell", null] as const;

interface Pair {
  readonly rating: Rating;
  readonly action: (typeof actions)[number];
  readonly allowShort: boolean;
  /** As parts of the last close. */
  readonly terms: Terms;
}

interface Terms {
  readonly name: string;
  readonly stop: number;
  readonly target: number;
  readonly size: number;
  /** What fails of a buy. */
  readonly fails: CheckId | null;
}

const sound: Terms = { name: "sound terms", stop: 0.97, target: 1.05, size: 8, fails: null };
const odd: readonly Terms[] = [
  { ...sound, name: "a target on the wrong side", target: 0.9, fails: "target_side" },
  { ...sound, name: "a target of half as much again", target: 1.5, fails: "target_reach" },
  { ...sound, name: "a size of 60 %", size: 60, fails: "size_cap" },
  { ...sound, name: "a stop on the wrong side", stop: 1.02, fails: "stop_side" },
  { ...sound, name: "a stop inside a day's noise", stop: 0.9999, fails: "stop_distance" },
  { ...sound, name: "a size that loses too much", stop: 0.87, size: 18, fails: "size_risk" },
  { ...sound, name: "a target in another currency", target: 30, fails: "target_scale" },
];

const every: readonly Pair[] = [false, true].flatMap((allowShort) =>
  Rating.options.flatMap((rating) =>
    actions.flatMap((action) =>
      // A proposal of nothing and a hold have no terms to vary.
      (action === "buy" || action === "sell" ? [sound, ...odd] : [sound]).map((terms) => ({
        rating,
        action,
        allowShort,
        terms,
      })),
    ),
  ),
);
/** Those that say most. */
const sample = every.filter(
  ({ rating, action, allowShort, terms }) =>
    !allowShort &&
    terms === (rating === "Buy" && action === "buy" ? odd[2] : sound) &&
    ["Buy + buy", "Buy + hold", "Hold + buy", "Sell + buy", "Sell + sell"].includes(`${rating} + ${action}`),
);

/** Says the pair, whoever else speaks. */
function says(pair: Pair): (request: ScriptRequest) => Record<string, unknown> {
  const plain = conclaveScript({ proseLength: 120 });
  return (request) => {
    const answer = Object.fromEntries(Object.entries(plain(request)));
    const close = Number(/Last close, as traded: ([\d.]+)/.exec(request.prompt)?.[1]);
    const { stop, target, size } = pair.terms;
    const price = (part: number): number | null => (pair.action === null ? null : Math.round(close * part * 100) / 100);
    // As a short's levels where the proposal is to sell.
    const mirrored = (part: number): number => (pair.action === "sell" && part < 2 ? 2 - part : part);
    if ("action" in answer)
      return {
        ...answer,
        action: pair.action,
        entry: price(1),
        stop: price(mirrored(stop)),
        target: price(mirrored(target)),
        size_pct: pair.action === null ? null : size,
      };
    if ("thesis" in answer)
      return { ...answer, rating: pair.rating === "REVIEW" ? null : pair.rating, target: null, horizon_days: 30 };
    return answer;
  };
}

async function runOf(pair: Pair, reasoner: Reasoner): Promise<FinishedRun> {
  const { outcome } = await finishedRun({
    vendors,
    reasoner,
    ticker: "AAPL",
    tradeDate: MONDAY,
    analysts: ["market"],
    allowShort: pair.allowShort,
  });
  return { run: outcome.run, reports: outcome.run.result.reports };
}

/** What any format says at its top, as plain words. */
async function heads(finished: FinishedRun, withPdf: boolean): Promise<Record<string, string>> {
  const words = (markup: string): string =>
    markup
      .replaceAll(/<style.*?<\/style>/gs, "")
      .replaceAll(/<[^>]+>|[*_|\\]/g, " ")
      .replaceAll(/\s+/g, " ");
  const html = words(await renderHtml(finished)).replaceAll("&#x27;", "'");
  return {
    markdown: words(renderMarkdown(finished).split("\n## ")[0] ?? ""),
    page: html.slice(0, html.indexOf("Who stood where", html.indexOf("Last close"))),
    screen: words(summaryText(finished, "folder", (_style, text) => text, 400)).replace(/Checks.*/, ""),
    ...(withPdf && { pdf: readPdf(await renderPdf(finished)).text.split("Who stood where")[0] ?? "" }),
  };
}

/** What a head states of a position, and what its end is said to break. */
const level = /\b(?:Action|Entry|Size|Loss at the stop)\b|\b(?:entry|size) \d|stop of \d/g;

function without(text: string, part: string): string {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  return at === -1 ? text : text.slice(0, at) + text.slice(at + part.length);
}

/** Everything that says something else than the one table does. */
async function contradictionsIn(
  finished: FinishedRun,
  { rating, action, allowShort }: Pick<Pair, "rating" | "action" | "allowShort">,
  withPdf: boolean,
): Promise<string[]> {
  const { run, reports } = finished;
  const ruling = rule(rating, action, allowShort);
  const { asset_type: assetType = "stock" } = reports.data ?? {};
  const instruction = instructionText({ rating, assetType, symbol: run.request.ticker, allowShort });
  const found: string[] = [];
  const expected = (what: string, is: unknown, wanted: unknown): void => {
    if (JSON.stringify(is) !== JSON.stringify(wanted)) found.push(`${what}: ${JSON.stringify(is)}`);
  };
  expected("rating", run.result.rating, rating);
  expected("says", reports.instruction?.says, instruction);
  expected("adopted", (reports.instruction?.not_adopted ?? null) === null, ruling.isAdopted || action === null);
  const levels = [reports.levels?.entry, reports.levels?.stop, reports.levels?.target, reports.levels?.size_pct];
  if (!ruling.levelsStand && levels.some((one) => one != null)) found.push(`levels of ${rating} + ${action}`);
  if (action !== null)
    expected("check", reports.checks.find(({ id }) => id === "rating_action")?.outcome, ruling.outcome);
  for (const [format, text] of Object.entries(await heads(finished, withPdf))) {
    // REVIEW has words of its own.
    if (rating !== "REVIEW" && !text.includes(instruction)) found.push(`${format} does not say what to do`);
    if (action !== null && text.includes(notAdopted) === ruling.isAdopted)
      found.push(`${format} is wrong about the proposal`);
    const proposed = reports.instruction?.not_adopted ?? null;
    const own = proposed === null ? text : without(text, proposalText(proposed, priceDigits));
    const stated = own.match(level) ?? [];
    if (!ruling.levelsStand && stated.length > 0) found.push(`${format} states ${stated.join(", ")}`);
  }
  const shown = shownAnalysis({
    id: "ana_1",
    status: "succeeded",
    request: run.request,
    created_at: "",
    started_at: null,
    finished_at: null,
    result: run.result,
    error: null,
  });
  expected("tool", [shown.instruction, shown.decision_adopted], [instruction, ruling.isAdopted || action === null]);
  expected("comparison", diffRuns({ run, reports }, { run, reports }).outcome, []);
  const parts = partsOf(finished).filter(({ kind }) => kind === "levels");
  if (!ruling.isAdopted && parts.length > 0) found.push("the assistant quotes levels");
  if (rating !== "REVIEW") {
    const agreement = { runs: 1, agreeing: 1, ratings: [rating] };
    const signal = signalOf(run, "ana_1", { rating: rating satisfies Opinion, agreement }, null);
    const copied = [signal.entry, signal.stop, signal.target];
    expected("signal", copied, ruling.levelsStand ? levels.slice(0, 3) : [null, null, null]);
    expected("signal's shorts", signal.allow_short === true, allowShort);
  }
  return found;
}

describe("every pair of rating and proposal", () => {
  const pairs = runs(sample.length, every.length) === every.length ? every : sample;

  test(`says one thing in every format (${pairs.length} runs)`, { timeout: 600_000 }, async () => {
    expect(every.length).toBeGreaterThanOrEqual(200);
    let pair: Pair = { rating: "Hold", action: "buy", allowShort: false, terms: sound };
    const { reasoner } = await startReasoner({ script: (request) => says(pair)(request), keepCalls: false });
    const wrong: string[] = [];
    for (pair of pairs) {
      const finished = await runOf(pair, reasoner);
      const name = `${pair.rating} + ${pair.action}${pair.allowShort ? " with shorts" : ""}, ${pair.terms.name}`;
      const found = await contradictionsIn(finished, pair, pairs === every && pair.terms === sound);
      wrong.push(...found.map((one) => `${name}: ${one}`));
      const failed = finished.reports.checks.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
      const { fails } = pair.terms;
      const isJudged = pair.action === "buy" || (pair.allowShort && pair.rating !== "Underweight");
      if (fails !== null && isJudged && !failed.includes(fails)) wrong.push(`${name}: ${fails} does not fail`);
    }
    expect(wrong).toEqual([]);
  });

  test("is wrong where somebody says something else", async () => {
    const pair: Pair = { rating: "Hold", action: "buy", allowShort: false, terms: sound };
    const { reasoner } = await startReasoner({ script: says(pair) });
    const { run, reports } = await runOf(pair, reasoner);
    const levels = reports.instruction?.not_adopted ?? null;
    const forged = {
      run: { ...run, result: { ...run.result, reports: { ...reports, levels } } },
      reports: { ...reports, levels },
    };
    const found = await contradictionsIn(forged, pair, false);
    expect(found).toContain("levels of Hold + buy");
    expect(found.filter((one) => one.includes("states"))).toHaveLength(3);
    expect(buildDocument(forged).parts.length).toBeGreaterThan(3);
  });
});

const archives = archiveNames.map(archivePath).slice(0, runs(1, Infinity));
const isMissing = archives.includes(null);

test.skipIf(isMissing)("in the archives the rules contradict themselves nowhere", { timeout: 600_000 }, async () => {
  const reasoner = createRulesReasoner();
  const wrong: string[] = [];
  const ratings = new Set<Rating>();
  let [ran, proposals] = [0, 0];
  for (const path of archives.flatMap((one) => one ?? [])) {
    const vendors = await archiveChain(path);
    if (vendors === null) throw new Error(`there is no archive at ${path}`);
    for (const { ticker, tradeDate } of spread(archiveDates(path, 40), runs(8, 44))) {
      const { outcome, kept } = await finishedRun({ vendors, reasoner, ticker, tradeDate });
      const { run } = outcome;
      const { action = null } = JSON.parse(kept.get("call trader/1") ?? "{}").spoken?.answer ?? {};
      proposals += action === null ? 0 : 1;
      const pair = { rating: run.result.rating, action, allowShort: false };
      const found = await contradictionsIn({ run, reports: run.result.reports }, pair, false);
      wrong.push(...found.map((one) => `${ticker} ${tradeDate}, ${pair.rating} + ${action}: ${one}`));
      ratings.add(pair.rating);
      ran += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(proposals).toBe(ran);
  expect(ran).toBeGreaterThanOrEqual(runs(8, 200));
  expect(ratings.size).toBeGreaterThanOrEqual(runs(2, 5));
});

function spread<T>(all: readonly T[], count: number): T[] {
  return all.filter((_, index) => index % Math.ceil(all.length / count) === 0);
}
