import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { VerdictAnswer } from "#src/contract/run/answers.ts";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { readAnswer } from "../reasoners/llm/reading/read-answer.ts";
import { statedRating } from "./read-rating.ts";

function ratingIn(raw: string): string {
  const { text, answer, reading } = readAnswer(VerdictAnswer, { raw, prose: "", isCut: false });
  const stated = statedRating(answer, text, reading);
  return stated.ok ? stated.rating : stated.code;
}

const whole = {
  text: "It may rise.",
  rating: "Buy",
  thesis: "Growth.",
  target: 210,
  horizon_days: 90,
  confidence: 0.7,
};
const json = (change: object): string => JSON.stringify({ ...whole, ...change });

test.each([
  ["as asked", json({}), "Buy"],
  ["in another case", json({ rating: "sell" }), "Sell"],
  ["in capitals", json({ rating: "UNDERWEIGHT" }), "Underweight"],
  ["with emphasis", json({ rating: "**Hold**." }), "Hold"],
  ["under another name", JSON.stringify({ text: "x", recommendation: "Buy" }), "Buy"],
  ["in the label line of plain prose", "It may rise.\n\nRating: Buy", "Buy"],
  ["beside fields out of range", json({ confidence: 750, horizon_days: "long", target: -3 }), "Buy"],
  ["beside thoughts of another", `<think>Sell? {"rating":"Sell"}</think>${json({})}`, "Buy"],
  ["none, as a word", json({ rating: "N/A" }), "no_opinion"],
  ["none", json({ rating: null }), "no_opinion"],
  ["outside the five words", json({ rating: "Strong Buy" }), "unreadable_answer"],
  ["of a list of one", json({ rating: ["Buy"] }), "Buy"],
  ["of a list of two", json({ rating: ["Buy", "Hold"] }), "unreadable_answer"],
  ["against the label line", json({ text: "Rating: Sell" }), "conflict"],
  ["against a label inside its text", json({ text: "It may rise. But margins fall. Rating: Sell" }), "conflict"],
  [
    "against a label that more follows",
    json({ text: "Margins fall. Final rating: **Sell**. It may fall to 80." }),
    "conflict",
  ],
  ["against a label in its thesis", json({ thesis: "Margins fall. Rating: Sell." }), "conflict"],
  ["against a label that says more", json({ text: "Margins fall. Rating: Sell, with a target of 80." }), "conflict"],
  ["against a stronger word of another", json({ text: "Margins fall. Rating: Strong Sell" }), "conflict"],
  ["against a label with a remark", json({ text: "Margins fall.\n\nRating (final): Sell" }), "conflict"],
  ["against a label in a table", json({ text: "Margins fall.\n\n| Rating | Sell |\n| --- | --- |" }), "conflict"],
  ["against a heading and what stands below it", json({ text: "Margins fall.\n\n## Rating\n\nSell" }), "conflict"],
  ["against a label behind a sign", json({ text: "Margins fall. ⭐ Rating: Sell" }), "conflict"],
  [
    "beside a label that says more of the same",
    json({ text: "Margins grow. Rating: Buy, with a target of 210." }),
    "Buy",
  ],
  ["beside a label without one of the five words", json({ text: "Rating: Sell-side views are split." }), "Buy"],
  ["beside the same label inside its text", json({ text: "Margins grow. Rating: Buy. It may rise." }), "Buy"],
  ["beside a quoted label", json({ text: 'The bear ends: "It falls. Rating: Sell." It does not.' }), "Buy"],
  ["inside plain prose", "It may fall. Rating: Sell. The target is 80.", "Sell"],
  ["twice in one object", '{"text":"x","rating":"Buy","rating":"Sell"}', "conflict"],
  ["in two objects", `${json({ rating: "Sell" })}\n\n${json({})}`, "conflict"],
  ["in an array of two", `[${json({ rating: "Sell" })},${json({})}]`, "conflict"],
  ["the same in two objects", `${json({})}\n\n${json({})}`, "Buy"],
  ["nowhere", "It may rise, and then again it may not. Buy low!", "unreadable_answer"],
])("a rating %s", (_where, raw, rating) => {
  expect(ratingIn(raw)).toBe(rating);
});

const opinion = fc.constantFrom(...Opinion.options);
const prose = fc.string({ maxLength: 80 }).filter((text) => !/rating|recommendation|[{}[\]"'`<|]/i.test(text));

property.prop([prose, prose])("no rating comes from a text that gives none", (before, after) => {
  const { rating: _rating, ...without } = whole;
  for (const raw of [
    `${before}\n${after}`,
    `${before}${JSON.stringify(without)}${after}`,
    json({ rating: before || null }),
  ])
    if (!Opinion.options.some((one) => one.toLowerCase() === before.trim().toLowerCase()))
      expect(Opinion.options).not.toContain(ratingIn(raw));
});

property.prop([opinion, opinion, prose])("nor from one that gives two", (one, other, between) => {
  const texts = [
    json({ rating: one, text: `${between}\n\nRating: ${other}` }),
    json({ rating: one, text: `So ${between.replaceAll(/[“”«»„]/g, "")}. Rating: ${other}. It may be.` }),
    json({ rating: one, thesis: `It may be. Rating: ${other}` }),
    `${json({ rating: one })}${between}${json({ rating: other })}`,
    JSON.stringify([
      { ...whole, rating: one },
      { ...whole, rating: other },
    ]),
    `{"text":"x","rating":"${one}","rating":"${other}"}`,
    `Rating: ${one}\nRating: ${other}`,
  ];
  for (const raw of texts) {
    const rating = ratingIn(raw);
    if (one !== other) expect(Opinion.options).not.toContain(rating);
  }
});
