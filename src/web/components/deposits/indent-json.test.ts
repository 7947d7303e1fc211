import { describe, expect } from "vitest";
import { fc, test } from "@fast-check/vitest";
import { indentJson } from "./deposit-facts.tsx";

describe("indentJson", () => {
  test("gives each member a line", () => {
    expect(indentJson('{"a":1,"b":[true,{}],"c":{"d":"x, {y}"}}')).toBe(
      '{\n  "a": 1,\n  "b": [\n    true,\n    {}\n  ],\n  "c": {\n    "d": "x, {y}"\n  }\n}',
    );
  });

  test("keeps numbers and repeated keys as they were sent", () => {
    const lines = indentJson('{"a":10.00,"a":1e-8,"b":12345678901234567890}');
    for (const token of ['"a": 10.00', '"a": 1e-8', "12345678901234567890"]) expect(lines).toContain(token);
  });

  test.prop([fc.json()], { seed: 5 })("changes nothing but space between tokens", (json) => {
    expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
  });

  test.prop([fc.string({ unit: "binary" })], { seed: 5 })("drops nothing of what is no JSON", (text) => {
    expect(indentJson(text).replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
  });
});
