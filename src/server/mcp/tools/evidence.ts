import { z } from "zod";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { Evidence, EvidenceId } from "#src/contract/run/evidence.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope } from "../envelope.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import { pageOf, shortened } from "../size.ts";
import { tool } from "../tool.ts";
import { AnalysisId } from "./analyses.ts";

/** Of one item that somebody wrote. */
const mostText = 2000;

const ShownEvidence = z.object({
  id: EvidenceId,
  label: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  text: z.string().nullable().describe("Text written by a third party, such as a headline."),
  at: z.string().describe("The day it belongs to."),
  source: z.string(),
  formula: z.string().nullable(),
});

const WithEvidence = z.object({ manifest: z.object({ evidence: z.array(Evidence) }) });
const letters = { market: "M", social: "S", news: "N", fundamentals: "F" } as const satisfies Record<Analyst, string>;

export async function evidenceOf({ client }: Pick<Service, "client">, id: string): Promise<Evidence[]> {
  const read = WithEvidence.safeParse(await client.analyses.report(id));
  if (!read.success) throw new Refusal("This analysis ended without a report, so there is no evidence to show.");
  return read.data.manifest.evidence;
}

export function shownEvidence({ id, label, value, unit, text, at, source, formula }: Evidence) {
  return {
    id,
    label: inline(label),
    value,
    unit,
    text: text === null ? null : envelope(`evidence ${id}`, shortened(text, mostText)),
    at,
    source: inline(source),
    formula,
  };
}

export const listEvidence = tool({
  name: "list_evidence",
  title: "List evidence",
  description:
    "The numbered evidence that a report rests on: figures, filings, news and posts known on the as-of date. Pass next_cursor as cursor for the next page.",
  input: z.object({
    id: AnalysisId,
    analyst: Analyst.optional().describe("Only the evidence of this analyst."),
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
  output: z.object({ evidence: z.array(ShownEvidence), total: z.int(), next_cursor: z.string().nullable() }),
  async run({ id, analyst, cursor }, { service }) {
    const all = await evidenceOf(service, id);
    const asked = analyst === undefined ? all : all.filter((item) => item.id.startsWith(letters[analyst]));
    const { items, next } = pageOf(asked.map(shownEvidence), Number(cursor ?? "0"));
    return { evidence: [...items], total: asked.length, next_cursor: next === null ? null : String(next) };
  },
});

export const getEvidence = tool({
  name: "get_evidence",
  title: "Get evidence by ID",
  description: "The evidence behind the citations of a report, such as M12 or N3.",
  input: z.object({ id: AnalysisId, evidence_ids: z.array(EvidenceId).min(1).max(20) }),
  output: z.object({
    evidence: z.array(ShownEvidence),
    unknown_ids: z.array(z.string()).describe("IDs that this report does not have."),
    left_out: z.array(z.string()).describe("IDs that did not fit in this answer: ask for them again."),
  }),
  async run({ id, evidence_ids: asked }, { service }) {
    const known = new Map((await evidenceOf(service, id)).map((item) => [item.id, item]));
    const wanted = [...new Set(asked)];
    const found = wanted.flatMap((one) => known.get(one) ?? []).map(shownEvidence);
    const { items } = pageOf(found, 0);
    return {
      evidence: [...items],
      unknown_ids: wanted.filter((one) => !known.has(one)),
      left_out: found.slice(items.length).map((item) => item.id),
    };
  },
});
