import type { BacktestResult } from "#src/contract/backtest.ts";
import type { ValiditySection } from "#src/contract/validity.ts";
import { counted, percentText } from "#src/core/number-text.ts";
import { dailyReturns } from "../../metrics.ts";
import { returnsOf, type ValidityInput } from "../input.ts";
import { overfittingOf } from "../overfitting.ts";
import { figure, section, type Finding } from "../section.ts";

/** The authors' threshold, and the value of a choice by chance. */
const [least, chance] = [0.05, 0.5] as const;

export function backtestOverfitting(input: ValidityInput): ValiditySection {
  return section("overfitting", null, "Probability of backtest overfitting", findingOf(input));
}

function findingOf({ result, others }: ValidityInput): Finding {
  const sessions = result.portfolio.equity_sessions;
  const comparable = others.filter((other) => other.portfolio.equity_sessions.join() === sessions.join());
  const left = others.length - comparable.length;
  const notes = [
    ...(left === 0 ? [] : [`${counted(left, "result")} on other sessions could not be compared.`]),
    "Sessions are cut into blocks, and each half of them chooses for the other. Above 50% a choice by past results does harm.",
  ];
  if (comparable.length === 0) {
    const lines = overfittingOf(result.portfolio.strategies.map(({ equity }) => dailyReturns(equity)));
    return {
      verdict: "cannot_tell",
      reason: "one_configuration",
      text: `There is one configuration, and nothing to choose from. It takes results of other settings on the same dates.${lines === null ? "" : ` Whoever picks the best line of this backtest's own table would be below the middle afterwards in ${percentText(lines.pbo)} of the splits.`}`,
      figures: [figure("pbo", null), figure("pbo_configurations", 1)],
      notes,
    };
  }
  const found = overfittingOf([result, ...comparable].map((one: BacktestResult) => returnsOf(one, "debate")));
  if (found === null)
    return { verdict: "cannot_tell", reason: "too_few", text: "There are too few sessions to split.", notes };
  const rest = {
    figures: [
      figure("pbo", found.pbo),
      figure("pbo_configurations", found.configurations),
      figure("pbo_splits", found.splits),
      figure("pbo_loss", found.loss),
    ],
    notes,
  };
  const text = `In ${percentText(found.pbo, 1)} of ${counted(found.splits, "split")}, the best of ${counted(found.configurations, "configuration")} was at or below the middle afterwards.`;
  if (found.pbo <= least) return { verdict: "pass", reason: "choice_holds", text, ...rest };
  if (found.pbo >= chance) return { verdict: "fail", reason: "choice_means_nothing", text, ...rest };
  return {
    verdict: "cannot_tell",
    reason: "between",
    text: `${text} That is neither below ${percentText(least)} nor chance.`,
    ...rest,
  };
}
