import type { ValiditySection } from "#src/contract/validity.ts";
import { countText, percentText } from "#src/platform/number-text.ts";
import type { Replayed } from "../examine.ts";
import type { ValidityInput } from "../input.ts";
import { figure, section, table, type Finding } from "../section.ts";

const least = 0.95;
const mostErrors = 0.05;

/** P5. Whether the numbers that agents state are in the evidence, and their computations come out. */
export function numericalExecution(input: ValidityInput): ValiditySection {
  return section("numerical_execution", "P5", "Numerical execution", findingOf(input));
}

function findingOf({ examined, subjects }: ValidityInput): Finding {
  const replayed = examined?.replayed ?? null;
  if (replayed === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "answers_not_kept",
      text: "The statements are not here, so their numbers could not be checked.",
    };
  const sum = (of: (numbers: Replayed["numbers"]) => number): number =>
    replayed.reduce((total, { numbers }) => total + of(numbers), 0);
  const tied = sum(({ supported }) => supported);
  const checked = tied + sum(({ unsupported }) => unsupported);
  const bad = sum(({ badComputations }) => badComputations);
  const computed = bad + sum((numbers) => numbers.computed);
  const share = checked === 0 ? null : tied / checked;
  const [contradicted, misplaced] = [sum((one) => one.contradicted), sum(({ wrongSource }) => wrongSource)];
  return {
    ...judged({ checked, share, bad, computed }),
    figures: [
      figure("numbers_checked", checked),
      figure("numbers_tied", share),
      figure("arithmetic_errors", bad),
      figure("arithmetic_error_share", computed === 0 ? null : bad / computed),
    ],
    tables: [
      table(
        "Numbers that rest on nothing",
        [
          ["", "text"],
          ["Numbers", "count"],
        ],
        [
          ["In no evidence", checked - tied - contradicted - misplaced],
          ["In other evidence than the one cited", misplaced],
          ["Contradicted by the evidence", contradicted],
        ],
        1,
      ),
    ],
  };
}

interface Checked {
  readonly checked: number;
  /** Of those that rest on evidence; `null` where there are none at all. */
  readonly share: number | null;
  readonly bad: number;
  readonly computed: number;
}

function judged({ checked, share, bad, computed }: Checked): Finding {
  if (share === null) return { verdict: "cannot_tell", reason: "no_numbers", text: "No statement holds a number." };
  if (share < least)
    return {
      verdict: "fail",
      reason: "numbers_untied",
      text: `Only ${percentText(share, 1)} of ${countText(checked)} numbers rest on evidence; it takes ${percentText(least)}.`,
    };
  if (computed > 0 && bad / computed > mostErrors)
    return {
      verdict: "fail",
      reason: "arithmetic",
      text: `${countText(bad)} of ${countText(computed)} computations do not come out.`,
    };
  return {
    verdict: "pass",
    reason: "numbers_tied",
    text: `${percentText(share, 1)} of ${countText(checked)} numbers rest on evidence${computed === 0 ? "" : `, and ${countText(bad)} of ${countText(computed)} computations do not come out`}.`,
  };
}
