"use server";

import { z } from "zod";
import { BacktestOrder, backtestLimits, type BacktestEstimate } from "#src/contract/backtests.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { cancelBacktest } from "#src/services/backtests/cancel-backtest.ts";
import { deleteBacktest } from "#src/services/backtests/delete-backtest.ts";
import type { ReadOrder } from "#src/services/backtests/desk.ts";
import { estimateBacktest } from "#src/services/backtests/estimate-backtest.ts";
import { startBacktest } from "#src/services/backtests/start-backtest.ts";
import { uploadBacktest } from "#src/services/backtests/upload-backtest.ts";
import { house } from "../context.ts";
import { contextOf } from "../session.ts";
import { formFields } from "./form-fields.ts";
import { formAction } from "./form-action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

const Id = z.string().regex(/^bt_\w{1,40}$/);
/** An empty field is no number, and not 0. */
const Figure = z.string().transform((text) => (text.trim() === "" ? Number.NaN : Number(text)));

const OrderForm = z.object({
  /** As people type them: with commas, spaces or a line each. */
  symbols: z
    .string()
    .max(4000)
    .transform((text) => text.split(/[\s,;]+/).filter((symbol) => symbol !== "")),
  from: z.string(),
  to: z.string(),
  every: Figure,
  commission_bps: Figure,
  slippage_bps: Figure,
  short: z
    .string()
    .optional()
    .transform((on) => on !== undefined),
});

/** What the form would take as it is now. */
export async function askEstimate(form: FormData): Promise<Outcome<BacktestEstimate>> {
  return outcome(async () => estimateBacktest(contextOf(await signedIn()), await readForm(form)));
}

/** Puts a backtest into the queue. @returns its id */
export const orderBacktest = formAction(
  (form: FormData): Promise<Outcome<string>> =>
    outcome(async () => startBacktest(contextOf(await signedIn()), await readForm(form))),
  (id) => `/backtests/${id}`,
);

/** Keeps a `result.json` of the command line. @returns its id */
export const bringBacktest = formAction(
  (form: FormData): Promise<Outcome<string>> =>
    outcome(async () => {
      const who = await signedIn();
      const file = form.get("result");
      if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a result.json first");
      if (file.size > backtestLimits.uploadBytes) throw new InvalidInput("the file is too large");
      return uploadBacktest(contextOf(who), await file.bytes());
    }, "result"),
  (id) => `/backtests/${id}`,
);

export async function stopBacktest(id: string): Promise<Outcome> {
  return outcome(async () => {
    await cancelBacktest(contextOf(await signedIn()), idOf(id));
    return null;
  });
}

export async function dropBacktest(id: string): Promise<Outcome> {
  return outcome(async () => {
    await deleteBacktest(contextOf(await signedIn()), idOf(id));
    return null;
  });
}

/** @throws ZodError that names the field */
async function readForm(form: FormData): Promise<Extract<ReadOrder, { ok: true }>> {
  const order = BacktestOrder.parse(OrderForm.parse(formFields(form)));
  const read = (await house().backtestDesk()).read(order);
  if (read.ok) return read;
  throw new z.ZodError([{ code: "custom", path: [read.field], message: read.reason, input: order[read.field] }]);
}

/** An action is called by whoever knows its address, with whatever they like. */
function idOf(given: unknown): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new InvalidInput("there is no such backtest");
  return id.data;
}
