import * as fc from "fast-check";
import { authPaths } from "#src/server/http/api/auth-paths.ts";
import { docsPaths } from "#src/server/http/app.ts";
import { z } from "zod";
import { apiDocument, type Operation } from "../api-document.ts";
import { jsonText, oddJson, oddTexts, texts } from "./json-text.ts";

export const principals = ["anonymous", "key", "session"] as const;
export type Principal = (typeof principals)[number];

export interface FuzzRequest {
  readonly principal: Principal;
  readonly method: string;
  /** With its query, as it goes over the line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes as latin1, so that a failure can be read and sent again; `null` for none. */
  readonly body: string | null;
}

/** Stands in a path for an analysis that there is. */
export const knownId = "KNOWN-ID";

const oddSegments = [
  "%00",
  "%",
  "%zz",
  "%ff",
  "%c3%28",
  "..%2f..",
  "%2e%2e",
  ".",
  "~",
  "a;b=c",
  "a%20b",
  "\\",
  "%F0%9F%92%A9",
  "%ED%A0%80",
  "-1",
  "9".repeat(40),
  "x".repeat(5000),
  "null",
  "__proto__",
];
const segment = fc.oneof(
  fc.constant(knownId),
  fc.constantFrom(...oddSegments),
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }).map(escaped),
);

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What a header can carry at all. */
const headerText = fc.oneof(
  fc.constantFrom(
    "",
    "*",
    ",,,",
    '"',
    'W/"',
    '"a", W/"b"',
    "-1",
    "0",
    "999999999999999999999",
    "2147483648",
    "1.5",
    "abc",
    "\u00ff\u0080",
    "a".repeat(8000),
    "identity;q=0",
    "text/html;q=x",
    "*/*;q=0",
    "bytes=0-",
    "bytes=-1--5",
    "Thu, 99 Foo 0000 00:00:00 GMT",
    "gzip, br;q=2, *;q=-1",
    "__proto__",
  ),
  fc.string({
    unit: fc.constantFrom(...Array.from({ length: 95 }, (_none, at) => String.fromCodePoint(32 + at))),
    maxLength: 40,
  }),
);
const headerNames = [
  "if-none-match",
  "if-modified-since",
  "if-match",
  "if-range",
  "range",
  "accept",
  "accept-encoding",
  "accept-language",
  "last-event-id",
  "idempotency-key",
  "x-request-id",
  "x-csrf-token",
  "authorization",
  "cookie",
  "origin",
  "referer",
  "sec-fetch-site",
  "forwarded",
  "x-http-method-override",
  "content-language",
  "prefer",
  "te",
  "x-nowpayments-sig",
  "btcpay-sig",
  "user-agent",
  "next-action",
  "x-nonce",
];
const headers = fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 3 });

const contentTypes = fc.oneof(
  { weight: 8, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "application/json, text/plain",
      "application/vnd.api+json",
      "",
      ";",
      "APPLICATION/JSON",
      "application/problem+json;;;",
    ),
  },
);

interface Target {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation | null;
  readonly body: unknown;
}

const Body = z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) });

const fromDocument: Target[] = Object.entries(apiDocument.paths).flatMap(([template, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    template,
    operation,
    body: Body.safeParse(operation.requestBody).data?.content["application/json"]?.schema ?? null,
  })),
);
const others: Target[] = [
  ...Object.entries(authPaths).map(([key, { body }]) => {
    const [method = "", template = ""] = key.split(" ");
    const at = `/api/auth${template.replaceAll(/:(\w+)/g, "{$1}")}`;
    return {
      method,
      template: at,
      operation: null,
      body: z.toJSONSchema(body, { io: "input", unrepresentable: "any" }),
    };
  }),
  ...[
    ...docsPaths,
    "/v1",
    "/v1/none",
    "/api",
    "/api/none/{x}",
    "/ref/",
    "/ref/{a}/{b}",
    "//v1/analyses",
    "/healthz",
    "/metrics",
    "/nothing",
  ].map((template) => ({ method: "GET", template, operation: null, body: null })),
];
/** All that there is to ask for; what starts something most of all. */
export const targets: readonly Target[] = [...fromDocument, ...others].flatMap((target) =>
  target.operation?.operationId === "submitAnalysis" ? Array.from({ length: 16 }, () => target) : [target],
);

