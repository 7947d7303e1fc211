import { expect, test } from "vitest";
import { measure } from "#tests/support/llm-brief.ts";
import { ground, prepareEvidence } from "../grounding.ts";
import { idsBeside, partsOf } from "./list-items.ts";

const index = prepareEvidence([
  measure("M1", "close", "Last close", 385, "USD"),
  measure("M5", "sma_200", "Mean close of 200 sessions", 400, "USD"),
  measure("M9", "macd", "MACD line", -2.4, "USD"),
  measure("M12", "rsi_14", "RSI, 14 sessions", 75, "points"),
  measure("M22", "return_5", "Return over 5 sessions", -1.36, "%"),
]);
const read = (text: string) => {
  const { numbers, words } = ground({ text, points: [], computations: [], proposed: [], index });
  const said = <T extends { readonly offset: number; readonly text: string }>({ offset, ...rest }: T) => {
    expect(text.slice(offset, offset + rest.text.length)).toBe(rest.text);
    return rest;
  };
  return { numbers: numbers.map(said), words: words.map(said) };
};

const items = [
  "At 385 USD, the stock trades 3.75% below its 200-session mean",
  "Minus one point three six percent in a week [M22]",
  "The RSI of 75 [M12] says overbought",
  "The MACD line is below zero [M9]",
  "Compared with the mean of $400 [M5], the close of $385 [M1] is higher",
];

test.each(["- ", "* ", "• ", "  - ", "1. ", "12) ", "\t- "])("an item behind «%s» is read as it is alone", (mark) => {
  const alone = items.map((item) => read(item));
  const list = read(`What counts:\n\n${items.map((item) => `${mark}${item}.`).join("\n")}\n`);
  expect(list.numbers.length).toBeGreaterThan(4);
  expect(list.words.length).toBeGreaterThan(3);
  expect(list).toEqual({
    numbers: alone.flatMap(({ numbers }) => numbers),
    words: alone.flatMap(({ words }) => words),
  });
});

test("what an analyst puts on a side is read without the side", () => {
  for (const side of ["for", "against", "context"]) expect(read(`${side}: ${items[3]}`)).toEqual(read(items[3] ?? ""));
});

test("parts are the text, without marks and full stops, at their places", () => {
  const text = "It is dear.\n- One. \n-2 is a number\n1. Two ...\nSo.\n\n* Three";
  const parts = partsOf(text);
  expect(parts.map((part) => part.text.trim())).toEqual([
    "It is dear.",
    "One",
    "-2 is a number",
    "Two",
    "So.",
    "Three",
  ]);
  for (const { start, text: said } of parts) expect(text.slice(start, start + said.length)).toBe(said);
  expect(partsOf("")).toEqual([]);
});

test("ids that a claim ends with itself need not be said beside it", () => {
  expect(idsBeside("The RSI is 75 [M12].", ["M12"])).toEqual(["M12"]);
  expect(idsBeside("The RSI is 75 [M12]", ["M12"])).toEqual([]);
  expect(idsBeside("The RSI is 75 [M12]", ["M12", "M9"])).toEqual(["M12", "M9"]);
  expect(idsBeside("The RSI [M12] is 75", ["M12"])).toEqual(["M12"]);
  expect(idsBeside("It is dear. The RSI is 75 [M12]", ["M12"])).toEqual(["M12"]);
});

test("a claim that only its end makes shows its last word", () => {
  const claims = ground({
    text: "The RSI is below zero and so is the MACD line",
    points: [],
    computations: [],
    proposed: [],
    index,
  }).words;
  for (const { text, offset } of claims) expect([text, offset >= 0]).toEqual([expect.stringMatching(/\w/), true]);
  expect(claims.length).toBeGreaterThan(0);
});
