import { z } from "zod";
import { counted } from "#src/core/text/number-text.ts";

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
