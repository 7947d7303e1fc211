import { z } from "zod";
import { ErrorBody } from "./analysis.ts";

export interface Answer {
  /** Under which the document keeps an answer that many operations give. */
  readonly name?: string;
  readonly description: string;
  readonly body?: {
    readonly type: string | readonly string[];
    readonly schema: z.ZodType;
    /** Of a stream, what its events carry as data. */
    readonly events?: z.ZodType;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the API. The front door's router, its 405 answers and the OpenAPI document all read it. */
export interface Route {
  readonly operationId: string;
  readonly method: "get" | "post" | "delete";
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly tag: "analyses" | "reports" | "account" | "site";
  /** Nobody is asked who they are. */
  readonly open?: true;
  readonly summary: string;
  readonly description: string;
  /** Of a parameter in the path, what it is; without an entry it is a job's id. */
  readonly path_parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answers: Readonly<Record<number, Answer>>;
  /** What the server sends later, and where; `url` is an OpenAPI runtime expression. */
  readonly callback?: {
    readonly name: string;
    readonly url: string;
    readonly summary: string;
    readonly message: z.ZodType;
  };
}

export const json = (schema: z.ZodType): NonNullable<Answer["body"]> => ({ type: "application/json", schema });
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
  headers: { "Content-Disposition": "A name for the file." },
});

export const ifNoneMatch = z.object({
  "if-none-match": z.string().optional().meta({ description: "ETags that the caller has." }),
});
export const unchanged: Answer = { description: "It is as the ETag says." };
export const withETag = <A extends Answer>(answer: A): A & Pick<Answer, "headers"> => ({
  ...answer,
  headers: { ...answer.headers, ETag: "Changes when the document does." },
});

export const limits = {
  "RateLimit-Limit": "Requests a minute that may be made.",
  "RateLimit-Remaining": "How many of them are left.",
  "RateLimit-Reset": "Seconds until they are all there again.",
};

/** What any operation can answer. */
export const always = {
  401: {
    name: "Unauthorized",
    ...problem("No API key where one is needed, or one that is unknown or revoked.", {
      "WWW-Authenticate": "Names the scheme.",
    }),
  },
  403: {
    name: "Forbidden",
    ...problem("The key's plan has no API access, the key lacks the scope, or the Host header is foreign."),
  },
  429: { name: "RateLimited", ...problem("Too many requests.", { ...limits, "Retry-After": "Seconds to wait." }) },
  500: { name: "Defect", ...problem("A defect; the request id in the header names it.") },
  503: {
    name: "Unavailable",
    ...problem("The database cannot be reached, or the server is stopping.", { "Retry-After": "Seconds to wait." }),
  },
} as const;
/** What an operation can answer that asks nobody who they are. */
export const anybody = {
  403: { name: "ForeignHost", ...problem("The Host header is foreign.") },
  429: {
    name: "TooMany",
    ...problem("Too many requests of a session, or without one of a network.", {
      ...limits,
      "Retry-After": "Seconds to wait.",
    }),
  },
  500: always[500],
  503: always[503],
} as const;
