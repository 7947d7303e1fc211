import { z } from "zod";
import { AssetType } from "./analysis.ts";
import { Language } from "./language.ts";
import { OwnModel } from "./model-keys.ts";
import { laxInt } from "./pydantic-coercion.ts";
import { always, created, idempotencyKey, invalid, json, problem, type Route } from "./route.ts";
import { ListInstrument, RunOutcome, Schedule, WatchlistInput, watchlistLimits } from "./signals.ts";
import { storableText } from "./text.ts";

/** An instrument of a list, as it comes from outside. */
export const AddInstrument = z.object({
  symbol: storableText.min(1).max(32),
  asset_type: AssetType.default("stock"),
});

/** A list as a program asks for it: all of it, each time. */
export const WatchlistBody = z.object({
  name: WatchlistInput.shape.name,
  instruments: z.array(AddInstrument).min(1).max(watchlistLimits.instruments),
  schedule: Schedule.default({ kind: "close" }),
  runs: laxInt(1, watchlistLimits.runs).default(1),
  own_model: OwnModel.nullish(),
  language: Language.nullish(),
});

export const WatchlistAnswer = z.object({
  id: z.string(),
  name: z.string(),
  instruments: z.array(ListInstrument),
  schedule: Schedule,
  runs: z.int(),
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
const list_id = { description: "The ID of the list.", example: "wl_7m3k9q0x2v5c8b1n4h6t" };
const notFound = {
  name: "NoWatchlist",
  ...problem("The list does not exist, was deleted or belongs to another owner."),
};
const badBody = {
  400: problem("The body cannot be read, or the cron line is not valid."),
  413: problem("The body is larger than 64 KB."),
  415: problem("The Content-Type is not application/json."),
  422: invalid,
};
const list = { description: "The list.", body: json(WatchlistAnswer) };

export const listRoutes = {
  listWatchlists: {
    operationId: "listWatchlists",
    method: "get",
    path: "/v1/lists",
    tag: "lists",
    summary: "List your watchlists, oldest first",
    description: "All of them: a plan has few. Scope: `lists:read`.",
    answers: { 200: { description: "Your lists.", body: json(all(WatchlistAnswer)) }, ...always },
  },
  createWatchlist: {
    operationId: "createWatchlist",
    method: "post",
    path: "/v1/lists",
    tag: "lists",
    summary: "Create a watchlist",
    description:
      "Its instruments are analysed on the schedule from now on, and each run counts as an analysis of the month. Scope: `lists:write`.",
    headers: idempotencyKey,
    body: WatchlistBody,
    answers: {
      201: { ...list, headers: created },
      409: problem("The Idempotency-Key was already used with a different body, or for a list that has been deleted."),
      ...badBody,
      ...always,
    },
  },
  getWatchlist: {
    operationId: "getWatchlist",
    method: "get",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Get a watchlist",
    description: "Scope: `lists:read`.",
    path_parameters: { list_id },
    answers: { 200: list, 404: notFound, ...always },
  },
  replaceWatchlist: {
    operationId: "replaceWatchlist",
    method: "put",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Change a watchlist",
    description:
      "The body replaces the list: send all of it. What was due before the change is not caught up. Scope: `lists:write`.",
    path_parameters: { list_id },
    body: WatchlistBody,
    answers: { 200: list, 404: notFound, ...badBody, ...always },
  },
  deleteWatchlist: {
    operationId: "deleteWatchlist",
    method: "delete",
    path: "/v1/lists/{list_id}",
    tag: "lists",
    summary: "Delete a watchlist",
    description: "It runs no more. The signals it published stay readable. Scope: `lists:write`.",
    path_parameters: { list_id },
    answers: { 204: { description: "The list is deleted." }, 404: notFound, ...always },
  },
  addInstrument: {
    operationId: "addInstrument",
    method: "post",
    path: "/v1/lists/{list_id}/instruments",
    tag: "lists",
    summary: "Add an instrument to a watchlist",
    description: "Of two requests at the same time, neither is lost. Scope: `lists:write`.",
    path_parameters: { list_id },
    body: AddInstrument,
    answers: {
      200: list,
      404: notFound,
      409: problem("The instrument is already in the list."),
      ...badBody,
      400: problem("The body cannot be read, or the list is full."),
      ...always,
    },
  },
  listNextRuns: {
    operationId: "listNextRuns",
    method: "get",
    path: "/v1/lists/{list_id}/next-runs",
    tag: "lists",
    summary: "List when a watchlist runs next",
    description: "The soonest first, with the instruments of each run. Scope: `lists:read`.",
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
    operationId: "listRuns",
    method: "get",
    path: "/v1/lists/{list_id}/runs",
    tag: "lists",
    summary: "List the last runs of a watchlist",
    description:
      "Newest session first. `signal_id` names the signal that a run became; `reason` says why it became none. Scope: `lists:read`.",
    path_parameters: { list_id },
    query: z.object({ limit: laxInt(1, 100).default(30) }),
    answers: {
      200: { description: "The last runs.", body: json(all(ListRunAnswer)) },
      404: notFound,
      422: invalid,
      ...always,
    },
  },
} as const satisfies Record<string, Route>;
