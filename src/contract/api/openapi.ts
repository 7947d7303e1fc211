import { z } from "zod";
import { apiVersions, currentVersion, ignoredFieldsHeader, versionHeader } from "./api-versions.ts";
import { batchLimits } from "../jobs/batches.ts";
import { examples } from "./examples/examples.ts";
import { componentSchemas, named, schemaOf, type Json } from "./openapi-schemas.ts";
import type { Answer, Route } from "./route.ts";
import { routes } from "./routes.ts";

/** Committed as openapi.json; a test keeps them equal. */
export function describeApi(): Json {
  return withNames(document);
}

function document(): Json {
  const all = Object.values<Route>(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of all) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Conclave API",
      version: "0.1.0",
      description:
        "Run a debate between language-model agents about one stock or coin as of a date. A run takes minutes: start it, then poll the job or stream its events. The API places no orders and moves no money. " +
        `The API version is ${currentVersion}; send the header ${versionHeader} to pin one of ${apiVersions.join(", ")}, which every answer under /v1 echoes. ` +
        `A field or query parameter within two letters of a known one is refused with 422, type extra_forbidden, and the name that was meant; any other unknown one is ignored and named in the header ${ignoredFieldsHeader}.`,
    },
    servers: [{ url: "/" }],
    // A server on its own machine may run open.
    security: [{}, { ApiKey: [] }, { Bearer: [] }],
    tags: [
      { name: "analyses", description: "Start, follow and cancel analyses." },
      { name: "reports", description: "Reports of finished runs." },
      { name: "batches", description: "Many analyses at once, at a lower priority." },
      { name: "portfolios", description: "What you hold, what it is worth, and analyses of it. Only you can read it." },
      { name: "signals", description: "Published ratings and their outcomes." },
      { name: "lists", description: "Watchlists, which run on a schedule." },
      { name: "backtests", description: "Decisions on past dates, and what they would have returned." },
      { name: "record", description: "The public record, the ranking and instruments." },
      { name: "webhooks", description: "Messages about what happens in your account." },
      { name: "account", description: "Configuration and usage." },
      { name: "site", description: "Endpoints of the web application." },
    ],
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        Bearer: { type: "http", scheme: "bearer", description: "The same API key as a bearer token." },
      },
      responses: sharedResponses(all),
      schemas: componentSchemas(),
    },
  };
}

/** Schemas refer to each other by name only while the document is made. */
function withNames<T>(make: () => T): T {
  const before = Object.values(named).map((schema) => [schema, z.globalRegistry.get(schema)] as const);
  for (const [id, schema] of Object.entries(named))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  try {
    return make();
  } finally {
    for (const [schema, meta] of before) {
      z.globalRegistry.remove(schema);
      if (meta !== undefined) z.globalRegistry.add(schema, meta);
    }
  }
}

/** Signed after Standard Webhooks; of what the receiver answers only the status counts. */
function callback({ name, summary, message }: NonNullable<Route["callback"]>): Json {
  const headers = {
    "webhook-id": "Unique ID of the message, the same on every attempt.",
    "webhook-timestamp": "Time of this attempt, in Unix seconds.",
    "webhook-signature":
      "`v1,` followed by the HMAC-SHA256 of ID, timestamp and body, in base64. While a secret is rotated there are two, separated by a space.",
  };
  return {
    operationId: name,
    summary,
    parameters: Object.entries(headers).map(([header, text]) => ({
      name: header,
      in: "header",
      required: true,
      description: text,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: schemaOf(message), example: examples.messages[name] } },
    },
    responses: {
      "2XX": { description: "The message was accepted." },
      "410": { description: "Stop sending messages to this URL." },
      default: { description: "The delivery is retried." },
    },
  };
}

function operation(route: Route): Json {
  const { operationId, tag, summary, description, body, lines, answers, callback: told } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(route.open === true && { security: [] }),
    parameters: parameters(route),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: schemaOf(body), examples: examples.bodies[operationId] ?? {} },
        },
      },
    }),
    ...(lines !== undefined && {
      requestBody: {
        required: true,
        content: linesContent(lines, examples.bodies[operationId] ?? {}),
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        answer.name === undefined
          ? response(Number(status), operationId, versioned(route, answer))
          : { $ref: `#/components/responses/${answer.name}` },
      ]),
    ),
    ...(told !== undefined && { callbacks: { [told.name]: { [told.url]: { post: callback(told) } } } }),
  };
}

