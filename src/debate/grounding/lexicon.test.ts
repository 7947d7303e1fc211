import { expect, test } from "vitest";
import { lexicon } from "./lexicon.ts";

const entries = ["cash flow", "(?:free )?cash", "operating cash flow", "flow", "debt(?= paid)", "(?<=net )debt"];
const joined = new RegExp(`(?<![\\w-])(?:${entries.map((entry) => `(${entry})`).join("|")})(?![\\w-])`, "gi");

test("a lexicon finds what its entries find as one pattern: from left to right, and at one place the first", () => {
  const words = lexicon(entries);
  for (const text of [
    "Operating cash flow and free cash, cash flow, flow; cash-flow, net debt, debt paid and debt.",
    "CASH FLOW flow",
    "the free cash flow of the debt",
    "nothing",
    "",
  ]) {
    const expected = [...text.matchAll(joined)].map((found) => ({
      entry: found.slice(1).findIndex((group) => group !== undefined),
      at: found.index,
      text: found[0],
    }));
    expect(words(text).map(({ entry, found }) => ({ entry, at: found.index, text: found[0] }))).toEqual(expected);
  }
});
