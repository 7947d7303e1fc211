import { Decimal } from "decimal.js";
import { Analyst } from "#src/contract/analysis.ts";
import type { RunEstimates, ShapeEstimate } from "#src/contract/estimate.ts";
import type { Usd } from "#src/contract/usage.ts";
import { pastRuns, type PastRun } from "#src/db/queries/past-runs.ts";
import { runBudgetUsd } from "../plans/check-quota.ts";
import type { Context } from "../context.ts";
import type { AnalysisDesk, TokenPrice } from "./desk.ts";

/** Fewer than these say little about the next one. */
const enoughRuns = 3;
const lookedAt = 40;
const mostRounds = 10;

/**
 * A usual call of a debate on a listed company, in tokens; the share of the input that providers read from their
 * prompt cache is that of bench/tokens.ts. Only for a house that has not run its models yet.
 */
const usual = { input: 9000, cachedShare: 0.7, output: 900, seconds: 15 } as const;

/** Two of a run's calls go to the deep model: the research manager's and the portfolio manager's. */
const deepCalls = 2;

/**
 * What a run would take for each number of analysts and rounds: measured on past runs of this house with the same
 * models where there are enough, else from the price table. Rough by nature; the limit is what holds.
 */
export async function estimateAnalysis(
  { db, actor, settings }: Pick<Context, "db" | "actor" | "settings">,
  desk: AnalysisDesk,
): Promise<RunEstimates> {
  const past = await pastRuns(db.sql, desk.config, lookedAt);
  const measured = past.length >= enoughRuns;
  const basis = desk.config.llm_provider === "rules" ? "rules" : measured ? "measured" : "table";
  const shapes = Analyst.options.flatMap((_analyst, index) =>
    Array.from({ length: mostRounds }, (_round, round) => ({ analysts: index + 1, rounds: round + 1 })),
  );
  const riskRounds = settings.riskRounds;
  return {
    basis,
    runs: measured ? past.length : 0,
    limitUsd: basis === "rules" ? null : runBudgetUsd(actor, settings.budgetUsd),
    shapes: shapes.map((shape) =>
      measured ? fromRuns(past, { ...shape, riskRounds }) : fromTable(desk, { ...shape, riskRounds }),
    ),
  };
}

type Shape = Pick<PastRun, "analysts" | "rounds" | "riskRounds">;

/** Statements of a run; look-ups come on top. */
function statements({ analysts, rounds, riskRounds }: Shape): number {
  return analysts + 2 * rounds + 3 * riskRounds + 3;
}

/** Statements that wait for each other. */
function chain({ rounds, riskRounds }: Shape): number {
  return 1 + rounds + riskRounds + 3;
}

/** The runs' total over their statements (or chains), times those of the shape. */
function fromRuns(past: readonly PastRun[], shape: Shape): ShapeEstimate {
  const total = (of: (run: PastRun) => number): number => past.reduce((sum, run) => sum + of(run), 0);
  const priced = past.filter(({ costUsd }) => costUsd !== null);
  const cost = priced.reduce((sum, { costUsd }) => sum.plus(costUsd ?? 0), new Decimal(0));
  const costUsd =
    priced.length === 0
      ? null
      : rounded(cost.times(statements(shape)).div(priced.reduce((sum, run) => sum + statements(run), 0)));
  return {
    analysts: shape.analysts,
    rounds: shape.rounds,
    calls: Math.round((total(({ calls }) => calls) / total(statements)) * statements(shape)),
    costUsd,
    seconds: Math.ceil((total(({ seconds }) => seconds) / total(chain)) * chain(shape)),
  };
}

function fromTable({ config, prices, toolSteps }: AnalysisDesk, shape: Shape): ShapeEstimate {
  const calls = statements(shape) + shape.analysts * toolSteps;
  const isRules = config.llm_provider === "rules";
  const { deep, quick } = prices;
  const costUsd =
    deep === null || quick === null
      ? null
      : rounded(
          costOfCall(deep)
            .times(deepCalls)
            .plus(costOfCall(quick).times(calls - deepCalls)),
        );
  return {
    analysts: shape.analysts,
    rounds: shape.rounds,
    calls,
    costUsd,
    seconds: isRules ? 1 : (chain(shape) + toolSteps) * usual.seconds,
  };
}

function costOfCall({ input, cachedInput, output }: TokenPrice): Decimal {
  const cached = usual.input * usual.cachedShare;
  return new Decimal(input)
    .times(usual.input - cached)
    .plus(new Decimal(cachedInput).times(cached))
    .plus(new Decimal(output).times(usual.output))
    .div(1_000_000);
}

/** To two significant digits: more would claim to know. */
function rounded(usd: Decimal): Usd {
  return usd.toSignificantDigits(2).toFixed();
}
