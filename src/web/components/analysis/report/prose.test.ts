import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SpanKind, TextSpan } from "#src/contract/run/spans.ts";
import { createReader, type Statement } from "#src/report/text/prose.ts";
import { Draft } from "../draft.tsx";
import { Prose } from "./prose.tsx";

const reader = createReader(new Set(["M3", "M4"]));

function drawn(statement: Statement): string {
  return renderToStaticMarkup(createElement(Prose, { words: reader.prose(statement).words }));
}

const text = "It fell by **9.5 %** [M3], from 41 to 40, says <b>nobody</b>.";

function span(printed: string, kind: SpanKind, ids: string[] = [], expression: string | null = null): TextSpan {
  const from = text.indexOf(printed);
  return { from, to: from + printed.length, kind, ids, expression };
}

const spans = [
  span("9.5 %", "reference", ["M3", "M4"], "M3 - M4"),
  span("M3", "citation", ["M3"]),
  span("41", "unsupported"),
  span("40", "own", [], "stop"),
];

test("a statement is one stop of the Tab key, and each figure says what it rests on", () => {
  expect(drawn({ text, spans })).toBe(
    '<div class="prose"><p>It fell by <strong><a class="figure" href="#M3" data-evidence="M3 M4" data-basis="M3 - M4">9.5 %</a></strong>' +
      ' [<a href="#M3" tabindex="-1">M3</a>], from <mark title="Not supported by the evidence">41</mark>' +
      ' to <span title="Set by the agent: stop">40</span>, says &lt;b&gt;nobody&lt;/b&gt;.</p></div>',
  );
});

test.each([
  ["##### a\n\nx\n\n###### b\n\n# c", "<h4>a</h4><p>x</p><h5>b</h5><h4>c</h4>"],
  ["# a\n\n### b\n\n### c", "<h4>a</h4><h5>b</h5><h6>c</h6>"],
])("headings have no gap: %j", (headings, wanted) => {
  expect(drawn({ text: headings, spans: [] })).toContain(wanted);
});

test("where the evidence is not on the page nothing leads anywhere", () => {
  const html = renderToStaticMarkup(createElement(Draft, { text, spans }));
  expect(html).toContain('<span class="figure" title="Evidence: M3 - M4">9.5 %</span>');
  expect(html).toContain('<span class="cite">M3</span>');
  expect(html).toContain('<div class="prose" dir="auto">');
  expect(html).not.toMatch(/<a |<b>/);
});

test("while it is written nothing is marked", () => {
  expect(renderToStaticMarkup(createElement(Draft, { text, spans: [] }))).not.toMatch(/figure|<mark|cite/);
});
