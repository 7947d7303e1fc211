import { z } from "zod";
import { versionHeader } from "./api-versions.ts";
import { ErrorBody, HTTPValidationError } from "../jobs/analysis.ts";

export interface Answer {
  /** The name in the document of an answer that many operations share. */
  readonly name?: string;
  readonly description: string;
  readonly body?: {
    readonly type: string | readonly string[];
    readonly schema: z.ZodType;
    /** The data of a stream's events. */
    readonly events?: z.ZodType;
    /** Of JSON Lines, what each is. */
    readonly lines?: z.ZodType;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Router, 405 answers and OpenAPI document read it. */
export interface Route extends Declared {
  readonly operationId: string;
}

/** All of a route but its name, which stands before it. */
export interface Declared {
  readonly method: "get" | "post" | "put" | "delete";
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly tag:
    | "analyses"
    | "reports"
    | "signals"
    | "lists"
    | "backtests"
    | "batches"
    | "portfolios"
    | "record"
    | "webhooks"
    | "account"
    | "site";
  /** Nobody is asked for a key. */
  readonly open?: true;
  /** Of an open one, that the browser must be signed in. */
  readonly session?: true;
  /** Of an open one, how often a minute; default `read`. `own`: it counts by itself. Others count by plan. */
  readonly limit?: "probe" | "link" | "question" | "stream" | "own";
  readonly summary: string;
  readonly description: string;
  /** Path parameters; by default a job's id. */
  readonly path_parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** What is sent is kept in no log, and not repeated in errors. */
  readonly isPrivate?: true;
  /** The schema of each line of a JSON Lines body. */
  readonly lines?: z.ZodObject;
  readonly answers: Readonly<Record<number, Answer>>;
  /** What the server sends later, and where; `url` is an OpenAPI runtime expression. */
  readonly callback?: {
    readonly name: string;
    readonly url: string;
    readonly summary: string;
    readonly message: z.ZodType;
  };
}

type Named<T> = { readonly [Name in keyof T]: T[Name] & { readonly operationId: Name } };
export function named<T extends Readonly<Record<string, Declared>>>(declared: T): Named<T>;
export function named(declared: Readonly<Record<string, Declared>>): Readonly<Record<string, Route>> {
  return Object.fromEntries(
    Object.entries(declared).map(([operationId, route]) => [operationId, { operationId, ...route }]),
  );
}

export const json = <S extends z.ZodType>(schema: S) => ({ type: "application/json", schema }) as const;
export const problem = (description: string, headers: Answer["headers"] = {}) => ({
  description,
  body: json(ErrorBody),
  headers,
});
/** Bytes that are no text. */
export const binary = z.string().meta({ format: "binary" });
export const stream = (events?: z.ZodType): NonNullable<Answer["body"]> => ({
  type: "text/event-stream",
  schema: z.string(),
  ...(events !== undefined && { events }),
});
export const file = (type: string, description: string): Answer => ({
  description,
  body: { type, schema: type.startsWith("text/") ? z.string() : binary },
  headers: { "Content-Disposition": "Suggested file name." },
});

/** A page of a list. Its `next_cursor` is the next page's `cursor`. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable() });
/** A place in a list that counts down. */
export const numberCursor = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
  .optional()
  .meta({ description: "`next_cursor` of the previous page." });

export const invalid = {
  name: "Invalid",
  description: "The request fails validation.",
  body: json(HTTPValidationError),
};
export const idempotencyKey = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description: "A repeated key with the same body creates nothing new; with a different body, it returns 409.",
    }),
});
/** Of an answer to what creates something. */
export const created = {
  Location: "URL of what was created.",
  "Idempotent-Replayed":
    "`true` if the Idempotency-Key was used before. The response shows what the first request created.",
};

export const noAnalysis = { name: "NotFound", ...problem("The analysis does not exist or belongs to another owner.") };
/** For what the operator may keep for a time only. */
export const noLongerKept = {
  name: "NoLongerKept",
  ...problem("This service keeps such data for a limited time, and that of this analysis has been removed."),
};

export const ifNoneMatch = z.object({
  "if-none-match": z.string().optional().meta({ description: "ETags the client already has." }),
});
export const unchanged: Answer = { description: "Not modified." };
export const withETag = <A extends Answer>(answer: A): A & Pick<Answer, "headers"> => ({
  ...answer,
  headers: { ...answer.headers, ETag: "Changes whenever the document changes." },
});

export const seenBefore = (what: "event" | "entry") =>
  z.object({
    "last-event-id": z
      .string()
      .optional()
      .meta({ description: `ID of the last ${what} received.` }),
  });

export const limits = {
  "RateLimit-Limit": "Requests allowed per minute.",
  "RateLimit-Remaining": "Requests remaining in the current window.",
  "RateLimit-Reset": "Seconds until the limit resets.",
};

const wait = { "Retry-After": "Seconds to wait before retrying." };
export const later = (description: string) => problem(description, wait);
export const limited = (description: string) => problem(description, { ...limits, ...wait });

/** What any operation can answer. */
export const always = {
  400: {
    name: "BadRequest",
    ...problem(`The body cannot be read, or ${versionHeader} names an unknown version.`),
  },
  401: {
    name: "Unauthorized",
    ...problem("The API key is missing, unknown or revoked.", {
      "WWW-Authenticate": "The authentication scheme.",
    }),
  },
  403: {
    name: "Forbidden",
    ...problem("The key's plan has no API access, the key lacks the scope, or the Host header is not accepted."),
  },
  429: {
    name: "RateLimited",
    ...limited("Too many requests."),
  },
  500: {
    name: "Defect",
    ...problem("Unexpected error. Quote the request ID from the header when you contact support."),
  },
  503: {
    name: "Unavailable",
    ...later("The database cannot be reached or has no disk space left, or the server is stopping."),
  },
} as const;
/** The answers of an operation without authentication. */
export const publicErrors = {
  403: { name: "ForeignHost", ...problem("The Host header is not accepted.") },
  429: {
    name: "TooMany",
    ...limited("Too many requests from this session, or from this network without a session."),
  },
  500: always[500],
  503: always[503],
} as const;
