import type { Evidence, ShownEvidence } from "#src/contract/evidence.ts";
import { exactText, shortText } from "./result-text.ts";

/** As a report shows it. The value has all its digits, since citations are held against them. */
export function shownEvidence({ id, label, value, unit, text, at, source, formula }: Evidence): ShownEvidence {
  const shown = { id, label, value: value === null ? null : exactText(value, unit), text, at, source, formula };
  const short = value === null ? null : shortText(value, unit);
  return short === null ? shown : { ...shown, short };
}
