import type { ValiditySection, ValidityTable } from "#src/contract/validity.ts";
import { percentText } from "#src/core/number-text.ts";
import { calibrationOf, type Calibration, type Forecast } from "../calibration.ts";
import type { ValidityInput } from "../input.ts";
import { forwardReturn } from "../../hit-rates.ts";
import { figure, section, table, type Finding } from "../section.ts";

/** In sessions: a month. */
const horizon = 21;

/** Beyond this distance from the hit rate, calibration is not shown. */
const widest = 0.1;

/** P4: is 70 % right in 70 of 100 cases? */
export function calibration(input: ValidityInput): ValiditySection {
  return section("calibration", "P4", "Calibration", findingOf(input));
}

function findingOf(input: ValidityInput): Finding {
  if (input.subjects === null)
    return {
      verdict: "cannot_tell",
      reason: "no_archives",
      text: "The archives with the prices are not here, so it is not known which opinions were right.",
    };
  const found = calibrationOf(forecastsOf(input));
  if (found === null)
    return {
      verdict: "cannot_tell",
      reason: "no_confidence",
      text: `No opinion with a direction and a confidence has ${horizon} sessions behind it.`,
    };
  return {
    ...judgedCalibration(found),
    figures: [
      figure("brier", found.brier),
      figure("brier_base", found.base),
      figure("brier_skill", found.skill, found.skillInterval),
      figure("calibration_gap", found.gap, found.gapInterval),
      figure("brier_reliability", found.reliability),
      figure("brier_resolution", found.resolution),
      figure("brier_uncertainty", found.uncertainty),
    ],
    tables: [reliability(found.bins)],
    notes: [
      `Right: up within ${horizon} sessions after Buy and Overweight, down after Underweight and Sell. Hold and REVIEW have no direction. A confidence is an agent's own estimate; it can be read as a probability only where this section passes.`,
    ],
  };
}

/** Right as often as it says, and better than the base rate. */
export function judgedCalibration(found: Calibration): Finding {
  const { gapInterval: gap, skillInterval: skill, resolution } = found;
  const off = `Confidence and hit rate differ by ${percentText(found.gap, 1)}`;
  if (gap.status !== "given" || skill.status !== "given" || found.skill === null)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: "There are too few independent outcomes for an interval.",
    };
  const shown = `resolution ${resolution.toFixed(3)}, skill ${ratioText(found.skill)} (95% interval ${ratioText(skill.low)} to ${ratioText(skill.high)})`;
  if (gap.low > 0 || gap.high < 0)
    return {
      verdict: "fail",
      reason: gap.high < 0 ? "overconfident" : "underconfident",
      text: `${off}, and the interval leaves out zero: ${shown}.`,
    };
  if (skill.high < 0)
    return {
      verdict: "fail",
      reason: "worse_than_base_rate",
      text: `Always naming the share of right opinions would have been the better forecast: ${shown}.`,
    };
  if (gap.low < -widest || gap.high > widest)
    return {
      verdict: "cannot_tell",
      reason: "too_wide",
      text: `${off}. That can be chance, but so few independent outcomes do not rule out a gap of more than ${percentText(widest)}: ${shown}.`,
    };
  if (resolution === 0 || skill.low <= 0)
    return {
      verdict: "cannot_tell",
      reason: resolution === 0 ? "no_resolution" : "no_skill",
      text: `${off}, but confidence was not shown to tell right opinions from wrong ones: ${shown}. It is not a probability.`,
    };
  return {
    verdict: "pass",
    reason: "calibrated",
    text: `${off}, a gap of more than ${percentText(widest)} is ruled out, and confidence tells right opinions from wrong ones: ${shown}. It can be read as a probability.`,
  };
}

function ratioText(value: number): string {
  return value
    .toFixed(2)
    .replace(/^-(?=0\.00$)/, "")
    .replace("-", "−");
}

function reliability(bins: Calibration["bins"]): ValidityTable {
  return table(
    "Reliability",
    [
      ["Confidence", "text"],
      ["Opinions", "count"],
      ["Mean confidence", "fraction"],
      ["Right", "fraction"],
      ["95% from", "fraction"],
      ["to", "fraction"],
    ],
    bins.map(({ from, to, forecasts, meanProbability, rate, interval }) => [
      `${percentText(from)} to ${percentText(to)}`,
      forecasts,
      meanProbability,
      rate,
      interval.status === "given" ? interval.low : null,
      interval.status === "given" ? interval.high : null,
    ]),
    3,
  );
}

function forecastsOf({ subjects }: ValidityInput): Forecast[] {
  const all = [...new Set((subjects ?? []).flatMap(({ path }) => path.days.map(({ session }) => session)))].toSorted();
  const places = new Map(all.map((session, index) => [session, index]));
  return (subjects ?? []).flatMap(({ path: { days }, decisions }) =>
    decisions.flatMap(({ session, rating, confidence }) => {
      const up = rating === "Buy" || rating === "Overweight";
      const value = forwardReturn(days, session, horizon);
      if (confidence === null || value === null || (!up && rating !== "Underweight" && rating !== "Sell")) return [];
      const start = days.findIndex((day) => day.session > session && day.bar !== null);
      const place = (index: number): number => places.get(days[index]?.session ?? "") ?? 0;
      return [
        {
          probability: confidence,
          happened: up ? value > 0 : value < 0,
          from: place(start),
          through: place(start + horizon - 1),
        },
      ];
    }),
  );
}
