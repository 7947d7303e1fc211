import { join } from "node:path";
import { describe, expect } from "vitest";
import { test, fc } from "@fast-check/vitest";
import { AgentReport, Reports, type AgentTurn } from "#src/contract/run/run.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { demoRun } from "#tests/support/finished-job.ts";
import { startReasoner } from "#tests/support/llm-reasoner.ts";
import { longArguments } from "#tests/support/long-arguments.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";
import { renderPdf } from "./pdf.ts";
import type { FinishedRun } from "../text/result-text.ts";
import { citedIn } from "../charts/run-chart.ts";

async function demo(): Promise<FinishedRun> {
  const run = structuredClone(await demoRun());
  return { run, reports: Reports.parse(run.result.reports) };
}

/** The report of a run whose bull said this and nobody else anything. */
async function saying(text: string, spans: TextSpan[] = []): Promise<FinishedRun> {
  const { run, reports } = await demo();
  run.manifest.evidence.splice(3);
  const checked = { text: spans, points: [], fields: {} };
  const turn: AgentTurn = { round: 1, text, points: [], fields: {}, problem: null, checked };
  const bull = AgentReport.parse({ agent: "bull", text, turns: [turn], skipped: null });
  const { data, checks, levels, verdict, review_reason, numbers } = reports;
  return { run, reports: { bull, data, checks, levels, verdict, review_reason, numbers } };
}

describe("renderPdf", () => {
  test("shows a whole run: banner, scale, thesis, decision, every voice, evidence and cost", async () => {
    const finished = await demo();
    const { pages, text, title } = readPdf(await renderPdf(finished));
    expect(pages).toBeGreaterThan(3);
    expect(title).toBe(`DEMO: ${finished.run.result.rating} as of 2019-06-03`);
    for (const part of [
      "Synthetic data: this company and its figures are made up",
      "Sell Underweight Hold Overweight Buy REVIEW",
      "For and against",
      "The debate",
      "Portfolio manager",
      "Research manager",
      "Bull",
      "Bear",
      "Market analyst",
      "Fundamentals analyst",
      "Data",
      "archive:demo",
      "Evidence",
      "Last close, as traded",
      "43.74 USD",
      "Reasoner: rules (a rules engine, no language model)",
      `Run ${finished.run.manifest.run_id}`,
      `${pages} / ${pages}`,
    ])
      expect(text).toContain(part);
    const cited = citedIn(finished.reports);
    expect(cited.size).toBeGreaterThan(10);
    for (const id of cited) expect(text).toContain(`${id} `);
  });

  test("two rounds of a model that argues at length fit on eight pages, evidence and all", async () => {
    const { reasoner } = await startReasoner({ script: longArguments() });
    const vendors = await archiveChain(join(import.meta.dirname, "../../../demo"));
    if (vendors === null) throw new Error("the archive in demo/ is not there");
    const settings = { rounds: 2 };
    const asked = { vendors, reasoner, ticker: "DEMO", tradeDate: "2019-06-03", rounds: 2, settings };
    const { run } = (await finishedRun(asked)).outcome;
    const finished = { run, reports: Reports.parse(run.result.reports) };
    const { pages, text } = readPdf(await renderPdf(finished));
    expect(text.split(/\s+/).length).toBeGreaterThan(4000);
    expect(pages).toBeLessThanOrEqual(8);
  });

  test("the same run gives the same bytes, whatever was drawn in between", async () => {
    const first = await renderPdf(await demo());
    await renderPdf(await saying("something else"));
    expect(Buffer.compare(first, await renderPdf(await demo()))).toBe(0);
  });

  test("says that REVIEW is no opinion, and why", async () => {
    const finished = await saying("nothing");
    finished.run.result.rating = "REVIEW";
    const { text, title } = readPdf(
      await renderPdf({ ...finished, reports: { ...finished.reports, review_reason: "the answer had no rating" } }),
    );
    expect(title).toContain("REVIEW");
    expect(text).toContain("No opinion. The answer had no rating. REVIEW is not a Hold.");
  });

  test("draws markdown as paragraphs, lists, tables and emphasis, without its signs", async () => {
    const { text } = readPdf(
      await renderPdf(
        await saying(
          "## Why\n\n**Strong** and *sure*, see [M1, M2].\n\n3. three\n   - below\n4. four\n\n| A | B |\n|---|---|\n| x | y |\n\n[a link](http://127.0.0.1/) <b>raw</b>",
        ),
      ),
    );
    // Where a word ends is not drawn.
    const drawn = text.replaceAll(" ", "");
    expect(drawn).toContain("WhyStrongandsure,see[M1,M2].three3.belowfour4.ABxy");
    // What would lead out of the document stays as it was written.
    expect(drawn).toContain("[alink](http://127.0.0.1/)<b>raw</b>");
  });

  test("nothing in it leads anywhere but to its own evidence", async () => {
    const cited: TextSpan = { from: 5, to: 7, kind: "citation", ids: ["M1"], expression: null };
    const finished = await saying("see [M1] http://127.0.0.1/ ![p](file:///etc/passwd)", [cited]);
    const file = Buffer.from(await renderPdf(finished)).toString("latin1");
    expect(file).toContain("/GoTo");
    expect(file).not.toMatch(/\/URI|\/Launch|\/JavaScript|\/EmbeddedFile/);
  });

  test.prop([fc.string({ unit: "binary", maxLength: 300 })], { numRuns: runs(3, 15), seed: 1 })(
    "any characters can be in it",
    async (text) => {
      const finished = await saying(`${text}\n\n腾讯控股 🚀👩‍👩‍👧 العربية \u0000\u0007\uD83D ${"long".repeat(200)}`);
      finished.run.manifest.evidence[0] = {
        ...must(finished.run.manifest.evidence[0]),
        label: text,
        value: null,
        text,
      };
      finished.reports.data.name = text;
      finished.reports.data.notes = [text];
      finished.reports.data.symbol = text;
      expect(readPdf(await renderPdf(finished)).pages).toBeGreaterThan(0);
    },
    // Each opens several fonts, the Chinese one of 8 MB among them.
    180_000,
  );

  test("a run without any data is a report too", async () => {
    const { run, reports } = await saying("");
    run.manifest.evidence = [];
    run.manifest.chart = [];
    run.usage.agents = [];
    run.result.decision = null;
    const data = { ...reports.data, as_of: null, session: null, sources: [], notes: [] };
    const { text } = readPdf(
      await renderPdf({
        run,
        reports: {
          data,
          checks: [],
          levels: null,
          verdict: null,
          review_reason: "there is no data",
          numbers: reports.numbers,
        },
      }),
    );
    expect(text).toContain("There is no data.");
  });
});

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is missing");
  return value;
}
