import { describe, expect, test } from "vitest";
import { analystBrief } from "#tests/support/llm-brief.ts";
import { maskBrief, maskFor, maskName } from "./mask.ts";

const cases: readonly (readonly [symbol: string, name: string, text: string, hidden: string])[] = [
  [
    "AAPL",
    "Apple Inc.",
    "Apple's margins: AAPL, $aapl and apple fell",
    `${maskName}'s margins: ${maskName}, ${maskName} and ${maskName} fell`,
  ],
  ["AAPL", "Apple Inc.", "pineapple growers (NASDAQ:AAPL)", `pineapple growers (NASDAQ:${maskName})`],
  [
    "CAT",
    "Caterpillar Inc.",
    "the cat sat; CAT and $cat rose; Caterpillar too",
    `the cat sat; ${maskName} and ${maskName} rose; ${maskName} too`,
  ],
  [
    "HD",
    "The Home Depot, Inc.",
    "Home Depot at home: Depot sales in HD",
    `${maskName} at home: ${maskName} sales in ${maskName}`,
  ],
  ["JNJ", "Johnson & Johnson", "Johnson & Johnson, or Johnson", `${maskName}, or ${maskName}`],
  [
    "V",
    "Visa Inc.",
    "V for Visa, and v for victory; $v",
    `${maskName} for ${maskName}, and v for victory; ${maskName}`,
  ],
  ["AMZN", "Amazon.com, Inc.", "Amazon and amazon.com", `${maskName} and ${maskName}.com`],
  ["BTC-USD", "Bitcoin US dollar", "Bitcoin, BTC and BTC-USD", `${maskName}, ${maskName} and ${maskName}`],
  [
    "IBM",
    "International Business Machines Corporation",
    "International Business Machines in international business",
    `${maskName} in international business`,
  ],
  [
    "GS",
    "The Goldman Sachs Group, Inc.",
    "Goldman Sachs, Goldman & Sons, AT&T & GS",
    `${maskName}, ${maskName} & Sons, AT&T & ${maskName}`,
  ],
  ["MSFT", "Microsoft Corporation", "ΜSFT and Microsofts stay", "ΜSFT and Microsofts stay"],
];

describe("the mask", () => {
  for (const [symbol, name, text, hidden] of cases)
    test(`${symbol}: ${text}`, () => {
      expect(maskFor(symbol, name).hide(text)).toBe(hidden);
    });

  test("a look-up's stand-in becomes a word that can be found", () => {
    expect(maskFor("AAPL", "Apple Inc.").show(`${maskName} iphone`)).toBe("Apple iphone");
    expect(maskFor("AAPL", "Apple Inc.").show("MASKED")).toBe("AAPL");
  });

  test("nothing of a masked brief names the company", () => {
    const brief = analystBrief();
    const [item] = brief.evidence;
    if (item === undefined) throw new Error("the brief has no evidence");
    const named = { ...item, label: "Apple, close", text: "AAPL fell", source: "AAPL", formula: "Apple / 2" };
    const point = { claim: "Apple grows", evidence: [] };
    const said = { agent: "bull", round: 1, summary: "Buy AAPL", points: [point] } as const;
    const found = { id: "1", evidence: [named], note: "no more of Apple" };
    const call = { id: "1", name: "find_news", input: { words: ["Apple"] } };
    const masked = maskBrief(
      {
        ...brief,
        evidence: [...brief.evidence, named],
        transcript: [said],
        steps: [{ calls: [call], results: [found] }],
      },
      maskFor("AAPL", "Apple Inc."),
    );
    expect(JSON.stringify(masked)).not.toMatch(/apple|aapl/i);
  });
});
