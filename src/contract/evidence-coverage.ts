import { z } from "zod";

const kind = z.enum(["bars", "actions", "filings", "news", "social", "macro", "funding", "events"]);

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