const methods = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

export function requestTo(target: Target): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      // Whoever has a key gets furthest.
      principal: fc.constantFrom(...principals, "key" as const),
      method: fc.oneof({ weight: 12, arbitrary: fc.constant(target.method) }, { weight: 1, arbitrary: methods }),
      path: pathOf(target),
      query: queryOf(target),
      headers,
      own: ownHeaders(target),
      type: contentTypes,
      body: bodyOf(target),
      sameOrigin: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
    })
    .map(({ principal, method, path, query, headers: odd, own, type, body, sameOrigin }) => ({
      principal,
      method,
      path: `${path}${query}`,
      headers: {
        ...odd,
        ...own,
        ...(body !== null && { "content-type": type }),
        ...(sameOrigin && { "sec-fetch-site": "same-origin" }),
      },
      body: method === "GET" || method === "HEAD" ? null : body,
    }));
}

function pathOf({ template }: Target): fc.Arbitrary<string> {
  const parts = template.split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? segment : fc.constant(part)));
  return fc.tuple(...parts).map((all) => all.join(""));
}

function queryOf({ operation }: Target): fc.Arbitrary<string> {
  const known = (operation?.parameters ?? []).filter((parameter) => parameter.in === "query");
  const value = (schema: unknown) =>
    fc.oneof(
      jsonText(schema).map((text) => escaped(text.replaceAll(/^"|"$/g, "").slice(0, 3000))),
      fc.constantFrom(...oddTexts).map((text) => escaped(text.slice(0, 3000))),
      fc.constantFrom(...oddSegments),
    );
  const pairs = known.map(({ name, schema }) =>
    fc.array(
      value(schema).map((text) => `${name}=${text}`),
      { maxLength: 2 },
    ),
  );
  const strange = fc.constantFrom(
    [],
    [],
    [],
    ["&&="],
    ["=x"],
    ["__proto__=1"],
    ["limit[]=1"],
    ["a%00=b"],
    ["%"],
    ["?"],
    ["status=queued;drop"],
    ["x".repeat(2000)],
  );
  return fc.tuple(...pairs, strange).map((all) => (all.flat().length === 0 ? "" : `?${all.flat().join("&")}`));
}

function ownHeaders({ operation }: Target): fc.Arbitrary<Record<string, string>> {
  const known = (operation?.parameters ?? []).filter(
    (parameter) => parameter.in === "header" && parameter.name !== "X-API-Key",
  );
  const pairs = known.map(({ name, schema }) =>
    fc
      .option(
        fc.oneof(
          headerText,
          texts(Object(schema)).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 300)),
        ),
        { nil: null },
      )
      .map((text) => (text === null ? [] : [[name.toLowerCase(), text] as const])),
  );
  return fc.tuple(...pairs).map((all) => Object.fromEntries(all.flat()));
}

function bodyOf({ method, body }: Target): fc.Arbitrary<string | null> {
  if (method === "GET") return fc.constant(null);
  const text = (body === null ? oddJson : jsonText(body)).map((json) => Buffer.from(json, "utf8").toString("latin1"));
  return fc.oneof(
    { weight: 16, arbitrary: text },
    { weight: 1, arbitrary: text.map((json) => `\u00ef\u00bb\u00bf${json}`) },
    { weight: 1, arbitrary: text.map((json) => json.slice(0, json.length >> 1)) },
    { weight: 1, arbitrary: text.map((json) => `${json}${json}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        " ",
        "\u00ff\u00fe{\u0000}\u0000",
        "\u00c3\u0028",
        "\u0000",
        "x".repeat(70_000),
        "a=b&c=d",
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      ),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}
