import { Decimal } from "decimal.js";
import { Analyst, statementsOf } from "#src/contract/jobs/analysis.ts";
import type { RunEstimates, ShapeEstimate } from "#src/contract/jobs/estimate.ts";
import { pastRuns, type PastRun } from "./queries/past-runs.ts";
import { runBudgetUsd } from "../plans/public/monthly-quota.ts";
import type { Context } from "../context.ts";
import type { AnalysisEnvironment } from "./public/analysis-environment.ts";
import {
  callDepth,
  estimateFromTable,
  holdingsFromTable,
  holdingsShape,
  rounded,
  type Shape,
} from "./public/call-cost.ts";

/** Fewer than these say little about the next one. */
const enoughRuns = 3;
const lookedAt = 40;
const mostRounds = 10;

/** From past runs with the same models where there are enough, else the price table. Rough; the limit is what holds. */
export async function estimateAnalysis(ctx: Context, environment: AnalysisEnvironment): Promise<RunEstimates> {
  const { db, actor, settings } = ctx;
  const past = await pastRuns(db.sql, environment.config, lookedAt);
  const measured = past.length >= enoughRuns;
  const basis = environment.config.llm_provider === "rules" ? "rules" : measured ? "measured" : "table";
  const shapes = Analyst.options.flatMap((_analyst, index) =>
    Array.from({ length: mostRounds }, (_round, round) => ({ analysts: index + 1, rounds: round + 1 })),
  );
  const riskRounds = settings.riskRounds;
  return {
    basis,
    runs: measured ? past.length : 0,
    limitUsd: basis === "rules" ? null : runBudgetUsd(actor, settings.budgetUsd),
    shapes: shapes.map((shape) =>
      measured ? fromRuns(past, { ...shape, riskRounds }) : estimateFromTable(environment, { ...shape, riskRounds }),
    ),
    holdings: measured ? scaled(past, holdingsShape) : holdingsFromTable(environment),
  };
}

function fromRuns(past: readonly PastRun[], shape: Shape): ShapeEstimate {
  const { analysts, rounds } = shape;
  return { analysts, rounds, ...scaled(past, { statements: statementsOf(shape), depth: callDepth(shape) }) };
}

/** The runs' total over their statements (or chains), times those asked about. */
function scaled(
  past: readonly PastRun[],
  { statements, depth }: { readonly statements: number; readonly depth: number },
): Pick<ShapeEstimate, "calls" | "costUsd" | "seconds"> {
  const total = (of: (run: PastRun) => number): number => past.reduce((sum, run) => sum + of(run), 0);
  const priced = past.filter(({ costUsd }) => costUsd !== null);
  const cost = priced.reduce((sum, { costUsd }) => sum.plus(costUsd ?? 0), new Decimal(0));
  const costUsd =
    priced.length === 0
      ? null
      : rounded(cost.times(statements).div(priced.reduce((sum, run) => sum + statementsOf(run), 0)));
  return {
    calls: Math.round((total(({ calls }) => calls) / total(statementsOf)) * statements),
    costUsd,
    seconds: Math.ceil((total(({ seconds }) => seconds) / total(callDepth)) * depth),
  };
}
