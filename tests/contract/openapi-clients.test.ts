import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerOf, apiDocument, documentText } from "#tests/support/api-document.ts";

/*
 * What generators of clients stumble over, or turn into something that a caller cannot use. `npm run test:clients`
 * generates, compiles and runs clients in four languages; this is what is left of that without their tools.
 */

const document: unknown = JSON.parse(documentText);
type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object of the document with its place, examples left out: they are data. */
function* nodes(value: unknown, place = ""): Generator<readonly [place: string, node: Node]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* nodes(item, `${place}/${index}`);
  if (!isNode(value)) return;
  yield [place, value];
  for (const [name, inner] of Object.entries(value))
    if (!["example", "examples", "default", "enum"].includes(name)) yield* nodes(inner, `${place}/${name}`);
}
const all = [...nodes(document)];
const placesOf = (wrong: (node: Node, place: string) => boolean): string[] =>
  all.filter(([place, node]) => wrong(node, place)).map(([place]) => place);

const Schema = z.object({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
  enum: z.array(z.string()).optional(),
});
const schemas = z.record(z.string(), Schema).parse(apiDocument.components.schemas);
const operations = Object.values(apiDocument.paths).flatMap((methods) => Object.values(methods));
const answers = operations.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({
    name: `${operation.operationId} ${status}`,
    answer: answerOf(operation, Number(status)),
  })),
);

