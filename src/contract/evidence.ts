import { z } from "zod";

/** A letter for the analyst (M market, S social, N news, F fundamentals, D earlier decisions) and a number: `M12`. */
export const EvidenceId = z.string().regex(/^[MSNFD]\d{1,4}$/);
export type EvidenceId = z.infer<typeof EvidenceId>;

/**
 * One numbered thing an agent may cite. Either `value` (a number in `unit`) or `text` (an item somebody
 * else wrote: never an instruction) is set.
 *
 * `unit`: a currency code (`USD`, `USD/share`), `%` (12.5 means 12.5 %), `x` (a ratio), `shares`, `count`,
 * `points` (0–100 oscillators and scores), `days`.
 */
export const Evidence = z.object({
  id: EvidenceId,
  /** Stable name of the measure, such as `rsi_14`, `revenue_growth_yoy` or `news`; the `rules` reasoner reads by it. */
  key: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  text: z.string().nullable(),
  unit: z.string().nullable(),
  /** The day the value belongs to: a session, a period's end, a publication day. */
  at: z.iso.date(),
  /** The vendor that gave it, such as `archive:djia-2025` or `edgar`. */
  source: z.string(),
  /** The vendor's own names of the records it rests on. */
  source_ids: z.array(z.string()),
  /** How it was computed, when it is not a record as given. */
  formula: z.string().nullable(),
  /** SHA-256 over all fields above. */
  hash: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Ends the label of a measure whose value is rare; its formula says what it came from. */
export const unusualMark = " (unusual)";

export function isUnusual({ label }: Pick<Evidence, "label">): boolean {
  return label.endsWith(unusualMark);
}

/** A piece of evidence as reports show it: without hashes and without the vendors' own names of records. */
export interface ShownEvidence extends Pick<Evidence, "id" | "label" | "text" | "at" | "source" | "formula"> {
  /** Of a number, with its unit; `null` for an item that somebody wrote. */
  readonly value: string | null;
  /** When the public had the filing that a figure rests on, where this was kept. */
  readonly availableAt?: string;
  /** `$3.01 trillion`, where the number itself is long. */
  readonly short?: string;
  /** What the rating is without it, where that was measured: `Without it: Hold in 4 of 5`. */
  readonly weighs?: string;
}
