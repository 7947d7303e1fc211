"use server";

import { z } from "zod";
import { cronOf, ListInstrument, SignalAlerts, WatchlistInput, type Schedule } from "#src/contract/signals/signals.ts";
import { symbolFileBytes } from "#src/contract/signals/instruments.ts";
import { anyId } from "#src/contract/text.ts";
import { InvalidInput } from "#src/core/errors.ts";
import {
  deleteWatchlist,
  previewSymbolFile,
  saveWatchlist,
  followInstrument,
} from "#src/product/signals/watchlists.ts";
import { changeAlerts } from "#src/product/signals/alerts.ts";
import { webContext } from "../context.ts";
import { formFields, ownModelOf, userAction, userForm } from "./acting.ts";

/** Symbols as people type them: with commas, spaces or a line each. */
const Symbols = z
  .string()
  .max(4000)
  .transform((text) => text.split(/[\s,;]+/).filter((symbol) => symbol !== ""));

const ListForm = z.object({
  id: z.string().max(100),
  name: z.string(),
  /** As typed, or as another service's list was pasted. */
  stocks: z.string().max(20_000),
  coins: z.string().max(20_000),
  schedule: z.enum(["close", "days", "cron"]),
  days: z.string().default(""),
  time: z.string().default(""),
  cron: z.string().default(""),
  zone: z.string().default(""),
  runs: z.coerce.number(),
  language: z.string().optional(),
  rerun_on_break: z.string().optional(),
  allow_short: z.string().optional(),
});

function scheduleOf({ schedule, days, time, cron, zone }: z.infer<typeof ListForm>): Schedule {
  if (schedule === "close") return { kind: "close" };
  return { kind: "cron", cron: schedule === "days" ? cronOf({ days, time }) : cron, zone };
}

/** Makes a list, or changes the one with the id. */
export const keepWatchlist = userAction(async ({ ctx }, fields: FormData) => {
  const form = ListForm.parse(formFields(fields));
  const { id, name, stocks, coins, runs, language } = form;
  const environment = await webContext().analysisEnvironment();
  const input = WatchlistInput.parse({
    id: id === "" ? null : id,
    name,
    instruments: [...environment.typedInstruments(stocks, "stock"), ...environment.typedInstruments(coins, "crypto")],
    schedule: scheduleOf(form),
    runs,
    rerun_on_break: form.rerun_on_break !== undefined,
    allow_short: form.allow_short !== undefined,
    own_model: ownModelOf(fields),
    language,
  });
  await saveWatchlist(ctx, { environment, watchlist: input });
});

const ImportForm = z.object({
  text: z.string().max(symbolFileBytes),
  column: z.string().transform((column) => (column === "" ? null : Number(column))),
});

/** What is in a file, or in a list that was pasted where there is none. */
export const previewImport = userAction(async ({ ctx }, fields: FormData) => {
  const { text, column } = ImportForm.parse(formFields(fields));
  const file = fields.get("file");
  const bytes = file instanceof File && file.size > 0 ? await file.bytes() : new TextEncoder().encode(text);
  if (bytes.length === 0) throw new InvalidInput("choose a file or paste a list");
  return previewSymbolFile(ctx, { environment: await webContext().analysisEnvironment(), bytes, column });
});

const FollowForm = z.object({
  list: z.string().max(100).default(""),
  symbol: ListInstrument.shape.symbol,
  asset_type: ListInstrument.shape.asset_type,
});

/** Adds an instrument to a list, or to a new one. @returns the list's name */
export const follow = userAction(async ({ ctx }, fields: FormData) => {
  const { list, ...instrument } = FollowForm.parse(formFields(fields));
  const environment = await webContext().analysisEnvironment();
  const kept = await followInstrument(ctx, { environment, list: list === "" ? null : list, instrument });
  return kept.name;
});

export const endWatchlist = userAction(async ({ ctx }, id: string) => {
  await deleteWatchlist(ctx, anyId.parse(id));
});

const AlertsForm = z.object({ email: z.string().optional(), webhook_url: z.string().trim(), symbols: Symbols });

export const keepAlerts = userForm(
  async ({ ctx, by }, fields) => {
    const { email, webhook_url: url, symbols } = AlertsForm.parse(formFields(fields));
    const wanted = SignalAlerts.parse({
      email: email !== undefined,
      webhook_url: url === "" ? null : url,
      symbols: symbols.length === 0 ? null : symbols,
    });
    await changeAlerts(ctx, { by: await by(), alerts: wanted });
  },
  { field: "webhook_url" },
);
