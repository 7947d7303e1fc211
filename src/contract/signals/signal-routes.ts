import { z } from "zod";
import { AssetType, Opinion } from "../jobs/analysis.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import {
  type Declared,
  always,
  created,
  idempotencyKey,
  invalid,
  json,
  limited,
  numberCursor,
  pageOf,
  problem,
  seenBefore,
  stream,
} from "../api/route.ts";
import {
  ListInstrument,
  RunOutcome,
  Schedule,
  SignalDetail,
  SignalEvent,
  WatchlistInput,
  houseList,
  watchlistLimits,
} from "./signals.ts";
import { anyId, storableText } from "../text.ts";
import { Language } from "../run/language.ts";
import { OwnModel } from "../jobs/model-keys.ts";

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

/** An instrument of a list, before it is validated. */
const AddInstrument = z.object({
  symbol: storableText.min(1).max(32),
  asset_type: AssetType.default("stock"),
});

/** A list as a program sends it: the whole list each time. */
const WatchlistBody = z.object({
  name: WatchlistInput.shape.name,
  instruments: z.array(AddInstrument).min(1).max(watchlistLimits.instruments),
  schedule: Schedule.default({ kind: "close" }),
  runs: laxInt(1, watchlistLimits.runs).default(1),
  rerun_on_break: laxBool().exactOptional().meta({
    description:
      "Analyse an instrument again when a condition of its signal breaks. Counts as a run. Omitted: as the list has it, or off for a new one.",
  }),
  allow_short: laxBool().exactOptional().meta({
    description:
      "Whether a Sell of this list is a short position, in reports, signals and the record. Omitted: as the list has it, or false for a new one: a Sell means to hold none.",
  }),
  own_model: OwnModel.nullish(),
  language: Language.nullish(),
});

export const WatchlistAnswer = z.object({
  id: z.string(),
  name: z.string(),
  instruments: z.array(ListInstrument),
  schedule: Schedule,
  runs: z.int(),
  rerun_on_break: z.boolean(),
  allow_short: z.boolean(),
  own_model: OwnModel.nullish(),
  language: z.string(),
  entries: z.int().nonnegative(),
  created_at: z.iso.datetime(),
});

export const ListRunAnswer = z.object({
  symbol: z.string(),
  session: z.iso.date(),
  due_at: z.iso.datetime(),
  state: z.enum(["waiting", "running", ...RunOutcome.options]),
  reason: z.string().nullable(),
  signal_id: z.string().nullable(),
});

export const NextRunAnswer = z.object({ at: z.iso.datetime(), symbols: z.array(z.string()) });

const all = <S extends z.ZodType>(item: S) => z.object({ data: z.array(item) });
const list_id = { description: "The ID of the watchlist.", example: "wl_7m3k9q0x2v5c8b1n4h6t" };
const notFound = {
  name: "NoWatchlist",
  ...problem("The watchlist does not exist, was deleted or belongs to another owner."),
};
const badBody = {
  400: problem("The body cannot be read, the cron expression is invalid, or the API version is unknown."),
  413: problem("The body is larger than 64 KB."),
  415: problem("The Content-Type is not application/json."),
  422: invalid,
};
const watchlist = { description: "The watchlist.", body: json(WatchlistAnswer) };

export const listRoutes = {
  listWatchlists: {
    method: "get",
    path: "/v1/lists",
    tag: "lists",
    summary: "List your watchlists, oldest first",
    description: "Returns all of them, without pagination. Scope: `lists:read`.",
    answers: { 200: { description: "Your watchlists.", body: json(all(WatchlistAnswer)) }, ...always },
  },
  createWatchlist: {
    method: "post",
    path: "/v1/lists",
    tag: "lists",
    summary: "Create a watchlist",
    description:
      "From now on, its instruments are analysed on the schedule. Each run counts towards the monthly quota. A symbol that no data source knows is refused; while a source does not answer, symbols are accepted unchecked. Scope: `lists:write`.",
    headers: idempotencyKey,
    body: WatchlistBody,
    answers: {
      201: { ...watchlist, headers: created },
      409: problem(
        "The Idempotency-Key was already used with a different body, or for a watchlist that has been deleted.",
      ),
      ...always,
      ...badBody,
    },
  },
  getWatchlist: {
    method: "get",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Get a watchlist",
    description: "Scope: `lists:read`.",
    path_parameters: { list_id },
    answers: { 200: watchlist, 404: notFound, ...always },
  },
  replaceWatchlist: {
    method: "put",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Change a watchlist",
    description:
      "The body replaces the watchlist, so send all fields. Runs that were due before the change are not made up for. Scope: `lists:write`.",
    path_parameters: { list_id },
    body: WatchlistBody,
    answers: { 200: watchlist, 404: notFound, ...always, ...badBody },
  },
  deleteWatchlist: {
    method: "delete",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Delete a watchlist",
    description: "It no longer runs. Its published signals can still be read. Scope: `lists:write`.",
    path_parameters: { list_id },
    answers: { 204: { description: "The watchlist is deleted." }, 404: notFound, ...always },
  },
  addInstrument: {
    method: "post",
    path: "/v1/lists/{list_id}/instruments",
    tag: "lists",
    summary: "Add an instrument to a watchlist",
    description: "Concurrent requests do not overwrite each other. Scope: `lists:write`.",
    path_parameters: { list_id },
    body: AddInstrument,
    answers: {
      200: watchlist,
      404: notFound,
      409: problem("The instrument is already in the watchlist."),
      ...always,
      ...badBody,
      400: problem("The body cannot be read, the watchlist is full, or the API version is unknown."),
    },
  },
  listNextRuns: {
    method: "get",
    path: "/v1/lists/{list_id}/next-runs",
    tag: "lists",
    summary: "List the next runs of a watchlist",
    description: "Soonest first, with the instruments of each run. Scope: `lists:read`.",
    path_parameters: { list_id },
    query: z.object({ limit: laxInt(1, 50).default(10) }),
    answers: {
      200: { description: "The next runs.", body: json(all(NextRunAnswer)) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
  listRuns: {
    method: "get",
    path: "/v1/lists/{list_id}/runs",
    tag: "lists",
    summary: "List the last runs of a watchlist",
    description:
      "Newest session first. `signal_id` is the signal that a run published; `reason` says why it published none. Scope: `lists:read`.",
    path_parameters: { list_id },
    query: z.object({ limit: laxInt(1, 100).default(30) }),
    answers: {
      200: { description: "The last runs.", body: json(all(ListRunAnswer)) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
} as const satisfies Record<string, Declared>;
