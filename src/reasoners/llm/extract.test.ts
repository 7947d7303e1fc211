import { test as property, fc } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { extractObject } from "./extract.ts";

test.each([
  ["bare", '{"a":1}'],
  ["with white space", '\n  {"a":1}  '],
  ["fenced", 'Here it is:\n```json\n{"a":1}\n```\nDone.'],
  ["in a fence without a language", '```\n{"a":1}\n```'],
  ["in the last of two fences", '```json\n{"draft":true}\n```\nbetter:\n```json\n{"a":1}\n```'],
  ["with prose around it", 'Sure! {"a":1} I hope {that} helps'.replace(" {that}", "")],
])("finds an object %s", (_name, text) => {
  expect(extractObject(text)).toEqual({ ok: true, value: { a: 1 } });
});

test.each([
  ["no JSON object", "Buy, I think."],
  ["no JSON object", ""],
  ["no JSON object", "[1, 2]"],
  ["broken or cut off", '{"a": 1, "b": "and then'],
  ["broken or cut off", '{"a":1} and {"b":2}'],
])("says that there is %s in %j", (reason, text) => {
  const result = extractObject(text);
  expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});

const prose = fc.string().filter((text) => !/[{}`]/.test(text));

property.prop([fc.dictionary(fc.string(), fc.jsonValue()), prose, prose])(
  "any object survives any prose around it",
  (value, before, after) => {
    const text = JSON.stringify(value);
    expect(extractObject(`${before}${text}${after}`)).toEqual({ ok: true, value: JSON.parse(text) });
    expect(extractObject(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`)).toEqual({
      ok: true,
      value: JSON.parse(text),
    });
  },
);

property.prop([fc.string({ unit: "binary" })])("never throws", (text) => {
  expect(typeof extractObject(text).ok).toBe("boolean");
});
