import { describe, expect, test } from "vitest";
import { test as property, fc } from "@fast-check/vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { growthOf, mostGrowth } from "#tests/support/processor-time.ts";
import { parseRating } from "./read-rating.ts";

const rated = (rating: Opinion) => ({ ok: true, rating });
const not = (reason: "no label" | "conflict" | "unknown word" | "review") => ({ ok: false, reason });

describe("what rivals misread", () => {
  test.each([
    ["I would not buy this.", not("no label")],
    ["Rating：Overweight", rated("Overweight")],
    ["Rating: (Sell)", rated("Sell")],
    ["Operating margin: Sell-side models agree.\n\nRating: Hold", rated("Hold")],
    ["Operating margin: Sell-side models agree.", not("no label")],
    ["The case is balanced; there is nothing to add.", not("no label")],
    ['Rating: Hold\n\nThe bull ended with "Rating: Buy".', rated("Hold")],
    ["Rating: Hold\n\n> Rating: Buy", rated("Hold")],
    ["1. Rating: Buy", rated("Buy")],
    ["I could buy, sell or hold.\n\n**Rating**: Underweight\n\nBuyers should hold off.", rated("Underweight")],
    ["", not("no label")],
  ])("%j", (text, expected) => expect(parseRating(text)).toEqual(expected));
});

test.each([
  "Rating: **Overweight**",
  "**Rating:** Overweight",
  "**Rating: Overweight**",
  "__Rating__: _overweight_",
  "## Rating: Overweight",
  "### 5. **Final Rating: OVERWEIGHT**",
  "- Our rating: Overweight.",
  "* **Rating** — Overweight",
  "Final rating - Overweight",
  "(2) Overall rating: Overweight!",
  "Recommendation: Overweight",
  "Final recommendation: [Overweight]",
  "Rating: (Overweight)",
  "Rating (Overweight)",
  "**Rating** [Overweight].",
  "Rating：【Overweight】",
  "【Rating】Overweight",
  "[Rating] Overweight",
  "[Rating: Overweight]",
  "  Rating :  Overweight  ",
  "RATING: overweight",
  "Rating:\u00A0Overweight",
  "\uFEFFRating: Overweight。",
  "⭐ Rating: Overweight",
  "➡️ **Rating:** Overweight",
  "✅ Final rating: Overweight",
  "→ Rating: Overweight",
  "<br>Rating: Overweight<br/>",
  "<b>Rating:</b> Overweight",
  "| **Rating** | Overweight |",
  "| Rating | Overweight | 60 days |",
  "## Rating\n\nOverweight",
  "**Final rating:**\n\n**Overweight**",
  "### 5. Rating\n\nOverweight.",
])("%j is an explicit label line", (line) => {
  expect(parseRating(line)).toEqual(rated("Overweight"));
  expect(parseRating(`Thesis first.\r\n\r\n${line}\r\n\r\nThen a reason to buy or sell.`)).toEqual(rated("Overweight"));
});

test.each([
  "Rating: Strong Buy",
  "Rating: Accumulate",
  "Rating: not Buy",
  "Rating: Buy?",
  'Rating: "Buy"',
  "Rating: “Buy”",
  "Rating: `Buy`",
  "Rating: ~~Buy~~",
  "Rating: Sell-side consensus",
  "Rating: 4/5",
  "Rating:",
  "Rating (new): Buy",
  "Rating: Buy, but only above 200",
  "Recommendation: buy the dip",
])("%j is a label without a rating, and no earlier label stands in for it", (line) => {
  expect(parseRating(line)).toEqual(not("unknown word"));
  expect(parseRating(`Rating: Hold\n\nOn reflection:\n\n${line}`)).toEqual(not("unknown word"));
});

test.each(["Rating: Buy/Hold", "Rating: Hold or Sell", "Rating: Overweight (from Hold)", "Rating: ~~Buy~~ Hold"])(
  "%j is a conflict",
  (line) => expect(parseRating(line)).toEqual(not("conflict")),
);

test.each([
  "Operating margin: Buy",
  "Prior rating: Buy",
  "Consensus rating: Buy",
  "Rating rationale: Buy",
  "| Rating | Target |",
  "| Peer rating | Buy |",
  "## Rating\n\nBuy on weakness, we think.",
  "Our rating is Buy.",
  "Ratings: Buy",
  "The rating [M3] rests on cash flow; sell into strength.",
  "> Rating: Buy",
  "  > **Rating:** Buy",
  '"Rating: Buy"',
  '"rating": "Buy"',
  "As the bull put it, Rating: Buy",
  "Recommendation: add on weakness",
  "```\nRating: Buy\n```",
  "~~~text\nRating: Buy",
  "````\n```\nRating: Buy\n````",
])("%j holds no label line, and an earlier label stands", (text) => {
  expect(parseRating(text)).toEqual(not("no label"));
  expect(parseRating(`Rating: Hold\n\nMore.\n\n${text}`)).toEqual(rated("Hold"));
});

test("the last label line counts; a former rating above it gives way", () => {
  expect(parseRating("Rating: Buy\n\nThat was last month. Since then margins fell.\n\nRating: Sell")).toEqual(
    rated("Sell"),
  );
});

