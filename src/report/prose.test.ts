import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { GroundedNumber } from "#src/contract/judgement.ts";
import type { AgentTurn } from "#src/contract/run.ts";
import { lineHtml, wordsHtml } from "./html.ts";
import { createReader } from "./prose.ts";

const reader = createReader(new Set(["M1", "F2"]));

/** A turn whose numbers that stand in `unsupported` rest on nothing. */
function turn(text: string, unsupported: readonly string[] = [], claims: readonly string[] = []): AgentTurn {
  const miss = (number: string, point: number | null, where: string): GroundedNumber => ({
    point,
    offset: where.indexOf(number),
    text: number,
    value: 0,
    unit: null,
    verdict: "unsupported",
    field: null,
    cited: false,
    evidence: [],
    basis: null,
  });
  const places: [string, number | null][] = [[text, null], ...claims.map((claim, at): [string, number] => [claim, at])];
  const numbers = places.flatMap(([where, point]) =>
    unsupported.filter((number) => where.includes(number)).map((number) => miss(number, point, where)),
  );
  return {
    round: 1,
    text,
    points: claims.map((claim) => ({ claim, evidence: ["M1"] })),
    fields: {},
    problem: null,
    grounding: {
      numbers,
      supported: 0,
      unsupported: numbers.length,
      words: [],
      unread: [],
      bad_computations: [],
      unknown_ids: [],
    },
  };
}

function text(of: AgentTurn): string {
  return wordsHtml(reader.prose(of).words);
}

describe("a number that rests on nothing is marked where it stands", () => {
  const mark = '<mark title="not supported by the evidence">';

  test.each([
    ["It rose 5.5 % then.", "5.5 %", `<p>It rose ${mark}5.5 %</mark> then.</p>\n`],
    ["**5.5 %** up", "5.5 %", `<p><strong>${mark}5.5 %</mark></strong> up</p>\n`],
    ["so `x = 3.14`", "3.14", `<p>so <code>x = ${mark}3.14</mark></code></p>\n`],
    ["a 5 < 6", "5", `<p>a ${mark}5</mark> &lt; 6</p>\n`],
    // The mark ends in another node than the one in which it began.
    ["from 1*2*3 on", "1*2*3", `<p>from ${mark}1</mark><em>${mark}2</mark></em>${mark}3</mark> on</p>\n`],
  ])("%s", (said, number, html) => {
    expect(text(turn(said, [number]))).toBe(html);
  });

  test("in a table, in code and in a claim", () => {
    expect(text(turn("| a |\n|---|\n| 7.7 |", ["7.7"]))).toContain(`<td>${mark}7.7</mark></td>`);
    expect(text(turn("```js\nx = 3.14\n```", ["3.14"]))).toBe(`<pre><code>x = ${mark}3.14</mark>\n</code></pre>\n`);
    const said = turn("none", ["9.9"], ["It is 9.9"]);
    expect(lineHtml(reader.claim(said, 0))).toBe(`It is ${mark}9.9</mark> [<a href="#M1">M1</a>]`);
  });

  test("and a mark that was left open does not go on into the next text", () => {
    text(turn("```5.5\ncode\n```\n\nmore", ["5.5"]));
    expect(text(turn("plain"))).toBe("<p>plain</p>\n");
  });
});

test("cited evidence leads to its row, and an id that nobody gave is marked", () => {
  expect(text(turn("so [M1, F2] and [M9]"))).toBe(
    '<p>so [<a href="#M1">M1</a>, <a href="#F2">F2</a>] and [<mark title="unknown evidence ID">M9</mark>]</p>\n',
  );
});

test("no line is swallowed as a definition of a link, and headings stay below the page's own", () => {
  expect(text(turn("[M1]: 12.5"))).toContain("12.5");
  expect(text(turn("# One\n\n###### Six"))).toBe("<h4>One</h4>\n<h6>Six</h6>\n");
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      "<script>",
      "</mark>",
      "<a href=x>",
      "![a](http://x.example/p)",
      "[a](javascript:alert(1))",
      "[a]: http://x.example",
      "<http://x.example>",
      "http://x.example",
      '```" onload="x\n',
      "```[M1]\n",
      "\uE000",
      "\uE001",
      "[M1]",
      "[M9]",
      "&quot;",
      '"',
      "'",
      "5.5",
      "\n",
      "\n\n",
      "| a |\n|:-:|\n",
      "*",
      "`",
      "\\",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  ),
  { maxLength: 12 },
);

