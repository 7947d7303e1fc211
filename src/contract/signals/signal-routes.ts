import { z } from "zod";
import { Opinion } from "../jobs/analysis.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import {
  always,
  invalid,
  json,
  limited,
  numberCursor,
  pageOf,
  problem,
  seenBefore,
  stream,
  type Declared,
} from "../api/route.ts";
import { houseList, SignalDetail, SignalEvent } from "./signals.ts";
import { anyId } from "../text.ts";

export const SignalPageBody = pageOf(SignalDetail);

const list = anyId.default(houseList).meta({
  description: `\`${houseList}\` for the service's own list, or the ID of a watchlist of yours.`,
});
const symbol = z
  .string()
  .regex(/^[^\u0000-\u0020\u007f-\u00a0]{1,32}$/)
  .optional();
const largest = 2_147_483_647;
const noList = { name: "NoList", ...problem("The list does not exist or belongs to another owner.") };

export const signalRoutes = {
  listSignals: {
    method: "get",
    path: "/v1/signals",
    tag: "signals",
    summary: "List signals, newest first",
    description:
      "Signals of one list with their outcomes. Withdrawn signals stay in the list and are marked. With `symbol`, this is the history " +
      "of one instrument. Paginated: pass `next_cursor` of one page as `cursor` to get the next. Scope: `signals:read`.",
    query: z.object({
      list,
      symbol,
      rating: Opinion.optional(),
      changed: laxBool()
        .default(false)
        .meta({ description: "Returns only signals with a rating that differs from the previous one." }),
      cursor: numberCursor,
      limit: laxInt(1, 100).default(20),
    }),
    answers: {
      200: { description: "A page of results.", body: json(SignalPageBody) },
      404: noList,
      422: invalid,
      ...always,
    },
  },
  streamSignalEvents: {
    method: "get",
    path: "/v1/signals/events",
    tag: "signals",
    summary: "Stream published signals",
    description:
      "Server-sent events: `data` is a SignalEvent as JSON, `id` the entry's `number` in the list's chain, `event` `signal.published`, " +
      "`signal.withdrawn`, `condition.broken` or `condition.held`. A `heartbeat` is sent every 15 s. The stream starts with the next signal. To resume after an entry, send its " +
      "number as `Last-Event-ID` or `after`; an unknown number yields the event `reset`, followed by all entries from the start. Keys " +
      "and plans are checked again every minute. Scope: `signals:read`.",
    query: z.object({ list, after: laxInt(0, largest).optional() }),
    headers: seenBefore("entry"),
    answers: {
      200: { description: "The event stream.", body: stream(SignalEvent) },
      404: noList,
      422: invalid,
      ...always,
      429: limited("Too many requests, or too many open streams."),
    },
  },
  getSignal: {
    method: "get",
    path: "/v1/signals/{signal_id}",
    tag: "signals",
    summary: "Get a signal with its outcome",
    description:
      "`marks` holds the return after 1, 5, 21 and 63 sessions, against the benchmark. `analysis_id` is the run behind the signal; " +
      "for your own watchlists, you can read it under `/v1/analyses`. Scope: `signals:read`.",
    path_parameters: { signal_id: { description: "The ID of the signal.", example: "sig_7m3k9q0x2v5c8b1n4h6t" } },
    answers: {
      200: { description: "The signal.", body: json(SignalDetail) },
      404: { name: "NoSignal", ...problem("The signal does not exist or belongs to another owner's list.") },
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