describe("openapi.json", () => {
  test("is OpenAPI, by its own schema", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(Object(document)));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  test("has no schema that nothing refers to", () => {
    const names = [...Object.keys(schemas), ...Object.keys(apiDocument.components.responses)];
    const unused = names.filter(
      (name) => !documentText.includes(`/schemas/${name}"`) && !documentText.includes(`/responses/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  test("has null only beside another type", () => {
    const choice = (place: string): boolean => /\/(?:anyOf|oneOf)\/\d+$/.test(place);
    expect(placesOf(({ type }, place) => type === "null" && !choice(place))).toEqual([]);
    expect(
      placesOf(({ anyOf }) => Array.isArray(anyOf) && anyOf.every((one) => isNode(one) && one["type"] === "null")),
    ).toEqual([]);
  });

  test("has a value for each constant in the form of an enumeration with its type", () => {
    expect(placesOf((node) => "const" in node)).toEqual([]);
    expect(placesOf((node) => "enum" in node && !("type" in node))).toEqual([]);
    expect(placesOf((node) => "enum" in node && node["type"] === "boolean")).toEqual([]);
    const whole = (values: unknown): boolean => Array.isArray(values) && values.every(Number.isInteger);
    expect(placesOf((node) => whole(node["enum"]) && node["type"] !== "integer")).toEqual([]);
  });

  test("has no default but a plain value", () => {
    const answers = (place: string): boolean => place.endsWith("/responses");
    expect(placesOf((node, place) => isNode(node["default"]) && !answers(place))).toEqual([]);
  });

  test("bounds no number by what JavaScript can hold, and says of each how large it may be", () => {
    const bounds = (node: Node): unknown[] => [
      node["minimum"],
      node["maximum"],
      node["exclusiveMinimum"],
      node["exclusiveMaximum"],
    ];
    expect(
      placesOf((node) => bounds(node).some((bound) => typeof bound === "number" && Math.abs(bound) > 2 ** 31)),
    ).toEqual([]);
    const wide = ({ format, maximum }: Node): boolean => format === "int64" || typeof maximum === "number";
    const exact = (node: Node): boolean => Array.isArray(node["enum"]);
    expect(
      placesOf(
        (node, place) => node["type"] === "integer" && !place.includes("/headers/") && !exact(node) && !wide(node),
      ),
    ).toEqual([]);
    expect(placesOf(({ type, format }) => type === "number" && format !== "double")).toEqual([]);
  });

  test("says binary of what is no text, and nothing but what it is of the rest", () => {
    const wrong = answers.flatMap(({ name, answer }) =>
      Object.entries(answer?.content ?? {}).flatMap(([type, { schema }]) => {
        const { format, type: of, $ref: ref } = z.looseObject({}).parse(schema);
        const text = type.startsWith("text/") || /^application\/(?:(?:rss|atom)\+xml|jsonl)$/.test(type);
        const json = /^application\/(?:[\w.]+\+)?json$/.test(type);
        const right = json
          ? !(of === "string" && ref === undefined)
          : of === "string" && (format === "binary") === !text;
        return right ? [] : [`${name} ${type}`];
      }),
    );
    expect(wrong).toEqual([]);
    const types = answers.flatMap(({ answer }) => Object.keys(answer?.content ?? {}));
    expect(types).toEqual(expect.arrayContaining(["application/pdf", "image/webp", "image/svg+xml"]));
    expect(types.filter((type) => type.includes("*"))).toEqual([]);
  });

  test("says date, time or address of every text that is one", () => {
    const formats = [
      [/(?:_at|^timestamp|^as_of|^date_published|^date_modified|^plan_until)$/, "date-time"],
      [/^(?:trade_date|day|session|date)$/, "date"],
      [/url$/, "uri"],
    ] as const;
    const wrong = Object.entries(schemas).flatMap(([name, { properties }]) =>
      Object.entries(properties).flatMap(([field, schema]) => {
        const expected = formats.find(([pattern]) => pattern.test(field))?.[1];
        // A session is a day in a report and a sign-in in SessionInfo.
        if (expected === undefined || "properties" in schema) return [];
        return JSON.stringify(schema).includes(`"format":"${expected}"`) ? [] : [`${name}.${field}`];
      }),
    );
    expect(wrong).toEqual([]);
    const dated = placesOf(
      ({ format, pattern }) => (format === "date" || format === "date-time") && pattern !== undefined,
    );
    expect(dated).toEqual([]);
  });

  test("names no two enumerations that share a word", () => {
    const words = Object.values(schemas).flatMap(({ enum: values = [] }) =>
      values.map((word) => word.toUpperCase().replaceAll(/\W/g, "_")),
    );
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  test("has operations whose ids make names of methods: a verb and what it is about", () => {
    for (const { operationId } of operations)
      expect(operationId).toMatch(
        /^(?:get|list|submit|create|replace|delete|add|cancel|rerun|stream|ask|follow|authenticate|unsubscribe|open|receive|pause|resume|rotate|test|redeliver)(?:[A-Z][a-zA-Z]+)?$/,
      );
  });

  test("has an example of every body that is text or JSON", () => {
    const without = [
      ...operations.flatMap(({ operationId, requestBody }) =>
        Object.values(requestBody?.content ?? {}).flatMap(({ examples }) =>
          Object.keys(examples).length === 0 ? [operationId] : [],
        ),
      ),
      ...answers.flatMap(({ name, answer }) =>
        Object.entries(answer?.content ?? {}).flatMap(([type, { schema, example }]) =>
          example === undefined && !JSON.stringify(schema).includes('"binary"') ? [`${name} ${type}`] : [],
        ),
      ),
    ];
    expect(without).toEqual([]);
  });

  test("says of the feed in JSON what it is made of", () => {
    const feed = operations.find(({ operationId }) => operationId === "getJsonFeed");
    expect(feed && answerOf(feed, 200)?.content?.["application/feed+json"]?.schema).toEqual({
      $ref: "#/components/schemas/JsonFeed",
    });
    expect(schemas["JsonFeed"]?.required).toEqual(expect.arrayContaining(["version", "title", "items"]));
  });

  test("describes what a webhook is sent as a callback of the submission", () => {
    const submit = z
      .object({ paths: z.object({ "/v1/analyses": z.object({ post: z.object({ callbacks: z.unknown() }) }) }) })
      .parse(document).paths["/v1/analyses"].post;
    expect(submit.callbacks).toMatchObject({
      analysisEnded: {
        "{$request.body#/webhook_url}": {
          post: {
            requestBody: {
              content: { "application/json": { schema: { $ref: "#/components/schemas/WebhookMessage" } } },
            },
          },
        },
      },
    });
  });
});

/** The specification's tables: each schema's fields with their types, and which of them are required. */
const text = { type: "string" };
const maybeText = { type: ["string", "null"] };
const instant = { type: "string", format: "date-time" };
const maybe = (schema: object): object => ({ anyOf: [schema, { type: "null" }] });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const integer = { type: "integer", format: "int64" };
const tables = {
  Job: {
    required: ["id", "status", "request", "created_at"],
    fields: {
      id: text,
      status: ref("JobStatus"),
      request: ref("AnalysisRequest"),
      created_at: instant,
      started_at: maybe(instant),
      finished_at: maybe(instant),
      result: maybe(ref("AnalysisResult")),
      error: maybeText,
      // Added since the specification: whether live data or a test key's archive answered.
      livemode: { type: "boolean" },
      // Added since: of a result that the operator no longer keeps, when it was removed.
      result_removed_at: { type: "string", format: "date-time" },
    },
  },
  AnalysisRequest: {
    required: ["ticker", "trade_date"],
    fields: {
      ticker: { type: "string", minLength: 1, maxLength: 32 },
      trade_date: { type: "string", format: "date" },
      asset_type: { default: "stock", ...ref("AssetType") },
      analysts: {
        type: "array",
        minItems: 1,
        items: ref("Analyst"),
        default: ["market", "social", "news", "fundamentals"],
      },
      max_debate_rounds: { default: null, ...maybe({ type: "integer", minimum: 1, maximum: 10 }) },
      // Added behind the specification's fields: optional, and shown only when it was given.
      language: { type: "string", maxLength: 35, examples: ["de", "zh-Hant", "pt-BR"] },
      allow_short: { type: "boolean" },
      runs: { type: "integer", minimum: 1, maximum: 9 },
    },
  },
  AnalysisResult: {
    required: ["rating", "is_review"],
    fields: {
      rating: ref("Rating"),
      is_review: { type: "boolean" },
      decision: maybeText,
      reports: { type: "object", additionalProperties: {} },
      // Added likewise: only of an analysis that was asked for several times.
      runs: ref("RepeatedRuns"),
    },
  },
  Error: { required: ["detail"], fields: { detail: text } },
  HTTPValidationError: { required: [], fields: { detail: { type: "array", items: ref("ValidationError") } } },
  ValidationError: {
    required: ["loc", "msg", "type"],
    fields: {
      loc: { type: "array", items: { anyOf: [text, integer] } },
      msg: text,
      type: text,
      input: {},
      ctx: { type: "object", additionalProperties: {} },
    },
  },
  Config: {
    required: [
      "llm_provider",
      "deep_think_llm",
      "quick_think_llm",
      "max_debate_rounds",
      "max_risk_discuss_rounds",
      "online_tools",
    ],
    fields: {
      llm_provider: text,
      deep_think_llm: text,
      quick_think_llm: text,
      max_debate_rounds: integer,
      max_risk_discuss_rounds: integer,
      online_tools: { type: "boolean" },
    },
  },
} as const;

const words = {
  AssetType: ["stock", "crypto"],
  Analyst: ["market", "social", "news", "fundamentals"],
  JobStatus: ["queued", "running", "succeeded", "failed", "cancelled"],
  Rating: ["Buy", "Overweight", "Hold", "Underweight", "Sell", "REVIEW"],
} as const;

describe("the specification's tables stand in openapi.json to the letter", () => {
  test.each(Object.entries(tables))("%s", (name, { required, fields }) => {
    const schema = schemas[name];
    const plain = Object.entries(schema?.properties ?? {}).map(([field, { description: _text, ...rest }]) => [
      field,
      rest,
    ]);
    expect(Object.fromEntries(plain)).toEqual(fields);
    expect(schema?.required.toSorted()).toEqual([...required].toSorted());
  });

  test.each(Object.entries(words))("%s", (name, values) => {
    expect(schemas[name]).toMatchObject({ type: "string", enum: values });
  });
});
