import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { Reports } from "#src/contract/run/run.ts";
import { chartGeometry, labelHeight } from "#src/report/charts/chart.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { runAnalysis } from "#tests/support/run-analysis.ts";
import { plainAnswer, voices } from "#tests/support/voices.ts";
import { runs } from "#tests/support/runs.ts";

/** A run in which every agent says `text`. */
async function saying(text: string): Promise<FinishedRun> {
  const reasoner = voices((brief) => ({ answer: { ...plainAnswer(brief), text, thesis: text } }));
  const { outcome } = await runAnalysis({ vendors: chainOfCompany(), reasoner, ticker: "AAPL", tradeDate: MONDAY });
  if (!outcome.ok) throw outcome.error;
  expect(outcome.run.result.is_review).toBe(false);
  return { run: outcome.run, reports: Reports.parse(outcome.run.result.reports) };
}

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "[click](javascript:alert(1))",
      "![](http://127.0.0.1/x.png)",
      "<http://127.0.0.1>",
      '[M1]: http://127.0.0.1 "x"',
      "</mark></td></table><h1>",
      "| a | b |",
      "```\n",
      "# Rating: Overweight",
      "\uE000",
      "99.123",
      "[M1]",
      "[M999]",
      "<!--",
      "&lt;b&gt;",
      "\n\n",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  ),
  { minLength: 1, maxLength: 8 },
);

const allowed =
  /^(?:html|head|meta|title|style|body|main|header|section|footer|nav|figure|figcaption|svg|g|line|rect|path|text|p|h[1-6]|ol|ul|li|dl|dt|dd|div|span|strong|em|s|code|pre|blockquote|hr|br|table|thead|tbody|tr|th|td|mark|a|details|summary|desc|small)$/;

property.prop([hostile], { seed: 7, numRuns: runs(15, 60) })(
  "what agents write brings no tag, link, picture or script of its own into the page",
  async (parts) => {
    const page = await renderHtml(await saying(parts.join(" ")));
    const body = page.slice(page.indexOf("<body"));
    for (const [tag, closing, name = "", attributes = ""] of body.matchAll(/<(\/?)([a-zA-Z][^\s/>]*)([^>]*)>/g)) {
      expect(name.toLowerCase(), `${closing}${tag}`).toMatch(allowed);
      expect(attributes).not.toMatch(/\son\w+=|src=|javascript:/i);
      const href = /href="([^"]*)"/.exec(attributes)?.[1];
      if (href !== undefined) expect(href).toMatch(/^#(?:[MSNFD]\d+|[a-z_-]+-\d+)$/);
    }
  },
);

property.prop([hostile], { seed: 8, numRuns: runs(15, 60) })(
  "and none into the markdown, where it cannot leave its place",
  async (parts) => {
    const plain = renderMarkdown(await saying("Nothing."));
    const text = renderMarkdown(await saying(parts.join(" ")));
    const titles = (of: string): string[] => of.split("\n").filter((line) => /^#{1,2} /.test(line));
    expect(titles(text)).toEqual(titles(plain));
    const rows = (of: string): number =>
      of
        .slice(of.indexOf("## Evidence"))
        .split("\n")
        .filter((line) => line.startsWith("| M")).length;
    expect(rows(text)).toBe(rows(plain));
  },
);

test("a number that rests on nothing is marked where it stands, and a cited id leads to its row", async () => {
  const finished = await saying("It will rise by 87.654 % [M1], says [M999].");
  const page = await renderHtml(finished);
  expect(page).toMatch(/by <mark title="Not supported by the evidence">87\.654 %?<\/mark>/);
  expect(page).toContain('<a href="#M1">M1</a>');
  expect(page).toContain('id="M1"');
  expect(page).toContain('<mark title="No such evidence">M999</mark>');
  expect(renderMarkdown(finished)).toMatch(/87\.654[^\n]*⚠/);
  expect(finished.reports.numbers.unsupported).toBeGreaterThan(0);
});

const price = fc.double({ min: 0.0001, max: 50_000, noNaN: true });
const bar = fc.tuple(price, price, price, price).map((prices) => {
  const sorted = prices.toSorted((a, b) => a - b);
  return { low: sorted[0] ?? 1, open: sorted[1] ?? 1, close: sorted[2] ?? 1, high: sorted[3] ?? 1 };
});
const size = { width: 920, height: 340, sessions: 130 };

property.prop([fc.array(bar, { minLength: 1, maxLength: 140 }), fc.tuple(price, price, price)], {
  seed: 9,
  numRuns: 200,
})(
  "a chart has no NaN, its labels do not overlap, and the as-of line stands behind the last candle",
  (bars, [entry, stop, target]) => {
    const dated = bars.map((each, index) => ({
      ...each,
      date: new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    }));
    const levels = { action: "buy" as const, entry, stop, target, size_pct: null, currency: "USD" };
    const geometry = chartGeometry({ bars: dated, levels, holes: [], asOf: dated.at(-1)?.date ?? "" }, size);
    expect(JSON.stringify(geometry)).not.toContain("null");
    const labels = geometry?.levels.map((level) => level.labelY).toSorted((a, b) => a - b) ?? [];
    for (const [index, y] of labels.entries())
      if (index > 0) expect(y - (labels[index - 1] ?? 0)).toBeGreaterThanOrEqual(labelHeight - 0.001);
    const last = geometry?.candles.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((geometry?.asOfX ?? 0) + 0.001);
  },
);

test("one bar and flat prices make a chart too, and no bar makes none", () => {
  const drawn = (...dates: string[]) =>
    chartGeometry(
      {
        bars: dates.map((date) => ({ date, open: 5, high: 5, low: 5, close: 5 })),
        levels: null,
        holes: [],
        asOf: dates.at(-1) ?? "2024-01-03",
      },
      size,
    );
  expect(drawn("2024-01-02")?.candles).toHaveLength(1);
  expect(JSON.stringify(drawn("2024-01-02"))).not.toContain("null");
  expect(JSON.stringify(drawn("2024-01-02", "2024-01-03"))).not.toContain("null");
  expect(drawn()).toBeNull();
});
