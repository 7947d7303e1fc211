"use server";

import { z } from "zod";
import { SignalAlerts, WatchlistInput, type ListInstrument } from "#src/contract/signals.ts";
import { anyId } from "#src/contract/text.ts";
import { deleteWatchlist } from "#src/services/signals/delete-watchlist.ts";
import { changeAlerts } from "#src/services/signals/change-alerts.ts";
import { saveWatchlist } from "#src/services/signals/save-watchlist.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { byOf, outcome, signedIn, type Outcome } from "./outcome.ts";

/** Symbols as people type them: with commas, spaces or a line each. */
const Symbols = z
  .string()
  .max(4000)
  .transform((text) => text.split(/[\s,;]+/).filter((symbol) => symbol !== ""));

const ListForm = z.object({
  id: z.string().max(100),
  name: z.string(),
  stocks: Symbols,
  coins: Symbols,
  schedule: z.enum(["close", "cron"]),
  cron: z.string().default(""),
  zone: z.string().default(""),
  runs: z.coerce.number(),
});

/** Makes a list, or changes the one with the id. */
export async function keepWatchlist(fields: FormData): Promise<Outcome> {
  return outcome(async () => {
    const who = await signedIn();
    const { id, name, stocks, coins, schedule, cron, zone, runs } = ListForm.parse(formFields(fields));
    const instruments: ListInstrument[] = [
      ...stocks.map((symbol) => ({ symbol, asset_type: "stock" as const })),
      ...coins.map((symbol) => ({ symbol, asset_type: "crypto" as const })),
    ];
    const input = WatchlistInput.parse({
      id: id === "" ? null : id,
      name,
      instruments,
      schedule: schedule === "close" ? { kind: "close" } : { kind: "cron", cron, zone },
      runs,
    });
    await saveWatchlist(contextOf(who), await house().desk(), input);
    return null;
  });
}

export async function endWatchlist(id: string): Promise<Outcome> {
  return outcome(async () => {
    const who = await signedIn();
    await deleteWatchlist(contextOf(who), anyId.parse(id));
    return null;
  });
}

const AlertsForm = z.object({ email: z.string().optional(), webhook_url: z.string().trim(), symbols: Symbols });

export const keepAlerts = formAction((fields: FormData): Promise<Outcome> =>
  outcome(async () => {
    const who = await signedIn();
    const { email, webhook_url: url, symbols } = AlertsForm.parse(formFields(fields));
    const wanted = SignalAlerts.parse({
      email: email !== undefined,
      webhook_url: url === "" ? null : url,
      symbols: symbols.length === 0 ? null : symbols,
    });
    await changeAlerts(contextOf(who), await byOf(who), wanted);
    return null;
  }, "webhook_url"),
);