function versioned({ path, body, lines }: Route, answer: Answer): Answer {
  if (!path.startsWith("/v1/")) return answer;
  const takes = (body !== undefined || lines !== undefined) && answer.name === undefined;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      [versionHeader]: "API version of the response.",
      ...(takes && { [ignoredFieldsHeader]: "Fields of the request that were ignored. Absent if none were." }),
    },
  };
}

function sharedResponses(all: readonly Route[]): Json {
  const shared = all.flatMap(({ answers }) =>
    Object.entries(answers).flatMap(([status, answer]) =>
      answer.name === undefined ? [] : [[answer.name, response(Number(status), "", answer)] as const],
    ),
  );
  return Object.fromEntries(shared);
}

function parameters({ path, path_parameters: described, query, headers }: Route): Json[] {
  const fromPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: described?.[name]?.description ?? "The ID of the job.",
    schema: { type: "string" },
    example: described?.[name]?.example ?? examples.jobId,
  }));
  const parametersIn = (where: string, shape: z.ZodObject | undefined): Json[] =>
    Object.entries(shape?.shape ?? {}).map(([name, schema]) => {
      const { description, ...rest } = schemaOf(schema);
      return {
        name: where === "header" ? headerName(name) : name,
        in: where,
        required: false,
        ...(description !== undefined && { description }),
        schema: rest,
      };
    });
  return [...fromPath, ...parametersIn("query", query), ...parametersIn("header", headers)];
}

/** `idempotency-key` as it is usually written. */
function headerName(name: string): string {
  return name
    .replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    .replace("X-Api-Key", "X-API-Key")
    .replace(/-Id$/, "-ID");
}

function response(status: number, operationId: string, { description, body, headers }: Answer): Json {
  const all = { ...headers, "X-Request-Id": "ID of the request in the server's log." };
  const example = examples.answers[`${operationId} ${status}`] ?? examples.answers[status];
  const media = body && { schema: contentOf(body), ...(example !== undefined && { example }) };
  return {
    description,
    headers: Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, { description: text, schema: headerSchema(name) }]),
    ),
    ...(body !== undefined && { content: Object.fromEntries([body.type].flat().map((type) => [type, media])) }),
  };
}

/** The same values as an array and as JSON Lines. */
function linesContent(each: z.ZodType, given: Readonly<Record<string, unknown>>): Json {
  const array = { type: "array", items: schemaOf(each), minItems: 1, maxItems: batchLimits.lines };
  const texts = Object.entries(given).map(([name, one]) => {
    const { summary, value } = LinesExample.parse(one);
    return [name, { summary, value: value.map((item) => `${JSON.stringify(item)}\n`).join("") }];
  });
  return {
    "application/json": { schema: array, examples: given },
    "application/jsonl": { schema: linesOf(each), examples: Object.fromEntries(texts) },
  };
}
const LinesExample = z.object({ summary: z.string(), value: z.array(z.unknown()) });

/** A text of which each line is a value. */
function linesOf(each: z.ZodType): Json {
  return {
    type: "string",
    contentMediaType: "application/jsonl",
    contentSchema: { type: "array", items: schemaOf(each) },
  };
}

function contentOf({ schema, events, lines }: NonNullable<Answer["body"]>): Json {
  if (lines !== undefined) return linesOf(lines);
  const whole = schemaOf(schema);
  if (events === undefined) return whole;
  return { ...whole, contentMediaType: "text/event-stream", contentSchema: { type: "array", items: schemaOf(events) } };
}

function headerSchema(name: string): Json {
  if (/^(?:Retry-After|RateLimit-.*)$/.test(name)) return { type: "integer", minimum: 0 };
  return name === "Location" ? { type: "string", format: "uri-reference" } : { type: "string" };
}
