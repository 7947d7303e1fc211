import MarkdownIt from "markdown-it";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { buildDocument } from "#src/report/build-document.ts";
import type { Block, ReportDocument, Span, Words } from "#src/report/document.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { renderHtml } from "#src/report/page.ts";
import { renderPdf } from "#src/report/pdf/pdf.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { bareReport, fullReport, oldReport } from "#tests/support/full-report.ts";
import { readPdf } from "#tests/support/pdf-text.ts";
import { ReportView } from "./report-view.tsx";

/* Whatever a report says, it says in every format. */

type Kind = Block["kind"] | Words["kind"] | Span["kind"];

/** Complete: a new kind does not compile until it stands here, and then has to be in the report below. */
const kinds = {
  paragraph: true,
  table: true,
  rating: true,
  facts: true,
  stances: true,
  chart: true,
  list: true,
  folded: true,
  prose: true,
  stage: true,
  evidence: true,
  heading: true,
  items: true,
  quote: true,
  code: true,
  rule: true,
  text: true,
  flagged: true,
  cited: true,
  unknown: true,
  figure: true,
  strong: true,
  em: true,
  s: true,
  break: true,
} satisfies Record<Kind, true>;

/**
 * What is not read: how something is drawn, names of places, what a picture or a popover is made from, and the short
 * form of a value, which stands beside all its digits or over them, and what is said when a thing is pointed at: why a
 * figure is flagged, which a note says too, and when a filing was public.
 */
const unread = new Set(
  "kind tone align outcome agent id ids saidAt place ratingAt sizesTo isLong source basis reason name data cited runId finishedAt short availableAt".split(
    " ",
  ),
);

/** Every text and number of a document, in its order. */
function texts(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    // The ids of a number's evidence; the source of a line, but not that of a piece of evidence.
    (unread.has(key) && !(key === "source" && "at" in value)) ||
    key === "start" ||
    key === "level" ||
    (key === "evidence" && "basis" in value)
      ? []
      : texts(inner),
  );
}

function kindsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(kindsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "kind" && typeof inner === "string" ? [inner] : kindsOf(inner),
  );
}

/** Signs alone: where lines end is the format's. */
function bare(text: string): string {
  return text.replaceAll(/[\s\u00A0⚠]/g, "");
}

function wordsOfHtml(html: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return html
    .replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, "")
    .replaceAll(/&([#\w]+);/g, (whole, name: string) => names[name] ?? whole);
}

const formats: Readonly<Record<string, (finished: FinishedRun, drawn: ReportDocument) => Promise<string>>> = {
  // It is headed by the title, which is the headline with the rating in it.
  markdown: async (finished, { headline }) =>
    `${headline} ${wordsOfHtml(new MarkdownIt({ html: true }).render(renderMarkdown(finished)))}`,
  "the page": async (finished) => wordsOfHtml(await renderHtml(finished)),
  PDF: async (finished, { headline, runId }) => {
    const { title, text, pages } = readPdf(await renderPdf(finished));
    const foot = (page: number): string => `${headline} · ${runId}${page}/${pages}`;
    // What goes on over the end of a page has the foot of the page in it.
    return Array.from({ length: pages }, (_page, index) => bare(foot(index + 1))).reduce(
      (rest, one) => rest.replace(one, ""),
      bare(`${title} ${text}`),
    );
  },
  // Its title stands above the report, on the page that holds it. Long values are told whole when they are pointed at.
  "the application": async (finished, { title, headline }) => {
    const html = renderToStaticMarkup(createElement(ReportView, { finished }));
    const titles = [...html.matchAll(/<(?:b|td)[^>]* title="([^"]*)"/g)].map(([, value = ""]) => value);
    return `${title} ${headline} ${wordsOfHtml(html)} ${titles.join(" ")}`;
  },
};

/** Paper leaves out what is long and what nothing in the report refers to. */
function onPaper(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onPaper);
  if (typeof value !== "object" || value === null) return value;
  if ("isLong" in value && value.isLong === true) return null;
  if ("cited" in value && Array.isArray(value.cited) && "items" in value && Array.isArray(value.items)) {
    const { cited } = value;
    return { ...value, items: value.items.filter(({ id }: { id: string }) => cited.includes(id)) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, onPaper(inner)]));
}

const reports: Record<string, FinishedRun> = {};
beforeAll(async () => {
  const full = await fullReport();
  reports["with everything"] = full;
  reports["of no opinion"] = bareReport(full);
  reports["of an earlier release"] = oldReport(full);
});

test("the reports below hold every kind of block, of words and of spans", () => {
  const found = new Set(Object.values(reports).flatMap((finished) => kindsOf(buildDocument(finished))));
  expect([...found].toSorted()).toEqual(Object.keys(kinds).toSorted());
});

test("a figure from filings says when the last of them was public, and others have the run's own instant", () => {
  const { run } = reports["with everything"] ?? {};
  const asOf = run?.manifest.data.as_of ?? "";
  const times = run?.manifest.evidence.map(({ id }) => ({ id, time: run.manifest.available_at?.[id] })) ?? [];
  const filed = times.filter(({ time }) => time !== undefined);
  expect(filed.length).toBeGreaterThan(10);
  expect(filed.filter(({ id }) => !id.startsWith("F"))).toEqual([]);
  expect(filed.filter(({ time = "" }) => Date.parse(time) > Date.parse(asOf))).toEqual([]);
});

describe.each(["with everything", "of no opinion", "of an earlier release"])("a report %s", (name) => {
  test.each(Object.keys(formats))("says all of it in %s", async (format) => {
    const finished = reports[name];
    if (finished === undefined) throw new Error("it was not made");
    const drawn = buildDocument(finished);
    const said = bare((await formats[format]?.(finished, drawn)) ?? "");
    const wanted = texts(format === "PDF" ? onPaper(drawn) : drawn).filter((text) => bare(text) !== "");
    expect(wanted.length).toBeGreaterThan(name === "of no opinion" ? 10 : 800);
    expect([...new Set(wanted)].filter((text) => !said.includes(bare(text)))).toEqual([]);
  });
});
