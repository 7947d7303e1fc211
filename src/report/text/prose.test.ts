import { ownTimeMs } from "#tests/support/own-time.ts";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { AgentTurn } from "#src/contract/run/run.ts";
import type { SpanKind, TextSpan } from "#src/contract/run/spans.ts";
import { type Line, type Span, type Words, spansText, wordsText } from "../document.ts";
import { lineHtml, wordsHtml } from "../html.ts";
import { createReader, plain, type Statement } from "./prose.ts";

const reader = createReader(new Set(["M1", "F2"]));

/** A span over `printed` where it first stands in the text. */
function span(text: string, printed: string, kind: SpanKind, ids: string[] = [], expression: string | null = null) {
  const from = text.indexOf(printed);
  if (from === -1) throw new Error(`“${printed}” is not in the text`);
  return { from, to: from + printed.length, kind, ids, expression } satisfies TextSpan;
}

function html({ text, spans }: Statement): string {
  return String(wordsHtml(reader.prose({ text, spans }).words));
}

function turn(text: string, over: Partial<AgentTurn> = {}): AgentTurn {
  return { round: 1, text, points: [], fields: {}, problem: null, ...over };
}

const mark = '<mark title="Not supported by the evidence">';

describe("what is flagged is marked where it stands", () => {
  test.each([
    ["It rose 5.5 % then.", "5.5 %", `<p>It rose ${mark}5.5 %</mark> then.</p>\n`],
    ["**5.5 %** up", "5.5 %", `<p><strong>${mark}5.5 %</mark></strong> up</p>\n`],
    ["so `x = 3.14`", "3.14", `<p>so <code>x = ${mark}3.14</mark></code></p>\n`],
    ["`` a `3.14` ``", "3.14", `<p><code>a \`${mark}3.14</mark>\`</code></p>\n`],
    ["a 5 < 6", "5", `<p>a ${mark}5</mark> &lt; 6</p>\n`],
    // A figure ends behind a border of the markdown.
    ["from 1*2*3 on", "1*2*3", `<p>from ${mark}1</mark><em>${mark}2</mark></em>${mark}3</mark> on</p>\n`],
    ["up **5.5** % now", "5.5** %", `<p>up <strong>${mark}5.5</mark></strong>${mark} %</mark> now</p>\n`],
    // Escapes, references and ends of lines cut no figure.
    ["a \\* b, 5\\.5 %", "5\\.5 %", `<p>a * b, ${mark}5.5 %</mark></p>\n`],
    ["R&amp;D is 5&nbsp;%.", "5&nbsp;%", `<p>R&amp;D is ${mark}5\u00A0%</mark>.</p>\n`],
    ["It rose 5.5\n% then", "5.5\n%", `<p>It rose ${mark}5.5 %</mark> then</p>\n`],
    ["> - quoted\n>   7.7 so", "7.7", `${mark}7.7</mark> so`],
    ["| a |\n|---|\n| 7.7 \\| 8 |", "7.7", `<td>${mark}7.7</mark> | 8</td>`],
    ["1. one\n2. two 7.7", "7.7", `<li>two ${mark}7.7</mark></li>`],
    ["```js\nx = 3.14\n  y\n```", "3.14", `<pre><code>x = ${mark}3.14</mark>\n  y</code></pre>`],
    ["    x = 3.14", "3.14", `<pre><code>x = ${mark}3.14</mark></code></pre>`],
    ["\uFEFFIt rose 5.5 %", "5.5 %", `${mark}5.5 %</mark>`],
    ["عاد 5.5 % **ثم 7.7**", "7.7", `<strong>ثم ${mark}7.7</mark></strong>`],
  ])("%j, %j", (text, printed, wanted) => {
    expect(html({ text, spans: [span(text, printed, "unsupported")] })).toContain(wanted);
  });

  test("with the reason, and in a claim behind which its evidence is named", () => {
    const claim = "It is 9.9 and rose";
    const points = [[span(claim, "9.9", "wrong_source", ["F2"]), span(claim, "rose", "contradicted", ["M1"])]];
    const of = turn("", { points: [{ claim, evidence: ["M1", "M9"] }], checked: { text: [], points, fields: {} } });
    const line = reader.claim(of, 0);
    expect(String(lineHtml(line))).toBe(
      'It is <mark title="Not in the evidence it cites, but in F2">9.9</mark> and <mark title="Contradicted by M1">rose</mark> [<a href="#M1">M1</a>, <mark title="No such evidence">M9</mark>]',
    );
    expect(line.source).toBe("It is 9.9 ⚠ and rose ⚠ [M1, M9 ⚠]");
  });
});

