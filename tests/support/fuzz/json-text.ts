import * as fc from "fast-check";
import { apiDocument } from "../api-document.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Texts that break what reads them carelessly: databases, numbers, logs, objects, terminals. */
export const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\ufffe\uffff",
  "\u202e\u200d\ufeff",
  "\u001b[31m\u0007",
  "é\u0301".repeat(20),
  "👩‍👩‍👧‍👦",
  "２０２５-06-02",
  "' or 1=1 --",
  "${jndi:ldap://127.0.0.1/a}",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "-0",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "1_000",
  " 3 ",
  "2147483648",
  "9223372036854775808",
  "-9223372036854775809",
  "99999999999999999999999999",
  "0000-00-00",
  "2025-02-30",
  "99999-01-01",
  "-000001-01-01",
  "+275760-09-13",
  "2025-06-02T24:00:00Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "294277-01-01T00:00:00Z",
  "http://[::1",
  "javascript:alert(1)",
  "https://user:pass@[::ffff:7f00:1]:99999/",
  "%00",
  "%",
  "null",
  "x".repeat(300),
  "x".repeat(4000),
  "\n\r\n\r",
] as const;

/** What is no value of any schema, as JSON or nearly so. */
const oddValues = [
  "null",
  "true",
  "-0",
  "-1",
  "0.5",
  "1e400",
  "-1e400",
  "1e-400",
  "2147483648",
  "9007199254740993",
  "123456789012345678901234567890",
  "NaN",
  "undefined",
  "[]",
  "{}",
  "[[]]",
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":2}',
  '"\\ud800"',
  '"\\u0000"',
  '"\u0001"',
  '"\\x41"',
  "01",
  "'single'",
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
  `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`,
] as const;

export const oddJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddValues),
  fc.constantFrom(...oddTexts).map((text) => JSON.stringify(text)),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
);

/** JSON by a schema of the document, and in some of its places something that is not by it. */
export function jsonText(schema: unknown): fc.Arbitrary<string> {
  const read = asSchema(schema);
  return fc.oneof({ weight: 14, arbitrary: valid(read) }, { weight: 1, arbitrary: oddJson });
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function valid(schema: Schema): fc.Arbitrary<string> {
  const { $ref: ref, anyOf, oneOf, enum: options, const: one, type } = schema;
  if (typeof ref === "string")
    return valid(asSchema(apiDocument.components.schemas[ref.replace("#/components/schemas/", "")]));
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (choices !== null) return fc.oneof(...choices.map((choice) => jsonText(choice)));
  if (Array.isArray(options)) return fc.constantFrom(...options.map((option) => JSON.stringify(option)));
  if ("const" in schema) return fc.constant(JSON.stringify(one));
  switch (type) {
    case "string":
      return texts(schema).map((text) => JSON.stringify(text));
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.constantFrom("true", "false");
    case "null":
      return fc.constant("null");
    case "array":
      return fc.array(jsonText(schema["items"]), { maxLength: 6 }).map((items) => `[${items.join(",")}]`);
    case "object":
      return objects(schema);
    default:
      return oddJson;
  }
}

/** A text as the schema wants it, at its bounds and beyond them. */
export function texts(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const by: fc.Arbitrary<string>[] = [];
  if (format === "date") by.push(days.map((day) => day.toISOString().slice(0, 10)));
  if (format === "date-time") by.push(days.map((day) => day.toISOString()));
  if (format === "uri") by.push(fc.webUrl({ withQueryParameters: true, withFragments: true }));
  if (typeof pattern === "string") {
    const usual = ["2019-06-03", "2024-02-29", "https://hooks.example.com/a"].filter((text) =>
      new RegExp(pattern).test(text),
    );
    // A day is more than the pattern of one.
    by.push(matching(pattern), ...(usual.length === 0 ? [] : [fc.constantFrom(...usual), fc.constantFrom(...usual)]));
  }
  const [least, most] = [bound(minLength, 0), bound(maxLength, 40)];
  const odd = fc.constantFrom(...oddTexts);
  const edges = fc
    .constantFrom(least - 1, least, most, most + 1)
    .map((length) => "A".repeat(Math.min(5000, Math.max(0, length))));
  if (by.length === 0) by.push(fc.constantFrom("AAPL", "BTC-USD", "A"), fc.string({ unit: "grapheme", maxLength: 20 }));
  return fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...by) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: edges },
  );
}

/** Mostly of the years that a market could have been open in. */
const days = fc.oneof(
  { weight: 9, arbitrary: fc.date({ min: new Date("1990-01-01"), max: new Date("2035-01-01"), noInvalidDate: true }) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
);

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: "small" });
  } catch {
    // Look-around, which the generator does not know.
    return fc.constant("");
  }
}

function numbers({ minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<string> {
  const [least, most] = [bound(minimum ?? exclusiveMinimum, -10), bound(maximum, 1000)];
  const edges = [least - 1, least, least + 1, most - 1, most, most + 1, 0, 2_147_483_647, 2_147_483_648];
  return fc.oneof(
    fc.constantFrom(...edges.map(String)),
    fc.integer({ min: least, max: Math.max(least, most) }).map(String),
  );
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** Fields in any order, now and then one twice, one missing or one that nobody knows. */
function objects(schema: Schema): fc.Arbitrary<string> {
  const fields = Object.entries(asSchema(schema["properties"]));
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const parts = fields.map(([name, each]) =>
    fc.tuple(jsonText(each), fc.integer({ min: 0, max: 19 })).map(([text, chance]) => {
      const field = `${JSON.stringify(name)}:${text}`;
      if (chance === 0) return [field, field];
      return chance === 1 || (chance < 10 && !required.includes(name)) ? [] : [field];
    }),
  );
  const unknown = fc.option(
    fc
      .tuple(fc.constantFrom("__proto__", "constructor", "x", "", "\u0000"), oddJson)
      .map(([name, text]) => [`${JSON.stringify(name)}:${text}`]),
    { nil: [], freq: 1 },
  );
  return fc
    .tuple(...parts, unknown)
    .chain((given) => fc.shuffledSubarray(given.flat(), { minLength: given.flat().length }))
    .map((all) => `{${all.join(",")}}`);
}
