import type { ValidityReport, ValiditySection } from "#src/contract/backtests/validity.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { type ValidityInput, figure, type Finding } from "./section.ts";
import { calibration } from "./calibration.ts";
import { counterfactualRobustness } from "./counterfactuals.ts";
import { deflatedSharpeRatio } from "./deflated-sharpe.ts";
import { disaggregation, numericalExecution } from "./agents.ts";
import { frictions } from "./frictions.ts";
import { knowledgeCutoff, temporalIntegrity } from "./look-ahead.ts";
import { backtestOverfitting } from "./overfitting.ts";
import { regimes } from "./regimes.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { countText } from "#src/core/text/number-text.ts";
import { debateUsage } from "../decide.ts";

/** A new section is a new line. */
const makers: readonly (readonly [
  id: string,
  protocol: ValiditySection["protocol"],
  title: string,
  find: (input: ValidityInput) => Finding,
])[] = [
  ["temporal_integrity", "P1", "Temporal integrity", temporalIntegrity],
  ["frictions", "P2", "Frictions", frictions],
  ["counterfactual_robustness", "P3", "Counterfactual robustness", counterfactualRobustness],
  ["calibration", "P4", "Calibration", calibration],
  ["numerical_execution", "P5", "Numerical execution", numericalExecution],
  ["disaggregation", "P6", "Agent by agent", disaggregation],
  ["deflated_sharpe", null, "Deflated Sharpe ratio", deflatedSharpeRatio],
  ["overfitting", null, "Probability of backtest overfitting", backtestOverfitting],
  ["regimes", null, "Regimes", regimes],
  ["knowledge_cutoff", null, "Before and after the training cut-off", knowledgeCutoff],
  ["model_cost", null, "Cost of the models", modelCost],
];

/**
 * Pure.
 * @param further sections made elsewhere
 * @see The Alpha Illusion, arXiv 2605.16895, for P1 to P6
 */
export function validityReport(input: ValidityInput, further: readonly ValiditySection[] = []): ValidityReport {
  const sections = [
    ...makers.map(([id, protocol, title, find]) => {
      const { verdict, reason, text, figures = [], tables = [], notes = [] } = find(input);
      return { id, protocol, title, verdict, reason, text, figures, tables, notes };
    }),
    ...further,
  ];
  const count = (verdict: ValiditySection["verdict"]): number =>
    sections.filter((one) => one.verdict === verdict).length;
  const counts = { pass: count("pass"), fail: count("fail"), cannot_tell: count("cannot_tell") };
  const { settings, decisions } = input.result;
  const { provider, deep, quick } = settings.reasoner;
  return {
    version: 1,
    backtest: {
      symbols: settings.symbols,
      from: settings.from,
      to: settings.to,
      provider,
      deep,
      quick,
      decisions: decisions.length,
      sha256: sha256(canonicalJson(input.result)),
    },
    verdict: counts.fail > 0 ? "fail" : counts.cannot_tell > 0 ? "cannot_tell" : "pass",
    counts,
    sections,
  };
}

function modelCost({ result, capital }: ValidityInput): Finding {
  // Comparisons beside the debate do not count as its cost.
  const { cost_usd: cost } = debateUsage(result.decisions);
  const returnOf = (name: string): number =>
    result.portfolio.strategies.find(({ strategy }) => strategy === name)?.metrics.cumulative_return ?? 0;
  const gain = returnOf("debate") - returnOf("buy_and_hold");
  if (result.settings.reasoner.provider === "rules")
    return { verdict: "pass", reason: "free", text: "The rules engine costs nothing." };
  if (cost === null)
    return { verdict: "cannot_tell", reason: "price_unknown", text: "The price of a model is unknown." };
  const rest = {
    figures: [
      figure("model_cost", Number(cost)),
      figure("gain_usd", gain * capital),
      figure("break_even_capital", gain > 0 ? Number(cost) / gain : null),
    ],
    notes: [
      `Over the whole window, with a capital of $${countText(capital)}. This is what the answers cost when they were made, without taxes and data.`,
    ],
  };
  if (gain <= 0)
    return {
      verdict: "fail",
      reason: "no_gain",
      text: `The models cost ${usdText(cost)}, and there is no gain over buy and hold to pay for them.`,
      ...rest,
    };
  return gain * capital > Number(cost)
    ? {
        verdict: "pass",
        reason: "gain_pays",
        text: `The models cost ${usdText(cost)}, and the gain over buy and hold pays for them from a capital of $${countText(Math.ceil(Number(cost) / gain))}.`,
        ...rest,
      }
    : {
        verdict: "fail",
        reason: "gain_too_small",
        text: `The models cost ${usdText(cost)}, more than the gain over buy and hold with this capital.`,
        ...rest,
      };
}