test("label lines of one block must agree", () => {
  expect(parseRating("Rating: Buy\n\n**Final rating:** Hold")).toEqual(not("conflict"));
  expect(parseRating("Rating: Buy\nRating: Hold\nRating: Hold")).toEqual(not("conflict"));
  expect(parseRating("Rating: Buy/Hold\nRating: Hold")).toEqual(not("conflict"));
  expect(parseRating("Rating: Hold\nRecommendation: Hold")).toEqual(rated("Hold"));
  expect(parseRating("## Final rating:\n\nRating: Hold")).toEqual(rated("Hold"));
});

test.each([
  ["Margins fall. Rating: Sell.", rated("Sell")],
  ["Margins fall. Rating: Sell. The target is 80.", rated("Sell")],
  ["**Margins fall.** **Final rating: Sell.** The target is 80.", rated("Sell")],
  ["Is it cheap? Our rating — Sell! It is not.", rated("Sell")],
  ["利润下降。Rating：Sell。", rated("Sell")],
  ["Rating: Sell. The target is 80.", rated("Sell")],
  ["It was good. Rating: Buy. That was last month. Rating: Sell. So it goes.", rated("Sell")],
  ["It is so. Rating: Buy. Rating: Sell.", not("conflict")],
  ["It is so. Rating: Buy or Sell. It depends.", not("conflict")],
  ["It is so. Rating: Strong Buy. It may rise.", not("unknown word")],
  ['The bear said: "Margins fall. Rating: Sell." I do not.', not("no label")],
  ["The bear said: “Margins fall. Rating: Sell.” I do not.", not("no label")],
  ["Margins fell 3.Rating: Sell", not("no label")],
  ["Margins fall, Rating: Sell", not("no label")],
])("a label at the start of a sentence counts: %j", (text, expected) => expect(parseRating(text)).toEqual(expected));

test("REVIEW is no opinion", () => {
  expect(parseRating("**Rating:** REVIEW")).toEqual(not("review"));
  expect(parseRating("Rating: Buy\n\nNo: the filings are missing.\n\nRating: Review")).toEqual(not("review"));
});

test("words after a closed fence count again", () => {
  expect(parseRating("```json\n{}\n```\nRating: Buy")).toEqual(rated("Buy"));
});

const word = fc.constantFrom(...Opinion.options);
const anyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      [...text].map((letter, index) => (upper[index] === true ? letter.toUpperCase() : letter.toLowerCase())).join(""),
    );

const prose = fc
  .array(
    fc.oneof(
      word.map((rating) => `I would not ${rating.toLowerCase()} this`),
      word.map((rating) => `the bull said "Rating: ${rating}"`),
      word.map((rating) => `${rating}-side models`),
      word.map((rating) => `operating margin: ${rating}`),
      word.map((rating) => `> Rating: ${rating}`),
      word.map((rating) => `\n> Final rating: **${rating}**\n`),
      word.map((rating) => `\n\`\`\`\nRating: ${rating}\n\`\`\`\n`),
      word.map((rating) => `our rating could become ${rating}`),
      word.map((rating) => `**${rating}**`),
      word,
      fc.constantFrom("rating", "Rating.", "not", "never", "margins rose 3.2%", "recommendation", "\n- ", "; "),
    ),
    { maxLength: 30 },
  )
  .map((parts) => `Summary ${parts.join(" ")}`.replaceAll("\n ", "\n"));

property.prop([prose], { seed: 1, numRuns: 500 })(
  "prose with rating words and without a label line gives no rating",
  (text) => {
    expect(parseRating(text).ok).toBe(false);
  },
);

property.prop(
  [
    prose.filter((text) => !text.includes("```")),
    fc.constantFrom("", "- ", "## ", "3. ", "**"),
    fc.constantFrom("Rating", "Final rating", "OUR RATING", "recommendation", "**Overall** Rating"),
    fc.constantFrom(": ", "：", ": **", " — ", " [", ":** "),
    word.chain((rating) => anyCase(rating).map((text) => ({ rating, text }))),
    fc.constantFrom("", ".", "**", "**.", " "),
  ],
  { seed: 2, numRuns: 500 },
)("a label line is found wherever it stands, in any dress", (before, mark, label, separator, { rating, text }, end) => {
  const close = separator === " [" ? "]" : "";
  expect(parseRating(`${before}\n\n${mark}${label}${separator}${text}${close}${end}\n`)).toEqual(rated(rating));
});

property.prop(
  [
    fc.uniqueArray(word, { minLength: 2, maxLength: 3 }),
    fc.constantFrom("/", " or ", ", ", " → ", " (not ", "\nRating: "),
  ],
  { seed: 3, numRuns: 500 },
)("different ratings in the last label never give one", (ratings, joint) => {
  expect(parseRating(`Thesis.\nRating: ${ratings.join(joint)}`)).toEqual(not("conflict"));
});

property.prop([fc.string({ unit: "binary", maxLength: 400 })], { seed: 4, numRuns: 500 })(
  "any text is read without an exception",
  (text) => {
    const reading = parseRating(text);
    expect(reading.ok ? reading.rating : reading.reason).toBeTypeOf("string");
  },
);

test.each([
  "* ",
  "#",
  "Rating: ",
  "Rating",
  "Rating (",
  "Rating: Buy ",
  "  ",
  "[",
  "1.",
  "`",
  ">",
  "\n",
  "Rating:\n",
  ". ",
  "Rating: Buy. ",
  '." ',
  "```\n",
  "final ",
])("192 KB of %j take time in proportion", (unit) => {
  const text = unit.repeat(Math.ceil(192_000 / unit.length));
  expect(growthOf(text, (each) => void parseRating(each))).toBeLessThan(mostGrowth);
});
