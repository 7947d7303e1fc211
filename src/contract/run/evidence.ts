import { z } from "zod";
import { counted } from "#src/core/text/number-text.ts";

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

const kind = z.enum([
  "bars",
  "actions",
  "filings",
  "news",
  "social",
  "macro",
  "funding",
  "events",
  "insiders",
  "institutions",
]);

/** What there is of one kind of evidence on an instrument, before anybody asks for a run. */
export const EvidenceCoverage = z.discriminatedUnion("status", [
  z.object({
    kind,
    status: z.literal("held").meta({ description: "An archive has records from the first day to the last." }),
    source: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    records: z.int().positive(),
  }),
  z.object({
    kind,
    status: z.literal("online").meta({ description: "Sources outside are asked when a run starts." }),
    sources: z.array(z.string()),
    past: z.boolean().meta({ description: "False where they show only the present, so that past dates get nothing." }),
  }),
  z.object({
    kind,
    status: z.literal("missing").meta({ description: "No source has any." }),
    problem: z.string().nullable().meta({ description: "What is wrong with a source that should have some." }),
  }),
]);
export type EvidenceCoverage = z.infer<typeof EvidenceCoverage>;

const labels: Readonly<Record<EvidenceCoverage["kind"], string>> = {
  bars: "Prices",
  actions: "Splits and dividends",
  filings: "Financial statements",
  news: "News",
  social: "Posts",
  macro: "Economic figures",
  funding: "Funding rates",
  events: "Company events and results (8-K)",
  insiders: "Insiders' trades (4)",
  institutions: "Institutional holders (13F)",
};

/** For readers. */
export function coverageText(one: EvidenceCoverage): { readonly label: string; readonly text: string } {
  const label = labels[one.kind];
  if (one.status === "held") {
    const days = one.from === one.to ? `on ${one.from}` : `from ${one.from} to ${one.to}`;
    return {
      label,
      text: `${counted(one.records, "record")} ${days}, from ${one.source.replace(/^archive:/, "archive ")}`,
    };
  }
  if (one.status === "online") {
    const sources = one.sources.join(", ");
    return { label, text: one.past ? `asked of ${sources} when a run starts` : `from ${sources}, for today alone` };
  }
  return { label, text: one.problem === null ? "none" : `none: ${one.problem}` };
}
