import { z } from "zod";
import { AssetType, TradeDate } from "#src/contract/analysis.ts";
import { BacktestAnswer, StartedBacktest } from "#src/contract/backtest-routes.ts";
import { inline } from "#src/platform/untrusted.ts";
import { dataOf } from "../refusal.ts";
import { pageOf } from "../size.ts";
import { tool } from "../tool.ts";

const BacktestId = z.string().regex(/^[\w-]{1,64}$/, "must be the ID of a backtest; use list_backtests to find it");

/** Of a request only what says which it is; returns are fractions. */
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

export const startBacktest = tool({
  name: "start_backtest",
  title: "Start a backtest",
  description:
    "Backtests the rules engine's decisions on past dates, at no cost, against simple baselines. It runs in the background: call get_backtest for its result. One runs at a time.",
  does: "starts",
  input: z.object({
    symbols: z.array(z.string().min(1).max(32)).min(1).max(20).describe("From list_instruments."),
    from: TradeDate,
    to: TradeDate,
    asset_type: AssetType.default("stock"),
    every: z.int().min(1).max(250).default(5).describe("Sessions between decisions."),
    short: z.boolean().default(false).describe("Go short on Sell instead of to cash."),
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional(),
  }),
  output: z.object({ backtest: ShownBacktest, notes: z.array(z.string()) }),
  async run({ idempotency_key: key, ...order }, { service }) {
    const { notes, ...started } = StartedBacktest.parse(
      dataOf(
        await service.client.api.POST("/v1/backtests", {
          body: { ...order, commission_bps: 1, slippage_bps: 5, models: null },
          ...(key !== undefined && { params: { header: { "Idempotency-Key": key } } }),
        }),
      ),
    );
    return { backtest: shownBacktest(started), notes: notes.slice(0, 20).map((note) => inline(note, 300)) };
  },
});

export const getBacktest = tool({
  name: "get_backtest",
  title: "Get a backtest",
  description: "Status, progress and, once it has succeeded, the return against buy and hold. Returns are fractions.",
  input: z.object({ id: BacktestId }),
  output: z.object({ backtest: ShownBacktest }),
  async run({ id }, { service }) {
    const path = { backtest_id: id };
    const answer = await service.client.api.GET("/v1/backtests/{backtest_id}", { params: { path } });
    return { backtest: shownBacktest(BacktestAnswer.parse(dataOf(answer))) };
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
    const List = z.object({ data: z.array(BacktestAnswer), next_cursor: z.string().nullable() });
    const page = List.parse(dataOf(await service.client.api.GET("/v1/backtests", { params: { query } })));
    return { backtests: [...pageOf(page.data.map(shownBacktest), 0).items], next_cursor: page.next_cursor };
  },
});
