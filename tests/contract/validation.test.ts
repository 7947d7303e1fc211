import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fc, test as property } from "@fast-check/vitest";
import { apple, ask, errorsOf, submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const post = (json: unknown) => ask(door.url, "POST", "/v1/analyses", { json });
const raw = (text: string | Uint8Array<ArrayBuffer>) =>
  ask(door.url, "POST", "/v1/analyses", { raw: text, headers: { "content-type": "application/json" } });

const datePattern = String.raw`^\d{4}-\d{2}-\d{2}$`;
const url = { ...apple, webhook_url: "x" };

/** A body, and the one error that pydantic 2 gives for it. */
const cases: readonly [name: string, body: Record<string, unknown>, error: Record<string, unknown>][] = [
  [
    "ticker is a number",
    { ...apple, ticker: 5 },
    { type: "string_type", loc: ["body", "ticker"], msg: "Input should be a valid string", input: 5 },
  ],
  [
    "ticker is null",
    { ...apple, ticker: null },
    { type: "string_type", loc: ["body", "ticker"], msg: "Input should be a valid string", input: null },
  ],
  [
    "ticker is empty",
    { ...apple, ticker: "" },
    {
      type: "string_too_short",
      loc: ["body", "ticker"],
      msg: "String should have at least 1 character",
      input: "",
      ctx: { min_length: 1 },
    },
  ],
  [
    "ticker has 33 characters",
    { ...apple, ticker: "X".repeat(33) },
    {
      type: "string_too_long",
      loc: ["body", "ticker"],
      msg: "String should have at most 32 characters",
      input: "X".repeat(33),
      ctx: { max_length: 32 },
    },
  ],
  [
    "ticker has a control character",
    { ...apple, ticker: "A\u0000" },
    {
      type: "string_pattern_mismatch",
      loc: ["body", "ticker"],
      msg: expect.stringContaining("String should match pattern"),
      input: "A\u0000",
      ctx: { pattern: expect.any(String) },
    },
  ],
  [
    "ticker has half a surrogate pair",
    { ...apple, ticker: "A\ud800" },
    {
      type: "string_unicode",
      loc: ["body", "ticker"],
      msg: "Input should be a valid string, unable to parse raw data as a unicode string",
      input: "A\ud800",
    },
  ],
  ...["2025-6-2", "02-06-2025", "2025-06-02T00:00:00Z", "2025-06-02\n", " 2025-06-02", ""].map(
    (date): (typeof cases)[number] => [
      `trade_date is ${JSON.stringify(date)}`,
      { ...apple, trade_date: date },
      {
        type: "string_pattern_mismatch",
        loc: ["body", "trade_date"],
        msg: `String should match pattern '${datePattern}'`,
        input: date,
        ctx: { pattern: datePattern },
      },
    ],
  ),
  ...["2025-02-30", "2025-13-01", "2025-00-10", "2023-02-29"].map((date): (typeof cases)[number] => [
    `trade_date is ${date}, which no calendar has`,
    { ...apple, trade_date: date },
    {
      type: "value_error",
      loc: ["body", "trade_date"],
      msg: "Value error, is not a valid date",
      input: date,
      ctx: { error: "is not a valid date" },
    },
  ]),
  [
    "trade_date is a number",
    { ...apple, trade_date: 20_250_602 },
    { type: "string_type", loc: ["body", "trade_date"], msg: "Input should be a valid string", input: 20_250_602 },
  ],
  ...["bond", "Stock", null, 1].map((type): (typeof cases)[number] => [
    `asset_type is ${JSON.stringify(type)}`,
    { ...apple, asset_type: type },
    {
      type: "enum",
      loc: ["body", "asset_type"],
      msg: "Input should be 'stock' or 'crypto'",
      input: type,
      ctx: { expected: "'stock' or 'crypto'" },
    },
  ]),
  [
    "analysts is empty",
    { ...apple, analysts: [] },
    {
      type: "too_short",
      loc: ["body", "analysts"],
      msg: "List should have at least 1 item after validation, not 0",
      input: [],
      ctx: { field_type: "List", min_length: 1, actual_length: 0 },
    },
  ],
  [
    "analysts is a word",
    { ...apple, analysts: "news" },
    { type: "list_type", loc: ["body", "analysts"], msg: "Input should be a valid list", input: "news" },
  ],
  [
    "analysts is null",
    { ...apple, analysts: null },
    { type: "list_type", loc: ["body", "analysts"], msg: "Input should be a valid list", input: null },
  ],
  [
    "analysts names nobody",
    { ...apple, analysts: ["news", "astrology"] },
    {
      type: "enum",
      loc: ["body", "analysts", 1],
      msg: "Input should be 'market', 'social', 'news' or 'fundamentals'",
      input: "astrology",
      ctx: { expected: "'market', 'social', 'news' or 'fundamentals'" },
    },
  ],
  ...[0, -1, "0"].map((rounds): (typeof cases)[number] => [
    `max_debate_rounds is ${JSON.stringify(rounds)}`,
    { ...apple, max_debate_rounds: rounds },
    {
      type: "greater_than_equal",
      loc: ["body", "max_debate_rounds"],
      msg: "Input should be greater than or equal to 1",
      input: rounds,
      ctx: { ge: 1 },
    },
  ]),
  ...[11, 1e20, "11"].map((rounds): (typeof cases)[number] => [
    `max_debate_rounds is ${JSON.stringify(rounds)}`,
    { ...apple, max_debate_rounds: rounds },
    {
      type: "less_than_equal",
      loc: ["body", "max_debate_rounds"],
      msg: "Input should be less than or equal to 10",
      input: rounds,
      ctx: { le: 10 },
    },
  ]),
  [
    "max_debate_rounds is no whole number",
    { ...apple, max_debate_rounds: 1.5 },
    {
      type: "int_from_float",
      loc: ["body", "max_debate_rounds"],
      msg: "Input should be a valid integer, got a number with a fractional part",
      input: 1.5,
    },
  ],
  [
    "max_debate_rounds is a word",
    { ...apple, max_debate_rounds: "two" },
    {
      type: "int_parsing",
      loc: ["body", "max_debate_rounds"],
      msg: "Input should be a valid integer, unable to parse string as an integer",
      input: "two",
    },
  ],
  ...[true, [1], { n: 1 }].map((rounds): (typeof cases)[number] => [
    `max_debate_rounds is ${JSON.stringify(rounds)}`,
    { ...apple, max_debate_rounds: rounds },
    { type: "int_type", loc: ["body", "max_debate_rounds"], msg: "Input should be a valid integer", input: rounds },
  ]),
  [
    "webhook_url is no address",
    url,
    {
      type: "url_parsing",
      loc: ["body", "webhook_url"],
      msg: "Input should be a valid URL, relative URL without a base",
      input: "x",
      ctx: { error: "relative URL without a base" },
    },
  ],
  [
    "webhook_url is no web address",
    { ...apple, webhook_url: "file:///etc/passwd" },
    {
      type: "url_scheme",
      loc: ["body", "webhook_url"],
      msg: "URL scheme should be 'http' or 'https'",
      input: "file:///etc/passwd",
      ctx: { expected_schemes: "'http' or 'https'" },
    },
  ],
];

describe("a body that fails validation", () => {
  test.each(cases)("%s", async (_name, body, error) => {
    expect(errorsOf(await post(body))).toEqual([error]);
  });

  test("both required fields missing", async () => {
    expect(errorsOf(await post({ analysts: ["news"] }))).toEqual([
      { type: "missing", loc: ["body", "ticker"], msg: "Field required", input: { analysts: ["news"] } },
      { type: "missing", loc: ["body", "trade_date"], msg: "Field required", input: { analysts: ["news"] } },
    ]);
  });

  test("every field wrong is told at once, each once", async () => {
    const errors = errorsOf(
      await post({ ticker: "", trade_date: "soon", asset_type: "x", analysts: [], max_debate_rounds: 0 }),
    );
    expect(errors.map(({ type, loc }) => [type, loc[1]])).toEqual([
      ["string_too_short", "ticker"],
      ["string_pattern_mismatch", "trade_date"],
      ["enum", "asset_type"],
      ["too_short", "analysts"],
      ["greater_than_equal", "max_debate_rounds"],
    ]);
  });

  test.each([[[]], ["text"], [5], [true], [null]])("%j is no object", async (body) => {
    expect(errorsOf(await post(body))).toEqual([
      {
        type: "model_attributes_type",
        loc: ["body"],
        msg: "Input should be a valid dictionary or object to extract fields from",
        input: body,
      },
    ]);
  });

  test("nothing is no body", async () => {
    expect(errorsOf(await raw(""))).toEqual([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  });

  test.each([
    [" +3.0 ", 3],
    ["1_0", 10],
  ])("the text %j is taken for a number, as FastAPI takes it", async (text, rounds) => {
    expect((await submit(door.url, { ...apple, max_debate_rounds: text })).request.max_debate_rounds).toBe(rounds);
  });

  test.each(["_1", "1_", "1__0", "1_.0"])("the text %j is none", async (text) => {
    expect(errorsOf(await post({ ...apple, max_debate_rounds: text }))).toMatchObject([{ type: "int_parsing" }]);
  });

  test.each(["1e20", "-1e20", "1e+21", "9223372036854775808.0"])(
    "%s, which no integer of 64 bits is, is too large to be read as one",
    async (number) => {
      const reply = await raw(`{"ticker":"A","trade_date":"2025-06-02","max_debate_rounds":${number}}`);
      expect(errorsOf(reply)).toEqual([
        {
          type: "int_parsing_size",
          loc: ["body", "max_debate_rounds"],
          msg: "Unable to parse input string as an integer, exceeded maximum size",
          input: Number(number),
        },
      ]);
    },
  );

  test.each(["100000000000000000000", "1e18"])("%s is an integer that is too large", async (number) => {
    const reply = await raw(`{"ticker":"A","trade_date":"2025-06-02","max_debate_rounds":${number}}`);
    expect(errorsOf(reply)).toMatchObject([{ type: "less_than_equal", ctx: { le: 10 } }]);
  });

  test("a webhook secret is not sent back", async () => {
    const reply = await post({ trade_date: "2025-06-02", webhook_secret: "whsec_short-but-mine" });
    expect(
      errorsOf(reply)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(["missing", "string_pattern_mismatch"]);
    expect(JSON.stringify(reply.body)).not.toContain("short-but-mine");
  });

  test("thousands of wrong items make a short answer, and depth does no harm", async () => {
    const many = await post({ ...apple, analysts: Array.from({ length: 8000 }, () => "x") });
    expect(errorsOf(many).length).toBe(50);
    const deep = await raw(
      `{"ticker":"A","trade_date":"2025-06-02","asset_type":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
    );
    expect(errorsOf(deep)).toMatchObject([{ type: "enum", loc: ["body", "asset_type"] }]);
  });
});

describe("a body that is no JSON", () => {
  test.each([
    ["{", 1, "Expecting property name enclosed in double quotes"],
    ["{ticker: 1}", 1, "Expecting property name enclosed in double quotes"],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a": }', 6, "Expecting value"],
    ['{"a": 1 "b": 2}', 8, "Expecting ',' delimiter"],
    ['{"a": 1,}', 8, "Expecting property name enclosed in double quotes"],
    ['{"a": "b', 6, "Unterminated string starting at"],
    ['{"a": "\\x"}', 7, "Invalid \\escape"],
    ['{"a": "\\u12"}', 8, "Invalid \\uXXXX escape"],
    ['{"a": "b\\ug000"}', 9, "Invalid \\uXXXX escape"],
    ['{"a": "\\u', 8, "Invalid \\uXXXX escape"],
    ['{"a": "b\\', 6, "Unterminated string starting at"],
    ['{"a": "\n"}', 7, "Invalid control character at"],
    ["[1, 2", 5, "Expecting ',' delimiter"],
    ["[1 2]", 3, "Expecting ',' delimiter"],
    ["nope", 0, "Expecting value"],
    ["{} {}", 3, "Extra data"],
    ["ticker=AAPL", 0, "Expecting value"],
  ])("%s", async (text, at, error) => {
    expect(errorsOf(await raw(text))).toEqual([
      { type: "json_invalid", loc: ["body", at], msg: "JSON decode error", input: {}, ctx: { error } },
    ]);
  });

  test("60,000 open brackets", async () => {
    expect(errorsOf(await raw("[".repeat(60_000)))).toMatchObject([{ type: "json_invalid", loc: ["body", 60_000] }]);
  });

  test("text that is not UTF-8 is a 400", async () => {
    const { status, body } = await raw(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect({ status, body }).toEqual({ status: 400, body: { detail: expect.any(String) } });
  });

  property.prop([fc.string({ unit: "binary", maxLength: 60 })])(
    "whatever is sent, the answer is 422 or the job",
    async (text) => {
      expect([202, 422]).toContain((await raw(text.toWellFormed())).status);
    },
  );

  property.prop([fc.json({ maxDepth: 3 }), fc.nat({ max: 40 }), fc.constantFrom("", ",", "}", "]", '"', "x", ":")])(
    "a broken JSON is refused where it breaks",
    async (text, at, piece) => {
      const broken = text.slice(0, at) + piece + text.slice(at + 1);
      const reply = await raw(broken);
      let whole = true;
      try {
        JSON.parse(broken);
      } catch {
        whole = false;
      }
      const types = errorsOf(reply).map(({ type }) => type);
      expect(types.includes("json_invalid")).toBe(!whole && broken !== "");
    },
  );
});

describe("queries, headers and paths", () => {
  test.each([
    [
      "/v1/analyses?limit=0",
      {
        type: "greater_than_equal",
        loc: ["query", "limit"],
        msg: "Input should be greater than or equal to 1",
        input: "0",
        ctx: { ge: 1 },
      },
    ],
    [
      "/v1/analyses?limit=101",
      {
        type: "less_than_equal",
        loc: ["query", "limit"],
        msg: "Input should be less than or equal to 100",
        input: "101",
        ctx: { le: 100 },
      },
    ],
    [
      "/v1/analyses?limit=ten",
      {
        type: "int_parsing",
        loc: ["query", "limit"],
        msg: "Input should be a valid integer, unable to parse string as an integer",
        input: "ten",
      },
    ],
    [
      "/v1/analyses?status=done",
      {
        type: "enum",
        loc: ["query", "status"],
        msg: "Input should be 'queued', 'running', 'succeeded', 'failed' or 'cancelled'",
        input: "done",
        ctx: { expected: "'queued', 'running', 'succeeded', 'failed' or 'cancelled'" },
      },
    ],
    [
      "/v1/analyses?cursor=99999999999",
      { type: "string_pattern_mismatch", loc: ["query", "cursor"], input: "99999999999" },
    ],
    ["/v1/analyses?ticker=", { type: "string_too_short", loc: ["query", "ticker"], input: "" }],
    ["/v1/analyses?ticker=%00", { type: "string_pattern_mismatch", loc: ["query", "ticker"] }],
    ["/v1/analyses/ana_1?wait=31", { type: "less_than_equal", loc: ["query", "wait"], input: "31", ctx: { le: 30 } }],
    ["/v1/analyses/ana_1?wait=-1", { type: "greater_than_equal", loc: ["query", "wait"] }],
    ["/v1/analyses/ana_1?wait=1.5", { type: "int_parsing", loc: ["query", "wait"] }],
    ["/v1/analyses/ana_1/events?after=x", { type: "int_parsing", loc: ["query", "after"] }],
    ["/v1/analyses/ana_1/events?after=99999999999", { type: "less_than_equal", loc: ["query", "after"] }],
    ["/v1/usage?from=yesterday", { type: "datetime_from_date_parsing", loc: ["query", "from"], input: "yesterday" }],
    ["/v1/usage?from=2025-02-30", { type: "datetime_from_date_parsing", loc: ["query", "from"] }],
    ["/v1/usage?from=2025-02-02&to=2025-02-01", { type: "value_error", loc: ["query", "to"], input: "2025-02-01" }],
  ])("%s", async (path, error) => {
    const reply = await ask(door.url, "GET", path);
    expect(errorsOf(reply)).toMatchObject([error]);
  });

  test.each([
    "2025-06-01",
    "2025-06-01T02:00:00Z",
    "2025-06-01T02:00:00.123+02:00",
    // As Python prints an offset, and generated clients send it.
    "2025-06-01T02:00:00.000000+0200",
  ])("/v1/usage?from=%s is a time", async (from) => {
    const reply = await ask(door.url, "GET", `/v1/usage?from=${encodeURIComponent(from)}`);
    expect(reply.body).toMatchObject({ from: new Date(from.replace("+0200", "+02:00")).toISOString() });
  });

  test.each(["2025-06-01T02:00:00+2", "2025-06-01T02:00:00+25000", "2025-06-010200", "2025-06-01T02:00:00 0200"])(
    "/v1/usage?from=%s is none",
    async (from) => {
      const reply = await ask(door.url, "GET", `/v1/usage?from=${encodeURIComponent(from)}`);
      expect(errorsOf(reply)).toMatchObject([{ type: "datetime_from_date_parsing", input: from }]);
    },
  );

  test.each(["x".repeat(256), "two words"])("an Idempotency-Key like %s", async (key) => {
    const reply = await ask(door.url, "POST", "/v1/analyses", { json: apple, headers: { "idempotency-key": key } });
    expect(errorsOf(reply)).toMatchObject([
      { type: "string_pattern_mismatch", loc: ["header", "idempotency-key"], input: key },
    ]);
  });
});
