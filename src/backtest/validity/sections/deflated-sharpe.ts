import type { ValiditySection } from "#src/contract/backtests/validity.ts";
import { counted } from "#src/core/text/number-text.ts";
import { deflatedSharpe, minimumTrackRecord, probabilisticSharpe, sharpeOf } from "../deflated-sharpe.ts";
import { returnsOf, type ValidityInput } from "../input.ts";
import { momentsOf } from "../moments.ts";
import { figure, section, type Finding } from "../section.ts";

const enough = 0.95;
const fewestSessions = 30;

export function deflatedSharpeRatio(input: ValidityInput): ValiditySection {
  return section("deflated_sharpe", null, "Deflated Sharpe ratio", findingOf(input));
}

function findingOf({ result, trials }: ValidityInput): Finding {
  const moments = momentsOf(returnsOf(result, "debate"));
  if (moments === null)
    return {
      verdict: "cannot_tell",
      reason: "nothing_moved",
      text: "It was never in the market, so there is no Sharpe ratio.",
    };
  const year = Math.sqrt(result.portfolio.sessions_per_year);
  // A configuration that was never in the market counts as a trial too.
  const sharpes = trials.map(({ sharpe }) => sharpe ?? 0);
  const { deflated, luck } = deflatedSharpe(moments, sharpes);
  const rest = {
    figures: [
      figure("deflated_sharpe", deflated),
      figure("sharpe_annual", sharpeOf(moments) * year),
      figure("expected_max_sharpe", luck * year),
      figure("trials", trials.length),
      figure("probabilistic_sharpe", probabilisticSharpe(moments, 0)),
      figure("minimum_track_record", minimumTrackRecord(moments, luck)),
      figure("skewness", moments.skewness),
      figure("kurtosis", moments.kurtosis),
    ],
    notes: [
      "All configurations tried on any of these instruments in an overlapping window count, including those whose backtests have been deleted. What was tried elsewhere is unknown.",
      "Every trial counts in full, even if trials are alike, so the ratio is too strict rather than too lenient.",
    ],
  };
  if (moments.n < fewestSessions)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: `${counted(moments.n, "session")} are too few; at least ${fewestSessions} are needed.`,
      ...rest,
    };
  const after = `after ${counted(trials.length, "trial")}`;
  return deflated >= enough
    ? {
        verdict: "pass",
        reason: "beyond_luck",
        text: `With a probability of ${deflated.toFixed(3)} the Sharpe ratio is above what luck gives the best ${after}.`,
        ...rest,
      }
    : {
        verdict: "fail",
        reason: "within_luck",
        text: `The probability that the Sharpe ratio is above what luck gives the best ${after} is ${deflated.toFixed(3)}; it takes ${enough}.`,
        ...rest,
      };
}
