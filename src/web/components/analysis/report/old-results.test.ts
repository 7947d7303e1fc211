import { beforeAll, describe, expect, test } from "vitest";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Reports, Run } from "#src/contract/run/run.ts";
import { summaryText } from "#src/cli/runs/summary.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { renderPdf } from "#src/report/pdf/pdf.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { earlierRun } from "#tests/support/earlier-run.ts";
import { oldReport, fullReport } from "#tests/support/full-report.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { ReportView } from "./report-view.tsx";

/* A result that an earlier release stored: numbers and words that its reader found, and no spans. */

let old: FinishedRun;
beforeAll(async () => {
  old = oldReport(await fullReport());
});

describe("a result of an earlier release", () => {
  test("is what it says it is", () => {
    const [turn] = old.reports.market?.turns ?? [];
    expect(turn?.checked).toBeUndefined();
    expect(turn?.grounding?.numbers).toHaveLength(4);
  });

  test("has its flags in the markdown", () => {
    const text = renderMarkdown(old);
    expect(text).toContain("12.34 ⚠ flagged \\[M1, M999 ⚠], 7.7 rests ⚠.");
    expect(text).toContain("- A claim of 9.9 ⚠ [M2]");
    expect(text).toContain("“12.34” is not in the evidence it cites.");
    expect(text).toContain("The computation M1 / 0 = 1 is invalid: it divides by zero.");
  });

  test("has its flags and links in the page", async () => {
    const page = await renderHtml(old);
    expect(page).toContain(
      '<mark title="Not in the evidence it cites, but in M2">12.34</mark> flagged [<a href="#M1">M1</a>',
    );
    expect(page).toContain('<mark title="No such evidence">M999</mark>');
    expect(page).toContain('<a class="figure" href="#M1" title="M1">7.7</a>');
    expect(page).toContain('<mark title="Contradicted by M1">rests</mark>');
  });

  test("has its flags and links in the application", () => {
    const page = renderToStaticMarkup(createElement(ReportView, { finished: old }));
    expect(page).toContain('<mark title="Not in the evidence it cites, but in M2">12.34</mark>');
    expect(page).toContain('href="#M1" data-evidence="M1" tabindex="-1">7.7</a>');
    expect(page).toContain('<mark title="Not supported by the evidence">9.9</mark>');
  });

  test("has its words and notes in the PDF", async () => {
    const { text } = readPdf(await renderPdf(old));
    expect(text).toContain("12.34 flagged [ M1 , M999 ], 7.7 rests .");
    expect(text).toContain("4 flagged");
    expect(text.replaceAll(/\s+/g, " ")).toContain("“9.9” matches none of the run’s evidence, cited or not.");
  });

  test("is counted on the screen", () => {
    const screen = summaryText(old, "reports/x", (_style, text) => text, 100).replaceAll(/\s+/g, " ");
    expect(screen).toMatch(
      /The agents typed \d+ figures? themselves: .*1 matches evidence other than cited, 1 matches none\./,
    );
    expect(screen).toContain("4 flagged in the report.");
  });
});

describe("a whole run that an earlier release stored", () => {
  const files = earlierRun();
  const run = Run.parse({
    ...JSON.parse(files["result.json"] ?? ""),
    manifest: JSON.parse(files["manifest.json"] ?? ""),
  });
  const finished: FinishedRun = { run, reports: Reports.parse(run.result.reports) };
  const typed = /The agents typed \d+ figures themselves: all match the evidence/;

  test("is told in every format, with each figure linked to what it rests on", async () => {
    const page = await renderHtml(finished);
    const screen = summaryText(finished, "reports/x", (_style, text) => text, 100).replaceAll(/\s+/g, " ");
    const application = renderToStaticMarkup(createElement(ReportView, { finished }));
    const { text } = readPdf(await renderPdf(finished));
    for (const told of [page, screen, application, text, renderMarkdown(finished)]) expect(told).toMatch(typed);
    expect(page.match(/<a class="figure"/g)?.length).toBeGreaterThan(30);
    expect(application.match(/<a class="figure"/g)?.length).toBeGreaterThan(30);
  });
});
