import { z } from "zod";

/** M market, S social, N news, F fundamentals, D earlier decisions: `M12`. */
export const EvidenceId = z.string().regex(/^[MSNFD]\d{1,4}$/);
export type EvidenceId = z.infer<typeof EvidenceId>;

/**
 * Numbered evidence: `value` in `unit`, or `text` of somebody else, never an instruction.
 * `unit`: currency (`USD`, `USD/share`), `%` (12.5 means 12.5 %), `x`, `shares`, `count`, `points` (0–100), `days`.
 */
export const Evidence = z.object({
  id: EvidenceId,
  /** Stable name of the measure; `rules` reads by it. */
  key: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  text: z.string().nullable(),
  unit: z.string().nullable(),
  /** The value's day: a session, a period's end, a publication. */
  at: z.iso.date(),
  /** The vendor that gave it, such as `archive:djia-2025` or `edgar`. */
  source: z.string(),
  /** The vendor's names of the records that it is based on. */
  source_ids: z.array(z.string()),
  /** How it was computed, when it is not a record as given. */
  formula: z.string().nullable(),
  /** SHA-256 over all fields above. */
  hash: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** The formula says what a rare value came from. */
export const unusualMark = " (unusual)";

export function isUnusual({ label }: Pick<Evidence, "label">): boolean {
  return label.endsWith(unusualMark);
}

/** Without hashes and vendors' record names. */
export interface ShownEvidence extends Pick<Evidence, "id" | "label" | "text" | "at" | "source" | "formula"> {
  /** The number with its unit; `null` for an item of text. */
  readonly value: string | null;
  /** When the filing was public, where kept. */
  readonly availableAt?: string;
  /** `$3.01 trillion`, where the number itself is long. */
  readonly short?: string;
  /** Where measured: `Without it: Hold in 4 of 5`. */
  readonly weighs?: string;
}