describe("figures are linked to what they rest on", () => {
  const text = "It rose **5.5 %** [M1, M9].";
  test.each<[SpanKind, string[], string | null, string]>([
    ["reference", ["M1"], null, '<a class="figure" href="#M1" title="M1">5.5 %</a>'],
    ["supported", ["M1"], null, '<a class="figure" href="#M1" title="M1">5.5 %</a>'],
    ["reference", ["F2", "M1"], 'F2 > "1"', '<a class="figure" href="#F2" title="F2 &gt; &quot;1&quot;">5.5 %</a>'],
    ["own", [], "stop", '<span title="Set by the agent: stop">5.5 %</span>'],
    // Evidence that is not there is no link.
    ["reference", ["M9"], null, "<strong>5.5 %</strong>"],
    ["unread", [], null, "<strong>5.5 %</strong>"],
    ["agrees", ["M1"], null, "<strong>5.5 %</strong>"],
  ])("%s of %j, %s", (kind, ids, expression, wanted) => {
    expect(html({ text, spans: [span(text, "5.5 %", kind, ids, expression)] })).toContain(wanted);
  });

  test("and cited evidence to its row, where there is such", () => {
    const spans = [span(text, "M1", "citation", ["M1"]), span(text, "M9", "citation", ["M9"])];
    expect(html({ text, spans })).toContain('[<a href="#M1">M1</a>, <mark title="No such evidence">M9</mark>]');
  });
});

test("a sentence of a turn keeps its own spans alone", () => {
  const text = "It is 5.5 now. A fall to 3.3 would change our view.";
  const spans = [span(text, "5.5", "unsupported"), span(text, "3.3", "unsupported")];
  const of = turn(text, { checked: { text: spans, points: [], fields: {} } });
  expect(reader.excerpt(of, text.indexOf("A fall"), text.length).source).toBe("A fall to 3.3 ⚠ would change our view.");
});

test("evidence that a claim does not name stands before its full stop", () => {
  const text = "The price fell 5.5 [M1].";
  const points = [{ claim: text, evidence: ["M1", "F2"] }];
  const spans = [span(text, "5.5 [M1].", "unsupported")];
  const of = turn(text, { points, checked: { text: [], points: [spans], fields: {} } });
  expect(reader.claim(of, 0).source).toBe("The price fell 5.5 [M1] ⚠ [F2].");
});

test("private-use characters are plain text, also where they once were marks", () => {
  const text = "\uE000a\uE001 \uE002\uE010\uE003 5.5";
  expect(html({ text, spans: [span(text, "5.5", "unsupported")] })).toBe(
    `<p>\uE000a\uE001 \uE002\uE010\uE003 ${mark}5.5</mark></p>\n`,
  );
  expect(plain(text)).toEqual({ source: text, spans: [{ kind: "text", text }] });
});

test("no line is swallowed as a definition of a link, and headings stay below the page's own", () => {
  expect(html({ text: "[M1]: 12.5", spans: [] })).toContain("12.5");
  expect(html({ text: "# One\n\n###### Six", spans: [] })).toBe("<h4>One</h4>\n<h6>Six</h6>\n");
});

test("a line has no blocks, whatever it begins with", () => {
  const reports = (thesis: string) => ({
    checks: [],
    levels: null,
    review_reason: null,
    numbers: { supported: 0, unsupported: 0 },
    data: { symbol: "A", name: "A", asset_type: "stock" as const, currency: "USD", as_of: null, session: null },
    verdict: { thesis, target: null, horizon_days: null, confidence: null },
  });
  const thesis = (text: string): Line =>
    reader.thesis({
      ...reports(text),
      data: { ...reports(text).data, historical: true, synthetic: false, sources: [], notes: [] },
    });
  expect(spansText(thesis("- *up*\n\n# 3. so").spans)).toBe("- up # 3. so");
  expect(spansText(thesis("1. | a |\n|---|\n> b").spans)).toBe("1. | a | |---| > b");
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      ..."<script> </mark> <a_href=x> ![a](http://x.example/p) [a](javascript:alert(1)) <http://x.example>".split(" "),
      "[a]: http://x.example",
      '```" onload="x\n',
      "```[M1]\n",
      "[M1]",
      "&quot;",
      "&amp;",
      '"',
      "'",
      "5.5",
      "\n",
      "\r\n",
      "\t",
      "\n\n",
      "> ",
      "- ",
      "    ",
      "| a |\n|:-:|\n",
      ..."* ** ~~ ` \\ | #".split(" "),
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  ),
  { maxLength: 14 },
);

