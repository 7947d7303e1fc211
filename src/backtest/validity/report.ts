import type { ValidityReport, ValiditySection } from "#src/contract/backtests/validity.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { ValidityInput } from "./input.ts";
import { calibration } from "./sections/calibration.ts";
import { counterfactualRobustness } from "./sections/counterfactuals.ts";
import { deflatedSharpeRatio } from "./sections/deflated-sharpe.ts";
import { disaggregation } from "./sections/disaggregation.ts";
import { frictions } from "./sections/frictions.ts";
import { knowledgeCutoff } from "./sections/knowledge-cutoff.ts";
import { numericalExecution } from "./sections/numerical-execution.ts";
import { backtestOverfitting } from "./sections/overfitting.ts";
import { regimes } from "./sections/regimes.ts";
import { temporalIntegrity } from "./sections/temporal-integrity.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { countText } from "#src/core/text/number-text.ts";
import { debateUsage } from "../usage.ts";
import { figure, section, type Finding } from "./section.ts";

/** A new section is a new line. */
const makers: readonly ((input: ValidityInput) => ValiditySection)[] = [
  temporalIntegrity,
  frictions,
  counterfactualRobustness,
  calibration,
  numericalExecution,
  disaggregation,
  deflatedSharpeRatio,
  backtestOverfitting,
  regimes,
  knowledgeCutoff,
  modelCost,
];

/**
 * Pure.
 * @param further sections made elsewhere
 * @see The Alpha Illusion, arXiv 2605.16895, for P1 to P6
 */
export function validityReport(input: ValidityInput, further: readonly ValiditySection[] = []): ValidityReport {
  const sections = [...makers.map((make) => make(input)), ...further];
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

function modelCost(input: ValidityInput): ValiditySection {
  return section("model_cost", null, "Cost of the models", findingOf(input));
}

function findingOf({ result, capital }: ValidityInput): Finding {
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
