import { expect, test } from "vitest";
import { htmlOf, parseMarkdown } from "./markdown.ts";

const fence = "```";
const bars = `${fence}figure bars: Returns\nDebate | 33.3%\nRandom | −0.9%\n${fence}\n`;
const steps = `${fence}figure steps: Who waits\nOpening | bull, bear\n${fence}\n`;

test("a fence of data is a figure, and its words are found by search", () => {
  const { blocks, chapters } = parseMarkdown(`## Results\n\n${bars}\n${steps}`);
  expect(blocks.slice(1)).toEqual([
    {
      kind: "figure",
      form: "bars",
      caption: "Returns",
      bars: [
        { label: "Debate", text: "33.3%", value: 33.3 },
        { label: "Random", text: "−0.9%", value: -0.9 },
      ],
    },
    { kind: "figure", form: "steps", caption: "Who waits", steps: [{ label: "Opening", parts: ["bull", "bear"] }] },
  ]);
  expect(chapters.at(-1)?.text).toContain("Debate: 33.3%");
});

test("a feed has it as a list", () => {
  expect(htmlOf(parseMarkdown(bars.replace("Debate", "<b>")).blocks)).toBe(
    "<figure><ul><li>&lt;b&gt;: 33.3%</li><li>Random: −0.9%</li></ul><figcaption>Returns</figcaption></figure>\n",
  );
});

test.each(["Debate", "Debate |", "Debate | much", "a | 1 | 2"])("a row that cannot be drawn is refused: %s", (row) => {
  expect(() => parseMarkdown(`${fence}figure bars: Returns\n${row}\n${fence}\n`)).toThrow(
    /row of a figure|a bar needs/,
  );
});
