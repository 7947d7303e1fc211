import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "#src/core/hash.ts";
import { readStrictJson, sortedTokens } from "./fields.ts";

function read(text: string) {
  const found = readStrictJson(text);
  if (!found.ok) throw new Error(found.reason);
  return found.node;
}

describe("readStrictJson", () => {
  propertyTest.prop([fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, 4)])(
    "reads what JSON.parse reads, and sorted tokens of JavaScript's own text are its canonical form",
    (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      // JavaScript puts whole-number keys first, wherever they stood; the tokens have one order for all.
      fc.pre(!/"\d+":/.test(text));
      expect(sortedTokens(read(text))).toBe(canonicalJson(JSON.parse(text)));
    },
  );

  propertyTest.prop([fc.string()])(
    "says of any text the same as JSON.parse does, but for depth and double keys",
    (text) => {
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      const found = readStrictJson(text);
      expect(found.ok || found.reason === "duplicate_keys").toBe(parses);
    },
  );

  test.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"x":{"b":[],"b":[]}}]', '{"__proto__":1,"__proto__":2}'])(
    "refuses %s, whose key is there twice",
    (text) => expect(readStrictJson(text)).toEqual({ ok: false, reason: "duplicate_keys" }),
  );

  test("keeps numbers and strings as they were written", () => {
    const text = '{ "b" : 1.50E+3 , "a" : [ "\\/\\u00e9" , 10.00, 9007199254740993 , 1e-8, -0 ] }';
    expect(sortedTokens(read(text))).toBe('{"a":["\\/\\u00e9",10.00,9007199254740993,1e-8,-0],"b":1.50E+3}');
  });

  test("goes sixteen deep and no deeper", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
    expect(readStrictJson(nested(16)).ok).toBe(true);
    expect(readStrictJson(nested(17))).toEqual({ ok: false, reason: "bad_json" });
    expect(readStrictJson(nested(100_000))).toEqual({ ok: false, reason: "bad_json" });
  });
});
