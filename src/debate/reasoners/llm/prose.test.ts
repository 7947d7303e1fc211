import { test as property, fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { proseReader } from "./prose.ts";

function read(raw: string, cuts: readonly number[]): string[] {
  const reader = proseReader();
  const edges = [0, ...cuts.map((cut) => cut % (raw.length + 1)).toSorted((a, b) => a - b), raw.length];
  const deltas = edges.slice(1).map((edge, index) => reader.take(raw.slice(edges[index], edge)));
  expect(reader.prose).toBe(deltas.join(""));
  return deltas;
}

const texts = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    fc.constantFrom('"', "\\", "\n", "{", "}", "😀", '"text":"'),
  ),
});
const cuts = fc.array(fc.nat(), { maxLength: 30 });

property.prop([texts, cuts, fc.boolean()])(
  "however it is cut, the pieces join to the text field",
  (text, where, ascii) => {
    const json = JSON.stringify({ score: 1, text, points: [{ claim: 'a "text": "no"' }] }, null, 1);
    const raw = ascii
      ? json.replaceAll(/[^\x20-\x7e\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      : json;
    expect(read(`Sure: ${raw}`, where).join("")).toBe(text);
  },
);

property.prop([texts, cuts])("no piece ends in half a character", (text, where) => {
  for (const delta of read(JSON.stringify({ text }), where)) expect(delta.isWellFormed()).toBe(true);
});

test("a field named text inside a string of another field is not the prose", () => {
  expect(read(JSON.stringify({ claim: 'x,"text":"no"', text: "yes" }), []).join("")).toBe("yes");
});

test("an answer without the field has no prose", () => {
  expect(read("Buy, I think.", [3, 7]).join("")).toBe("");
});

test.each([
  ["prose without a field", "", "the same again "],
  ["a field", '{"text": "', "the same again "],
  ["thoughts", "<think>", "the same again "],
])("%s that goes on and on costs each piece alone", (_name, start, piece) => {
  const reader = proseReader();
  reader.take(start);
  const from = process.cpuUsage();
  for (let at = 0; at < 80_000; at += 1) reader.take(piece);
  // Looking through all before it again for each takes minutes.
  expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
});
