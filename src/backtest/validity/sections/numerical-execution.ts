import { countText, percentText } from "#src/core/text/number-text.ts";
import type { Replayed } from "../examine.ts";
import { type ValidityInput, figure, table, type Finding } from "../section.ts";

const least = 0.95;

/** P5. Whether the figures that agents state are in the evidence. */
export function numericalExecution({ examined, subjects }: ValidityInput): Finding {
  const replayed = examined?.replayed ?? null;
  if (replayed === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "answers_not_kept",
      text: "The statements are missing, so their numbers could not be checked.",
    };
  const sum = (of: (numbers: Replayed["numbers"]) => number): number =>
    replayed.reduce((total, { numbers }) => total + of(numbers), 0);
  const tied = sum(({ supported }) => supported);
  const checked = tied + sum(({ unsupported }) => unsupported);
  const share = checked === 0 ? null : tied / checked;
  const [contradicted, misplaced] = [sum((one) => one.contradicted), sum(({ wrongSource }) => wrongSource)];
  return {
    ...judged(checked, share),
    figures: [figure("numbers_checked", checked), figure("numbers_tied", share)],
    tables: [
      table(
        "Figures and words that do not match",
        [
          ["", "text"],
          ["Numbers", "count"],
        ],
        [
          ["In no evidence", checked - tied - misplaced],
          ["In other evidence than the one cited", misplaced],
          ["Words that the evidence contradicts", contradicted],
        ],
        1,
      ),
    ],
  };
}

/** @param share resting on evidence; `null`: no figures */
function judged(checked: number, share: number | null): Finding {
  if (share === null) return { verdict: "cannot_tell", reason: "no_numbers", text: "No statement contains a number." };
  if (share < least)
    return {
      verdict: "fail",
      reason: "numbers_untied",
      text: `Only ${percentText(share, 1)} of ${countText(checked)} numbers have evidence; at least ${percentText(least)} is required.`,
    };
  return {
    verdict: "pass",
    reason: "numbers_tied",
    text: `${percentText(share, 1)} of ${countText(checked)} numbers have evidence.`,
  };
}
