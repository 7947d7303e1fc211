import { z } from "zod";
import { TradeDate } from "#src/contract/jobs/analysis.ts";
import { mostDecisionRuns } from "#src/contract/backtests/backtest.ts";
import { BacktestAnswer, BacktestEstimateAnswer, StartedBacktest } from "#src/contract/backtests/backtest-routes.ts";
import { MemorySummary } from "#src/contract/backtests/memory.ts";
import { CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { pageOf } from "../answer.ts";
import { tool } from "../tool.ts";

const BacktestId = z.string().regex(/^[\w-]{1,64}$/, "must be the ID of a backtest; use list_backtests to find it");

/** Of the request, only what identifies it; returns are fractions. */
const ShownBacktest = BacktestAnswer.pick({
  id: true,
  status: true,
  progress: true,
  summary: true,
  spent_usd: true,
  created_at: true,
  finished_at: true,
}).extend({
  symbols: z.array(z.string()).describe("The first 20."),
  from: z.string(),
  to: z.string(),
  every: z.int().describe("Sessions between decisions."),
  error: z.string().nullable(),
  stopped: z.string().nullable(),
});

function shownBacktest(one: z.infer<typeof BacktestAnswer>): z.infer<typeof ShownBacktest> {
  const { id, status, progress, summary, spent_usd, created_at, finished_at, request } = one;
  return {
    id,
    status,
    progress,
    summary,
    spent_usd,
    created_at,
    finished_at,
    symbols: request.symbols.slice(0, 20).map((symbol) => inline(symbol)),
    from: request.from,
    to: request.to,
    every: request.every,
    error: one.error === null ? null : inline(one.error, 300),
    stopped: one.stopped === null ? null : inline(one.stopped, 300),
  };
}

const { models: estimated } = BacktestEstimateAnswer.shape;
const ShownEstimate = BacktestEstimateAnswer.extend({
  models: estimated
    .unwrap()
    .extend({
      training: estimated.unwrap().shape.training.extend({
        measured: z
          .array(MemorySummary.pick({ period: true, sessions: true, verdict: true, agreement: true }))
          .describe(
            "By year: what their opinions depend on, and how often repetitions agree with and without the name.",
          ),
      }),
    })
    .nullable(),
});

/** What is backtested, and by whom. */
const order = {
  symbols: z.array(z.string().min(1).max(32)).min(1).max(20).describe("From list_instruments."),
  from: TradeDate,
  to: TradeDate,
  every: z.int().min(1).max(250).default(5).describe("Sessions between decisions."),
  short: z.boolean().default(false).describe("Go short on Sell instead of to cash."),
  models: z
    .object({
      provider: CustomerProvider.describe("A provider whose key is stored in the account."),
      deep: z.string().max(100).optional().describe("The managers' model. Default: as set for the key."),
      quick: z.string().max(100).optional().describe("The other agents' model."),
      budget_usd: z
        .string()
        .regex(/^\d{1,9}([.]\d{1,12})?$/)
        .describe("Maximum cost of all calls, reserved before each call."),
      runs: z.int().min(1).max(mostDecisionRuns).optional().describe("Seeds per decision; each costs the same again."),
      single_call: z.boolean().optional().describe("Compare with one call of the same model. Default: true."),
    })
    .optional()
    .describe("Absent: the rules engine decides, at no cost."),
};
type Order = z.output<z.ZodObject<typeof order>>;

function bodyOf({ models, ...asked }: Order) {
  const body = { ...asked, commission_bps: 1, slippage_bps: 5 };
  if (models === undefined) return { ...body, models: null };
  const { provider, deep = null, quick = null, budget_usd, runs, single_call } = models;
  return {
    ...body,
    models: {
      own_model: { llm_provider: provider, deep_think_llm: deep, quick_think_llm: quick },
      budget_usd,
      ...(runs !== undefined && { runs }),
      ...(single_call !== undefined && { single_call }),
    },
  };
}

const shownNotes = (notes: readonly string[]): string[] => notes.slice(0, 20).map((note) => inline(note, 300));

type Models = NonNullable<z.infer<typeof BacktestEstimateAnswer>["models"]>;

/** Of a measurement of memory, only the figure. */
function shownModels({ training, ...models }: Models) {
  const measured = training.measured.map(({ period, sessions, verdict, agreement }) => ({
    period,
    sessions,
    verdict,
    agreement,
  }));
  return { ...models, training: { ...training, measured } };
}

export const estimateBacktest = tool({
  name: "estimate_backtest",
  title: "Estimate a backtest",
  description:
    "What start_backtest would take with the same arguments: decisions, time and, with models, calls and cost at list prices, and which of its dates the models may have read about. Starts nothing.",
  input: z.object(order),
  output: ShownEstimate,
  async run(asked, { service }) {
    const answer = await service.client.backtests.estimate(bodyOf(asked));
    const { notes, models, ...estimate } = BacktestEstimateAnswer.parse(answer);
    return { ...estimate, notes: shownNotes(notes), models: models === null ? null : shownModels(models) };
  },
});

export const startBacktest = tool({
  name: "start_backtest",
  title: "Start a backtest",
  description:
    "Backtests decisions on past dates against simple baselines: the rules engine's at no cost, or with models those of language models on the account's own key, which costs money. Call estimate_backtest first, tell the user its cost and warnings, and let them agree to the budget. It runs in the background: call get_backtest for its result. One runs at a time.",
  does: "starts",
  input: z.object({
    ...order,
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional(),
  }),
  output: z.object({ backtest: ShownBacktest, notes: z.array(z.string()) }),
  async run({ idempotency_key: key, ...asked }, { service }) {
    const { notes, ...started } = StartedBacktest.parse(
      await service.client.backtests.create(bodyOf(asked), key === undefined ? {} : { idempotencyKey: key }),
    );
    return { backtest: shownBacktest(started), notes: shownNotes(notes) };
  },
});

export const getBacktest = tool({
  name: "get_backtest",
  title: "Get a backtest",
  description: "Status, progress and, once it has succeeded, the return against buy and hold. Returns are fractions.",
  input: z.object({ id: BacktestId }),
  output: z.object({ backtest: ShownBacktest }),
  async run({ id }, { service }) {
    return { backtest: shownBacktest(BacktestAnswer.parse(await service.client.backtests.get(id))) };
  },
});

export const listBacktests = tool({
  name: "list_backtests",
  title: "List backtests",
  description: "Your backtests, newest first. Pass next_cursor as cursor for the next page.",
  input: z.object({ limit: z.int().min(1).max(10).default(5), cursor: z.string().max(20).optional() }),
  output: z.object({ backtests: z.array(ShownBacktest), next_cursor: z.string().nullable() }),
  async run({ limit, cursor }, { service }) {
    const query = { limit, ...(cursor !== undefined && { cursor }) };
    const { data, nextCursor } = await service.client.backtests.list(query);
    const backtests = z.array(BacktestAnswer).parse(data).map(shownBacktest);
    return { backtests: [...pageOf(backtests, 0).items], next_cursor: nextCursor };
  },
});
