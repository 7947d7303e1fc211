import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { fieldsOf } from "./read-values.ts";
import { findObject, type FoundObject } from "./find-object.ts";

const known = fieldsOf(["a", "b", "text"]);

function found(text: string): unknown {
  const result = findObject(text, known);
  return result.ok ? result.value : result.reason;
}

function steps(text: string): FoundObject["steps"] {
  return findObject(text, known).steps;
}

describe("an object is found", () => {
  test.each<[string, string, FoundObject["steps"]]>([
    ["bare", '{"a":1}', []],
    ["with white space", '\n  {"a":1}  ', []],
    ["fenced", 'Here it is:\n```json\n{"a":1}\n```\nDone.', ["fenced"]],
    ["in a fence without a language", '```\n{"a":1}\n```', ["fenced"]],
    ["in the last of two fences", '```json\n{"draft":true}\n```\nbetter:\n```json\n{"a":1}\n```', ["fenced"]],
    ["within prose", 'Sure! {"a":1} I hope {that} helps [M1].', ["embedded"]],
    ["behind thoughts", '<think>{"a":2}? No.</think>\n{"a":1}', ["reasoning_removed"]],
    ["behind thoughts that the prompt has opened", 'maybe {"a":2}\n</think>\n\n{"a":1}', ["reasoning_removed"]],
    ["behind Magistral's thoughts", '[THINK]{"a":2}[/THINK]{"a":1}', ["reasoning_removed"]],
    [
      "in harmony's final channel",
      '<|channel|>analysis<|message|>{"a":2}<|end|><|start|>assistant<|channel|>final<|message|>{"a":1}<|return|>',
      ["reasoning_removed"],
    ],
    ["before the mark of the end", '{"a":1}<|im_end|>', ["reasoning_removed"]],
    ["in an array", '[{"a":1}]', ["unwrapped"]],
    ["under one key", '{"answer":{"a":1}}', ["unwrapped"]],
    ["as the arguments of a call", '{"name":"answer","arguments":{"a":1}}', ["unwrapped"]],
    ["as a text of arguments", '{"tool_calls":[{"function":{"arguments":"{\\"a\\":1}"}}]}', ["unwrapped"]],
    ["as the text of a part", '[{"type":"text","text":"{\\"a\\":1}"}]', ["unwrapped"]],
    ["as a JSON text", '"{\\"a\\":1}"', ["unwrapped"]],
    ["with a trailing comma", '{"a":1,}', ["repaired"]],
    ["with single quotes", "{'a': 1}", ["repaired"]],
    ["with bare keys and comments", "{a: 1, // one\n}", ["repaired"]],
    ["in a fence that never ends", '```json\n{"a":1}', ["embedded"]],
    ["with full-width marks", "｛“a”：1｝", ["repaired"]],
    ["in brackets that a template escapes", '{{"a": 1}}', ["repaired"]],
    ["boxed", 'Finally, $\\boxed{{"a": 1}}$', ["repaired"]],
    ["with a sign that JSON does not know", '{"a": +1}', ["repaired"]],
  ])("%s", (_name, text, how) => {
    expect(found(text)).toEqual({ a: 1 });
    expect(steps(text)).toEqual(how);
  });

  test("with comments as in Python, and what looks like one in a text", () => {
    const text = '{\n"a": 1, # it is one\n"text": "# Outlook\n## Bull"}';
    expect(found(text)).toEqual({ a: 1, text: "# Outlook\n## Bull" });
  });

  test("with a number in groups of three, and texts that look like one", () => {
    const text = '{"text": "at: 1,190, or: +3", "a": 1,190.5, "b": 2,000}';
    expect(found(text)).toEqual({ text: "at: 1,190, or: +3", a: 1190.5, b: 2000 });
  });

  test("with line breaks in its texts", () => {
    expect(found('{"text": "one\ntwo", "a": 1}')).toEqual({ text: "one\ntwo", a: 1 });
  });

  test("up to where it was cut, without the number that may have lost digits", () => {
    expect(found('{"a": 1, "text": "and then')).toEqual({ a: 1, text: "and then" });
    expect(found('{"text": "done", "a": 12')).toEqual({ text: "done", a: null });
    expect(found('{"text": "done", "a": 12.')).toEqual({ text: "done", a: null });
    expect(found('{"text": "done", "a": 12}')).toEqual({ text: "done", a: 12 });
  });

  test("that is cut, and not one of the objects inside it", () => {
    expect(found('{"a": 1, "list": [{"text": "one"}, {"text": "tw')).toMatchObject({ a: 1 });
    expect(found('Of {these}: {"list": [{"b": 2}], "a": 1, "te')).toMatchObject({ a: 1 });
    expect(found("{'list': [{'b': 2}], 'a': 1, 'text': 'on")).toMatchObject({ a: 1, text: "on" });
    expect(found(JSON.stringify({ text: '{"a": 1, "text": "and th' }))).toEqual({ a: 1, text: "and th" });
  });

  test.each(['{"a": 1} or rather {"a": 2, "text": "b', '```json\n{"a": 1}\n```\nor\n```json\n{"a": 2, "te'])(
    "that is cut, with a whole draft before it as its rival: %j",
    (text) => {
      expect(findObject(text, known)).toMatchObject({ ok: true, value: { a: 2 }, rivals: [{ a: 1 }] });
    },
  );

  test("with every other object that is an answer as its rival", () => {
    const result = findObject('{"a":1} or rather {"a":2}', known);
    expect(result).toMatchObject({ ok: true, value: { a: 2 }, rivals: [{ a: 1 }] });
  });
});

test.each([
  ["no JSON object", "Buy, I think."],
  ["no JSON object", ""],
  ["no JSON object", "[1, 2]"],
  ["no JSON object", '<think>{"a":1}</think>'],
  ["broken or cut off", "I would **buy**, for {reasons}."],
])("says that there is %s in %j", (reason, text) => {
  expect(found(text)).toContain(reason);
});

const prose = fc.string().filter((text) => !/[{}[\]`"<]/.test(text));

property.prop([fc.dictionary(fc.string(), fc.jsonValue()), prose, prose])(
  "any object survives any prose around it",
  (value, before, after) => {
    const text = JSON.stringify({ ...value, a: 1 });
    const same: unknown = JSON.parse(text);
    expect(found(`${before}${text}${after}`)).toEqual(same);
    expect(found(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`)).toEqual(same);
    expect(found(`<think>${before}{"a":2}${after}</think>${text}`)).toEqual(same);
  },
);

property.prop([fc.string({ unit: "binary" })])("never throws", (text) => {
  expect(typeof findObject(text, known).ok).toBe("boolean");
});

test.each(["{", "[", '{"', '{"a":', "[{", "</think>", "<think>", "```json\n{", "“", "：", "{}", '"', "\\", "{'a':"])(
  "200 KB of %j take time in proportion",
  (piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return processorMs(() => void findObject(text, known));
    };
    timeOf(20_000);
    const [short, long] = [timeOf(50_000), timeOf(200_000)];
    expect(long).toBeLessThan(Math.max(400, short * 12));
  },
);