const own =
  /^<(?:\/?(?:p|em|strong|s|ul|ol|li|blockquote|code|pre|h[4-6]|table|thead|tbody|tr|th|td|mark|a|div)|hr|br|(?:th|td) style="text-align:(?:left|center|right)"|ol start="\d+"|div class="wide"|mark title="(?:not supported by the evidence|unknown evidence ID)"|a href="#(?:M1|F2)")>$/;

property.prop([hostile], { seed: 4, numRuns: 4000 })(
  "has no tag and no attribute but those it makes itself, and they nest",
  (parts) => {
    const html = text(turn(parts.join(""), ["5.5"]));
    const open: string[] = [];
    for (const [tag] of html.matchAll(/<[^>]*>/g)) {
      expect(tag).toMatch(own);
      const name = /[a-z]+\d?/.exec(tag)?.[0] ?? "";
      if (tag.startsWith("</")) expect(open.pop(), html).toBe(name);
      else if (name !== "hr" && name !== "br") open.push(name);
    }
    expect(open).toEqual([]);
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[<>\uE000\uE001]/);
  },
);

describe("where numbers are linked to what they rest on", () => {
  const resting = (said: string, number: string, rest: Partial<GroundedNumber>): AgentTurn => {
    const of = turn(said, [number]);
    const numbers = of.grounding.numbers.map((one) => ({ ...one, ...rest }));
    return { ...of, grounding: { ...of.grounding, numbers } };
  };

  test.each<[string, Partial<GroundedNumber>, string]>([
    [
      "It rose 5.5 % then.",
      { verdict: "evidence", evidence: ["M1"] },
      '<p>It rose <a class="figure" href="#M1" data-evidence="M1">5.5 %</a> then.</p>\n',
    ],
    [
      "**5.5 %** up",
      { verdict: "computation", evidence: ["F2", "M1"], basis: 'F2 / M1 > "1"' },
      '<p><strong><a class="figure" href="#F2" data-evidence="F2 M1" data-basis="F2 / M1 &gt; &quot;1&quot;">5.5 %</a></strong> up</p>\n',
    ],
    [
      "Stop at 5.5 %.",
      { verdict: "proposal", basis: "trader stop" },
      '<p>Stop at <span class="own" data-basis="trader stop">5.5 %</span>.</p>\n',
    ],
    // Evidence that is not there is no link.
    ["It is 5.5 %.", { verdict: "evidence", evidence: ["M9"] }, "<p>It is 5.5 %.</p>\n"],
    [
      "It is 5.5 %.",
      { verdict: "unsupported" },
      '<p>It is <mark title="not supported by the evidence">5.5 %</mark>.</p>\n',
    ],
  ])("%s with %j", (said, rest, html) => {
    expect(text(resting(said, "5.5 %", rest))).toBe(html);
  });

  test("each number has its own, also the twelfth", () => {
    const numbers = Array.from({ length: 12 }, (_number, index) => `${index + 100}.5`);
    const of = turn(numbers.join(" "), numbers);
    const linked = of.grounding.numbers.map((one, index) => ({
      ...one,
      verdict: "evidence" as const,
      evidence: [index === 11 ? "F2" : "M1"],
    }));
    const html = text({ ...of, grounding: { ...of.grounding, numbers: linked } });
    expect(html.match(/href="#M1"/g)).toHaveLength(11);
    expect(html).toContain('<a class="figure" href="#F2" data-evidence="F2">111.5</a>');
  });

  property.prop([hostile], { seed: 6, numRuns: 2000 })("tags nest, and no mark is left, whatever the text", (parts) => {
    const said = resting(parts.join(""), "5.5", { verdict: "evidence", evidence: ["M1"], basis: "\uE002<b>" });
    const html = text(said);
    const open: string[] = [];
    for (const [tag] of html.matchAll(/<[^>]*>/g)) {
      const name = /[a-z]+\d?/.exec(tag)?.[0] ?? "";
      if (tag.startsWith("</")) expect(open.pop(), html).toBe(name);
      else if (name !== "hr" && name !== "br") open.push(name);
    }
    expect(open).toEqual([]);
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[<>\uE000-\uE019]/);
  });
});
