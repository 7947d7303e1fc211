import type { ValiditySection, ValidityTable } from "#src/contract/validity.ts";
import { percentText } from "#src/platform/number-text.ts";
import { calibrationOf, type Calibration, type Forecast } from "../calibration.ts";
import type { ValidityInput } from "../input.ts";
import { forwardReturn } from "../../hit-rates.ts";
import { figure, section, table, type Finding } from "../section.ts";

/** In sessions: a month. */
const horizon = 21;

/** A confidence that can be further from the hit rate than this, to either side, was not shown to be calibrated. */
const widest = 0.1;

/** P4. Whether a confidence of 70 % is right in 70 of 100 cases. */
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
    ...judged(found),
    figures: [
      figure("brier", found.brier),
      figure("brier_base", found.base),
      figure("brier_skill", found.skill),
      figure("calibration_gap", found.gap, found.gapInterval),
      figure("brier_reliability", found.reliability),
      figure("brier_resolution", found.resolution),
      figure("brier_uncertainty", found.uncertainty),
    ],
    tables: [reliability(found.bins)],
    notes: [
      `Right: up within ${horizon} sessions after Buy and Overweight, down after Underweight and Sell. Hold and REVIEW have no direction. A model's confidence is a word until this says that it is a probability.`,
    ],
  };
}

function judged({ gap: difference, gapInterval: gap, lossInterval: loss }: Calibration): Finding {
  if (gap.status !== "given" || loss.status !== "given")
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: "There are too few independent outcomes for an interval.",
    };
  if (gap.low > 0 || gap.high < 0)
    return {
      verdict: "fail",
      reason: gap.high < 0 ? "overconfident" : "underconfident",
      text: `Confidence and hit rate differ by ${percentText(difference, 1)}, and the interval leaves out zero.`,
    };
  if (loss.low > 0)
    return {
      verdict: "fail",
      reason: "worse_than_base_rate",
      text: "Always naming the share of right opinions would have been the better forecast.",
    };
  if (gap.low < -widest || gap.high > widest)
    return {
      verdict: "cannot_tell",
      reason: "too_wide",
      text: `Confidence and hit rate differ by ${percentText(difference, 1)}. That can be chance, but so few independent outcomes do not rule out a gap of more than ${percentText(widest)}.`,
    };
  return {
    verdict: "pass",
    reason: "calibrated",
    text: `Confidence and hit rate differ by ${percentText(difference, 1)}, and a gap of more than ${percentText(widest)} is ruled out.`,
  };
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
