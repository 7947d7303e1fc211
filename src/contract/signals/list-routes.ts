import { z } from "zod";
import { AssetType } from "../jobs/analysis.ts";
import { Language } from "../run/language.ts";
import { OwnModel } from "../jobs/model-keys.ts";
import { laxBool, laxInt } from "../api/pydantic-coercion.ts";
import { always, created, idempotencyKey, invalid, json, problem, type Declared } from "../api/route.ts";
import { ListInstrument, RunOutcome, Schedule, WatchlistInput, watchlistLimits } from "./signals.ts";
import { storableText } from "../text.ts";

/** An instrument of a list, before it is validated. */
export const AddInstrument = z.object({
  symbol: storableText.min(1).max(32),
  asset_type: AssetType.default("stock"),
});

/** A list as a program sends it: the whole list each time. */
export const WatchlistBody = z.object({
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
const list = { description: "The watchlist.", body: json(WatchlistAnswer) };

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
      201: { ...list, headers: created },
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
    answers: { 200: list, 404: notFound, ...always },
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
    answers: { 200: list, 404: notFound, ...always, ...badBody },
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
      200: list,
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
