import { z } from "zod";
import { laxInstant, laxInt } from "./pydantic-coercion.ts";
import { LoggedRequest, LoggedRequestDetail, requestLogLimits, StatusFilter } from "./requests.ts";
import { always, invalid, json, pageOf, problem, type Declared } from "./route.ts";
import { storableText } from "../text.ts";

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