const own =
  /^<(?:\/?(?:p|em|strong|s|ul|ol|li|blockquote|code|pre|h[4-6]|table|thead|tbody|tr|th|td|mark|a|div|span)|hr|br|(?:th|td) style="text-align:(?:left|center|right)"|ol start="\d+"|div class="wide"|mark title="Not supported by the evidence"|a class="figure" href="#M1" title="&lt;b&gt;")>$/;

/** Spans over every `5.5`, flagged and linked by turns. */
function spansIn(text: string): TextSpan[] {
  return [...text.matchAll(/5\.5/g)].map(({ index }, at) => ({
    from: index,
    to: index + 3,
    ...(at % 2 === 0
      ? { kind: "unsupported" as const, ids: [], expression: null }
      : { kind: "reference" as const, ids: ["M1"], expression: "<b>" }),
  }));
}

property.prop([hostile], { seed: 4, numRuns: 3000 })(
  "has no tag and no attribute but those it makes itself, and they nest",
  (parts) => {
    const text = parts.join("");
    const drawn = html({ text, spans: spansIn(text) });
    const open: string[] = [];
    for (const [tag] of drawn.matchAll(/<[^>]*>/g)) {
      expect(tag).toMatch(own);
      const name = /[a-z]+\d?/.exec(tag)?.[0] ?? "";
      if (tag.startsWith("</")) expect(open.pop(), drawn).toBe(name);
      else if (name !== "hr" && name !== "br") open.push(name);
    }
    expect(open).toEqual([]);
  },
);

function marked(words: readonly Words[]): string[] {
  const inSpans = (spans: readonly Span[]): string[] =>
    spans.flatMap((one) => {
      if (one.kind === "figure" || one.kind === "flagged") return [one.text];
      return "spans" in one ? inSpans(one.spans) : [];
    });
  return words.flatMap((one): string[] => {
    switch (one.kind) {
      case "items":
        return one.items.flatMap(marked);
      case "quote":
        return marked(one.words);
      case "table":
        return [one.columns, ...one.rows].flatMap((row) => row.flatMap(({ line }) => inSpans(line.spans)));
      case "rule":
        return [];
      default:
        return inSpans(one.line.spans);
    }
  });
}

property.prop([hostile], { seed: 6, numRuns: 3000 })(
  "whatever stands around a figure, it is marked, and nothing else",
  (parts) => {
    const text = parts.join("");
    const { words } = reader.prose({ text, spans: spansIn(text) });
    const printed = [...wordsText(words).replaceAll(" ⚠", "").matchAll(/5\.5/g)].length;
    expect(marked(words)).toEqual(Array.from({ length: printed }, () => "5.5"));
  },
);

describe("what no agent means is drawn as plain text, and at once", () => {
  test.each([
    ["lists in lists", Array.from({ length: 500 }, (_none, n) => `${"  ".repeat(n)}- x`).join("\n")],
    ["quotes in quotes", `${">".repeat(5000)} 5.5 deep`],
    ["emphasis without an end", "a*".repeat(20_000)],
    ["code without an end", Array.from({ length: 600 }, (_none, n) => "`".repeat(n + 1)).join(" ")],
    ["all in emphasis", `${"*a **b ".repeat(600)}5.5${" b** a*".repeat(600)}`],
  ])("%s", (_name, text) => {
    const began = ownTimeMs();
    expect(html({ text, spans: spansIn(text) })).toContain(text.includes("5.5") ? mark : "<p>");
    expect(ownTimeMs() - began).toBeLessThan(2000);
  });
});
