import type { Evidence, ShownEvidence } from "#src/contract/run/evidence.ts";
import { exactText, instantText, shortText } from "./text/result-text.ts";

/** What a run knows of a piece of evidence beside it. */
interface Beside {
  /** When the public had it, where this was kept. */
  readonly availableAt?: string | undefined;
  /** What the rating is without it, where that was measured. */
  readonly weighs?: string | null;
}

/** As a report shows it. The value has all its digits, since citations are held against them. */
export function shownEvidence(
  { id, label, value, unit, text, at, source, formula }: Evidence,
  { availableAt, weighs = null }: Beside = {},
): ShownEvidence {
  const short = value === null ? null : shortText(value, unit);
  return {
    id,
    label,
    value: value === null ? null : exactText(value, unit),
    text,
    at,
    source,
    formula,
    ...(availableAt === undefined ? {} : { availableAt: instantText(availableAt) }),
    ...(short === null ? {} : { short }),
    ...(weighs === null ? {} : { weighs }),
  };
}
