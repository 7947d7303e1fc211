import { expect, test } from "vitest";
import { matching, type Suggestion } from "./suggestions.ts";

const one = (symbol: string, name: string): Suggestion => ({
  symbol,
  name,
  assetType: "stock",
  about: "",
  synthetic: false,
  from: null,
  to: null,
});
const all = [
  one("AAPL", "Apple"),
  one("APA", "APA Corporation"),
  one("GOOGL", "Alphabet (Google)"),
  one("A", "Agilent"),
];
const found = (text: string): string[] => matching(all, text).map(({ symbol }) => symbol);

test("the symbol comes first, then symbols that begin so, then words of names", () => {
  expect(found("a")).toEqual(["A", "AAPL", "APA", "GOOGL"]);
  expect(found("apple")).toEqual(["AAPL"]);
  expect(found("google")).toEqual(["GOOGL"]);
  expect(found("pple")).toEqual([]);
  expect(found("")).toHaveLength(all.length);
});
