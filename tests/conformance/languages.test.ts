import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import { languageName, readLanguage } from "#src/contract/run/language.ts";
import { Reports, Run } from "#src/contract/run/run.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { renderPdf } from "#src/report/pdf/pdf.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { speaking, tongues } from "#tests/support/languages.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { everyByte, finishedRun, type Setup } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

const setup: Omit<Setup, "reasoner"> = { vendors: chainOfCompany(), ticker: "AAPL", tradeDate: MONDAY };

function finished({ run }: { readonly run: Run }): FinishedRun {
  return { run, reports: Reports.parse(run.result.reports) };
}

describe.each(tongues)("a debate in $tag", (tongue) => {
  const { tag } = tongue;
  const conducted = finishedRun({ ...setup, reasoner: speaking(tongue), language: tag });

  test("every agent is told the language, and the request, the manifest and the stored run keep it", async () => {
    const { outcome, calls } = await conducted;
    for (const { prompt } of calls) {
      expect(prompt.messages[0]?.content).toContain(`(${tag})`);
      expect(prompt.messages.find(({ part }) => part === "ask")?.content).toMatch(/Write it in .+\.$/);
    }
    expect(outcome.run.request.language).toBe(tag);
    expect(Run.parse(JSON.parse(JSON.stringify(outcome.run))).manifest.request.language).toBe(tag);
  });

  test("its numbers rest on the evidence in the digits of the language, and one from nowhere is flagged", async () => {
    const { outcome } = await conducted;
    const { market, portfolio_manager: manager } = finished(outcome).reports;
    for (const report of [market, manager]) {
      const [turn] = report?.turns ?? [];
      const kinds = turn === undefined ? [] : checkedOf(turn).text.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "supported" || kind === "unsupported")).toEqual([
        "supported",
        "unsupported",
      ]);
    }
    expect(outcome.run.result.rating).toBe("Overweight");
  });

  test("its report says what was checked, and in which language it is", async () => {
    const { outcome } = await conducted;
    const report = finished(outcome);
    const checked = `Words are not checked in a report written in ${languageName(tag)}.`;
    expect(renderMarkdown(report)).toContain(checked);
    const html = await renderHtml(report);
    expect(html).toContain(checked);
    expect(html).toContain('<html lang="en">');
    const direction = tag === "ar" ? "rtl" : "ltr";
    expect(html).toContain(`<div class="prose" lang="${tag}" dir="${direction}">`);
    expect(html).toContain(`<p lang="${tag}" dir="${direction}">`);
  });

  test("its PDF has every sign that it needs", async () => {
    const { outcome } = await conducted;
    const { text } = readPdf(await renderPdf(finished(outcome)));
    expect(text).not.toContain("\0");
    const letters = new Set(tongue.invents.match(/\p{L}/gu));
    // Some letters are drawn as one sign; a font names those by what they are made of.
    expect([...letters].filter((letter) => !text.includes(letter))).toEqual([]);
  });
});

test("a run in English has the bytes of one that names no language", async () => {
  const english = AnalysisRequest.parse({ ticker: "AAPL", trade_date: MONDAY });
  expect(JSON.stringify(english)).not.toContain("language");
  const [tongue] = tongues;
  if (tongue === undefined) throw new Error("there are none");
  const reasoner = speaking(tongue);
  const named = everyByte(await finishedRun({ ...setup, reasoner, language: "en" }));
  expect(named).toEqual(everyByte(await finishedRun({ ...setup, reasoner })));
  expect(JSON.stringify(named)).not.toMatch(/LANGUAGE\.|"language"/);
});

const tags = fc
  .constantFrom("de", "zh-Hant", "ar", "hi", "th", "pt-BR", "en-GB", "he", "sw")
  .filter((tag) => readLanguage(tag) === tag);

property.prop([tags, fc.constantFrom(MONDAY, "2025-05-20", "2025-04-08")], { seed: 5, numRuns: runs(4, 12) })(
  "the rules engine gives the same run in every language but for the request, and its report says that it is in English",
  async (language, tradeDate) => {
    const base = { ...setup, tradeDate, reasoner: createRulesReasoner() };
    const [asked, plain] = await Promise.all([finishedRun({ ...base, language }), finishedRun(base)]);
    const { result, manifest } = asked.outcome.run;
    expect(result).toEqual(plain.outcome.run.result);
    expect(manifest.result_sha256).toBe(plain.outcome.run.manifest.result_sha256);
    expect(manifest.calls).toEqual(plain.outcome.run.manifest.calls);
    const said = renderMarkdown(finished(asked.outcome)).includes("The rules engine writes in English.");
    expect(said).toBe(language !== "en-GB");
  },
);
