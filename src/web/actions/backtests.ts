"use server";

import { z } from "zod";
import { BacktestModels, BacktestOrder, backtestLimits } from "#src/contract/backtests/backtests.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { cancelJob } from "#src/product/jobs/jobs.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import {
  countTrial,
  orderValidity,
  deleteBacktest,
  estimateBacktest,
  pauseBacktest,
  resumeBacktest,
  startBacktest,
  uploadBacktest,
} from "#src/product/backtests/backtests.ts";
import { orderEnvironment, type ReadOrder } from "#src/product/backtests/public/order.ts";
import { webContext } from "#src/web/context.ts";
import { formFields, ownModelOf, TypedDecimal, userAction, userForm } from "./acting.ts";

const Id = z.string().regex(/^bt_\w{1,40}$/);
/** An empty field is no number, and not 0. */
const Figure = z.string().transform((text) => (text.trim() === "" ? Number.NaN : Number(text)));

const Ticked = z
  .string()
  .optional()
  .transform((on) => on !== undefined);

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
  budget: z.string().optional(),
  single_call: Ticked,
  runs: Figure.optional(),
  short: Ticked,
});

const ModelFields = z
  .object({ budget: z.string("enter a budget").pipe(TypedDecimal).pipe(OwnLimitUsd), runs: BacktestModels.shape.runs })
  .transform(({ budget, ...rest }) => ({ budget_usd: budget, ...rest }));

/** What the form would take as it is now. */
export const estimateOrder = userAction(async ({ ctx }, form: FormData) => {
  const order = await readForm(form);
  const { analysisEnvironment: environment, customerModels: models } = webContext();
  return estimateBacktest(ctx, { order, environment: await orderEnvironment(ctx, { environment, models }, order) });
});

/** Puts a backtest into the queue. @returns its id */
export const orderBacktest = userForm(async ({ ctx }, form) => startBacktest(ctx, await readForm(form)), {
  page: (id) => `/backtests/${id}`,
});

/** Keeps a `result.json` of the command line. @returns its id */
export const uploadBacktestFile = userForm(
  async ({ ctx }, form) => {
    const file = form.get("result");
    if (!(file instanceof File) || file.size === 0) throw new InvalidInput("choose a result.json file");
    if (file.size > backtestLimits.uploadBytes) throw new InvalidInput("the file is too large");
    const id = await uploadBacktest(ctx, await file.bytes());
    await countTrial(ctx, { id, environment: await webContext().backtestEnvironment() });
    return id;
  },
  { field: "result", page: (id) => `/backtests/${id}` },
);

export const stopBacktest = userAction(async ({ ctx }, id: string) => {
  await cancelJob(ctx, { kind: backtestJob, id: idOf(id) });
});

export const holdBacktest = userAction(async ({ ctx }, id: string) => {
  await pauseBacktest(ctx, idOf(id));
});

export const continueBacktest = userAction(async ({ ctx }, id: string) => {
  await resumeBacktest(ctx, idOf(id));
});

export const removeBacktest = userAction(async ({ ctx }, id: string) => {
  await deleteBacktest(ctx, idOf(id));
});

/** @throws ZodError that names the field */
async function readForm(form: FormData): Promise<Extract<ReadOrder, { ok: true }>> {
  const { single_call, runs, budget, ...asked } = OrderForm.parse(formFields(form));
  const own = ownModelOf(form);
  const order = BacktestOrder.parse({
    ...asked,
    ...(own !== null && {
      models: { own_model: own, single_call, ...ModelFields.parse({ budget, ...(runs !== undefined && { runs }) }) },
    }),
  });
  const read = (await webContext().backtestEnvironment()).read(order);
  if (read.ok) return read;
  throw new z.ZodError([{ code: "custom", path: [read.field], message: read.reason, input: order[read.field] }]);
}

/** An action is called by whoever knows its address, with whatever they like. */
function idOf(given: unknown): string {
  const id = Id.safeParse(given);
  if (!id.success) throw new InvalidInput("there is no such backtest");
  return id.data;
}

const ValidityId = z.string().regex(/^bt_\w{1,40}$/);

/** Has the validity report of a backtest made, also in place of one that was made. @returns the backtest's id */
export const makeValidity = userForm(
  async ({ ctx }, form) => {
    const id = ValidityId.safeParse(formFields(form)["id"]);
    if (!id.success) throw new InvalidInput("there is no such backtest");
    await orderValidity(ctx, id.data);
    return id.data;
  },
  { page: (id) => `/backtests/${id}#validity` },
);
