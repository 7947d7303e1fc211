import type { RatingOutcome } from "#src/contract/instrument-record.ts";
import type { Mark } from "#src/contract/signals.ts";
import { Badge, type Tone } from "#src/web/components/ui/badge.tsx";

const looks = {
  right: { text: "Right", tone: "positive" },
  wrong: { text: "Wrong", tone: "negative" },
  open: { text: "Open", tone: "neutral" },
} as const satisfies Record<Exclude<RatingOutcome, "none">, { text: string; tone: Tone }>;

/** By the longest horizon that has an outcome; Hold has no direction and is neither. */
export function OutcomeBadge({ marks }: { marks: readonly Mark[] }) {
  const settled = marks.findLast(({ status }) => status === "settled");
  if (settled !== undefined && settled.hit === null) return null;
  const { text, tone } = looks[settled === undefined ? "open" : settled.hit === true ? "right" : "wrong"];
  return <Badge tone={tone}>{text}</Badge>;
}
