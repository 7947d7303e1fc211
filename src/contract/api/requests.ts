import { z } from "zod";
import { laxInstant, laxInt } from "./pydantic-coercion.ts";
import { type Declared, always, invalid, json, pageOf, problem } from "./route.ts";
import { storableText } from "../text.ts";

/** Of the log of API requests. */
export const requestLogLimits = {
  keptDays: 30,
  /** Of more than these the oldest are deleted with the night. */
  perAccount: 100_000,
  /** Of one key, on one front door; what is more is not kept. */
  perMinute: 600,
  /** Characters of a body. */
  body: 4096,
  path: 2048,
  userAgent: 256,
  error: 1000,
  /** The newest of these are in the export of an account. */
  exported: 20_000,
} as const;

const LoggedKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().meta({ description: "The first characters of the key." }),
  livemode: z.boolean().meta({ description: "False for a test key." }),
});

export const LoggedRequest = z.object({
  id: z.string(),
  request_id: z.string().meta({ description: "The `X-Request-Id` of the response." }),
  created_at: z.iso.datetime(),
  method: z.string(),
  path: z.string().meta({ description: "With its query." }),
  route: z.string().meta({ description: "The path as this document writes it." }),
  status: z.int(),
  duration_ms: z.int().nonnegative(),
  response_bytes: z.int().nonnegative().nullable().meta({ description: "As sent, headers included. Null if unknown." }),
  key: LoggedKey,
  user_agent: z.string().nullable(),
  api_version: z.string(),
  error: z.string().nullable().meta({ description: "What the response said was wrong." }),
});
export type LoggedRequest = z.infer<typeof LoggedRequest>;

export const LoggedRequestDetail = LoggedRequest.extend({
  body: z
    .string()
    .nullable()
    .meta({
      description: `The first ${requestLogLimits.body} characters of the request body. Secrets and the paths of webhook URLs are replaced with \`[redacted]\`.`,
    }),
  body_truncated: z.boolean(),
});
export type LoggedRequestDetail = z.infer<typeof LoggedRequestDetail>;

/** A status, or a class of them such as `4xx`. */
export const StatusFilter = z.string().regex(/^[2-5](?:xx|\d\d)$/);

/** What the log may be narrowed to; `null` is all. */
export interface RequestFilter {
  /** The id of a key. */
  readonly key: string | null;
  readonly status: string | null;
  readonly route: string | null;
  /** Milliseconds since the epoch: from `from` on, and before `to`. */
  readonly from: number | null;
  readonly to: number | null;
}

/** With the key from the environment. @param origin such as `https://conclave.example` */
export function asCurl(
  origin: string,
  request: Pick<LoggedRequestDetail, "method" | "path" | "api_version" | "body" | "route">,
): string {
  const { method, path, body, route, api_version: version } = request;
  const isLines = route === "/v1/batches" && body?.trimStart().startsWith("{") === true;
  const type = isLines ? "application/jsonl" : "application/json";
  const parts = [
    `curl -sS${method === "GET" ? "" : ` -X ${method}`} ${shellText(origin + path)}`,
    '-H "X-API-Key: $CONCLAVE_API_KEY"',
    `-H ${shellText(`Conclave-Version: ${version}`)}`,
    ...(body === null ? [] : [`-H ${shellText(`Content-Type: ${type}`)}`, `--data-binary ${shellText(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const kept =
  `Requests made with your API keys are kept for ${requestLogLimits.keptDays} days, ` +
  `at most the newest ${requestLogLimits.perAccount.toLocaleString("en")}. They appear here within seconds of the response. `;

export const requestRoutes = {
  listRequests: {
    method: "get",
    path: "/v1/requests",
    tag: "account",
    summary: "List API requests, newest first",
    description:
      `${kept}The request log covers all keys of the account, test keys included. ` +
      "Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `requests:read`.",
    query: z.object({
      key_id: storableText.min(1).max(100).optional().meta({ description: "ID of a key." }),
      status: StatusFilter.optional().meta({ description: "A status such as `429`, or a class such as `4xx`." }),
      route: storableText
        .min(1)
        .max(200)
        .optional()
        .meta({ description: "A path as this document writes it, such as `/v1/analyses/{job_id}`." }),
      from: laxInstant().optional().meta({ description: "From this time on." }),
      to: laxInstant().optional().meta({ description: "Before this time." }),
      cursor: z
        .string()
        .regex(/^log_[0-9a-z]{20}$/)
        .optional()
        .meta({ description: "`next_cursor` of the previous page." }),
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "A page of results.", body: json(pageOf(LoggedRequest)) },
      422: invalid,
      ...always,
    },
  },
  getRequest: {
    method: "get",
    path: "/v1/requests/{request_id}",
    tag: "account",
    summary: "Get an API request and its body",
    description:
      "Everything that is kept of a request, with enough to send it again: method, path, version and body. Scope: `requests:read`.",
    path_parameters: {
      request_id: { description: "The ID of the log entry.", example: "log_7m3k9q0x2v5c8b1n4h6t" },
    },
    answers: {
      200: { description: "The request.", body: json(LoggedRequestDetail) },
      404: problem("The request does not exist, is no longer kept or belongs to another account."),
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
