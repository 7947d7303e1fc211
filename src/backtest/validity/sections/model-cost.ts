import type { ValiditySection } from "#src/contract/validity.ts";
import { usdText } from "#src/contract/usd.ts";
import { countText } from "#src/core/number-text.ts";
import { debateUsage } from "../../usage.ts";
import type { ValidityInput } from "../input.ts";
import { figure, section, type Finding } from "../section.ts";

export function modelCost(input: ValidityInput): ValiditySection {
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
    return { verdict: "cannot_tell", reason: "price_unknown", text: "The price of a model is not known." };
  const rest = {
    figures: [
      figure("model_cost", Number(cost)),
      figure("gain_usd", gain * capital),
      figure("break_even_capital", gain > 0 ? Number(cost) / gain : null),
    ],
    notes: [
      `Over the whole window, with a capital of $${countText(capital)}. What the answers cost when they were made; taxes and data are not counted.`,
    ],
  };
  if (gain <= 0)
    return {
      verdict: "fail",
      reason: "no_gain",
      text: `The models cost ${usdText(cost)}, and there is no gain over buy and hold that could pay for them.`,
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
